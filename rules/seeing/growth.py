"""How far both folds of a blocked pair must grow before a line opens.

A line opens once a stretch of it that meets nothing reaches both grown folds. So the growth is the least,
over all such stretches in the plane, of how far the farther of the two folds is from it. The stretch that
needs least runs along a corner or a disc, its pivot. As it turns about that from one line through two
corners to the next, each of the folds comes nearer all the way or farther all the way. So the least is at
such a line, or where both folds are equally far.
"""

from dataclasses import dataclass, replace

import numpy as np
from pennysight.rules.pieces import Pieces
from pennysight.rules.plane import (
    Bools,
    Floats,
    Ints,
    Points,
    cross,
    dot,
    nearest_points,
    point_distance,
    unit,
)
from pennysight.rules.seeing.between import between_grown
from pennysight.rules.seeing.linespace import FAR_IN, hidden, lines_through
from pennysight.rules.seeing.nearby import packed
from pennysight.rules.seeing.room import MOST_IN
from pennysight.rules.seeing.views import Pairs, Views

BESIDE_IN = 1e-7  # lines keep so much off their pivot, to either side
BESIDE_RAD = 5e-5  # and are looked at so little beside where they meet another corner
CLOSE_IN = 1e-3  # growth is found to within this
FIRST = 8  # of the turns of a pair that are looked at first, those with the least to gain at the end
STEPS = 8  # toward where both folds are equally far


@dataclass(frozen=True)
class _Turns:
    """Lines along pivots, about which they turn `low` to `high` radians from the way of their view."""

    view: Ints  # (t,)
    pivot: Points  # (t,) from the view's origin
    bulge: Floats  # (t,)
    low: Floats
    high: Floats
    least_in: Floats  # no line among them is nearer to the farther fold
    rank: Ints  # by that, among those of the view

    def rows(self, rows: Bools | Ints) -> "_Turns":
        """Those turns."""
        return _Turns(*(getattr(self, name)[rows] for name in _Turns.__dataclass_fields__))


def most_growth(pairs: Pairs, pieces: Pieces, total: Bools) -> Floats:
    """The greatest growth (n,) of both folds that opens no line past the pieces `total` (n, k).

    At most `MOST_IN`; half the distance is always enough, since then the grown folds meet.
    """
    pairs = replace(pairs, piece=_whole(pieces, pairs.piece, total))
    total = pairs.piece >= 0
    near_a, near_b = nearest_points(pairs.a0, pairs.a1, pairs.b0, pairs.b1)
    growth = np.minimum(MOST_IN, np.abs(near_b - near_a) / 2)
    views, slack, _ = between_grown(pairs, pieces, total, np.stack([growth, growth]), False)
    turns = _turns(pairs, pieces, total, views, slack, growth)
    for number in (FIRST, len(turns.view)):  # what the first show makes many of the others idle
        some = turns.rows((turns.rank < number) & (turns.least_in < growth[turns.view]))
        twice = some.rows(np.tile(np.arange(len(some.view)), 2))
        away = _away(pairs, pieces, views, twice, np.concatenate([some.low, some.high]))
        low, high = np.split(away, 2, axis=1)
        for away in (low, high):
            np.minimum.at(growth, some.view, away.max(axis=0).min(axis=1))
    turns, least = some, np.minimum(low, high).max(axis=0)
    balanced = ((low[0] < low[1]) != (high[0] < high[1])) & (least < growth[turns.view, None] - CLOSE_IN)
    row, stretch = np.nonzero(balanced)
    if len(row) == 0:
        return growth
    turns, at = turns.rows(row), np.arange(len(row))
    more_low, more_high = (away[0, row, stretch] - away[1, row, stretch] for away in (low, high))
    from_, to = turns.low, turns.high
    for step in range(STEPS):
        share = more_low / (more_low - more_high) if step % 2 == 0 else 0.5
        middle = from_ + share * (to - from_)
        away = _away(pairs, pieces, views, turns, middle, low.shape[2])[:, at, stretch]
        np.minimum.at(growth, turns.view, away.max(axis=0))
        more = away[0] - away[1]
        on = (more < 0) == (more_low < 0)
        from_, more_low = np.where(on, middle, from_), np.where(on, more, more_low)
        to, more_high = np.where(on, to, middle), np.where(on, more_high, more)
    return growth


