"""A camera that is not there yet, by what its box says: pixels, and a field of view."""

import math
import re
from types import MappingProxyType
from typing import Final

import numpy as np
from pennysight.calibration.camera import Camera
from pennysight.calibration.lens import distort, undistort

RESOLUTIONS: Final = MappingProxyType(
    {
        "480p": (640, 480),
        "720p": (1280, 720),
        "1080p": (1920, 1080),
        "1440p": (2560, 1440),
        "4k": (3840, 2160),
        "pi2": (3280, 2464),
        "pi3": (4608, 2592),
        "pi-hq": (4056, 3040),
    }
)
"""Picture sizes by the names that boxes give them; `pi2`, `pi3` and `pi-hq` are Raspberry Pi cameras."""

USUAL_DIST: Final = (-0.08, 0.012, 0.0, 0.0, 0.0)
"""The barrel of a usual webcam: a straight line along the picture's edge bows by about a hundredth."""
NO_DIST: Final = (0.0,) * 5

LEAST_FOV_DEG, MOST_FOV_DEG = 15.0, 140.0
_LEAST_SIDE_PX, _MOST_SIDE_PX = 120, 20_000


class PlanError(ValueError):
    """A camera or a board for which nothing can be planned; the message is one sentence."""


def parse_size(text: str) -> tuple[int, int]:
    """Width and height in pixels of a picture: `1080p`, `4k`, `pi3`, or `1920x1080`.

    Raises:
        PlanError: it is neither.
    """
    if (known := RESOLUTIONS.get(text.strip().lower())) is not None:
        return known
    match = re.fullmatch(r"\s*(\d{1,6})\s*[x×*]\s*(\d{1,6})\s*", text, re.IGNORECASE)
    if match is None:
        raise PlanError(
            f"the resolution is '{text}', expected {', '.join(RESOLUTIONS)} or one like 1920x1080"
        )
    width_px, height_px = int(match[1]), int(match[2])
    if not all(_LEAST_SIDE_PX <= side <= _MOST_SIDE_PX for side in (width_px, height_px)):
        raise PlanError(
            f"the resolution is {width_px}x{height_px}, expected sides of {_LEAST_SIDE_PX} to "
            f"{_MOST_SIDE_PX} pixels"
        )
    return width_px, height_px


def planned_camera(
    size_px: tuple[int, int],
    fov_deg: float,
    diagonal: bool = False,
    dist: tuple[float, float, float, float, float] = USUAL_DIST,
) -> Camera:
    """A camera by its picture's size and its field of view, along the picture's width or its diagonal.

    Raises:
        PlanError: the field of view is none of a lens that can be calibrated.
    """
    if not LEAST_FOV_DEG <= fov_deg <= MOST_FOV_DEG:  # refuses nan too
        raise PlanError(
            f"the field of view is {fov_deg:g} degrees, expected {LEAST_FOV_DEG:g} to {MOST_FOV_DEG:g}"
        )
    width_px, height_px = size_px
    reach_px = (math.hypot(width_px, height_px) if diagonal else width_px) / 2
    unit = _camera(width_px, height_px, 1.0, dist)
    slope = math.tan(math.radians(fov_deg / 2))
    bent = float(distort(unit, np.array([[slope, 0.0]]))[0, 0]) - unit.K[0][2]
    return _camera(width_px, height_px, reach_px / bent, dist)


def _camera(
    width_px: int, height_px: int, focal_px: float, dist: tuple[float, float, float, float, float]
) -> Camera:
    K = (
        (focal_px, 0.0, (width_px - 1) / 2),
        (0.0, focal_px, (height_px - 1) / 2),
        (0.0, 0.0, 1.0),
    )
    return Camera(name="planned", width_px=width_px, height_px=height_px, K=K, dist=dist)


def fields_of_view_deg(camera: Camera) -> tuple[float, float]:
    """The field of view along the picture's width and along its diagonal."""
    x, y = camera.width_px - 0.5, camera.height_px - 0.5
    ends = np.array([(-0.5, camera.K[1][2]), (x, camera.K[1][2]), (-0.5, -0.5), (x, y)])
    rays = np.column_stack([undistort(camera, ends), np.ones(4)])
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    across, diagonal = np.degrees(np.arccos(np.sum(rays[::2] * rays[1::2], axis=1)))
    return float(across), float(diagonal)
