"""The lens alone: slopes of rays to pixels and back (OpenCV's model with k1, k2, p1, p2, k3).

Written out rather than asked of OpenCV, whose `projectPoints` fills thirty derivatives a point: ten times
slower where a whole picture is mapped, and its inverse stops a few thousandths of a pixel short.
"""

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.camera import Camera

Array = NDArray[np.float64]


def distort(camera: Camera, slopes: Array) -> Array:
    """Slopes x/z, y/z (N, 2) of rays in the camera frame -> pixels (N, 2)."""
    k1, k2, p1, p2, k3 = camera.dist
    x, y = slopes[:, 0], slopes[:, 1]
    r2 = x * x + y * y
    swell = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    bent = np.column_stack(
        [
            x * swell + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * swell + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
        ]
    )
    K = camera.matrix
    return np.asarray(bent @ K[:2, :2].T + K[:2, 2])


def distort_derivatives(camera: Camera, slopes: Array) -> Array:
    """Derivatives (N, 2, 2) of `distort` by the slopes."""
    k1, k2, p1, p2, k3 = camera.dist
    x, y = slopes[:, 0], slopes[:, 1]
    r2 = x * x + y * y
    swell = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    growth = k1 + r2 * (2 * k2 + r2 * 3 * k3)
    across = 2 * (x * y * growth + p1 * x + p2 * y)
    bent = np.stack(
        [
            np.stack([swell + 2 * (x * x * growth + p1 * y + 3 * p2 * x), across], axis=-1),
            np.stack([across, swell + 2 * (y * y * growth + 3 * p1 * y + p2 * x)], axis=-1),
        ],
        axis=1,
    )
    return np.asarray(camera.matrix[:2, :2] @ bent)


def undistort(camera: Camera, points_px: Array) -> Array:
    """Pixels (N, 2) -> slopes x/z, y/z (N, 2) of their rays in the camera frame."""
    if not len(points_px):
        return np.empty((0, 2))
    near = cv2.undistortPoints(points_px.reshape(-1, 1, 2), camera.matrix, camera.distortion)
    slopes = np.asarray(near, float).reshape(-1, 2)
    short = (points_px - distort(camera, slopes))[..., None]
    return np.asarray(slopes + np.linalg.solve(distort_derivatives(camera, slopes), short)[..., 0])
