"""A sheet that checks a printer before card is spent: rulers across and up, and outlines to lay things on."""

from pennysight.calibration.printspec import CAP_DIAMETER_IN, MARKER_SIDE_IN, PENNY_DIAMETER_IN, TOKEN_SIDE_IN
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.marks import GREY, INK, check_ruler
from pennysight.calibration.sheets.paper import RULER_IN
from pennysight.calibration.sheets.pen import SERIF, WHITE, Edge, Pen
from pennysight.calibration.tile_art import Point

LINE = Edge(INK, 0.006)


def ruler_sheet(book: Book) -> None:
    """The sheet to print first."""
    page = book.page(
        "Is this printer exact?",
        "Print this sheet first, on the card that you will use, at actual size, and lay a good ruler on it.",
    )
    pen, x, top = page.pen, page.left + 1.6, page.top - 0.3
    check_ruler(pen, (page.left + 0.5, top - RULER_IN), 90)
    paragraphs = (
        ("Read both rulers.", "The one at the bottom runs across the paper, the one on the left along it.",
         "If both read 6 in (152.4 mm) as exactly as you can tell, print on."),
        ("If both are off by the same,", "type what they read, and everything is drawn to make up for it:",
         "pennysight print tiles --ruler-reads 5.97      (or 151.6mm)"),
        ("If they differ,", "or are off by more than 3 percent, the printer fits pages or is worn: look for",
         "'actual size' or 'scale: 100%' in its dialogue, or take the sheets to a print shop."),
    )  # fmt: skip
    for n, (title, *lines) in enumerate(paragraphs):
        y = top - 0.15 - 0.8 * n
        pen.text(title, (x, y), 0.13, INK, SERIF)
        for k, line in enumerate(lines):
            pen.text(line, (x, y - 0.2 - 0.16 * k), 0.085, INK, within_in=page.right - x)
    _outlines(pen, (x, top - 4.7))


def _outlines(pen: Pen, at: Point) -> None:
    """Things of known size, to lay the real ones on."""
    x, y = at
    pen.text("Or lay things on these", (x, y + 1.5), 0.13, INK, SERIF)
    for n, (diameter, name) in enumerate(
        ((PENNY_DIAMETER_IN, "US penny"), (24.26 / 25.4, "US quarter"), (16.25 / 25.4, "1 euro cent"))
    ):
        middle = (x + 0.5 + 1.35 * n, y + 0.75)
        pen.disc(None, middle, diameter / 2, LINE)
        pen.text(name, (middle[0], y + 0.02), 0.08, GREY, align="middle")
        pen.text(f"{diameter:.3f} in", (middle[0], y - 0.12), 0.08, GREY, align="middle")
    squares = (
        (TOKEN_SIDE_IN, "flat token"),
        (1.0, "melee range"),
        (MARKER_SIDE_IN, "marker"),
        (CAP_DIAMETER_IN, "figure"),
    )
    for n, (side, name) in enumerate(squares):
        left = x + 1.25 * n
        pen.rect(WHITE, left, y - 1.55, side, side, edge=LINE)
        pen.text(name, (left, y - 1.7), 0.08, GREY)
        pen.text(f"{side:g} in", (left, y - 1.84), 0.08, GREY)
