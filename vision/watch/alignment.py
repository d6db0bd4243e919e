"""A table's pose told in the board frame in which it was told before.

Each picture's frame is the one in which its tiles lie about their cells best; where a tile was nudged, or is
hidden, that differs a little from picture to picture. What did not move keeps its place.
"""

from dataclasses import replace

import msgspec
import numpy as np
from pennysight.calibration.board import TablePose, TilePose
from pennysight.calibration.lens import Array
from pennysight.calibration.projection import View, cross_matrix
from pennysight.vision.watch.robust import robust_weights

USUAL_IN = 0.02
ROUNDS = 12


def aligned(pose: TablePose, before: TablePose) -> TablePose:
    """The pose in the frame of `before`, by what lies as it lay; as it is where nothing is in both."""
    common = common_tiles(pose, before)
    if not common:
        return pose
    corners = np.concatenate([tile_corners_in(tile) for tile, _ in common])
    goals = np.concatenate([tile_corners_in(tile) for _, tile in common])
    turn, shift = _fit(corners, goals)
    laid = {tile.tile: tile for tile in before.tiles if tile.tile in before.laid}
    return replace(
        pose,
        view=_told_in(pose.view, turn, shift),
        tiles=tuple(
            laid[tile.tile] if tile.tile in pose.laid & before.laid else _moved(tile, turn, shift)
            for tile in pose.tiles
        ),
        corners=tuple(_moved(piece, turn, shift) for piece in pose.corners),
        width_in=before.width_in,
        height_in=before.height_in,
    )


def common_tiles(pose: TablePose, before: TablePose) -> list[tuple[TilePose, TilePose]]:
    """The tiles and corner pieces measured both times, as they are and as they were."""
    old = {piece.tile: piece for piece in measured(before)}
    return [(piece, old[piece.tile]) for piece in measured(pose) if piece.tile in old]


def measured(pose: TablePose) -> list[TilePose]:
    """The tiles whose markers were seen, and the corner pieces."""
    return [tile for tile in pose.tiles if tile.tile not in pose.laid] + list(pose.corners)


def tile_corners_in(tile: TilePose) -> Array:
    """The corners (4, 2) of a tile, from the south-west one counter-clockwise."""
    return tile.on_board(tile.side_in * np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float))


def _fit(points: Array, goals: Array) -> tuple[Array, Array]:
    """Turn (2, 2) and shift (2,) that bring most of the points (N, 2) to their goals."""
    turn, shift = np.eye(2), np.median(goals - points, axis=0)
    for _ in range(ROUNDS):
        misfit = np.linalg.norm(points @ turn.T + shift - goals, axis=1)
        weights = robust_weights(misfit, USUAL_IN)
        weights /= weights.sum()
        middle, goal = weights @ points, weights @ goals
        arms, aims = points - middle, goals - goal
        cos = (weights[:, None] * arms * aims).sum()
        sin = weights @ (arms[:, 0] * aims[:, 1] - arms[:, 1] * aims[:, 0])
        turn = _rotation(float(np.arctan2(sin, cos)))
        shift = goal - turn @ middle
    return turn, np.asarray(shift, float)


def _told_in(view: View, turn: Array, shift: Array) -> View:
    """The view over the board whose point p is told as `turn` p + `shift`."""
    turn3 = np.eye(3)
    turn3[:2, :2] = turn
    R = view.R @ turn3.T
    away = R[:, :2] @ shift
    by = np.eye(6)
    by[3:, :3] = cross_matrix(away[None])[0]
    return View(view.camera, R, view.t - away, by @ view.covariance @ by.T)


def _moved(tile: TilePose, turn: Array, shift: Array) -> TilePose:
    x, y = turn @ (tile.x_in, tile.y_in) + shift
    lean_deg = tile.rotation_deg + np.rad2deg(np.arctan2(turn[1, 0], turn[0, 0]))
    return msgspec.structs.replace(tile, x_in=float(x), y_in=float(y), rotation_deg=float(lean_deg))


def _rotation(angle_rad: float) -> Array:
    cos, sin = np.cos(angle_rad), np.sin(angle_rad)
    return np.array([[cos, -sin], [sin, cos]])
