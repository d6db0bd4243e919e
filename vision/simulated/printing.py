"""Tiles put to paper: a picture of a tile's print, its markers exact to the pixel, in linear light."""

import math

import cv2
import numpy as np
import numpy.typing as npt
from pennysight.calibration.printspec import (
    MARKER_CELLS,
    MARKER_DICTIONARY,
    MARKER_SIDE_IN,
    NORTH_WEST_MARKER_IN,
    QUIET_ZONE_IN,
    SOUTH_EAST_MARKER_IN,
    TILE_SIDE_IN,
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


def print_tile(art: TileArt) -> npt.NDArray[np.uint16]:
    """The tile (H, W, 3) in blue, green, red; the first row is its north edge; 65535 is full reflection."""
    side = round(TILE_SIDE_IN * PX_PER_IN * OVERSIZE)
    picture = np.full((side, side, 3), 255, np.uint8)
    for ink in art.inks:
        _lay(picture, ink)
    side //= OVERSIZE
    small = np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    for number, centre in zip(
        tile_marker_ids(art.number), (NORTH_WEST_MARKER_IN, SOUTH_EAST_MARKER_IN), strict=True
    ):
        stamp = print_marker(number)
        left = round((centre[0] * PX_PER_IN) - stamp.shape[1] / 2)
        top = round((TILE_SIDE_IN - centre[1]) * PX_PER_IN - stamp.shape[0] / 2)
        small[top : top + stamp.shape[0], left : left + stamp.shape[1]] = stamp[:, :, None]
    return linear16(small)


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
