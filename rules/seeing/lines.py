"""Straight lines from fold to fold, exactly: which are free, and the shortest of each kind.

A line is free where no piece shades it, and between two turning points next to one another nothing changes
(see linespace). So looking once between each two decides for all lines: a gap of a hair is found, and one
of no width is not (H-180, HA-01 to HA-04).
"""

from dataclasses import dataclass

import numpy as np
from pennysight.rules.plane import Bools, Floats, Ints, Points, dot
from pennysight.rules.seeing.linespace import TOUCH_IN, allowed, shades, turning_points
from pennysight.rules.seeing.views import Views

INSET_IN = 1e-4  # lines given out keep so far from what they pass, where there is room
_TOTAL, _PARTIAL, _ALLOWED = 1, 1 << 10, 1 << 20
_SAMPLES = np.array([1e-4, 0.02, 0.15, 0.5, 0.85, 0.98, 1 - 1e-4])  # of a span
_CLOSER = np.linspace(0.0, 1.0, 9)
SAME_RAD = 1e-12


@dataclass(frozen=True)
class Shortest:
    """For each pair the length of its shortest line of a kind, inf where there is none, and its ends, board
    frame.
    """

    length_in: Floats  # (n,)
    start: Points  # (n,) on fold a
    end: Points  # (n,) on fold b


@dataclass(frozen=True)
class _Spans:
    """Directions between turning points next to one another, as turns from their view's way."""

    view: Ints  # (s,)
    low: Floats  # (s,) radians
    high: Floats

    def rows(self, rows: Bools) -> "_Spans":
        """The spans of those rows."""
        return _Spans(self.view[rows], self.low[rows], self.high[rows])


@dataclass(frozen=True)
class _Gaps:
    """Intervals of offsets that no total piece shades, at one direction of a view each."""

    look: Ints  # (g,) which of the directions looked at
    low: Floats  # (g,)
    high: Floats  # (g,)
    partial: Bools  # (g,) whether a partial piece shades it


def shortest_lines(views: Views, total: Bools, partial: Bools, pairs: int) -> tuple[Shortest, Shortest]:
    """The shortest clear line of each pair, and the shortest that crosses partial pieces but no total one.

    `total` and `partial` (m, k) say which pieces of the views count as what. Lengths are within 0.005 in.
    """
    kind = np.where(views.parts.ok, np.where(total, _TOTAL, np.where(partial, _PARTIAL, 0)), 0)
    spans = _spans(views)
    middle = _gaps(views, kind, spans.view, (spans.low + spans.high) / 2)
    return (
        _shortest(views, kind, spans, middle, False, pairs),
        _shortest(views, kind, spans, middle, True, pairs),
    )


def _shortest(views: Views, kind: Ints, spans: _Spans, middle: _Gaps, crossing: bool, pairs: int) -> Shortest:
    """The shortest line of a kind for each pair, looked for in the spans whose middle shows one.

    Along a corner or tangent the length is a convex function of the direction, and at one direction it is
    linear in the offset: so samples at the ends of the gaps, closer around each span's best, come within a
    thousandth or so. Spans with nothing as short as is known already are passed over.
    """
    result = Shortest(np.full(pairs, np.inf), np.zeros(pairs, complex), np.zeros(pairs, complex))
    known = _best_of(views, spans.view, (spans.low + spans.high) / 2, middle, crossing)
    _keep_shortest(result, views.pair[spans.view], known)
    hopeful = np.isfinite(known.length_in)
    hopeful[hopeful] = _floor(views, spans.rows(hopeful)) <= result.length_in[views.pair[spans.view[hopeful]]]
    some = spans.rows(hopeful)
    if len(some.view) == 0:
        return result
    turns = some.low[:, None] + _SAMPLES * (some.high - some.low)[:, None]
    found = _best_at(views, kind, some.view, turns, crossing)
    _keep_shortest(result, np.repeat(views.pair[some.view], turns.shape[1]), found)
    best = np.argmin(found.length_in.reshape(turns.shape), axis=1)
    row, last = np.arange(len(best)), turns.shape[1] - 1
    low, high = turns[row, np.maximum(best - 1, 0)], turns[row, np.minimum(best + 1, last)]
    closer = low[:, None] + _CLOSER * (high - low)[:, None]
    found = _best_at(views, kind, some.view, closer, crossing)
    _keep_shortest(result, np.repeat(views.pair[some.view], closer.shape[1]), found)
    return result


def _floor(views: Views, spans: _Spans) -> Floats:
    """A length that no line of each span is shorter than: the least of one from a fold's end, which is
    convex.
    """
    count = len(spans.view)
    turns = np.concatenate([spans.low, (spans.low + spans.high) / 2, spans.high])
    view = np.tile(spans.view, 3)
    low, high = allowed(views, view, 1j * views.way[view] * np.exp(1j * turns))
    start, end = _ends(views, np.tile(view, 2), np.tile(turns, 2), np.concatenate([low, high]))
    before, at, after = np.abs(end - start).reshape(2, 3, count).swapaxes(0, 1)
    least = np.minimum(np.minimum(before, after), 2 * at - np.maximum(before, after))
    return np.asarray(least.min(axis=0) - INSET_IN)


