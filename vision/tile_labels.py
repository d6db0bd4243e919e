"""The QR labels on tiles, measured: what they say, where each lies, how it is turned and how large it is.

A reader says where a code is to about a cell. The squares in three of its corners are fitted as the markers'
are, which says it to a few thousandths of an inch.
"""

from collections.abc import Callable

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import TILE_CODE_SIDE_IN
from pennysight.vision.codes import ZXING, TileLabel, read_tile_labels
from pennysight.vision.markers import linear_grey
from pennysight.vision.squares import Light, Squares, fit_squares

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

_ROUND = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], float)  # from the top left, clockwise
_CORNERS = (0, 1, 3)  # those of a code that have a square: top left, top right, bottom left
_FINDER_CELLS = 7
_CELLS = (25, 29, 33)  # a side of the codes of names of up to 10, 26 and 46 letters
_SHARPEN, _SOFT_PX = 3.0, 1.0  # a cell is two pixels wide, and the lens has spread it
_ENLARGED = 2
_LEAST_EDGES = 0.3
_MOST_MISFIT_IN = 0.03


class SeenLabel(msgspec.Struct, frozen=True):
    """A label by the tile that it names: its middle, its turn, and how many times as large as drawn it is.

    `sd_in` is one standard deviation of the middle in x or y, `sd_deg` that of the turn, by the label's own
    edges: what the camera's place adds is not in them.
    """

    tile: str
    x_in: float
    y_in: float
    turn_deg: float
    times: float
    sd_in: float
    sd_deg: float


def read_labels(picture: Image, to_plane: Callable[[Array], Array]) -> list[SeenLabel]:
    """The labels in a picture (BGR or grey), of which `to_plane` takes pixels (N, 2) to inches (N, 2)."""
    grey = np.asarray(picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    soft = cv2.GaussianBlur(grey, (0, 0), _SOFT_PX)
    sharp = cv2.addWeighted(grey, 1 + _SHARPEN, soft, -_SHARPEN, 0)
    larger = cv2.resize(sharp, None, fx=_ENLARGED, fy=_ENLARGED, interpolation=cv2.INTER_CUBIC)
    labels = read_tile_labels(np.asarray(larger, np.uint8), ZXING)
    if not labels:
        return []
    light = linear_grey(grey)
    seen = (_measured(light, label, to_plane) for label in labels)
    return [label for label in seen if label is not None]


def _measured(light: Light, label: TileLabel, to_plane: Callable[[Array], Array]) -> SeenLabel | None:
    """Where a label lies; None where its corner squares do not show well."""
    corners = (np.array(label.corners_px, float) + 0.5) / _ENLARGED - 0.5
    drawn = TILE_CODE_SIDE_IN / 2 * _ROUND
    matrix = np.asarray(
        cv2.getPerspectiveTransform(drawn.astype(np.float32), corners.astype(np.float32)), float
    )
    fits = [_fitted(light, label.tile, matrix, cells, to_plane) for cells in _CELLS]
    return min((fit for fit in fits if fit is not None), key=lambda fit: fit.sd_in, default=None)


def _fitted(
    light: Light, tile: str, matrix: Array, cells: int, to_plane: Callable[[Array], Array]
) -> SeenLabel | None:
    """Where a label lies if its code has so many cells a side, and `matrix` takes it as drawn to pixels."""
    drawn = _corner_squares(cells)
    expected = np.asarray(cv2.perspectiveTransform(drawn.reshape(-1, 1, 2), matrix), float).reshape(-1, 4, 2)
    squares = fit_squares(light, expected)
    if squares.seen.mean() < _LEAST_EDGES:
        return None
    seen_px, drawn_in = squares.corners_px.reshape(-1, 2), drawn.reshape(-1, 2)
    px_per_in = float(np.linalg.norm(seen_px[5] - seen_px[0]) / TILE_CODE_SIDE_IN)
    return _laid_over(tile, drawn_in, to_plane(seen_px), _sd_px(squares) / px_per_in)


def _laid_over(tile: str, drawn_in: Array, seen_in: Array, sd_in: float) -> SeenLabel | None:
    """The label whose points as drawn (N, 2), about its middle, are seen at places (N, 2)."""
    drawn, seen = drawn_in @ (1, 1j), seen_in @ (1, 1j)
    about = drawn - drawn.mean()
    spread_in2 = (np.abs(about) ** 2).sum()
    by = (about.conj() * (seen - seen.mean())).sum() / spread_in2
    middle = seen.mean() - by * drawn.mean()
    left = np.abs(seen - middle - by * drawn)
    variance = max(float((left**2).sum() / (2 * len(left) - 4)), sd_in**2)
    if not variance <= _MOST_MISFIT_IN**2:
        return None
    # the corners of one square are off together
    return SeenLabel(
        tile,
        float(middle.real),
        float(middle.imag),
        float(np.rad2deg(np.angle(by))),
        float(np.abs(by)),
        float(np.sqrt(variance / len(_CORNERS))),
        float(np.rad2deg(np.sqrt(variance * len(about) / len(_CORNERS) / spread_in2))),
    )


def _corner_squares(cells: int) -> Array:
    """The squares (3, 4, 2) in a code's corners, of so many cells a side, in the order of `_CORNERS`."""
    side_in = TILE_CODE_SIDE_IN * _FINDER_CELLS / cells
    middles = (TILE_CODE_SIDE_IN - side_in) / 2 * _ROUND[list(_CORNERS)]
    return np.asarray(middles[:, None] + side_in / 2 * _ROUND)


def _sd_px(squares: Squares) -> float:
    """One standard deviation of a corner's coordinate, over all corners."""
    return float(np.sqrt(np.trace(squares.covariance_px2, axis1=1, axis2=2).mean() / 8))
