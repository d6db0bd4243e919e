"""A card by its outline alone, whatever its back shows, on a floor that nobody knows.

Four straight edges at right angles, of the card's size, each lighter than what lies outside it, or each
darker. The lines of a shack's floor do not pass for it (they are as dark on both sides), nor do its walls
(they are no card's length and width apart).
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.vision.figures.level import Array, Image
from pennysight.vision.observation import CardState
from pennysight.vision.shack_patch import PX_PER_IN, TURNS_DEG, Mask, Part, ShackPatch, extent

BAND_PX = 2
"""How deep the strips inside and outside an edge are that are compared."""
ALONG_PX = 5
"""How far along an edge each step is averaged: straight edges last, noise and foliage do not."""
STEP_SHARE = 0.12
LEAST_STEP = 5.0
"""A strip is lighter or darker by this share of the brightness about it, and by so many of 255 at least."""
ALONG_EDGE = 2.0
"""A step across an edge is so many times as high as the one along it, or the edge may run another way."""
PRESENT_EDGE = 0.8
GONE_EDGE = 0.65
"""The share of each edge that shows, of a card that lies there, and at most of one that does not."""
SEEN_EDGE = 0.5
"""So much of each edge must be in plain view of a card that is said to be there."""
WALL_REACH_IN = 0.2
WALL_ASKEW_DEG = 20.0
"""A floor's outline may show as an edge within this of it, the walls being thick, if so nearly along it."""
FINER = 2
"""The patch is turned from a picture so many times as fine, which keeps edges sharp."""

Shade = NDArray[np.float32]


def state_by_outline(
    patch: ShackPatch, fine: Image, hiding: Sequence[Array], size_in: tuple[float, float]
) -> CardState:
    """Whether an outline of this size shows with its middle on the floor.

    `fine` is the patch, `FINER` times as fine; `hiding` is what figures hide.
    """
    gone = True
    for turn_deg in TURNS_DEG.tolist():
        light = np.asarray(patch.turned(fine, turn_deg, FINER), np.float32)
        inside = patch.floor(turn_deg)
        middles = extent(inside)
        edges = _Edges(light, patch.hidden(hiding, turn_deg), _walls(patch, turn_deg), middles, size_in)
        inside = inside[middles]
        if edges.most_possible()[inside].max(initial=0.0) < GONE_EDGE:
            continue
        plain, possible, free = edges.shares()
        sure = (possible >= PRESENT_EDGE) & (plain >= SEEN_EDGE) & (free >= PRESENT_EDGE)
        if (sure & inside).any():
            return "present"
        gone = gone and bool(possible[inside].max(initial=0.0) < GONE_EDGE)
    return "gone" if gone else "unknown"


def _walls(patch: ShackPatch, turn_deg: float) -> Mask:
    """Where a floor's outline may show in place of a card's edge."""
    mask = np.zeros((patch.side, patch.side), np.uint8)
    for one, other, askew_deg in patch.edges(turn_deg):
        if abs(askew_deg) < WALL_ASKEW_DEG:
            cv2.line(mask, one.tolist(), other.tolist(), 1, round(2 * WALL_REACH_IN * PX_PER_IN))
    return mask.astype(bool)


class _Edges:
    """For an upright card with its middle at each pixel of a part: shares of its edges that show.

    An edge that shows is a step, of one sign and in one colour all round.
    """

    def __init__(
        self, light: Shade, hidden: Mask, walls: Mask, middles: Part, size_in: tuple[float, float]
    ) -> None:
        self._middles = middles
        width, length = (round(side * PX_PER_IN) for side in size_in)
        least = np.maximum(STEP_SHARE * cv2.blur(light, (9, 9)), LEAST_STEP)
        band = np.repeat([-1.0, 0.0, 1.0], [BAND_PX, 1, BAND_PX]).astype(np.float32) / BAND_PX
        along = np.full(ALONG_PX, 1 / ALONG_PX, np.float32)
        east = cv2.sepFilter2D(light, -1, band, along) / least
        south = cv2.sepFilter2D(light, -1, along, band) / least
        open_, self._veil = ~hidden[..., None], hidden[..., None].astype(np.uint8)
        self._free = (~walls[..., None]).astype(np.uint8)
        # Of the edges that it is lighter east, west, south, north of: the length along it, how much a step
        # may be off, the steps, and those along it.
        upright, level = ((1, length), (1, 3)), ((width, 1), (3, 1))
        self._ways = [
            (*upright, (east > 1.0) & open_, east, south),
            (*upright, (east < -1.0) & open_, east, south),
            (*level, (south > 1.0) & open_, south, east),
            (*level, (south < -1.0) & open_, south, east),
        ]
        # Where these edges are, seen from the middle of a card that is lighter than the floor.
        self._aways = [(0, -width // 2), (0, width // 2), (-length // 2, 0), (length // 2, 0)]
        possible = [
            _share(np.maximum(_grown(may, grow), self._veil), size) for size, grow, may, *_ in self._ways
        ]
        self._possible = self._round(possible)

    def most_possible(self) -> Shade:
        """The share that shows of the edge which shows least, with what is hidden taken to show, at most."""
        return np.asarray(self._possible.min(axis=1).max(axis=(0, -1)), np.float32)

    def shares(self) -> tuple[Shade, Shade, Shade]:
        """In three ways: the share that shows of the edge which shows least; the same with what is hidden
        taken to show; and of the edge which shows second best, without what walls may show in its stead."""
        steps = [
            _grown(may & (abs(step) > ALONG_EDGE * abs(other)), grow)
            for _, grow, may, step, other in self._ways
        ]
        sizes = [way[0] for way in self._ways]
        plain = self._round([_share(step, size) for step, size in zip(steps, sizes, strict=True)])
        free = self._round([_share(step * self._free, size) for step, size in zip(steps, sizes, strict=True)])
        # (lighter or darker, rows, columns, colour) -> the best of lighter, darker and the three colours
        least = plain.min(axis=1), self._possible.min(axis=1), _second_least(free)
        by_way = [np.concatenate(list(of), axis=-1) for of in least]
        best = (by_way[1] + np.minimum(by_way[0], by_way[2])).argmax(axis=-1)[..., None]
        plain, possible, free = (np.take_along_axis(of, best, axis=-1)[..., 0] for of in by_way)
        return plain, possible, free

    def _round(self, lighter: Sequence[Shade]) -> Shade:
        """Shares of the four edges of a lighter and of a darker card, (2, 4, rows, columns, colour)."""
        rows, columns = self._middles
        return np.stack(
            [
                np.stack(
                    [
                        share[
                            rows.start + sign * down : rows.stop + sign * down,
                            columns.start + sign * across : columns.stop + sign * across,
                        ]
                        for share, (down, across) in zip(lighter, self._aways, strict=True)
                    ]
                )
                for sign in (1, -1)
            ]
        )


def _grown(edge: Mask, size: tuple[int, int]) -> NDArray[np.uint8]:
    return np.asarray(cv2.dilate(edge.astype(np.uint8), np.ones(size, np.uint8)), np.uint8)


def _share(edge: NDArray[np.uint8], size: tuple[int, int]) -> Shade:
    return np.asarray(cv2.boxFilter(edge, cv2.CV_32F, size), np.float32)


def _second_least(of: Shade) -> Shade:
    """The second least of four along axis 1."""
    a, b, c, d = (of[:, n] for n in range(4))
    return np.minimum(
        np.maximum(np.minimum(a, b), np.minimum(c, d)), np.minimum(np.maximum(a, b), np.maximum(c, d))
    )