def _keep_shortest(result: Shortest, of: Ints, found: Shortest) -> None:
    """Note for each of a result's rows the shortest of the lines found for it, if it beats what is there."""
    order = np.lexsort((found.length_in, of))
    first = order[np.unique(of[order], return_index=True)[1]]
    better = first[found.length_in[first] < result.length_in[of[first]]]
    result.length_in[of[better]] = found.length_in[better]
    result.start[of[better]], result.end[of[better]] = found.start[better], found.end[better]


def _best_at(views: Views, kind: Ints, view: Ints, turns: Floats, crossing: bool) -> Shortest:
    """The shortest line of a kind at each of the directions (s, c) of views (s,)."""
    look, turn = np.repeat(view, turns.shape[1]), turns.ravel()
    return _best_of(views, look, turn, _gaps(views, kind, look, turn), crossing)


def _best_of(views: Views, view: Ints, turn: Floats, gaps: _Gaps, crossing: bool) -> Shortest:
    """The shortest line of a kind through the gaps at each direction looked at."""
    mine = np.flatnonzero(gaps.partial == crossing)
    look, low, high = gaps.look[mine], gaps.low[mine], gaps.high[mine]
    inset = np.minimum(INSET_IN, (high - low) / 500)
    look = np.concatenate([look, look])
    start, end = _ends(views, view[look], turn[look], np.concatenate([low + inset, high - inset]))
    best = Shortest(np.full(len(view), np.inf), np.zeros(len(view), complex), np.zeros(len(view), complex))
    _keep_shortest(best, look, Shortest(np.abs(end - start), start, end))
    return best


def _ends(views: Views, view: Ints, turn: Floats, offset: Floats) -> tuple[Points, Points]:
    """Where lines start on fold a and end on fold b, board frame."""
    way = views.way[view] * np.exp(1j * turn)
    through = offset * 1j * way
    ends = []
    for front, e0, e1 in ((views.front_a, views.a0, views.a1), (views.front_b, views.b0, views.b1)):
        normal, span = front.normal[view], e1[view] - e0[view]
        steep = dot(normal, way)
        steep = np.where(np.abs(steep) < 1e-9, 1e-9, steep)
        met = through + dot(normal, front.anchor[view] - through) / steep * way
        share = dot(span, met - e0[view]) / np.maximum(np.abs(span) ** 2, 1e-24)
        ends.append(views.origin[view] + e0[view] + np.clip(share, 0.0, 1.0) * span)
    return ends[0], ends[1]


def _spans(views: Views) -> _Spans:
    """From each turning point among a view's lines to the next; turning points in one place are one span."""
    points = turning_points(views)
    low, high = allowed(views, points.view, points.normal)
    points = points.rows((points.offset >= low - TOUCH_IN) & (points.offset <= high + TOUCH_IN))
    view, turn = points.view, np.angle(points.normal * np.conj(1j * views.way[points.view]))
    order = np.lexsort((turn, view))
    view, turn = view[order], turn[order]
    follows = view[1:] == view[:-1]
    here = follows & (turn[1:] - turn[:-1] < SAME_RAD)
    again = here & np.concatenate([[False], here[:-1]])[: len(here)]
    kept = np.flatnonzero(follows & ~again)
    return _Spans(view[kept], turn[kept], turn[kept + 1])


def _gaps(views: Views, kind: Ints, view: Ints, turn: Floats) -> _Gaps:
    """The gaps at each direction of a view that is looked at."""
    normal = 1j * views.way[view] * np.exp(1j * turn)
    low, high = shades(views, view, normal)
    least, most = allowed(views, view, normal)
    edges = np.concatenate([low, high, least[:, None] - 2 * TOUCH_IN, most[:, None] + 2 * TOUCH_IN], axis=1)
    steps = np.concatenate(
        [kind, -kind, np.full((len(kind), 1), _ALLOWED), np.full((len(kind), 1), -_ALLOWED)], axis=1
    )
    order = np.argsort(edges, axis=1)
    edges = np.take_along_axis(edges, order, 1)
    state = np.cumsum(np.take_along_axis(steps[view], order, 1), axis=1)[:, :-1]
    free = (state >= _ALLOWED) & (state % _PARTIAL == 0) & (edges[:, 1:] - edges[:, :-1] > TOUCH_IN)
    look, column = np.nonzero(free)
    return _Gaps(look, edges[look, column], edges[look, column + 1], state[look, column] != _ALLOWED)
