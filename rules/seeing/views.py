"""Pairs of folds and what lies between them: the ground that straight lines from fold to fold cover.

A line from fold to fold runs in front of both folds' own lines, and leaves that wedge through the folds
only. So pieces are cut to the wedge, and then a line is met by what is left of a piece exactly if the whole
straight line is: what stands behind a fold is out of it. Where one fold's line cuts through the other fold,
that is cut there too, and each part is a view of its own.

Rows are padded: `ok` says what is there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from pennysight.rules.pieces import Pieces
from pennysight.rules.plane import Bools, Floats, Ints, Points, cross, dot, nearest_points, unit

FLAT_IN = 1e-6  # a fold and a point nearer than this to one line are on one line
ROUNDING_IN = 1e-9
AT_END_IN = 1e-5  # what passes a fold beside it, or so near its end
BEHIND_IN = 1e-4  # is taken to reach so far behind the fold's line, lest a line slip along that


@dataclass(frozen=True)
class Pairs:
    """Folds a and b, and the pieces that may matter between them, by index, -1 where a row has no more."""

    a0: Points  # (n,)
    a1: Points
    b0: Points
    b1: Points
    piece: Ints  # (n, k)

    def rows(self, rows: Ints | Bools) -> "Pairs":
        """The pairs of those rows."""
        return Pairs(self.a0[rows], self.a1[rows], self.b0[rows], self.b1[rows], self.piece[rows])


@dataclass(frozen=True)
class Front:
    """A half plane for each view: what lies at `normal` (unit) from `anchor` is in front."""

    anchor: Points  # (m,)
    normal: Points  # (m,)

    def depth(self, points: Points) -> Floats:
        """How far points (m, k) lie in front."""
        return dot(self.normal[:, None], points - self.anchor[:, None])

    def rows(self, rows: Ints) -> "Front":
        """The half planes of those views."""
        return Front(self.anchor[rows], self.normal[rows])


Side = tuple[Front, Points, Points]  # of each view, and the ends of the fold that is there


@dataclass(frozen=True)
class Parts:
    """What is left of the pieces in the wedges, points relative to the views' `origin`.

    A part is the segment from `v0` to `v1`; with a radius it is a disc about `centre`, cut to the wedge,
    and `v0` and `v1` are points of what is left of it. The chord of a cut disc is a part more. It shades
    from `s0` to `s1`, a little more where a fold cuts it.
    """

    v0: Points  # (m, k)
    v1: Points
    s0: Points
    s1: Points
    centre: Points
    radius: Floats
    ok: Bools
    piece: Ints
    flush: Bools  # an edge that both folds touch, from one side each: no line slips along it


@dataclass(frozen=True)
class Views:
    """The wedges between folds, all points relative to `origin`."""

    pair: Ints  # (m,) the row of the pairs that it is part of
    origin: Points  # (m,)
    way: Points  # (m,) unit, from fold a's nearest point to fold b's: no line turns 90 degrees from it
    a0: Points  # (m,)
    a1: Points
    b0: Points
    b1: Points
    front_a: Front
    front_b: Front
    parts: Parts


def joined(parts: Sequence[Parts]) -> Parts:
    """The parts side by side."""
    fields = Parts.__dataclass_fields__
    return Parts(*(np.concatenate([getattr(some, name) for some in parts], axis=1) for name in fields))


def views(pairs: Pairs, pieces: Pieces) -> Views:
    """The views of pairs of folds that do not meet one another."""
    pair, a0, a1, b0, b1 = _split(pairs)
    origin = (a0 + a1 + b0 + b1) / 4
    a0, a1, b0, b1 = a0 - origin, a1 - origin, b0 - origin, b1 - origin
    front_a, front_b = front(a0, a1, b0, b1), front(b0, b1, a0, a1)
    piece = pairs.piece[pair]
    v0, v1 = pieces.a[piece] - origin[:, None], pieces.b[piece] - origin[:, None]
    flush = _flush(v0, v1, (a0, a1), (b0, b1))
    sides = (front_a, a0, a1), (front_b, b0, b1)
    parts = _cut(v0, v1, pieces.radius_in[piece], piece, flush, sides)
    near_a, near_b = nearest_points(a0, a1, b0, b1)
    way = unit(near_b - near_a)
    return Views(pair, origin, way, a0, a1, b0, b1, front_a, front_b, parts)


def front(a0: Points, a1: Points, b0: Points, b1: Points) -> Front:
    """The side of fold a's line on which fold b is; if both are on one line, what is ahead of a's nearer
    end.
    """
    span = unit(a1 - a0)
    side = cross(span, b0 - a0), cross(span, b1 - a0)
    flat = np.maximum(np.abs(side[0]), np.abs(side[1])) <= FLAT_IN
    normal = span * np.where(side[0] + side[1] < 0, -1j, 1j)
    if not flat.any():
        return Front(a0, normal)
    near_a, near_b = nearest_points(a0, a1, b0, b1)
    return Front(np.where(flat, near_a, a0), np.where(flat, unit(near_b - near_a), normal))


def _split(pairs: Pairs) -> tuple[Ints, Points, Points, Points, Points]:
    """Pairs with each fold cut where the other's line passes through it, and the row that each came from."""
    a0, a1, b0, b1 = pairs.a0, pairs.a1, pairs.b0, pairs.b1
    row = np.arange(len(a0))
    at_b = _passes(a0, a1, b0, b1)
    at_a = _passes(b0, b1, a0, a1)
    cut_b, cut_a = ~np.isnan(at_b), ~np.isnan(at_a)
    if not (cut_a.any() or cut_b.any()):
        return row, a0, a1, b0, b1
    more = np.flatnonzero(cut_a | cut_b)
    again = np.concatenate([row, more])
    second = np.arange(len(again)) >= len(row)
    a0, a1, b0, b1 = a0[again], a1[again], b0[again], b1[again]
    cut_a, cut_b, at_a, at_b = cut_a[again], cut_b[again], at_a[again], at_b[again]
    return (
        again,
        np.where(cut_a & second, at_a, a0),
        np.where(cut_a & ~second, at_a, a1),
        np.where(cut_b & second, at_b, b0),
        np.where(cut_b & ~second, at_b, b1),
    )