def _turns(pairs: Pairs, pieces: Pieces, total: Bools, views: Views, slack: Floats, growth: Floats) -> _Turns:
    """How lines can turn about pivots, from where they meet one corner to the next, such as come within
    `growth` (n,) of both folds.
    """
    corner, bulge, ok = _corners(pairs, pieces, total, growth)
    corner = corner - views.origin[:, None]
    folds = np.stack([views.a0, views.a1, views.b0, views.b1], axis=1)
    for way in (views.way[:, None], 1j * views.way[:, None]):  # all that matters is in a box about both folds
        place, of_folds, reach = dot(way, corner), dot(way, folds), np.abs(bulge) + growth[:, None]
        ok &= place + reach >= of_folds.min(axis=1, keepdims=True)
        ok &= place - reach <= of_folds.max(axis=1, keepdims=True)
    column = np.flatnonzero(ok.any(axis=0))
    corner, bulge, ok = corner[:, column], bulge[:, column], ok[:, column]
    lines = lines_through(views.way, corner, bulge, ok)
    lines = lines.rows(~hidden(views, lines.view, lines.normal, lines.offset, slack))
    turn = np.angle(lines.normal * np.conj(1j * views.way[lines.view]))
    away = [
        np.maximum(np.maximum(np.minimum(*ends) - lines.offset, lines.offset - np.maximum(*ends)), 0.0)
        for e0, e1 in ((views.a0, views.a1), (views.b0, views.b1))
        for ends in [(dot(lines.normal, e0[lines.view]), dot(lines.normal, e1[lines.view]))]
    ]
    line, column = np.tile(np.arange(len(turn)), 2), np.concatenate([lines.one, lines.other])
    pivot = lines.view[line] * corner.shape[1] + column
    order = np.argsort(4.0 * pivot + turn[line])  # no line turns 90 degrees from its view's way
    line, column, pivot = line[order], column[order], pivot[order]
    view, turn = lines.view[line], turn[line]
    first = np.flatnonzero(np.diff(pivot) == 0)  # from one line to the next
    lowest = np.flatnonzero(np.diff(pivot, prepend=-1))  # and a little beyond the outermost
    highest = np.flatnonzero(np.diff(pivot, append=-1))
    one, other = np.concatenate([first, lowest, highest]), np.concatenate([first + 1, lowest, highest])
    outward = np.repeat([[0, 0], [1, 0], [0, 1]], [len(first), len(lowest), len(highest)], axis=0)
    beyond = 4 * BESIDE_RAD * outward.T
    low, high = turn[one] - beyond[0], turn[other] + beyond[1]
    least = [np.minimum(some[line[one]], some[line[other]]) for some in away]
    least_in = np.maximum(*least)
    near = np.flatnonzero(least_in < growth[view[one]])
    near = near[np.lexsort((least_in[near], view[one[near]]))]
    view, column, low, high = view[one[near]], column[one[near]], low[near], high[near]
    rank = np.arange(len(view)) - np.searchsorted(view, view)
    inset = np.minimum(BESIDE_RAD, (high - low) / 4)
    bulging = bulge[view, column]
    row = np.concatenate([np.flatnonzero(bulging >= 0), np.flatnonzero(bulging <= 0)])
    side = np.repeat([BESIDE_IN, -BESIDE_IN], [(bulging >= 0).sum(), (bulging <= 0).sum()])
    turns = _Turns(view, corner[view, column], bulging, low + inset, high - inset, least_in[near], rank)
    turns = turns.rows(row)
    return replace(turns, bulge=turns.bulge + side)


def _corners(pairs: Pairs, pieces: Pieces, total: Bools, most: Floats) -> tuple[Points, Floats, Bools]:
    """What the line that needs least may run along (n, c): corners and discs, which bulge to either side;
    fold ends; and the points of pieces that are nearest to a fold.
    """
    a, b, radius = pieces.a[pairs.piece], pieces.b[pairs.piece], pieces.radius_in[pairs.piece]
    round_ = radius > 0
    again = np.zeros(total.shape, dtype=np.bool_)  # the end of an edge that is the start of the next
    again[:, :-1] = (b[:, :-1] == a[:, 1:]) & ~round_[:, :-1] & total[:, 1:]
    ends = np.stack([pairs.a0, pairs.a1, pairs.b0, pairs.b1], axis=1)
    parts = [
        (a, radius, total),
        (b, -radius, total & ~again),
        (ends, np.zeros(ends.shape), np.ones(ends.shape, dtype=np.bool_)),
    ]
    for e0, e1 in ((pairs.a0, pairs.a1), (pairs.b0, pairs.b1)):
        on_fold, foot = nearest_points(e0[:, None], e1[:, None], a, b)
        foot = foot + radius * unit(on_fold - foot)
        ok = total & (np.abs(on_fold - foot) < most[:, None]) & (foot != a) & (foot != b)
        some = np.flatnonzero(ok.any(axis=0))
        parts.append((foot[:, some], np.zeros((len(foot), len(some))), ok[:, some]))
    corner, bulge, ok = (np.concatenate(part, axis=1) for part in zip(*parts, strict=True))
    return corner, bulge, ok


