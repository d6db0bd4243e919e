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
_SAMPLES = np.array([1e-4, 0.02, 0.15, 0.5, 0.85, 0.98, 1 - 1e-4])


@dataclass(frozen=True)
class Shortest:
    """For each pair the length of its shortest line of a kind, inf where there is none, and its ends, board
    frame.
    """

    length_in: Floats  # (n,)
    start: Points  # (n,) on fold a
    end: Points  # (n,) on fold b


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
    view, low, high = _spans(views)
    middle = _gaps(views, kind, view, (low + high) / 2)
    spans = view, low, high
    return (
        _shortest(views, kind, spans, np.unique(middle.look[~middle.partial]), False, pairs),
        _shortest(views, kind, spans, np.unique(middle.look[middle.partial]), True, pairs),
    )


def _shortest(
    views: Views, kind: Ints, spans: tuple[Ints, Floats, Floats], within: Ints, crossing: bool, pairs: int
) -> Shortest:
    """The shortest line of a kind, looked for in the spans that hold one.

    Along a corner or tangent the length is a convex function of the direction, and at one direction it is
    linear in the offset: so samples at the ends of the gaps, closer around each span's best, come within a
    thousandth or so.
    """
    result = Shortest(np.full(pairs, np.inf), np.zeros(pairs, complex), np.zeros(pairs, complex))
    if len(within) == 0:
        return result
    view, low, high = (part[within] for part in spans)
    count = len(_SAMPLES)
    turns = low[:, None] + _SAMPLES * (high - low)[:, None]
    length, start, end = _best_at(views, kind, np.repeat(view, count), turns.ravel(), crossing)
    length = length.reshape(-1, count)
    best = np.argmin(length, axis=1)[:, None]
    left, right = np.maximum(best - 1, 0), np.minimum(best + 1, count - 1)
    closer_low, closer_high = np.take_along_axis(turns, left, 1), np.take_along_axis(turns, right, 1)
    closer = closer_low + np.linspace(0.0, 1.0, 9) * (closer_high - closer_low)
    found = _best_at(views, kind, np.repeat(view, 9), closer.ravel(), crossing)
    pair = views.pair[np.concatenate([np.repeat(view, count), np.repeat(view, 9)])]
    length = np.concatenate([length.ravel(), found[0]])
    start, end = np.concatenate([start, found[1]]), np.concatenate([end, found[2]])
    order = np.lexsort((length, pair))
    first = order[np.unique(pair[order], return_index=True)[1]]
    result.length_in[pair[first]] = length[first]
    result.start[pair[first]], result.end[pair[first]] = start[first], end[first]
    return result


def _best_at(
    views: Views, kind: Ints, view: Ints, turn: Floats, crossing: bool
) -> tuple[Floats, Points, Points]:
    """The shortest line of a kind at each direction looked at: length (inf where there is none) and ends."""
    gaps = _gaps(views, kind, view, turn)
    mine = gaps.partial == crossing
    look, low, high = gaps.look[mine], gaps.low[mine], gaps.high[mine]
    inset = np.minimum(INSET_IN, (high - low) / 500)
    look = np.concatenate([look, look])
    start, end = _ends(views, view[look], turn[look], np.concatenate([low + inset, high - inset]))
    length = np.full(len(view), np.inf)
    starts, ends = np.zeros(len(view), complex), np.zeros(len(view), complex)
    found = np.abs(end - start)
    order = np.lexsort((found, look))
    first = order[np.unique(look[order], return_index=True)[1]]
    length[look[first]], starts[look[first]], ends[look[first]] = found[first], start[first], end[first]
    return length, starts, ends


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


def _spans(views: Views) -> tuple[Ints, Floats, Floats]:
    """From each turning point among a view's lines to the next: the view, and both turns from its way."""
    points = turning_points(views)
    low, high = allowed(views, points.view, points.normal)
    points = points.rows((points.offset >= low - TOUCH_IN) & (points.offset <= high + TOUCH_IN))
    view, turn = points.view, np.angle(points.normal * np.conj(1j * views.way[points.view]))
    order = np.lexsort((turn, view))
    view, turn = view[order], turn[order]
    follows = view[1:] == view[:-1]
    return view[:-1][follows], turn[:-1][follows], turn[1:][follows]


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
