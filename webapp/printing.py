"""Sheets to print, from what a person asks for to files."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
from pennysight.calibration.printspec import TILE_SIDE_IN
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.caps import cap_sheet
from pennysight.calibration.sheets.charuco import charuco_sheet
from pennysight.calibration.sheets.corners import corner_sheet
from pennysight.calibration.sheets.figures import figure_sheets
from pennysight.calibration.sheets.hats import hat_sheets
from pennysight.calibration.sheets.labels import label_sheets
from pennysight.calibration.sheets.paper import PAPERS
from pennysight.calibration.sheets.pictures import DPI, page_pictures
from pennysight.calibration.sheets.ruler import ruler_sheet
from pennysight.calibration.sheets.stickers import sticker_sheets
from pennysight.calibration.sheets.tiles import tile_sheets
from pennysight.calibration.sheets.tokens import token_sheets
from pennysight.calibration.tile_art import TileArt


class Order(msgspec.Struct, frozen=True):
    """What to print: `scale` is how much larger than life, for a printer that shrinks."""

    paper: str = "letter"
    scale: float = 1.0
    tiles: Sequence[TileArt] = ()
    tile_side_in: float = TILE_SIDE_IN


def _markers(book: Book, order: Order) -> None:
    sticker_sheets(book, order.tiles, order.tile_side_in)
    label_sheets(book, order.tiles)
    corner_sheet(book, order.tile_side_in)


SHEETS: dict[str, Callable[[Book, Order], None]] = {
    "ruler": lambda book, _: ruler_sheet(book),
    "charuco": lambda book, _: charuco_sheet(book),
    "tiles": lambda book, order: tile_sheets(book, order.tiles, order.tile_side_in),
    "figures": lambda book, _: figure_sheets(book),
    "caps": lambda book, _: cap_sheet(book),
    "hats": lambda book, _: hat_sheets(book),
    "tokens": lambda book, _: token_sheets(book),
    "markers": _markers,
}


def drawn(sheets: str, order: Order) -> Book:
    """The sheets of that name, or `all` of them.

    Raises:
        SheetError: they cannot be printed as asked.
    """
    book = Book(PAPERS[order.paper], order.scale)
    for name, draw in SHEETS.items():
        if sheets in (name, "all"):
            draw(book, order)
    return book


def write_pictures(pdf: bytes, stem: Path) -> Iterator[Path]:
    """Write each page as `STEM-01.png` and so on; yields what was written."""
    for n, picture in enumerate(page_pictures(pdf), 1):
        path = stem.with_name(f"{stem.name}-{n:02}.png")
        picture.save(path, dpi=(DPI, DPI))
        yield path
