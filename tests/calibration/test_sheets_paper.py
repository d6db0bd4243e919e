"""Every sheet keeps to its paper, checks the printer with a ruler, and is corrected for what that reads."""

import numpy as np
import pypdfium2
import pytest
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.caps import cap_sheet
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

from tests.calibration.rendered import (
    ART,
    PAPER,
    book,
    every_marker,
    grey,
    markers,
    middle_of,
    pages,
    ticks,
    words,
)


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


@pytest.mark.slow
def test_every_sheet_carries_the_ruler() -> None:
    scale = 6 / 5.97
    document = pypdfium2.PdfDocument(book(everything, "a4", scale).pdf())
    for n, page in enumerate(document, 1):
        below_pt = page.get_height() - 1.2 * 72 * scale
        foot = page.render(scale=DPI / 72, crop=(0, 0, 0, below_pt), grayscale=True).to_numpy().squeeze()
        halves = ticks(np.asarray(foot), foot.shape[0] / DPI - (0.56 + 0.115) * scale)[:13]
        assert halves[12] - halves[0] == pytest.approx(6 * scale, abs=0.002), f"page {n}"
    document.close()


def test_a_corrected_sheet_says_so() -> None:
    assert "All is drawn at 100.50%." in words(book(ruler_sheet, scale=6 / 5.97))
    assert "All is drawn" not in words(book(ruler_sheet))


@pytest.mark.parametrize(
    ("said", "reads_in", "scale"),
    [
        ("5.97", 5.97, 6 / 5.97),
        ("151.6mm", 151.6 / 25.4, 152.4 / 151.6),
        ("15.16 cm", 151.6 / 25.4, 152.4 / 151.6),
        ("5 31/32", 5.96875, 6 / 5.96875),
        ("5,97 in", 5.97, 6 / 5.97),
        ('6.004"', 6.004, 1),
    ],
)
def test_what_a_ruler_reads_is_corrected_beyond_a_thousandth(
    said: str, reads_in: float, scale: float
) -> None:
    assert parse_reading(said) == pytest.approx(reads_in)
    assert correction(parse_reading(said)) == pytest.approx(scale)


@pytest.mark.parametrize("said", ["", "six", "-5.9", "5.97 miles", "nan", "1e3"])
def test_a_reading_that_is_no_length_is_refused(said: str) -> None:
    with pytest.raises(SheetError, match="expected what the ruler reads"):
        parse_reading(said)


@pytest.mark.parametrize("reads_in", [5.7, 6.3, 0.0, 152.4])
def test_a_print_that_was_fitted_to_the_page_is_not_corrected(reads_in: float) -> None:
    with pytest.raises(SheetError, match="actual size"):
        correction(reads_in)


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
