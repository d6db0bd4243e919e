"""Where to hang a camera: how high, so that the board and the figures on it are in view.

Board frame. A camera hangs over the board's middle, or `offset_in` from there toward the lower edge of its
own picture, whose long side runs along the board's long side.
"""

import math
from collections.abc import Iterator

import msgspec
import numpy as np
from pennysight.calibration import layout
from pennysight.calibration.camera import Camera
from pennysight.calibration.layout import LayoutError
from pennysight.calibration.lens import undistort
from pennysight.calibration.planned_camera import PlanError
from pennysight.calibration.printspec import (
    BOARD_CORNERS,
    CAP_DIAMETER_IN,
    MARKER_SIDE_IN,
    QUIET_ZONE_IN,
    TABLE_MARKER_IDS,
    TABLE_MARKER_OFFSET_IN,
    TILE_COUNT,
    TILE_SIDE_IN,
    marker_corners_in,
    table_marker_offset_in,
    tile_marker_corners_in,
    tile_marker_ids,
)
from pennysight.calibration.projection import Array, View

_WHOLE_TILES = 0.01
_LOWEST_IN, _HIGHEST_IN = 6.0, 400.0
_HEIGHT_STEP_IN = 0.25
"""Nobody hangs a camera more exactly."""
_STRIDE_IN = 2.0
_UPRIGHT_SLOPE = 1e-9


