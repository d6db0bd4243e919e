"""Where the camera is over the board and where each tile lies, from the tile markers seen in one picture.

One tile's markers give a first pose; then the camera and every tile are adjusted together to all markers. The
board frame is the grid that fits the tiles best; each tile keeps its own small shift and turn in it.

All is solved as if tiles had the side of print-spec, and scaled in the end: a picture does not tell a large
board from a near one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from pennysight.calibration.adjustment import TILE_SPREAD_IN2, Adjusted, adjust
from pennysight.calibration.camera import Camera
from pennysight.calibration.first_pose import first_placing, place_tiles
from pennysight.calibration.grid import Grid, cell_centres_in, find_grid
from pennysight.calibration.printspec import MARKER_CELLS, TILE_SIDE_IN, tile_number
from pennysight.calibration.projection import Array, View
from pennysight.calibration.tile_markers import TileMarkers

_LEAST_MARKERS = 2  # a single one leaves two poses that explain it equally well
_MOST_MISSHAPE_IN = 1.0  # under the first pose, which may still be rough far from where it was taken
_MOST_MISFIT_SD = 6.0  # in the end: beyond it a marker is bent, misread, or not where its tile is


class TableNotSeenError(ValueError):
    """The markers in a picture do not show a board; the message is one sentence."""


@dataclass(frozen=True, eq=False)
class MarkerSighting:
    """A marker as a picture shows it.

    `corners_px` (4, 2) of its black square, the printed top left first, then clockwise as printed;
    `covariance_px2` (8, 8) of their coordinates, x and y in turn.
    """

    id: int
    corners_px: Array
    covariance_px2: Array

    @property
    def sd_px(self) -> float:
        """One standard deviation of a corner's coordinate, over the four corners."""
        return float(np.sqrt(np.trace(self.covariance_px2) / 8))


class TilePose(msgspec.Struct, frozen=True):
    """A tile where it lies in the board frame: its south-west corner, and its turn about that corner.

    `sd_in` is one standard deviation of where a point of the tile lies, along x or y, taken over the whole
    tile; `sd_deg` that of the turn. `side_in` is how long its sides are.
    """

    tile: str
    x_in: float
    y_in: float
    rotation_deg: float
    sd_in: float
    sd_deg: float
    side_in: float = TILE_SIDE_IN


@dataclass(frozen=True, eq=False)
class TablePose:
    """The camera over the board, and the tiles on it.

    `marker_rms_px` is the residual of the markers' corners; `left_out` are the ids of tile markers that were
    seen but not used because they contradict the others.
    """

    view: View
    tiles: tuple[TilePose, ...]
    width_in: float
    height_in: float
    marker_rms_px: float
    left_out: tuple[int, ...] = ()


def solve_table(
    markers: Sequence[MarkerSighting],
    camera: Camera,
    tile_numbers: Mapping[int, str],
    start: View | None = None,
    tile_side_in: float = TILE_SIDE_IN,
) -> TablePose:
    """The pose of the camera and of every tile of `tile_numbers` (number k -> name) that shows a marker.

    `start` is a view known to be about right, which saves the search for a first one. `tile_side_in` is the
    true side of the tiles, with which their markers are scaled.

    Raises:
        TableNotSeenError: too few markers of these tiles, or they do not fit together.
    """
    sightings = [sighting for sighting in markers if tile_number(sighting.id) in tile_numbers]
    _require_enough(len(sightings))
    seen = TileMarkers(
        np.array([sighting.id for sighting in sightings], np.intp),
        np.array([sighting.corners_px for sighting in sightings], float),
        np.array([sighting.covariance_px2 for sighting in sightings], float),
    )
    if start is None:
        first = first_placing(camera, seen)
        if first is None:
            raise _no_place()
        placing, misshape_in = first
    else:
        placing, misshape_in = place_tiles(camera, seen, start.R, start.t * (TILE_SIDE_IN / tile_side_in))
    used = seen.only(misshape_in < _MOST_MISSHAPE_IN)
    while True:
        _require_enough(len(used.ids))
        placing, _ = place_tiles(camera, used, placing.R, placing.t)
        adjusted = adjust(camera, used, placing, placing.tiles[:, :2])
        if not np.isfinite(adjusted.placing.tiles).all():
            raise _no_place()
        grid = find_grid(adjusted.placing.tiles)
        placing = adjusted.placing.moved(grid.turn, grid.shift)
        usual = max(1.0, float(np.median(adjusted.misfit)))
        good = grid.on_board[used.tile] & (adjusted.misfit < _MOST_MISFIT_SD * usual)
        if good.all():
            break
        used = used.only(good)
    adjusted = adjust(camera, used, placing, cell_centres_in(grid.cells))
    side_px = float(np.median(np.linalg.norm(used.corners_px[:, 0] - used.corners_px[:, 1], axis=1)))
    if not adjusted.rms_px < side_px / MARKER_CELLS:
        raise TableNotSeenError(
            f"the tile markers are {adjusted.rms_px:.1f} pixels off a flat board, expected less than "
            f"{side_px / MARKER_CELLS:.1f}: is this camera file of this camera, and do the tiles lie flat?"
        )
    left_out = sorted(set(seen.ids) - set(used.ids))
    return _table(camera, used, adjusted, grid, tile_numbers, left_out, tile_side_in)


def _require_enough(count: int) -> None:
    if count < _LEAST_MARKERS:
        raise TableNotSeenError(
            f"{count or 'no'} tile marker{'s' * (count != 1)} of a flat board can be read, expected at least "
            f"{_LEAST_MARKERS}: bring the whole board into view, in even light"
        )


def _no_place() -> TableNotSeenError:
    return TableNotSeenError(
        "the tile markers fit no place of the camera: is this camera file of this camera?"
    )


def _table(
    camera: Camera,
    used: TileMarkers,
    adjusted: Adjusted,
    grid: Grid,
    tile_numbers: Mapping[int, str],
    left_out: Sequence[int],
    tile_side_in: float,
) -> TablePose:
    placing, covariance, scale = adjusted.placing, adjusted.covariance, tile_side_in / TILE_SIDE_IN
    tiles = []
    for index, number in enumerate(used.numbers):
        x, y, turn = placing.tiles[index]
        half = TILE_SIDE_IN / 2 * np.sqrt(2)
        own = covariance[6 + 3 * index : 9 + 3 * index, 6 + 3 * index : 9 + 3 * index]
        tiles.append(
            TilePose(
                tile=tile_numbers[int(number)],
                x_in=float(scale * (x - half * np.cos(turn + np.pi / 4))),
                y_in=float(scale * (y - half * np.sin(turn + np.pi / 4))),
                rotation_deg=float(np.rad2deg(turn)),
                sd_in=scale * float(np.sqrt((own[0, 0] + own[1, 1] + TILE_SPREAD_IN2 * own[2, 2]) / 2)),
                sd_deg=float(np.rad2deg(np.sqrt(own[2, 2]))),
                side_in=tile_side_in,
            )
        )
    return TablePose(
        View(camera, placing.R, placing.t, covariance[:6, :6]).scaled(scale),
        tuple(tiles),
        grid.columns * tile_side_in,
        grid.rows * tile_side_in,
        adjusted.rms_px,
        tuple(int(marker) for marker in left_out),
    )
