"""Sheets are exact: rendered back to pixels, everything is where and as large as the print facts say."""

import functools
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
import zxingcpp
from numpy.typing import NDArray
from pennysight.calibration.charuco_board import CharucoBoard, cv_board, see_board
from pennysight.calibration.printspec import (
    CAP_CODES,
    FACTION_SRGB,
    FACTIONS,
    MARKER_DICTIONARY,
    TABLE_MARKER_IDS,
    TILE_NAMES,
    table_marker_offset_in,
)
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.caps import cap_sheet, draw_cap
from pennysight.calibration.sheets.charuco import charuco_sheet
from pennysight.calibration.sheets.corners import corner_sheet
from pennysight.calibration.sheets.figures import figure_sheets
from pennysight.calibration.sheets.labels import label_sheets
from pennysight.calibration.sheets.paper import PAPERS, SheetError, correction, parse_reading
from pennysight.calibration.sheets.pen import BLACK, Edge
from pennysight.calibration.sheets.pictures import DPI, page_pictures
from pennysight.calibration.sheets.ruler import ruler_sheet
from pennysight.calibration.sheets.stickers import sticker_sheets
from pennysight.calibration.sheets.tiles import tile_sheets
from pennysight.calibration.sheets.tokens import token_sheets
from pennysight.calibration.tile_art import Ink, TileArt

Grey = NDArray[np.uint8]
Picture = NDArray[np.uint8]
Draw = Callable[[Book], None]

EXACT_IN = 0.005
ART = [
    TileArt(name, k, [Ink((150, 165, 100), [(-1, -1), (10, -1), (10, 10), (-1, 10)])])
    for k, name in enumerate(TILE_NAMES)
]


def book(draw: Draw, paper: str = "letter", scale: float = 1.0) -> Book:
    made = Book(PAPERS[paper], scale)
    draw(made)
    return made


def pages(made: Book) -> list[Picture]:
    """Each page (H, W, 3) in red, green, blue, at 300 dots to the inch."""
    return [np.asarray(picture, np.uint8) for picture in page_pictures(made.pdf())]


def grey(page: Picture) -> Grey:
    return np.asarray(cv2.cvtColor(page, cv2.COLOR_RGB2GRAY), np.uint8)


@functools.cache
def detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = 0.0
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), parameters)


