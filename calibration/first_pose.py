"""A first placing of camera and tiles, from the markers of one tile alone (IPPE)."""

from collections.abc import Iterator

import cv2
import numpy as np
from pennysight.calibration.adjustment import Placing
from pennysight.calibration.camera import Camera
from pennysight.calibration.projection import Array, View, turn_matrix
from pennysight.calibration.tile_markers import Indices, TileMarkers

_PAIRS, _SINGLES = 4, 2  # how many are tried, the widest in the picture first


def first_placing(camera: Camera, markers: TileMarkers) -> tuple[Placing, Array] | None:
    """The pose over some one tile under which all markers have their size and shape best.

    None where the lens allows no pose at all.

    The second value (M,) is how far each marker's corners are from where its tile then has them, rms over the
    four, in inches; infinite where they do not meet the board's plane.
    """
    tried = [
        place_tiles(camera, markers, R, t)
        for group in _groups(markers)
        for R, t in _poses(camera, markers, group)
    ]
    return min(tried, key=lambda placed: float(np.median(placed[1])), default=None)


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
    tiles = _rigid_fits(markers, corners)
    away = corners - tiles[markers.tile, None, :2] - markers.arms_in(tiles)
    misfit = np.sqrt((away**2).sum(axis=2).mean(axis=1))
    return Placing(R, t, tiles), np.nan_to_num(misfit, nan=np.inf)


def _rigid_fits(markers: TileMarkers, corners: Array) -> Array:
    """The centre and turn (T, 3) of each tile that bring its markers closest to the corners (M, 4, 2)."""
    # As complex numbers, a turn is a product and the best one the angle of a sum.
    point, goal = (xy[..., 0] + 1j * xy[..., 1] for xy in (markers.points_in, corners))
    of_tile = markers.tile == np.arange(len(markers.numbers))[:, None]
    count = 4 * of_tile.sum(axis=1)
    middle, centre = (of_tile @ z.sum(axis=1) / count for z in (point, goal))
    arm, goal_arm = point - middle[markers.tile, None], goal - centre[markers.tile, None]
    turn = np.angle(of_tile @ (arm.conj() * goal_arm).sum(axis=1))
    tile = centre - np.exp(1j * turn) * middle
    return np.column_stack([tile.real, tile.imag, turn])
