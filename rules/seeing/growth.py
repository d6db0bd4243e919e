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
from pennysight.rules.plane import Bools, Floats, Ints, Points, dot, nearest_points, point_distance, unit
from pennysight.rules.seeing.between import between_grown
from pennysight.rules.seeing.linespace import FAR_IN, hidden, lines_through
from pennysight.rules.seeing.nearby import packed
from pennysight.rules.seeing.room import MOST_IN
from pennysight.rules.seeing.views import Pairs, Views

BESIDE_IN = 1e-7  # lines keep so much off their pivot, to either side
BESIDE_RAD = 5e-5  # and are looked at so little beside where they meet another corner
CLOSE_IN = 1e-3  # growth is found to within this
STEPS = 8  # toward where both folds are equally far


@dataclass(frozen=True)
class _Turns:
    """Lines along pivots, about which they turn `low` to `high` radians from the way of their view."""

    view: Ints  # (t,)
    pivot: Points  # (t,) from the view's origin
    bulge: Floats  # (t,)
    low: Floats
    high: Floats

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
    turns = _turns(pairs, pieces, total, views, growth)
    turns = turns.rows(~_hidden(views, turns, turns.low, slack) | ~_hidden(views, turns, turns.high, slack))
    low, high = (_away(pairs, pieces, views, turns, turn) for turn in (turns.low, turns.high))
    for away in (low, high):
        np.minimum.at(growth, turns.view, away.max(axis=0).min(axis=1))
    least = np.minimum(low, high).max(axis=0)
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
        away = _away(pairs, pieces, views, turns, middle)[:, at, stretch]
        np.minimum.at(growth, turns.view, away.max(axis=0))
        more = away[0] - away[1]
        on = (more < 0) == (more_low < 0)
        from_, more_low = np.where(on, middle, from_), np.where(on, more, more_low)
        to, more_high = np.where(on, to, middle), np.where(on, more_high, more)
    return growth


def _turns(pairs: Pairs, pieces: Pieces, total: Bools, views: Views, growth: Floats) -> _Turns:
    """How lines can turn about pivots, from where they meet one corner to the next, such as come within
    `growth` (n,) of both folds.
    """
    corner, bulge, ok = _corners(pairs, pieces, total, growth)
    corner = corner - views.origin[:, None]
    lines = lines_through(views.way, corner, bulge, ok)
    turn = np.angle(lines.normal * np.conj(1j * views.way[lines.view]))
    away = [
        np.maximum(np.maximum(np.minimum(*ends) - lines.offset, lines.offset - np.maximum(*ends)), 0.0)
        for e0, e1 in ((views.a0, views.a1), (views.b0, views.b1))
        for ends in [(dot(lines.normal, e0[lines.view]), dot(lines.normal, e1[lines.view]))]
    ]
    line, column = np.tile(np.arange(len(turn)), 2), np.concatenate([lines.one, lines.other])
    order = np.lexsort((turn[line], column, lines.view[line]))
    line, column = line[order], column[order]
    view, turn = lines.view[line], turn[line]
    follows = (view[1:] == view[:-1]) & (column[1:] == column[:-1])
    before, after = np.concatenate([follows, [False]]), np.concatenate([[False], follows])
    first, lowest, highest = np.flatnonzero(before), np.flatnonzero(~after), np.flatnonzero(~before)
    one, other = np.concatenate([first, lowest, highest]), np.concatenate([first + 1, lowest, highest])
    beyond = np.repeat([0.0, 4 * BESIDE_RAD], [len(first) + len(lowest), len(highest)])
    least = [np.minimum(some[line[one]], some[line[other]]) for some in away]
    low, high = turn[one], turn[other] + beyond
    low[len(first) : len(first) + len(lowest)] -= 4 * BESIDE_RAD
    near = np.flatnonzero(np.maximum(*least) < growth[view[one]])
    view, column, low, high = view[one[near]], column[one[near]], low[near], high[near]
    inset = np.minimum(BESIDE_RAD, (high - low) / 4)
    bulging = bulge[view, column]
    row = np.concatenate([np.flatnonzero(bulging >= 0), np.flatnonzero(bulging <= 0)])
    side = np.repeat([BESIDE_IN, -BESIDE_IN], [(bulging >= 0).sum(), (bulging <= 0).sum()])
    turns = _Turns(view, corner[view, column], bulging, low + inset, high - inset).rows(row)
    return replace(turns, bulge=turns.bulge + side)