def _passes(a0: Points, a1: Points, b0: Points, b1: Points) -> Points:
    """Where the line of fold a passes through fold b, nan where it does not."""
    span = unit(a1 - a0)
    side0, side1 = cross(span, b0 - a0), cross(span, b1 - a0)
    through = (side0 * side1 < 0) & (np.minimum(np.abs(side0), np.abs(side1)) > FLAT_IN)
    share = side0 / np.where(through, side0 - side1, 1.0)
    return np.where(through, b0 + share * (b1 - b0), np.nan)


def _flush(v0: Points, v1: Points, a: tuple[Points, Points], b: tuple[Points, Points]) -> Bools:
    """Which edges lie on a line that both folds touch, one from each side."""
    way = unit(v1 - v0)
    a_side = np.stack([cross(way, end[:, None] - v0) for end in a])
    b_side = np.stack([cross(way, end[:, None] - v0) for end in b])
    left = (np.abs(a_side.min(axis=0)) <= FLAT_IN) & (np.abs(b_side.max(axis=0)) <= FLAT_IN)
    right = (np.abs(a_side.max(axis=0)) <= FLAT_IN) & (np.abs(b_side.min(axis=0)) <= FLAT_IN)
    return np.asarray((left | right) & (way != 0))


def _cut(
    v0: Points, v1: Points, radius: Floats, piece: Ints, flush: Bools, sides: tuple[Side, Side]
) -> Parts:
    """The pieces cut to the wedge."""
    front_a, front_b = sides[0][0], sides[1][0]
    there = piece >= 0
    round_ = there & (radius > 0)
    centre = v0
    edges = there & ~round_
    v0, v1, s0, s1, ok = _cut_edges(v0, v1, edges, sides)
    if not round_.any():
        return Parts(v0, v1, s0, s1, centre, np.zeros_like(radius), ok, piece, flush)
    deep_a, deep_b = front_a.depth(centre), front_b.depth(centre)
    inside = round_ & (deep_a > -radius) & (deep_b > -radius)
    cut_a, cut_b = inside & (deep_a < radius), inside & (deep_b < radius)
    foot_a, foot_b = centre - deep_a * front_a.normal[:, None], centre - deep_b * front_b.normal[:, None]
    whole = (deep_a >= 0) & (deep_b >= 0)
    good_a, good_b = cut_a & (front_b.depth(foot_a) >= 0), cut_b & (front_a.depth(foot_b) >= 0)
    hub = np.where(good_a, foot_a, np.where(good_b, foot_b, centre))
    inside &= whole | good_a | good_b
    behind = np.where(good_a, front_a.normal[:, None], np.where(good_b, front_b.normal[:, None], 0.0))
    shading = hub - BEHIND_IN * behind
    v0, v1, s0, s1 = (
        np.where(round_, of_disc, of_edge)
        for of_disc, of_edge in (
            (np.where(whole, centre, hub), v0),
            (hub, v1),
            (np.where(whole, centre, shading), s0),
            (shading, s1),
        )
    )
    arcs = Parts(v0, v1, s0, s1, centre, np.where(round_, radius, 0.0), ok | inside, piece, flush)
    chords = [
        _chords(cut, deep, foot, arcs, normal, sides)
        for cut, deep, foot, normal in (
            (cut_a, deep_a, foot_a, front_a.normal),
            (cut_b, deep_b, foot_b, front_b.normal),
        )
    ]
    return joined([arcs, *chords])


