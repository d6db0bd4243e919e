"""Drawing on a page in inches, y up: a thin layer over fpdf2 that can be moved, turned and scaled.

Everything is vector. Shapes that touch are one path where a hairline between them would show.
"""

import cmath
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Literal

import numpy as np
from fpdf import FPDF
from fpdf.drawing import PaintedPath
from fpdf.drawing_primitives import DeviceGray, DeviceRGB
from fpdf.enums import IntersectionRule, PathPaintRule, StrokeCapStyle, StrokeJoinStyle
from fpdf.errors import FPDFUnicodeEncodingException
from numpy.typing import NDArray
from pennysight.calibration.sheets.paper import SheetError
from pennysight.calibration.tile_art import Ink, Point, Rgb

BLACK: Final[Rgb] = (0, 0, 0)
WHITE: Final[Rgb] = (255, 255, 255)

PT_PER_IN = 72.0

Align = Literal["left", "middle", "right"]


@dataclass(frozen=True)
class Font:
    """One of the fonts that every reader of PDF has; `cap_height` is a capital's height in ems."""

    family: str
    style: str
    cap_height: float


SERIF: Final = Font("Times", "B", 0.676)
SANS: Final = Font("Helvetica", "", 0.718)
SANS_BOLD: Final = Font("Helvetica", "B", 0.718)


@dataclass(frozen=True)
class Edge:
    """An outline: its colour and width, round at corners."""

    rgb: Rgb
    width_in: float


class Canvas(FPDF):
    """A PDF in inches whose shapes wait until they are wanted: fpdf2 is far faster with many at once."""

    def __init__(self, width_in: float, height_in: float) -> None:
        super().__init__(unit="in", format=(width_in, height_in))
        self.set_auto_page_break(False)
        self.core_fonts_encoding = "windows-1252"
        self._waiting: list[PaintedPath] = []

    def lay(self, path: PaintedPath) -> None:
        """Put a shape over everything that is there."""
        self._waiting.append(path)

    def settle(self) -> None:
        """Put what waits onto the page; to be called before anything is drawn by other means."""
        if self._waiting:
            with self.drawing_context() as drawn:
                for path in self._waiting:
                    drawn.add_item(path, clone=False)
            self._waiting.clear()


