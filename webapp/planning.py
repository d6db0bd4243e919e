"""A plan for a camera: how it hangs, what its picture would show, and how exact that would be.

There is no formula for the errors: the planned table's markers are handed to the code that places a real one,
caps are drawn and fitted, and the covariances that come out are those that such a table would have.
"""

import math

import msgspec
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.accuracy import WITHIN_95, ErrorMap, Lattice, Places, board_lattice, error_map
from pennysight.calibration.board import TableNotSeenError, solve_table
from pennysight.calibration.camera import Camera
from pennysight.calibration.layout import BoardLayout
from pennysight.calibration.planned_camera import PlanError, fields_of_view_deg
from pennysight.calibration.planner import (
    Board,
    Hanging,
    InView,
    aimed,
    board_corners_in,
    hung,
    is_in_view,
    least_hanging,
    squares_px,
)
from pennysight.calibration.printspec import CAP_DIAMETER_IN, MARKER_CELLS
from pennysight.calibration.projection import Array, View
from pennysight.vision.expected import expected_cap_covariance_in2, expected_sightings
from pennysight.vision.figures.caps import CAP_OVER_FOLD_IN

FORMAT = "pennysight-plan/1"

LEAST_PX_PER_IN = 28
LEAST_MARKER_PX = 2.5 * MARKER_CELLS
"""Markers of 2.5 pixels a cell are still read; a film's of 2 are, while nothing lies on them."""
BOOM_ARM_IN = 60.0
"""What a boom arm clamped to a table reaches above it."""
LEAST_HEIGHT_IN = 36.0
"""Below, figures lean so far outward in the picture that they hide each other."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked.

    `height_in` is None for the least that has all in view, `tilt_deg` None to aim at the board's middle.
    """

    camera: Camera
    in_view: InView
    height_in: float | None = None
    offset_in: float = 0.0
    tilt_deg: float | None = None


class Sizes(msgspec.Struct, frozen=True):
    """Something's size in the picture, in the middle of the board and where it is least."""

    middle: float
    least: float


class ExpectedDistance(msgspec.Struct, frozen=True):
    """How far a distance between two capped figures will be off: one standard deviation, and 95 of 100."""

    distance_in: float
    sd_in: float
    within_95_in: float


class Expected(msgspec.Struct, frozen=True):
    """The errors to expect in the board's middle, in its worst corner, and from corner to corner.

    None for what is not in the picture.
    """

    middle: ExpectedDistance | None
    corner: ExpectedDistance | None
    across: ExpectedDistance | None


class Caution(msgspec.Struct, frozen=True):
    """What speaks against the plan: a code for programs, a sentence for people."""

    code: str
    text: str


class PlannedCamera(msgspec.Struct, frozen=True):
    """The camera of a plan."""

    width_px: int
    height_px: int
    fov_deg: float
    diagonal_fov_deg: float


class PlannedBoard(msgspec.Struct, frozen=True):
    """The board of a plan."""

    width_in: float
    height_in: float


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """`pennysight-plan/1`.

    `lean_in` is how far outward the fold of a figure in the board's farthest corner seems to stand;
    `expected` is None where not every tile is in the picture.
    """

    format: str = FORMAT
    camera: PlannedCamera
    board: PlannedBoard
    figure_height_in: float
    hang: Hanging
    in_view: bool
    px_per_in: Sizes
    marker_px: Sizes
    cap_px: Sizes
    lean_in: float
    expected: Expected | None
    warnings: list[Caution]


def plan(question: Question) -> Plan:
    """Answer a question.

    Raises:
        PlanError: no height has the board in view.
    """
    wanted, camera = question.in_view, question.camera
    board, figure_height_in = wanted.board, wanted.figure_height_in
    if question.height_in is None:
        hanging = least_hanging(camera, wanted, question.offset_in, question.tilt_deg)
    else:
        hanging = aimed(question.height_in, question.offset_in, question.tilt_deg)
    view = known_view(camera, wanted, hanging)
    exact_view = view or hung(camera, board, hanging)
    middle = np.array([[board.width_in / 2, board.height_in / 2]])
    places = np.concatenate([middle, board_corners_in(board)])
    px_per_in, marker_px, cap_px = (
        _sizes(squares_px(exact_view, places, z_in, side_in))
        for z_in, side_in in (
            (0.0, 1.0),
            (0.0, board.marker_side_in),
            (figure_height_in + CAP_OVER_FOLD_IN, CAP_DIAMETER_IN),
        )
    )
    fov_deg, diagonal_deg = fields_of_view_deg(camera)
    planned = Plan(
        camera=PlannedCamera(camera.width_px, camera.height_px, round(fov_deg, 2), round(diagonal_deg, 2)),
        board=PlannedBoard(board.width_in, board.height_in),
        figure_height_in=figure_height_in,
        hang=hanging,
        in_view=is_in_view(exact_view, wanted),
        px_per_in=px_per_in,
        marker_px=marker_px,
        cap_px=cap_px,
        lean_in=_lean_in(exact_view, board, figure_height_in),
        expected=None if view is None else expected_errors_of(view, board, figure_height_in),
        warnings=[],
    )
    return msgspec.structs.replace(planned, warnings=_warnings(question, planned))


