"""What is drawn beside the things to cut out: cut marks, fold lines, and the ruler that checks a printer."""

from typing import Final

from pennysight.calibration.sheets.paper import MM_PER_IN, RULER_IN
from pennysight.calibration.sheets.pen import SANS_BOLD, Edge, Pen
from pennysight.calibration.tile_art import Point, Rgb

INK: Final[Rgb] = (52, 42, 38)
GREY: Final[Rgb] = (110, 104, 100)
PAPER: Final[Rgb] = (240, 233, 216)
"""The light ground that drawings stand on."""
PALE: Final[Rgb] = (172, 168, 164)

HAIRLINE: Final = Edge(GREY, 0.006)
CUT: Final = Edge(PALE, 0.008)
"""Where scissors follow a line on the thing itself; it is pale, for what stays of it."""

FOLD_DASH_IN: Final = 0.05


def crop_marks(pen: Pen, x: float, y: float, width: float, height: float, arm_in: float = 0.12) -> None:
    """Ticks outside the corners of a rectangle to cut out, in line with its sides."""
    near, far = arm_in / 3, arm_in / 3 + arm_in
    ticks: list[list[Point]] = []
    for side_x, out_x in ((x, -1), (x + width, 1)):
        for side_y, out_y in ((y, -1), (y + height, 1)):
            ticks.append([(side_x + out_x * near, side_y), (side_x + out_x * far, side_y)])
            ticks.append([(side_x, side_y + out_y * near), (side_x, side_y + out_y * far)])
    pen.line(HAIRLINE, *ticks)


def fold_line(pen: Pen, start: Point, end: Point) -> None:
    """A dashed line to fold along."""
    pen.line(HAIRLINE, [start, end], dash_in=FOLD_DASH_IN)


def check_ruler(pen: Pen, at: Point, turn_deg: float = 0.0) -> None:
    """A ruler of 6 inches, sixteenths above and millimetres below its line, which starts at `at`."""
    ruler = pen.placed(at, turn_deg)
    ruler.line(Edge(INK, 0.008), [(0, 0), (RULER_IN, 0)])
    sixteenths, mms = range(round(RULER_IN * 16) + 1), range(int(RULER_IN * MM_PER_IN) + 1)
    ticks = [[(n / 16, 0.0), (n / 16, _reach(n, _INCH_TICKS))] for n in sixteenths]
    ticks += [[(n / MM_PER_IN, 0.0), (n / MM_PER_IN, -_reach(n, _MM_TICKS))] for n in mms]
    ruler.line(Edge(INK, 0.006), *ticks)
    for n in sixteenths[::16]:
        ruler.text(f"{n // 16}", (n / 16 + 0.03, 0.14), 0.08, INK, SANS_BOLD)
    for n in mms[::10]:
        ruler.text(f"{n}", (n / MM_PER_IN + 0.02, -0.17), 0.05, GREY)


def _reach(number: int, ticks: tuple[tuple[int, float], ...]) -> float:
    """How long a ruler's tick is, so many of its smallest units from the start."""
    return next(length for step, length in ticks if number % step == 0)


_INCH_TICKS = ((16, 0.22), (8, 0.13), (4, 0.1), (2, 0.07), (1, 0.045))
_MM_TICKS = ((10, 0.16), (5, 0.08), (1, 0.045))
