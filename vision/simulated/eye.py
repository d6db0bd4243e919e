"""The simulated camera's eye: where it stands over the table, and which way each part of each pixel looks.

Every line of sight is told by its two slopes: how far it runs east and north for each inch that it descends.
A line from the eye at `centre` is at height z at `centre[:2] + (centre[2] - z) * slopes`.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pennysight.calibration.camera import Camera

Floats = npt.NDArray[np.float64]

GRID_PX = 4
"""Slopes are solved at every fourth pixel and interpolated between: right to a thousandth of a pixel."""

UNDISTORT_ROUNDS = 30


@dataclass(frozen=True)
class Rect:
    """A piece of the picture: columns `left` to `right`, rows `top` to `bottom`, the ends not included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it."""
        return self.right <= self.left or self.bottom <= self.top

    @property
    def slices(self) -> tuple[slice, slice]:
        """It, as an index into a picture."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def grown(self, by_px: int) -> "Rect":
        """The piece with a border all round."""
        return Rect(self.left - by_px, self.top - by_px, self.right + by_px, self.bottom + by_px)

    def within(self, other: "Rect") -> "Rect":
        """What it shares with another."""
        return Rect(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


class Eye:
    """A camera at a place: `X_camera = R X_board + t`, inches."""

    def __init__(self, camera: Camera, R: Floats, t: Floats) -> None:
        self.camera, self.R, self.t = camera, R, t
        self.picture = Rect(0, 0, camera.width_px, camera.height_px)
        self._columns = np.arange(-GRID_PX, camera.width_px + 2 * GRID_PX, GRID_PX)
        self._rows = np.arange(-GRID_PX, camera.height_px + 2 * GRID_PX, GRID_PX)
        u, v = np.meshgrid(self._columns, self._rows)
        self._slopes = self._solve(u.astype(float), v.astype(float)).astype(np.float32)

    @property
    def centre(self) -> Floats:
        """Where the eye is, board frame, (3,)."""
        return np.asarray(-self.R.T @ self.t)

    def project(self, points_in: Floats) -> Floats:
        """Pixels (N, 2) of points (N, 3) in the board frame, by OpenCV's lens model."""
        x, y, z = self.R @ np.asarray(points_in, float).T + self.t[:, None]
        x, y = self._distorted(x / z, y / z)
        K = self.camera.matrix
        return np.stack([K[0, 0] * x + K[0, 1] * y + K[0, 2], K[1, 1] * y + K[1, 2]], axis=1)

    def scale(self, point_in: Floats) -> float:
        """Pixels to the inch of something that faces the camera at a point (3,)."""
        depth = (self.R @ point_in + self.t)[2]
        return float(self.camera.matrix[0, 0] / depth)

    def around(self, points_in: Floats, margin_px: int) -> Rect:
        """The piece of the picture that holds the points (N, 3)."""
        pixels = self.project(points_in)
        left, top = np.floor(pixels.min(axis=0)).astype(int)
        right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + 1
        return Rect(int(left), int(top), int(right), int(bottom)).grown(margin_px).within(self.picture)

    def slopes(self, rect: Rect, samples: int) -> npt.NDArray[np.float32]:
        """Slopes of the lines of sight through `samples` x `samples` spots a pixel, (rows, columns, 2)."""
        rows, row_parts = _between(rect.top, rect.bottom, samples)
        columns, column_parts = _between(rect.left, rect.right, samples)
        near = self._slopes[rows]
        lines = near + (self._slopes[rows + 1] - near) * row_parts[:, None, None]
        near = lines[:, columns]
        return np.asarray(near + (lines[:, columns + 1] - near) * column_parts[:, None])

    def _solve(self, u: Floats, v: Floats) -> Floats:
        K = self.camera.matrix
        y0 = (v - K[1, 2]) / K[1, 1]
        x0 = (u - K[0, 2] - K[0, 1] * y0) / K[0, 0]
        x, y = x0, y0
        for _ in range(UNDISTORT_ROUNDS):
            bent_x, bent_y = self._distorted(x, y)
            x, y = x + x0 - bent_x, y + y0 - bent_y
        sight = np.stack([x, y, np.ones_like(x)], axis=-1) @ self.R
        return np.asarray(sight[..., :2] / -sight[..., 2:])

    def _distorted(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        k1, k2, p1, p2, k3 = self.camera.dist
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        return (
            x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
        )


def above(camera: Camera, centre_in: Floats, looks_at_in: Floats, turn_deg: float = 0.0) -> Eye:
    """An eye at a point that looks at another, north up in its picture but for a turn about its own axis."""
    forward = looks_at_in - centre_in
    forward = forward / np.linalg.norm(forward)
    east = np.cross(forward, (0.0, 1.0, 0.0))
    east = east / np.linalg.norm(east)
    south = np.cross(forward, east)
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    R = np.stack([c * east + s * south, c * south - s * east, forward])
    return Eye(camera, R, -R @ centre_in)


def _between(start: int, stop: int, samples: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float32]]:
    """For each sample from pixel `start` to `stop`: the grid line before it, the part to the next."""
    spots = start - 0.5 + (np.arange((stop - start) * samples) + 0.5) / samples
    steps = spots / GRID_PX + 1
    before = np.floor(steps).astype(np.intp)
    return before, (steps - before).astype(np.float32)
