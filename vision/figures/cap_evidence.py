"""What of a cap is seen so plainly that nothing lying over it can have feigned it.

Whatever hides a part of a cap reaches in over its edge, so a direction in which the white rim stands out
against what lies beyond it is open: there the cap itself is seen. White that runs on over the edge may as
well be paper, whatever it ends; black or a colour under a white rim cannot.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import (
    CAP_CODES,
    CAP_DIAMETER_IN,
    CAP_RIM_IN,
    CAP_SECTOR_CENTRES_DEG,
    CAP_SECTOR_DEG,
)
from pennysight.vision.figures.cap_fit import CapFits
from pennysight.vision.figures.level import Array, Floats, LevelPlane, sampled
from pennysight.vision.figures.light import linear_image

DIRECTIONS = 72
INSIDE_IN = (0.20, 0.26)
RIM_IN = (CAP_DIAMETER_IN - CAP_RIM_IN) / 2
BEYOND_IN = (0.43, 0.45)
STANDS_OUT = 0.12
"""Difference, in square-rooted light against white, at which a rim is told from what lies beyond it."""
LEAST_WHITE, MOST_TINT = 0.65, 0.3
MOST_BLACK = 0.5
RIM_WHITE = 0.6
CLEAR_OF_BORDER_DEG = 6.0
"""So near the border of a sector or of the coloured half no direction is asked."""
LEAST_SHOWN, MOST_AGAINST = 0.35, 0.12
"""A sector is known where so much of it shows one shade and so little the other."""
LEAST_COLOURED = 0.25
"""A faction is known where at least this much of the coloured half shows."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """Of N caps: `open_arc` (N,), the longest stretch of the rim that is open, as a share of the whole;
    `numbered` (N,) whether what shows allows the number that was fitted and no other; `coloured` (N,) whether
    enough of the coloured half shows to say whose it is.
    """

    open_arc: Array
    numbered: NDArray[np.bool_]
    coloured: NDArray[np.bool_]


def weigh(image: NDArray[np.uint8], plane: LevelPlane, fits: CapFits, numbers: NDArray[np.intp]) -> Evidence:
    """What shows of the caps that were fitted as `numbers` (N,) in a BGR image."""
    angle = np.asarray(np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS), float)
    shade = _shades(image, plane, fits, angle)
    inside, rim = shade[:, : len(INSIDE_IN)].mean(axis=1), shade[:, len(INSIDE_IN)]
    beyond = np.linalg.norm(shade[:, len(INSIDE_IN) + 1 :] - rim[:, None], axis=3).min(axis=1)
    under_rim = _is_white(rim, RIM_WHITE)
    is_open = under_rim & (beyond > STANDS_OUT)
    looks_white, looks_black = _is_white(inside, LEAST_WHITE), inside.max(axis=2) < MOST_BLACK
    off_deg = np.degrees(angle - fits.facing[:, None])
    coloured = _share(under_rim & ~looks_white & ~looks_black, _near(off_deg, 0.0, 180.0))
    possible = np.ones((len(numbers), len(CAP_CODES)), bool)
    for centre, bits in zip(CAP_SECTOR_CENTRES_DEG, np.array(list(CAP_CODES.values())).T, strict=True):
        sector = _near(off_deg, centre, CAP_SECTOR_DEG)
        black, white = _share(under_rim & looks_black, sector), _share(is_open & looks_white, sector)
        known = (np.maximum(black, white) >= LEAST_SHOWN) & (np.minimum(black, white) <= MOST_AGAINST)
        possible &= ~known[:, None] | (bits == (black > white)[:, None])
    fitted = possible[np.arange(len(numbers)), numbers - 1]
    return Evidence(_longest(is_open), fitted & (possible.sum(axis=1) == 1), coloured >= LEAST_COLOURED)


def _shades(image: NDArray[np.uint8], plane: LevelPlane, fits: CapFits, angle: Array) -> Floats:
    """Square-rooted light against each cap's own white, (N, radii, DIRECTIONS, 3), R, G, B."""
    r, a = np.meshgrid(np.array([*INSIDE_IN, RIM_IN, *BEYOND_IN]), angle, indexing="ij")
    x = fits.places_in[:, :1] + (r * np.cos(a)).ravel()
    y = fits.places_in[:, 1:] + (r * np.sin(a)).ravel()
    light = linear_image(sampled(image, plane.pixels(x, y)))[..., ::-1]
    white = np.maximum(fits.levels[:, 0], 1e-3).astype(np.float32)
    return np.asarray(np.sqrt(light / white[:, None]), np.float32).reshape(len(x), *r.shape, 3)


def _is_white(shade: Floats, least: float) -> NDArray[np.bool_]:
    darkest = shade.min(axis=2)
    return np.asarray((darkest > least) & (shade.max(axis=2) - darkest < MOST_TINT))


def _near(off_deg: Array, centre_deg: float, width_deg: float) -> NDArray[np.bool_]:
    off = np.abs((off_deg - centre_deg + 180) % 360 - 180)
    return np.asarray(off < width_deg / 2 - CLEAR_OF_BORDER_DEG)


def _share(shown: NDArray[np.bool_], of: NDArray[np.bool_]) -> Array:
    return np.asarray((shown & of).sum(axis=1) / of.sum(axis=1))


def _longest(flags: NDArray[np.bool_]) -> Array:
    """The longest run of true round each circle (N, DIRECTIONS), as a share of it."""
    round_twice = np.concatenate([flags, flags], axis=1)
    run, longest = (np.zeros(len(flags), int) for _ in range(2))
    for column in round_twice.T:
        run = (run + 1) * column
        longest = np.maximum(longest, run)
    return np.asarray(np.minimum(longest / flags.shape[1], 1.0))
