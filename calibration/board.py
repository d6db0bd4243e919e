"""Where the camera is over the board and where each tile lies, from the markers seen in one picture.

One piece's markers give a first pose; then the camera and every piece, tile or corner piece, are adjusted
together to all markers. The board frame is the grid that fits the tiles best, or where no tile carries
markers, the one in which the corner pieces lie best about the board's corners; each piece keeps its own small
shift and turn in it. Tiles without markers lie where the layout has them.

All is solved as if tiles had the side of print-spec, and scaled in the end: a picture does not tell a large
board from a near one.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from pennysight.calibration.adjustment import TILE_SPREAD_IN2, Adjusted, Belonging, adjust
from pennysight.calibration.camera import Camera
from pennysight.calibration.first_pose import first_placing, place_tiles
from pennysight.calibration.frame import BoardFrame, find_frame
from pennysight.calibration.layout import BoardLayout
from pennysight.calibration.printspec import (
    BOARD_CORNERS,
    MARKER_CELLS,
    NORTH_WEST_MARKER_IN,
    SOUTH_EAST_MARKER_IN,
    TABLE_MARKER_IDS,
    TABLE_MARKER_OFFSET_IN,
    TILE_SIDE_IN,
    table_marker_offset_in,
    tile_marker_corners_in,
    tile_number,
)
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

    @functools.cached_property
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

    def on_board(self, points_in: Array) -> Array:
        """Points of the tile (..., 2), told from its south-west corner, -> points of the board."""
        cos, sin = np.cos(np.deg2rad(self.rotation_deg)), np.sin(np.deg2rad(self.rotation_deg))
        return np.asarray(points_in @ np.array([[cos, sin], [-sin, cos]]) + (self.x_in, self.y_in))

    def marker_corners_in(self, marker: int) -> Array:
        """The corners (4, 2) of one of its markers on the board, as in `MarkerSighting`."""
        return self.on_board(tile_marker_corners_in(marker) * (self.side_in / TILE_SIDE_IN))


@dataclass(frozen=True, eq=False)
class TablePose:
    """The camera over the board, and the tiles on it.

    `marker_rms_px` is the residual of the markers' corners; `left_out` are the ids of markers that were seen
    but not used because they contradict the others. `laid` are the tiles whose markers were not seen: they
    lie where the layout says, or where their art was seen. `corners` are the corner pieces seen, each told by
    its inner corner.
    """

    view: View
    tiles: tuple[TilePose, ...]
    width_in: float
    height_in: float
    marker_rms_px: float
    left_out: tuple[int, ...] = ()
    laid: frozenset[str] = frozenset()
    corners: tuple[TilePose, ...] = ()

    @functools.cached_property
    def marker_centres_in(self) -> Array:
        """Where the markers of the tiles and corner pieces that were seen lie on the board, (M, 2)."""
        middles = np.array([NORTH_WEST_MARKER_IN, SOUTH_EAST_MARKER_IN]) / TILE_SIDE_IN
        pieces = [(tile, middles * tile.side_in) for tile in self.tiles if tile.tile not in self.laid]
        for piece in self.corners:
            first = TABLE_MARKER_IDS.start + 2 * [_corner_name(name) for name in BOARD_CORNERS].index(
                piece.tile
            )
            offsets = np.array([table_marker_offset_in(marker) for marker in (first, first + 1)])
            pieces.append((piece, offsets * piece.side_in / (2 * TABLE_MARKER_OFFSET_IN)))
        return np.concatenate([piece.on_board(points) for piece, points in pieces])


def solve_table(
    markers: Sequence[MarkerSighting],
    camera: Camera,
    tile_numbers: Mapping[int, str],
    start: View | None = None,
    tile_side_in: float = TILE_SIDE_IN,
    layout: BoardLayout | None = None,
) -> TablePose:
    """The pose of the camera and of every tile of `tile_numbers` (number k -> name) that shows a marker.

    `start` is a view known to be about right, which saves the search for a first one. `tile_side_in` is the
    true side of the tiles, with which their markers are scaled. `layout` is what is known of the board
    besides: with it the table markers alone are enough, and its tiles lie in their cells where they show no
    marker.

    Raises:
        TableNotSeenError: too few markers of these tiles and of the corners, or they do not fit together.
    """
    scale = tile_side_in / TILE_SIDE_IN
    sightings = [
        sighting
        for sighting in markers
        if tile_number(sighting.id) in tile_numbers or sighting.id in TABLE_MARKER_IDS
    ]
    _require_enough(len(sightings))
    seen = TileMarkers(
        np.array([sighting.id for sighting in sightings], np.intp),
        np.array([sighting.corners_px for sighting in sightings], float),
        np.array([sighting.covariance_px2 for sighting in sightings], float),
        (1.0 if layout is None else layout.scale) / scale,
    )
    if start is None:
        first = first_placing(camera, seen)
        if first is None:
            raise _no_place()
        placing, misshape_in = first
    else:
        placing, misshape_in = place_tiles(camera, seen, start.R, start.t / scale)
    used = seen.only(misshape_in < _MOST_MISSHAPE_IN)
    while True:
        _require_enough(len(used.ids))
        placing, _ = place_tiles(camera, used, placing.R, placing.t)
        adjusted = adjust(camera, used, placing, Belonging.where_they_lie(placing))
        if not np.isfinite(adjusted.placing.tiles).all():
            raise _no_place()
        frame = find_frame(adjusted.placing.tiles, used, tile_numbers, layout)
        if frame is None:
            raise TableNotSeenError(
                "only the table markers at the board's corners are seen, and nobody has told how large the "
                "board is: say it with --board 36x36, or tell the layout of its tiles"
            )
        placing = adjusted.placing.moved(frame.turn, frame.shift)
        usual = max(1.0, float(np.median(adjusted.misfit)))
        good = frame.on_board[used.tile] & (adjusted.misfit < _MOST_MISFIT_SD * usual)
        if good.all():
            break
        used = used.only(good)
    adjusted = adjust(camera, used, placing, frame.belonging)
    sd = np.sqrt(np.diag(adjusted.covariance)[6:].reshape(-1, 3))
    straight = frame.like_the_others(adjusted.placing.tiles, sd)
    if straight is not None:
        adjusted = adjust(camera, used, adjusted.placing, straight)
    side_px = float(np.median(np.linalg.norm(used.corners_px[:, 0] - used.corners_px[:, 1], axis=1)))
    if not adjusted.rms_px < side_px / MARKER_CELLS:
        raise TableNotSeenError(
            f"the markers are {adjusted.rms_px:.1f} pixels off a flat board, expected less than "
            f"{side_px / MARKER_CELLS:.1f}: is this camera file of this camera, and do the tiles lie flat?"
        )
    measured = [
        _tile(adjusted, index, tile_numbers[int(used.numbers[index])], tile_side_in)
        for index in np.flatnonzero(used.is_tile).tolist()
    ]
    laid = (
        [] if layout is None else _laid_tiles(frame, layout, {tile.tile for tile in measured}, tile_side_in)
    )
    view = View(camera, adjusted.placing.R, adjusted.placing.t, adjusted.covariance[:6, :6])
    return TablePose(
        view.scaled(scale),
        (*measured, *laid),
        frame.columns * tile_side_in,
        frame.rows * tile_side_in,
        adjusted.rms_px,
        tuple(sorted(set(seen.ids.tolist()) - set(used.ids.tolist()))),
        frozenset(tile.tile for tile in laid),
        tuple(_corner(adjusted, index, used, scale) for index in np.flatnonzero(~used.is_tile).tolist()),
    )


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


def _tile(adjusted: Adjusted, index: int, name: str, side_in: float) -> TilePose:
    """A tile that was measured, the piece of that index."""
    x, y, turn = adjusted.placing.tiles[index]
    return _tile_pose(name, (x, y), turn, _variances(adjusted, index), side_in)


def _corner(adjusted: Adjusted, index: int, used: TileMarkers, scale: float) -> TilePose:
    """A corner piece, the piece of that index."""
    x, y, turn = adjusted.placing.tiles[index]
    place_in2, turn2 = _variances(adjusted, index)
    number = int(used.numbers[index])
    return TilePose(
        tile=_corner_name(BOARD_CORNERS[number - TABLE_MARKER_IDS.start // 2]),
        x_in=float(scale * x),
        y_in=float(scale * y),
        rotation_deg=float(np.rad2deg(turn)),
        sd_in=float(scale * np.sqrt(place_in2)),
        sd_deg=float(np.rad2deg(np.sqrt(turn2))),
        side_in=2 * TABLE_MARKER_OFFSET_IN * used.corner_scale * scale,
    )


def _corner_name(corner: str) -> str:
    return f"{corner} corner piece"


def _variances(adjusted: Adjusted, index: int) -> tuple[float, float]:
    """Of where a piece's point lies, along x or y (square inches), and of its turn (square radians)."""
    first = 6 + 3 * index
    x, y, turn = np.diag(adjusted.covariance)[first : first + 3]
    return float(x + y) / 2, float(turn)


