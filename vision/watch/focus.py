"""How sharp the picture is, by the edges of the markers: they are printed perfectly sharp."""

from collections.abc import Sequence

import numpy as np
from pennysight.calibration.board import MarkerSighting
from pennysight.calibration.lens import Array
from pennysight.vision.squares import CELLS, Light, sample

_ALONG = np.linspace(0.15, 0.85, 16)
_REACH_CELLS = 0.9  # the border within and the quiet zone without are one cell wide each
_STEPS = 19
_LEAST_CONTRAST = 0.05
_LEAST_MARKERS = 3


def edge_spread_px(light: Light, markers: Sequence[MarkerSighting]) -> float | None:
    """One standard deviation of the blur across markers' edges, the median of those that show.

    None where too few show. A blur wider than about a cell is told as about a cell.
    """
    corners = np.array([marker.corners_px for marker in markers], float).reshape(-1, 4, 2)
    if not len(corners):
        return None
    side = np.roll(corners, -1, 1) - corners
    length = np.linalg.norm(side, axis=2)
    outward = np.stack([side[..., 1], -side[..., 0]], -1) / length[..., None]
    reach = _REACH_CELLS * length / CELLS
    across = np.linspace(-1, 1, _STEPS)
    places = (
        corners[:, :, None, None]
        + side[:, :, None, None] * _ALONG[:, None, None]
        + outward[:, :, None, None] * reach[:, :, None, None, None] * across[:, None]
    )
    profile = sample(light, *np.moveaxis(places.astype(np.float32), -1, 0)).mean(axis=2)
    spread = _spread(profile) * reach * (across[1] - across[0])
    shown = np.isfinite(spread).sum(axis=1) >= 3
    if shown.sum() < _LEAST_MARKERS:
        return None
    return float(np.median(np.nanmedian(spread[shown], axis=1)))


def _spread(profiles: Array) -> Array:
    """Standard deviation, in steps, of the rise of light along profiles (..., steps); NaN without one."""
    rise = np.maximum(np.diff(profiles, axis=-1), 0)
    total = rise.sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(total[..., None] > _LEAST_CONTRAST, rise / total[..., None], np.nan)
    at = np.arange(rise.shape[-1])
    middle = (share * at).sum(axis=-1)
    return np.asarray(np.sqrt((share * (at - middle[..., None]) ** 2).sum(axis=-1)))
