"""Markers on paper."""

import cv2
import numpy as np
from pennysight.calibration.printspec import MARKER_CELLS, MARKER_DICTIONARY, MARKER_SIDE_IN, QUIET_ZONE_IN
from pennysight.calibration.sheets.pen import WHITE, Pen
from pennysight.calibration.tile_art import Point


def draw_marker(pen: Pen, marker_id: int, centre: Point) -> None:
    """A marker with the white that it needs all round, upright."""
    half = MARKER_SIDE_IN / 2
    reach = half + QUIET_ZONE_IN
    pen.rect(WHITE, centre[0] - reach, centre[1] - reach, 2 * reach, 2 * reach)
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    black = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker_id, MARKER_CELLS)) == 0
    pen.cells(black, (centre[0] - half, centre[1] - half), MARKER_SIDE_IN / MARKER_CELLS)
