"""What a running table costs: milliseconds a frame by stage, frames a second, memory; and what moved.

    python benchmarks/live.py [--source demo | VIDEO] [--camera CAMERA.json] [--seconds 20]

Frames are taken as fast as they are read, so the times are those of the work, not of waiting. `source` is
drawing the simulated table or decoding the video; the stages set in from the edge are parts of `see`.
A video with its truth file beside it needs no camera file.
"""

import argparse
import json
import resource
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from pennysight.calibration.camera import Camera, load_camera
from pennysight.calibration.printspec import TILE_NUMBERS
from pennysight.rules.tile_library import library
from pennysight.vision import bench, pipeline
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.table import SimulatedCamera
from pennysight.vision.sources import Source, open_source
from pennysight.vision.tracker import Move, Note, Place, Tracker
from pennysight.webapp.tile_art import tile_art

DEMO = "demo"
PARTS = ((pipeline, "see_table"), (bench, "find_caps"), (bench, "place_tokens"))
"""Functions that the pipeline calls, timed one by one."""


class Stopwatch:
    """Milliseconds by stage, one value a call."""

    def __init__(self) -> None:
        self.ms: dict[str, list[float]] = defaultdict(list)

    @contextmanager
    def time(self, stage: str) -> Iterator[None]:
        started_s = time.perf_counter()
        yield
        self.ms[stage].append(1000.0 * (time.perf_counter() - started_s))

    def timed(self, stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **named: Any) -> Any:
            with self.time(stage):
                return work(*args, **named)

        return wrapped


def simulated_table() -> SimulatedCamera:
    """The table of `pennysight demo`, drawn as fast as it is asked for."""
    return SimulatedCamera({name: tile_art(design) for name, design in library().items()}, paced=False)


def opened(source: str, camera: Path | None) -> tuple[Source, Camera]:
    if source == DEMO:
        table = simulated_table()
        return table, table.camera
    film = open_source(source, paced=False)
    if camera is not None:
        return film, load_camera(camera)
    true = json.loads(Path(source).with_suffix(".truth.json").read_text())["camera"]
    size = {"width_px": true["width"], "height_px": true["height"]}
    return film, msgspec.convert({"name": true["id"], "K": true["K"], "dist": true["dist"], **size}, Camera)


def resident_mb() -> float:
    """Memory of this process that is in use now; the most there was where the system does not say."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return float(line.split()[1]) / 1024.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a running table, stage by stage.")
    parser.add_argument("--source", default=DEMO, help=f"{DEMO}, or a video")
    parser.add_argument("--camera", type=Path, help="the video's camera file")
    parser.add_argument("--seconds", type=float, default=20.0, help="of the table's time")
    options = parser.parse_args()

    source, camera = opened(options.source, options.camera)
    see = Pipeline(camera, TILE_NUMBERS | {design.number: design.name for design in library().values()}).see
    watch = Stopwatch()
    for module, name in PARTS:
        setattr(module, name, watch.timed(f"  {name}", getattr(module, name)))
    tracker = Tracker()
    moves: list[Move] = []
    notes: list[Note] = []
    frames, settled = 0, 0
    started_mb, started_cpu_s = resident_mb(), time.process_time()
    pictures = source.frames()
    first_s = float("nan")
    while True:
        with watch.time("source"):
            frame = next(pictures, None)
        if frame is None:
            break
        first_s = frame.captured_s if not frames else first_s
        if frame.captured_s - first_s > options.seconds:
            break
        with watch.time("see"):
            observation = see(frame)
        with watch.time("track"):
            table = tracker.update(observation)
        frames += 1
        settled += table.settled
        moves += table.moves
        notes += table.notes
    source.close()

    cpu_s = time.process_time() - started_cpu_s
    print(f"{source.name}, {camera.width_px}x{camera.height_px}, {frames} frames, {settled} of them settled")
    print(f"{'stage':<16}{'calls':>7}{'median ms':>11}{'95% ms':>9}{'sum s':>8}")
    for stage, values in sorted(watch.ms.items(), key=lambda item: (item[0].startswith(" "), item[0])):
        median, late = np.percentile(values, [50, 95])
        print(f"{stage:<16}{len(values):>7}{median:>11.1f}{late:>9.1f}{sum(values) / 1000:>8.1f}")
    spent_s = (sum(watch.ms["see"]) + sum(watch.ms["track"])) / 1000.0
    print(f"{frames / spent_s:.1f} frames a second seen and tracked; {cpu_s:.1f} s of processor time in all")
    most_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
    print(
        f"resident {started_mb:.0f} MB at first, {resident_mb():.0f} MB at the end, {most_mb:.0f} MB at most"
    )
    for move in moves:
        print(f"{move.start_s - first_s:6.1f} to {move.end_s - first_s:5.1f} s: {move.figure}", end=" ")
        print(f"from {_words(move.from_)} to {_words(move.to)}")
    for note in notes:
        print(f"{note.at_s - first_s:6.1f} s: {note.text}")


def _words(place: Place) -> str:
    facing = "facing unknown" if place.facing_deg is None else f"{place.facing_deg:.0f}°"
    return f"({place.x_in:.2f}, {place.y_in:.2f}) in, {facing}"


if __name__ == "__main__":
    main()