def markers(page: Grey) -> dict[int, NDArray[np.float64]]:
    """Each marker's edges in inches from the page's north-west corner: left, top, right, bottom.

    OpenCV finds them; the edges are then measured by how much ink there is across the black border.
    """
    small = np.asarray(cv2.resize(page, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    corners, ids, _ = detector().detectMarkers(small)
    found = {}
    for marker, quad in zip(map(int, np.ravel(ids)), corners, strict=True):
        (left, top), (right, bottom) = 2 * quad[0, 0] + 0.5, 2 * quad[0, 2] + 0.5
        assert right > left, "a marker is upright"
        assert bottom > top, "a marker is upright"
        side = (right - left) / 8
        assert marker not in found, f"marker {marker} is on a sheet twice"
        found[marker] = np.array([
            *edges(page, top + side / 2, left, right),
            *edges(page.T, left + side / 2, top, bottom),
        ])[[0, 2, 1, 3]] / DPI  # fmt: skip
    return found


def edges(page: Grey, across: float, start: float, end: float) -> tuple[float, float]:
    """Where the ink along a row begins and ends, in pixels from the page's edge."""
    middle, reach = int((start + end) / 2), int((end - start) / 2 + 0.05 * (end - start))
    ink = 1 - page[int(across), middle - reach : middle + reach] / 255
    return middle - ink[:reach].sum(), middle + ink[reach:].sum()


def every_marker(made: Book) -> dict[int, NDArray[np.float64]]:
    found: dict[int, NDArray[np.float64]] = {}
    for page in pages(made):
        on_page = markers(grey(page))
        assert not found.keys() & on_page.keys()
        found |= on_page
    return found


def middle_of(edges_in: NDArray[np.float64]) -> NDArray[np.float64]:
    """A marker's centre, y down."""
    return np.asarray((edges_in[:2] + edges_in[2:]) / 2)


PAPER = pytest.mark.parametrize("paper", ["letter", "a4"])


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


def ticks(page: Grey, row: float) -> list[float]:
    """Middles of the dark marks along a row, in inches from the page's left."""
    ink = 1 - page[round(row * DPI)].astype(float) / 255
    runs = np.split(np.arange(len(ink)), np.flatnonzero(np.diff(ink > 0.05)) + 1)
    return [
        float((ink[run] * (run + 0.5)).sum() / ink[run].sum()) / DPI for run in runs if ink[run[0]] > 0.05
    ]


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


@pytest.mark.parametrize("side_in", [0.0, -9.0, 3.9, 12.0, float("nan"), float("inf")])
def test_a_tile_that_fits_no_paper_is_refused(side_in: float) -> None:
    for sheets in (tile_sheets, sticker_sheets):
        with pytest.raises(SheetError, match=r"expected|does not fit"):
            sheets(Book(PAPERS["letter"]), ART[:1], side_in)


def test_the_corner_pieces_hold_their_markers_where_they_stand_round_a_board() -> None:
    """Pushed together so that their inner corners meet, the four are a board of no size."""
    found = every_marker(book(corner_sheet))
    for first in TABLE_MARKER_IDS[::2]:
        apart = middle_of(found[first + 1]) - middle_of(found[first])
        (x0, y0), (x1, y1) = map(table_marker_offset_in, (first, first + 1))
        assert apart == pytest.approx([x1 - x0, y0 - y1], abs=EXACT_IN)
    assert table_marker_offset_in(240) == (0.75, 0.75), "the north-west corner's first is north of the board"
    assert table_marker_offset_in(247) == (0.75, 0.75), "the south-east corner's second is east of the board"


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


@pytest.mark.parametrize("scale", [1.0, 6 / 5.97, 6 / 6.05])
@PAPER
def test_the_ruler_is_6_inches_times_the_correction(paper: str, scale: float) -> None:
    (page,) = pages(book(ruler_sheet, paper, scale))
    height = page.shape[0] / DPI
    halves = ticks(grey(page), height - (0.56 + 0.115) * scale)[:13]  # through all ticks that are as long
    assert halves[12] - halves[0] == pytest.approx(6 * scale, abs=0.001)
    assert np.diff(halves) == pytest.approx(0.5 * scale, abs=0.002)


def test_a_correction_scales_the_markers_too() -> None:
    found = every_marker(book(corner_sheet, scale=correction(5.97)))
    for left, top, right, bottom in found.values():
        assert (right - left, bottom - top) == (pytest.approx(0.9 * 6 / 5.97, abs=0.002),) * 2


@pytest.mark.parametrize(
    ("said", "reads_in", "scale"),
    [
        ("5.97", 5.97, 6 / 5.97),
        ("151.6mm", 151.6 / 25.4, 152.4 / 151.6),
        ("5,97 in", 5.97, 6 / 5.97),
        ('6.004"', 6.004, 1),
    ],
)
def test_what_a_ruler_reads_is_corrected_beyond_a_thousandth(
    said: str, reads_in: float, scale: float
) -> None:
    assert parse_reading(said) == pytest.approx(reads_in)
    assert correction(parse_reading(said)) == pytest.approx(scale)


@pytest.mark.parametrize("said", ["", "six", "-5.9", "5.97cm", "nan", "1e3"])
def test_a_reading_that_is_no_length_is_refused(said: str) -> None:
    with pytest.raises(SheetError, match="expected what the ruler reads"):
        parse_reading(said)


@pytest.mark.parametrize("reads_in", [5.7, 6.3, 0.0, 152.4])
def test_a_print_that_was_fitted_to_the_page_is_not_corrected(reads_in: float) -> None:
    with pytest.raises(SheetError, match="actual size"):
        correction(reads_in)


def test_caps_are_as_the_print_facts_describe_them() -> None:
    """The colour in front, sectors at facing + 120, 180 and 240 degrees, a white rim; facing up the page."""
    all_ = {
        (faction, number): (1.0 + number, 2.0 + k)
        for k, faction in enumerate(FACTIONS)
        for number in CAP_CODES
    }

    def draw(made: Book) -> None:
        pen = made.page("", "").pen
        for (faction, number), place in all_.items():
            draw_cap(pen.placed(place), faction, number)

    (page,) = pages(book(draw))
    for (faction, number), (x, y) in all_.items():

        def at(radius_in: float, turn_deg: float, x: float = x, y: float = y) -> tuple[int, ...]:
            turn = np.radians(90 + turn_deg)
            column, row = x + radius_in * np.cos(turn), 11 - y - radius_in * np.sin(turn)
            return tuple(page[int(row * DPI), int(column * DPI)].tolist())

        for turn in (-80, -40, 0, 40, 80):
            assert at(0.2, turn) == FACTION_SRGB[faction]
        for centre, black in zip((120, 180, 240), CAP_CODES[number], strict=True):
            for turn in (centre - 25, centre, centre + 25):
                assert at(0.2, turn) == ((0, 0, 0) if black else (255, 255, 255))
        for turn in range(0, 360, 15):
            assert at(0.35, turn) == (255, 255, 255)
            assert max(at(0.375, turn)) < 250, "a line to cut along"
        assert at(0.32, 0) == FACTION_SRGB[faction]


@PAPER
def test_the_cap_sheet_has_each_cap_once(paper: str) -> None:
    (page,) = pages(book(cap_sheet, paper))
    for colour in FACTION_SRGB.values():
        mask = (page == colour).all(axis=2).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
        halves = [stat for stat in stats[1:count] if stat[cv2.CC_STAT_AREA] > 1000]
        assert len(halves) == 6
        for stat in halves:
            assert stat[cv2.CC_STAT_WIDTH] / DPI == pytest.approx(0.65, abs=0.01)
            assert stat[cv2.CC_STAT_HEIGHT] / DPI == pytest.approx(0.325, abs=0.01)


@pytest.mark.slow
@PAPER
def test_six_figures_of_each_faction_fold_to_the_height_that_is_measured(paper: str) -> None:
    """Frame and back are as long as a face that leans from its foot on the penny to a fold 1.75 in up."""
    face_in = float(np.hypot(1.75 - 0.06, 0.375))
    sheets = pages(book(figure_sheets, paper))
    assert len(sheets) == 4
    for page, colour in zip(sheets, FACTION_SRGB.values(), strict=True):
        frames = boxes(page, colour)
        sizes = np.array(frames)[:, 2:]
        assert sizes == pytest.approx(np.tile([0.75, face_in], (6, 1)), abs=0.01)
        dark = page[round((frames[0][1] - 0.04) * DPI), round((frames[0][0] + 0.375) * DPI)]
        assert dark.astype(int).sum() < 0.7 * sum(colour), "the back is darker"
        backs = np.array(boxes(page, tuple(dark.tolist())))
        assert backs[:, 2:] == pytest.approx(sizes, abs=0.01)
        assert backs[:, 0] == pytest.approx(np.array(frames)[:, 0], abs=0.01)
        assert backs[:, 1] + backs[:, 3] == pytest.approx(np.array(frames)[:, 1], abs=0.01), (
            "they meet in the fold"
        )


def boxes(page: Picture, colour: tuple[int, ...]) -> list[tuple[float, ...]]:
    """What is large and in one piece of that colour, from the left: x, y, width, height in inches."""
    mask = (page == colour).all(axis=2).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    large = stats[1:][(stats[1:, cv2.CC_STAT_WIDTH] > 0.7 * DPI) & (stats[1:, cv2.CC_STAT_HEIGHT] > DPI)]
    return sorted(tuple((stat[:4] / DPI).tolist()) for stat in large)


def everything(made: Book) -> None:
    ruler_sheet(made)
    charuco_sheet(made)
    tile_sheets(made, ART[:1])
    tile_sheets(made, ART[1:2], 7.5)
    figure_sheets(made)
    cap_sheet(made)
    token_sheets(made)
    sticker_sheets(made, ART)
    label_sheets(made, ART)
    corner_sheet(made)


@pytest.mark.slow
@PAPER
@pytest.mark.parametrize("scale", [1.0, 1.03])
def test_nothing_is_where_printers_cannot_print(paper: str, scale: float) -> None:
    """A quarter of an inch all round is white, even when everything is drawn 3 percent larger."""
    document = pypdfium2.PdfDocument(book(everything, paper, scale).pdf())
    for n, page in enumerate(document, 1):
        picture = page.render(scale=80 / 72, grayscale=True).to_numpy()
        margin = int(0.25 * 80) - 1
        inside = np.zeros(picture.shape[:2], bool)
        inside[margin:-margin, margin:-margin] = True
        assert (picture[~inside] > 250).all(), f"page {n}"
    document.close()


def test_a_pdf_asks_to_be_printed_unscaled_on_its_paper() -> None:
    for name, paper in PAPERS.items():
        data = book(ruler_sheet, name).pdf()
        assert b"/PrintScaling /None" in data
        document = pypdfium2.PdfDocument(data)
        points = [paper.width_in * 72, paper.height_in * 72]
        assert list(document[0].get_size()) == pytest.approx(points, abs=0.01)
        document.close()


@pytest.mark.parametrize("paper", PAPERS)
def test_a_picture_for_the_print_shop_is_exact_at_its_300_dots(paper: str) -> None:
    """Not stretched to whole pixels: A4 is 2480.3 of them wide."""
    (picture,) = page_pictures(book(corner_sheet, paper).pdf())
    size = PAPERS[paper]
    assert list(picture.size) == pytest.approx([size.width_in * DPI, size.height_in * DPI], abs=1)
    found = markers(np.asarray(picture.convert("L")))
    apart = middle_of(found[243]) - middle_of(found[241])
    assert apart == pytest.approx([4.8, 0.0], abs=0.001), "pieces of 3 in, 0.3 in apart"


def test_letters_that_the_fonts_do_not_have_are_named() -> None:
    page = Book(PAPERS["letter"]).page("Jacob\N{RIGHT SINGLE QUOTATION MARK}s Rest, Géant", "")
    with pytest.raises(SheetError, match="'Łódź' has the letter 'Ł'"):
        page.pen.text("Łódź", (1, 1), 0.1, BLACK)


def test_a_pen_turns_and_scales_what_it_draws() -> None:
    def draw(made: Book) -> None:
        pen = made.page("", "").pen.placed((4.25, 5.5), 90, 2.0)
        pen.rect(BLACK, 0, 0, 1, 0.5)
        pen.line(Edge(BLACK, 0.1), [(0.2, -0.5), (0.8, -0.5)])

    (page,) = pages(book(draw))
    dark = grey(page) < 128
    rows, columns = np.nonzero(dark[round(3.2 * DPI) : round(5.6 * DPI), round(3.1 * DPI) : round(5.5 * DPI)])
    found = [
        columns.min() + 3.1 * DPI,
        columns.max() + 3.1 * DPI,
        rows.min() + 3.2 * DPI,
        rows.max() + 3.2 * DPI,
    ]
    assert np.array(found) / DPI == pytest.approx([3.25, 5.35, 3.5, 5.5], abs=0.01)


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
