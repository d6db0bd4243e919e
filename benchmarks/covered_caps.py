"""How well caps are seen that something half hides: each whole cap of the pictures is covered, and sought.

    python -m benchmarks.covered_caps [--hidden 0.2 0.3 0.4 0.5] [--colour any] [--folder ../shared/photos]

What covers a cap has a straight edge: a sleeve, skin, paper, a faction's colour, or a piece of the picture.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import CAP_DIAMETER_IN, FOLD_HEIGHT_IN, TILE_NUMBERS
from pennysight.calibration.projection import View
from pennysight.vision.figures.cap_search import SEARCH_PX_PER_IN
from pennysight.vision.figures.caps import CAP_OVER_FOLD_IN, SeenCap, find_caps
from pennysight.vision.figures.level import LevelPlane
from pennysight.vision.markers import linear_grey
from pennysight.vision.table import see_table

from benchmarks.detection import align, tile_corners, true_camera

Image = NDArray[np.uint8]
Array = NDArray[np.float64]

TOP_IN = FOLD_HEIGHT_IN + CAP_OVER_FOLD_IN
COLOURS = {
    "white": (235, 240, 240),
    "paper": (215, 225, 230),
    "skin": (150, 175, 225),
    "sleeve": (40, 36, 34),
    "black": (16, 16, 16),
    "grey": (120, 120, 120),
    "green": (70, 150, 0),
    "yellow": (0, 190, 255),
    "blue": (200, 90, 0),
    "pink": (140, 0, 200),
}
"""B, G, R."""
PIECE, ANY = "piece", "any"
FINER = 4
WHOLE = 0.97
SAME_IN = 0.2


@dataclass(frozen=True)
class Table:
    """A picture, the plane of its caps' tops, and its whole caps: place as seen, faction, number."""

    image: Image
    plane: LevelPlane
    caps: list[tuple[Array, str, int]]


def load(folder: Path, truth: dict[str, Any]) -> Table:
    """The table of a truth file."""
    image = np.asarray(cv2.imread(str(folder / truth["image"])), np.uint8)
    pose = see_table(linear_grey(image), true_camera(truth), TILE_NUMBERS).pose
    seen = {tile.tile: tile for tile in pose.tiles}
    pairs = [(seen[tile["tile"]], tile) for tile in truth["tiles"] if tile["tile"] in seen]
    alignment = align(
        np.concatenate([tile_corners(tile.x_in, tile.y_in, tile.rotation_deg) for tile, _ in pairs]),
        np.concatenate([tile_corners(tile["x"], tile["y"], tile["rotation_deg"]) for _, tile in pairs]),
    )
    caps = [
        (
            np.asarray((np.array([cap["x"], cap["y"]]) - alignment.shift) @ alignment.turn),
            cap["faction"],
            cap["number"],
        )
        for cap in truth["figures"]
        if cap["capped"] and cap["visible_fraction"] > WHOLE
    ]
    plane = LevelPlane(pose.view, TOP_IN, -1.0, -1.0, pose.width_in + 2, pose.height_in + 2, SEARCH_PX_PER_IN)
    return Table(image, plane, caps)


def edge_from_middle(hidden: float) -> float:
    """How far, in radii, a straight edge is from a disc's middle that hides such a share of it."""
    offsets = np.linspace(-1, 1, 2001)
    shares = (np.arccos(offsets) - offsets * np.sqrt(1 - offsets**2)) / np.pi
    return float(offsets[np.abs(shares - hidden).argmin()])


