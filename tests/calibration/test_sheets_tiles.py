"""Tiles on paper: whole or in halves, of any size, their markers where the camera expects them."""

import cv2
import numpy as np
import pytest
import zxingcpp
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.paper import PAPERS, SheetError
from pennysight.calibration.sheets.pictures import DPI
from pennysight.calibration.sheets.stickers import sticker_sheets
from pennysight.calibration.sheets.tiles import tile_sheets
from pennysight.calibration.tile_art import Ink, TileArt
from pennysight.rules.tile_library import library
from pennysight.webapp.tile_art import tile_art

from tests.calibration.rendered import (
    ART,
    EXACT_IN,
    PAPER,
    Grey,
    book,
    grey,
    markers,
    middle_of,
    pages,
    ticks,
)


@pytest.mark.parametrize("paper", ["tabloid", "a3"])
def test_a_whole_tile_is_9_inches_with_its_markers_where_the_camera_expects_them(paper: str) -> None:
    (page,) = pages(book(lambda b: tile_sheets(b, ART[6:7]), paper))
    found = markers(grey(page))
    assert sorted(found) == [12, 13]
    north_west, south_east = middle_of(found[12]), middle_of(found[13])
    assert south_east - north_west == pytest.approx([7.5, 7.5], abs=EXACT_IN)
    top = north_west[1] - 0.75
    west, east = (ticks(grey(page), top - 0.08)[k] for k in (0, -1))
    assert east - west == pytest.approx(9.0, abs=EXACT_IN)
    assert north_west[0] - west == pytest.approx(0.75, abs=EXACT_IN)
    up = ticks(np.ascontiguousarray(grey(page).T), west - 0.08)  # and the heading's letters
    for edge in (top, top + 9):
        assert min(up, key=lambda y: abs(y - edge)) == pytest.approx(edge, abs=EXACT_IN)


@pytest.mark.slow
def test_two_halves_glued_at_the_seam_are_the_whole_tile() -> None:
    art = TileArt("my-tile", 18, [
        Ink((150, 165, 100), [(0, 0), (9, 0), (9, 9), (0, 9)]),
        Ink((200, 40, 34), [(1, 0.5), (8, 8.5), (8, 2)]),
        Ink((58, 47, 43), [(0, 5), (4, 4.2), (9, 4.6)], 0.2),
        Ink((52, 42, 38), [(4.5, 0.42)], text="My Tile", height_in=0.24),
    ])  # fmt: skip
    (whole,) = pages(book(lambda b: tile_sheets(b, [art]), "tabloid"))
    north, south = pages(book(lambda b: tile_sheets(b, [art])))
    side = 9 * DPI

    def cut(page: Grey, marker: int, above_in: float, height_in: float) -> Grey:
        """So much of the tile, from so far above its marker's centre."""
        x, y = middle_of(markers(grey(page))[marker])
        left, top = round((x - (8.25 if marker % 2 else 0.75)) * DPI), round((y - above_in) * DPI)
        return page[top : top + round(height_in * DPI), left : left + side]

    glued = np.vstack([cut(north, 36, 0.75, 4.5), cut(south, 37, 3.75, 4.5)])
    truth = cut(whole, 36, 0.75, 9.0)
    apart = np.abs(cv2.blur(glued, (9, 9)).astype(float) - cv2.blur(truth, (9, 9)).astype(float)).max(axis=2)
    seam = np.abs(np.arange(side) - 4.5 * DPI) < 12  # the dashed line lies there
    assert apart[~seam].max() < 60
    assert apart[~seam].mean() < 0.5
    overlap = cut(south, 37, 4.1, 0.3)
    assert np.abs(overlap.astype(float) - truth[round(4.15 * DPI) : round(4.45 * DPI)]).mean() < 2


def test_a_tile_of_another_size_is_scaled_with_all_that_is_on_it() -> None:
    (page,) = pages(book(lambda b: tile_sheets(b, ART[6:7], 7.5)))
    found = markers(grey(page))
    for left, _, right, _ in found.values():
        assert right - left == pytest.approx(0.75, abs=EXACT_IN)
    assert middle_of(found[13]) - middle_of(found[12]) == pytest.approx([6.25, 6.25], abs=EXACT_IN)


def test_a_tile_that_fits_not_even_in_two_halves_is_refused_with_what_would() -> None:
    with pytest.raises(
        SheetError, match="12 in does not fit Letter paper, even in two halves: expected at most 10"
    ):
        tile_sheets(Book(PAPERS["letter"]), ART[:1], 12.0)


@pytest.mark.parametrize("side_in", [0.0, -9.0, 3.9, 80.0, float("nan"), float("inf")])
def test_a_tile_that_fits_no_paper_is_refused(side_in: float) -> None:
    for sheets in (tile_sheets, sticker_sheets):
        with pytest.raises(SheetError, match=r"expected|does not fit"):
            sheets(Book(PAPERS["letter"]), ART[:1], side_in)


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "name"), [("letter", "witch-grove"), ("a4", "cult-home")])
def test_each_half_holds_its_marker_exactly_in_its_place_and_all_is_read_from_it(
    paper: str, name: str
) -> None:
    """With all that is drawn on a tile round them."""
    pyzbar = pytest.importorskip("pyzbar.pyzbar", reason="zbar is not installed", exc_type=ImportError)
    art = tile_art(library()[name])
    north, south = pages(book(lambda b: tile_sheets(b, [art]), paper))
    # From the marker to the cut marks beyond the north edge of the one half, the south edge of the other.
    halves = ((north, 2 * art.number, 0.75, -0.83), (south, 2 * art.number + 1, 8.25, 0.83))
    for sheet, marker, across_in, down_in in halves:
        found = markers(grey(sheet))
        assert list(found) == [marker]
        left, top, right, bottom = found[marker]
        assert (right - left, bottom - top) == (pytest.approx(0.9, abs=EXACT_IN),) * 2
        x, y = middle_of(found[marker])
        west, east = (ticks(grey(sheet), y + down_in)[k] for k in (0, -1))
        assert east - west == pytest.approx(9.0, abs=EXACT_IN)
        assert x - west == pytest.approx(across_in, abs=EXACT_IN)
    codes = [code.data.decode() for code in pyzbar.decode(cv2.pyrDown(grey(north)))]
    assert codes == [f"pennysight:tile/{art.name}"]
    assert [code.text for code in zxingcpp.read_barcodes(grey(north))] == codes


@PAPER
def test_the_label_on_a_tiles_own_sheet_is_read_and_lies_beside_the_tile(paper: str) -> None:
    north, south = pages(book(lambda b: tile_sheets(b, ART[15:16]), paper))
    assert zxingcpp.read_barcodes(grey(south)) == []
    (code,) = zxingcpp.read_barcodes(grey(north))
    assert code.text == "pennysight:tile/strange-old-shack"
    width_in = (code.position.top_right.x - code.position.top_left.x) / DPI
    assert width_in == pytest.approx(1.2, abs=0.02)
    _, top, _, _ = markers(grey(north))[30]
    assert code.position.top_left.y / DPI > top + 0.3 + 4.5 - 0.6
