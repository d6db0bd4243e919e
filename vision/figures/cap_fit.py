"""The exact place and facing of caps: where the cap's model explains the picture best, in linear light.

All caps of a frame are fitted at once by Gauss-Newton. The unknowns of each are its place, its facing, how
bright white, black and the coloured half are in each channel, and how the light changes across it; what lies
on a cap is outvoted by robust weights.
"""

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import CAP_DIAMETER_IN
from pennysight.calibration.projection import View
from pennysight.vision.figures.cap_model import cap_pictures
from pennysight.vision.figures.level import Array, Floats
from pennysight.vision.figures.light import linear_image

BLUR_PX = 0.6
"""Spread of a lens and sensor in focus, less what the camera's own sharpening takes back."""
BLUR_STEP_IN = 0.002
"""Caps are drawn with a blur that is a multiple of this."""
ENOUGH_PX_PER_IN = 40.0
"""Above this pixels are taken four together: the printed edges, not the pixels, set the limit."""
RIM_LOST_TO_BLUR = 1.9
"""So many times the blur, the rim's outer part is not looked at: what lies beside the cap is mixed in."""
SHADE_SD_PER_IN = 0.4
"""How much the light on a cap may change over an inch, as a share of itself."""
LEAST_OUTLIER = 0.06
"""Residuals below this share of white are never taken for something lying on the cap."""
EXPLAINED = 0.15
"""Residual, as a share of white, up to which a pixel counts as explained."""


@dataclass(frozen=True, eq=False)
class Patches:
    """The P pixels around each of N caps: linear RGB (N, P, 3), their places on the caps' plane (N, P, 2).

    `seen` (N, P) is false where a patch reaches beyond the picture.
    """

    light: Floats
    places_in: Floats
    seen: NDArray[np.bool_]
    blur_in: float


@dataclass(frozen=True, eq=False)
class CapFits:
    """The fits of N caps: places (N, 2) in inches, facings (N,) in radians.

    `covariance` (N, 3, 3) is that of x, y and facing by the pixels' noise; `levels` (N, 3, 3) the linear
    light of white, black and colour in R, G, B; `explained` (N,) the share of the cap's pixels that the model
    explains.
    """

    places_in: Array
    facing: Array
    levels: Array
    covariance: Array
    explained: Array


def cut(image: NDArray[np.uint8], view: View, z_in: float, places_in: Array) -> Patches:
    """The pixels around caps at about `places_in` (N, 2) on the plane at `z_in`, of a BGR image."""
    centres, east, north = view.to_pixels(
        [(x + right, y + up, z_in) for right, up in ((0, 0), (0.5, 0), (0, 0.5)) for x, y in places_in]
    ).reshape(3, -1, 2)
    px_per_in = float(np.median(np.hypot(*(np.concatenate([east - centres, north - centres])).T)) / 0.5)
    reach = int(np.ceil(px_per_in * (CAP_DIAMETER_IN / 2 + 0.08)))
    side = 1 if px_per_in < ENOUGH_PX_PER_IN else 2
    patch = _patch(reach, side)
    middle = np.round(centres).astype(int)
    column, row = (middle[:, axis, None] + patch.offset[:, axis] for axis in (0, 1))
    height, width = image.shape[:2]
    seen = (column >= 0) & (column < width) & (row >= 0) & (row < height)
    pixels = np.ascontiguousarray(image).reshape(-1, 3)
    # Taken by one index, not by two: three times as quick.
    light = np.mean(
        [
            linear_image(
                pixels.take(
                    np.clip(row + down, 0, height - 1) * width + np.clip(column + right, 0, width - 1), axis=0
                )
            )
            for down in range(side)
            for right in range(side)
        ],
        axis=0,
    )[..., ::-1]
    knots_px = middle[:, None, :] + patch.knots
    knots_in = view.to_plane(knots_px.reshape(-1, 2), z_in).reshape(knots_px.shape)
    places = np.asarray(patch.shares @ knots_in, np.float32)
    # Of four together: a square's own spread, 1/sqrt(12) of its side, and a little less.
    blur_px = np.hypot(BLUR_PX, (side - 1) / 2)
    return Patches(light, places, seen, BLUR_STEP_IN * round(blur_px / px_per_in / BLUR_STEP_IN))


