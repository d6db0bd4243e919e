"""A person who holds the printed ChArUco sheet before a camera whose lens is known, as pictures.

It shares nothing with what reads them: the sheet is the PDF that is printed, the lens a formula of its own.
"""

import math
from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.charuco import charuco_sheet
from pennysight.calibration.sheets.paper import PAPERS

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

WIDTH_PX, HEIGHT_PX = 1280, 720
FOCAL_PX, MIDDLE_PX = (1003.0, 1001.0), (646.0, 352.0)
BENT = (-0.11, 0.03)  # k1, k2
SHEET_PX_PER_IN = 120
SHEET_MIDDLE_IN = (5.5, 0.94 + 3.0)  # of the board on its sheet, from the sheet's north-west corner
BOARD_WIDTH_IN = 9.0
FRAMES_PER_S = 10.0
TOWARD = {"top": (0.0, -1.0), "right": (1.0, 0.0), "bottom": (0.0, 1.0), "left": (-1.0, 0.0)}


@cache
def sheet() -> NDArray[np.float32]:
    """The printed sheet, grey."""
    book = Book(PAPERS["letter"])
    charuco_sheet(book)
    page = pypdfium2.PdfDocument(book.pdf())[0]
    grey = page.render(scale=3 * SHEET_PX_PER_IN / 72).to_numpy().mean(axis=2)
    size = (11 * SHEET_PX_PER_IN, round(8.5 * SHEET_PX_PER_IN))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)


@cache
def rays() -> Floats:
    """The slopes (H, W, 2) of each pixel's ray."""
    x, y = np.meshgrid(np.arange(WIDTH_PX), np.arange(HEIGHT_PX))
    seen = (np.stack([x, y], -1) - MIDDLE_PX) / FOCAL_PX
    slopes = seen
    for _ in range(20):
        r2 = (slopes**2).sum(axis=2, keepdims=True)
        slopes = seen / (1 + BENT[0] * r2 + BENT[1] * r2**2)
    return np.asarray(slopes)


def held(
    place: tuple[float, float], share: float, away: str | None, tilt_deg: float, roll_deg: float, noise: int
) -> Image:
    """The board with its middle at a place of the picture (shares), as wide as a share of it, held still.

    The side `away` is farther from the camera.
    """
    forth = np.array(TOWARD.get(away or "top"))
    tilt, roll = math.radians(tilt_deg if away else 0.0), math.radians(roll_deg)
    along = np.array([*(forth * math.cos(tilt)), math.sin(tilt)])
    across = np.array([-forth[1], forth[0], 0.0])
    east = along * forth[0] - across * forth[1]
    south = along * forth[1] + across * forth[0]
    east, south = (
        east * math.cos(roll) + south * math.sin(roll),
        south * math.cos(roll) - east * math.sin(roll),
    )
    depth = FOCAL_PX[0] * BOARD_WIDTH_IN / (share * WIDTH_PX)
    at = (np.array(place) * (WIDTH_PX, HEIGHT_PX) - MIDDLE_PX) / FOCAL_PX
    middle = np.array([*at, 1.0]) * depth
    # The plane's points are middle + u east + v south; a ray s (x, y, 1) meets it at s.
    to_sheet = np.linalg.inv(np.column_stack([east, south, middle]))
    slopes = np.concatenate([rays(), np.ones((HEIGHT_PX, WIDTH_PX, 1))], axis=2)
    u, v, w = np.moveaxis(slopes @ to_sheet.T, 2, 0)
    column = ((u / w + SHEET_MIDDLE_IN[0]) * SHEET_PX_PER_IN - 0.5).astype(np.float32)
    row = ((v / w + SHEET_MIDDLE_IN[1]) * SHEET_PX_PER_IN - 0.5).astype(np.float32)
    seen = cv2.remap(sheet(), column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=70)
    seen = cv2.GaussianBlur(seen, (0, 0), 0.6) * 0.8 + 15
    seen += np.random.default_rng(noise).normal(0, 2, seen.shape).astype(np.float32)
    return np.repeat(np.clip(seen, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def obeying(step: tuple[tuple[int, int], str | None], rng: np.random.Generator) -> Iterator[Image]:
    """What a person shows who was told a part (row, column) of the view and a side to tilt away.

    Two looks at it held about as asked; now and then before that, one at the board on its way there, smeared.
    """
    (row, column), away = step
    x, y = ((n + 0.5) / 3 + rng.normal(0, 0.02) for n in (column, row))
    share, tilt_deg, roll_deg = rng.uniform(0.44, 0.56), rng.uniform(24, 40), rng.normal(0, 6)
    on_its_way = rng.random() < 0.25
    for look in range(2 + on_its_way):
        off = 0.0004 * rng.normal(size=2)  # of the picture: no hand is quite still
        image = held((x + off[0], y + off[1]), share, away, tilt_deg, roll_deg, int(rng.integers(1 << 30)))
        yield np.asarray(cv2.blur(image, (25, 1)), np.uint8) if on_its_way and look == 0 else image
