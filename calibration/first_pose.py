"""A first placing of camera and tiles, from the markers of one tile alone (IPPE)."""

from collections.abc import Iterator

import cv2
import numpy as np
from pennysight.calibration.adjustment import Placing
from pennysight.calibration.camera import Camera
from pennysight.calibration.projection import Array, View, turn_matrix
from pennysight.calibration.tile_markers import Indices, TileMarkers

_PAIRS, _SINGLES = 4, 2  # how many are tried, the widest in the picture first


def first_placing(camera: Camera, markers: TileMarkers) -> tuple[Placing, Array]:
    """The pose over some one tile under which all markers have their size and shape best.

    The second value (M,) is how far each marker's corners are from where its tile then has them, rms over the
    four, in inches; infinite where they do not meet the board's plane.
    """
    tried = [
        place_tiles(camera, markers, R, t)
        for group in _groups(markers)
        for R, t in _poses(camera, markers, group)
    ]
    return min(tried, key=lambda placed: float(np.median(placed[1])))


def _groups(markers: TileMarkers) -> list[Indices]:
    """Indices of the markers to start from: the two of one tile, or single ones."""
    of_tile = [np.flatnonzero(markers.tile == tile) for tile in range(len(markers.numbers))]
    pairs = [group for group in of_tile if len(group) > 1]
    singles = [np.array([index]) for index in range(len(markers.ids))]

    def width_px(group: Indices) -> float:
        return float(np.ptp(markers.corners_px[group].reshape(-1, 2), axis=0).max())

    pairs.sort(key=width_px, reverse=True)
    singles.sort(key=width_px, reverse=True)
    return pairs[:_PAIRS] + singles[:_SINGLES]


def _poses(camera: Camera, markers: TileMarkers, group: Indices) -> Iterator[tuple[Array, Array]]:
    """The two poses R, t over the group's tile that explain its corners about equally well."""
    points = np.pad(markers.points_in[group].reshape(-1, 2), ((0, 0), (0, 1)))
    corners = markers.corners_px[group].reshape(-1, 1, 2)
    _, turns, shifts, _ = cv2.solvePnPGeneric(
        points, corners, camera.matrix, camera.distortion, flags=cv2.SOLVEPNP_IPPE
    )
    for turn, shift in zip(turns, shifts, strict=True):
        yield turn_matrix(np.asarray(turn, float)), np.asarray(shift, float).ravel()


def place_tiles(camera: Camera, markers: TileMarkers, R: Array, t: Array) -> tuple[Placing, Array]:
    """Each tile where the rays of its markers' corners meet the plane, and the misfits of these."""
    view = View(camera, R, t, np.zeros((6, 6)))
    corners = view.to_plane(markers.corners_px).reshape(-1, 4, 2)
    tiles = np.array(
        [
            _rigid_fit(
                markers.points_in[markers.tile == tile].reshape(-1, 2),
                corners[markers.tile == tile].reshape(-1, 2),
            )
            for tile in range(len(markers.numbers))
        ]
    )
    away = corners - tiles[markers.tile, None, :2] - markers.arms_in(tiles)
    misfit = np.sqrt((away**2).sum(axis=2).mean(axis=1))
    return Placing(R, t, tiles), np.nan_to_num(misfit, nan=np.inf)


def _rigid_fit(points: Array, goals: Array) -> tuple[float, float, float]:
    """The shift x, y and turn that bring points (P, 2) closest to their goals."""
    middle, goal = points.mean(axis=0), goals.mean(axis=0)
    arms, goal_arms = points - middle, goals - goal
    turn = np.arctan2(
        (arms[:, 0] * goal_arms[:, 1] - arms[:, 1] * goal_arms[:, 0]).sum(), (arms * goal_arms).sum()
    )
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = goal - (cos * middle[0] - sin * middle[1], sin * middle[0] + cos * middle[1])
    return float(x), float(y), float(turn)
