"""Straight lines from fold to fold, exactly: which are free, and the shortest of each kind.

A line is free where no piece shades it, and between two turning points next to one another nothing changes
(see linespace). So looking once between each two decides for all lines: a gap of a hair is found, and one
of no width is not (H-180, HA-01 to HA-04). The shortest line through a gap touches what bounds it.
"""

from dataclasses import dataclass

import numpy as np
from pennysight.rules.plane import Bools, Floats, Ints, Points, dot
from pennysight.rules.seeing.linespace import TOUCH_IN, Rims, allowed, shade_rims, shades, turning_points
from pennysight.rules.seeing.views import Views

INSET_IN = 1e-4  # lines given out keep so far from what they pass, where there is room
INSET_SHARE = 1e-4  # and keep so much of the span from its end
HALVINGS = 18  # of a span, to find where a line is shortest: what is left tells in the length's square
_TOTAL, _PARTIAL, _ALLOWED = 1, 1 << 10, 1 << 20
SAME_RAD = 1e-12
FLATTEST = 1e-9  # the sine of the least angle between a line and a fold


@dataclass(frozen=True)
class Shortest:
    """For each pair the length of its shortest line of a kind, inf where there is none, and the ends of such
    a line, board frame: as much off what it touches as lines given out are.
    """

    length_in: Floats  # (n,)
    start: Points  # (n,) on fold a
    end: Points  # (n,) on fold b

    def rows(self, rows: slice) -> "Shortest":
        """The lines of those rows."""
        return Shortest(self.length_in[rows], self.start[rows], self.end[rows])


@dataclass(frozen=True)
class _Spans:
    """Directions between turning points next to one another, as turns from their view's way."""

    view: Ints  # (s,)
    low: Floats  # (s,) radians
    high: Floats
    middle: Floats


@dataclass(frozen=True)
class _Gaps:
    """Intervals of offsets that no total piece shades, all along a span."""

    span: Ints  # (g,)
    low: Rims
    high: Rims
    partial: Bools  # (g,) whether a partial piece shades it

    def rows(self, rows: Bools | Ints) -> "_Gaps":
        """The gaps of those rows."""
        return _Gaps(self.span[rows], self.low.rows(rows), self.high.rows(rows), self.partial[rows])


def shortest_lines(views: Views, total: Bools, partial: Bools, pairs: int) -> tuple[Shortest, Shortest]:
    """The shortest clear line of each pair, and the shortest that crosses partial pieces but no total one.

    `total` and `partial` (m, k) say which pieces of the views count as what.
    """
    kind = np.where(views.parts.ok, np.where(total, _TOTAL, np.where(partial, _PARTIAL, 0)), 0)
    spans = _spans(views)
    found = _shortest(views, spans, _gaps(views, kind, spans), pairs)
    return found.rows(slice(pairs)), found.rows(slice(pairs, None))


def _shortest(views: Views, spans: _Spans, gaps: _Gaps, pairs: int) -> Shortest:
    """The shortest line through the gaps of each pair that no partial piece shades, and then the shortest of
    each pair through the others.

    At one direction the length is linear in the offset, so it is least along a rim; and along a rim it is a
    convex function of the direction. Rims with nothing as short as is known already are passed over.
    """
    result = Shortest(np.full(2 * pairs, np.inf), np.zeros(2 * pairs, complex), np.zeros(2 * pairs, complex))
    side = np.repeat([0, 1], len(gaps.span))
    gap, rims = np.tile(np.arange(len(gaps.span)), 2), gaps.low.and_(gaps.high)
    span = gaps.span[gap]
    low, middle, high = (
        _length(views, spans.view[span], turn[span], rims) for turn in (spans.low, spans.middle, spans.high)
    )
    row = views.pair[spans.view[span]] + pairs * gaps.partial[gap]
    known = result.length_in.copy()
    np.minimum.at(known, row, np.minimum(np.minimum(low, high), middle))
    least = np.minimum(np.minimum(low, high), 2 * middle - np.maximum(low, high))
    some = np.flatnonzero(least <= known[row])
    row, gap, side, span, rims = row[some], gap[some], side[some], span[some], rims.rows(some)
    view, below, above = spans.view[span], spans.low[span], spans.high[span]
    for _ in range(HALVINGS):
        turn = (below + above) / 2
        rising = _growth(views, view, turn, rims) > 0
        below, above = np.where(rising, below, turn), np.where(rising, turn, above)
    found = np.stack([(below + above) / 2, spans.low[span], spans.high[span]])
    lengths = np.stack([_length(views, view, turn, rims) for turn in found])
    best = lengths.argmin(axis=0)
    turn, length = found[best, np.arange(len(best))], lengths[best, np.arange(len(best))]
    order = np.lexsort((length, row))
    first = order[np.unique(row[order], return_index=True)[1]]
    start, end = _given(views, spans, gaps.rows(gap[first]), turn[first], side[first])
    result.length_in[row[first]] = length[first]
    result.start[row[first]], result.end[row[first]] = start, end
    return result


