"""What a cap says: faction, number and rough facing, from how its colours run round.

Colours are judged against the cap's own white, so the light's colour and a dim corner do not matter.
"""

import functools
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import (
    CAP_CODES,
    CAP_DIAMETER_IN,
    CAP_RIM_IN,
    CAP_SECTOR_CENTRES_DEG,
    CAP_SECTOR_DEG,
    FACTION_SRGB,
    FACTIONS,
)
from pennysight.vision.figures.level import Array, Floats, LevelPlane, sampled
from pennysight.vision.figures.light import linear, linear_image

ANGLES = 36
RADII_IN = (0.12, 0.17, 0.22, 0.27)
BLACK = 0.035
"""Linear reflectance of printed black against white card."""
COLOUR_SD = 0.15
"""Spread of a printed colour in square-rooted linear light: print, blur, shadow's edge."""
WORST = -6.0
"""No direction of a cap speaks more strongly than this against a reading: something may lie on it."""


@dataclass(frozen=True, eq=False)
class Readings:
    """The best reading of each of N candidates.

    `faction` (N,) indexes FACTIONS, `number` (N,) is the character's, `facing` (N,) in radians, to about
    5 degrees; `score` (N,) is its fit, 0 the best possible; the margins (N,) are how far it is ahead of the
    best reading with another faction or number. `rim` (N,) is the share of the rim that is seen to be white,
    `levels` (N, 3, 3) the linear light of white, black and the faction's colour in R, G, B.
    """

    faction: NDArray[np.intp]
    number: NDArray[np.intp]
    facing: Array
    score: Array
    faction_margin: Array
    number_margin: Array
    rim: Array
    levels: Array

    def take(self, chosen: NDArray[np.intp]) -> "Readings":
        """The readings of some of the candidates."""
        return Readings(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def replaced(self, chosen: NDArray[np.intp], by: "Readings") -> "Readings":
        """These readings with those of some candidates replaced."""
        whole = [getattr(self, field.name).copy() for field in fields(self)]
        for values, field in zip(whole, fields(self), strict=True):
            values[chosen] = getattr(by, field.name)
        return Readings(*whole)


def read(
    image: NDArray[np.uint8], plane: LevelPlane, places_in: Array, *, only_under_white_rim: bool
) -> Readings:
    """Every reading of the caps that may be centred at `places_in` (N, 2), scored.

    Where a place is exact, a direction without a white rim is one that something hides, and
    `only_under_white_rim` keeps it from speaking: a dark sleeve must not pass for a black sector.
    """
    x, y = (places_in[:, axis, None] + _spokes()[axis] for axis in (0, 1))
    seen = sampled(image, plane.pixels(x, y))
    light = linear_image(seen).reshape(len(places_in), len(RADII_IN) + 1, ANGLES, 3)[..., ::-1]
    white = np.percentile(light.reshape(len(light), -1, 3), 92, axis=1)
    relative = np.sqrt(light / np.maximum(white, 1e-3)[:, None, None, :].astype(np.float32))
    rim = relative[:, -1]
    white_rim = (rim.min(axis=2) > 0.6) & (rim.max(axis=2) - rim.min(axis=2) < 0.3)
    likely = ink_likelihood(relative[:, :-1])
    if only_under_white_rim:
        likely *= white_rim
    wheel = _wheel()
    rear = likely[0] @ wheel.white.T + likely[1] @ wheel.black.T
    scores = (likely[2:] @ wheel.colour.T + rear).transpose(1, 0, 2) / ANGLES
    return _best(
        scores.reshape(len(light), len(FACTIONS), len(CAP_CODES), ANGLES), white_rim.mean(axis=1), white
    )


@functools.cache
def _spokes() -> Array:
    """Where a cap is looked at, from its middle (2, radii * ANGLES): in each direction, the rim last."""
    angle = np.arange(ANGLES) * (2 * np.pi / ANGLES)
    rim_in = (CAP_DIAMETER_IN - CAP_RIM_IN) / 2
    r, a = np.meshgrid(np.array([*RADII_IN, rim_in]), angle, indexing="ij")
    return np.stack([(r * np.cos(a)).ravel(), (r * np.sin(a)).ravel()])


def _best(scores: Array, rim: Array, white: Floats) -> Readings:
    """The best of all readings' `scores` (N, factions, numbers, facings)."""
    faction, number, turn = np.unravel_index(scores.reshape(len(scores), -1).argmax(axis=1), scores.shape[1:])
    by_faction = np.sort(scores.max(axis=(2, 3)), axis=1)
    by_number = np.sort(scores.max(axis=(1, 3)), axis=1)
    inks = _palette()[np.column_stack([np.zeros_like(faction), np.ones_like(faction), 2 + faction])]
    return Readings(
        faction=faction,
        number=number + 1,
        facing=turn * (2 * np.pi / ANGLES),
        score=by_faction[:, -1],
        faction_margin=by_faction[:, -1] - by_faction[:, -2],
        number_margin=by_number[:, -1] - by_number[:, -2],
        rim=rim,
        levels=inks**2 * white[:, None],
    )


def ink_likelihood(relative: Floats) -> Floats:
    """Log likelihoods (inks, N, ANGLES) of colours (N, radii, ANGLES, 3), averaged along each direction.

    The inks are white, black, and the factions' colours; colours are square roots of light against white.
    """
    palette = _palette().astype(np.float32)
    square = (relative**2).sum(axis=-1)[..., None] + (palette**2).sum(axis=-1)
    distance2 = square - 2 * (relative @ palette.T)
    likely = np.maximum(distance2 * np.float32(-0.5 / COLOUR_SD**2), np.float32(WORST)).mean(axis=1)
    return np.ascontiguousarray(likely.transpose(2, 0, 1))


@functools.cache
def _palette() -> Array:
    """White, black, then the factions' colours, as square roots of linear RGB."""
    colours = [(1.0, 1.0, 1.0), (BLACK,) * 3, *(linear(FACTION_SRGB[faction]) for faction in FACTIONS)]
    return np.asarray(np.sqrt(np.array(colours, float)))


@dataclass(frozen=True, eq=False)
class _Wheel:
    """Which share of each direction is white, black, coloured: (numbers x facings, ANGLES)."""

    white: Floats
    black: Floats
    colour: Floats


@functools.cache
def _wheel() -> _Wheel:
    fine = 10
    angle = (np.arange(ANGLES * fine) + 0.5) * 360 / (ANGLES * fine) - 180 / ANGLES

    def wedge(centre_deg: float, width_deg: float) -> Array:
        off = (angle - centre_deg + 180) % 360 - 180
        return np.asarray((np.abs(off) < width_deg / 2).reshape(ANGLES, fine).mean(axis=1))

    front = wedge(0, 180)
    sectors = [wedge(centre, CAP_SECTOR_DEG) for centre in CAP_SECTOR_CENTRES_DEG]
    white, black, colour = [], [], []
    for code in CAP_CODES.values():
        dark = sum((s for s, bit in zip(sectors, code, strict=True) if bit), np.zeros(ANGLES))
        for turn in range(ANGLES):
            colour.append(np.roll(front, turn))
            black.append(np.roll(dark, turn))
            white.append(np.roll(1 - front - dark, turn))
    return _Wheel(*(np.array(shares, np.float32) for shares in (white, black, colour)))
