"""Hats over figures: discs of rings that read the same however they are turned.

They lie about where caps lie, and hide them. What a hat says is what state the figure under it is in, and by
which faction's doing; who that figure is, is known from before.
"""

import functools
import itertools
from collections.abc import Sequence
from typing import get_args

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import FACTIONS, HAT_CODES, HAT_DIAMETER_IN, HAT_RINGS_IN
from pennysight.vision.figures.cap_read import ANGLES, ink_likelihood
from pennysight.vision.figures.level import Array, Floats, LevelPlane, sampled
from pennysight.vision.figures.light import linear_image
from pennysight.vision.observation import Hat, SeenHat

KINDS: tuple[Hat, ...] = get_args(Hat)
LEAST_DIP = 0.2
"""By how much of white, in linear light, the least of the three colours is lower in the coloured ring than at
the rim."""
MOST_CANDIDATES = 40
STEPS_IN = (0.06, 0.03, 0.015)
"""How far about a candidate better centres are tried, in turn."""
LEAST_SCORE, LEAST_MARGIN = -1.2, 0.6
LEAST_RIM = 0.7
"""Share of the edge that must be seen to be white."""
APART_IN = 0.7 * HAT_DIAMETER_IN
FOLLOWED_IN = 1.0
SD_IN = 0.02
"""How truly a hat lies over its figure, and is placed."""


def find_hats(
    image: NDArray[np.uint8],
    plane: LevelPlane,
    look: NDArray[np.bool_],
    before: Sequence[SeenHat],
    *,
    search: bool,
) -> list[SeenHat]:
    """The hats in a BGR image, where `look` says so of the pixels of `plane`; it lies at the caps' tops.

    Hats seen `before` elsewhere are taken to lie as they lay. Without `search`, hats are looked for only
    where there were some.
    """
    still = [hat for hat in before if not look[plane.pixel(hat.x_in, hat.y_in)]]
    if not search:
        earlier = np.array([(hat.x_in, hat.y_in) for hat in before if hat not in still]).reshape(-1, 2)
        look = look & plane.within(earlier, FOLLOWED_IN)
    return still + _read(image, plane, _candidates(image, plane, look))


def lies_under(x_in: float, y_in: float, hats: Sequence[SeenHat]) -> bool:
    """Whether what is taken for a figure there can be no more than a part of one that wears a hat."""
    return any(np.hypot(hat.x_in - x_in, hat.y_in - y_in) < APART_IN for hat in hats)


def _read(image: NDArray[np.uint8], plane: LevelPlane, places: Array) -> list[SeenHat]:
    """The hats among the candidates at `places` (N, 2)."""
    if not len(places):
        return []
    scores, rim = _scores(image, plane, places)
    around = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)], float)
    for step in STEPS_IN:
        tried = places[:, None] + step * around
        of_tried, rim_of_tried = _scores(image, plane, tried.reshape(-1, 2))
        best = of_tried.max(axis=1).reshape(tried.shape[:2]).argmax(axis=1)
        rows = np.arange(len(places))
        places = tried[rows, best]
        scores, rim = (
            of_tried.reshape(*tried.shape[:2], -1)[rows, best],
            rim_of_tried.reshape(tried.shape[:2])[rows, best],
        )
    ranked = np.sort(scores, axis=1)
    sure = (ranked[:, -1] > LEAST_SCORE) & (ranked[:, -1] - ranked[:, -2] > LEAST_MARGIN) & (rim > LEAST_RIM)
    found: list[SeenHat] = []
    for k in np.argsort(-ranked[:, -1]):
        x, y = places[k]
        if not sure[k] or lies_under(x, y, found):
            continue
        kind, faction = divmod(int(scores[k].argmax()), len(FACTIONS))
        found.append(SeenHat(KINDS[kind], FACTIONS[faction], float(x), float(y), SD_IN))
    return found


