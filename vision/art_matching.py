"""Tiles without markers, known by their art: a picture of each tile was registered, and is found in its cell.

What is alike on several tiles (a title's letters, a road's edge) tells nothing and is passed over: a feature
counts only where it is much more like one place of one tile than like any other place of any tile.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TilePose
from pennysight.calibration.printspec import TILE_SIDE_IN
from pennysight.calibration.projection import View
from pennysight.vision.figures.level import LevelPlane

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

ART_PX_PER_IN = 30.0
"""How finely art and cells are looked at: about as a camera of 1080 lines shows a 36 in board."""
ART_SIDE_PX = round(TILE_SIDE_IN * ART_PX_PER_IN)
OVERSIZE = 3  # a photo is warped this much larger and averaged down
BEYOND_CELL_IN = 0.3
_MOST_FEATURES = 1000
_LEAST_CONTRAST = 0.01
_LIKE_NO_OTHER = 0.85
_ROUNDING = 1e-4
_MOST_OFF_IN = 0.1
_MOST_STRETCH = 0.03
_MOST_AWAY_IN = 1.0
_LEAST_FITTING = 12
_MORE_THAN_OTHERS = 2.0
_CAMERA_SD_IN = 0.02


@dataclass(frozen=True, eq=False)
class Features:
    """Places (N, 2) in inches that can be known again, and by what: unit vectors (N, 128)."""

    points_in: Array
    descriptors: NDArray[np.float32]


NO_FEATURES = Features(np.zeros((0, 2)), np.zeros((0, 128), np.float32))


@dataclass(frozen=True, eq=False)
class ArtBook:
    """The registered tiles' features together: `owner` (N,) is the index in `names` of whose each one is.

    `pictures` are what was registered, by name.
    """

    names: tuple[str, ...]
    features: Features
    owner: NDArray[np.intp]
    side_in: float
    pictures: Mapping[str, Image] = field(default_factory=dict)

    def only(self, name: str) -> "ArtBook":
        """The book with one of its tiles."""
        mine = self.owner == self.names.index(name)
        of_it = Features(self.features.points_in[mine], self.features.descriptors[mine])
        return ArtBook((name,), of_it, np.zeros(int(mine.sum()), np.intp), self.side_in)


@dataclass(frozen=True, eq=False)
class TileMotion:
    """Where a tile lies by its art: tile point p lies at `turn` (2, 2) @ p + `shift` (2,)."""

    turn: Array
    shift: Array
    fitting: int
    sd_in: float
    sd_deg: float


def features(picture: Image, west_in: float, north_in: float, px_per_in: float) -> Features:
    """What can be known again in a picture from straight above whose first pixel lies at a place."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    # without the precise upscale places are a quarter of a pixel off, to a side that turns with the tile
    sift = cv2.SIFT.create(_MOST_FEATURES, contrastThreshold=_LEAST_CONTRAST, enable_precise_upscale=True)
    found, descriptors = sift.detectAndCompute(grey, None)
    places_px = np.array([point.pt for point in found], float).reshape(-1, 2)
    places_in = np.array([west_in, north_in]) + places_px * (1, -1) / px_per_in
    if descriptors is None:
        return NO_FEATURES
    lengths = np.linalg.norm(descriptors, axis=1, keepdims=True)
    return Features(places_in, np.asarray(descriptors / lengths, np.float32))


