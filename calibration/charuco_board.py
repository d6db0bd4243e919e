"""The ChArUco board that a lens is calibrated with, and its corners in a picture.

All that differs between versions of OpenCV in this is kept here.
"""

import functools
import re
from dataclasses import dataclass

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.projection import Array

Indices = NDArray[np.intp]

_DICTIONARY = cv2.aruco.DICT_5X5_100
_MOST_MISFIT = 0.06  # of a square: markers farther from where the board has them are of another board
_LEAST_CORNERS = 12
_SAME_VIEW = 0.02  # of the picture's width: how far corners must differ for another view, on average
_LEAST_IN, _MOST_IN = 0.02, 400.0  # a square of half a millimetre, and of ten metres
_LEAST_MARKERS = 4  # to be read before anything is said about the board
_MOST_BLUR = 0.0025  # of the picture's width: how wide an edge may be, black to white


class BoardError(ValueError):
    """A description that is no ChArUco board's; the message is one sentence."""


class UnusableView(ValueError):  # noqa: N818  # a verdict on a picture, not a fault
    """A picture that cannot serve a calibration.

    The message says what is wrong with it, `next_step` what to do about it.
    """

    def __init__(self, reason: str, next_step: str) -> None:
        super().__init__(reason)
        self.next_step = next_step


class CharucoBoard(msgspec.Struct, frozen=True):
    """A chessboard of `columns` x `rows` squares with markers (dictionary 5X5_100) in its white ones."""

    columns: int
    rows: int
    square_in: float = 1.0
    marker_in: float = 0.75

    @property
    def name(self) -> str:
        """As people give it: `charuco-9x6`."""
        return f"charuco-{self.columns}x{self.rows}"


@dataclass(frozen=True, eq=False)
class BoardView:
    """The board's inner corners in a picture: `ids` (N,), on the board (N, 3) and in the picture (N, 2)."""

    ids: Indices
    points_in: Array
    corners_px: Array


def parse_board(text: str, square_in: float = 1.0, marker_in: float = 0.75) -> CharucoBoard:
    """The board described by `charuco-COLUMNSxROWS` and its sizes in inches.

    Raises:
        BoardError: the text or the sizes describe no board.
    """
    match = re.fullmatch(r"charuco-(\d{1,2})x(\d{1,2})", text)
    if match is None:
        raise BoardError(f"expected a board like 'charuco-9x6' (squares across x down), got '{text}'")
    columns, rows = int(match[1]), int(match[2])
    if min(columns, rows) < 4 or columns * rows // 2 > 100:
        raise BoardError(f"expected 4x4 to 200 squares in all, got {columns}x{rows}")
    if not _LEAST_IN <= square_in <= _MOST_IN:  # refuses nan too
        raise BoardError(f"expected a square of {_LEAST_IN:g} to {_MOST_IN:g} in, got {square_in:g}")
    if not _LEAST_IN / 2 <= marker_in < square_in:
        raise BoardError(f"expected a marker smaller than its square, got {marker_in:g} in {square_in:g}")
    return CharucoBoard(columns, rows, square_in, marker_in)


