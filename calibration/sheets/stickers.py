"""Markers as stickers, for tiles that carry none: each goes flush into its corner of the tile."""

from collections.abc import Sequence

from pennysight.calibration.printspec import (
    MARKER_SIDE_IN,
    QUIET_ZONE_IN,
    SOUTH_EAST_MARKER_IN,
    TILE_SIDE_IN,
    tile_marker_ids,
)
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.markers import draw_marker, tile_scale
from pennysight.calibration.sheets.marks import HAIRLINE, INK, crop_marks
from pennysight.calibration.sheets.pen import Pen
from pennysight.calibration.tile_art import TileArt

INSET_IN = SOUTH_EAST_MARKER_IN[1]  # of a marker's centre from both edges of its tile's corner
STICKER_IN = INSET_IN + MARKER_SIDE_IN / 2 + QUIET_ZONE_IN


def sticker_sheets(book: Book, arts: Sequence[TileArt], tile_side_in: float = TILE_SIDE_IN) -> None:
    """Both markers of each tile, for a tile of that side."""
    scale = tile_scale(tile_side_in)
    side = STICKER_IN * scale
    how = "Matt sticker paper. Cut at the marks; the bracketed corner goes flush into its corner of the tile."
    both = [(art, second) for art in arts for second in (False, True)]
    for pen, (art, second) in book.spread(both, "Markers for tiles", how, 4, (side, side), (0.3, 0.16)):
        _draw_sticker(pen.placed((0, 0), scale=scale), art, second)


def _draw_sticker(pen: Pen, art: TileArt, second: bool) -> None:
    """A tile's north-west marker or its second, the sticker's south-west corner at the pen's origin."""
    marker_id = tile_marker_ids(art.number)[second]
    far = STICKER_IN - INSET_IN
    draw_marker(pen, marker_id, (far, INSET_IN) if second else (INSET_IN, far))
    edge = 0.0 if second else STICKER_IN
    inward = 1 if second else -1
    corner = (STICKER_IN if second else 0.0, edge)
    pen.line(HAIRLINE, [(corner[0] - inward * 0.1, edge), corner, (corner[0], edge + inward * 0.1)])
    caption = f"{art.name} {'south-east' if second else 'north-west'} {marker_id}"
    pen.text(
        caption, (STICKER_IN / 2, edge + inward * 0.09 - 0.03), 0.055, INK, align="middle", within_in=1.05
    )
    crop_marks(pen, 0, 0, STICKER_IN, STICKER_IN, arm_in=0.08)
