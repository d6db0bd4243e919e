"""How fast frames are seen, beside the plain way, and how that grows with tiles and figures.

    python -m benchmarks.detection_speed [--growth FILE]

The simulated table, 16 tiles and 24 capped figures, at 1080p and 4K. Times are those of the processor, all
threads together, the fewest of several goes; on a quiet machine those by the clock tell, too. The plain way
is OpenCV's marker detector as it comes, on the whole frame, and HoughCircles of a cap's size.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import CAP_DIAMETER_IN, FACTIONS, MARKER_DICTIONARY, TILE_NUMBERS
from pennysight.rules.tile_library import library
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Move, Script
from pennysight.vision.simulated.skirmish import LAYOUT
from pennysight.vision.simulated.table import CAMERA, FRAMES_PER_S, SimulatedCamera
from pennysight.vision.sources import Frame
from pennysight.webapp.tile_art import tile_art

from benchmarks.growth_plot import plotted
from benchmarks.timing import Clock, timed

Image = NDArray[np.uint8]

GOES = 7
MOVE_S = (2.0, 4.0)
CASES = ("first", "light", "moved", "hand", "thorough", "settled", "plain")


@dataclass(frozen=True)
class Times:
    """Milliseconds of each case."""

    first: float
    """The first frame of a table: everything is searched, bare figures too."""
    light: float
    """A whole frame of a known table: all markers and all caps are found again, as the light has changed."""
    moved: float
    """A figure stands elsewhere."""
    hand: float
    """A hand has come over the table, where none was."""
    thorough: float
    """The look that follows when all lies still again: new tokens, tiles and bare figures too."""
    settled: float
    """Nothing has changed but noise."""
    plain: float


def simulated(rows: int, columns: int, figures: int, camera: Camera) -> SimulatedCamera:
    """A table of that many tiles and capped figures; one is moved by a hand."""
    layout = [line[:columns] for line in LAYOUT[:rows]]
    names = [(faction, number) for number in range(1, 7) for faction in FACTIONS][:figures]
    wide, high = 9.0 * columns, 9.0 * rows
    across = int(np.ceil(np.sqrt(figures)))
    places = [
        (wide * (0.5 + k % across) / across, high * (0.5 + k // across) / across) for k in range(figures)
    ]
    poses = [
        Pose(f"{faction}-{number}", faction, number, x, y, 37.0 * k % 360)
        for k, ((faction, number), (x, y)) in enumerate(zip(names, places, strict=True))
    ]
    x, y = places[0]
    moves = [Move(poses[0].id, *MOVE_S, [(x + 1.5, y)], 90.0, 270.0)]
    script = Script(layout=layout, figures=poses, moves=moves, length_s=60.0)
    art = {design.name: tile_art(design) for design in library().values()}
    return SimulatedCamera(art, script=script, camera=camera, paced=False)


def plain_way(image: Image, camera: Camera, px_per_in: float) -> None:
    """What one would write first."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(grey)
    if ids is not None and len(ids):
        points = np.concatenate(corners).reshape(-1, 2)
        cv2.undistortPoints(points, np.array(camera.K), np.array(camera.dist))
    radius = CAP_DIAMETER_IN / 2 * px_per_in
    cv2.HoughCircles(
        grey,
        cv2.HOUGH_GRADIENT,
        dp=1.5,
        minDist=1.6 * radius,
        param1=120,
        param2=30,
        minRadius=int(0.85 * radius),
        maxRadius=int(1.2 * radius),
    )


