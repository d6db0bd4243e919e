"""QR labels that say which tile a tile is: for people's phones, and for cameras that see them well."""

from collections.abc import Sequence

import numpy as np
import segno
from pennysight.calibration.printspec import (
    TILE_CODE_PREFIX,
    TILE_CODE_SIDE_IN,
    TILE_LABEL_SIDE_IN,
    tile_marker_ids,
)
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.marks import GREY, INK, crop_marks, fold_line
from pennysight.calibration.sheets.pen import SERIF, Pen
from pennysight.calibration.tile_art import TileArt

LABEL_IN = (3.4, TILE_LABEL_SIDE_IN)


def label_sheets(book: Book, arts: Sequence[TileArt]) -> None:
    """A label for each tile, for those who do not print the tiles."""
    how = (
        "Cut out at the marks and glue each to its tile's back; or cut off the square, and stick it on the "
        "face, into the north-east corner."
    )
    for pen, art in book.spread(arts, "Labels of the tiles", how, 2, LABEL_IN, (0.3, 0.28)):
        draw_label(pen, art)


def draw_label(pen: Pen, art: TileArt) -> None:
    """A label with its south-west corner at the pen's origin."""
    width, height = LABEL_IN
    code = np.array(segno.make_qr(TILE_CODE_PREFIX + art.name, error="m").matrix, bool)
    cell = TILE_CODE_SIDE_IN / len(code)
    white = (TILE_LABEL_SIDE_IN - TILE_CODE_SIDE_IN) / 2
    pen.cells(code, (white, white), cell)
    fold_line(pen, (TILE_LABEL_SIDE_IN, 0), (TILE_LABEL_SIDE_IN, height))
    left = TILE_LABEL_SIDE_IN + 0.12
    room = width - left - 0.1
    pen.text(art.name, (left, height - 0.42), 0.13, INK, SERIF, within_in=room)
    north_west, south_east = tile_marker_ids(art.number)
    lines = [
        f"tile {art.number}",
        f"markers {north_west} and {south_east}",
        "whole, on the back of the tile;",
        "or the square in its NE corner",
    ]
    for n, line in enumerate(lines):
        pen.text(line, (left, height - 0.68 - 0.18 * n), 0.085, GREY, within_in=room)
    crop_marks(pen, 0, 0, width, height, arm_in=0.06)
