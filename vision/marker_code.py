"""Reading the code in a marker's cells, and weighing what partly hidden cells say of it."""

import functools
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import MARKER_CELLS, MARKER_DICTIONARY
from pennysight.vision.squares import Array, Light, sample

_CODE = MARKER_CELLS - 2
_RING = MARKER_CELLS + 2  # with the quiet zone
_WITHIN_CELL = 0.2 * np.array([(0, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)])
_BORDER_FLAWS = 2  # cells of the black border that a glint or a crumb may lighten
_LEAST_CONTRAST = 0.01  # of white over black, in linear light; below it there is only noise

_SHADE_SD = 0.15
_HIDDEN = 0.2  # how often a cell shows something else, of any shade between -0.5 and 1.5
_STRAY = 0.01  # how much likelier each looked-for marker is, beforehand, than any other one there


@functools.cache
def _codes() -> NDArray[np.float64]:
    """The dictionary's codes as printed, (ids, 6, 6), 1 for white."""
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    packed = dictionary.bytesList
    return np.array(
        [cv2.aruco.Dictionary.getBitsFromByteList(packed[i : i + 1], _CODE) for i in range(len(packed))],
        float,
    )


@functools.cache
def _turned_codes() -> NDArray[np.float64]:
    """Every code in its four turns, quarter by quarter, (4 * ids, 36)."""
    return np.concatenate([np.rot90(_codes(), turn, axes=(1, 2)) for turn in range(4)]).reshape(-1, _CODE**2)


def read_shades(light: Light, corners_px: Array) -> tuple[Array, Array]:
    """Shades (N, 10, 10) of cells and quiet zone, and white over black (N,) in linear light.

    0 is the border's black and 1 the quiet zone's white; what hides part of either does not shift them.
    """
    if not len(corners_px):
        return np.empty((0, _RING, _RING)), np.empty(0)
    centres = (np.arange(_RING) - 0.5) / MARKER_CELLS
    places = np.stack(np.meshgrid(centres, centres), -1)[:, :, None] + _WITHIN_CELL / MARKER_CELLS
    raw = sample(light, _in_square(places.reshape(-1, 2), corners_px))
    raw = raw.reshape(-1, _RING, _RING, len(_WITHIN_CELL)).mean(-1)
    ring = np.ones((_RING, _RING), bool)
    ring[1:-1, 1:-1] = False
    black = np.percentile(raw[:, _border()], 30, axis=1)
    white = np.percentile(raw[:, ring], 70, axis=1)
    contrast = white - black
    return (raw - black[:, None, None]) / np.maximum(contrast, 1e-6)[:, None, None], contrast


def read_exactly(shades: Array, contrast: Array) -> list[tuple[int, int] | None]:
    """Id and turn of each marker, None for what is none; no bit is corrected.

    The corner that is the marker's top left as printed is `turn` places back from the first.
    """
    if not len(shades):
        return []
    white = shades > 0.5
    bits = white[:, 2:-2, 2:-2].reshape(len(shades), -1).astype(float)
    codes = _turned_codes()
    differ = bits.sum(1)[:, None] + codes.sum(1) - 2 * bits @ codes.T
    flaws = white[:, _border()].sum(1)
    good = (differ.min(1) < 0.5) & (flaws <= _BORDER_FLAWS) & (contrast > _LEAST_CONTRAST)
    turns, ids = np.divmod(differ.argmin(1), len(_codes()))
    return [(int(i), int(turn)) if fine else None for i, turn, fine in zip(ids, turns, good, strict=True)]


def weigh(shades: Array, ids: Sequence[int]) -> Array:
    """How much the cells of upright markers speak for each of `ids` against a code by chance, (N, ids).

    Natural logarithms of likelihood ratios. A cell that shows neither clear black nor white, or the wrong of
    the two, counts as hidden: it speaks against a code a little, never overwhelmingly.
    """
    inner = shades[:, 2:-2, 2:-2].reshape(len(shades), 1, -1)
    likelihoods = [
        (1 - _HIDDEN) * np.exp(-(((inner - bit) / _SHADE_SD) ** 2) / 2) / (_SHADE_SD * np.sqrt(2 * np.pi))
        + _HIDDEN / 2
        for bit in (0, 1)
    ]
    codes = _codes()[list(ids)].reshape(1, len(ids), -1)
    of_code = np.where(codes > 0.5, likelihoods[1], likelihoods[0])
    return np.asarray(np.log(of_code / ((likelihoods[0] + likelihoods[1]) / 2)).sum(-1))


def most_likely(evidence: Array) -> tuple[int, float]:
    """The index that the evidence (ids,) speaks for most, and the probability (0 to 1) that it is right."""
    best = int(evidence.argmax())
    others = np.exp(np.minimum(np.delete(evidence, best) - evidence[best], 0)).sum()
    stray = len(evidence) * _STRAY * np.exp(-evidence[best])
    return best, float(1 / (1 + others + stray))


@functools.cache
def _border() -> NDArray[np.bool_]:
    border = np.zeros((_RING, _RING), bool)
    border[1:-1, 1:-1] = True
    border[2:-2, 2:-2] = False
    return border


def _in_square(places: Array, corners_px: Array) -> Array:
    """Places (P, 2) in unit squares, x right and y down, -> pixels (N, P, 2) in perspective."""
    first, second, third, fourth = np.moveaxis(corners_px, 1, 0)
    # The projective map of the unit square onto four corners, in closed form (Heckbert 1989).
    bulge = first - second + third - fourth
    right, down = second - third, fourth - third
    cross = right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]
    g = (bulge[:, 0] * down[:, 1] - bulge[:, 1] * down[:, 0]) / cross
    h = (right[:, 0] * bulge[:, 1] - right[:, 1] * bulge[:, 0]) / cross
    along = second - first + g[:, None] * second
    across = fourth - first + h[:, None] * fourth
    x, y = places[None, :, 0, None], places[None, :, 1, None]
    depth = 1 + g[:, None, None] * x + h[:, None, None] * y
    return np.asarray((first[:, None] + along[:, None] * x + across[:, None] * y) / depth)
