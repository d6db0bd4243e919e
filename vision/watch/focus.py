"""How sharp the picture is, by the edges of the markers: they are printed perfectly sharp."""

from collections.abc import Sequence

import numpy as np
from pennysight.calibration.board import MarkerSighting
from pennysight.calibration.lens import Array
from pennysight.vision.squares import CELLS, Light, edge_profiles, outward_normals

_ALONG = np.linspace(0.15, 0.85, 16)
_REACH_CELLS = 0.9  # the border within and the quiet zone without are one cell wide each
_ACROSS = np.linspace(-1, 1, 19)
_LEAST_CONTRAST = 0.05
_LEAST_MARKERS = 3


def edge_spread_px(light: Light, markers: Sequence[MarkerSighting]) -> float | None:
    """One standard deviation of the blur across markers' edges, the median of those that show.

    None where too few markers show three edges. A blur wider than about a cell is told as about a cell.
    """
    corners = np.array([marker.corners_px for marker in markers], float).reshape(-1, 4, 2)
    if not len(corners):
        return None
    length = np.linalg.norm(np.roll(corners, -1, 1) - corners, axis=2)
    reach = _REACH_CELLS * length / CELLS
    profile = edge_profiles(light, corners, outward_normals(corners), reach, _ALONG, _ACROSS).mean(axis=2)
    spread = _spread(profile) * reach * (_ACROSS[1] - _ACROSS[0])
    plain = np.isfinite(spread)
    plain &= plain.sum(axis=1, keepdims=True) >= 3
    if plain.any(axis=1).sum() < _LEAST_MARKERS:
        return None
    return float(np.median(spread[plain]))


def _spread(profiles: Array) -> Array:
    """Standard deviation, in steps, of the rise of light along profiles (..., steps); NaN without one."""
    rise = np.maximum(np.diff(profiles, axis=-1), 0)
    total = rise.sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(total[..., None] > _LEAST_CONTRAST, rise / total[..., None], np.nan)
    at = np.arange(rise.shape[-1])
    middle = (share * at).sum(axis=-1)
    return np.asarray(np.sqrt((share * (at - middle[..., None]) ** 2).sum(axis=-1)))
