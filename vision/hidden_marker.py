"""Weighing which marker it is that something partly hides.

What hides a marker is one thing: a cap's disc, or the straight edge of a sleeve, a card, a shadow. For every
such cover, the cells outside it must look as printed, border and quiet zone included, and those within it may
look like anything; taken together, all covers give the likelihood of each code.
"""

import functools
from collections.abc import Sequence

import numpy as np
from pennysight.calibration.printspec import CAP_DIAMETER_IN, MARKER_CELLS, MARKER_SIDE_IN
from pennysight.vision.marker_code import RING, codes
from pennysight.vision.squares import Array

_SHADE_SD = 0.15
_FLAW = 0.1  # how often a cell outside the cover is off all the same
_STARK = 0.6  # how often what hides a cell is about as black or as white as print
_BARE = 0.5  # how often nothing hides the marker at all
_CAP_CELLS = CAP_DIAMETER_IN / 2 / MARKER_SIDE_IN * MARKER_CELLS + 0.3  # with its blur
_STEP_CELLS = 0.75
_EDGE_ANGLES = 24


def weigh(shades: Array, ids: Sequence[int]) -> tuple[Array, float]:
    """How likely the cells (10, 10) are of each upright marker `ids`, and of one with some other code.

    Natural logarithms of likelihoods; 0 is that of cells that show nothing of a marker.
    """
    black, white = (
        np.exp(-(((shades - shade) / _SHADE_SD) ** 2) / 2) / (_SHADE_SD * np.sqrt(2 * np.pi))
        for shade in (0, 1)
    )
    cover = (1 - _STARK) / 2 + _STARK * (black + white) / 2  # shades range over about -0.5 to 1.5
    black, white = ((1 - _FLAW) * print_ + _FLAW * cover for print_ in (black, white))
    expected = np.full((len(ids) + 1, RING, RING), 0.0)
    expected[:, [0, -1], :] = expected[:, :, [0, -1]] = 1
    expected[:-1, 2:-2, 2:-2] = codes()[list(ids)]
    expected[-1, 2:-2, 2:-2] = 0.5  # as often black as white
    support = np.log((expected * white + (1 - expected) * black) / cover).reshape(len(ids) + 1, -1)
    open_cells, log_prior = _covers()
    under_cover = support @ open_cells.T + log_prior
    best = under_cover.max(axis=1, keepdims=True)
    likely = best[:, 0] + np.log(np.exp(under_cover - best).sum(axis=1))
    return likely[:-1], float(likely[-1])


@functools.cache
def _covers() -> tuple[Array, Array]:
    """The cells that each cover leaves open (covers, 100), and the logarithm of its own likelihood."""
    reach = np.arange(RING) - (RING - 1) / 2
    x, y = (axis.ravel() for axis in np.meshgrid(reach, reach))
    ends = RING / 2 + _CAP_CELLS
    middles = np.arange(-ends, ends, _STEP_CELLS)
    discs = [np.hypot(x - x0, y - y0) < _CAP_CELLS for x0 in middles for y0 in middles]
    edges = [
        x * np.cos(angle) + y * np.sin(angle) > offset
        for angle in np.arange(_EDGE_ANGLES) * 2 * np.pi / _EDGE_ANGLES
        for offset in np.arange(-RING / 2, RING / 2, _STEP_CELLS)
    ]
    covers = np.unique(np.array(discs + edges), axis=0)
    covers = covers[covers.any(axis=1) & ~covers.all(axis=1)]
    bare = np.zeros((1, RING * RING), bool)
    log_prior = np.log(np.append(np.full(len(covers), (1 - _BARE) / len(covers)), _BARE))
    return (~np.concatenate([covers, bare])).astype(float), log_prior
