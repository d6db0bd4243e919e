"""The table markers: four corner pieces that lie against a board whose tiles carry no markers."""

from pennysight.calibration.printspec import (
    BOARD_CORNERS,
    TABLE_MARKER_IDS,
    TABLE_MARKER_OFFSET_IN,
    table_marker_offset_in,
)
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.markers import draw_marker
from pennysight.calibration.sheets.marks import GREY, HAIRLINE, INK
from pennysight.calibration.sheets.pen import SERIF, Edge, Pen

ARM_IN = 2 * TABLE_MARKER_OFFSET_IN


def corner_sheet(book: Book) -> None:
    """All four corner pieces, as they lie round the board."""
    page = book.page(
        "Markers for the corners of the table",
        "For a board without markers on its tiles. Stiff card; cut each piece out and push its inner corner "
        "against the board's.",
    )
    for at, name in zip(page.grid(2, 2, (2 * ARM_IN, 2 * ARM_IN), (0.3, 0.5)), BOARD_CORNERS, strict=True):
        _draw_piece(page.pen.placed((at[0] + ARM_IN, at[1] + ARM_IN)), name)


def _draw_piece(pen: Pen, name: str) -> None:
    """A corner piece; the board's corner is at the pen's origin."""
    east, north = (1 if "east" in name else -1), (1 if "north" in name else -1)
    a = ARM_IN
    outline = [(0, 0), (-a, 0), (-a, a), (a, a), (a, -a), (0, -a)]  # of the north-east piece
    turned = [(x * east, y * north) for x, y in outline]
    pen.line(Edge(INK, 0.01), [*turned, turned[0]])
    first = TABLE_MARKER_IDS.start + 2 * BOARD_CORNERS.index(name)
    for marker_id in (first, first + 1):
        x, y = table_marker_offset_in(marker_id)
        draw_marker(pen, marker_id, (x, y))
        pen.text(f"{marker_id}", (x, y - 0.7), 0.06, GREY, align="middle")
    middle = (east * a / 2, north * a / 2)
    pen.text(name, (middle[0], middle[1] + 0.1), 0.13, INK, SERIF, "middle")
    pen.text("corner of the board", (middle[0], middle[1] - 0.08), 0.075, GREY, align="middle")
    tip, back = 0.12, 0.5
    arrow = [[(back, back), (tip, tip)], [(tip + 0.14, tip + 0.02), (tip, tip), (tip + 0.02, tip + 0.14)]]
    pen.line(HAIRLINE, *([(east * x, north * y) for x, y in line] for line in arrow))