def measure(
    rows: int, columns: int, figures: int, camera: Camera = CAMERA, clock: Clock = time.process_time
) -> Times:
    """The times of every case on one table."""
    table = simulated(rows, columns, figures, camera)
    still, hand, after = (table.draw(round(s * FRAMES_PER_S)) for s in (0.0, sum(MOVE_S) / 2, 6.0))
    dimmed = np.asarray(cv2.convertScaleAbs(still, alpha=0.8), np.uint8)
    numbers, take = count(), partial(timed, clock=clock)

    def see(pipeline: Pipeline, image: Image) -> None:
        number = next(numbers)
        pipeline.see(Frame(image, number / FRAMES_PER_S, number))

    def first() -> Pipeline:
        pipeline = Pipeline(table.camera, TILE_NUMBERS)
        see(pipeline, still)
        return pipeline

    first_ms, pipeline = take(first, times=2)
    observation = pipeline.see(Frame(still, next(numbers) / FRAMES_PER_S, 0))
    if len(observation.figures) != figures or observation.table is None:
        raise SystemExit(f"{len(observation.figures)} of {figures} figures were found")
    one, other = observation.table.view.to_pixels([(9, 9, 0), (10, 9, 0)])

    def fewest(images: Iterator[Image]) -> float:
        return min(take(see, pipeline, image)[0] for image in images)

    def back_and_forth(*images: Image) -> Iterator[Image]:
        for _ in range(GOES):
            yield from images

    def alone(image: Image) -> float:
        """The time of the first frame that shows it, after ones that do not."""
        taken = []
        for _ in range(GOES):
            for _ in range(8):
                see(pipeline, still)
            taken.append(take(see, pipeline, image)[0])
        return min(taken)

    def thorough() -> float:
        taken = []
        for _ in range(2):
            see(pipeline, after)
            taken.append(max(take(see, pipeline, after)[0] for _ in range(6)))
            see(pipeline, still)
            for _ in range(6):
                see(pipeline, still)
        return min(taken)

    return Times(
        first=first_ms,
        light=fewest(back_and_forth(dimmed, still)),
        moved=alone(after),
        hand=alone(hand),
        thorough=thorough(),
        settled=fewest(iter([still] * 6 * GOES)),
        plain=take(plain_way, still, table.camera, float(np.linalg.norm(other - one)), times=GOES)[0],
    )


def row(label: str, times: Times) -> str:
    """One line of the table."""
    return f"{label:<28}" + "".join(f"{getattr(times, case):>10.1f}" for case in CASES)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast frames are seen.")
    parser.add_argument("--growth", metavar="FILE", help="also measure growth, and draw it to this file")
    options = parser.parse_args()
    print(f"{'':28}" + "".join(f"{case:>10}" for case in CASES))
    full = measure(4, 4, 24)
    print(row("1080p, 16 tiles, 24 figures", full), flush=True)
    print(row("  by the clock on the wall", measure(4, 4, 24, clock=time.perf_counter)), flush=True)
    print(f"{'':28}whole frame {full.light / full.plain:.2f} of the plain way's time")
    large = CAMERA.for_size(3840, 2160)
    print(row("4K, 16 tiles, 24 figures", measure(4, 4, 24, large)), flush=True)
    print(row("  by the clock on the wall", measure(4, 4, 24, large, time.perf_counter)), flush=True)
    if options.growth is None:
        return
    by_tiles = {rows * columns: measure(rows, columns, 24) for rows, columns in ((2, 2), (2, 4), (3, 4))}
    by_figures = {figures: measure(4, 4, figures) for figures in (6, 12)}
    for tiles, times in by_tiles.items():
        print(row(f"1080p, {tiles} tiles, 24 figures", times))
    for figures, times in by_figures.items():
        print(row(f"1080p, 16 tiles, {figures} figures", times))
    panels = {"tiles": by_tiles | {16: full}, "figures": by_figures | {24: full}}
    plotted(
        options.growth,
        {
            what: {
                name: {size: getattr(times, case) for size, times in grown.items()}
                for name, case in (
                    ("whole frame", "light"),
                    ("a figure moved", "moved"),
                    ("settled", "settled"),
                )
            }
            for what, grown in panels.items()
        },
    )


if __name__ == "__main__":
    main()
