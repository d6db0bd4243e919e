"""Draws on a picture of the table in the board's inches: lines, areas, labels that keep clear."""

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray
from pennysight.calibration.projection import View
from pennysight.vision.sources import Image

Colour = tuple[int, int, int]
"""Blue, green, red."""
WHITE: Colour = (255, 255, 255)
INK: Colour = (24, 18, 14)

USUAL_SIDE_PX = 1080
FONT = cv2.FONT_HERSHEY_SIMPLEX
FONT_SCALE = 0.52
SUBPIXEL_BITS = 4
STEP_IN = 0.5
"""Straight lines of the board are bent by the lens: they are drawn in steps of this."""
DASH_PX = 7.0
PLATE_OPACITY = 0.72
AROUND = [(1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1)]
"""Where a label may stand beside its thing, the best first."""
FARTHEST = 5
"""Labels stand no farther off than so many of their own heights."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""


class Pen:
    """Draws on a copy of a picture, everything as large as suits its size."""

    def __init__(self, image: Image, view: View) -> None:
        """`view` is the camera that took the picture."""
        self.picture: Image = image.copy()
        self.unit: float = max(min(image.shape[:2]) / USUAL_SIDE_PX, 0.5)
        self._view = view
        self._labels: list[tuple[NDArray[np.float64], float, Sequence[str], Colour]] = []
        self._taken: list[Box] = []

    def pixels(self, points_in: ArrayLike, z_in: float = 0.0) -> NDArray[np.float64]:
        """Where board points (N, 2) at a height are in the picture, (N, 2)."""
        flat = np.atleast_2d(np.asarray(points_in, float))
        return self._view.to_pixels(np.column_stack([flat, np.full(len(flat), z_in)]))

    def line(
        self,
        points_in: ArrayLike,
        colour: Colour,
        *,
        z_in: float = 0.0,
        weight: float = 2.0,
        closed: bool = False,
        dashed: bool = False,
        edge: bool = True,
    ) -> None:
        """A line through board points (N, 2), with a dark `edge` so that it shows on any ground."""
        corners = np.asarray(points_in, float)
        path = self.pixels(_in_steps(np.vstack([corners, corners[:1]]) if closed else corners), z_in)
        self.stroke(path, colour, weight, dashed=dashed, edge=edge)

    def stroke(
        self,
        path_px: NDArray[np.float64],
        colour: Colour,
        weight: float,
        *,
        dashed: bool = False,
        edge: bool = True,
    ) -> None:
        """The same for pixels (N, 2)."""
        if not np.isfinite(path_px).all():
            return
        pieces = _dashes(path_px, DASH_PX * self.unit) if dashed else [path_px]
        fixed = [_fixed(piece) for piece in pieces]
        for tone, wide in ((INK, weight + 1.2), (colour, weight))[0 if edge else 1 :]:
            thick = max(1, round(wide * self.unit))
            cv2.polylines(self.picture, fixed, False, tone, thick, cv2.LINE_AA, SUBPIXEL_BITS)

    def fill(self, points_in: ArrayLike, colour: Colour, opacity: float, *, z_in: float = 0.0) -> None:
        """An area of the board, see-through."""
        path = self.pixels(_in_steps(np.asarray(points_in, float)), z_in)
        if np.isfinite(path).all():
            self._tint(path, colour, opacity)

    def keep_clear(self, middle_px: NDArray[np.float64], radius_px: float) -> None:
        """No label is to stand here."""
        x, y = middle_px
        self._taken.append((x - radius_px, y - radius_px, x + radius_px, y + radius_px))

    def label(
        self, middle_px: NDArray[np.float64], radius_px: float, lines: Sequence[str], colour: Colour
    ) -> None:
        """Words beside a round thing; they are written last, when all that must stay in sight is known."""
        self._labels.append((middle_px, radius_px, lines, colour))

    def write_labels(self) -> None:
        """Write the labels where they hide nothing, nearest to their things first."""
        for middle_px, radius_px, lines, colour in self._labels:
            size = self._size(lines)
            box = self._place(middle_px, radius_px, size)
            nearest = np.clip(middle_px, box[:2], box[2:])
            if np.hypot(*(nearest - middle_px)) > radius_px + size[1]:
                self.stroke(np.array([middle_px, nearest]), colour, 1.0)
            self._write(box, lines, colour)

    def name_place(self, middle_px: NDArray[np.float64], words: str) -> None:
        """Words on a place of the board rather than beside a thing; figures' labels keep clear of them."""
        wide, tall = self._size([words])
        left, top = middle_px - np.array([wide, tall]) / 2
        box = (left, top, left + wide, top + tall)
        self._taken.append(box)
        self._write(box, [words], None)

    def plate(self, lines: Sequence[str]) -> None:
        """Words in the lower left corner."""
        width, height = self._size(lines)
        edge = 12 * self.unit
        bottom = self.picture.shape[0] - edge
        self._write((edge, bottom - height, edge + width, bottom), lines, None)

    def _size(self, lines: Sequence[str]) -> tuple[float, float]:
        widths = [cv2.getTextSize(line, FONT, self._font_scale, self._thick)[0][0] for line in lines]
        return max(widths) + 10 * self.unit, len(lines) * self._line_px + 6 * self.unit

    @property
    def _font_scale(self) -> float:
        return FONT_SCALE * self.unit

    @property
    def _thick(self) -> int:
        return max(1, round(1.2 * self.unit))

    @property
    def _line_px(self) -> float:
        return 18 * self.unit

    def _place(self, middle_px: NDArray[np.float64], radius_px: float, size: tuple[float, float]) -> Box:
        tall, wide = self.picture.shape[:2]
        best: tuple[float, Box] | None = None
        for ring in range(FARTHEST):
            away = radius_px + (4 * self.unit) + ring * size[1]
            for east, south in AROUND:
                x = middle_px[0] + east * (away + size[0] / 2) - size[0] / 2
                y = middle_px[1] + south * (away + size[1] / 2) - size[1] / 2
                x, y = min(max(x, 0.0), wide - size[0]), min(max(y, 0.0), tall - size[1])
                box = (x, y, x + size[0], y + size[1])
                hidden = sum(_overlap(box, other) for other in self._taken)
                if best is None or hidden < best[0]:
                    best = (hidden, box)
                if hidden == 0:
                    self._taken.append(box)
                    return box
        assert best is not None  # noqa: S101  # there is always some place
        self._taken.append(best[1])
        return best[1]

    def _write(self, box: Box, lines: Sequence[str], colour: Colour | None) -> None:
        left, top, right, bottom = box
        self._tint(np.array([(left, top), (right, top), (right, bottom), (left, bottom)]), INK, PLATE_OPACITY)
        at_px = (round(left + 5 * self.unit), top - 1 * self.unit)
        for number, line in enumerate(lines):
            place = (at_px[0], round(at_px[1] + (number + 0.85) * self._line_px))
            cv2.putText(self.picture, line, place, FONT, self._font_scale, WHITE, self._thick, cv2.LINE_AA)
        if colour is not None:
            bar, thick = _fixed(np.array([(left, top), (left, bottom)])), round(3 * self.unit)
            cv2.polylines(self.picture, [bar], False, colour, thick, cv2.LINE_AA, SUBPIXEL_BITS)

    def _tint(self, path_px: NDArray[np.float64], colour: Colour, opacity: float) -> None:
        tall, wide = self.picture.shape[:2]
        low = np.clip(np.floor(path_px.min(axis=0)).astype(int), 0, (wide, tall))
        high = np.clip(np.ceil(path_px.max(axis=0)).astype(int) + 1, 0, (wide, tall))
        part = self.picture[low[1] : high[1], low[0] : high[0]]
        if not part.size:
            return
        mask = np.zeros(part.shape[:2], np.uint8)
        cv2.fillPoly(mask, [_fixed(path_px - low)], 255, cv2.LINE_AA, SUBPIXEL_BITS)
        share = mask[..., None] * (opacity / 255.0)
        part[:] = part * (1 - share) + np.array(colour) * share


