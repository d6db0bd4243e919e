"""Tiles and corner pieces put to paper, in linear light, their markers exact to the pixel."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from pennysight.calibration.printspec import (
    BOARD_CORNERS,
    MARKER_CELLS,
    MARKER_DICTIONARY,
    MARKER_SIDE_IN,
    NORTH_WEST_MARKER_IN,
    QUIET_ZONE_IN,
    SOUTH_EAST_MARKER_IN,
    TABLE_MARKER_IDS,
    TABLE_MARKER_OFFSET_IN,
    TILE_SIDE_IN,
    table_marker_offset_in,
    tile_marker_ids,
)
from pennysight.calibration.tile_art import Ink, TileArt
from pennysight.vision.simulated.light import linear16

PX_PER_IN = 100
"""Of a tile's print: a marker with its quiet zone is a whole number of pixels, and lies on whole ones."""

OVERSIZE = 2  # art is drawn this much larger and averaged down
SHIFT = 4  # binary places of a pixel that OpenCV's drawing takes
INK_WHITE, INK_BLACK = 245, 24
MARKER_CELL_PX = 45  # at four times PX_PER_IN
CORNER_REACH_IN = 2 * TABLE_MARKER_OFFSET_IN
"""How far a corner piece reaches from its inner corner, each way."""


@dataclass(frozen=True, eq=False)
class Print:
    """A print (H, W, 3) in blue, green, red; the first row is its north edge; 65535 is full reflection.

    `card` (H, W) is 0 where the card was cut away, None where nothing was.
    """

    look: npt.NDArray[np.uint16]
    card: npt.NDArray[np.uint8] | None = None


def print_tile(art: TileArt, marked: bool) -> Print:
    """A tile; `marked` if it carries its markers."""
    side = round(TILE_SIDE_IN * PX_PER_IN * OVERSIZE)
    picture = np.full((side, side, 3), 255, np.uint8)
    for ink in art.inks:
        _lay(picture, ink)
    side //= OVERSIZE
    small = np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    if marked:
        for number, centre in zip(
            tile_marker_ids(art.number), (NORTH_WEST_MARKER_IN, SOUTH_EAST_MARKER_IN), strict=True
        ):
            _stamp(small, number, (centre[0], TILE_SIDE_IN - centre[1]))
    return Print(linear16(small))


def print_corner(name: str) -> Print:
    """A corner piece: a square about its inner corner, without the quarter that is the board's."""
    side = round(2 * CORNER_REACH_IN * PX_PER_IN)
    picture = np.full((side, side, 3), INK_WHITE, np.uint8)
    first = TABLE_MARKER_IDS.start + 2 * BOARD_CORNERS.index(name)
    for number in (first, first + 1):
        x, y = table_marker_offset_in(number)
        _stamp(picture, number, (CORNER_REACH_IN + x, CORNER_REACH_IN - y))
    card = np.full((side, side), 255, np.uint8)
    half = side // 2
    rows = slice(half, side) if "north" in name else slice(0, half)
    columns = slice(0, half) if "east" in name else slice(half, side)
    card[rows, columns] = 0
    return Print(linear16(picture), card)


def _stamp(picture: npt.NDArray[np.uint8], number: int, middle_in: tuple[float, float]) -> None:
    """Print a marker about a point, told from the print's top left corner, right and down."""
    stamp = print_marker(number)
    left = round(middle_in[0] * PX_PER_IN - stamp.shape[1] / 2)
    top = round(middle_in[1] * PX_PER_IN - stamp.shape[0] / 2)
    picture[top : top + stamp.shape[0], left : left + stamp.shape[1]] = stamp[:, :, None]


def print_marker(number: int) -> npt.NDArray[np.uint8]:
    """A marker with its quiet zone, at PX_PER_IN, grey."""
    fine = MARKER_CELL_PX * MARKER_CELLS
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    cells = cv2.aruco.generateImageMarker(dictionary, number, fine)
    quiet = round(QUIET_ZONE_IN / MARKER_SIDE_IN * fine)
    bordered = cv2.copyMakeBorder(cells, quiet, quiet, quiet, quiet, cv2.BORDER_CONSTANT, value=(255.0,))
    inked = INK_BLACK + bordered * ((INK_WHITE - INK_BLACK) / 255)
    side = round((MARKER_SIDE_IN + 2 * QUIET_ZONE_IN) * PX_PER_IN)
    return np.asarray(cv2.resize(inked, (side, side), interpolation=cv2.INTER_AREA).round(), np.uint8)


def _lay(picture: npt.NDArray[np.uint8], ink: Ink) -> None:
    scale = PX_PER_IN * OVERSIZE
    pixels = np.array(ink.points) * (scale, -scale) + (-0.5, picture.shape[0] - 0.5)
    bgr = (float(ink.rgb[2]), float(ink.rgb[1]), float(ink.rgb[0]))
    fixed = np.round(pixels * (1 << SHIFT)).astype(np.int32).reshape(-1, 1, 2)
    if ink.text:
        _letter(picture, ink.text, pixels[0], ink.height_in * scale, bgr)
    elif ink.width_in:
        width = max(1, round(ink.width_in * scale))
        cv2.polylines(picture, [fixed], False, bgr, width, cv2.LINE_AA, SHIFT)
    else:
        cv2.fillPoly(picture, [fixed], bgr, cv2.LINE_AA, SHIFT)


def _letter(
    picture: npt.NDArray[np.uint8],
    text: str,
    middle: npt.NDArray[np.float64],
    height_px: float,
    bgr: tuple[float, float, float],
) -> None:
    face = cv2.FONT_HERSHEY_TRIPLEX
    weight = max(1, math.floor(height_px / 12))
    size = height_px / cv2.getTextSize("H", face, 1.0, 1)[0][1]
    (width, height), _ = cv2.getTextSize(text, face, size, weight)
    corner = (round(middle[0] - width / 2), round(middle[1] + height / 2))
    cv2.putText(picture, text, corner, face, size, bgr, weight, cv2.LINE_AA)