def _chords(
    cut: Bools, deep: Floats, foot: Points, arcs: Parts, normal: Points, sides: tuple[Side, Side]
) -> Parts:
    """The chords along a front of the discs that it cuts."""
    columns = np.flatnonzero(cut.any(axis=0))
    cut, deep, foot = cut[:, columns], deep[:, columns], foot[:, columns]
    half = np.sqrt(np.maximum(arcs.radius[:, columns] ** 2 - deep**2, 0.0)) * 1j * normal[:, None]
    v0, v1, s0, s1, ok = _cut_edges(foot - half, foot + half, cut, sides)
    return Parts(v0, v1, s0, s1, v0, np.zeros_like(deep), ok, arcs.piece[:, columns], np.zeros_like(ok))


def _cut_edges(
    v0: Points, v1: Points, ok: Bools, sides: tuple[Side, Side]
) -> tuple[Points, Points, Points, Points, Bools]:
    """What of the edges lies in front of both folds, and with a little of what is behind but where the edge
    passes through a fold; and whether anything does.
    """
    start, end = np.zeros(v0.shape), np.ones(v0.shape)
    wide_start, wide_end = start, end
    for front_, e0, e1 in sides:
        deep0, deep1 = front_.depth(v0), front_.depth(v1)
        over = np.where(deep0 == deep1, 1.0, deep0 - deep1)
        ok = ok & ((deep0 >= -ROUNDING_IN) | (deep1 >= -ROUNDING_IN))
        share = deep0 / over
        along = dot(unit(e1 - e0)[:, None], v0 + share * (v1 - v0) - e0[:, None])
        within = np.minimum(along, np.abs(e1 - e0)[:, None] - along) > AT_END_IN
        wide = share + np.where(within, 0.0, BEHIND_IN) / over
        start = np.where(deep0 < -ROUNDING_IN, np.maximum(start, share), start)
        end = np.where(deep1 < -ROUNDING_IN, np.minimum(end, share), end)
        wide_start = np.where(deep0 < -ROUNDING_IN, np.maximum(wide_start, wide), wide_start)
        wide_end = np.where(deep1 < -ROUNDING_IN, np.minimum(wide_end, wide), wide_end)
    ok &= start <= end
    wide_start, wide_end = np.maximum(wide_start, 0.0), np.minimum(wide_end, 1.0)
    span = v1 - v0
    return v0 + start * span, v0 + end * span, v0 + wide_start * span, v0 + wide_end * span, ok
