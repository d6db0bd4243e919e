"""How the characters are drawn: flat colours with a dark outline, like paper dolls."""

from collections.abc import Sequence
from typing import Final

from pennysight.calibration.sheets.marks import INK
from pennysight.calibration.sheets.pen import Edge, Pen, polar
from pennysight.calibration.tile_art import Point, Rgb

OUTLINE: Final = Edge(INK, 0.014)
FINE: Final = Edge(INK, 0.009)

WOOD: Final[Rgb] = (150, 108, 66)
IRON: Final[Rgb] = (168, 172, 178)
BRASS: Final[Rgb] = (214, 176, 84)
BONE: Final[Rgb] = (232, 224, 200)
LEATHER: Final[Rgb] = (104, 72, 50)
NIGHT: Final[Rgb] = (44, 38, 48)
ROPE: Final[Rgb] = (222, 204, 158)
FLAME: Final[Rgb] = (255, 206, 84)


def bar(pen: Pen, rgb: Rgb, points: Sequence[Point], width_in: float) -> None:
    """A stick, limb or rope along a line, outlined."""
    pen.line(Edge(INK, width_in + 2 * OUTLINE.width_in), points)
    pen.line(Edge(rgb, width_in), points)


def oval(
    pen: Pen, rgb: Rgb, at: Point, width_in: float, height_in: float, edge: Edge | None = OUTLINE
) -> None:
    """An upright oval by its middle."""
    round_ = polar((0.0, 0.0), 0.54, range(0, 360, 30))  # the blob comes out a little within its corners
    pen.blob(rgb, [(at[0] + x * width_in, at[1] + y * height_in) for x, y in round_], edge)


def flame(pen: Pen, at: Point) -> None:
    """A candle's flame, by its foot."""
    x, y = at
    pen.blob(FLAME, [(x, y), (x + 0.035, y + 0.03), (x, y + 0.11), (x - 0.035, y + 0.03)], FINE)
