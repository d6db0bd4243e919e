"""Capped figures: found, read and placed, in one picture.

Candidates come from the rectified plane at the caps' height, a first reading gives each a name and a rough
facing, the fit its exact place, and a second reading at that place decides what it is, or that it is no cap.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import CAP_DIAMETER_IN, FACTIONS
from pennysight.calibration.projection import View
from pennysight.vision.figures.cap_evidence import Evidence, weigh
from pennysight.vision.figures.cap_fit import CapFits, cut, fit
from pennysight.vision.figures.cap_read import Readings, read
from pennysight.vision.figures.cap_search import find_candidates
from pennysight.vision.figures.level import Array, LevelPlane

CAP_OVER_FOLD_IN = 0.02
"""A cap is slotted over the fold, so that its top lies this much higher."""
MOST_FITTED = 60
FIRST_STEPS, LAST_STEPS, FOLLOWING_STEPS = 3, 6, 2
WORST_FIRST_SCORE = -3.6
WELL_READ = -1.8
OFF_CENTRE_IN = 0.08
SAME_CAP_IN = 0.12
"""Two candidates closer than this are one cap, and the better read one is tried."""
APART_IN = 0.8 * CAP_DIAMETER_IN
"""Caps lie at one height and cannot overlap; some room is left for the fit's error and bent caps."""

LEAST_RIM = 0.45
LEAST_EXPLAINED = 0.45
LEAST_QUALITY, LEAST_UNNAMED_QUALITY = 2.0, 2.2
"""See `_quality`: whole caps give 2.1 to 4, other things at most 1.9, or 2.1 where no name can be read."""
LEAST_TO_BE_A_CAP = 0.25
LEAST_WHOLE = 0.84
"""A cap is seen whole where so much of it is explained: one sector less would be a sixth less."""
NUDGED_IN = 0.03
"""A cap that went no further has been fitted well enough by the steps with which caps are followed."""
STIRRED_IN, STIRRED_RAD = 0.004, 0.015
"""Where none went further, a single step has brought them all to where more would."""
LEAST_FACTION_MARGIN = 0.3
LEAST_NUMBER_MARGIN, LEAST_WHOLE_NUMBER_MARGIN = 0.2, 0.35
PLAIN_ARC = 0.36
"""A disc of which so much of the white edge is seen in one piece is a cap, however much of it is hidden: on
other things no piece is longer than 0.3 of the whole."""

HEIGHT_SD_IN = 0.0125
"""How much the folds of one set of figures differ in height."""
PRINT_SD_IN = 0.0015
PRINT_SD_DEG = 0.3
"""How truly a cap is printed, cut and modelled."""
HIDDEN_SD_IN, HIDDEN_SD_DEG = 0.05, 10.0
"""What hides a cap draws the fit aside: by so much if it were to hide all of the rim."""
NOISE_FACTOR = 1.5
"""The noise of neighbouring pixels is not independent after a camera's sharpening and JPEG."""


@dataclass(frozen=True, eq=False)
class SeenCap:
    """A cap: the midpoint of the fold under it, its facing, the covariance (3, 3) of x, y (in), facing (deg).

    `faction` and `number` are None where the cap cannot be read surely, and so is the facing of one that is
    half hidden besides. `levels` (3, 3) is the linear
    light of its white, black and colour in R, G, B: what to expect of it the next time.
    """

    x_in: float
    y_in: float
    facing_deg: float | None
    covariance: Array
    faction: str | None
    number: int | None
    confidence: float
    levels: Array


def find_caps(
    image: NDArray[np.uint8],
    plane: LevelPlane,
    look: NDArray[np.bool_],
    before: Sequence[SeenCap],
    *,
    search_in: NDArray[np.bool_] | None = None,
    plain_only: bool = False,
) -> list[SeenCap]:
    """The capped figures in a BGR image; `plane` lies at the caps' tops.

    `look` says where in its rectified picture to look again: caps seen `before` elsewhere are taken to stand
    as they stood. Where they are seen to stand so, nothing else is looked for. A cap that is half
    hidden now is still found where it stood a moment ago.

    Others are looked for there too, or in `search_in`; with `plain_only`, only such as are seen whole, which
    is quick.
    """
    still = [cap for cap in before if not look[plane.pixel(cap.x_in, cap.y_in)]]
    earlier = [cap for cap in before if cap not in still]
    standing = still + _followed(image, plane, [cap for cap in earlier if _is_told_whole(cap)])
    taken, places = _places(standing), _places(earlier)
    search_in = look if search_in is None else search_in
    if search_in.any():
        free = search_in & ~plane.within(taken, APART_IN)
        places = np.concatenate([find_candidates(image, plane, free, plain_only=plain_only), places])
    places = places[~_any_within(places, taken, APART_IN)]
    found = _judge(image, plane, places, thorough=not plain_only) if len(places) else []
    return standing + found


