"""How well tiles are known by QR labels stuck on them, and what looking for these costs.

    python -m benchmarks.tile_labels [WIDTH...] [--goes 1]

Sixteen tiles without markers on the simulated table, framed by corner pieces; labels stuck on by hand, 0.03
in and 1 degree off their corner (one standard deviation). A picture WIDTH pixels wide is taken as it is, and
softened to a spread of 0.8 px. Tiles are placed as if nobody had registered them, and as if somebody had,
with pictures that show the labels. Places are laid on the true ones by the mean of their differences: by how
much all are off together, corner pieces decide.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TilePose
from pennysight.calibration.layout import BoardLayout
from pennysight.calibration.printspec import (
    TILE_LABEL_SIDE_IN,
    TILE_NAMES,
    TILE_NUMBERS,
    TILE_SIDE_IN,
    PrintSizes,
)
from pennysight.rules.tile_library import library
from pennysight.vision.figures.level import LevelPlane
from pennysight.vision.label_places import LabelPlace
from pennysight.vision.markers import linear_grey
from pennysight.vision.simulated.labels import StuckLabel, labelled
from pennysight.vision.simulated.script import Script
from pennysight.vision.simulated.table import CAMERA, SimulatedCamera
from pennysight.vision.table import SeenTable, see_table
from pennysight.vision.unmarked import UnmarkedTiles
from pennysight.webapp.tile_art import tile_art

from benchmarks.tile_errors import TileErrors

Image = NDArray[np.uint8]
Array = NDArray[np.float64]

SIDE = 4
LAYOUT = [list(TILE_NAMES[SIDE * row : SIDE * (row + 1)]) for row in range(SIDE)]
IN_CORNER = TILE_SIDE_IN - TILE_LABEL_SIDE_IN / 2
STUCK_SD = (0.03, 0.03, 1.0)
REGISTERED_SD = (0.01, 0.01, 0.15)
SPREADS_PX = (0.55, 0.8)
CORNERS_IN = TILE_SIDE_IN * np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)


@dataclass
class Score(TileErrors):
    """What was found; `ms` of one look at all cells."""

    named: int = 0
    wrong: int = 0
    of: int = 0

    def __str__(self) -> str:
        return "\n  ".join([f"{self.named} of {self.of} named, {self.wrong} wrongly", *self.lines()])


def stuck(rng: np.random.Generator) -> dict[str, StuckLabel]:
    """Labels as people stick them into their corners."""
    off = {name: rng.standard_normal(3) * STUCK_SD for row in LAYOUT for name in row}
    return {name: StuckLabel(IN_CORNER + x, IN_CORNER + y, turn) for name, (x, y, turn) in off.items()}


def registered(labels: dict[str, StuckLabel], rng: np.random.Generator) -> dict[str, LabelPlace]:
    """Where pictures of the tiles, their corners told about so well, say the labels are."""
    off = {name: rng.standard_normal(3) * REGISTERED_SD for name in labels}
    return {
        name: LabelPlace(label.x_in + x, label.y_in + y, label.turn_deg + turn, 1.0, 0.02, 0.3)
        for (name, label), (x, y, turn) in zip(labels.items(), off.values(), strict=True)
    }


def photographed(width_px: int, labels: dict[str, StuckLabel], seed: int) -> tuple[SimulatedCamera, Image]:
    """The table and its picture."""
    art = {name: tile_art(library()[name]) for row in LAYOUT for name in row}
    art |= {name: labelled(art[name], label) for name, label in labels.items()}
    script = Script(LAYOUT, [], [], 60.0, marked=False, corner_pieces=True)
    lens = CAMERA.for_size(width_px, width_px * 9 // 16)
    camera = SimulatedCamera(art, script=script, camera=lens, seed=seed, paced=False)
    return camera, camera.draw(0)


def softened(image: Image) -> Iterator[tuple[float, Image]]:
    """The picture as it is, and as softer lenses show it."""
    for spread_px in SPREADS_PX:
        more_px = float(np.sqrt(spread_px**2 - SPREADS_PX[0] ** 2))
        yield (
            spread_px,
            image if more_px == 0 else np.asarray(cv2.GaussianBlur(image, (0, 0), more_px), np.uint8),
        )


def without_labels(image: Image, seen: SeenTable) -> Image:
    """The picture with grey paper over the corners in which the labels are."""
    painted = image.copy()
    for column in range(1, SIDE + 1):
        for row in range(1, SIDE + 1):
            middle_in = TILE_SIDE_IN * np.array([column, row, 0]) - (0.9, 0.9, 0)
            square_in = middle_in + np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)])
            pixels = seen.pose.view.to_pixels(square_in).round().astype(np.int32)
            cv2.fillConvexPoly(painted, pixels, (128, 128, 128))
    return painted


def look(
    seen: SeenTable, image: Image, places: dict[str, LabelPlace] | None, score: Score
) -> tuple[TilePose, ...]:
    """Look at all cells, as when a table is first seen."""
    pose = seen.pose
    plane = LevelPlane(pose.view, 0.0, -1.0, -1.0, pose.width_in + 2, pose.height_in + 2, 8.0)
    everything = np.ones(plane.map_px.shape[:2], bool)
    tiles = UnmarkedTiles(TILE_NAMES, PrintSizes(), None, places)
    began = time.process_time()
    found = tiles.look(image, pose, plane, everything).tiles
    score.ms.append(1e3 * (time.process_time() - began))
    return found


def judge(found: tuple[TilePose, ...], camera: SimulatedCamera, score: Score) -> None:
    """Compare with the truth."""
    truth = {
        tile.art.name: TilePose(tile.art.name, tile.x_in, tile.y_in, tile.rotation_deg, 0.0, 0.0)
        for tile in camera.truth_at(0.0).tiles
    }
    score.of += len(truth)
    score.named += len(found)
    off = [tile.on_board(CORNERS_IN) - truth[tile.tile].on_board(CORNERS_IN) for tile in found]
    score.wrong += sum(bool(np.abs(one).max() > TILE_SIDE_IN / 2) for one in off)
    if not found:
        return
    apart = np.array(off) - np.mean(off, axis=(0, 1))
    score.corners_in += np.linalg.norm(apart, axis=2).ravel().tolist()
    score.turn_deg += [abs(tile.rotation_deg - truth[tile.tile].rotation_deg) for tile in found]
    claims = np.array([tile.sd_in for tile in found])
    score.sd += (np.sqrt((apart**2).mean(axis=(1, 2))) / claims).tolist()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how well tiles are known by their QR labels.")
    parser.add_argument("widths", nargs="*", type=int, default=[3840, 3200, 2560, 1920])
    parser.add_argument("--goes", type=int, default=1)
    options = parser.parse_args()
    layout = BoardLayout(SIDE, SIDE)
    for width_px in options.widths:
        scores: dict[tuple[float, str], Score] = {}
        px_per_in = 0.0
        bare_ms = Score()
        for seed in range(options.goes):
            rng = np.random.default_rng(seed)
            labels = stuck(rng)
            known = registered(labels, rng)
            camera, image = photographed(width_px, labels, seed)
            for spread_px, picture in softened(image):
                seen = see_table(linear_grey(picture), camera.camera, TILE_NUMBERS, layout=layout)
                one, other = seen.pose.view.to_pixels([(18.0, 18.0, 0.0), (19.0, 18.0, 0.0)])
                px_per_in = float(np.linalg.norm(other - one))
                for how, places in (("in their corners", None), ("registered", known)):
                    score = scores.setdefault((spread_px, how), Score())
                    judge(look(seen, picture, places, score), camera, score)
            look(seen, without_labels(image, seen), None, bare_ms)
        print(f"{width_px} px wide, {px_per_in:.0f} px to the inch")
        for (spread_px, how), score in scores.items():
            print(f"  spread {spread_px} px, labels {how}: {score}")
        print(f"  no labels: CPU ms {min(bare_ms.ms):.0f}")


if __name__ == "__main__":
    main()
