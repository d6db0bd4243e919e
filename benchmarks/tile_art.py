"""How well tiles are known by their art, when nothing is stuck on them.

    python -m benchmarks.tile_art [NAME...] [--folder ../shared/photos]

The tiles' markers are painted over in the pictures and in the registered art. The camera hangs where it truly
hangs: what corner pieces add to the error is in docs/accuracy.md. Each tile is sought once more in a book
that lacks it, where any name is a wrong one.
"""

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import (
    MARKER_SIDE_IN,
    NORTH_WEST_MARKER_IN,
    QUIET_ZONE_IN,
    SOUTH_EAST_MARKER_IN,
    TILE_SIDE_IN,
)
from pennysight.calibration.projection import View
from pennysight.vision.art_matching import ArtBook, Features, art_book, name_cell, straightened

from benchmarks.detection import tile_corners, true_camera
from benchmarks.tile_errors import TileErrors

Image = NDArray[np.uint8]
Array = NDArray[np.float64]

GREY = (128, 128, 128)


@dataclass
class Score(TileErrors):
    """What was right and wrong; `ms` of one tile."""

    names: Counter[str] = field(default_factory=Counter[str])
    strangers_named: int = 0


def marker_patches() -> list[Array]:
    """The squares (4, 2) that a tile's markers take with their quiet zones, in tile inches."""
    half = MARKER_SIDE_IN / 2 + QUIET_ZONE_IN
    square = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
    return [square + middle for middle in (NORTH_WEST_MARKER_IN, SOUTH_EAST_MARKER_IN)]


def registered(folder: Path) -> ArtBook:
    """All tiles as their owners would register them, without markers."""
    pictures = {}
    for path in sorted(folder.glob("tiles/*.png")):
        picture = np.asarray(cv2.imread(str(path)), np.uint8)
        px_per_in = len(picture) / TILE_SIDE_IN
        for patch in marker_patches():
            pixels = (patch * (1, -1) + (0, TILE_SIDE_IN)) * px_per_in - 0.5
            cv2.fillConvexPoly(picture, np.round(pixels).astype(np.int32), GREY)
        pictures[path.stem.partition("-")[2]] = straightened(picture, None)
    return art_book(pictures, TILE_SIDE_IN)


def without(book: ArtBook, name: str) -> ArtBook:
    """The book of an owner who did not register a tile."""
    others = book.owner != book.names.index(name)
    features = Features(book.features.points_in[others], book.features.descriptors[others])
    return ArtBook(book.names, features, book.owner[others], book.side_in)


def look(folder: Path, truth: dict[str, Any], book: ArtBook, score: Score) -> None:
    """Name every tile of a picture."""
    image = np.asarray(cv2.imread(str(folder / truth["image"])), np.uint8)
    camera = truth["camera"]
    view = View(true_camera(truth), np.array(camera["R"]), np.array(camera["t"]), np.zeros((6, 6)))
    for tile in truth["tiles"]:
        turn = np.deg2rad(tile["rotation_deg"])
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        for patch in marker_patches():
            pixels = view.to_pixels(np.pad(patch @ matrix.T + (tile["x"], tile["y"]), ((0, 0), (0, 1))))
            cv2.fillConvexPoly(image, np.round(pixels).astype(np.int32), GREY)
    for tile in truth["tiles"]:
        cell_in = np.round(np.array([tile["x"], tile["y"]]) / TILE_SIDE_IN) * TILE_SIDE_IN
        began = time.process_time()
        found = name_cell(image, view, cell_in, book)
        score.ms.append(1e3 * (time.process_time() - began))
        score.strangers_named += name_cell(image, view, cell_in, without(book, tile["tile"])) is not None
        if found is None or found.tile != tile["tile"]:
            score.names["unknown" if found is None else "wrong"] += 1
            continue
        score.names["right"] += 1
        off = tile_corners(found.x_in, found.y_in, found.rotation_deg) - tile_corners(
            tile["x"], tile["y"], tile["rotation_deg"]
        )
        score.corners_in += np.linalg.norm(off, axis=1).tolist()
        score.turn_deg.append(abs(found.rotation_deg - tile["rotation_deg"]))
        score.sd.append(float(np.sqrt((off**2).mean())) / found.sd_in)


def report(title: str, score: Score) -> None:
    names = ", ".join(f"{score.names[kind]} {kind}" for kind in ("right", "wrong", "unknown"))
    print(f"{title}: {names}; {score.strangers_named} named though not registered")
    print("\n".join(score.lines()))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how well tiles are known by their art.")
    parser.add_argument("names", nargs="*", help="pictures, such as A-01 (all)")
    here = Path(__file__).resolve().parents[2]
    parser.add_argument("--folder", type=Path, default=here / "shared" / "photos")
    options = parser.parse_args()
    book = registered(options.folder)
    for camera in "AB":
        score = Score()
        for path in sorted(options.folder.glob(f"{camera}-??.truth.json")):
            if not options.names or path.name.partition(".")[0] in options.names:
                look(options.folder, json.loads(path.read_text()), book, score)
        report(f"camera {camera}", score)


if __name__ == "__main__":
    main()
