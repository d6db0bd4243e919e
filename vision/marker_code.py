"""Reading the code in the cells of a marker that is seen whole."""

import functools

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import MARKER_CELLS, MARKER_DICTIONARY
from pennysight.vision.squares import Array, Light, sample

_CODE = MARKER_CELLS - 2
RING = MARKER_CELLS + 2  # cells a side with the quiet zone
_WITHIN_CELL = 0.2 * np.array([(0, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)])
_BORDER_FLAWS = 2  # cells of the black border that a glint or a crumb may lighten
_LEAST_CONTRAST = 0.01  # of white over black, in linear light; below it there is only noise


@functools.cache
def codes() -> NDArray[np.float64]:
    """The dictionary's codes as printed, (ids, 6, 6), 1 for white."""
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    packed = dictionary.bytesList
    return np.array(
        [cv2.aruco.Dictionary.getBitsFromByteList(packed[i : i + 1], _CODE) for i in range(len(packed))],
        float,
    )


@functools.cache
def _by_bits() -> dict[bytes, tuple[int, int]]:
    """Id and turn of every code in its four turns, by its white cells row by row."""
    return {
        np.rot90(code > 0.5, turn).tobytes(): (marker, turn)
        for marker, code in enumerate(codes())
        for turn in range(4)
    }


def read_shades(light: Light, corners_px: Array) -> tuple[Array, Array]:
    """Shades (N, 10, 10) of cells and quiet zone, and white over black (N,) in linear light.

    0 is the border's black and 1 the quiet zone's white; what hides part of either does not shift them.
    """
    if not len(corners_px):
        return np.empty((0, RING, RING)), np.empty(0)
    centres = (np.arange(RING) - 0.5) / MARKER_CELLS
    places = np.stack(np.meshgrid(centres, centres), -1)[:, :, None] + _WITHIN_CELL / MARKER_CELLS
    raw = sample(light, *_in_square(places.reshape(-1, 2).astype(np.float32), corners_px))
    raw = raw.reshape(-1, RING, RING, len(_WITHIN_CELL)).mean(-1)
    ring = np.ones((RING, RING), bool)
    ring[1:-1, 1:-1] = False
    black = np.percentile(raw[:, _border()], 30, axis=1)
    white = np.percentile(raw[:, ring], 70, axis=1)
    contrast = white - black
    return (raw - black[:, None, None]) / np.maximum(contrast, 1e-6)[:, None, None], contrast


def read_exactly(shades: Array, contrast: Array) -> list[tuple[int, int] | None]:
    """Id and turn of each marker, None for what is none; no bit is corrected.

    The corner that is the marker's top left as printed is `turn` places back from the first.
    """
    white = shades > 0.5
    fine = (white[:, _border()].sum(axis=1) <= _BORDER_FLAWS) & (contrast > _LEAST_CONTRAST)
    return [
        _by_bits().get(bits[2:-2, 2:-2].tobytes()) if whole else None
        for bits, whole in zip(white, fine, strict=True)
    ]


@functools.cache
def _border() -> NDArray[np.bool_]:
    border = np.zeros((RING, RING), bool)
    border[1:-1, 1:-1] = True
    border[2:-2, 2:-2] = False
    return border


def _in_square(places: Light, corners_px: Array) -> tuple[Light, Light]:
    """Places (P, 2) in unit squares, x right and y down, -> columns and rows (N, P), in perspective."""
    first, second, third, fourth = np.moveaxis(corners_px, 1, 0)
    # The projective map of the unit square onto four corners, in closed form (Heckbert 1989).
    bulge = first - second + third - fourth
    right, down = second - third, fourth - third
    cross = right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]
    g = (bulge[:, 0] * down[:, 1] - bulge[:, 1] * down[:, 0]) / cross
    h = (right[:, 0] * bulge[:, 1] - right[:, 1] * bulge[:, 0]) / cross
    along = second - first + g[:, None] * second
    across = fourth - first + h[:, None] * fourth
    terms = np.stack([np.ones(len(places), np.float32), *places.T])
    depth = np.stack([np.ones_like(g), g, h], axis=1).astype(np.float32) @ terms
    x, y = (
        np.stack([first[:, axis], along[:, axis], across[:, axis]], axis=1).astype(np.float32) @ terms / depth
        for axis in (0, 1)
    )
    return x, y