def cover(
    image: Image,
    source: Image,
    view: View,
    place: Array,
    hidden: float,
    colour: str,
    chance: np.random.Generator,
) -> None:
    """Lay something over a cap, from some side."""
    turn, far_in, half_in = chance.uniform(0, 2 * np.pi), chance.uniform(0.5, 1.2), chance.uniform(0.5, 1.0)
    out = np.array([np.cos(turn), np.sin(turn)])
    along = np.array([-out[1], out[0]])
    near = edge_from_middle(hidden) * CAP_DIAMETER_IN / 2
    corners = [
        place + reach * out + side * half_in * along
        for reach, side in ((near, -1), (near, 1), (near + far_in, 1), (near + far_in, -1))
    ]
    pixels = view.to_pixels(np.column_stack([corners, np.full(4, TOP_IN)]))
    height, width = image.shape[:2]
    low = np.clip(np.floor(pixels.min(axis=0)).astype(int) - 3, 0, None)
    high = np.minimum(np.ceil(pixels.max(axis=0)).astype(int) + 4, (width, height))
    size = high - low
    mask = np.zeros((size[1] * FINER, size[0] * FINER), np.uint8)
    fine = ((pixels + 0.5 - low) * FINER - 0.5) * 16
    cv2.fillConvexPoly(mask, np.round(fine).astype(np.int32), (255,), shift=4)
    soft = cv2.GaussianBlur(
        cv2.resize(mask, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA), (0, 0), 0.6
    )
    share = np.asarray(soft, float)[..., None] / 255
    if colour == PIECE:
        x, y = chance.integers(0, width - size[0]), chance.integers(0, height - size[1])
        laid = source[y : y + size[1], x : x + size[0]].astype(float)
    else:
        white = np.percentile(source[::7, ::7].reshape(-1, 3), 97, axis=0) / 240
        laid = np.array(COLOURS[colour]) * white + chance.normal(0, 3, (size[1], size[0], 3))
    part = image[low[1] : high[1], low[0] : high[0]]
    part[:] = np.clip(part * (1 - share) + laid * share, 0, 255)


def count(table: Table, seen: list[SeenCap]) -> tuple[int, int, int]:
    """How many of the caps are found, how many have a name, and how many a wrong one."""
    found = named = wrong = 0
    for cap in seen:
        apart = [float(np.hypot(*(place - (cap.x_in, cap.y_in)))) for place, _, _ in table.caps]
        nearest = int(np.argmin(apart))
        if apart[nearest] > SAME_IN:
            continue
        _, faction, number = table.caps[nearest]
        found += 1
        named += None not in (cap.faction, cap.number)
        wrong += cap.faction not in (None, faction)
        wrong += cap.faction == faction and cap.number not in (None, number)
    return found, named, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how well half-hidden caps are seen.")
    parser.add_argument("--hidden", type=float, nargs="*", default=[0.0, 0.2, 0.3, 0.4, 0.5])
    parser.add_argument("--colour", choices=(ANY, PIECE, *COLOURS), default=ANY)
    parser.add_argument("--seed", type=int, default=0)
    here = Path(__file__).resolve().parents[2]
    parser.add_argument("--folder", type=Path, default=here / "shared" / "photos")
    options = parser.parse_args()
    truths = [json.loads(path.read_text()) for path in sorted(options.folder.glob("A-??.truth.json"))]
    tables = [
        load(options.folder, truth) for truth in truths if any(cap["capped"] for cap in truth["figures"])
    ]
    kinds = [*COLOURS, PIECE, PIECE, PIECE] if options.colour == ANY else [options.colour]
    for hidden in options.hidden:
        chance = np.random.default_rng(options.seed)
        totals = np.zeros((2, 3), int)
        for table in tables:
            image = table.image.copy()
            if hidden:
                for place, _, _ in table.caps:
                    cover(
                        image, table.image, table.plane.view, place, hidden, str(chance.choice(kinds)), chance
                    )
            everywhere = np.ones(table.plane.map_px.shape[:2], bool)
            known = find_caps(table.image, table.plane, everywhere, [])
            for way, before in enumerate(([], known)):
                totals[way] += count(table, find_caps(image, table.plane, everywhere, before))
        for look, (found, named, wrong) in zip(("first look", "known before"), totals.tolist(), strict=True):
            whole = sum(len(table.caps) for table in tables)
            print(
                f"{hidden:.1f} hidden, {look:12}: found {found} of {whole}, named {named}, wrongly {wrong}",
                flush=True,
            )


if __name__ == "__main__":
    main()
