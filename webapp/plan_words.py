"""A plan for people."""

import math

from pennysight.calibration.planner import Hanging
from pennysight.webapp.planning import Expected, Plan, PlannedCamera, Question, Sizes


def plan_text(question: Question, planned: Plan) -> str:
    """The plan for people."""
    hang, camera = planned.hang, planned.camera
    lines = [
        f"Hang the lens {hang.height_in:g} in ({_cm(hang.height_in)}) above the tiles, {_where(hang)}.",
        "",
        f"  camera                 {camera.width_px} x {camera.height_px}, {_fov(camera)}",
        f"  board                  {_board(question, planned)}",
        f"  pixels to the inch     {_size_text(planned.px_per_in)}",
        f"  a tile marker is       {_size_text(planned.marker_px)} pixels wide",
        f"  a cap is               {_size_text(planned.cap_px)} pixels wide",
        f"  figures seem to lean   up to {planned.lean_in:.1f} in outward (which is taken out)",
        "",
    ]
    lines += _expected_lines(planned.expected)
    lines += ["", *(f"Beware: {caution.text}." for caution in planned.warnings)]
    return "\n".join(lines).rstrip()


def _expected_lines(expected: Expected | None) -> list[str]:
    if expected is None:
        return ["  How exact it would be cannot be said: not every marker is in the picture."]
    lines = ["  Expected error of a distance between two capped figures (95 of 100 are within)"]
    for name, one in (
        ("in the middle", expected.middle),
        ("in a corner", expected.corner),
        ("corner to corner", expected.across),
    ):
        if one is None:
            lines.append(f"    {name}: not in the picture")
        else:
            tape = _sixty_fourths(one.within_95_in)
            lines.append(f"    {f'{one.distance_in:.2g} in, {name}':<24} {one.within_95_in:.3f} in  ({tape})")
    return lines


def _cm(length_in: float) -> str:
    return f"{length_in * 2.54:.0f} cm"


def _fov(camera: PlannedCamera) -> str:
    return f"{camera.fov_deg:.0f} degrees across ({camera.diagonal_fov_deg:.0f} along the diagonal)"


def _board(question: Question, planned: Plan) -> str:
    board, figures_in = planned.board, planned.figure_height_in
    size = f"{board.width_in:g} x {board.height_in:g} in"
    return f"{size}, figures {figures_in:g} in high, {question.in_view.margin_in:g} in to spare"


def _where(hang: Hanging) -> str:
    over = (
        "over the middle of the board"
        if not hang.offset_in
        else f"{abs(hang.offset_in):g} in from over the middle of the board, toward the picture's "
        f"{'lower' if hang.offset_in > 0 else 'upper'} edge"
    )
    if abs(hang.tilt_deg) < 0.05:
        return f"{over}, looking straight down"
    return f"{over}, tilted by {abs(hang.tilt_deg):.0f} degrees"


def _size_text(sizes: Sizes) -> str:
    middle, least = (f"{value:.0f}" for value in (sizes.middle, sizes.least))
    return middle if middle == least else f"{middle} ({least} in the farthest corner)"


def _sixty_fourths(length_in: float) -> str:
    """A length as a tape measure would show it."""
    if length_in < 1 / 128:
        return "under 1/64"
    count = math.ceil(64 * length_in)
    divisor = math.gcd(count, 64)
    return f"about {count // divisor}/{64 // divisor}"