def _laid_tiles(frame: BoardFrame, layout: BoardLayout, measured: set[str], side_in: float) -> list[TilePose]:
    """The tiles that lie where the layout says, as nearly as people lay them there."""
    tiles = []
    for name, (column, row) in layout.tiles.items():
        if name not in measured:
            centre = (np.array([column, row]) + 0.5) * TILE_SIDE_IN
            tiles.append(_tile_pose(name, centre, 0.0, frame.laid_sd_in2(centre), side_in))
    return tiles


def _tile_pose(
    name: str, centre_in: Sequence[float] | Array, turn: float, variances: tuple[float, float], side_in: float
) -> TilePose:
    """A tile told as if its side were print-spec's; `variances` of its centre in x or y, and of its turn."""
    scale, half = side_in / TILE_SIDE_IN, TILE_SIDE_IN / 2 * np.sqrt(2)
    place_in2, turn2 = variances
    return TilePose(
        tile=name,
        x_in=float(scale * (centre_in[0] - half * np.cos(turn + np.pi / 4))),
        y_in=float(scale * (centre_in[1] - half * np.sin(turn + np.pi / 4))),
        rotation_deg=float(np.rad2deg(turn)),
        sd_in=float(scale * np.sqrt(place_in2 + TILE_SPREAD_IN2 * turn2 / 2)),
        sd_deg=float(np.rad2deg(np.sqrt(turn2))),
        side_in=side_in,
    )
