"""How large a marker would be if it lay on the board: one on a screen, or held up, is of another size."""

from collections.abc import Sequence

import numpy as np
from pennysight.calibration.board import MarkerSighting
from pennysight.calibration.printspec import MARKER_SIDE_IN
from pennysight.calibration.projection import Array, View

LEAST_TIMES, MOST_TIMES = 0.75, 1.33
"""A printer that is off, and a card over a figure under a low camera, are well within these."""


def times_as_large(sightings: Sequence[MarkerSighting], view: View, z_in: float = 0.0) -> Array:
    """How many times the side that is printed each one's side (N,) would be at a height."""
    corners_px = np.array([sighting.corners_px for sighting in sightings], float).reshape(-1, 2)
    corners = view.to_plane(corners_px, z_in).reshape(-1, 4, 2)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    return np.asarray(sides.mean(axis=1) / MARKER_SIDE_IN)


def is_of_its_size(times: float) -> bool:
    """Whether a marker so many times as large as printed may be one that was printed and lies here."""
    return LEAST_TIMES < times < MOST_TIMES
