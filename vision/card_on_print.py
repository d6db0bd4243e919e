"""A card on a floor whose print is known: what does not look as printed, where a card may lie.

The print is fitted to the picture by what lies about the floor: how light it is there, which way that
changes, and how far the print is off its place. Then every place of a card is judged: a card is there if all
in it looks otherwise than printed and all round it as printed; and none if in each place the print shows.
What is compared are square roots of linear light, in which a camera's noise is alike in dark and bright.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TilePose
from pennysight.vision.figures.level import Array, Floats, Image
from pennysight.vision.figures.light import linear_image
from pennysight.vision.observation import CardState
from pennysight.vision.shack_patch import PX_PER_IN, TURNS_DEG, Mask, Part, ShackPatch, extent

BLUR_IN = 0.06
"""Print and picture are blurred alike, by more than either is."""
RIM_IN = 0.1
"""So near a tile's edge the next one may show."""
FIT_STEP = 2
FIT_ROUNDS = 4
ODD_SD = 3.0
LEAST_MATCH = 0.5
"""The print explains so much of what differs about the floor, or it is not what lies there."""
OTHERWISE = 0.1
OTHERWISE_SD = 4.0
"""A pixel looks otherwise if it is off by this share, and by so many deviations of those about the floor."""
CLUTTER = 0.4
"""What is off by this share is a thing that lies there or stands, or its shadow."""
INNER_IN, OUTER_IN = 0.1, (0.35, 0.6)
"""A card is judged by what lies so far within its edges, and by a strip so far beyond them."""
SEEN = 0.5
"""So much of a card, and of a strip beside it, must be in view."""
WHOLE = 0.8
"""So much of a card that is said to be there must be in view: figures hide the rest, and have shadows."""
COVERED, CALM = 0.8, 0.25
"""The share that looks otherwise: at least, of a card and of strips along its edges; at most, beyond them."""
OPEN_TURNS = 2
"""What a card hides shows at every other of its turns as well."""
ALIKE = 0.6
"""Correlation with the print: above it, the print shows, in shade perhaps; below it, something hides it."""


@dataclass(frozen=True, eq=False)
class PrintedPatch:
    """What a patch looks like as printed: square roots of light (rows, columns, 3), and where the tile is."""

    look: Floats
    on_tile: Mask


def printed_patch(patch: ShackPatch, picture: Image, tile: TilePose) -> PrintedPatch:
    """The patch of a tile that lies so, by a picture (rows, columns, 3) of all of it, north up."""
    x, y = patch.places_in()
    turn = np.deg2rad(tile.rotation_deg)
    east, north = x - tile.x_in, y - tile.y_in
    x, y = np.cos(turn) * east + np.sin(turn) * north, np.cos(turn) * north - np.sin(turn) * east
    px_per_in = len(picture) / tile.side_in
    light = cv2.GaussianBlur(linear_image(picture), (0, 0), BLUR_IN * px_per_in)
    columns = (x * px_per_in - 0.5).astype(np.float32)
    rows = ((tile.side_in - y) * px_per_in - 0.5).astype(np.float32)
    look = np.sqrt(cv2.remap(light, columns, rows, cv2.INTER_LINEAR))
    on_tile = (np.minimum(x, y) > RIM_IN) & (np.maximum(x, y) < tile.side_in - RIM_IN)
    return PrintedPatch(np.asarray(look, np.float32), on_tile)