def _in_steps(points_in: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same line with a point at least every step."""
    if (np.hypot(*np.diff(points_in, axis=0).T) <= STEP_IN).all():
        return points_in
    pieces = [
        np.linspace(start, end, max(1, int(np.ceil(np.hypot(*(end - start)) / STEP_IN))), endpoint=False)
        for start, end in pairwise(points_in)
    ]
    return np.vstack([*pieces, points_in[-1:]])


def _dashes(path_px: NDArray[np.float64], length_px: float) -> list[NDArray[np.float64]]:
    """Every other piece of a line, each of that length."""
    steps = np.hypot(*np.diff(path_px, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    count = max(1, int(along[-1] // (2 * length_px)))
    starts = np.arange(count) * along[-1] / count
    ends = starts + along[-1] / count / 2
    ways = np.linspace(starts, ends, 4, axis=1)
    return [np.column_stack([np.interp(way, along, path_px[:, axis]) for axis in (0, 1)]) for way in ways]


def _fixed(path_px: NDArray[np.float64]) -> NDArray[np.int32]:
    """Pixels as OpenCV takes parts of them."""
    limited = np.clip(path_px, -10_000, 20_000)
    return np.round(limited * (1 << SUBPIXEL_BITS)).astype(np.int32)


def _overlap(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0.0) * max(tall, 0.0)