@dataclass(frozen=True, eq=False)
class _Patch:
    """A patch's P pixels about its middle one, `offset` (P, 2): column and row of the first of each.

    Their places on a plane are `shares` (P, 9) of those of nine `knots` (9, 2), pixels from the middle, by
    the quadratic through them: within 1e-4 in.
    """

    offset: NDArray[np.intp]
    knots: Array
    shares: Array


@functools.lru_cache(maxsize=8)
def _patch(reach: int, side: int) -> _Patch:
    steps = np.arange(-reach, reach + 1, side)
    offset = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    offset = offset[np.hypot(*offset.T) <= reach]
    ends = np.array([-reach, 0.0, reach])
    knots = np.stack(np.meshgrid(ends, ends), axis=-1).reshape(-1, 2)

    def terms(at: Array) -> Array:
        x, y = at.T
        return np.stack([np.ones(len(x)), x, y, x * x, x * y, y * y], axis=1)

    return _Patch(offset, knots, terms(offset + (side - 1) / 2) @ np.linalg.pinv(terms(knots)))


@dataclass(frozen=True, eq=False)
class _Guess:
    """What the caps are taken to be: places (N, 2), facings (N,), levels (N, 3, 3), shades (N, 2) an inch."""

    places_in: Array
    facing: Array
    levels: Array
    shade: Array

    @property
    def white(self) -> Array:
        """The linear light of each cap's white, (N,)."""
        return np.asarray(np.maximum(self.levels[:, 0].mean(axis=1), 1e-3))

    def changed(self, change: Array) -> "_Guess":
        """The guess after a step of Gauss-Newton (N, 14), kept within what a first guess can be off."""
        return _Guess(
            self.places_in + np.clip(change[:, 9:11], -0.08, 0.08),
            self.facing + np.clip(change[:, 11], -0.3, 0.3),
            self.levels + change[:, :9].reshape(-1, 3, 3).transpose(0, 2, 1),
            self.shade + change[:, 12:],
        )


@dataclass(frozen=True, eq=False)
class _Comparison:
    """The picture against a guess, pixel by pixel.

    `features` (N, 18, P) are what all derivatives of a cap's pixels are made of, see `_derivatives`, and last
    the residuals in R, G, B. `size` (N, P) is the residual against white, `noise2` (N,) its usual square in
    linear light, `weight` (N, P) how far each pixel is believed to show the cap.
    """

    features: Floats
    size: Floats
    on_cap: NDArray[np.bool_]
    weight: Floats
    noise2: Array


def fit(
    patches: Patches, numbers: NDArray[np.intp], places_in: Array, facing: Array, levels: Array, steps: int
) -> CapFits:
    """Fit caps of known `numbers` (N,) from rough places (N, 2), facings (N,) (radians), levels (N, 3, 3)."""
    guess = _Guess(places_in, facing, levels, np.zeros((len(numbers), 2)))
    for _ in range(steps):
        seen = _compare(patches, numbers, guess)
        normal, right = _normal_equations(seen, guess.levels)
        prior = (seen.noise2 / SHADE_SD_PER_IN**2)[:, None]
        normal[:, range(14), range(14)] += 1e-6
        normal[:, (12, 13), (12, 13)] += prior
        right[:, 12:] -= prior * guess.shade
        guess = guess.changed(np.asarray(np.linalg.solve(normal, right[..., None])[..., 0], float))
    covariance = np.linalg.inv(normal)[:, 9:12, 9:12] * seen.noise2[:, None, None]
    explained = (seen.on_cap & (seen.size < EXPLAINED)).sum(axis=1) / np.maximum(seen.on_cap.sum(axis=1), 1)
    return CapFits(guess.places_in, guess.facing, guess.levels, covariance, explained)