@dataclass(frozen=True)
class Pen:
    """Draws on the current page of `canvas`.

    A point (x, y) of its own frame lies at `at + turn * (x + iy)`, in inches from the page's south-west
    corner; `turn` holds both turn and scale.
    """

    canvas: Canvas
    at: complex = 0j
    turn: complex = 1 + 0j

    def placed(self, at: Point, turn_deg: float = 0.0, scale: float = 1.0) -> "Pen":
        """A pen whose origin lies at `at`, turned counter-clockwise and scaled about it."""
        turn = self.turn * cmath.rect(scale, math.radians(turn_deg))
        return replace(self, at=self._page(at), turn=turn)

    def fill(self, rgb: Rgb, *outlines: Sequence[Point], edge: Edge | None = None) -> None:
        """The insides of the outlines, as one shape."""
        path = PaintedPath()
        for outline in outlines:
            for n, (x, y) in enumerate(map(self._paper, outline)):
                (path.line_to if n else path.move_to)(x, y)
            path.close()
        self._paint(path, rgb, edge)

    def rect(
        self, rgb: Rgb, x: float, y: float, width: float, height: float, edge: Edge | None = None
    ) -> None:
        """A rectangle by its south-west corner."""
        self.fill(rgb, box(x, y, width, height), edge=edge)

    def blob(self, rgb: Rgb, points: Sequence[Point], edge: Edge | None = None) -> None:
        """A smooth closed shape with the points as its corners, which it rounds off."""
        corners = np.array([self._paper(point) for point in points])
        middles = (corners + np.roll(corners, -1, axis=0)) / 2
        path = PaintedPath()
        path.move_to(*middles[-1].tolist())
        for corner, middle in zip(corners.tolist(), middles.tolist(), strict=True):
            path.quadratic_curve_to(*corner, *middle)
        path.close()
        self._paint(path, rgb, edge)

    def disc(self, rgb: Rgb | None, at: Point, radius_in: float, edge: Edge | None = None) -> None:
        """A disc, or with an edge alone a circle."""
        path = PaintedPath()
        path.circle(*self._paper(at), radius_in * abs(self.turn))
        self._paint(path, rgb, edge)

    def line(self, edge: Edge, *lines: Sequence[Point], dash_in: float = 0.0) -> None:
        """Lines, round at corners and ends; dashed where `dash_in` says how long a dash is."""
        path = PaintedPath()
        for points in lines:
            for n, (x, y) in enumerate(map(self._paper, points)):
                (path.line_to if n else path.move_to)(x, y)
        path.style.auto_close = False
        if dash_in:
            path.style.stroke_dash_pattern = [dash_in * abs(self.turn)]
        self._paint(path, None, edge)

    def cells(self, black: NDArray[np.bool_], at: Point, side_in: float) -> None:
        """Square cells (rows, columns), the black ones inked; the first row is on top, `at` south-west."""
        rows = len(black)
        outlines = [
            box(
                at[0] + column * side_in,
                at[1] + (rows - row - height) * side_in,
                width * side_in,
                height * side_in,
            )
            for row, column, height, width in _blocks(black)
        ]
        self.fill(BLACK, *outlines)

    def text(
        self,
        text: str,
        at: Point,
        height_in: float,
        rgb: Rgb,
        font: Font = SANS,
        align: Align = "left",
        within_in: float = math.inf,
    ) -> None:
        """Letters on a baseline that starts, has its middle or ends at `at`.

        Capitals are `height_in` high, or less where that would make the line longer than `within_in`.

        Raises:
            SheetError: a letter that the fonts do not have.
        """
        self.canvas.settle()
        size_pt = height_in / font.cap_height * abs(self.turn) * PT_PER_IN
        self.canvas.set_text_color(rgb)
        try:
            self.canvas.set_font(font.family, font.style, size_pt)
            shrink = min(1.0, within_in * abs(self.turn) / max(self.canvas.get_string_width(text), 1e-9))
            self.canvas.set_font(font.family, font.style, size_pt * shrink)
            width = self.canvas.get_string_width(text)
            x, y = self._paper(at)
            with self.canvas.rotation(math.degrees(cmath.phase(self.turn)), x, y):
                self.canvas.text(x - width * {"left": 0.0, "middle": 0.5, "right": 1.0}[align], y, text)
        except FPDFUnicodeEncodingException as error:
            raise SheetError(
                f"'{text}' has the letter '{error.character}', expected letters of western Europe"
            ) from None

    def inks(self, inks: Iterable[Ink]) -> None:
        """The shapes of a tile's art; neighbours of one look become one shape."""
        for (rgb, width_in, text, height_in), alike in groupby(
            inks, lambda ink: (ink.rgb, ink.width_in, ink.text, ink.height_in)
        ):
            lines = [ink.points for ink in alike]
            if text:
                (x, y) = lines[0][0]
                self.text(text, (x, y - height_in / 2), height_in, rgb, SERIF, "middle")
            elif width_in:
                self.line(Edge(rgb, width_in), *lines)
            else:
                self.fill(rgb, *lines)

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Let nothing be drawn outside a rectangle; for a pen that is not turned."""
        self.canvas.settle()
        left, top = self._paper((x, y + height))
        with (
            self.canvas.local_context(),  # fpdf2 forgets otherwise that the font ends with the clip
            self.canvas.rect_clip(left, top, width * abs(self.turn), height * abs(self.turn)),
        ):
            yield
            self.canvas.settle()

    def _page(self, point: Point) -> complex:
        return self.at + self.turn * complex(*point)

    def _paper(self, point: Point) -> Point:
        """Where fpdf2 has the point: from the page's north-west corner, y down."""
        place = self._page(point)
        return place.real, self.canvas.h - place.imag

    def _paint(self, path: PaintedPath, rgb: Rgb | None, edge: Edge | None) -> None:
        style = path.style
        style.intersection_rule = IntersectionRule.NONZERO
        if rgb is not None:
            style.fill_color = _colour(rgb)
            style.paint_rule = PathPaintRule.FILL_NONZERO
        if edge is not None:
            style.stroke_color = _colour(edge.rgb)
            style.stroke_width = edge.width_in * abs(self.turn)
            style.stroke_cap_style = StrokeCapStyle.ROUND
            style.stroke_join_style = StrokeJoinStyle.ROUND
            style.paint_rule = PathPaintRule.STROKE if rgb is None else PathPaintRule.STROKE_FILL_NONZERO
        self.canvas.lay(path)


def box(x: float, y: float, width: float, height: float) -> list[Point]:
    """The corners of a rectangle, counter-clockwise from its south-west one."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def polar(at: Point, radius_in: float, angles_deg: Iterable[float]) -> list[Point]:
    """Points round a centre, by their angles counter-clockwise from east."""
    turns = map(math.radians, angles_deg)
    return [(at[0] + radius_in * math.cos(turn), at[1] + radius_in * math.sin(turn)) for turn in turns]


def toned(rgb: Rgb, factor: float) -> Rgb:
    """The colour darker by a factor below 1; above 1 that much of the way from 1 to 2 toward white."""
    if factor <= 1:
        red, green, blue = (round(value * factor) for value in rgb)
    else:
        red, green, blue = (round(value + (255 - value) * (factor - 1)) for value in rgb)
    return red, green, blue


def _colour(rgb: Rgb) -> DeviceGray | DeviceRGB:
    """Greys as such, so that black is printed with black ink alone."""
    red, green, blue = (value / 255 for value in rgb)
    return DeviceGray(red) if red == green == blue else DeviceRGB(red, green, blue)


def _blocks(black: NDArray[np.bool_]) -> Iterator[tuple[int, int, int, int]]:
    """The black cells as few rectangles (row, column, height, width)."""
    begun: dict[tuple[int, int], int] = {}  # a run's first and last column -> the row that it began in
    for row, cells in enumerate([*black, np.zeros(black.shape[1], bool)]):
        edges = np.flatnonzero(np.diff(cells, prepend=False, append=False)).tolist()
        runs = set(zip(edges[::2], edges[1::2], strict=True))
        for first, end in begun.keys() - runs:
            start = begun.pop((first, end))
            yield start, first, row - start, end - first
        for run in runs:
            begun.setdefault(run, row)
