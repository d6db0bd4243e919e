"""Finding the printed markers in a picture: those of the tiles and those of flat tokens.

Quads come from OpenCV, in linear light, where white grows no wider; their corners are then fitted along the
edges and the code is read from the picture itself, so that markers of three pixels a cell are read too.
"""

import functools
import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import MarkerSighting
from pennysight.calibration.printspec import MARKER_DICTIONARY
from pennysight.vision.figures.light import linear_image
from pennysight.vision.marker_code import read_exactly, read_shades
from pennysight.vision.squares import Array, Light, Slack, Squares, fit_squares, within

_SEARCH_ROWS = 1500  # taller pictures are searched at half their size; markers are read at full size
_WHITE_PERCENTILE = 99.9
_THRESHOLD_WINDOWS = (5, 13)
_THRESHOLD_STEP = 25  # of 255: an edge of a marker, not the texture of a tile
_LEAST_SEEN = 0.35  # of each side
_MOST_SD_PX = 0.43


@dataclass(frozen=True)
class MarkersSeen:
    """The markers in a picture; an id seen in two places is believed in neither, both are in `doubled`."""

    sightings: tuple[MarkerSighting, ...]
    doubled: tuple[MarkerSighting, ...] = ()

    @property
    def doubled_ids(self) -> tuple[int, ...]:
        """The ids seen in more than one place."""
        return tuple(sorted({sighting.id for sighting in self.doubled}))

    @property
    def everywhere(self) -> tuple[MarkerSighting, ...]:
        """Whatever was read as a marker, believed or not: it lies flat."""
        return self.sightings + self.doubled


def linear_grey(image: NDArray[np.uint8]) -> Light:
    """A picture, (H, W, 3) BGR or (H, W) grey, as the light it shows, (H, W), 0 to 1."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return linear_image(np.asarray(grey, np.uint8))


def linear_grey_near(image: NDArray[np.uint8], sightings: Sequence[MarkerSighting]) -> Light:
    """The same of a BGR picture where these markers were seen, and half a side around; elsewhere dark."""
    light = np.zeros(image.shape[:2], np.float32)
    corners = np.array([sighting.corners_px for sighting in sightings], float).reshape(-1, 4, 2)
    low, high = corners.min(axis=1), corners.max(axis=1)
    around = (high - low) / 2
    first = np.maximum(np.floor(low - around), 0).astype(int)
    last = np.maximum(np.ceil(high + around) + 1, 0).astype(int)
    for (left, top), (right, bottom) in zip(first.tolist(), last.tolist(), strict=True):
        light[top:bottom, left:right] = linear_grey(image[top:bottom, left:right])
    return light


def find_markers(light: Light) -> MarkersSeen:
    """Every marker in a picture of which nothing is known, given by `linear_grey`."""
    return _keep_single(_read(light, fit_squares(light, _find_quads(light))))


def find_markers_near(light: Light, expected: Sequence[MarkerSighting], slack: Slack) -> MarkersSeen:
    """Those of the `expected` markers that are still where they were, give or take half a cell."""
    corners = np.array([sighting.corners_px for sighting in expected], float)
    found = _read(light, fit_squares(light, corners, slack, search=False))
    ids = {sighting.id for sighting in expected}
    return _keep_single([sighting for sighting in found if sighting.id in ids])


def _find_quads(light: Light) -> Array:
    """Quads that may be markers, (N, 4, 2), clockwise in the picture."""
    shrink = -(-light.shape[0] // _SEARCH_ROWS)
    if shrink > 1:
        size = (light.shape[1] // shrink, light.shape[0] // shrink)
        light = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), np.float32)
    white = max(float(np.percentile(light[::4, ::4], _WHITE_PERCENTILE)), 1e-3)
    found, _, others = _detector().detectMarkers(cv2.convertScaleAbs(light, alpha=255 / white))
    quads = np.array([np.reshape(quad, (4, 2)) for quad in (*found, *others)], float).reshape(-1, 4, 2)
    return np.asarray((quads + 0.5) * shrink - 0.5)


@functools.cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = _THRESHOLD_WINDOWS
    parameters.adaptiveThreshWinSizeStep = _THRESHOLD_WINDOWS[1] - _THRESHOLD_WINDOWS[0]
    parameters.adaptiveThreshConstant = _THRESHOLD_STEP
    parameters.errorCorrectionRate = 0.0
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), parameters)


def _read(light: Light, squares: Squares) -> list[MarkerSighting]:
    """The markers among the squares: edges seen on all four sides and a code without a flaw."""
    shades, contrast = read_shades(light, squares.corners_px)
    clear = (squares.seen.min(axis=1) >= _LEAST_SEEN) & within(light, squares.corners_px)
    clear &= np.trace(squares.covariance_px2, axis1=1, axis2=2) <= 8 * _MOST_SD_PX**2
    sightings = []
    for code, corners, covariance, is_clear in zip(
        read_exactly(shades, contrast), squares.corners_px, squares.covariance_px2, clear, strict=True
    ):
        if code is None or not is_clear:
            continue
        marker, turn = code
        if turn:
            corners = np.roll(corners, turn, axis=0)
            covariance = np.roll(covariance, (2 * turn, 2 * turn), axis=(0, 1))
        sightings.append(MarkerSighting(marker, corners, covariance))
    return sightings


def _keep_single(sightings: list[MarkerSighting]) -> MarkersSeen:
    by_id: dict[int, list[MarkerSighting]] = defaultdict(list)
    for sighting in sorted(sightings, key=lambda sighting: sighting.sd_px):
        if not any(_same_place(sighting, other) for other in by_id[sighting.id]):
            by_id[sighting.id].append(sighting)
    single = tuple(places[0] for _, places in sorted(by_id.items()) if len(places) == 1)
    doubled = (places for _, places in sorted(by_id.items()) if len(places) > 1)
    return MarkersSeen(single, tuple(itertools.chain.from_iterable(doubled)))


def _same_place(one: MarkerSighting, other: MarkerSighting) -> bool:
    apart = np.linalg.norm(one.corners_px.mean(0) - other.corners_px.mean(0))
    return bool(apart < np.linalg.norm(one.corners_px[0] - one.corners_px[2]) / 2)
