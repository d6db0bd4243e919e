"""What the colours of the board say: how rare each is on it, and how much like each faction's card.

Figures are small, so that whatever colour is common on a board is the board's own. Colours are told apart by
their shares of red, green and blue and by how light they are, in bins that fit into one small table.
"""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import FACTION_SRGB, FACTIONS
from pennysight.vision.figures.even_light import EvenPicture
from pennysight.vision.figures.level import Array, Floats
from pennysight.vision.figures.light import linear

SHARES, LIGHTS = 32, 16
SHARE_RANGE = (0.02, 0.80)
LIGHT_RANGE = (0.01, 1.5)
SMOOTH_PX = 0.7
AROUND_PX = 25
"""Figures at the board's edge may show this far beyond it."""
HAZE = 0.12
"""Gloss and stray light add this much white, of a face's own brightness, to a printed colour."""
COLOUR_SD = 0.035
DARK_NOISE = 0.004
"""Spread of a colour's shares where there is little light, times that light."""
ANY_COLOUR = 3**0.5 / 2
"""The area of the triangle of all shares: one over it is the density of any colour at all."""
LIKELY_RANGE = (-2.0, 3.0)
COMMON, RAREST = 2.5, 6.5
"""Surprise, as a logarithm against the commonest colour: up to which a colour is the board's, and most."""


@dataclass(frozen=True, eq=False)
class ColourMaps:
    """A board's picture in even light, and what its colours say, pixel by pixel.

    `smooth` (rows, columns, 3) is the picture without its noise; `rare` (rows, columns) goes from 0, the
    board's own colours, to 4; `likely` (rows, columns, factions) is the log likelihood ratio that a pixel is
    the solid card of a faction; `flat` (rows, columns) is 1 where something flat is known to lie open.
    """

    picture: EvenPicture
    smooth: Floats
    rare: Floats
    likely: Floats
    flat: Floats


def shares(colour: Floats) -> tuple[Floats, Floats]:
    """Shares of red, green and blue (..., 3), and lightness (...), of linear colours (..., 3)."""
    total = colour.sum(axis=-1)
    return colour / (total[..., None] + np.float32(1e-3)), total / 3


def colour_maps(picture: EvenPicture, board: NDArray[np.bool_], flat: NDArray[np.bool_]) -> ColourMaps:
    """The maps of a picture, of whose pixels (rows, columns) `board` says which are in the board's outline.

    `flat` says which are known to be of something flat: there nothing is rare, and nothing stands.
    """
    smooth = np.asarray(cv2.GaussianBlur(picture.colour, (0, 0), SMOOTH_PX), np.float32)
    share, light = shares(smooth)
    bins = _bins(share, light)
    rare = _rarity(bins, board & ~flat)
    rare[flat | ~cv2.dilate(board.astype(np.uint8), np.ones((AROUND_PX, AROUND_PX))).astype(bool)] = 0
    return ColourMaps(picture, smooth, rare, _likely_table()[bins], flat.astype(np.float32))


def _bins(share: Floats, light: Floats) -> NDArray[np.int32]:
    low, high = SHARE_RANGE
    scale = np.float32((SHARES - 1) / (high - low))
    red, blue = (
        np.clip((share[..., k] - np.float32(low)) * scale, 0, SHARES - 1).astype(np.int32) for k in (0, 2)
    )
    dark, bright = np.log(LIGHT_RANGE)
    level = np.log(np.maximum(light, np.float32(LIGHT_RANGE[0])))
    lights = np.clip((level - dark) * ((LIGHTS - 1) / (bright - dark)), 0, LIGHTS - 1).astype(np.int32)
    return np.asarray((red * SHARES + blue) * LIGHTS + lights)


def _rarity(bins: NDArray[np.int32], board: NDArray[np.bool_]) -> Floats:
    count = np.bincount(bins[board], minlength=SHARES * SHARES * LIGHTS).reshape(SHARES, SHARES, LIGHTS)
    smooth = np.asarray(count, np.float32)
    for axis in range(3):
        padded = np.pad(smooth, [(1, 1) if a == axis else (0, 0) for a in range(3)])
        middle, before, after = (
            np.take(padded, np.arange(smooth.shape[axis]) + shift, axis=axis) for shift in (1, 0, 2)
        )
        smooth = np.asarray(middle / 2 + (before + after) / 4, np.float32)
    share = smooth / max(float(smooth.sum()), 1.0)
    surprise = np.log(share.max() + 1e-6) - np.log(share + 1e-6)
    table = np.clip(surprise - COMMON, 0, RAREST - COMMON).astype(np.float32)
    return np.asarray(table.ravel()[bins])


def faction_shares(haze: float) -> Array:
    """Shares (factions, 3) of the factions' colours under haze."""
    colour = np.array([linear(FACTION_SRGB[faction]) for faction in FACTIONS]) + haze
    return np.asarray(colour / colour.sum(axis=1, keepdims=True))


@functools.cache
def _likely_table() -> Floats:
    """Log likelihood ratio (bins, factions) of a faction's solid card against any colour at all."""
    red, blue, level = np.meshgrid(
        np.linspace(*SHARE_RANGE, SHARES) + (SHARE_RANGE[1] - SHARE_RANGE[0]) / (SHARES - 1) / 2,
        np.linspace(*SHARE_RANGE, SHARES) + (SHARE_RANGE[1] - SHARE_RANGE[0]) / (SHARES - 1) / 2,
        np.geomspace(*LIGHT_RANGE, LIGHTS),
        indexing="ij",
    )
    share = np.stack([red, 1 - red - blue, blue], axis=-1)
    variance = COLOUR_SD**2 + (DARK_NOISE / (level + 0.02)) ** 2
    apart2 = ((share[..., None, :] - faction_shares(HAZE)) ** 2).sum(axis=-1)
    ratio = np.log(ANY_COLOUR / (2 * np.pi * variance))[..., None] - apart2 / (2 * variance[..., None])
    return np.asarray(np.clip(ratio, *LIKELY_RANGE).reshape(-1, len(FACTIONS)), np.float32)