def known_view(camera: Camera, wanted: InView, hanging: Hanging) -> View | None:
    """The view of a camera that hangs so, as it would be known from the markers in its picture.

    None where a tile, or a table marker, is not in the picture.
    """
    board = wanted.board
    view = hung(camera, board, hanging)
    laid = list(board.table_markers_in() if wanted.table_markers else board.markers_in())
    sightings = expected_sightings(
        camera, [(marker, view.to_pixels(np.pad(corners, ((0, 0), (0, 1))))) for marker, corners in laid]
    )
    if wanted.table_markers and len(sightings) < len(laid):
        return None
    names = {
        number: str(number) for number in range(0 if wanted.table_markers else board.columns * board.rows)
    }
    layout = BoardLayout(board.columns, board.rows)
    try:
        table = solve_table(sightings, camera, names, view, board.tile_side_in, layout)
    except TableNotSeenError:
        return None
    return table.view if len(table.tiles) == len(names) else None


def expected_errors(view: View, lattice: Lattice, figure_height_in: float) -> ErrorMap:
    """What to expect of distances between figures of that height in a picture with this view."""
    z_in = figure_height_in + CAP_OVER_FOLD_IN
    own_in2 = expected_cap_covariance_in2(view, figure_height_in, lattice.xy_in)
    own_in2[~_in_picture(view, lattice.xy_in, z_in)] = np.nan
    return error_map(lattice, Places(view, lattice.xy_in, z_in, own_in2))


def _in_picture(view: View, places_in: Array, z_in: float) -> NDArray[np.bool_]:
    """Which places (N, 2) at that height the picture shows."""
    pixels = view.to_pixels(np.column_stack([places_in, np.full(len(places_in), z_in)]))
    return np.asarray(((pixels >= 0) & (pixels < (view.camera.width_px, view.camera.height_px))).all(axis=1))


def expected_errors_of(view: View, board: Board, figure_height_in: float) -> Expected:
    """The same in three numbers."""
    lattice = board_lattice(board.width_in, board.height_in, board.tile_side_in)
    errors = expected_errors(view, lattice, figure_height_in)
    return Expected(
        _distance(errors.apart_in, errors.middle_sd_in),
        _distance(errors.apart_in, errors.corner_sd_in),
        _distance(errors.across_in, errors.across_sd_in),
    )


def _distance(distance_in: float, sd_in: float) -> ExpectedDistance | None:
    if not math.isfinite(sd_in):
        return None
    return ExpectedDistance(round(distance_in, 2), round(sd_in, 5), round(WITHIN_95 * sd_in, 5))


def _sizes(middle_and_corners_px: Array) -> Sizes:
    middle, *corners = np.nan_to_num(middle_and_corners_px).tolist()  # what is behind the lens has no size
    return Sizes(round(middle, 2), round(min(middle, *corners), 2))


def _lean_in(view: View, board: Board, figure_height_in: float) -> float:
    """How far from its foot the fold of a figure seems to stand, in the board's farthest corner."""
    away = np.linalg.norm(board_corners_in(board) - view.centre_in[:2], axis=1).max()
    return round(float(away * figure_height_in / (view.height_in - figure_height_in)), 2)


def _warnings(question: Question, planned: Plan) -> list[Caution]:
    """What speaks against it, in plain words, the worst first."""
    found = []
    height_in, scale, marker_px = planned.hang.height_in, planned.px_per_in.middle, planned.marker_px.least
    if not planned.in_view:
        text = f"not all of the board is in the picture at {height_in:g} in: {_remedy(question)}"
        found.append(Caution("not-in-view", text))
    if round(scale) < LEAST_PX_PER_IN:
        text = (
            f"only {scale:.0f} pixels to the inch, expected {LEAST_PX_PER_IN} or more: use a "
            "camera of more pixels, or a smaller board"
        )
        found.append(Caution("few-pixels", text))
    if marker_px < LEAST_MARKER_PX:
        text = (
            f"a tile marker is only {marker_px:.0f} pixels wide where it is least, and is lost in dim light: "
            f"expected {LEAST_MARKER_PX:.0f} or more"
        )
        found.append(Caution("small-markers", text))
    if height_in > BOOM_ARM_IN:
        text = (
            f"{height_in:g} in is more than a boom arm clamped to the table reaches (about {BOOM_ARM_IN:g}): "
            "hang the camera from the ceiling or a shelf, or use a wider lens"
        )
        found.append(Caution("high", text))
    if height_in < LEAST_HEIGHT_IN:
        text = (
            f"from {height_in:g} in a figure in the board's corner leans outward by {planned.lean_in:.1f} in "
            f"and hides others: hang the camera {LEAST_HEIGHT_IN:g} in up or higher, with a narrower lens"
        )
        found.append(Caution("low", text))
    return found


def _remedy(question: Question) -> str:
    try:
        least = least_hanging(question.camera, question.in_view, question.offset_in, question.tilt_deg)
    except PlanError:
        return "use a wider lens, or tilt and shift the camera less"
    return f"hang it {least.height_in:g} in up, or use a wider lens"


def plan_points(planned: Plan) -> list[tuple[tuple[float, float], str, ExpectedDistance]]:
    """Where on the board the errors are told for, in words, and how large they are."""
    if planned.expected is None:
        return []
    width_in, height_in = planned.board.width_in, planned.board.height_in
    told = (
        ((width_in / 2, height_in / 2), "in the middle", planned.expected.middle),
        ((0.0, 0.0), "in a corner", planned.expected.corner),
    )
    return [(place, name, one) for place, name, one in told if one is not None]
