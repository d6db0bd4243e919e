"""The table markers: four corner pieces that lie against a board whose tiles carry no markers."""

from pennysight.calibration.printspec import (
    BOARD_CORNERS,
    TABLE_MARKER_IDS,
    TABLE_MARKER_OFFSET_IN,
    TILE_SIDE_IN,
    table_marker_offset_in,
)
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.markers import draw_marker, tile_scale
from pennysight.calibration.sheets.marks import GREY, HAIRLINE, INK
from pennysight.calibration.sheets.pen import SERIF, Edge, Pen

ARM_IN = 2 * TABLE_MARKER_OFFSET_IN
GAP_IN = (0.3, 0.5)


def corner_sheet(book: Book, tile_side_in: float = TILE_SIDE_IN) -> None:
    """All four corner pieces, as they lie round the board, for tiles of that side.

    They are scaled with the tiles, as all else that the camera finds its place by.
    """
    scale = tile_scale(tile_side_in)
    side = 2 * ARM_IN * scale
    how = (
        "For a board without markers on its tiles. Stiff card; cut each piece out and push its inner corner "
        "against the board's."
    )
    title = "Markers for the corners of the table"
    for pen, name in book.spread(BOARD_CORNERS, title, how, 2, (side, side), GAP_IN):
        _draw_piece(pen.placed((side / 2, side / 2), scale=scale), name)


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
