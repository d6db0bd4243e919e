"""A PDF of sheets: its pages, each with a heading and a ruler to check the printer with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import TypeVar

from fpdf.prefs import ViewerPreferences
from pennysight.calibration.sheets.marks import GREY, HAIRLINE, INK, check_ruler
from pennysight.calibration.sheets.paper import MM_PER_IN, RULER_IN, Paper, SheetError
from pennysight.calibration.sheets.pen import SANS, SERIF, Canvas, Pen
from pennysight.calibration.tile_art import Point

Item = TypeVar("Item")

MARGIN_IN = 0.4  # printers leave the outermost quarter of an inch white, and a correction may need some more
SIDE_IN = 0.375  # of things to cut out, which need no more than to be whole
HEADING_IN = 0.94
FOOTING_IN = 0.88
_RULER_NOTE = (
    f"This ruler must read {RULER_IN:g} in",
    f"({RULER_IN * MM_PER_IN:.1f} mm). If it does not,",
    "print again with --ruler-reads.",
)


@dataclass(frozen=True)
class Page:
    """A page's pen, and the room that is free between heading and ruler."""

    pen: Pen
    left: float
    right: float
    bottom: float
    top: float

    @property
    def middle(self) -> float:
        """Half-way between left and right."""
        return (self.left + self.right) / 2

    def grid(self, columns: int, rows: int, cell_in: Point, gap_in: Point) -> list[Point]:
        """South-west corners of cells, row by row from the top, in the middle of the page's width."""
        (width, height), (across, down) = cell_in, gap_in
        left = self.middle - (columns * width + (columns - 1) * across) / 2
        return [
            (left + column * (width + across), self.top - height - row * (height + down))
            for row in range(rows)
            for column in range(columns)
        ]


class Book:
    """Sheets of one size of paper, drawn `scale` times as large: whole, so that less has room on a page."""

    def __init__(self, paper: Paper, scale: float = 1.0) -> None:
        self.paper = paper
        self._scale = scale
        self._pdf = Canvas(paper.width_in, paper.height_in)
        self._pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
        self._pdf.set_title("Pennysight: sheets to print")
        self._pdf.set_creator(f"Pennysight {metadata.version('pennysight')}")

    def size(self, landscape: bool = False) -> Point:
        """Width and height of a page in inches as they are drawn."""
        upright = self.paper.width_in / self._scale, self.paper.height_in / self._scale
        return upright[::-1] if landscape else upright

    def page(self, title: str, how: str, landscape: bool = False) -> Page:
        """A new page with a title, a line that says what to do with it, and the check ruler."""
        self._pdf.settle()
        self._pdf.add_page(orientation="landscape" if landscape else "portrait")
        width, height = self.size(landscape)
        pen = Pen(self._pdf, turn=complex(self._scale))
        left, right = MARGIN_IN, width - MARGIN_IN
        pen.text(title, (left, height - 0.54), 0.15, INK, SERIF)
        note = f"Pennysight, page {self._pdf.page}, {self.paper.name}: print at actual size (100%)"
        pen.text(note, (right, height - 0.54), 0.08, GREY, SANS, "right")
        pen.line(HAIRLINE, [(left, height - 0.61), (right, height - 0.61)])
        pen.text(how, (left, height - 0.74), 0.085, INK, within_in=right - left)
        check_ruler(pen, (left, 0.56))
        drawn = () if self._scale == 1 else (f"All is drawn at {self._scale:.2%}.",)
        for n, line in enumerate((*_RULER_NOTE, *drawn)):
            pen.text(line, (left + RULER_IN + 0.22, 0.68 - 0.12 * n), 0.065, INK)
        return Page(pen, left, right, FOOTING_IN, height - HEADING_IN)

    def spread(
        self, items: Sequence[Item], title: str, how: str, columns: int, cell_in: Point, gap_in: Point
    ) -> Iterator[tuple[Pen, Item]]:
        """Each item with a pen at the south-west corner of its cell, over as many pages as they need.

        There are `columns` of them, or as many as fit.

        Raises:
            SheetError: a single one does not fit the paper.
        """
        (cell_width, cell_height), (across, down) = cell_in, gap_in
        width, height = self.size()
        rows = int((height - HEADING_IN - FOOTING_IN + down) / (cell_height + down))
        columns = min(columns, int((width - 2 * SIDE_IN + across) / (cell_width + across)))
        if rows < 1 or columns < 1:
            raise SheetError(f"the sheet '{title}' does not fit {self.paper.name} paper")
        for first in range(0, len(items), columns * rows):
            page = self.page(title, how)
            cells = page.grid(columns, rows, cell_in, gap_in)
            for at, item in zip(cells, items[first : first + columns * rows], strict=False):
                yield page.pen.placed(at), item

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return int(self._pdf.pages_count)

    def pdf(self) -> bytes:
        """The file."""
        self._pdf.settle()
        return bytes(self._pdf.output())