def _hidden(views: Views, turns: _Turns, turn: Floats, slack: Floats) -> Bools:
    normal = 1j * views.way[turns.view] * np.exp(1j * turn)
    return hidden(views, turns.view, normal, dot(normal, turns.pivot) + turns.bulge, slack)


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


def _away(pairs: Pairs, pieces: Pieces, views: Views, turns: _Turns, turn: Floats) -> Floats:
    """How far folds a and b (2, t, s) are from the stretches of lines that are parted by the pieces (n, k)
    which they meet, beyond everything where a stretch runs inside of something.
    """
    way = views.way[turns.view] * np.exp(1j * turn)
    through = views.origin[turns.view] + turns.pivot + turns.bulge * 1j * way
    along, which = np.conj(way), pairs.piece[turns.view]
    a, b = ((ends[which] - through[:, None]) * along[:, None] for ends in (pieces.a, pieces.b))
    radius = pieces.radius_in[which]
    round_ = radius > 0
    meets = np.where(round_, np.abs(a.imag) < radius, (a.imag < 0) != (b.imag < 0)) & (which >= 0)
    rise = np.where(meets & ~round_, a.imag - b.imag, 1.0)
    middle = a.real + np.where(round_, 0.0, a.imag / rise) * (b.real - a.real)
    half = np.sqrt(np.maximum(radius**2 - a.imag**2, 0.0))
    enters = np.where(round_, 1, np.where(pieces.solid[which], np.sign(rise), 0)).astype(np.int64)
    leaves = meets & round_
    met = np.concatenate(
        [np.where(meets, middle - half, FAR_IN), np.where(leaves, middle + half, FAR_IN)], axis=1
    )
    deeper = np.concatenate([np.where(meets, enters, 0), np.where(leaves, -1, 0)], axis=1)
    order = np.argsort(met, axis=1)
    met = np.take_along_axis(met, order, 1)
    depth = np.cumsum(np.take_along_axis(deeper, order, 1), axis=1)
    inside = np.concatenate([np.zeros((len(depth), 1), dtype=np.bool_), depth != 0], axis=1)
    folds = (
        _from_fold(met, *((end[turns.view] - through) * along for end in ends))
        for ends in ((pairs.a0, pairs.a1), (pairs.b0, pairs.b1))
    )
    return np.stack([np.where(inside, FAR_IN, away) for away in folds])


def _from_fold(met: Floats, one: Points, other: Points) -> Floats:
    """How far a fold (t,) is from each stretch (t, m + 1) of the line that runs east from 0 and is parted
    at the places met (t, m).
    """
    crossing = one.imag * other.imag <= 0
    nearer = np.where(np.abs(one.imag) <= np.abs(other.imag), one, other)
    apart = np.where(crossing, 0.0, np.abs(nearer.imag))
    rise = np.where(one.imag == other.imag, 1.0, one.imag - other.imag)
    closest = np.where(crossing, one.real + one.imag / rise * (other.real - one.real), nearer.real)
    away = point_distance(met.astype(np.complex128), one[:, None], other[:, None])
    edge = np.full((len(one), 1), FAR_IN)
    start, stop = np.concatenate([edge, away], axis=1), np.concatenate([away, edge], axis=1)
    begins = np.concatenate([-edge, met], axis=1) <= closest[:, None]
    ends = np.concatenate([met, edge], axis=1) >= closest[:, None]
    return np.where(begins & ends, apart[:, None], np.minimum(start, stop))
