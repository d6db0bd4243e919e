"""Where caps may be: white-rimmed discs with one half in a strong colour, in the plane at the caps' height.

Every cap, of whatever faction, number and facing, has a dark inside within a white rim when only the least of
the three colour channels is looked at, and its strong colour all on one side. Their product is high on caps
and on little else; what else it is high on is sorted out by reading it.
"""

import functools

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import CAP_DIAMETER_IN, CAP_RIM_IN
from pennysight.vision.figures.level import Array, Floats, LevelPlane
from pennysight.vision.figures.light import linear_image

SEARCH_PX_PER_IN = 14.0
MOST_CANDIDATES = 300
PLAIN_RESPONSE, MOST_PLAIN = 0.1, 16
LEAST_RESPONSE = 0.05
"""Caps give 0.12 to 0.3, and down to half of that where half hidden."""
GROUND_WEIGHT = 4.0


def find_candidates(
    image: NDArray[np.uint8], plane: LevelPlane, look: NDArray[np.bool_], *, plain_only: bool = False
) -> Array:
    """Places (N, 2) in inches where a cap may be centred, likeliest first, to about 0.05 in.

    `plane` lies at the caps' height and has `SEARCH_PX_PER_IN`; `look` says of each pixel of its rectified
    picture whether a cap's centre is to be looked for there, in a BGR image. With `plain_only`, only the few
    that look most like whole caps are given.
    """
    if not look.any():
        return np.empty((0, 2))
    sparsely = (slice(None, None, 3), slice(None, None, 3))
    white = np.percentile(linear_image(plane.rectified(image, sparsely)).reshape(-1, 3), 99, axis=0)
    reach = 2 * int(plane.px_per_in) + 1
    part = _around(look, reach)
    relative = np.asarray(linear_image(plane.rectified(image, part)) / np.maximum(white, 1e-3), np.float32)
    blue, green, red = cv2.split(relative)
    least = cv2.min(cv2.min(blue, green), red)
    colour = cv2.max(cv2.max(blue, green), red) - least
    rim, inside, east, north = _kernels()
    rim_level = cv2.filter2D(least, -1, rim)
    darker_inside = np.maximum(rim_level - cv2.filter2D(least, -1, inside), 0)
    one_sided = np.asarray(cv2.magnitude(cv2.filter2D(colour, -1, east), cv2.filter2D(colour, -1, north)))
    ground = cv2.blur((blue + green + red) / 3, (reach, reach))
    level = rim_level + GROUND_WEIGHT * ground + 1e-3
    ring, response = darker_inside / level, np.sqrt(darker_inside * one_sided) / level
    # A strong colour beside a cap can pull the product's peak away, but not the rim's.
    least_response, most = (PLAIN_RESPONSE, MOST_PLAIN) if plain_only else (LEAST_RESPONSE, MOST_CANDIDATES)
    peak = (_is_peak(ring) | _is_peak(response)) & (response > least_response) & look[part]
    peak[[0, -1]] = peak[:, [0, -1]] = False
    rows, columns = np.nonzero(peak)
    best = np.argsort(-response[rows, columns])[:most]
    columns_of_peaks, rows_of_peaks = _summits(response, columns[best], rows[best])
    return plane.places_in(columns_of_peaks + part[1].start, rows_of_peaks + part[0].start)


def _around(look: NDArray[np.bool_], reach: int) -> tuple[slice, slice]:
    """The least part of a picture that holds all where `look` is set, and what is needed to judge it."""
    rows, columns = (np.flatnonzero(look.any(axis=axis)) for axis in (1, 0))
    return (
        slice(max(int(rows[0]) - reach, 0), int(rows[-1]) + reach + 1),
        slice(max(int(columns[0]) - reach, 0), int(columns[-1]) + reach + 1),
    )


def _is_peak(values: Floats) -> NDArray[np.bool_]:
    return np.asarray(values >= cv2.dilate(values, np.ones((3, 3), np.uint8)))


def _summits(response: Floats, columns: NDArray[np.intp], rows: NDArray[np.intp]) -> tuple[Array, Array]:
    """Columns and rows of the tops of the parabolas through each peak and its neighbours."""
    here = response[rows, columns]
    refined = []
    for at, before, after in (
        (columns, response[rows, columns - 1], response[rows, columns + 1]),
        (rows, response[rows - 1, columns], response[rows + 1, columns]),
    ):
        bend = np.minimum(before + after - 2 * here, -1e-6)
        refined.append(at + np.clip((before - after) / (2 * bend), -0.5, 0.5))
    return refined[0], refined[1]


@functools.cache
def _kernels() -> tuple[Floats, Floats, Floats, Floats]:
    """Mean over the rim, mean over the inside, and the inside's imbalance to the east and to the north."""
    reach = int(np.ceil(0.6 * CAP_DIAMETER_IN * SEARCH_PX_PER_IN))
    y, x = np.mgrid[reach : -reach - 1 : -1, -reach : reach + 1] / SEARCH_PX_PER_IN
    r = np.hypot(x, y)
    outer = CAP_DIAMETER_IN / 2
    inner = outer - CAP_RIM_IN

    def ring(low: float, high: float) -> Array:
        """Share of each pixel between two radii, to good approximation."""
        beyond_low, within_high = (r - low) * SEARCH_PX_PER_IN + 0.5, (high - r) * SEARCH_PX_PER_IN + 0.5
        return np.asarray(np.clip(beyond_low, 0, 1) * np.clip(within_high, 0, 1))

    rim, core = ring(inner - 0.01, outer + 0.01), ring(-1, inner - 0.03)
    angle = np.arctan2(y, x)
    east, north = core * np.cos(angle), core * np.sin(angle)
    half = np.abs(east).sum()
    rim, core, east, north = (
        kernel.astype(np.float32)
        for kernel in (rim / rim.sum(), core / core.sum(), east / half, north / half)
    )
    return rim, core, east, north
