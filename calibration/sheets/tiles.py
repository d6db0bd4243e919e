"""Tiles on paper: whole where the paper is large enough, else as two halves that are glued together."""

from collections.abc import Sequence

from pennysight.calibration.printspec import (
    NORTH_WEST_MARKER_IN,
    SOUTH_EAST_MARKER_IN,
    TILE_SIDE_IN,
    tile_marker_ids,
)
from pennysight.calibration.sheets.book import FOOTING_IN, HEADING_IN, SIDE_IN, Book, Page
from pennysight.calibration.sheets.labels import LABEL_IN, draw_label
from pennysight.calibration.sheets.markers import draw_marker, tile_scale
from pennysight.calibration.sheets.marks import GREY, HAIRLINE, crop_marks, fold_line
from pennysight.calibration.sheets.paper import SheetError
from pennysight.calibration.sheets.pen import Pen
from pennysight.calibration.tile_art import TileArt

OVERLAP_IN = 0.4
CROP_IN = 0.09
LABEL_GAP_IN = 0.1


def tile_sheets(book: Book, arts: Sequence[TileArt], side_in: float = TILE_SIDE_IN) -> None:
    """Each tile with its label, at exact size; of another side, everything on a tile is scaled with it.

    Raises:
        SheetError: tiles of that side do not fit the paper, even halved.
    """
    tile_scale(side_in)
    upright, across = (_room(*book.size(landscape)) for landscape in (False, True))
    below = LABEL_IN[1] + LABEL_GAP_IN
    whole = min(upright[0], upright[1] - below)
    most = min(across[0], 2 * (across[1] - max(below, OVERLAP_IN)))
    if side_in > most:
        raise SheetError(
            f"a tile of {side_in:g} in does not fit {book.paper.name} paper, even in two halves: expected at "
            f"most {most:.1f} in"
        )
    for art in arts:
        if side_in <= whole:
            _whole(book, art, side_in)
        else:
            _halves(book, art, side_in)


def draw_tile(pen: Pen, art: TileArt) -> None:
    """A tile of 9 in with its south-west corner at the pen's origin, and nothing beyond its edge."""
    with pen.clipped(0, 0, TILE_SIDE_IN, TILE_SIDE_IN):
        pen.inks(art.inks)
    for marker_id, centre in zip(
        tile_marker_ids(art.number), (NORTH_WEST_MARKER_IN, SOUTH_EAST_MARKER_IN), strict=True
    ):
        draw_marker(pen, marker_id, centre)


def _whole(book: Book, art: TileArt, side_in: float) -> None:
    page = book.page(f"Tile {art.number}: {art.name}{_size(side_in)}", "Stiff card. Cut out at the marks.")
    x, y = page.middle - side_in / 2, page.top - side_in
    draw_tile(page.pen.placed((x, y), scale=tile_scale(side_in)), art)
    crop_marks(page.pen, x, y, side_in, side_in, CROP_IN)
    draw_label(page.pen.placed((x + 0.25, y - LABEL_GAP_IN - LABEL_IN[1])), art)


def _halves(book: Book, art: TileArt, side_in: float) -> None:
    half = side_in / 2
    north = book.page(
        f"Tile {art.number}, north half: {art.name}{_size(side_in)}",
        "Cut out at the marks, exactly along its lower edge: that edge is glued onto the south half.",
        landscape=True,
    )
    _part(north, art, side_in, half, half)
    draw_label(north.pen.placed((north.left + 0.6, north.bottom)), art)
    south = book.page(
        f"Tile {art.number}, south half: {art.name}{_size(side_in)}",
        "Glue the north half onto the strip above the dashed line, its lower edge on the line and its sides "
        "at the marks; then cut out the whole tile.",
        landscape=True,
    )
    x, y = _part(south, art, side_in, 0.0, half + OVERLAP_IN)
    seam = y + half
    fold_line(south.pen, (x, seam), (x + side_in, seam))
    ends = ((x - 0.3, x - 0.04), (x + side_in + 0.04, x + side_in + 0.3))
    south.pen.line(HAIRLINE, *([(outer, seam), (inner, seam)] for outer, inner in ends))
    note = "the north half's lower edge lies here"
    south.pen.placed((x - 0.1, seam - 0.1), 90).text(note, (0, 0), 0.06, GREY, align="right")


def _part(page: Page, art: TileArt, side_in: float, from_in: float, height_in: float) -> tuple[float, float]:
    """A strip of a tile, so far above its south edge and so high; its corner's place on the page."""
    x, y = page.middle - side_in / 2, page.top - height_in
    with page.pen.clipped(x, y, side_in, height_in):
        draw_tile(page.pen.placed((x, y - from_in), scale=tile_scale(side_in)), art)
    crop_marks(page.pen, x, y, side_in, height_in, CROP_IN)
    return x, y


def _room(width_in: float, height_in: float) -> tuple[float, float]:
    """What a page leaves for things to cut out."""
    return width_in - 2 * SIDE_IN, height_in - HEADING_IN - FOOTING_IN


def _size(side_in: float) -> str:
    return "" if side_in == TILE_SIDE_IN else f", {side_in:g} in"