def state_by_print(
    patch: ShackPatch,
    printed: PrintedPatch,
    image: Image,
    hiding: Sequence[Array],
    size_in: tuple[float, float],
) -> CardState | None:
    """Whether a card of this size lies with its middle on the floor; `hiding` is what figures hide.

    "unknown" where the print should show, and does not; None where the print cannot tell: what lies there is
    not printed as is thought, or too much hides it.
    """
    seen = patch.seen(image)
    if seen is None:
        return None
    cut, pixels, inch_px = seen
    light = cv2.GaussianBlur(linear_image(cut), (0, 0), BLUR_IN * inch_px)
    x, y = np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1])
    look = np.asarray(np.sqrt(cv2.remap(light, x, y, cv2.INTER_LINEAR)), np.float32)
    height, width = cut.shape[:2]
    view = printed.on_tile & (x > 1) & (x < width - 2) & (y > 1) & (y < height - 2) & ~patch.hidden(hiding)
    fit = _fitted(look, printed.look, view & ~patch.floor())
    if fit is None:
        return None
    return _state(patch, look, fit, view, size_in)


@dataclass(frozen=True, eq=False)
class _Fit:
    """How the patch is expected to look, and the deviation of each colour from that, (3,)."""

    expected: Floats
    sd: NDArray[np.float32]


def _fitted(look: Floats, printed: Floats, around: Mask) -> _Fit | None:
    """The print in the light of what lies around the floor; None where it does not explain that."""
    use = np.zeros_like(around)
    use[::FIT_STEP, ::FIT_STEP] = around[::FIT_STEP, ::FIT_STEP]
    places = np.linspace(-1, 1, len(look), dtype=np.float32)
    plain = np.ones(look.shape[:2], np.float32)
    smooth = np.stack([plain, plain * places, plain * places[:, None]], axis=-1)
    if use.sum() < 100:
        return None
    expected, sd = np.empty_like(look), np.empty(3, np.float32)
    for colour in range(3):
        ink = printed[..., colour]
        down, right = np.gradient(ink)
        terms = np.concatenate([smooth * ink[..., None], plain[..., None], np.stack([down, right], -1)], -1)
        there, value = terms[use].astype(float), look[..., colour][use].astype(float)
        weight = np.ones(len(value))
        for _ in range(FIT_ROUNDS):
            off = value - there @ _solved(there, value, weight)
            sd[colour] = 1.4826 * np.median(abs(off)) + 1e-3
            weight = (1 + (off / (ODD_SD * sd[colour])) ** 2) ** -2.0
        flat = smooth[use].astype(float)
        unexplained = value - flat @ _solved(flat, value, weight)
        if (weight * off**2).sum() > (1 - LEAST_MATCH) * (weight * unexplained**2).sum():
            return None
        expected[..., colour] = terms @ _solved(there, value, weight)
    return _Fit(expected, sd)


def _solved(terms: Array, value: Array, weight: Array) -> Array:
    weighted = terms * weight[:, None]
    return np.asarray(
        np.linalg.solve(weighted.T @ terms + 1e-6 * np.eye(terms.shape[1]), weighted.T @ value), float
    )


def _state(
    patch: ShackPatch, look: Floats, fit: _Fit, view: Mask, size_in: tuple[float, float]
) -> CardState | None:
    off = abs(look - fit.expected)
    odd = (off > OTHERWISE * abs(fit.expected)) & (off > OTHERWISE_SD * fit.sd)
    odd = view & (odd[..., 0] | odd[..., 1] | odd[..., 2])
    clutter = (off > CLUTTER * abs(fit.expected)).any(axis=2)
    pair = np.dstack([look.mean(axis=2), fit.expected.mean(axis=2)])
    masks = np.dstack([view, odd]).astype(np.float32)
    plain, whole = _moments(pair, view & ~clutter), _moments(pair, view)
    inner = [round((side - 2 * INNER_IN) * PX_PER_IN) | 1 for side in size_in]  # odd, to lie about a pixel
    area = inner[0] * inner[1]
    gone, lost = True, False
    for number, turn_deg in enumerate(TURNS_DEG.tolist()):
        floor = patch.floor(turn_deg)
        part = extent(floor)
        in_view, otherwise = _turned(patch, masks, turn_deg)
        shown, unlike = (_summed(mask, inner)[part] for mask in (in_view, otherwise))
        covered = unlike / np.maximum(shown, 1)
        lies = floor[part] & (shown >= WHOLE * area) & (covered >= COVERED)
        if lies.any() and (lies := lies & _bounded(in_view, otherwise, part, size_in)).any():
            alike, _ = _likeness(patch, whole, turn_deg, inner, part)
            if (lies & (alike < ALIKE)).any():
                return "present"
        if lost or number % OPEN_TURNS:
            continue
        alike, _ = _likeness(patch, whole, turn_deg, inner, part)
        closed = floor[part] & ~((alike >= ALIKE) & (shown >= SEEN * area))
        if closed.any():
            alike, count = _likeness(patch, plain, turn_deg, inner, part)
            judged = count >= SEEN * area
            gone = gone and not (closed & ~(judged & (alike >= ALIKE))).any()
            lost = bool((closed & judged & (alike < ALIKE)).any())
    if lost:
        return "unknown"
    return "gone" if gone else None


