"""Sheets rendered back to pixels, and what is measured on them in inches."""

import functools
from collections.abc import Callable

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from pennysight.calibration.printspec import MARKER_DICTIONARY, TILE_NAMES
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.paper import PAPERS
from pennysight.calibration.sheets.pictures import DPI, page_pictures
from pennysight.calibration.tile_art import Ink, TileArt

Grey = NDArray[np.uint8]
Picture = NDArray[np.uint8]
Draw = Callable[[Book], None]
EXACT_IN = 0.005
ART = [
    TileArt(name, k, [Ink((150, 165, 100), [(-1, -1), (10, -1), (10, 10), (-1, 10)])])
    for k, name in enumerate(TILE_NAMES)
]
PAPER = pytest.mark.parametrize("paper", ["letter", "a4"])


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


def words(made: Book) -> str:
    """All letters on the first page."""
    document = pypdfium2.PdfDocument(made.pdf())
    text = str(document[0].get_textpage().get_text_range())
    document.close()
    return text


def ticks(page: Grey, row: float) -> list[float]:
    """Middles of the dark marks along a row, in inches from the page's left."""
    ink = 1 - page[round(row * DPI)].astype(float) / 255
    runs = np.split(np.arange(len(ink)), np.flatnonzero(np.diff(ink > 0.05)) + 1)
    return [
        float((ink[run] * (run + 0.5)).sum() / ink[run].sum()) / DPI for run in runs if ink[run[0]] > 0.05
    ]
