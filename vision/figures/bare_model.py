"""A bare figure's shape: a card folded to an A over a penny, and where its faces come to lie in the picture.

A pose is (x, y, facing): the midpoint of the fold in inches, and the way the front points in radians. Face
coordinates run from 0 to 1: across, seen from the face's own side with the fold up, and down from the fold.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose
from pennysight.calibration.printspec import FEET_APART_IN, FOLD_LENGTH_IN, PENNY_THICKNESS_IN
from pennysight.vision.figures.even_light import EvenPicture
from pennysight.vision.figures.level import Array, Floats, LevelPlane

Side = Literal["front", "back"]
SIDES: tuple[Side, Side] = ("front", "back")
Faces = dict[Side, Floats]

AROUND_IN = 3.0
MIDDLE_IN = 0.9
"""Height of the middle of a figure."""
FRAME_IN = 0.05
"""Width of the coloured frame round a front."""
LEAST_AREA_PX = 25.0
"""A face that covers less of the picture than this says nothing."""


class BareModel:
    """Bare figures of one height, as one table's camera sees them."""

    def __init__(self, table: TablePose, figure_height_in: float) -> None:
        self._centre_in = table.view.centre_in
        self._fold, self.middle, self._feet = (
            LevelPlane(
                view=table.view,
                z_in=z_in,
                west_in=-AROUND_IN,
                south_in=-AROUND_IN,
                width_in=table.width_in + 2 * AROUND_IN,
                height_in=table.height_in + 2 * AROUND_IN,
                px_per_in=1.0,
            )
            for z_in in (figure_height_in, MIDDLE_IN, PENNY_THICKNESS_IN)
        )
        slope_in = np.hypot(figure_height_in - PENNY_THICKNESS_IN, FEET_APART_IN / 2)
        self.frame = (FRAME_IN / FOLD_LENGTH_IN, FRAME_IN / float(slope_in))
        """The frame's width in face coordinates, across and down."""

    def lean(self, places_in: Array) -> tuple[Array, Array]:
        """Which way figures at places (N, 2) lean in the picture, unit vectors (N, 2), and how much, (N,)."""
        out = places_in - self._centre_in[:2]
        far = np.linalg.norm(out, axis=1)
        return out / np.maximum(far, 1e-6)[:, None], far / self._centre_in[2]

    def faces(self, picture: EvenPicture, poses: Array) -> Faces:
        """Corners (N, 4, 2) of each face in the picture: the fold's two ends, then the feet, all round."""
        forward = np.stack([np.cos(poses[:, 2]), np.sin(poses[:, 2])], axis=1)
        left = np.stack([-forward[:, 1], forward[:, 0]], axis=1) * (FOLD_LENGTH_IN / 2)
        ends = np.stack([poses[:, :2] - left, poses[:, :2] + left], axis=1)
        step = forward[:, None] * (FEET_APART_IN / 2)
        fold = picture.here(self._fold.pixels(ends[..., 0], ends[..., 1]))
        feet = {"front": ends + step, "back": ends - step}
        corners: Faces = {}
        for side in SIDES:
            foot = picture.here(self._feet.pixels(feet[side][..., 0], feet[side][..., 1]))
            corners[side] = np.concatenate([fold, foot[:, ::-1]], axis=1)
        return corners


def signed_area_px(corners: Floats, side: Side) -> Floats:
    """Areas (N,) of faces (N, 4, 2) in the picture, negative for those turned away."""
    x, y = corners[..., 0], corners[..., 1]
    area = (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1) / 2
    return np.asarray(area if side == "front" else -area, np.float32)


@dataclass(frozen=True, eq=False)
class Visible:
    """The figures (indices into the poses) that show one of their sides: its corners and area in pixels."""

    index: NDArray[np.intp]
    corners: Floats
    area_px: Floats


def visible(corners: Floats, side: Side) -> Visible:
    """Those of the faces (N, 4, 2) that are turned to the camera, and large enough to speak."""
    area = signed_area_px(corners, side)
    index = np.flatnonzero(area > LEAST_AREA_PX)
    return Visible(index, corners[index], area[index])


def on_face(corners: Floats, at: Floats) -> Floats:
    """Picture places (N, M, 2) of face coordinates (M, 2)."""
    across, down = at.T
    shares = np.stack([(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down])
    # One product of matrices, with x and y apart, is many times faster than sums over (N, M, 2).
    flat = np.ascontiguousarray(corners.transpose(0, 2, 1), np.float32).reshape(-1, 4) @ shares.astype(
        np.float32
    )
    return flat.reshape(len(corners), 2, len(at)).transpose(0, 2, 1)


def inset(corners: Floats, margin: tuple[float, float]) -> Floats:
    """The faces without a margin all round, in face coordinates."""
    across, down = margin
    at = np.array(
        [(across, down), (1 - across, down), (1 - across, 1 - down), (across, 1 - down)], np.float32
    )
    return on_face(corners, at)


def edges(along: int, across: int) -> tuple[Floats, Floats]:
    """Points spread over a face's edges in face coordinates (M, 2), and which way is out there, (M, 2).

    `along` on each of the two slopes, then `across` on the fold and on the foot.
    """
    down, over = np.linspace(0.05, 0.95, along), np.linspace(0.08, 0.92, across)
    none, one = np.zeros, np.ones
    at = [(none(along), down), (one(along), down), (over, none(across)), (over, one(across))]
    out = np.repeat(
        [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)], [along, along, across, across], axis=0
    )
    return np.concatenate([np.column_stack(part) for part in at]).astype(np.float32), out.astype(np.float32)


def outward(corners: Floats, out: Floats) -> Floats:
    """Unit vectors (N, M, 2) in the picture, square to the edges and out of the faces."""
    over = corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]
    down = corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]

    def square_to(edge: Floats, toward: Floats) -> Floats:
        normal = np.stack([edge[:, 1], -edge[:, 0]], axis=1)
        length = np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
        return np.asarray(normal / length * np.sign((normal * toward).sum(axis=1, keepdims=True)))

    ways = np.stack([square_to(down, over), square_to(over, down)], axis=2).reshape(-1, 2) @ out.T
    return np.asarray(ways, np.float32).reshape(len(corners), 2, len(out)).transpose(0, 2, 1)