def straightened(picture: Image, corners_px: Sequence[tuple[float, float]] | None) -> Image:
    """A tile as it is registered: square and upright, of its corners from the north-west one clockwise.

    Without corners the picture is the tile.
    """
    side = ART_SIDE_PX
    if corners_px is None:
        return np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    finer = side * OVERSIZE
    goal = np.array([(0, 0), (finer, 0), (finer, finer), (0, finer)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(np.array(corners_px, np.float32), goal)
    warped = cv2.warpPerspective(picture, matrix, (finer, finer), flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(warped, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def art_book(pictures: Mapping[str, Image], side_in: float) -> ArtBook:
    """The tiles whose pictures were registered: name -> picture, as `straightened`."""
    each = []
    for picture in pictures.values():
        px_per_in = len(picture) / side_in
        half_in = 0.5 / px_per_in
        each.append(features(picture, half_in, side_in - half_in, px_per_in))
    return ArtBook(
        tuple(pictures),
        Features(
            np.concatenate([NO_FEATURES.points_in, *(one.points_in for one in each)]),
            np.concatenate([NO_FEATURES.descriptors, *(one.descriptors for one in each)]),
        ),
        np.repeat(np.arange(len(each)), [len(one.points_in) for one in each]).astype(np.intp),
        side_in,
        pictures,
    )


def name_cell(image: Image, view: View, south_west_in: Array, book: ArtBook) -> TilePose | None:
    """The tile that lies in a cell of the board, by its art; None where it is not sure which."""
    side_in = book.side_in
    west_in, south_in = south_west_in.tolist()
    plane = LevelPlane(
        view,
        0.0,
        west_in - BEYOND_CELL_IN,
        south_in - BEYOND_CELL_IN,
        side_in + 2 * BEYOND_CELL_IN,
        side_in + 2 * BEYOND_CELL_IN,
        ART_PX_PER_IN,
    )
    seen = features(plane.rectified(image), plane.west_in, plane.south_in + plane.height_in, plane.px_per_in)
    found = best_fit(seen, book, south_west_in + side_in / 2)
    if found is None:
        return None
    name, motion = found
    x_in, y_in = motion.shift.tolist()
    turn_deg = float(np.rad2deg(np.arctan2(motion.turn[1, 0], motion.turn[0, 0])))
    return TilePose(name, x_in, y_in, turn_deg, motion.sd_in, motion.sd_deg, side_in)


def best_fit(seen: Features, book: ArtBook, centre_in: Array) -> tuple[str, TileMotion] | None:
    """The tile whose art lies about a place, None where none fits well, or another nearly as well."""
    if len(seen.points_in) < _LEAST_FITTING or len(book.features.points_in) < 2:
        return None
    mine, theirs = _alike(seen.descriptors, book.features.descriptors)
    fits = []
    for index, name in enumerate(book.names):
        of_tile = book.owner[theirs] == index
        motion = _motion(
            book.features.points_in[theirs[of_tile]], seen.points_in[mine[of_tile]], book, centre_in
        )
        fits.append((0 if motion is None else motion.fitting, name, motion))
    fits.sort(key=lambda fit: -fit[0])
    others = fits[1][0] if len(fits) > 1 else 0
    fitting, name, best = fits[0]
    if best is None or fitting < _LEAST_FITTING or fitting < _MORE_THAN_OTHERS * others:
        return None
    return name, best


def _alike(
    seen: NDArray[np.float32], known: NDArray[np.float32]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Which of the seen (N, 128) are like one of the known (M, 128), and like no other: indices of both."""
    cosines = seen @ known.T
    every = np.arange(len(seen))
    nearest = cosines.argmax(axis=1)
    distance2 = np.maximum(2 - 2 * cosines[every, nearest], _ROUNDING)
    cosines[every, nearest] = -1
    next2 = np.maximum(2 - 2 * cosines.max(axis=1), _ROUNDING)
    alike = np.flatnonzero(distance2 < _LIKE_NO_OTHER**2 * next2)
    return alike, nearest[alike]


def _motion(tile_in: Array, board_in: Array, book: ArtBook, centre_in: Array) -> TileMotion | None:
    """The rigid motion that most of the pairs (N, 2) agree on; None where it puts the tile elsewhere."""
    if len(tile_in) < 4:
        return None
    matrix, fits = cv2.estimateAffinePartial2D(
        tile_in, board_in, method=cv2.RANSAC, ransacReprojThreshold=_MOST_OFF_IN
    )
    if matrix is None or abs(np.hypot(matrix[0, 0], matrix[1, 0]) - 1) > _MOST_STRETCH:
        return None
    good = fits.ravel().astype(bool)
    # the same place may show at several scales: it is one witness
    count = len(np.unique(np.round(board_in[good] / _MOST_OFF_IN), axis=0))
    tile, board = tile_in[good], board_in[good]
    middle = tile.mean(axis=0)
    u, _, vt = np.linalg.svd((tile - middle).T @ (board - board.mean(axis=0)))
    turn = vt.T @ np.diag([1.0, float(np.sign(np.linalg.det(vt.T @ u.T)))]) @ u.T
    shift = board.mean(axis=0) - turn @ middle
    if np.linalg.norm(turn @ np.full(2, book.side_in / 2) + shift - centre_in) > _MOST_AWAY_IN:
        return None
    residual_in2 = ((tile @ turn.T + shift - board) ** 2).sum() / max(2 * len(tile) - 3, 1)
    spread_in2 = ((tile - middle) ** 2).sum()
    sd_rad = float(np.sqrt(residual_in2 / spread_in2))
    arm_in2 = book.side_in**2 / 6
    sd_in = float(np.sqrt(residual_in2 / count + _CAMERA_SD_IN**2 + arm_in2 * sd_rad**2 / 2))
    return TileMotion(turn, shift, count, sd_in, float(np.rad2deg(sd_rad)))