def see_board(image: NDArray[np.uint8], board: CharucoBoard) -> BoardView:
    """The board's inner corners in a picture (BGR or grey).

    Raises:
        UnusableView: no board, another board than described, too little of it, mirrored or blurred.
    """
    grey = np.asarray(image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found, numbers, markers, marker_ids = _detector(board).detectBoard(grey)
    if markers is None or len(markers) < _LEAST_MARKERS:
        raise _nothing_read(grey, board)
    _check_layout(np.reshape(markers, (-1, 4, 2)), np.array(np.ravel(marker_ids), np.intp), board)
    ids = np.array([] if numbers is None else np.ravel(numbers), np.intp)
    corners = np.array([] if found is None else found, float).reshape(-1, 2)
    blur_px = _edge_width_px(grey, corners, ids, board)
    if blur_px > _MOST_BLUR * grey.shape[1]:
        raise UnusableView(
            f"it is blurred, edges are {blur_px:.0f} pixels wide",
            "focus the camera on the board, lock the focus, and hold both still",
        )
    if len(ids) < _LEAST_CORNERS:
        raise UnusableView(
            f"only {len(ids)} of the board's corners can be read, expected at least {_LEAST_CORNERS}",
            "bring more of the board into view, without glare on it",
        )
    points = np.reshape(cv_board(board).getChessboardCorners(), (-1, 3))[ids]
    return BoardView(ids, np.asarray(points, float), corners)


def apart_px(one: BoardView, other: BoardView) -> float:
    """How far apart two pictures have the corners that both show, on average; infinite if none is shared."""
    _, first, second = np.intersect1d(one.ids, other.ids, return_indices=True)
    if not len(first):
        return np.inf
    return float(np.linalg.norm(one.corners_px[first] - other.corners_px[second], axis=1).mean())


def is_same_view(one: BoardView, other: BoardView, width_px: int) -> bool:
    """Whether two pictures of that width show the board so alike that the second adds nothing."""
    return apart_px(one, other) < _SAME_VIEW * width_px


@functools.cache
def cv_board(board: CharucoBoard) -> cv2.aruco.CharucoBoard:
    """The board as OpenCV has it."""
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    return cv2.aruco.CharucoBoard((board.columns, board.rows), board.square_in, board.marker_in, dictionary)


@functools.cache
def _detector(board: CharucoBoard) -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(cv_board(board))


def _nothing_read(grey: NDArray[np.uint8], board: CharucoBoard) -> UnusableView:
    mirrored = _detector(board).detectBoard(np.ascontiguousarray(grey[:, ::-1]))[2]
    if mirrored is not None and len(mirrored) >= _LEAST_MARKERS:
        return UnusableView("it is mirrored", "switch off mirroring in the camera's settings")
    return UnusableView(
        f"no {board.name} can be read in it",
        "show the whole board, sharp, evenly lit and without glare, filling a third of the view or more",
    )


def _check_layout(markers: Array, ids: Indices, board: CharucoBoard) -> None:
    """Raise if the markers do not lie in one plane as the board described has them."""
    model = cv_board(board)
    corners = np.reshape(model.getObjPoints(), (-1, 4, 3))[..., :2].astype(float)
    misfit = np.inf
    if ids.max() < len(corners):
        points, seen = corners[ids].reshape(-1, 2), markers.reshape(-1, 2).astype(float)
        to_board, _ = cv2.findHomography(seen, points)
        if to_board is not None:
            away = cv2.perspectiveTransform(seen[:, None], to_board)[:, 0] - points
            misfit = float(np.sqrt((away**2).sum(axis=1).mean())) / board.square_in
    if misfit > _MOST_MISFIT:
        raise UnusableView(
            f"its markers do not lie as on a {board.name} with markers of {board.marker_in:g} in squares of "
            f"{board.square_in:g} in",
            "count the squares across and down, measure one square and one marker, and describe the board so",
        )


def _edge_width_px(grey: NDArray[np.uint8], corners: Array, ids: Indices, board: CharucoBoard) -> float:
    """How wide the squares' edges are from black to white, in the direction in which they are softer."""
    place = dict(zip(ids.tolist(), corners, strict=True))
    across = board.columns - 1
    widths = []
    for step in (1, across):
        neighbours = [
            (place[number], place[number + step])
            for number in place
            if number + step in place and (step == across or (number + 1) % across)
        ]
        if neighbours:
            widths.append(float(np.median(_step_widths(grey, np.array(neighbours)))))
    return max(widths, default=0.0)


def _step_widths(grey: NDArray[np.uint8], ends: Array) -> Array:
    """Contrast over steepest slope (N,) across the middle of the edges that go from end to end (N, 2, 2)."""
    edge = ends[:, 1] - ends[:, 0]
    across = np.stack([-edge[:, 1], edge[:, 0]], axis=-1)
    places = np.linspace(-0.11, 0.11, 41)  # of a square: clear of the markers within the white ones
    samples = (ends.mean(axis=1)[:, None] + across[:, None] * places[:, None]).astype(np.float32)
    light = cv2.remap(grey, samples[..., 0], samples[..., 1], cv2.INTER_LINEAR).astype(float)
    step_px = np.linalg.norm(edge, axis=1) * (places[1] - places[0])
    slope = np.abs(np.gradient(light, axis=1)).max(axis=1) / step_px
    contrast = np.abs(light[:, -4:].mean(axis=1) - light[:, :4].mean(axis=1))
    return np.asarray(contrast / np.maximum(slope, 1e-6))