def _compare(patches: Patches, numbers: NDArray[np.intp], guess: _Guess) -> _Comparison:
    dx, dy = np.moveaxis(patches.places_in - guess.places_in[:, None].astype(np.float32), -1, 0)
    cos, sin = (turn(guess.facing).astype(np.float32)[:, None] for turn in (np.cos, np.sin))
    u, v = cos * dx + sin * dy, cos * dy - sin * dx
    prints = cap_pictures(patches.blur_in).at(numbers, u, v)
    inks = np.concatenate([1 - prints[:1] - prints[1:2], prints[:2]])
    by_u, by_v = prints[2:4], prints[4:6]
    gain = 1 + guess.shade[:, :1].astype(np.float32) * u + guess.shade[:, 1:].astype(np.float32) * v
    features = np.empty((18, *u.shape), np.float32)
    features[0:3] = gain * inks
    features[3:5] = gain * (sin * by_v - cos * by_u)
    features[5:7] = gain * (-sin * by_u - cos * by_v)
    features[7:9] = gain * (v * by_u - u * by_v)
    features[9:12], features[12:15] = inks * u, inks * v
    features = features.transpose(1, 0, 2)
    printed = guess.levels.transpose(0, 2, 1).astype(np.float32) @ features[:, :3]
    features[:, 15:] = residual = patches.light.transpose(0, 2, 1) - printed
    reach_in = CAP_DIAMETER_IN / 2 - RIM_LOST_TO_BLUR * patches.blur_in
    on_cap = (dx**2 + dy**2 < reach_in**2) & patches.seen
    size = np.sqrt((residual**2).mean(axis=1)) / guess.white.astype(np.float32)[:, None]
    weight = _weights(size, on_cap)
    noise2 = (weight * size**2).sum(axis=1) / np.maximum(weight.sum(axis=1), 1) * guess.white**2
    return _Comparison(features, size, on_cap, weight, noise2)


def _weights(size: Floats, on_cap: NDArray[np.bool_]) -> Floats:
    """Geman-McClure weights (N, P) about each cap's own typical residual."""
    in_order = np.sort(np.where(on_cap, size, np.float32(1e3)), axis=1)
    median = in_order[np.arange(len(size)), on_cap.sum(axis=1) // 2]
    limit = np.maximum(3 * median, LEAST_OUTLIER)[:, None]
    return np.asarray(on_cap / (1 + (size / limit) ** 2) ** 2, np.float32)


def _normal_equations(seen: _Comparison, levels: Array) -> tuple[Array, Array]:
    """Normal matrices (N, 14, 14) and right-hand sides (N, 14).

    First the inks' levels, channel by channel, then what the channels share: x, y, facing and the two shades.
    """
    products = (seen.features * seen.weight[:, None]) @ seen.features.transpose(0, 2, 1)
    count = len(products)
    normal, right = np.zeros((count, 14, 14)), np.zeros((count, 14))
    for channel in range(3):
        by = _derivatives(levels[..., channel])
        of_channel = by.transpose(0, 2, 1) @ products[:, :15, :15] @ by
        residual = (by.transpose(0, 2, 1) @ products[:, :15, 15 + channel, None])[..., 0]
        at = slice(3 * channel, 3 * channel + 3)
        normal[:, at, at] = of_channel[:, :3, :3]
        normal[:, at, 9:] = of_channel[:, :3, 3:]
        normal[:, 9:, at] = of_channel[:, 3:, :3]
        normal[:, 9:, 9:] += of_channel[:, 3:, 3:]
        right[:, at], right[:, 9:] = residual[:, :3], right[:, 9:] + residual[:, 3:]
    return normal, right


def _derivatives(levels: Array) -> Array:
    """What of each feature is in the derivatives of one channel, whose inks' levels are (N, 3): (N, 15, 8).

    The features are the inks' shares; how the shares of black and of colour change with x, y and facing; the
    shares times u, and times v. The derivatives are by the three levels, x, y, facing and the two shades.
    """
    by = np.zeros((len(levels), 15, 8))
    by[:, (0, 1, 2), (0, 1, 2)] = 1
    for k in range(3):
        by[:, 3 + 2 * k : 5 + 2 * k, 3 + k] = levels[:, 1:] - levels[:, :1]
    by[:, 9:12, 6] = by[:, 12:15, 7] = levels
    return by
