"""A lens from pictures of a ChArUco board; refused, with the reason, where they do not support one."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.camera import Camera
from pennysight.calibration.charuco_board import (
    BoardView,
    CharucoBoard,
    UnusableView,
    is_same_view,
    see_board,
)
from pennysight.calibration.projection import Array

_LEAST_VIEWS = 6
_OUTLIER_FACTOR, _OUTLIER = 3.0, 0.0002  # of the usual rms of a view; of the picture's width
_MOST_RMS = 0.0005  # of the picture's width; 1 pixel at 1920
_MOST_FOCAL_SD = 0.003  # of the focal length
_TOLD_SD = 3.0  # a distortion less than so many of its deviations may be none
_FOCAL_LENGTHS = (0.2, 8.0)  # of the picture's width: views of 136 down to 7 degrees
_LEAST_IN_PART = 4  # corners in each ninth of the view
_PARTS = (
    ("top left", "top", "top right"),
    ("left", "middle", "right"),
    ("bottom left", "bottom", "bottom right"),
)
_SD_NAMES = ("fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3")


class CalibrationRefused(ValueError):  # noqa: N818  # a verdict, not a fault
    """The pictures do not support a calibration.

    The message is `reason`, then `next_step`, what to do about it. `left_out` names the pictures that could
    not serve; `more_helps` says whether more pictures like those given may heal it.
    """

    def __init__(
        self, reason: str, next_step: str, left_out: Sequence["LeftOut"] = (), more_helps: bool = False
    ) -> None:
        super().__init__(f"{reason}: {next_step}")
        self.reason = reason
        self.next_step = next_step
        self.left_out = tuple(left_out)
        self.more_helps = more_helps


class LeftOut(msgspec.Struct, frozen=True):
    """A picture that did not serve, and why."""

    picture: str
    reason: str


class Calibration(msgspec.Struct, frozen=True):
    """A camera, the names of the pictures that it rests on, and those that were left out."""

    camera: Camera
    used: tuple[str, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def focal_sd(self) -> float:
        """One standard deviation of the focal length, as a share of it, along the axis where it is larger."""
        K, sd = self.camera.K, self.camera.sd
        return max(sd["fx"] / K[0][0], sd["fy"] / K[1][1])


@dataclass(frozen=True, eq=False)
class NamedView:
    """The board as one picture shows it, and what the picture is called."""

    picture: str
    board: BoardView


def calibrate(
    pictures: Iterable[tuple[str, NDArray[np.uint8]]],
    board: CharucoBoard,
    name: str = "camera",
    made: str = "",
) -> Calibration:
    """The lens that took `pictures` (name and image, BGR or grey) of a ChArUco board; `made` is an ISO date.

    Pictures are taken one at a time, so an iterator that reads files keeps only one in memory.

    Raises:
        CalibrationRefused: they are too few, too alike, blurred, mirrored, of another board or of mixed
            sizes, or what they give is not good enough.
    """
    left_out: list[LeftOut] = []
    views, size = _see_all(pictures, board, left_out)
    return calibrate_views(_distinct(views, size, left_out), size, name, made, left_out)


def calibrate_views(
    views: Sequence[NamedView],
    size: tuple[int, int],
    name: str = "camera",
    made: str = "",
    left_out: Iterable[LeftOut] = (),
) -> Calibration:
    """The lens under which a board was seen so, in pictures of `size` (width, height) that all differ.

    `left_out` are pictures that could not serve before this.

    Raises:
        CalibrationRefused: as `calibrate`.
    """
    left_out = list(left_out)
    while True:
        _require_views(len(views), left_out)
        solved = _solve(views, size)
        usual = float(np.median(solved.view_rms_px))
        limit = max(_OUTLIER_FACTOR * usual, _OUTLIER * size[0])
        kept = []
        for view, rms_px in zip(views, solved.view_rms_px, strict=True):
            if rms_px <= limit:
                kept.append(view)
            else:
                reason = (
                    f"its corners are {rms_px:.2f} pixels off, the others' {usual:.2f}: was the board bent?"
                )
                left_out.append(LeftOut(view.picture, reason))
        if len(kept) == len(views):
            break
        views = kept
    _require_quality(views, size, solved, left_out)
    K, dist = solved.K.tolist(), solved.dist.tolist()
    camera = Camera(
        name=name,
        width_px=size[0],
        height_px=size[1],
        K=(tuple(K[0]), tuple(K[1]), tuple(K[2])),
        dist=(dist[0], dist[1], dist[2], dist[3], dist[4]),
        rms_px=solved.rms_px,
        sd=dict(zip(_SD_NAMES, solved.sd.tolist(), strict=True)),
        made=made,
    )
    return Calibration(camera, tuple(view.picture for view in views), tuple(left_out))


@dataclass(frozen=True, eq=False)
class _Solved:
    K: Array
    dist: Array
    sd: Array
    rms_px: float
    view_rms_px: Array


def _see_all(
    pictures: Iterable[tuple[str, NDArray[np.uint8]]], board: CharucoBoard, left_out: list[LeftOut]
) -> tuple[list[NamedView], tuple[int, int]]:
    """The views of the board, and the size (width, height) of the pictures."""
    views: list[NamedView] = []
    sizes: dict[tuple[int, int], str] = {}
    next_steps: list[str] = []
    for picture, image in pictures:
        sizes.setdefault((image.shape[1], image.shape[0]), picture)
        if len(sizes) > 1:
            (first, one), (second, other) = list(sizes.items())[:2]
            raise CalibrationRefused(
                f"'{one}' is {first[0]}x{first[1]} but '{other}' is {second[0]}x{second[1]}",
                "take all pictures with one camera at one size, held the same way up",
            )
        try:
            views.append(NamedView(picture, see_board(image, board)))
        except UnusableView as unusable:
            left_out.append(LeftOut(picture, str(unusable)))
            next_steps.append(unusable.next_step)
    if len(views) < _LEAST_VIEWS and left_out:
        [(next_step, _)] = Counter(next_steps).most_common(1)
        example = left_out[next_steps.index(next_step)]
        raise CalibrationRefused(
            f"{len(views)} of {len(views) + len(left_out)} pictures can be used, expected at least "
            f"{_LEAST_VIEWS}; of '{example.picture}': {example.reason}",
            next_step,
            left_out,
        )
    return views, next(iter(sizes), (0, 0))


def _distinct(views: list[NamedView], size: tuple[int, int], left_out: list[LeftOut]) -> list[NamedView]:
    """The views without repeats: they add nothing and make the result look surer than it is."""
    kept: list[NamedView] = []
    for view in views:
        twin = next((other for other in kept if is_same_view(view.board, other.board, size[0])), None)
        if twin is None:
            kept.append(view)
        else:
            left_out.append(LeftOut(view.picture, _repeats(view, twin)))
    return kept


def _repeats(view: NamedView, twin: NamedView) -> str:
    if view.picture == twin.picture:
        return "it was given more than once"
    return f"it shows the same view as '{twin.picture}'"


def _require_views(count: int, left_out: Sequence[LeftOut]) -> None:
    if count < _LEAST_VIEWS:
        raise CalibrationRefused(
            f"{count} different view{'s' * (count != 1)} of the board can be used, expected at least "
            f"{_LEAST_VIEWS}" + (f"; of '{left_out[-1].picture}': {left_out[-1].reason}" if left_out else ""),
            "take a dozen pictures, the board in all parts of the view, tilted to all sides, near and far",
            left_out,
            more_helps=True,
        )


def _solve(views: Sequence[NamedView], size: tuple[int, int]) -> _Solved:
    """The lens that fits best, without k3 where it cannot be told from none: at the corners it runs away."""
    free = _fit(views, size, 0)
    k3, k3_sd = free.dist[4], free.sd[8]
    return free if abs(k3) > _TOLD_SD * k3_sd else _fit(views, size, cv2.CALIB_FIX_K3)


def _fit(views: Sequence[NamedView], size: tuple[int, int], flags: int) -> _Solved:
    points = [view.board.points_in.astype(np.float32) for view in views]
    corners = [view.board.corners_px.astype(np.float32) for view in views]
    rms_px, K, dist, _, _, sd, _, view_rms_px = cv2.calibrateCameraExtended(
        points, corners, size, np.eye(3), np.zeros(5), flags=flags
    )
    return _Solved(
        np.asarray(K, float),
        np.ravel(dist)[:5].astype(float),
        np.ravel(sd)[: len(_SD_NAMES)].astype(float),
        float(rms_px),
        np.ravel(view_rms_px).astype(float),
    )


def _require_quality(
    views: Sequence[NamedView], size: tuple[int, int], solved: _Solved, left_out: Sequence[LeftOut]
) -> None:
    """Raise unless the residual, the cover of the view and the certainty of the focal length will do."""
    width, height = size
    if not solved.rms_px <= _MOST_RMS * width:
        raise CalibrationRefused(
            f"the corners are {solved.rms_px:.2f} pixels off, expected at most {_MOST_RMS * width:.2f}",
            "glue the board to something flat and stiff, lock focus and zoom, and take the pictures again",
            left_out,
        )
    corners = np.concatenate([view.board.corners_px for view in views])
    column = np.clip(corners[:, 0] * 3 // width, 0, 2).astype(int)
    row = np.clip(corners[:, 1] * 3 // height, 0, 2).astype(int)
    counts = np.bincount(3 * row + column, minlength=9).reshape(3, 3)
    bare = [_PARTS[r][c] for r, c in np.argwhere(counts < _LEAST_IN_PART)]
    if bare:
        raise CalibrationRefused(
            f"the board was never at the {', '.join(bare)} of the view",
            "add pictures with the board there; the lens bends the picture most toward its corners",
            left_out,
            more_helps=True,
        )
    focal_px = np.diag(solved.K)[:2]
    focal_sd = float((solved.sd[:2] / focal_px).max())
    # From views without tilt any focal length will do, and the fit runs away with an absurd one.
    told = bool(np.all((focal_px > width * _FOCAL_LENGTHS[0]) & (focal_px < width * _FOCAL_LENGTHS[1])))
    if not (told and focal_sd <= _MOST_FOCAL_SD):
        raise CalibrationRefused(
            f"the focal length is known to {focal_sd:.1%} only, expected {_MOST_FOCAL_SD:.1%} or better"
            if told
            else "the focal length cannot be told from these views",
            "add pictures with the board tilted by 30 to 45 degrees, to each side in turn, and closer",
            left_out,
            more_helps=True,
        )
