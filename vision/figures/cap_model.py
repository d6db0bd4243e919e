"""How a cap looks from straight above, as the camera's blur leaves it: what share of a point is printed how.

Cap frame: inches about the cap's centre, u toward the facing, v to its left.
"""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from pennysight.calibration.printspec import (
    CAP_DIAMETER_IN,
    CAP_RIM_IN,
    CAP_SECTOR_CENTRES_DEG,
    CAP_SECTOR_DEG,
)
from pennysight.vision.figures.level import Floats

STEP_IN = 0.005
REACH_IN = 0.6


@dataclass(frozen=True, eq=False)
class CapPicture:
    """Shares (rows, columns, 4) of the coloured half and of the sectors L, M, R, over the cap frame.

    `by_u` and `by_v` are their derivatives.
    """

    shares: Floats
    by_u: Floats
    by_v: Floats

    def at(self, u_in: Floats, v_in: Floats) -> tuple[Floats, Floats, Floats]:
        """Shares and their derivatives, each (N, P, 4), at points (N, P) of the cap frame."""
        column, row = (u_in + REACH_IN) / STEP_IN, (v_in + REACH_IN) / STEP_IN
        sampled = [
            np.asarray(cv2.remap(layer, column, row, cv2.INTER_LINEAR), np.float32)
            for layer in (self.shares, self.by_u, self.by_v)
        ]
        return sampled[0], sampled[1], sampled[2]


@functools.lru_cache(maxsize=64)
def cap_picture(blur_in: float) -> CapPicture:
    """The cap under a Gaussian blur of that standard deviation."""
    reach = round(REACH_IN / STEP_IN)
    side = 2 * reach + 1
    finer = 2
    axis = (np.arange(side * finer) - (side * finer - 1) / 2) * (STEP_IN / finer)
    u, v = np.meshgrid(axis, axis)
    angle = np.degrees(np.arctan2(v, u)) % 360
    inside = np.hypot(u, v) < CAP_DIAMETER_IN / 2 - CAP_RIM_IN
    parts = [inside & (u > 0)]
    parts += [inside & (np.abs(angle - centre) < CAP_SECTOR_DEG / 2) for centre in CAP_SECTOR_CENTRES_DEG]
    sharp = [
        cv2.resize(part.astype(np.float32), (side, side), interpolation=cv2.INTER_AREA) for part in parts
    ]
    shares = np.stack([cv2.GaussianBlur(part, (0, 0), blur_in / STEP_IN) for part in sharp], axis=2)
    by_v, by_u = np.gradient(shares, STEP_IN, axis=(0, 1))
    return CapPicture(shares, by_u.astype(np.float32), by_v.astype(np.float32))
