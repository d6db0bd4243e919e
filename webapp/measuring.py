"""Measuring how high figures stand, from pictures of them on the markers of tiles."""

from collections.abc import Sequence

import msgspec
import numpy as np
from pennysight.calibration.board import TilePose
from pennysight.calibration.heights import HeightRefused, Stand, solve_height
from pennysight.calibration.lens import Array
from pennysight.calibration.printspec import NORTH_WEST_MARKER_IN, SOUTH_EAST_MARKER_IN, TILE_SIDE_IN
from pennysight.calibration.projection import View
from pennysight.vision.figures.caps import CAP_OVER_FOLD_IN
from pennysight.vision.observation import Observation
from pennysight.vision.own_heights import OwnHeight
from pennysight.vision.watch.alignment import aligned

PLACED_SD_IN = 0.02
"""How well people put a coin in the middle of a marker that is a little larger."""
ON_SPOT_IN = 0.2
HEIGHTS_IN = (0.25, 6.0)
"""A figure stands on a spot if at some such height its cap is seen within this of it."""
TOP_SD_PX = 0.1


class Measured(msgspec.Struct, frozen=True):
    """A set's or a figure's height and its deviation, in inches; by how many stands; or why there is none."""

    name: str
    stands: int
    height: OwnHeight | None
    problem: str = ""


def measure_heights(seen: Sequence[Observation], usual_in: float) -> list[Measured]:
    """The heights of the sets, then of single figures, that stand on markers of tiles in these pictures.

    The pictures are of one table; figures were placed as if their folds stood `usual_in` high. A tile's place
    is taken from the picture that shows it best, since a figure hides the marker that it stands on.

    Raises:
        HeightRefused: no picture shows a table, or no figure stands on a marker.
    """
    shown = [(one, one.table) for one in seen if one.table is not None]
    if not shown:
        raise HeightRefused("none of the pictures shows a table that can be read")
    tables = [aligned(table, shown[0][1]) for _, table in shown]
    tiles: dict[str, TilePose] = {}
    for table in tables:
        for tile in table.tiles:
            if tile.tile not in table.laid and tile.sd_in <= tiles.get(tile.tile, tile).sd_in:
                tiles[tile.tile] = tile
    spots = [spot for tile in tiles.values() for spot in _spots(tile)]
    stands: dict[str, list[Stand]] = {}
    for (observation, table), told in zip(shown, tables, strict=True):
        for figure in observation.figures:
            if not figure.capped or figure.faction is None:
                continue
            top_px = table.view.to_pixels([(figure.x_in, figure.y_in, usual_in + CAP_OVER_FOLD_IN)])[0]
            stand = _standing(told.view, top_px, spots)
            if stand is not None:
                stands.setdefault(figure.faction, []).append(stand)
                if figure.number is not None:
                    stands.setdefault(figure.id, []).append(stand)
    if not stands:
        raise HeightRefused(
            "no figure with a cap stands on a tile's marker in these pictures: stand each with its coin in "
            "the middle of one of the black squares"
        )
    return [_solved(name, stands[name]) for name in sorted(stands, key=lambda name: ("-" in name, name))]


def _spots(tile: TilePose) -> list[tuple[Array, float]]:
    """The middles (2,) of a tile's two markers, and how well they are known."""
    scale = tile.side_in / TILE_SIDE_IN
    sd_in = float(np.hypot(tile.sd_in, PLACED_SD_IN))
    return [
        (tile.on_board(np.array(middle) * scale), sd_in)
        for middle in (NORTH_WEST_MARKER_IN, SOUTH_EAST_MARKER_IN)
    ]


def _standing(view: View, top_px: Array, spots: Sequence[tuple[Array, float]]) -> Stand | None:
    """The stand of a top on the spot that its line of sight passes over at some height of a figure."""
    (ground,) = view.to_plane(top_px)
    run = (view.centre_in[:2] - ground) / view.height_in
    best: Stand | None = None
    nearest_in = ON_SPOT_IN
    for middle, sd_in in spots:
        height_in = float(np.clip((middle - ground) @ run / max(float(run @ run), 1e-9), *HEIGHTS_IN))
        away_in = float(np.linalg.norm(ground + height_in * run - middle))
        if away_in < nearest_in:
            nearest_in = away_in
            best = Stand(view, top_px, TOP_SD_PX, middle, sd_in**2 * np.eye(2))
    return best


def _solved(name: str, stands: Sequence[Stand]) -> Measured:
    try:
        solved = solve_height(stands)
    except HeightRefused as error:
        return Measured(name, len(stands), None, str(error))
    return Measured(name, len(stands), (solved.height_in - CAP_OVER_FOLD_IN, solved.sd_in))