def _bounded(in_view: Floats, odd: Floats, part: Part, size_in: tuple[float, float]) -> Mask:
    """Where in a part a card may have its middle so that what looks otherwise ends at its edges.

    One of the four may be out of view.
    """
    near, far = OUTER_IN
    deep = round((far - near) * PX_PER_IN) | 1
    width, length = (round(side * PX_PER_IN) | 1 for side in size_in)
    ends, seen_edges = np.ones(odd[part].shape, bool), np.zeros(odd[part].shape, int)
    for strip, side_in, (down, across) in (
        ((deep, length), size_in[0], (0, 1)),
        ((width, deep), size_in[1], (1, 0)),
    ):
        shown, unlike = _summed(in_view, strip), _summed(odd, strip)
        seen = shown >= SEEN * strip[0] * strip[1]
        covered, calm = unlike >= COVERED * shown, unlike <= CALM * shown
        for way in (-1, 1):
            within, beyond = (
                _moved(part, way * down * away, way * across * away)
                for away in (
                    round((side_in / 2 - INNER_IN) * PX_PER_IN) - deep // 2,
                    round((side_in / 2 + near) * PX_PER_IN) + deep // 2,
                )
            )
            ends &= covered[within] & calm[beyond]
            seen_edges += seen[within] & seen[beyond]
    return ends & (seen_edges >= 3)


def _moved(part: Part, down: int, across: int) -> Part:
    rows, columns = part
    return (
        slice(rows.start + down, rows.stop + down),
        slice(columns.start + across, columns.stop + across),
    )


def _moments(pair: Floats, use: Mask) -> Floats:
    """Of two values where they are to be used: count, themselves, squares and product (rows, columns, 6)."""
    one, other = cv2.split(pair * use[..., None])
    return np.dstack([use.astype(np.float32), one, other, one * one, other * other, one * other])


def _likeness(
    patch: ShackPatch, moments: Floats, turn_deg: float, size: Sequence[int], part: Part
) -> tuple[Floats, Floats]:
    """Correlations over (width, height) about each pixel of a part of the patch so turned; of how many."""
    layers = _turned(patch, moments[..., :3], turn_deg) + _turned(patch, moments[..., 3:], turn_deg)
    count, *sums = (_summed(layer, size)[part] for layer in layers)
    one, other, one2, other2, both = (of / np.maximum(count, 1) for of in sums)
    spread = np.maximum(one2 - one**2, 1e-8) * np.maximum(other2 - other**2, 1e-8)
    return np.asarray((both - one * other) / np.sqrt(spread), np.float32), count


def _turned(patch: ShackPatch, layers: Floats, turn_deg: float) -> list[Floats]:
    return [np.asarray(layer, np.float32) for layer in cv2.split(patch.turned(layers, turn_deg))]


def _summed(values: Floats, size: Sequence[int]) -> Floats:
    """Sums over (width, height) about each pixel."""
    summed = cv2.boxFilter(values, cv2.CV_32F, tuple(size), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(summed, np.float32)
