"""How a cap looks from straight above, as the camera's blur leaves it: what share of a point is printed how.

Cap frame: inches about the cap's centre, u toward the facing, v to its left.
"""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import (
    CAP_CODES,
    CAP_DIAMETER_IN,
    CAP_RIM_IN,
    CAP_SECTOR_CENTRES_DEG,
    CAP_SECTOR_DEG,
)
from pennysight.vision.figures.level import Floats

STEP_IN = 0.0075
REACH_IN = 0.48
_REACH = round(REACH_IN / STEP_IN)
_SIDE = 2 * _REACH + 1


@dataclass(frozen=True, eq=False)
class CapPictures:
    """The six caps on one grid, (numbers * rows * columns, 6): see `at`."""

    grid: Floats

    def at(self, numbers: NDArray[np.intp], u_in: Floats, v_in: Floats) -> Floats:
        """How caps of `numbers` (N,) are printed at points (N, P) of the cap frame, (6, N, P).

        The shares of black and of colour (the rest is white), then the derivatives of both by u and by v.
        """
        column, row = (
            np.clip(at_in * np.float32(1 / STEP_IN) + np.float32(_REACH), 0, _SIDE - 1)
            for at_in in (u_in, v_in)
        )
        nearest_column, nearest_row = np.rint(column), np.rint(row)
        knot = ((numbers - 1) * _SIDE**2)[:, None] + (nearest_row * _SIDE + nearest_column).astype(np.int32)
        here = np.ascontiguousarray(self.grid.take(knot.ravel(), axis=0).T).reshape(6, *knot.shape)
        off_u, off_v = (
            (at - nearest) * np.float32(STEP_IN)
            for at, nearest in ((column, nearest_column), (row, nearest_row))
        )
        here[:2] += off_u * here[2:4] + off_v * here[4:6]
        return here


@functools.lru_cache(maxsize=8)
def cap_pictures(blur_in: float) -> CapPictures:
    """The caps under a Gaussian blur of that standard deviation."""
    finer = 2
    axis = (np.arange(_SIDE * finer) - (_SIDE * finer - 1) / 2) * (STEP_IN / finer)
    u, v = np.meshgrid(axis, axis)
    angle = np.degrees(np.arctan2(v, u)) % 360
    inside = np.hypot(u, v) < CAP_DIAMETER_IN / 2 - CAP_RIM_IN
    parts = [inside & (u > 0)]
    parts += [inside & (np.abs(angle - centre) < CAP_SECTOR_DEG / 2) for centre in CAP_SECTOR_CENTRES_DEG]
    sharp = [
        cv2.resize(part.astype(np.float32), (_SIDE, _SIDE), interpolation=cv2.INTER_AREA) for part in parts
    ]
    colour, *sectors = (cv2.GaussianBlur(part, (0, 0), blur_in / STEP_IN) for part in sharp)
    grids = []
    for code in CAP_CODES.values():
        black = np.tensordot(np.array(code, np.float32), np.array(sectors), axes=1)
        by_v, by_u = np.gradient(np.stack([black, colour]), STEP_IN, axis=(1, 2))
        grids.append(np.concatenate([[black, colour], by_u, by_v]).reshape(6, -1).T)
    return CapPictures(np.ascontiguousarray(np.concatenate(grids), np.float32))
