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
    segment_distance,
    unit,
)
from pennysight.rules.seeing.between import between_grown
from pennysight.rules.seeing.linespace import FAR_IN, hidden, lines_through
from pennysight.rules.seeing.nearby import packed
from pennysight.rules.seeing.room import MOST_IN
from pennysight.rules.seeing.views import Pairs, Views

BESIDE_IN = 1e-7  # lines keep so much off their pivot, to either side
BESIDE_RAD = 5e-5  # and are looked at so little beside where they meet another corner
BEYOND_IN = 1e-6  # the far side of an edge is so much behind its near one
CLOSE_IN = 1e-3  # growth is found to within this
FIRST = 8  # of the turns of a pair that are looked at first, those with the least to gain at the end
STEPS = 24  # at most, toward where both folds are equally far


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
        np.minimum.at(growth, twice.view, away.max(axis=0))
    low, high = np.split(away, 2, axis=1)
    row = np.flatnonzero((low[0] < low[1]) != (high[0] < high[1]))
    _balance(pairs, pieces, views, some.rows(row), (low[:, row], high[:, row]), growth)
    return growth


def _balance(
    pairs: Pairs,
    pieces: Pieces,
    views: Views,
    turns: _Turns,
    at_ends: tuple[Floats, Floats],
    growth: Floats,
) -> None:
    """Make `growth` (n,) as little as lines need where both folds are equally far, as they are somewhere
    between the ends of the turns, where they are so far (2, t).
    """
    low, high = at_ends
    for step in range(STEPS):
        left = np.flatnonzero(np.minimum(low, high).max(axis=0) < growth[turns.view] - CLOSE_IN)
        if len(left) == 0:
            return
        turns, low, high = turns.rows(left), low[:, left], high[:, left]
        more = low[0] - low[1]
        share = more / (more - high[0] + high[1]) if step % 2 == 0 else 0.5
        turn = turns.low + share * (turns.high - turns.low)
        middle = _away(pairs, pieces, views, turns, turn)
        np.minimum.at(growth, turns.view, middle.max(axis=0))
        on = (middle[0] < middle[1]) == (low[0] < low[1])
        low, high = np.where(on, middle, low), np.where(on, high, middle)
        turns = replace(turns, low=np.where(on, turn, turns.low), high=np.where(on, turns.high, turn))


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
    fold ends; and, just behind edges, the points of them that are nearest to a fold.
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
        ok = total & ~round_ & (np.abs(on_fold - foot) < most[:, None]) & (foot != a) & (foot != b)
        foot = foot + BEYOND_IN * unit(foot - on_fold)
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


def _away(pairs: Pairs, pieces: Pieces, views: Views, turns: _Turns, turn: Floats) -> Floats:
    """How far folds a and b (2, t) are from the stretch of each line that runs along its pivot and meets
    nothing, beyond everything where that is inside of something.
    """
    way = views.way[turns.view] * np.exp(1j * turn)
    through = views.origin[turns.view] + turns.pivot + turns.bulge * 1j * way
    start, stop, inside = _stretch(pairs, pieces, turns.view, through, way)
    reach = start.astype(np.complex128), stop.astype(np.complex128)
    away = []
    for ends in ((pairs.a0, pairs.a1), (pairs.b0, pairs.b1)):
        one, other = ((end[turns.view] - through) * np.conj(way) for end in ends)
        away.append(np.where(inside, FAR_IN, segment_distance(*reach, one, other)))
    return np.stack(away)


def _stretch(
    pairs: Pairs, pieces: Pieces, view: Ints, through: Points, way: Points
) -> tuple[Floats, Floats, Bools]:
    """From where to where along their ways lines (t,) meet nothing about the points they run through, and
    whether those are inside of something.
    """
    a, b, radius = (some[pairs.piece] for some in (pieces.a, pieces.b, pieces.radius_in))
    back, offset = np.conj(way)[:, None], cross(way, through)[:, None]
    left_a, left_b = ((back * ends[view]).imag - offset for ends in (a, b))
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
    first, last = middle - half, middle + half
    start, stop, depth = np.full(len(way), -FAR_IN), np.full(len(way), FAR_IN), np.zeros(len(way))
    np.maximum.at(start, line, np.where(last <= 0, last, -FAR_IN))
    np.minimum.at(stop, line, np.where(first > 0, first, FAR_IN))
    enters = np.where(round_, (first <= 0) & (last > 0), np.sign(rise) * (pieces.solid[piece] & (first <= 0)))
    np.add.at(depth, line, enters)
    return start, stop, depth != 0
