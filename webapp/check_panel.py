"""One panel of a check's picture: a square map of the board with a title above and room below."""

import math
from typing import Final

import numpy as np
import pypdfium2
from pennysight.calibration.printspec import TILE_SIDE_IN
from pennysight.calibration.sheets.marks import GREY, INK
from pennysight.calibration.sheets.pen import SANS, SERIF, WHITE, Canvas, Edge, Pen, box
from pennysight.calibration.tile_art import Point, Rgb
from pennysight.webapp.checking import Check
from PIL import Image

PX_PER_IN = 240
WIDTH_IN, MAP_IN = 4.4, 4.0
"""Of one panel and its map; on a phone it is as wide as the screen, and its letters as high as the page's."""
HEAD_IN, FOOT_IN = 0.62, 0.85
LETTER_IN = 0.085

GROUND: Final[Rgb] = (251, 246, 236)
ARROW: Final[Rgb] = (176, 48, 20)
_NICE = (1, 2, 2.5, 5, 10)


class Panel:
    """One square map with a title above and room below; draws in the board's inches through `board`."""

    def __init__(self, canvas: Canvas, left_in: float, made: Check, title: str, note: str) -> None:
        self.page = Pen(canvas).placed((left_in, 0.0))
        top_in = canvas.h
        self.page.text(title, (0.2, top_in - 0.3), 0.13, INK, SERIF, within_in=MAP_IN)
        self.page.text(note, (0.2, top_in - 0.5), LETTER_IN, GREY, within_in=MAP_IN)
        size = made.board.width_in, made.board.height_in
        self.scale = MAP_IN / max(size)
        self.at = 0.2 + (MAP_IN - size[0] * self.scale) / 2, FOOT_IN
        self.left_in = left_in
        self.board = self.page.placed(self.at, scale=self.scale)

    def letters(self, height_in: float) -> float:
        """The height in the board's inches of letters that are so high on the page."""
        return height_in / self.scale


def canvas_of(made: Check, panels: int = 1) -> Canvas:
    """A page for so many panels side by side."""
    board = made.board
    height_in = HEAD_IN + MAP_IN * board.height_in / max(board.width_in, board.height_in) + FOOT_IN
    canvas = Canvas(panels * WIDTH_IN, height_in)
    canvas.add_page()
    Pen(canvas).rect(GROUND, 0, 0, canvas.w, canvas.h)
    return canvas


def picture_of(canvas: Canvas) -> Image.Image:
    """The page as a picture."""
    canvas.settle()
    document = pypdfium2.PdfDocument(bytes(canvas.output()))
    try:
        drawn: Image.Image = document[0].render(scale=PX_PER_IN / 72).to_pil()
    finally:
        document.close()
    return drawn


def outlines(panel: Panel, made: Check, rgb: Rgb) -> None:
    """The tiles as they lie."""
    side_in = made.board.tile_side_in
    for tile in made.tiles:
        lying = panel.board.placed((tile.x_in, tile.y_in), tile.rotation_deg)
        lying.line(Edge(rgb, panel.letters(0.01)), [*box(0, 0, side_in, side_in), (0, 0)])


def tile_names(panel: Panel, made: Check) -> None:
    """The names of the tiles, at their feet."""
    side_in = made.board.tile_side_in
    for tile in made.tiles:
        lying = panel.board.placed((tile.x_in, tile.y_in), tile.rotation_deg)
        at = side_in / 2, 0.4 * side_in / TILE_SIDE_IN
        lying.text(tile.tile, at, panel.letters(0.055), GREY, SANS, "middle", within_in=0.75 * side_in)


def hatch(panel: Panel, column: int, row: int, side_in: float) -> None:
    """An empty cell of the grid."""
    x, y = column * side_in, row * side_in
    steps = np.linspace(0, side_in, 7)
    up = [[(x + step, y), (x, y + step)] for step in steps]
    down = [[(x + side_in, y + step), (x + step, y + side_in)] for step in steps]
    panel.board.line(Edge(WHITE, panel.letters(0.012)), *up, *down)


def arrow(panel: Panel, start: Point, end: Point) -> None:
    """An arrow from one place on the board to another."""
    places = [(panel.at[0] + x * panel.scale, panel.at[1] + y * panel.scale) for x, y in (start, end)]
    arrow_on_page(panel.page, places[0], places[1])


def arrow_on_page(pen: Pen, start: Point, end: Point) -> None:
    """An arrow from one place on the page to another."""
    edge = Edge(ARROW, 0.016)
    along = np.subtract(end, start)
    length = float(np.hypot(*along))
    lines: list[list[Point]] = [[start, end]]
    if length > 0.02:
        x, y = along / length * min(0.06, length / 2)
        lines.append(
            [(end[0] - x - y / 2, end[1] - y + x / 2), end, (end[0] - x + y / 2, end[1] - y - x / 2)]
        )
    pen.line(edge, *lines)


def nice_above(value: float) -> float:
    """The next round number: 0.02, 0.025, 0.05 ..."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in _NICE if step * power >= value * (1 - 1e-9))
