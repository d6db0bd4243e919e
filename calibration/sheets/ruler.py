"""A sheet that checks a printer before card is spent: rulers across and up, and outlines to lay things on."""

from pennysight.calibration.printspec import PENNY_DIAMETER_IN
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.marks import GREY, INK, check_ruler
from pennysight.calibration.sheets.paper import RULER_IN
from pennysight.calibration.sheets.pen import SERIF, Edge, Pen

LINE = Edge(INK, 0.006)


def ruler_sheet(book: Book) -> None:
    """The sheet to print first."""
    page = book.page(
        "Is this printer exact?",
        "Print this sheet first, on the card that you will use. Both rulers must read the same, and a penny must "
        "fill its circle.",
    )
    pen, left, top = page.pen, page.left + 0.6, page.top - 0.4
    check_ruler(pen, (left, top - RULER_IN), 90)
    pen.text("Up the page", (left + 0.4, top - 0.1), 0.13, INK, SERIF)
    pen.text("Printers stretch paper along its way", (left + 0.4, top - 0.3), 0.085, GREY)
    pen.text("more than across it: read both rulers.", (left + 0.4, top - 0.44), 0.085, GREY)
    x = left + 2.2
    _square(pen, (x, top - 2.4))
    _pennies(pen, (x + 0.5, top - 3.5))


def _square(pen: Pen, at: tuple[float, float]) -> None:
    pen.rect((255, 255, 255), *at, 1, 1, edge=LINE)
    pen.text("1 in", (at[0] + 0.5, at[1] + 0.45), 0.1, INK, align="middle")
