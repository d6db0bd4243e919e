"""Hands and arms over the table, and what they hide.

Where an arm comes in over the board's edge, the edge itself is gone: the same colour runs on from the table
to the board, over a hand's breadth, and it is not the table's colour. Nothing that lies on a table does that,
so no colour of skin or sleeve need be known.
"""

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose
from pennysight.vision.figures.level import Array, Floats, LevelPlane, sampled
from pennysight.vision.figures.light import linear_image
from pennysight.vision.observation import PointIn
from pennysight.vision.shrinking import halving_side, in_shrunk, shrunk

PX_PER_IN = 4.0
SMALL_WIDTH_PX = 480
"""Pictures are shrunk to about this width first."""
MARGIN_IN = 4.0
STEP_IN = 0.25
INSIDE_IN = (0.3, 0.5, 0.7)
OUTSIDE_IN = (0.4, 0.7, 1.0, 1.3)
"""How far inside and outside the board's edge the colours are compared."""
SAME = 0.13
"""Relative difference, in square-rooted light, up to which two places are one surface."""
ARM_WIDTH_IN = 1.25
"""An arm hides at least this much of the board's edge; coins, caps and chance hide half an inch at most."""
TABLE_STRETCH_IN = 20.0
"""The table's own colour is the median over this much of it along the edge."""
EVERY = 4
HAND_LENGTH_IN = 7.5
HAND_WIDTH_IN = 4.0


Pixels = tuple[NDArray[np.int_], NDArray[np.int_]]


@dataclass(frozen=True)
class Hands:
    """Whether a hand or arm is over the board, and the parts of it that they hide: corners (x_in, y_in)."""

    present: bool
    covered: tuple[tuple[PointIn, ...], ...]


@dataclass(frozen=True, eq=False)
class _Rim:
    """The board's edge, side after side: N places (N, 2) along it, and their directions outward (N, 2).

    `inside` and `outside` are rows and columns in the picture from above, (3, N) and (4, N), of places beside
    them; `seen` (4, N) tells which of those outside are in the picture. Each side is one of the `spans`.
    Medians along the sides are taken over the `windows` (M, W); the one of `about` (N,) is about a place.
    """

    edge_in: Array
    outward: Array
    inside: Pixels
    outside: Pixels
    seen: NDArray[np.bool_]
    spans: tuple[slice, ...]
    windows: NDArray[np.intp]
    about: NDArray[np.intp]


