"""The joint adjustment of one camera pose and every piece's place to the corners of the markers seen.

Pieces lie flat in one plane, each with its own place and turn. Gauss-Newton steps with damping; a marker that
disagrees with the rest (bent, misread, on something else) loses its weight by itself.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
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
    """A camera pose as in `View`, and the pieces (T, 3): x, y of their point in inches, turn in radians."""

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
class Belonging:
    """Where the pieces belong, which tells in which frame all is told.

    `places_in` (T, 2), upright; `sd` (T, 3) how people lay them there: x, y in inches, turn in radians, one
    deviation each, infinite where nothing is known. Shifts and turns of those that hold the frame (`holds`,
    T) cancel out over the board.
    """

    places_in: Array
    sd: Array
    holds: NDArray[np.bool_]

    @classmethod
    def where_they_lie(cls, placing: Placing) -> "Belonging":
        """For pieces of which no more is known than where they were found."""
        count = len(placing.tiles)
        return cls(placing.tiles[:, :2], np.full((count, 3), np.inf), np.ones(count, bool))


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


def adjust(camera: Camera, markers: TileMarkers, start: Placing, belonging: Belonging) -> Adjusted:
    """Fit pose and pieces to the markers, in the frame in which the pieces lie about where they belong."""
    placing, system = start, _linearise(camera, markers, start, belonging, _BEND_SD)
    for _ in range(_ROUNDS):
        # Where all are off by more than they claim (a poor lens), only those worse than usual are bent.
        bend_sd = _BEND_SD * max(1.0, float(np.median(system.misfit)))
        if bend_sd != system.bend_sd:
            system = _linearise(camera, markers, placing, belonging, bend_sd)
        placing, system = _descend(camera, markers, placing, belonging, system)
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
    camera: Camera, markers: TileMarkers, placing: Placing, belonging: Belonging, system: _System
) -> tuple[Placing, _System]:
    """The placing of least cost that Levenberg's and Marquardt's steps lead to from one with its system."""
    damping = 1e-6
    for _ in range(_STEPS):
        damped = system.normal + damping * np.diag(np.diag(system.normal))
        step = np.asarray(-np.linalg.solve(damped, system.gradient), float)
        tried = _stepped(placing, step)
        after = _linearise(camera, markers, tried, belonging, system.bend_sd)
        if after.cost <= system.cost:
            placing, system, damping = tried, after, max(damping / 10, 1e-12)
        else:
            damping *= 100
        if np.abs(step).max() < _SMALL_STEP or damping > 1e9:
            break
    return placing, system


def _linearise(
    camera: Camera, markers: TileMarkers, placing: Placing, belonging: Belonging, bend_sd: float
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
    gauge, drift = _gauge(tiles, belonging)
    cost = 4 * bend_sd**2 * np.log1p((misfit / bend_sd) ** 2).sum() + (drift**2).sum() / 2
    if not np.isfinite(cost):
        cost = np.inf  # a corner fell behind the camera
    normal, gradient = gauge.T @ gauge, gauge.T @ drift
    np.add.at(normal, (about[:, :, None], about[:, None, :]), rows @ rows.transpose(0, 2, 1))
    np.add.at(gradient, about, (rows @ errors)[..., 0])
    return _System(normal, gradient, float(cost), misfit, weights, 2 * (residuals**2).mean(1), bend_sd)


def _gauge(tiles: Array, belonging: Belonging) -> tuple[Array, Array]:
    """Rows that hold the frame, and draw each piece to where it belongs as far as people lay it there."""
    holds, sd = belonging.holds, belonging.sd
    away = np.column_stack([tiles[:, :2] - belonging.places_in, tiles[:, 2]])
    arms = belonging.places_in - belonging.places_in[holds].mean(0)
    count, spread_in2 = int(holds.sum()), TILE_SPREAD_IN2
    around = np.column_stack([-arms[:, 1], arms[:, 0], np.full(len(arms), spread_in2)])
    by_piece = holds[:, None, None] * np.stack(
        [np.tile([1.0, 0, 0], (len(arms), 1)), np.tile([0, 1.0, 0], (len(arms), 1)), around], axis=1
    )
    extent = (arms[holds] ** 2).sum() + spread_in2 * count
    scale = np.array([count, count, extent / np.sqrt(extent / count)]) * _GAUGE_SD_IN
    rows = np.zeros((3, 6 + tiles.size))
    rows[:, 6:] = by_piece.transpose(1, 0, 2).reshape(3, -1) / scale[:, None]
    drift = (by_piece @ away[..., None]).sum(axis=0)[:, 0] / scale
    known = np.flatnonzero(np.isfinite(sd))
    draw = np.zeros((len(known), 6 + tiles.size))
    draw[np.arange(len(known)), 6 + known] = 1 / sd.ravel()[known]
    return np.concatenate([rows, draw]), np.concatenate([drift, away.ravel()[known] / sd.ravel()[known]])


def _stepped(placing: Placing, step: Array) -> Placing:
    return Placing(
        turn_matrix(step[:3]) @ placing.R, placing.t + step[3:6], placing.tiles + step[6:].reshape(-1, 3)
    )
