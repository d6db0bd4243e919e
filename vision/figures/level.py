"""A level plane over the board, seen straight from above: raised things of one height keep their true size.

Rectified in the plane at the fold's height every cap is a circle of one size, wherever it stands.
"""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.projection import View

Array = NDArray[np.float64]
Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

EVERYTHING = (slice(None), slice(None))
GRID_STEP_IN = 0.5
"""Pixels between the knots of the grid come by interpolation: within 0.02 px at half an inch."""


def sampled(image: Image, pixels: Floats) -> Image:
    """An image between its pixels, at (rows, columns, 2) places in it; black beyond it."""
    x, y = np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1])
    return np.asarray(cv2.remap(image, x, y, cv2.INTER_LINEAR), np.uint8)


@dataclass(frozen=True, eq=False)
class LevelPlane:
    """A rectangle of the plane at `z_in`, its corner at (`west_in`, `south_in`), as a view shows it."""

    view: View
    z_in: float
    west_in: float
    south_in: float
    width_in: float
    height_in: float
    px_per_in: float

    @functools.cached_property
    def _knots_px(self) -> Floats:
        """Pixels of the grid's knots, (rows from south to north, columns from west to east, 2)."""
        east, north = (
            np.arange(0.0, extent + 2 * GRID_STEP_IN, GRID_STEP_IN)
            for extent in (self.width_in, self.height_in)
        )
        x, y = np.meshgrid(self.west_in + east, self.south_in + north)
        points = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, self.z_in)])
        return self.view.to_pixels(points).reshape(*x.shape, 2).astype(np.float32)

    def pixels(self, x_in: Array | Floats, y_in: Array | Floats) -> Floats:
        """Pixels (rows, columns, 2) of the points (`x_in`, `y_in`), each (rows, columns), of the plane."""
        u = ((x_in - self.west_in) / GRID_STEP_IN).astype(np.float32)
        v = ((y_in - self.south_in) / GRID_STEP_IN).astype(np.float32)
        return np.asarray(cv2.remap(self._knots_px, u, v, cv2.INTER_LINEAR), np.float32).reshape(*u.shape, 2)

    @functools.cached_property
    def map_px(self) -> Floats:
        """Where in the picture each pixel of the rectified one comes from, (rows, columns, 2)."""
        columns = np.arange(round(self.width_in * self.px_per_in)) / self.px_per_in
        rows = np.arange(round(self.height_in * self.px_per_in)) / self.px_per_in
        x, y = np.meshgrid(self.west_in + columns, self.south_in + self.height_in - rows)
        return self.pixels(x, y)

    def rectified(self, image: Image, part: tuple[slice, slice] = EVERYTHING) -> Image:
        """The plane, or a part of it, from above, north up, at `px_per_in`; black where it is not seen."""
        return sampled(image, self.map_px[part])

    def pixel(self, x_in: float, y_in: float) -> tuple[int, int]:
        """Row and column of the rectified picture's pixel that is nearest to a board place."""
        (row,), (column,) = self.nearest_pixels(np.array([(x_in, y_in)]))
        return int(row), int(column)

    def nearest_pixels(self, places_in: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Rows (N,) and columns (N,) of the pixels that are nearest to board places (N, 2)."""
        rows, columns = self.map_px.shape[:2]
        row = np.rint((self.south_in + self.height_in - places_in[:, 1]) * self.px_per_in)
        column = np.rint((places_in[:, 0] - self.west_in) * self.px_per_in)
        return np.clip(row, 0, rows - 1).astype(np.intp), np.clip(column, 0, columns - 1).astype(np.intp)

    def within(self, places_in: Array, reach_in: float) -> NDArray[np.bool_]:
        """Which pixels of the rectified picture are within reach of one of the board places (N, 2)."""
        near = np.zeros(self.map_px.shape[:2], np.uint8)
        for x, y in places_in:
            row, column = self.pixel(x, y)
            cv2.circle(near, (column, row), int(reach_in * self.px_per_in), 1, cv2.FILLED)
        return near.astype(bool)

    def places_in(self, columns: Array, rows: Array) -> Array:
        """Board places (N, 2) of pixels of the rectified picture."""
        x = self.west_in + columns / self.px_per_in
        return np.column_stack([x, self.south_in + self.height_in - rows / self.px_per_in])