def _length(views: Views, view: Ints, turn: Floats, rims: Rims) -> Floats:
    """The length of the line along each rim at a direction."""
    way = views.way[view] * np.exp(1j * turn)
    start, end = _ends(views, view, way, rims.centre + rims.bulge * 1j * way)
    return np.abs(end - start)


def _growth(views: Views, view: Ints, turn: Floats, rims: Rims) -> Floats:
    """How the length of the line along each rim grows with its direction."""
    way = views.way[view] * np.exp(1j * turn)
    touching = rims.centre + rims.bulge * 1j * way
    growth = np.zeros(len(view))
    for front, side in ((views.front_a, 1.0), (views.front_b, -1.0)):
        normal = front.normal[view]
        steep = np.maximum(side * dot(normal, way), FLATTEST)
        growth += dot(normal, front.anchor[view] - touching) * dot(normal, 1j * way) * side / steep**2
    return growth


def _given(views: Views, spans: _Spans, gaps: _Gaps, turn: Floats, side: Ints) -> tuple[Points, Points]:
    """Where lines near the low (0) or high (1) sides of gaps start on fold a and end on fold b, board
    frame.
    """
    view = spans.view[gaps.span]
    low, high = spans.low[gaps.span], spans.high[gaps.span]
    turn = np.clip(turn, low + INSET_SHARE * (high - low), high - INSET_SHARE * (high - low))
    way = views.way[view] * np.exp(1j * turn)
    least, most = gaps.low.offset(1j * way), gaps.high.offset(1j * way)
    inset = np.clip((most - least) / 500, 0.0, INSET_IN)
    start, end = _ends(views, view, way, np.where(side == 0, least + inset, most - inset) * 1j * way)
    return views.origin[view] + start, views.origin[view] + end


def _ends(views: Views, view: Ints, way: Points, through: Points) -> tuple[Points, Points]:
    """Where lines through points start on fold a and end on fold b."""
    ends = []
    for front, e0, e1 in ((views.front_a, views.a0, views.a1), (views.front_b, views.b0, views.b1)):
        normal, span = front.normal[view], e1[view] - e0[view]
        steep = dot(normal, way)
        steep = np.where(np.abs(steep) < FLATTEST, FLATTEST, steep)
        met = through + dot(normal, front.anchor[view] - through) / steep * way
        share = dot(span, met - e0[view]) / np.maximum(np.abs(span) ** 2, 1e-24)
        ends.append(e0[view] + np.clip(share, 0.0, 1.0) * span)
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
    low, high = turn[kept], turn[kept + 1]
    return _Spans(view[kept], low, high, (low + high) / 2)


def _gaps(views: Views, kind: Ints, spans: _Spans) -> _Gaps:
    """The gaps in the middle of each span."""
    view = spans.view
    normal = 1j * views.way[view] * np.exp(1j * spans.middle)
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
    span, column = np.nonzero(free)
    below, above = (
        shade_rims(views, view[span], normal[span], order[span, at]) for at in (column, column + 1)
    )
    return _Gaps(span, below, above, state[span, column] != _ALLOWED)
