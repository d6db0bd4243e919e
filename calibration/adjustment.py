"""The joint adjustment of one camera pose and every tile's place to the corners of the markers seen.

Tiles lie flat in one plane, each with its own centre and turn. Gauss-Newton steps with damping; a marker that
disagrees with the rest (bent, misread, on something else) loses its weight by itself.
"""

from dataclasses import dataclass

import numpy as np
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import TILE_SIDE_IN
from pennysight.calibration.projection import (
    Array,
    pose_derivatives,
    project,
    project_derivatives,
    turn_matrix,
)
from pennysight.calibration.tile_markers import TileMarkers

_GAUGE_SD_IN = 1e-4  # holds the frame; far below what is measured, far above what rounds off
_BEND_SD = 3.0  # in standard deviations: where a marker's weight begins to fade
_TRUST_IN_CLAIM = 8.0  # the claimed deviations weigh as much as so many residuals
_ROUNDS = 2
_STEPS = 30
_SMALL_STEP = 1e-6  # inches and radians
TILE_SPREAD_IN2 = TILE_SIDE_IN**2 / 6  # mean squared distance of a tile's points from its centre


@dataclass(frozen=True, eq=False)
class Placing:
    """A camera pose as in `View`, and the tiles (T, 3): centre x, y in inches and turn in radians."""

    R: Array
    t: Array
    tiles: Array

    def moved(self, turn: Array, shift: Array) -> "Placing":
        """The same in the frame in which a point p of this one lies at `turn` (2, 2) @ p + `shift` (2,)."""
        turn3 = np.eye(3)
        turn3[:2, :2] = turn
        R = self.R @ turn3.T
        centres = self.tiles[:, :2] @ turn.T + shift
        turns = self.tiles[:, 2] + np.arctan2(turn[1, 0], turn[0, 0])
        return Placing(R, self.t - R[:, :2] @ shift, np.column_stack([centres, turns]))


@dataclass(frozen=True, eq=False)
class Adjusted:
    """A placing that fits the markers best.

    `covariance` (6 + 3 T, 6 + 3 T) is of the pose as in `View.covariance`, then of each tile; `misfit` (M,)
    each marker's residual in units of its claimed deviation; `rms_px` that of all corners.
    """

    placing: Placing
    covariance: Array
    misfit: Array
    rms_px: float


def adjust(camera: Camera, markers: TileMarkers, start: Placing, centres_in: Array) -> Adjusted:
    """Fit pose and tiles to the markers, in the frame in which the tiles lie about `centres_in` (T, 2)."""
    placing, system = start, _linearise(camera, markers, start, centres_in, _BEND_SD)
    for _ in range(_ROUNDS):
        # Where all are off by more than they claim (a poor lens), only those worse than usual are bent.
        bend_sd = _BEND_SD * max(1.0, float(np.median(system.misfit)))
        if bend_sd != system.bend_sd:
            system = _linearise(camera, markers, placing, centres_in, bend_sd)
        placing, system = _descend(camera, markers, placing, centres_in, system)
    freedom = max(float(8 * system.weights.sum()) - len(system.normal) + 3, 0.0)
    chi2 = float((system.weights * system.misfit**2).sum() * 8)
    # Residuals may show more noise than claimed, never less: what moves all corners of a tile shows in none.
    scale = max(1.0, (_TRUST_IN_CLAIM + chi2) / (_TRUST_IN_CLAIM + freedom))
    rms_px = np.sqrt((system.weights * system.squares_px2).sum() / system.weights.sum())
    covariance = np.asarray(scale * np.linalg.inv(system.normal), float)
    return Adjusted(placing, covariance, system.misfit, float(rms_px))


@dataclass(frozen=True, eq=False)
class _System:
    normal: Array
    gradient: Array
    cost: float
    misfit: Array
    weights: Array
    squares_px2: Array  # each marker's mean squared residual, of corners, not coordinates
    bend_sd: float


