"""A picture of the table without the room round it: what is kept or shown of a frame has no faces in it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose
from pennysight.calibration.printspec import FOLD_HEIGHT_IN
from pennysight.vision.sources import Image

MARGIN_IN = 1.0
"""Figures stand as far off the board as this."""
STEPS = 24
BEYOND = 28
"""The shade of what is left out."""


@dataclass(frozen=True, eq=False)
class BoardCut:
    """Where the board is in a picture: its `outline_px` (N, 2) and the box round it."""

    outline_px: NDArray[np.int32]
    left: int
    top: int
    right: int
    bottom: int

    def blackened(self, image: Image) -> Image:
        """A copy of the whole picture of which only the board is left."""
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, self.outline_px, 255)
        picture = np.full_like(image, BEYOND)
        cv2.copyTo(image, mask, picture)
        return picture

    def cropped(self, image: Image, pad_px: int = 0) -> Image:
        """The part of a picture within the box, and so many pixels round it."""
        return image[
            max(self.top - pad_px, 0) : self.bottom + pad_px, max(self.left - pad_px, 0) : self.right + pad_px
        ]

    def cut(self, image: Image) -> Image:
        """A copy of the part within the box, of which only the board is left."""
        moved = BoardCut(self.outline_px - np.array([self.left, self.top], np.int32), 0, 0, 0, 0)
        return moved.blackened(self.cropped(image))


def board_cut(table: TablePose, width_px: int, height_px: int) -> BoardCut | None:
    """The board with all that stands on it, in a picture of that size; None where it shows nothing."""
    west, south, east, north = (
        -MARGIN_IN,
        -MARGIN_IN,
        table.width_in + MARGIN_IN,
        table.height_in + MARGIN_IN,
    )
    across = np.linspace(west, east, STEPS)
    up = np.linspace(south, north, STEPS)
    east_west = [np.column_stack([across, np.full(STEPS, y_in)]) for y_in in (south, north)]
    north_south = [np.column_stack([np.full(STEPS, x_in), up]) for x_in in (west, east)]
    rim = np.vstack(east_west + north_south)
    points = np.vstack([np.column_stack([rim, np.full(len(rim), z_in)]) for z_in in (0.0, FOLD_HEIGHT_IN)])
    pixels = table.view.to_pixels(points)
    pixels = np.clip(pixels[np.isfinite(pixels).all(axis=1)], 0, (width_px - 1, height_px - 1))
    if len(pixels) < 3 or (np.ptp(pixels, axis=0) < 1).any():
        return None
    outline = cv2.convexHull(np.round(pixels).astype(np.int32)).reshape(-1, 2)
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    return BoardCut(np.asarray(outline, np.int32), int(left), int(top), int(right) + 1, int(bottom) + 1)
