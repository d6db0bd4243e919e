"""From inches over the board to pixels, and from pixels back to inches at a known height, with the error.

A raised point is where its viewing ray meets the plane at its own height: the board plane's homography would
put the top of a figure up to an inch away from where it is.
"""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike
from pennysight.calibration.camera import Camera
from pennysight.calibration.lens import Array as Array
from pennysight.calibration.lens import distort, distort_derivatives, undistort


@dataclass(frozen=True, eq=False)
class View:
    """A camera's pose over the board: a board point X is at R X + t in the OpenCV camera frame (inches).

    `covariance` (6, 6) is that of a small turn w (radians, R becomes exp([w]x) R), then that of t (inches).
    """

    camera: Camera
    R: Array
    t: Array
    covariance: Array

    @functools.cached_property
    def centre_in(self) -> Array:
        """Where the camera is in the board frame, (3,)."""
        return np.asarray(-self.R.T @ self.t)

    @property
    def height_in(self) -> float:
        """How high the camera is over the printed face of the tiles."""
        return float(self.centre_in[2])

    def scaled(self, factor: float) -> "View":
        """The same camera over the same board, where all lengths are told `factor` times as long."""
        units = np.repeat([1.0, factor], 3)
        return View(self.camera, self.R, self.t * factor, self.covariance * np.outer(units, units))

    def to_pixels(self, points_in: ArrayLike) -> Array:
        """Board points (N, 3) -> pixels (N, 2)."""
        return project(self.camera, np.reshape(np.asarray(points_in, float), (-1, 3)) @ self.R.T + self.t)

    def to_plane(self, points_px: ArrayLike, z_in: ArrayLike = 0.0) -> Array:
        """Pixels (N, 2) -> x, y (N, 2) where their rays meet the plane at `z_in`, one height or one a point.

        A ray that goes up or level, which meets no such plane in front of the camera, gives NaN.
        """
        points_px = np.reshape(np.asarray(points_px, float), (-1, 2))
        rays = np.column_stack([undistort(self.camera, points_px), np.ones(len(points_px))]) @ self.R
        drop = np.asarray(z_in, float) - self.centre_in[2]
        with np.errstate(divide="ignore", invalid="ignore"):
            along = drop / rays[:, 2]
            xy = self.centre_in[:2] + along[:, None] * rays[:, :2]
        return np.where(along[:, None] > 0, xy, np.nan)

    def plane_covariance_in2(
        self, points_px: ArrayLike, z_in: ArrayLike = 0.0, sd_px: ArrayLike = 0.0, z_sd_in: ArrayLike = 0.0
    ) -> Array:
        """Covariance (N, 2, 2) of what `to_plane` gives: of pixel, height and the camera's pose together."""
        return self.covariance_on_plane_in2(self.to_plane(points_px, z_in), z_in, sd_px, z_sd_in)

    def covariance_on_plane_in2(
        self, xy_in: Array, z_in: ArrayLike = 0.0, sd_px: ArrayLike = 0.0, z_sd_in: ArrayLike = 0.0
    ) -> Array:
        """The same of places (N, 2) that `to_plane` gave, or would give."""
        by = self.derivatives_on_plane(xy_in, z_in)
        sd_px, z_sd_in = (np.broadcast_to(np.asarray(sd, float), (len(by.pixel),)) for sd in (sd_px, z_sd_in))
        return np.asarray(
            (sd_px**2)[:, None, None] * (by.pixel @ by.pixel.transpose(0, 2, 1))
            + (z_sd_in**2)[:, None, None] * (by.height @ by.height.transpose(0, 2, 1))
            + by.pose @ self.covariance @ by.pose.transpose(0, 2, 1)
        )

    def plane_derivatives(self, points_px: ArrayLike, z_in: ArrayLike = 0.0) -> "PlaneDerivatives":
        """Derivatives of what `to_plane` gives; two points' errors by the pose go together."""
        return self.derivatives_on_plane(self.to_plane(points_px, z_in), z_in)

    def derivatives_on_plane(self, xy_in: Array, z_in: ArrayLike = 0.0) -> "PlaneDerivatives":
        """The same of places (N, 2) that `to_plane` gave, or would give."""
        z = np.broadcast_to(np.asarray(z_in, float), (len(xy_in),))
        turned = np.column_stack([xy_in, z]) @ self.R.T
        by_camera_point = project_derivatives(self.camera, turned + self.t)
        by_point = by_camera_point @ self.R
        to_plane = np.linalg.inv(by_point[:, :, :2])
        return PlaneDerivatives(
            pixel=np.asarray(to_plane, float),
            height=-to_plane @ by_point[:, :, 2:],
            pose=-to_plane @ pose_derivatives(by_camera_point, turned),
        )

    def plane_sd_in(
        self, points_px: ArrayLike, z_in: ArrayLike = 0.0, sd_px: ArrayLike = 0.0, z_sd_in: ArrayLike = 0.0
    ) -> Array:
        """One standard deviation (N,) of what `to_plane` gives, in the direction in which it is worst."""
        return worst_sd(self.plane_covariance_in2(points_px, z_in, sd_px, z_sd_in))


@dataclass(frozen=True, eq=False)
class PlaneDerivatives:
    """Of places on planes: by pixel (N, 2, 2), by height (N, 2, 1), and by pose (N, 2, 6) as in `View`."""

    pixel: Array
    height: Array
    pose: Array


def worst_sd(covariance: Array) -> Array:
    """The standard deviation in the worst direction of each covariance (..., n, n) -> (...)."""
    return np.asarray(np.sqrt(np.maximum(np.linalg.eigvalsh(covariance)[..., -1], 0.0)))


def project(camera: Camera, points_in: Array) -> Array:
    """Points (N, 3) in the camera frame -> pixels (N, 2); NaN for a point that is not in front of it."""
    return np.where(points_in[:, 2:] > 0, distort(camera, _slopes(points_in)), np.nan)


def project_derivatives(camera: Camera, points_in: Array) -> Array:
    """Derivatives (N, 2, 3) of `project` by the point."""
    slopes = _slopes(points_in)
    by_slope = distort_derivatives(camera, slopes) / points_in[:, 2, None, None]
    return np.concatenate([by_slope, -by_slope @ slopes[..., None]], axis=2)


def _slopes(points_in: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return points_in[:, :2] / points_in[:, 2:]


def pose_derivatives(by_camera_point: Array, turned_in: Array) -> Array:
    """Derivatives of pixels by the pose as in `View.covariance`, (N, 2, 6).

    `by_camera_point` is what `project_derivatives` gave, `turned_in` (N, 3) the points after R and before t.
    """
    return np.concatenate([-by_camera_point @ cross_matrix(turned_in), by_camera_point], axis=2)


def cross_matrix(v: Array) -> Array:
    """The matrices (N, 3, 3) that take the cross product with each of v (N, 3) from the left."""
    x, y, z = v.T
    o = np.zeros_like(x)
    return np.stack([o, -z, y, z, o, -x, -y, x, o], axis=1).reshape(-1, 3, 3)


def turn_matrix(turn_rad: Array) -> Array:
    """The rotation (3, 3) by a vector (3,) along its axis, its length the angle in radians."""
    return np.asarray(cv2.Rodrigues(turn_rad)[0], float)
