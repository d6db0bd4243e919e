"""What the markers' motion from one picture to another says: who or what has moved.

All in pixels, so that nothing depends on a pose that may be wrong by now. Most tiles where they were: the
camera is still, and a tile all of whose markers are elsewhere was moved. Markers that spread from the middle
of the picture: the lens was zoomed. Anything else is the camera's own motion.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from pennysight.calibration.board import MarkerSighting
from pennysight.calibration.camera import Camera
from pennysight.calibration.lens import Array
from pennysight.calibration.printspec import TABLE_MARKER_IDS, tile_number
from pennysight.vision.watch.robust import robust_weights

STILL_PX = 0.3
"""Markers that are found within this of where they were, on the whole, have not moved."""
NOISE_SD = 4.0
LEAST_GROUPS = 2
"""Of tiles and corner pieces seen both times; one alone cannot be told from the camera."""
ZOOM_MISFIT_PX = 0.6
ZOOM_MIDDLE = 0.05
"""How far from the middle of the picture, as a share of its width, the point may lie that a zoom leaves."""

Kind = Literal["still", "zoomed", "moved", "unknown"]


@dataclass(frozen=True, eq=False)
class Motion:
    """From one picture to another: what the camera did, and which tiles (by number) moved by themselves.

    `shift_px` is how far the markers moved on the whole. Where it zoomed, pixel p of before is at
    `middle_px` + `factor` (p - `middle_px`) now. `unknown`: too little is seen both times.
    """

    kind: Kind
    shift_px: float = 0.0
    displaced: tuple[int, ...] = ()
    factor: float = 1.0
    middle_px: tuple[float, float] = (0.0, 0.0)


def motion(
    before: Sequence[MarkerSighting],
    now: Sequence[MarkerSighting],
    camera: Camera,
    least_px: float,
    still_px: float = STILL_PX,
) -> Motion:
    """How the markers moved. A tile that moved by less than `least_px` lies where it lay."""
    there = {sighting.id: sighting for sighting in before}
    pairs = [
        (there[sighting.id], sighting) for sighting in now if _lies(sighting.id) and sighting.id in there
    ]
    groups = np.array([new.id // 2 for _, new in pairs], np.intp)
    if len(set(groups)) < LEAST_GROUPS:
        return Motion("unknown")
    old_px = np.array([old.corners_px for old, _ in pairs])
    new_px = np.array([new.corners_px for _, new in pairs])
    noise_px = NOISE_SD * np.array([np.hypot(old.sd_px, new.sd_px) for old, new in pairs])
    shift_px = np.linalg.norm((new_px - old_px).mean(axis=1), axis=1)
    common_px = float(np.median(shift_px))
    if common_px <= max(still_px, float(np.median(noise_px))):
        far = shift_px > np.maximum(least_px, noise_px)
        displaced = tuple(int(group) for group in np.unique(groups) if far[groups == group].all())
        return Motion(
            "still", common_px, tuple(group for group in displaced if tile_number(2 * group) is not None)
        )
    return _zoom(old_px.reshape(-1, 2), new_px.reshape(-1, 2), camera) or Motion("moved", common_px)


def _lies(marker_id: int) -> bool:
    """Whether a marker is on something that lies still while people play."""
    return tile_number(marker_id) is not None or marker_id in TABLE_MARKER_IDS


def _zoom(old_px: Array, new_px: Array, camera: Camera) -> Motion | None:
    """The zoom that explains the motion of corners (N, 2), None where none does."""
    weights = np.ones(len(old_px))
    for _ in range(10):
        share = weights / weights.sum()
        old_middle, new_middle = share @ old_px, share @ new_px
        arms, goals = old_px - old_middle, new_px - new_middle
        factor = float((weights[:, None] * arms * goals).sum() / (weights[:, None] * arms**2).sum())
        misfit = np.linalg.norm(goals - factor * arms, axis=1)
        weights = robust_weights(misfit, ZOOM_MISFIT_PX)
    if np.median(misfit) > ZOOM_MISFIT_PX or abs(factor - 1) < 1e-6:
        return None
    fixed_px = (new_middle - factor * old_middle) / (1 - factor)
    picture_px = np.array([camera.width_px - 1, camera.height_px - 1]) / 2
    if np.linalg.norm(fixed_px - picture_px) > ZOOM_MIDDLE * camera.width_px:
        return None
    shift_px = float(np.median(np.linalg.norm(new_px - old_px, axis=1)))
    return Motion("zoomed", shift_px, factor=factor, middle_px=(float(fixed_px[0]), float(fixed_px[1])))