def _whole(pieces: Pieces, piece: Ints, total: Bools) -> Ints:
    """The total pieces (n, k), and all edges of the solid outlines that some of them are part of."""
    there = np.zeros((len(piece), len(pieces.a)), dtype=np.bool_)
    row, column = np.nonzero(total)
    there[row, piece[row, column]] = True
    owned = np.zeros((len(piece), int(pieces.owner.max(initial=0)) + 1), dtype=np.bool_)
    owned[row, pieces.owner[piece[row, column]]] = True
    return packed(there | (owned[:, pieces.owner] & pieces.solid))


def _away(pairs: Pairs, pieces: Pieces, views: Views, turns: _Turns, turn: Floats, fewest: int = 1) -> Floats:
    """How far folds a and b (2, t, s) are from the stretches of lines that are parted by the pieces (n, k)
    which they meet, beyond everything where a stretch runs inside of something; s is at least `fewest`.
    """
    way = views.way[turns.view] * np.exp(1j * turn)
    through = views.origin[turns.view] + turns.pivot + turns.bulge * 1j * way
    met, line, inside = _met(pairs, pieces, turns.view, through, way)
    first = np.searchsorted(line, np.arange(len(way) + 1))
    rank = np.arange(len(line)) - first[line]
    found = np.full((2, len(way), int(np.diff(first).max(initial=fewest))), FAR_IN)
    stop = np.full(len(met), FAR_IN)
    stop[:-1] = met[1:]
    stop[first[1:] - 1] = FAR_IN
    for fold, ends in enumerate(((pairs.a0, pairs.a1), (pairs.b0, pairs.b1))):
        one, other = ((end[turns.view] - through) * np.conj(way) for end in ends)
        found[fold, line, rank] = np.where(inside, FAR_IN, _from_fold(met, stop, one, other, line))
    return found


def _met(
    pairs: Pairs, pieces: Pieces, view: Ints, through: Points, way: Points
) -> tuple[Floats, Ints, Bools]:
    """Where lines (t,) begin, far behind, and meet pieces, in order; which line that is; and whether what
    follows there is inside of something.
    """
    a, b, radius = (some[pairs.piece] for some in (pieces.a, pieces.b, pieces.radius_in))
    left_a, left_b = (cross(way[:, None], ends[view] - through[:, None]) for ends in (a, b))
    round_ = (radius > 0)[view]
    meets = np.where(round_, np.abs(left_a) < radius[view], (left_a < 0) != (left_b < 0))
    line, column = np.nonzero(meets & (pairs.piece >= 0)[view])
    round_, left_a, left_b = round_[line, column], left_a[line, column], left_b[line, column]
    piece = pairs.piece[view[line], column]
    rise = np.where(round_, 1.0, left_a - left_b)
    share = np.where(round_, 0.0, left_a / rise)
    place = pieces.a[piece] + share * (pieces.b[piece] - pieces.a[piece])
    middle = dot(way[line], place - through[line])
    half = np.sqrt(np.where(round_, np.maximum(pieces.radius_in[piece] ** 2 - left_a**2, 0.0), 0.0))
    deeper = np.where(round_, 1, np.where(pieces.solid[piece], np.sign(rise), 0)).astype(np.int64)
    every, again = np.arange(len(way)), np.flatnonzero(round_)
    met = np.concatenate([np.full(len(way), -FAR_IN), middle - half, (middle + half)[again]])
    deeper = np.concatenate([np.zeros(len(way), dtype=np.int64), deeper, np.full(len(again), -1)])
    line = np.concatenate([every, line, line[again]])
    order = np.lexsort((met, line))
    return met[order], line[order], np.cumsum(deeper[order]) != 0


def _from_fold(start: Floats, stop: Floats, one: Points, other: Points, line: Ints) -> Floats:
    """How far folds (t,) are from stretches (e,), start to stop, of lines that each run east from 0."""
    crossing = one.imag * other.imag <= 0
    nearer = np.where(np.abs(one.imag) <= np.abs(other.imag), one, other)
    rise = np.where(one.imag == other.imag, 1.0, one.imag - other.imag)
    closest = np.where(crossing, one.real + one.imag / rise * (other.real - one.real), nearer.real)[line]
    apart = np.where(crossing, 0.0, np.abs(nearer.imag))[line]
    from_end = np.where(closest < start, start, stop)
    away = point_distance(from_end + 0j, one[line], other[line])
    return np.where((start <= closest) & (closest <= stop), apart, away)
