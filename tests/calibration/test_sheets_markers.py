"""Markers and codes on sheets are exact where they are printed, and are read from there."""

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp
from pennysight.calibration.charuco_board import CharucoBoard, cv_board, see_board
from pennysight.calibration.printspec import (
    TABLE_MARKER_IDS,
    TILE_NAMES,
    table_marker_offset_in,
)
from pennysight.calibration.sheets.charuco import charuco_sheet
from pennysight.calibration.sheets.corners import corner_sheet
from pennysight.calibration.sheets.labels import label_sheets
from pennysight.calibration.sheets.pictures import DPI
from pennysight.calibration.sheets.stickers import sticker_sheets
from pennysight.calibration.sheets.tokens import token_sheets

from tests.calibration.rendered import (
    ART,
    EXACT_IN,
    PAPER,
    Draw,
    book,
    every_marker,
    grey,
    markers,
    middle_of,
    pages,
)


@PAPER
@pytest.mark.parametrize(
    ("draw", "ids"),
    [
        (lambda b: sticker_sheets(b, ART), range(36)),
        (corner_sheet, range(240, 248)),
        (token_sheets, [*range(100, 124), *range(130, 145), *range(150, 154)]),
    ],
    ids=["stickers", "corners", "tokens"],
)
def test_every_marker_is_there_once_and_exact(paper: str, draw: Draw, ids: list[int]) -> None:
    found = every_marker(book(draw, paper))
    assert sorted(found) == sorted(ids)
    for left, top, right, bottom in found.values():
        assert right - left == pytest.approx(0.9, abs=EXACT_IN)
        assert bottom - top == pytest.approx(0.9, abs=EXACT_IN)


def test_the_corner_pieces_hold_their_markers_where_they_stand_round_a_board() -> None:
    """Pushed together so that their inner corners meet, the four are a board of no size."""
    found = every_marker(book(corner_sheet))
    for first in TABLE_MARKER_IDS[::2]:
        apart = middle_of(found[first + 1]) - middle_of(found[first])
        (x0, y0), (x1, y1) = map(table_marker_offset_in, (first, first + 1))
        assert apart == pytest.approx([x1 - x0, y0 - y1], abs=EXACT_IN)
    assert table_marker_offset_in(240) == (0.75, 0.75), "the north-west corner's first is north of the board"
    assert table_marker_offset_in(247) == (0.75, 0.75), "the south-east corner's second is east of the board"


@pytest.mark.parametrize("side_in", [8.0, 12.0])
def test_corner_pieces_for_tiles_of_another_size_are_scaled_with_them(side_in: float) -> None:
    found = every_marker(book(lambda made: corner_sheet(made, side_in)))
    for first in TABLE_MARKER_IDS[::2]:
        apart = middle_of(found[first + 1]) - middle_of(found[first])
        (x0, y0), (x1, y1) = map(table_marker_offset_in, (first, first + 1))
        assert apart == pytest.approx([(x1 - x0) * side_in / 9, (y0 - y1) * side_in / 9], abs=EXACT_IN)
        left, top, right, bottom = found[first]
        assert (right - left, bottom - top) == (pytest.approx(0.1 * side_in, abs=EXACT_IN),) * 2


@PAPER
def test_the_charuco_board_is_opencvs_own(paper: str) -> None:
    (page,) = pages(book(charuco_sheet, paper))
    board = CharucoBoard(9, 6)
    view = see_board(grey(page), board)
    assert len(view.ids) == 40
    corners_in = (view.corners_px + 0.5) / DPI
    apart = corners_in - corners_in[0] - (view.points_in - view.points_in[0])[:, :2]
    assert np.abs(apart).max() < EXACT_IN
    left, top = (corners_in - view.points_in[:, :2]).mean(axis=0)
    printed = grey(page)[round(top * DPI) :, round(left * DPI) :][: 6 * DPI, : 9 * DPI]
    truth = cv_board(board).generateImage((9 * 56, 6 * 56))
    small = cv2.resize(printed, (9 * 56, 6 * 56), interpolation=cv2.INTER_AREA)
    assert np.count_nonzero((small < 128) != (np.asarray(truth) < 128)) < 200  # of 169,344, along edges


@PAPER
def test_labels_are_read_by_both_readers(paper: str) -> None:
    pyzbar = pytest.importorskip("pyzbar.pyzbar", reason="zbar is not installed", exc_type=ImportError)
    expected = sorted(f"pennysight:tile/{name}" for name in TILE_NAMES)
    sheets = [cv2.pyrDown(grey(page)) for page in pages(book(lambda b: label_sheets(b, ART), paper))]
    assert sorted(code.data.decode() for sheet in sheets for code in pyzbar.decode(sheet)) == expected
    assert sorted(code.text for sheet in sheets for code in zxingcpp.read_barcodes(sheet)) == expected


def test_another_reader_of_pdf_sees_the_same(tmp_path: Path) -> None:
    """Poppler, which shares no code with pdfium."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm (poppler-utils) is not installed")
    (tmp_path / "sheet.pdf").write_bytes(book(corner_sheet).pdf())
    subprocess.run(
        ["pdftoppm", "-r", str(DPI), "-gray", "-singlefile", tmp_path / "sheet.pdf", tmp_path / "sheet"],
        check=True,
    )
    sheet = cv2.imread(str(tmp_path / "sheet.pgm"), cv2.IMREAD_GRAYSCALE)
    found, ours = markers(np.asarray(sheet)), every_marker(book(corner_sheet))
    assert sorted(found) == sorted(ours)
    for marker, edges_in in found.items():
        assert edges_in == pytest.approx(ours[marker], abs=EXACT_IN)
