"""Whether what is seen holds for every placement within the deviations (see docs/rulings.md).

Seen for certain is what one line shows that stays free however figures and bodies stand: either it has room
to spare for all of them, or it has room for the bodies and both folds reach across it, to both sides, by
more than they may be off. Unseen for certain is what stays hidden from folds grown by as much as they may
be off, with bodies as far apart as they may be.
"""

import numpy as np
from pennysight.rules.plane import Bools, Floats, Points, cross, nearest_points, unit
from pennysight.rules.prepared import Prepared
from pennysight.rules.seeing.room import MOST_IN, Course, course, most_room
from pennysight.rules.seeing.scope import PERHAPS_EXEMPT, SURELY_EXEMPT, Scope
from pennysight.rules.seeing.unseen import stays_hidden
from pennysight.rules.seeing.views import Pairs

LINES_TRIED = 17  # from each fold, for lines of melee


def certain(prepared: Prepared, scope: Scope, clear: Bools, seen: Bools) -> Bools:
    """Whether the answers (n,), clear, partial (seen but not clear) or blocked, are certain."""
    if scope.exact.all():
        return scope.exact
    sure = scope.exact | ~seen
    doubted = np.flatnonzero(seen & ~scope.exact)
    minded = scope.total | (scope.partial & ~scope.marked(SURELY_EXEMPT) & clear[:, None])
    sure[doubted] = _surely_seen(prepared, scope.rows(doubted).only(minded[doubted]))
    doubted = np.flatnonzero(sure & ~clear & ~scope.exact)
    hiding = scope.total | (scope.partial & ~scope.marked(PERHAPS_EXEMPT) & seen[:, None])
    sure[doubted] = surely_unseen(prepared, scope.rows(doubted).only(hiding[doubted]))
    return sure


def _surely_seen(prepared: Prepared, scope: Scope) -> Bools:
    """Whether some line of each row is free of all pieces of the scope for certain."""
    inner = prepared.folds.inner_in[scope.attacker], prepared.folds.inner_in[scope.target]
    sure = np.zeros(len(scope.attacker), dtype=np.bool_)
    for rows, batch in scope.batches():
        everything = batch.total | batch.partial
        minding = course(batch.pairs, prepared.pieces, everything, np.zeros_like(everything), slack=True)
        room = most_room(batch.pairs, minding).room_in
        sure[rows] = (room > np.maximum(*inner)[rows]) | ~everything.any(axis=1)
        left = np.flatnonzero(~sure[rows])
        at = rows[left]
        sure[at] = _reaching_across(batch.rows(left).pairs, minding.rows(left), inner[0][at], inner[1][at])
    return sure


def _reaching_across(pairs: Pairs, minding: Course, inner_a: Floats, inner_b: Floats) -> Bools:
    """Whether a line is free that both folds cross by more than they may be off, and so in any case."""
    way = unit(pairs.b0 + pairs.b1 - pairs.a0 - pairs.a1)
    cut_a, cut_b = _shortened(pairs.a0, pairs.a1, way, inner_a), _shortened(pairs.b0, pairs.b1, way, inner_b)
    possible = np.flatnonzero((cut_a[2] > 0) & (cut_b[2] > 0))
    shorter = Pairs(*cut_a[:2], *cut_b[:2], pairs.piece).rows(possible)
    found = most_room(shorter, minding.rows(possible))
    way = unit(found.end - found.start)
    start = found.start - _overrun(pairs.a0[possible], pairs.a1[possible], way, inner_a[possible]) * way
    end = found.end + _overrun(pairs.b0[possible], pairs.b1[possible], way, inner_b[possible]) * way
    room = (
        minding.rows(possible).room(start[:, None, None], end[:, None, None]).min(axis=(1, 2, 3), initial=1.0)
    )
    across = np.ones(len(possible), dtype=np.bool_)
    for fold0, fold1, inner in ((pairs.a0, pairs.a1, inner_a), (pairs.b0, pairs.b1, inner_b)):
        left, right = cross(way, fold0[possible] - found.start), cross(way, fold1[possible] - found.start)
        across &= (np.minimum(np.abs(left), np.abs(right)) >= inner[possible]) & (left * right <= 0)
    sure = np.zeros(len(pairs.a0), dtype=np.bool_)
    sure[possible] = across & (found.room_in > 0) & (room > 0)
    return sure


def _shortened(fold0: Points, fold1: Points, way: Points, inner: Floats) -> tuple[Points, Points, Floats]:
    """The fold without its ends that may not reach across a line of about this way, and how much is left."""
    span = fold1 - fold0
    share = inner / np.maximum(np.abs(cross(way, span)), 1e-12)
    return fold0 + share * span, fold1 - share * span, 1 - 2 * share


def _overrun(fold0: Points, fold1: Points, way: Points, inner: Floats) -> Floats:
    """How far along the line from where the fold crosses it the fold may cross it."""
    return inner / np.maximum(np.abs(cross(way, unit(fold1 - fold0))), 1e-12)


def surely_unseen(prepared: Prepared, scope: Scope) -> Bools:
    """Whether each row's total and partial pieces hide its figures from one another for certain."""
    outer_a, outer_b = prepared.folds.outer_in[scope.attacker], prepared.folds.outer_in[scope.target]
    near_a, near_b = nearest_points(scope.pairs.a0, scope.pairs.a1, scope.pairs.b0, scope.pairs.b1)
    apart = np.abs(near_b - near_a) > outer_a + outer_b
    sure = np.zeros(len(outer_a), dtype=np.bool_)
    for rows, batch in scope.rows(np.flatnonzero(apart)).batches():
        at = np.flatnonzero(apart)[rows]
        outer = np.stack([outer_a[at], outer_b[at]])
        sure[at] = stays_hidden(batch.pairs, prepared.pieces, batch.total | batch.partial, outer)
    return sure


def surely_joined(prepared: Prepared, scope: Scope, minded: Bools, length_in: float) -> Bools:
    """Whether, of those tried, a line of at most this length joins the folds past all pieces `minded`."""
    inner_a, inner_b = prepared.folds.inner_in[scope.attacker], prepared.folds.inner_in[scope.target]
    share = np.linspace(0.0, 1.0, LINES_TRIED)
    pairs = scope.pairs
    start = (pairs.a0[:, None] + share * (pairs.a1 - pairs.a0)[:, None])[:, :, None]
    end = (pairs.b0[:, None] + share * (pairs.b1 - pairs.b0)[:, None])[:, None, :]
    minding = course(pairs, prepared.pieces, minded, np.zeros_like(minded), slack=True)
    room = minding.room(start, end).min(axis=3, initial=MOST_IN)
    short = np.abs(end - start) + (inner_a + inner_b)[:, None, None] <= length_in
    joined: Bools = short & (room > np.maximum(inner_a, inner_b)[:, None, None])
    return np.asarray(joined.any(axis=(1, 2)))
