"""How well pictures of a table are seen, against their exact truth, and how fast.

    python -m benchmarks.detection [NAME...] [--folder ../shared/photos]

Prints one line a picture, then the totals that docs/accuracy.md quotes. The seen board is laid on the true
one by the rigid motion that fits the tiles best: two surveys of one table may differ in where they call (0,
0).
"""

import argparse
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TilePose
from pennysight.calibration.camera import Camera, Row
from pennysight.calibration.printspec import TILE_NUMBERS, TILE_SIDE_IN
from pennysight.vision.observation import Observation, SeenFigure
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.sources import Frame

Array = NDArray[np.float64]
Truth = dict[str, Any]

SAME_FIGURE_IN = 0.35
"""A figure seen further than this from every true one is invented."""
VISIBLE = 0.6
"""What shows less of itself than this need not be found."""
PASS_IN, PASS_DEG = 0.10, 6.0
WITHIN_SD = 2.5


@dataclass
class Score:
    """What was right and wrong in one picture or in many."""

    tiles: int = 0
    tiles_named: int = 0
    tile_errors_in: list[float] = field(default_factory=list)
    capped: int = 0
    capped_found: int = 0
    capped_passed: int = 0
    unnamed: int = 0
    wrong_names: int = 0
    invented: int = 0
    capped_in: list[float] = field(default_factory=list)
    capped_deg: list[float] = field(default_factory=list)
    bare: int = 0
    bare_found: int = 0
    bare_faction: int = 0
    bare_unsure: int = 0
    bare_turned: int = 0
    bare_in: list[float] = field(default_factory=list)
    bare_deg: list[float] = field(default_factory=list)
    in_sd: list[float] = field(default_factory=list)
    tokens: int = 0
    tokens_found: int = 0
    pictures: int = 0
    hands_right: int = 0
    cold_ms: list[float] = field(default_factory=list)
    still_ms: list[float] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        """Count another picture's score in."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass(frozen=True)
class Alignment:
    """The rigid motion from the seen board frame to the true one."""

    turn: Array
    shift: Array

    def places(self, places_in: Array) -> Array:
        """Seen places (N, 2) in the true frame."""
        return np.asarray(places_in @ self.turn.T + self.shift)

    def facing_deg(self, facing_deg: float) -> float:
        """A seen angle in the true frame."""
        return facing_deg + float(np.degrees(np.arctan2(self.turn[1, 0], self.turn[0, 0])))


def align(seen: Array, true: Array) -> Alignment:
    """The rigid motion that brings `seen` (N, 2) onto `true` (N, 2) with the least squares."""
    middle, true_middle = seen.mean(axis=0), true.mean(axis=0)
    u, _, vt = np.linalg.svd((seen - middle).T @ (true - true_middle))
    mirror = np.diag([1.0, float(np.sign(np.linalg.det(vt.T @ u.T)))])
    turn = vt.T @ mirror @ u.T
    return Alignment(turn, true_middle - turn @ middle)


def tile_corners(x_in: float, y_in: float, rotation_deg: float) -> Array:
    """The corners (4, 2) of a tile."""
    angle = np.radians(rotation_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) @ turn.T * TILE_SIDE_IN + (x_in, y_in))


def true_camera(truth: Truth) -> Camera:
    """The lens that a picture was made with."""
    camera = truth["camera"]
    return Camera(
        name=camera["id"],
        width_px=camera["width"],
        height_px=camera["height"],
        K=msgspec.convert(camera["K"], tuple[Row, Row, Row]),
        dist=msgspec.convert(camera["dist"], tuple[float, float, float, float, float]),
    )


def score(observation: Observation, truth: Truth) -> Score:
    """How much of the truth one observation has."""
    result = Score(pictures=1, hands_right=int(observation.hand == truth["hand"]))
    result.tiles, result.tokens = len(truth["tiles"]), len(truth["tokens"])
    seen_tiles = {} if observation.table is None else {tile.tile: tile for tile in observation.table.tiles}
    alignment = _score_tiles(result, seen_tiles, truth)
    _score_figures(result, observation.figures, alignment, truth["figures"])
    seen_tokens = {token.marker for token in observation.tokens}
    result.tokens_found = sum(token["marker"] in seen_tokens for token in truth["tokens"])
    return result


def _score_tiles(result: Score, seen: dict[str, TilePose], truth: Truth) -> Alignment:
    pairs = [(seen[tile["tile"]], tile) for tile in truth["tiles"] if tile["tile"] in seen]
    if not pairs:
        return Alignment(np.eye(2), np.zeros(2))
    placed = np.concatenate([tile_corners(tile.x_in, tile.y_in, tile.rotation_deg) for tile, _ in pairs])
    true = np.concatenate([tile_corners(tile["x"], tile["y"], tile["rotation_deg"]) for _, tile in pairs])
    alignment = align(placed, true)
    result.tiles_named = len(pairs)
    result.tile_errors_in = np.linalg.norm(alignment.places(placed) - true, axis=1).tolist()
    return alignment


def _score_figures(
    result: Score, seen: Sequence[SeenFigure], alignment: Alignment, figures: Iterable[Truth]
) -> None:
    places = alignment.places(np.array([(figure.x_in, figure.y_in) for figure in seen]).reshape(-1, 2))
    left = set(range(len(seen)))
    true = sorted(figures, key=lambda figure: -figure["visible_fraction"])
    for figure in true:
        must = figure["visible_fraction"] >= VISIBLE
        result.capped += must and figure["capped"]
        result.bare += must and not figure["capped"]
        near = [k for k in left if np.hypot(*(places[k] - (figure["x"], figure["y"]))) < SAME_FIGURE_IN]
        if not near:
            continue
        index = min(near, key=lambda k: np.hypot(*(places[k] - (figure["x"], figure["y"]))))
        left.remove(index)
        error = places[index] - (figure["x"], figure["y"])
        _score_pair(result, seen[index], error, alignment, figure, must)
    result.invented += len(left)


def _score_pair(
    result: Score, seen: SeenFigure, error: Array, alignment: Alignment, figure: Truth, must: bool
) -> None:
    off_in, off_deg = float(np.hypot(*error)), None
    if seen.facing_deg is not None:
        turn = alignment.facing_deg(seen.facing_deg) - figure["facing_deg"]
        off_deg = float(abs((turn + 180) % 360 - 180))
    named = seen.number is not None
    result.wrong_names += named and seen.id != figure["id"]
    result.wrong_names += not named and seen.faction not in (None, figure["faction"]) and figure["capped"]
    if not must:
        return
    result.in_sd += (np.abs(error) / seen.sd_in).tolist()
    if figure["capped"]:
        result.capped_found += 1
        result.unnamed += not named
        result.capped_in.append(off_in)
        if off_deg is not None:
            result.capped_deg.append(off_deg)
            result.in_sd.append(off_deg / seen.sd_deg)
            result.capped_passed += seen.id == figure["id"] and off_in <= PASS_IN and off_deg <= PASS_DEG
        return
    result.bare_found += 1
    result.bare_faction += seen.faction == figure["faction"]
    result.bare_in.append(off_in)
    result.bare_unsure += off_deg is None
    if off_deg is not None:
        result.bare_turned += off_deg > 90
        if off_deg <= 90:
            result.bare_deg.append(off_deg)
            result.in_sd.append(off_deg / seen.sd_deg)


def measure(folder: Path, name: str) -> Score:
    """See one picture as a first frame, and once more as one in which nothing changed."""
    truth = json.loads((folder / f"{name}.truth.json").read_text())
    image = cv2.imread(str(folder / truth["image"]))
    if image is None:
        raise SystemExit(f"'{folder / truth['image']}' cannot be read as a picture")
    pipeline = Pipeline(true_camera(truth), TILE_NUMBERS)
    times = []
    for number in range(2):
        start = time.perf_counter()
        observation = pipeline.see(Frame(np.asarray(image, np.uint8), float(number), number))
        times.append((time.perf_counter() - start) * 1e3)
    result = score(observation, truth)
    result.cold_ms, result.still_ms = times[:1], times[1:]
    return result


def _worst(values: Sequence[float], percent: float, digits: int) -> str:
    return f"{np.percentile(values, percent):.{digits}f}" if values else "-"


COLUMNS: tuple[tuple[str, Callable[[Score], str]], ...] = (
    ("tiles", lambda s: f"{s.tiles_named}/{s.tiles}"),
    ("worst in", lambda s: _worst(s.tile_errors_in, 100, 3)),
    ("capped", lambda s: f"{s.capped_found}/{s.capped}"),
    ("passed", lambda s: str(s.capped_passed)),
    ("unnamed", lambda s: str(s.unnamed)),
    ("p95 in", lambda s: _worst(s.capped_in, 95, 4)),
    ("p95 deg", lambda s: _worst(s.capped_deg, 95, 2)),
    ("misnamed", lambda s: str(s.wrong_names)),
    ("invented", lambda s: str(s.invented)),
    ("bare", lambda s: f"{s.bare_found}/{s.bare}"),
    ("faction", lambda s: str(s.bare_faction)),
    ("turned", lambda s: str(s.bare_turned)),
    ("unsure", lambda s: str(s.bare_unsure)),
    ("p95 in", lambda s: _worst(s.bare_in, 95, 3)),
    ("p95 deg", lambda s: _worst(s.bare_deg, 95, 1)),
    ("tokens", lambda s: f"{s.tokens_found}/{s.tokens}"),
    ("hand", lambda s: f"{s.hands_right}/{s.pictures}"),
    ("<2.5 sd", lambda s: f"{np.mean(np.array(s.in_sd) < WITHIN_SD):.3f}" if s.in_sd else "-"),
    ("ms", lambda s: _worst(s.cold_ms, 50, 0)),
    ("still", lambda s: _worst(s.still_ms, 50, 0)),
)


def row(label: str, result: Score) -> str:
    """One line of the table."""
    cells = (f"{show(result):>{max(len(title), 7)}}" for title, show in COLUMNS)
    return f"{label:<6}" + " ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure detection on pictures with truth files.")
    parser.add_argument("names", nargs="*", help="pictures, such as A-01; all of the folder without any")
    here = Path(__file__).resolve().parents[2]
    parser.add_argument("--folder", type=Path, default=here / "shared" / "photos")
    options = parser.parse_args()
    names = options.names or sorted(
        path.name.removesuffix(".truth.json")
        for path in options.folder.glob("*.truth.json")
        if "frames" not in json.loads(path.read_text())
    )
    print(f"{'':6}" + " ".join(f"{title:>{max(len(title), 7)}}" for title, _ in COLUMNS))
    totals: dict[str, Score] = {}
    for name in names:
        result = measure(options.folder, name)
        print(row(name, result), flush=True)
        totals.setdefault(name[0], Score()).add(result)
    for camera, total in totals.items():
        print(row(f"all {camera}", total))


if __name__ == "__main__":
    main()