def _is_told_whole(cap: SeenCap) -> bool:
    return None not in (cap.faction, cap.number, cap.facing_deg)


def _places(caps: Sequence[SeenCap]) -> Array:
    return np.array([(cap.x_in, cap.y_in) for cap in caps]).reshape(-1, 2)


def _followed(image: NDArray[np.uint8], plane: LevelPlane, caps: Sequence[SeenCap]) -> list[SeenCap]:
    """Those of the caps, all with names, that stand where they stood, or nearly so, and are seen whole."""
    if not caps:
        return []
    places, levels = _places(caps), np.array([cap.levels for cap in caps])
    numbers, facing = (
        np.array([cap.number for cap in caps]),
        np.radians([cap.facing_deg or 0.0 for cap in caps]),
    )
    patches = cut(image, plane.view, plane.z_in, places)
    readings = read(image, plane, places, only_under_white_rim=True)
    levels = levels * (readings.levels[:, :1] / levels[:, :1])  # as bright as its white is now
    fits = fit(patches, numbers, places, facing, levels, 1)
    went_in = np.linalg.norm(fits.places_in - places, axis=1)
    if (went_in > STIRRED_IN).any() or (np.abs(fits.facing - facing) > STIRRED_RAD).any():
        fits = fit(patches, numbers, fits.places_in, fits.facing, fits.levels, FOLLOWING_STEPS)
        readings = read(image, plane, fits.places_in, only_under_white_rim=True)
        went_in = np.linalg.norm(fits.places_in - places, axis=1)
    factions = np.array([FACTIONS.index(cap.faction or "") for cap in caps])
    whole = (
        (readings.faction == factions)
        & (readings.number == numbers)
        & (readings.rim > LEAST_WHOLE)
        & (fits.explained > LEAST_WHOLE)
        & (went_in < NUDGED_IN)
    )
    named = np.ones(len(caps), bool)
    return _told(plane, fits, readings, named, named, np.flatnonzero(whole))


def _judge(image: NDArray[np.uint8], plane: LevelPlane, places: Array, *, thorough: bool) -> list[SeenCap]:
    """The caps among the candidates at `places` (N, 2), N at least 1."""
    readings = read(image, plane, places, only_under_white_rim=False)
    chosen = _apart(places, readings.score, SAME_CAP_IN, readings.score > WORST_FIRST_SCORE)[:MOST_FITTED]
    if not len(chosen):
        return []
    places, readings = places[chosen], readings.take(chosen)
    if thorough:
        places, readings = _centred(image, plane, places, readings)
    fits, readings = _refined(image, plane, places, readings, FIRST_STEPS)
    chosen = np.nonzero((readings.rim > LEAST_RIM / 2) & (fits.explained > LEAST_EXPLAINED / 2))[0]
    if not len(chosen):
        return []
    fits, readings = _refined(image, plane, fits.places_in[chosen], readings.take(chosen), LAST_STEPS)
    evidence = weigh(image, plane, fits, readings.number)
    quality = _quality(readings, fits)
    of_faction = (readings.faction_margin > LEAST_FACTION_MARGIN) & evidence.coloured
    of_number = (readings.number_margin > LEAST_NUMBER_MARGIN) & evidence.numbered
    is_cap = _is_cap(readings, fits, evidence, quality)
    return _told(
        plane, fits, readings, of_faction, of_number, _apart(fits.places_in, quality, APART_IN, is_cap)
    )


def _told(
    plane: LevelPlane,
    fits: CapFits,
    readings: Readings,
    of_faction: NDArray[np.bool_],
    of_number: NDArray[np.bool_],
    kept: NDArray[np.intp],
) -> list[SeenCap]:
    """The caps that are kept, with what of them is sure."""
    covariance = cap_covariance(plane.view, plane.z_in, fits)
    hidden = (1 - readings.rim)[:, None, None]
    covariance += hidden**2 * np.diag([HIDDEN_SD_IN**2, HIDDEN_SD_IN**2, HIDDEN_SD_DEG**2])
    quality = _quality(readings, fits)
    sure_facing = of_number | (fits.explained > LEAST_WHOLE)
    return [
        SeenCap(
            x_in=float(fits.places_in[k, 0]),
            y_in=float(fits.places_in[k, 1]),
            facing_deg=float(np.degrees(fits.facing[k]) % 360) if sure_facing[k] else None,
            covariance=covariance[k],
            faction=FACTIONS[readings.faction[k]] if of_faction[k] else None,
            number=int(readings.number[k]) if of_number[k] else None,
            confidence=float(1 - np.exp(-2 * max(quality[k] - LEAST_QUALITY, 0) - 1)),
            levels=fits.levels[k],
        )
        for k in kept
    ]