class Board(msgspec.Struct, frozen=True):
    """A board of `columns` x `rows` tiles, whose markers are scaled with their side."""

    columns: int
    rows: int
    tile_side_in: float = TILE_SIDE_IN

    @property
    def width_in(self) -> float:
        """West to east."""
        return self.columns * self.tile_side_in

    @property
    def height_in(self) -> float:
        """South to north."""
        return self.rows * self.tile_side_in

    @property
    def marker_side_in(self) -> float:
        """The black square of a tile marker."""
        return MARKER_SIDE_IN * self.tile_side_in / TILE_SIDE_IN

    def markers_in(self) -> Iterator[tuple[int, Array]]:
        """Each tile marker's id and corners (4, 2) in the board frame."""
        for number in range(self.columns * self.rows):
            row, column = divmod(number, self.columns)
            for marker in tile_marker_ids(number):
                corners = tile_marker_corners_in(marker) / TILE_SIDE_IN + (column, row)
                yield marker, corners * self.tile_side_in

    def table_markers_in(self) -> Iterator[tuple[int, Array]]:
        """The same of the table markers beside the board's corners."""
        for marker in TABLE_MARKER_IDS:
            corner = board_corners_in(self)[(marker - TABLE_MARKER_IDS.start) // 2]
            yield marker, marker_corners_in() + corner + np.array(table_marker_offset_in(marker))


class Hanging(msgspec.Struct, frozen=True):
    """How a camera hangs: its lens `height_in` over the tiles, `offset_in` from over the board's middle.

    `tilt_deg` is how far it looks from straight down, toward the upper edge of its picture.
    """

    height_in: float
    offset_in: float
    tilt_deg: float


class InView(msgspec.Struct, frozen=True):
    """What has to be in the picture: the board, figures of that height all over it, and a margin.

    With `table_markers` it is these that the camera finds the board by, and they have to be in it too.
    """

    board: Board
    figure_height_in: float
    margin_in: float
    table_markers: bool


def parse_board(text: str, tile_side_in: float = TILE_SIDE_IN) -> Board:
    """A board of whole tiles by its width and height in inches, `36x36`.

    Raises:
        PlanError: it is no such size, or not of whole tiles.
    """
    try:
        told = layout.parse_board(text, tile_side_in)
    except LayoutError as error:
        raise PlanError(str(error)) from None
    columns, rows = round(told.columns), round(told.rows)
    if min(columns, rows) < 1 or max(abs(columns - told.columns), abs(rows - told.rows)) > _WHOLE_TILES:
        raise PlanError(
            f"the board is '{text}', expected whole tiles of {tile_side_in:g} in a side, like "
            f"{4 * tile_side_in:g}x{4 * tile_side_in:g} or {5 * tile_side_in:g}x{3 * tile_side_in:g}"
        )
    if columns * rows > TILE_COUNT:
        raise PlanError(f"the board is '{text}' of {columns * rows} tiles, expected at most {TILE_COUNT}")
    return Board(columns, rows, tile_side_in)


def hung(camera: Camera, board: Board, hanging: Hanging) -> View:
    """The view of a camera that hangs so; nothing is uncertain about it."""
    tilt = math.radians(hanging.tilt_deg)
    right, up = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    if (board.width_in < board.height_in) != (camera.width_px < camera.height_px):
        right, up = up, -right
    down = np.array([0.0, 0.0, -1.0])
    forward = math.sin(tilt) * up + math.cos(tilt) * down
    R = np.stack([right, np.cross(forward, right), forward])
    centre = np.array([board.width_in / 2, board.height_in / 2, hanging.height_in]) - hanging.offset_in * up
    return View(camera, R, -R @ centre, np.zeros((6, 6)))


def aimed(height_in: float, offset_in: float, tilt_deg: float | None) -> Hanging:
    """A camera at that height, tilted as given or else so that it looks at the board's middle."""
    if tilt_deg is None:
        tilt_deg = math.degrees(math.atan2(offset_in, height_in))
    return Hanging(height_in, offset_in, tilt_deg)


def least_hanging(camera: Camera, wanted: InView, offset_in: float, tilt_deg: float | None) -> Hanging:
    """The lowest way to hang it, in quarters of an inch, that has all in view.

    Raises:
        PlanError: there is none.
    """

    def serves(height_in: float) -> bool:
        return is_in_view(hung(camera, wanted.board, aimed(height_in, offset_in, tilt_deg)), wanted)

    rising = np.arange(_LOWEST_IN, _HIGHEST_IN, _STRIDE_IN)
    for height_in in rising:
        if serves(height_in):
            steps = np.arange(height_in - _STRIDE_IN + _HEIGHT_STEP_IN, height_in, _HEIGHT_STEP_IN)
            least_in = next(filter(serves, steps), height_in)
            return aimed(float(least_in), offset_in, tilt_deg)
    raise PlanError(
        f"the board is never whole in the picture up to {_HIGHEST_IN:g} in: use a wider lens, or tilt and "
        "shift the camera less"
    )


def is_in_view(view: View, wanted: InView) -> bool:
    """Whether all that is wanted lies in the picture."""
    camera = view.camera
    points = outline_in(wanted)
    corner = np.array([(-0.5, -0.5), (camera.width_px - 0.5, camera.height_px - 0.5)])
    # Far outside the picture the lens's polynomial bends back into it.
    most_slope = np.linalg.norm(undistort(camera, corner), axis=1).max()
    beyond = points @ view.R.T + view.t
    if (beyond[:, 2] <= 0).any() or (
        np.linalg.norm(beyond[:, :2], axis=1) > most_slope * beyond[:, 2] + _UPRIGHT_SLOPE
    ).any():
        return False
    pixels = view.to_pixels(points)
    return bool(((pixels >= corner[0]) & (pixels <= corner[1])).all())


def outline_in(wanted: InView) -> Array:
    """Points (N, 3) round the board that have to be in the picture."""
    marker_reach = TABLE_MARKER_OFFSET_IN + MARKER_SIDE_IN / 2 + QUIET_ZONE_IN
    flat = wanted.margin_in + (marker_reach if wanted.table_markers else 0.0)
    top = wanted.margin_in + CAP_DIAMETER_IN / 2
    return np.concatenate([_ring(wanted.board, flat, 0.0), _ring(wanted.board, top, wanted.figure_height_in)])


def _ring(board: Board, beyond_in: float, z_in: float) -> Array:
    """The corners and the sides' middles of the board's outline moved outward."""
    x = np.array([-beyond_in, board.width_in / 2, board.width_in + beyond_in])
    y = np.array([-beyond_in, board.height_in / 2, board.height_in + beyond_in])
    return np.array([(east, north, z_in) for east in x for north in y])


def squares_px(view: View, middles_in: Array, z_in: float, side_in: float) -> Array:
    """The sides (N,) that level squares about places (N, 2) have in the picture, by their area."""
    half = side_in / 2
    around = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    corners = np.pad(middles_in[:, None] + around, ((0, 0), (0, 0), (0, 1)), constant_values=z_in)
    x, y = np.moveaxis(view.to_pixels(corners.reshape(-1, 3)).reshape(-1, 4, 2), 2, 0)
    return np.asarray(np.sqrt(np.abs((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(axis=1)) / 2))


def board_corners_in(board: Board) -> Array:
    """The board's corners (4, 2), in the order of `BOARD_CORNERS`."""
    return np.array(
        [(board.width_in * ("east" in name), board.height_in * ("north" in name)) for name in BOARD_CORNERS],
        float,
    )