class HandFinder:
    """Finds hands over one table; keeps where to look, which depends on the table's pose alone."""

    def __init__(self, table: TablePose) -> None:
        self._height_in = table.height_in
        self._plane = LevelPlane(
            view=table.view,
            z_in=0.0,
            west_in=-MARGIN_IN,
            south_in=-MARGIN_IN,
            width_in=table.width_in + 2 * MARGIN_IN,
            height_in=table.height_in + 2 * MARGIN_IN,
            px_per_in=PX_PER_IN,
        )
        self._shrink = halving_side(table.view.camera.width_px / SMALL_WIDTH_PX)
        small = np.array([table.view.camera.width_px, table.view.camera.height_px]) // self._shrink
        self._small_px = in_shrunk(self._plane.map_px, self._shrink)
        self._in_picture = np.asarray(((self._small_px >= 0) & (self._small_px <= small - 1)).all(axis=2))
        self._rim = self._rim_of(table.width_in, table.height_in)

    def find(self, image: NDArray[np.uint8]) -> Hands:
        """Hands in a BGR image."""
        shade = self._from_above(image)
        crossings = _crossings(shade, self._rim)
        return Hands(bool(crossings), tuple(self._covered(shade, *crossing) for crossing in crossings))

    def _rim_of(self, width_in: float, height_in: float) -> _Rim:
        east, north = np.array([1.0, 0.0]), np.array([0.0, 1.0])
        sides = (
            (0 * east, east, -north, width_in),
            (width_in * east, north, east, height_in),
            (height_in * north, east, north, width_in),
            (0 * east, north, -east, height_in),
        )
        edges = [
            start + np.arange(0.5, length - 0.4, STEP_IN)[:, None] * along
            for start, along, _, length in sides
        ]
        edge = np.concatenate(edges)
        outward = np.concatenate(
            [np.tile(out, (len(of), 1)) for of, (_, _, out, _) in zip(edges, sides, strict=True)]
        )
        outside = self._pixels(edge + np.array(OUTSIDE_IN)[:, None, None] * outward)
        ends = np.cumsum([0, *map(len, edges)]).tolist()
        spans = tuple(slice(first, last) for first, last in itertools.pairwise(ends))
        window = min(round(TABLE_STRETCH_IN / STEP_IN), *map(len, edges))
        # Every few places will do: a median moves slowly, and so does the table's colour.
        firsts = [np.arange(span.start, span.stop - window + 1, EVERY) for span in spans]
        about = [
            sum(map(len, firsts[:k]))
            + np.clip(np.arange(len(of)) - window // 2, 0, len(of) - window) // EVERY
            for k, of in enumerate(edges)
        ]
        return _Rim(
            edge_in=edge,
            outward=outward,
            inside=self._pixels(edge - np.array(INSIDE_IN)[:, None, None] * outward),
            outside=outside,
            seen=self._in_picture[outside],
            spans=spans,
            windows=np.concatenate(firsts)[:, None] + np.arange(0, window, EVERY),
            about=np.concatenate(about),
        )

    def _from_above(self, image: NDArray[np.uint8]) -> Floats:
        """The board and its surroundings from above as square-rooted light."""
        return np.sqrt(linear_image(sampled(shrunk(image, self._shrink), self._small_px)))

    def _pixels(self, places_in: Array) -> Pixels:
        """Rows and columns of places (..., 2) in the picture from above."""
        column = np.round((places_in[..., 0] + MARGIN_IN) * PX_PER_IN).astype(int)
        row = np.round((self._height_in + MARGIN_IN - places_in[..., 1]) * PX_PER_IN).astype(int)
        rows, columns = self._plane.map_px.shape[:2]
        return np.clip(row, 0, rows - 1), np.clip(column, 0, columns - 1)

    def _covered(self, shade: Floats, middle: Array, inward: Array, width: float) -> tuple[PointIn, ...]:
        """What an arm that comes in at `middle` hides: as far as its colour reaches, and a hand beyond."""
        arm = self._like(shade, middle)
        inner = arm[(arm - middle) @ inward > 0]
        outer = arm[(arm - middle) @ inward < 0]
        along = inner.mean(axis=0) - outer.mean(axis=0) if len(inner) and len(outer) else inward
        along = along / np.linalg.norm(along)
        reach = float(((inner - middle) @ along).max(initial=0.0)) + HAND_LENGTH_IN
        aside = np.array([-along[1], along[0]]) * (max(width, HAND_WIDTH_IN) / 2)
        tip = middle + reach * along
        return tuple(
            (float(x), float(y)) for x, y in (middle - aside, middle + aside, tip + aside, tip - aside)
        )

    def _like(self, shade: Floats, middle: Array) -> Array:
        """Places (N, 2) that are of one colour with the middle of a crossing and joined to it."""
        row, column = self._pixels(middle)
        level = shade[row, column]
        alike = (np.abs(shade - level) < SAME * (level.mean() + 0.02)).all(axis=2).astype(np.uint8)
        alike = cv2.morphologyEx(alike, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        alike[row, column] = 1
        _, parts = cv2.connectedComponents(alike, connectivity=4)
        rows, columns = np.nonzero(parts == parts[row, column])
        return self._plane.places_in(columns.astype(float), rows.astype(float))


def _crossings(shade: Floats, rim: _Rim) -> list[tuple[Array, Array, float]]:
    """Middle, inward direction and width of each stretch of the board's edge that an arm hides."""
    inner, outer = shade[rim.inside], shade[rim.outside]
    # What lies beyond the picture's border is taken to look like the last place that is seen.
    for further in range(1, len(OUTSIDE_IN)):
        outer[further] = np.where(rim.seen[further, :, None], outer[further], outer[further - 1])
    inside, outside = inner.mean(axis=0), outer.mean(axis=0)
    level = (inside + outside).mean(axis=1) / 2 + 0.02
    step = np.abs(inside - outside).max(axis=1) / level
    rough = np.maximum(inner.std(axis=0).max(axis=1), outer.std(axis=0).max(axis=1)) / level
    table = np.median(outside[rim.windows], axis=1)[rim.about]
    foreign = np.abs(outside - table).max(axis=1) / (np.maximum(table, outside).mean(axis=1) + 0.02)
    hidden = (step < SAME) & (rough < SAME) & (foreign > SAME) & rim.seen[0]
    return [
        (rim.edge_in[span][first:last].mean(axis=0), -rim.outward[span][first], (last - first) * STEP_IN)
        for span in rim.spans
        for first, last in _runs(hidden[span])
        if (last - first) * STEP_IN >= ARM_WIDTH_IN
    ]


def _runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and one past last index of every run of true."""
    change = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(int)))
    return list(zip(change[::2].tolist(), change[1::2].tolist(), strict=True))
