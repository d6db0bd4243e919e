"""What would be claimed of markers and caps in a picture that nobody has taken yet.

Each is drawn by itself, as a usual camera shows it, and then found by the same code as in real pictures.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from pennysight.calibration.accuracy import exact
from pennysight.calibration.board import MarkerSighting
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import FACTION_SRGB
from pennysight.calibration.projection import View
from pennysight.vision.figures.cap_fit import BLUR_PX, Patches, cut, fit
from pennysight.vision.figures.cap_model import cap_pictures
from pennysight.vision.figures.caps import CAP_OVER_FOLD_IN, LAST_STEPS, cap_covariance
from pennysight.vision.figures.level import Array, Floats
from pennysight.vision.figures.light import linear
from pennysight.vision.squares import Light, fit_squares, within

WHITE, BLACK = 0.4, 0.02
"""Paper and ink in lamp light, in linear light."""
NOISE_SD = 0.006
"""Of each pixel, in linear light: 1.5 percent of white."""
_CODE = 3
_SUBPIXEL_BITS = 8


def expected_sightings(camera: Camera, markers: Sequence[tuple[int, Array]]) -> list[MarkerSighting]:
    """The markers (id, corners (4, 2) in pixels) that lie in the picture, as they would be seen in it."""
    corners = np.array([corners for _, corners in markers], float).reshape(-1, 4, 2)
    whole = within(np.empty((camera.height_px, camera.width_px), np.float32), corners)
    light = _drawn_squares(camera, corners[whole])
    fitted = fit_squares(light, corners[whole], search=False)
    ids = [marker for (marker, _), is_whole in zip(markers, whole, strict=True) if is_whole]
    return [
        MarkerSighting(marker, true_px, covariance)
        for marker, true_px, covariance in zip(ids, corners[whole], fitted.covariance_px2, strict=True)
    ]


def _drawn_squares(camera: Camera, corners: Array) -> Light:
    """The light of black squares (N, 4, 2) on paper."""
    paper = np.full((camera.height_px, camera.width_px), 255, np.uint8)
    for square in corners:
        points = np.round(square * 2**_SUBPIXEL_BITS).astype(np.int32)
        cv2.fillConvexPoly(paper, points, 0, cv2.LINE_AA, _SUBPIXEL_BITS)
    light = cv2.GaussianBlur(paper.astype(np.float32) * ((WHITE - BLACK) / 255) + BLACK, (0, 0), BLUR_PX)
    return np.asarray(light + _noise(light.shape), np.float32)


def expected_cap_covariance_in2(view: View, figure_height_in: float, places_in: Array) -> Array:
    """Covariance (N, 2, 2) of where capped figures at `places_in` (N, 2) would be seen, but for the pose."""
    z_in = figure_height_in + CAP_OVER_FOLD_IN
    camera, count = view.camera, len(places_in)
    blank = np.zeros((camera.height_px, camera.width_px, 3), np.uint8)
    levels = np.array([(WHITE,) * 3, (BLACK,) * 3, WHITE * linear(FACTION_SRGB["cult"])])
    numbers, facing = np.full(count, _CODE), np.zeros(count)
    patches = cut(blank, view, z_in, places_in)
    patches = replace(patches, light=_drawn_caps(patches, places_in, levels))
    fits = fit(patches, numbers, places_in, facing, np.broadcast_to(levels, (count, 3, 3)).copy(), LAST_STEPS)
    return cap_covariance(exact(view), z_in, fits)[:, :2, :2]


def _drawn_caps(patches: Patches, places_in: Array, levels: Array) -> Floats:
    """The light (N, P, 3) of caps that face east."""
    u, v = np.moveaxis(patches.places_in - places_in[:, None].astype(np.float32), -1, 0)
    black, colour, *_ = cap_pictures(patches.blur_in).at(np.full(len(places_in), _CODE), u, v)
    inks = np.stack([1 - black - colour, black, colour], axis=-1)
    light = inks @ levels.astype(np.float32)
    return np.asarray(light + _noise(light.shape), np.float32)


def _noise(shape: tuple[int, ...]) -> Floats:
    """The same each time, so that a plan is."""
    return np.random.default_rng(0).standard_normal(shape, np.float32) * np.float32(NOISE_SD)
