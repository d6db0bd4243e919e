"""Markers on paper."""

import cv2
import numpy as np
from pennysight.calibration.printspec import (
    MARKER_CELLS,
    MARKER_DICTIONARY,
    MARKER_SIDE_IN,
    QUIET_ZONE_IN,
    TILE_SIDE_IN,
)
from pennysight.calibration.sheets.paper import SheetError
from pennysight.calibration.sheets.pen import WHITE, Pen
from pennysight.calibration.tile_art import Point

LEAST_TILE_SIDE_IN = 4.0  # its markers are 0.4 in then, about as small as a 4K camera reads them


def tile_scale(side_in: float) -> float:
    """How much larger than drawn a tile of that side is, its markers too.

    Raises:
        SheetError: it is too small to be of use.
    """
    if not side_in >= LEAST_TILE_SIDE_IN:
        raise SheetError(f"a tile's side is {side_in:g} in, expected {LEAST_TILE_SIDE_IN:g} or more")
    return side_in / TILE_SIDE_IN


def draw_marker(pen: Pen, marker_id: int, centre: Point) -> None:
    """A marker with the white that it needs all round, upright."""
    half = MARKER_SIDE_IN / 2
    reach = half + QUIET_ZONE_IN
    pen.rect(WHITE, centre[0] - reach, centre[1] - reach, 2 * reach, 2 * reach)
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    black = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker_id, MARKER_CELLS)) == 0
    pen.cells(black, (centre[0] - half, centre[1] - half), MARKER_SIDE_IN / MARKER_CELLS)