def _is_cap(readings: Readings, fits: CapFits, evidence: Evidence, quality: Array) -> NDArray[np.bool_]:
    """Which of the candidates (N,) are caps: explained as a whole, or plain in the part that shows."""
    read_whole = (readings.number_margin > LEAST_WHOLE_NUMBER_MARGIN) & (
        readings.faction_margin > LEAST_FACTION_MARGIN
    )
    whole = (
        (quality > np.where(read_whole, LEAST_QUALITY, LEAST_UNNAMED_QUALITY))
        & (readings.rim > LEAST_RIM)
        & (fits.explained > LEAST_EXPLAINED)
    )
    plain = evidence.open_arc > PLAIN_ARC
    return np.asarray((whole | plain) & (readings.faction_margin > LEAST_TO_BE_A_CAP))


def _centred(
    image: NDArray[np.uint8], plane: LevelPlane, places: Array, readings: Readings
) -> tuple[Array, Readings]:
    """Candidates that do not read well may be off centre: the best places near them, read there."""
    poor = np.nonzero(readings.score < WELL_READ)[0]
    if not len(poor):
        return places, readings
    angle = np.arange(8) * (np.pi / 4)
    around = OFF_CENTRE_IN * np.column_stack([np.cos(angle), np.sin(angle)])
    tried = (places[poor, None] + around).reshape(-1, 2)
    read_there = read(image, plane, tried, only_under_white_rim=False)
    best = np.arange(len(poor)) * len(around) + read_there.score.reshape(len(poor), -1).argmax(axis=1)
    better = read_there.score[best] > readings.score[poor]
    places, read_there = places.copy(), read_there.take(best[better])
    places[poor[better]] = tried[best[better]]
    return places, readings.replaced(poor[better], read_there)


def _refined(
    image: NDArray[np.uint8], plane: LevelPlane, places_in: Array, readings: Readings, steps: int
) -> tuple[CapFits, Readings]:
    """The caps fitted as they were read, and read again where they were fitted."""
    patches = cut(image, plane.view, plane.z_in, places_in)
    fits = fit(patches, readings.number, places_in, readings.facing, readings.levels, steps)
    return fits, read(image, plane, fits.places_in, only_under_white_rim=True)


def _quality(readings: Readings, fits: CapFits) -> Array:
    """One number (N,) for how much each candidate is a cap: what shows of it agrees, and much of it shows."""
    agreement = readings.score / np.maximum(readings.rim, 0.05)
    return np.asarray(agreement / 2.5 + 2 * readings.rim + 2 * fits.explained)


def cap_covariance(view: View, z_in: float, fits: CapFits) -> Array:
    """Covariance (N, 3, 3) of x, y (in) and facing (deg): noise, print, height of the fold, camera's pose."""
    units = np.array([1, 1, 180 / np.pi])
    total = fits.covariance * NOISE_FACTOR**2 * np.outer(units, units)
    total += np.diag([PRINT_SD_IN**2, PRINT_SD_IN**2, PRINT_SD_DEG**2])
    total[:, :2, :2] += view.covariance_on_plane_in2(fits.places_in, z_in, z_sd_in=HEIGHT_SD_IN)
    return total


def _apart(
    places_in: Array, score: Array, apart_in: float, fit_to_keep: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Indices of the candidates at least `apart_in` from every better one, best first."""
    kept: list[int] = []
    for index in np.argsort(-score):
        if fit_to_keep[index] and not _any_within(places_in[[index]], places_in[kept], apart_in)[0]:
            kept.append(int(index))
    return np.array(kept, np.intp)


def _any_within(places_in: Array, others_in: Array, reach_in: float) -> NDArray[np.bool_]:
    """Which of the places (N, 2) have one of the others (M, 2) within reach."""
    apart = np.linalg.norm(places_in[:, None] - others_in[None], axis=2)
    return np.asarray((apart < reach_in).any(axis=1))
