"""A shack and as much about it as a card on it may reach, as seen from above at any turn."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TilePose
from pennysight.calibration.projection import View
from pennysight.vision.figures.level import Array, Floats, Image, LevelPlane, sampled
from pennysight.vision.observation import PointIn, SeenFigure

PX_PER_IN = 12.0
TURNS_DEG = np.arange(0.0, 180.0, 7.5)
"""Every turn of a card; half a step more shifts the ends of its edges by less than a pixel."""
MARGIN_IN = 0.7
"""So much about a card is looked at."""
BLUR_IN, LEAST_BLUR_PX = 0.4 / PX_PER_IN, 0.5
FIGURE_REACH_IN = 0.5
"""A figure hides so much about the line from its base to below its top."""

Mask = NDArray[np.bool_]
Part = tuple[slice, slice]
Picture = TypeVar("Picture", Image, Floats)


@dataclass(frozen=True, eq=False)
class Shack:
    """A shack: its id ("storm-hollow/shack-1"), its floor's (x_in, y_in) corners, and where its tile lies."""

    id: str
    corners_in: tuple[PointIn, ...]
    tile: TilePose


class ShackPatch:
    """The square about a shack, its middle pixel that of the floor; in a patch that is turned as a card is,
    rows run along the card's short side."""

    def __init__(self, view: View, shack: Shack, card_in: float) -> None:
        """`card_in` is the longest way across a card."""
        self._view = view
        self._corners = np.asarray(shack.corners_in, float)
        self._middle = self._corners.mean(axis=0)
        radius = float(np.hypot(*(self._corners - self._middle).T).max())
        self._half = math.ceil((radius + card_in / 2 + MARGIN_IN) * PX_PER_IN)
        self.side = 2 * self._half + 1

    def places_in(self, finer: int = 1) -> tuple[Array, Array]:
        """Board places x and y of its pixels, or of `finer` times as many each way, not turned."""
        steps = np.arange(-self._half * finer, self._half * finer + 1) / (PX_PER_IN * finer)
        x, y = np.meshgrid(self._middle[0] + steps, self._middle[1] - steps)
        return x, y

    def seen(self, image: Image, finer: int = 1) -> tuple[Image, Floats, float] | None:
        """The part of an image that shows it, where in that part its pixels are, how long in it an inch is.

        None where the image does not show the whole floor.
        """
        height, width = image.shape[:2]
        outline = self._view.to_pixels(np.column_stack([self._corners, np.zeros(len(self._corners))]))
        if not ((outline >= 0) & (outline < (width, height))).all():
            return None
        x, y = self.places_in(finer)
        side_in = 2 * self._half / PX_PER_IN
        plane = LevelPlane(self._view, 0.0, float(x[0, 0]), float(y[-1, 0]), side_in, side_in, PX_PER_IN)
        pixels = plane.pixels(x, y)
        inch_px = float(np.hypot(*(pixels[-1, -1] - pixels[0, 0]))) / (side_in * math.sqrt(2.0))
        low = np.maximum(np.floor(pixels.min(axis=(0, 1)) - inch_px), 0).astype(int)
        high = np.ceil(pixels.max(axis=(0, 1)) + inch_px).astype(int)
        cut = image[low[1] : high[1], low[0] : high[0]]
        return cut, pixels - low.astype(np.float32), inch_px

    def softened(self, image: Image, finer: int) -> Image | None:
        """The patch in sRGB, `finer` times as fine, smoothed; None where the floor is not in the image."""
        seen = self.seen(image, finer)
        if seen is None:
            return None
        cut, pixels, inch_px = seen
        soft = cv2.GaussianBlur(cut, (0, 0), max(LEAST_BLUR_PX, BLUR_IN * inch_px))
        return sampled(np.asarray(soft, np.uint8), pixels)

    def at(self, points_in: Array, turn_deg: float = 0.0) -> NDArray[np.int32]:
        """Columns and rows of board places (N, 2) in the patch so turned."""
        c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        places = (points_in - self._middle) @ np.array([[c, -s], [s, c]]) * (1, -1)
        return np.asarray(np.round(places * PX_PER_IN) + self._half, np.int32)

    def turned(self, picture: Picture, turn_deg: float, finer: int = 1) -> Picture:
        """A picture of the patch, `finer` times as fine, with a card that is so turned upright."""
        middle = self._half * finer
        onto = cv2.getRotationMatrix2D((middle, middle), -turn_deg, 1 / finer)
        onto[:, 2] += self._half - middle
        size = (self.side, self.side)
        turned = cv2.warpAffine(picture, onto, size, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(turned, picture.dtype)

    def floor(self, turn_deg: float = 0.0) -> Mask:
        """The floor's pixels."""
        mask = np.zeros((self.side, self.side), np.uint8)
        cv2.fillPoly(mask, [self.at(self._corners, turn_deg)], 1)
        return mask.astype(bool)

    def edges(self, turn_deg: float) -> list[tuple[NDArray[np.int32], NDArray[np.int32], float]]:
        """The floor's edges in the patch so turned: from, to, and how askew each runs to its pixels' rows."""
        corners = self.at(self._corners, turn_deg)
        pairs = zip(corners, np.roll(corners, -1, axis=0), strict=True)
        return [
            (one, other, (math.degrees(math.atan2(*(other - one))) + 45.0) % 90.0 - 45.0)
            for one, other in pairs
        ]

    def hidden(self, lines_in: Iterable[Array], turn_deg: float = 0.0) -> Mask:
        """The pixels about such lines, each (2, 2), as figures hide them."""
        mask = np.zeros((self.side, self.side), np.uint8)
        for line in lines_in:
            one, other = self.at(line, turn_deg).tolist()
            cv2.line(mask, one, other, 1, round(2 * FIGURE_REACH_IN * PX_PER_IN))
        return mask.astype(bool)


def hidden_line(view: View, figure: SeenFigure, height_in: float) -> Array:
    """From a figure's base to the place of the board that the camera sees behind its top, (2, 2)."""
    base, eye = np.array([figure.x_in, figure.y_in]), np.asarray(view.centre_in, float)
    return np.stack([base, base + (base - eye[:2]) * height_in / (eye[2] - height_in)])


def extent(mask: Mask) -> Part:
    """The smallest part that holds all that is True."""
    rows, columns = np.nonzero(mask)
    return slice(int(rows.min()), int(rows.max()) + 1), slice(int(columns.min()), int(columns.max()) + 1)
