"""The board's picture as if lit evenly in white: every colour against the white of the markers near it.

Light differs in strength and colour from one end of a table to the other. The quiet zones of the tile markers
are white card in known places, so colours are judged against them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import MarkerSighting, TablePose
from pennysight.calibration.printspec import (
    FOLD_HEIGHT_IN,
    MARKER_SIDE_IN,
    QUIET_ZONE_IN,
)
from pennysight.vision.figures.level import Array, Floats
from pennysight.vision.figures.light import linear_image

MOST_PX_PER_IN = 40.0
"""Finer pictures are shrunk until an inch of the board is no longer than this."""
AROUND_IN, ROUND_PLACES_IN = 1.0, 2.5
FIELD = (19, 33)
"""Rows and columns of the grid over the picture on which the white is worked out."""
NEAR_IN = 3.0
LEAST_WHITE = 0.002
ODD_WHITE = 0.5
"""A marker whose white is this much (in logarithm) off its neighbours' has something on it."""
PLAIN_WHITE, PLAIN_SHARE = 0.5, 0.97
"""A marker lies open if this share of its quiet zone is at least that bright, against its median."""


@dataclass(frozen=True, eq=False)
class EvenPicture:
    """The part of a picture that shows the board: linear RGB (rows, columns, 3), 1 being white card there.

    It starts at `origin_px` of the whole picture when that has been shrunk `shrink` times; an inch in the
    board's middle is `px_per_in` of its pixels long.
    """

    colour: Floats
    shrink: int
    origin_px: NDArray[np.int_]
    px_per_in: float

    def here(self, points_px: Floats) -> Floats:
        """Where points (..., 2) of the whole picture are in this one."""
        return np.asarray((points_px + 0.5) / self.shrink - 0.5 - self.origin_px, np.float32)


