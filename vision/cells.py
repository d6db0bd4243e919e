"""The board in cells: what a frame shows of it, averaged over squares of half an inch.

It takes about a millisecond. All that asks whether something changed asks it of these cells; the figures are
looked for in the frame itself.
"""

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.vision.figures.level import Array, Image, LevelPlane, sampled
from pennysight.vision.observation import PointIn
from pennysight.vision.shrinking import halving_side, in_shrunk, shrunk

CELL_IN = 0.5
SAMPLES = 2
"""Each way in a cell; each sample is the mean of the picture's pixels about it."""

Cells = NDArray[np.float32]
Mask = NDArray[np.bool_]


class CellGrid:
    """The cells of a level plane: rows from the north, columns from the west."""

    def __init__(self, plane: LevelPlane) -> None:
        """Work out where in a picture the cells' samples are."""
        self._plane = plane
        columns, rows = (SAMPLES * int(extent // CELL_IN) for extent in (plane.width_in, plane.height_in))
        pixels = plane.pixels(*np.meshgrid(*self._places_in(columns, rows, CELL_IN / SAMPLES)))
        one, other = pixels[rows // 2, columns // 2], pixels[rows // 2, columns // 2 + 1]
        self._side_px = halving_side(np.hypot(*(other - one)))
        self._samples = in_shrunk(pixels, self._side_px)

    def shades(self, image: Image) -> Cells:
        """What a BGR image shows of each cell, 0 to 255; black where the camera does not see it."""
        seen = sampled(shrunk(image, self._side_px), self._samples)
        cells = (seen.shape[1] // SAMPLES, seen.shape[0] // SAMPLES)
        return np.asarray(
            cv2.resize(seen.astype(np.float32), cells, interpolation=cv2.INTER_AREA), np.float32
        )

    def beyond(self, width_in: float, height_in: float) -> Mask:
        """The cells that reach beyond a board of that size."""
        rows, columns = (size // SAMPLES for size in self._samples.shape[:2])
        x, y = self._places_in(columns, rows, CELL_IN)
        reach = CELL_IN / 2 - 1e-6
        outside_x, outside_y = (
            (at < reach) | (at > size - reach) for at, size in ((x, width_in), (y, height_in))
        )
        return np.asarray(outside_y[:, None] | outside_x[None])

    def outline(self, cells: Mask) -> tuple[PointIn, ...]:
        """The convex outline of cells, (x_in, y_in) corners."""
        rows, columns = np.nonzero(cells)
        corners = np.stack([columns, rows], axis=1)[:, None] + np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
        hull = cv2.convexHull(corners.reshape(-1, 2).astype(np.float32)).reshape(-1, 2) * CELL_IN
        north_in = self._plane.south_in + self._plane.height_in
        return tuple((float(self._plane.west_in + x), float(north_in - y)) for x, y in hull)

    def near(self, cells: Mask, reach_in: float) -> Mask:
        """Which pixels of the plane's rectified picture are within reach of some cells."""
        side = 2 * round(reach_in / CELL_IN) + 1
        near = cv2.dilate(cells.astype(np.uint8), np.ones((side, side), np.uint8))
        rows, columns = self._plane.map_px.shape[:2]
        return np.asarray(cv2.resize(near, (columns, rows), interpolation=cv2.INTER_NEAREST), bool)

    def _places_in(self, columns: int, rows: int, step_in: float) -> tuple[Array, Array]:
        """x of the middles of columns, y of those of rows."""
        plane = self._plane
        x, y = ((np.arange(count, dtype=float) + 0.5) * step_in for count in (columns, rows))
        return plane.west_in + x, plane.south_in + plane.height_in - y
