"""Whether a camera that was moved was zoomed too, by points whose places on the board are known."""

import cv2
import msgspec
import numpy as np
from pennysight.calibration.camera import Camera
from pennysight.calibration.lens import Array
from pennysight.calibration.projection import pose_derivatives, project, project_derivatives, turn_matrix
from pennysight.vision.watch.robust import robust_weights

STEPS = 12
USUAL_PX = 0.5
LEAST_NOISE_PX = 0.1
MOST_MISFIT_PX, LEAST_SHARE = 2.0, 0.8
"""So many points must lie so near to where they lay, for any of them to say something of the lens."""
MOST_FACTOR = 3.0


def zoomed(camera: Camera, factor: float, middle_px: tuple[float, float] | None = None) -> Camera:
    """The camera after a zoom that leaves the point `middle_px`, if not the optical axis, in its place."""
    (fx, skew, cx), (_, fy, cy), last = camera.K
    x, y = middle_px or (cx, cy)
    K = (
        (fx * factor, skew * factor, x + factor * (cx - x)),
        (0.0, fy * factor, y + factor * (cy - y)),
        last,
    )
    return msgspec.structs.replace(camera, K=K)


def zoom_factor(camera: Camera, calibrated: Camera) -> float:
    """How many times as long a camera's focal length is as another's."""
    return camera.K[0][0] / calibrated.K[0][0]


def focal_factor(camera: Camera, points_in: Array, pixels: Array) -> tuple[float, float] | None:
    """How many times as long as told the focal length is, and one standard deviation of that.

    None where too many of the points lie elsewhere.

    By N points of the board (N, 2) and where they are seen (N, 2). Seen from straight above, a longer lens
    and a nearer camera look alike: the deviation says so.
    """
    points = np.pad(points_in, ((0, 0), (0, 1)))
    _, turn, shift = cv2.solvePnP(points, pixels, camera.matrix, camera.distortion, flags=cv2.SOLVEPNP_IPPE)
    R, t, factor = turn_matrix(np.asarray(turn, float)), np.asarray(shift, float).ravel(), 1.0
    covariance = np.eye(7)
    for _ in range(STEPS):
        lens = zoomed(camera, factor)
        turned = points @ R.T
        by_camera_point = project_derivatives(lens, turned + t)
        seen = project(lens, turned + t)
        by_factor = ((seen - lens.matrix[:2, 2]) / factor)[..., None]
        jacobian = np.concatenate([pose_derivatives(by_camera_point, turned), by_factor], axis=2)
        residuals = pixels - seen
        misfit = np.linalg.norm(residuals, axis=1)
        weights = robust_weights(misfit, max(USUAL_PX, float(np.median(misfit))))[:, None, None]
        normal = (weights * jacobian).reshape(-1, 7).T @ jacobian.reshape(-1, 7)
        gradient = ((weights * jacobian).transpose(0, 2, 1) @ residuals[..., None]).sum(axis=0)[:, 0]
        step = np.linalg.solve(normal, gradient)
        R, t = turn_matrix(step[:3]) @ R, t + step[3:6]
        factor = float(np.clip(factor + step[6], 1 / MOST_FACTOR, MOST_FACTOR))
        noise_px = max(LEAST_NOISE_PX, float(np.median(misfit)))
        covariance = noise_px**2 * np.linalg.inv(normal)
    if np.mean(misfit < MOST_MISFIT_PX) < LEAST_SHARE:
        return None
    return factor, float(np.sqrt(covariance[6, 6]))