def sample(picture: Floats, points: Floats) -> Floats:
    """A picture (rows, columns[, channels]) between its pixels, at points (N, ..., 2)."""
    flat = np.ascontiguousarray(points, np.float32).reshape(len(points), -1, 2)
    most = 16_000  # OpenCV maps no more than 32767 rows at once
    parts = [
        cv2.remap(
            picture,
            np.ascontiguousarray(flat[first : first + most, :, 0]),
            np.ascontiguousarray(flat[first : first + most, :, 1]),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for first in range(0, len(flat), most)
    ]
    return (
        np.concatenate(parts).reshape(*points.shape[:-1], *picture.shape[2:]).astype(np.float32, copy=False)
    )


def even_picture(image: NDArray[np.uint8], table: TablePose, places_in: Array | None = None) -> EvenPicture:
    """The board in a BGR image, or what is round places (N, 2) of it, in even light."""
    inch_px = _inch_px(table)
    shrink = max(1, round(inch_px / MOST_PX_PER_IN))
    height, width = image.shape[0] // shrink, image.shape[1] // shrink
    white = np.asarray(cv2.resize(_white_field(image, table), (width, height)), np.float32)
    small = image if shrink == 1 else cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    low, high = _box(table, places_in, shrink, width, height)
    part = np.s_[low[1] : high[1], low[0] : high[0]]
    colour = linear_image(np.asarray(small[part], np.uint8))[..., ::-1] / white[part]
    return EvenPicture(np.ascontiguousarray(colour, np.float32), shrink, low, inch_px / shrink)


def open_markers(picture: EvenPicture, markers: Sequence[MarkerSighting]) -> list[Floats]:
    """Corners (4, 2), with the quiet zone, of the markers on which nothing stands or lies."""
    if not markers:
        return []
    corners = picture.here(np.array([sighting.corners_px for sighting in markers], np.float32))
    middle = corners.mean(axis=1, keepdims=True)
    along = np.linspace(0, 1, 12, endpoint=False, dtype=np.float32)[:, None]
    sides = corners[:, :, None] * (1 - along) + np.roll(corners, -1, axis=1)[:, :, None] * along
    zone = middle[:, None] + (sides - middle[:, None]) * np.float32(1 + QUIET_ZONE_IN / MARKER_SIDE_IN)
    white = sample(picture.colour, zone.reshape(len(corners), -1, 2)).min(axis=2)
    bright = white > PLAIN_WHITE * np.median(white, axis=1, keepdims=True)
    whole = middle + (corners - middle) * np.float32(1 + 2 * QUIET_ZONE_IN / MARKER_SIDE_IN)
    return list(whole[bright.mean(axis=1) >= PLAIN_SHARE])


def _inch_px(table: TablePose) -> float:
    """How long an inch in the board's middle is in the whole picture."""
    middle = np.array([(table.width_in / 2 + east, table.height_in / 2, 0.0) for east in (-0.5, 0.5)])
    west, east = table.view.to_pixels(middle)
    return float(np.hypot(*(east - west)))


def _box(
    table: TablePose, places_in: Array | None, shrink: int, width: int, height: int
) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """First and one past last pixel (x, y) of the shrunk picture that the board and its figures can reach, or
    that tell about figures at places (N, 2).
    """
    west_south = np.full(2, -AROUND_IN)
    east_north = np.array([table.width_in, table.height_in]) + AROUND_IN
    if places_in is not None:
        west_south = np.maximum(west_south, places_in.min(axis=0) - ROUND_PLACES_IN)
        east_north = np.minimum(east_north, places_in.max(axis=0) + ROUND_PLACES_IN)
    corners = [
        (x, y, z)
        for x in (west_south[0], east_north[0])
        for y in (west_south[1], east_north[1])
        for z in (0.0, FOLD_HEIGHT_IN)
    ]
    reach = table.view.to_pixels(np.array(corners)) / shrink
    size = np.array([width, height])
    low = np.clip(np.floor(reach.min(axis=0)).astype(int), 0, size - 2)
    return low, np.clip(np.ceil(reach.max(axis=0)).astype(int), low + 2, size)


def _white_field(image: NDArray[np.uint8], table: TablePose) -> Floats:
    """The linear light of white card, (*FIELD, 3) RGB, over the whole picture."""
    places, whites = _marker_whites(image, table)
    rows, columns = FIELD
    x, y = np.meshgrid(np.linspace(0, image.shape[1] - 1, columns), np.linspace(0, image.shape[0] - 1, rows))
    board = table.view.to_plane(np.column_stack([x.ravel(), y.ravel()]))
    board = np.clip(np.nan_to_num(board), -4.0, (table.width_in + 4, table.height_in + 4))
    apart2 = ((board[:, None] - places) ** 2).sum(axis=2) + NEAR_IN**2
    weight = 1 / apart2**2
    mean = (weight @ np.log(whites)) / weight.sum(axis=1, keepdims=True)
    return np.asarray(np.exp(mean).reshape(rows, columns, 3), np.float32)


def _marker_whites(image: NDArray[np.uint8], table: TablePose) -> tuple[Array, Array]:
    """Places (M, 2) of the markers, and the linear RGB (M, 3) of the white round each."""
    ring = (MARKER_SIDE_IN + QUIET_ZONE_IN) / 2
    along = np.linspace(-ring, ring, 11)
    across = np.full(len(along), ring)
    square = np.concatenate(
        [
            np.column_stack(side)
            for side in ((along, across), (along, -across), (across, along), (-across, along))
        ]
    )
    centres = table.marker_centres_in
    points = (centres[:, None] + square).reshape(-1, 2)
    pixels = np.rint(table.view.to_pixels(np.column_stack([points, np.zeros(len(points))]))).astype(int)
    size = np.array([image.shape[1], image.shape[0]])
    inside = ((pixels >= 0) & (pixels < size)).all(axis=1).reshape(len(centres), -1)
    x, y = np.clip(pixels, 0, size - 1).T
    light = linear_image(image[y, x])[:, ::-1].reshape(len(centres), -1, 3)
    brighter = light.sum(axis=2) >= np.median(light.sum(axis=2), axis=1, keepdims=True)
    whites = np.array([np.median(some[bright], axis=0) for some, bright in zip(light, brighter, strict=True)])
    whites = np.maximum(whites, LEAST_WHITE)
    use = inside.all(axis=1) if inside.all(axis=1).any() else np.ones(len(centres), bool)
    return centres[use], _likely_whites(centres[use], whites[use])


def _likely_whites(places: Array, whites: Array) -> Array:
    """The whites, those unlike the nearest others replaced by their median."""
    apart = np.linalg.norm(places[:, None] - places, axis=2)
    near = np.argsort(apart, axis=1)[:, :5]
    usual = np.median(whites[near], axis=1)
    odd = np.abs(np.log(whites / usual)).max(axis=1) > ODD_WHITE
    return np.where(odd[:, None], usual, whites)