def _descend(
    camera: Camera, markers: TileMarkers, placing: Placing, centres_in: Array, system: _System
) -> tuple[Placing, _System]:
    """The placing of least cost that Levenberg's and Marquardt's steps lead to from one with its system."""
    damping = 1e-6
    for _ in range(_STEPS):
        damped = system.normal + damping * np.diag(np.diag(system.normal))
        step = np.asarray(-np.linalg.solve(damped, system.gradient), float)
        tried = _stepped(placing, step)
        after = _linearise(camera, markers, tried, centres_in, system.bend_sd)
        if after.cost <= system.cost:
            placing, system, damping = tried, after, max(damping / 10, 1e-12)
        else:
            damping *= 100
        if np.abs(step).max() < _SMALL_STEP or damping > 1e9:
            break
    return placing, system


def _linearise(
    camera: Camera, markers: TileMarkers, placing: Placing, centres_in: Array, bend_sd: float
) -> _System:
    """The normal equations at a placing, and the cost: Cauchy's loss on each marker as a whole."""
    count, tiles = len(markers.ids), placing.tiles
    arms = markers.arms_in(tiles)
    places = arms + tiles[markers.tile, None, :2]
    turned = places.reshape(-1, 2) @ placing.R[:, :2].T
    pixels = project(camera, turned + placing.t)
    by_camera_point = project_derivatives(camera, turned + placing.t)
    residuals = (pixels - markers.corners_px.reshape(-1, 2)).reshape(count, 8)

    by_place = by_camera_point @ placing.R[:, :2]
    around = np.stack([-arms[..., 1], arms[..., 0]], -1).reshape(-1, 2, 1)
    by_pose = pose_derivatives(by_camera_point, turned)
    jacobian = np.concatenate([by_pose, by_place, by_place @ around], axis=-1).reshape(count, 8, 9)

    errors = markers.whitening @ residuals[..., None]
    misfit = np.sqrt((errors**2).mean(axis=(1, 2)))
    weights = 1 / (1 + (misfit / bend_sd) ** 2)
    rows = (np.sqrt(weights)[:, None, None] * markers.whitening @ jacobian).transpose(0, 2, 1)
    errors = np.sqrt(weights)[:, None, None] * errors
    # Each marker speaks of the pose and of its own tile only.
    about = np.concatenate(
        [np.broadcast_to(np.arange(6), (count, 6)), 6 + 3 * markers.tile[:, None] + np.arange(3)], axis=1
    )
    gauge, drift = _gauge(tiles, centres_in)
    cost = 4 * bend_sd**2 * np.log1p((misfit / bend_sd) ** 2).sum() + (drift**2).sum() / 2
    if not np.isfinite(cost):
        cost = np.inf  # a corner fell behind the camera
    normal, gradient = gauge.T @ gauge, gauge.T @ drift
    np.add.at(normal, (about[:, :, None], about[:, None, :]), rows @ rows.transpose(0, 2, 1))
    np.add.at(gradient, about, (rows @ errors)[..., 0])
    return _System(normal, gradient, float(cost), misfit, weights, 2 * (residuals**2).mean(1), bend_sd)


def _gauge(tiles: Array, centres_in: Array) -> tuple[Array, Array]:
    """Rows that hold the frame: shifts and turns of the tiles from `centres_in` cancel out over the board."""
    away = tiles[:, :2] - centres_in
    arms = centres_in - centres_in.mean(0)
    rows = np.zeros((3, 6 + tiles.size))
    rows[0, 6::3] = rows[1, 7::3] = 1
    spread = (arms**2).sum() + TILE_SPREAD_IN2 * len(tiles)
    rows[2, 6::3], rows[2, 7::3], rows[2, 8::3] = -arms[:, 1], arms[:, 0], TILE_SPREAD_IN2
    drift = np.array(
        [
            *away.sum(0),
            (arms[:, 0] * away[:, 1] - arms[:, 1] * away[:, 0]).sum() + TILE_SPREAD_IN2 * tiles[:, 2].sum(),
        ]
    )
    scale = np.array([len(tiles), len(tiles), spread / np.sqrt(spread / len(tiles))]) * _GAUGE_SD_IN
    return rows / scale[:, None], drift / scale


def _stepped(placing: Placing, step: Array) -> Placing:
    return Placing(
        turn_matrix(step[:3]) @ placing.R, placing.t + step[3:6], placing.tiles + step[6:].reshape(-1, 3)
    )