def _candidates(image: NDArray[np.uint8], plane: LevelPlane, look: NDArray[np.bool_]) -> Array:
    """Places (N, 2) about which all colours are bright at the rim and one of them is not within it."""
    if not look.any():
        return np.empty((0, 2))
    rows, columns = (np.flatnonzero(look.any(axis=axis)) for axis in (1, 0))
    reach = int(np.ceil(HAT_DIAMETER_IN * plane.px_per_in))
    top, left = max(int(rows[0]) - reach, 0), max(int(columns[0]) - reach, 0)
    part = (slice(top, int(rows[-1]) + reach + 1), slice(left, int(columns[-1]) + reach + 1))
    light = linear_image(plane.rectified(image, part))
    blue, green, red = cv2.split(light)
    least = np.asarray(cv2.min(cv2.min(blue, green), red), np.float32)
    rim, ring = _kernels(plane.px_per_in)
    at_rim = cv2.filter2D(least, -1, rim)
    dip = at_rim - cv2.filter2D(least, -1, ring)
    white = max(float(np.percentile(least, 99)), 1e-3)
    peak = (dip >= cv2.dilate(dip, np.ones((3, 3), np.uint8))) & (dip > LEAST_DIP * at_rim) & look[part]
    peak &= at_rim > LEAST_DIP * white
    found_rows, found_columns = np.nonzero(peak)
    best = np.argsort(-dip[found_rows, found_columns])[:MOST_CANDIDATES]
    x, y = found_columns[best].astype(float) + left, found_rows[best].astype(float) + top
    return plane.places_in(x, y)


def _scores(image: NDArray[np.uint8], plane: LevelPlane, places: Array) -> tuple[Array, Array]:
    """How well each place (N, 2) reads as each kind and faction (N, kinds * factions), 0 the best; and the
    share of the edge there that is white (N,).
    """
    angle = np.arange(ANGLES) * (2 * np.pi / ANGLES)
    radii = _zone_radii()
    r, a = np.meshgrid(np.concatenate(radii), angle, indexing="ij")
    x = places[:, :1] + (r * np.cos(a)).ravel()
    y = places[:, 1:] + (r * np.sin(a)).ravel()
    light = linear_image(sampled(image, plane.pixels(x, y))).reshape(len(places), -1, ANGLES, 3)[..., ::-1]
    edges = np.cumsum([len(zone) for zone in radii])[:-1]
    white = np.maximum(np.percentile(light[:, edges[-1] :].reshape(len(places), -1, 3), 75, axis=1), 1e-3)
    relative = np.asarray(np.sqrt(light / white[:, None, None]), np.float32)
    zones = [ink_likelihood(zone) for zone in np.split(relative, edges, axis=1)]
    middle, ring, coloured, rim = (zone.mean(axis=2) for zone in zones)
    index = {"white": 0, "black": 1}
    scores = [
        rim[0]
        + coloured[2 + faction]
        + middle[index.get(in_middle, 2 + faction)]
        + ring[index.get(in_ring, 2 + faction)]
        for in_middle, in_ring in (HAT_CODES[kind] for kind in KINDS)
        for faction in range(len(FACTIONS))
    ]
    return np.stack(scores, axis=1).astype(float) / len(zones), (zones[-1][0] > -1).mean(axis=1)


@functools.cache
def _zone_radii() -> tuple[Array, ...]:
    """Radii within the middle, the ring round it, the coloured ring and the rim, clear of their borders."""
    borders = (0.0, *HAT_RINGS_IN, HAT_DIAMETER_IN / 2)
    return tuple(
        inner + (outer - inner) * np.array([0.4, 0.6]) for inner, outer in itertools.pairwise(borders)
    )


@functools.cache
def _kernels(px_per_in: float) -> tuple[Floats, Floats]:
    """Means over the rim and over the coloured ring."""
    reach = int(np.ceil(HAT_DIAMETER_IN / 2 * px_per_in)) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1] / px_per_in
    r = np.hypot(x, y)
    _, inner, outer = HAT_RINGS_IN

    def ring(low: float, high: float) -> Floats:
        share = np.clip((r - low) * px_per_in + 0.5, 0, 1) * np.clip((high - r) * px_per_in + 0.5, 0, 1)
        return np.asarray(share / share.sum(), np.float32)

    return ring(outer + 0.015, HAT_DIAMETER_IN / 2 - 0.015), ring(inner + 0.01, outer - 0.02)
