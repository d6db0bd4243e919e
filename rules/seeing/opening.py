"""How far both folds of a blocked pair must grow before a line opens.

A fold grown by g is all the ground within g of it. What stands in grown ground hides nothing, and neither
does what a line meets before it leaves the one or after it enters the other. So a piece counts as far as it
is surely between: all of it if its own line parts the grown folds, else what is beyond the fold's own line
moved forward by g, or beyond the foremost point of the grown fold. Never more than stands between counts,
so the growth found is never more than the true one.
"""

import numpy as np
from pennysight.rules.plane import Bools, Floats, Ints, Points, cross, dot, nearest_points, unit
from pennysight.rules.prepared import Pieces
from pennysight.rules.seeing.linespace import (
    FAR_IN,
    TOUCH_IN,
    TurningPoints,
    fold_lines,
    shades,
    turning_points,
)
from pennysight.rules.seeing.room import CLOSE_IN, MOST_IN
from pennysight.rules.seeing.views import Front, Pairs, Parts, Views

ANY_IN = 1e-3
TRIED_AT_ONCE = 16
BROADEST = 10  # pieces that are tried on their own
WELL_INSIDE_IN = 1e-3
BESIDE = np.exp(1e-5j)  # so little beside a turning point, on either side, is looked


def most_growth(pairs: Pairs, pieces: Pieces, total: Bools) -> Floats:
    """The greatest growth (n,) of both folds that opens no line past the pieces `total` (n, k), at most
    `MOST_IN`.

    Half the distance is always enough, since then the grown folds meet.
    """
    near_a, near_b = nearest_points(pairs.a0, pairs.a1, pairs.b0, pairs.b1)
    most = np.minimum(MOST_IN, np.abs(near_b - near_a) / 2)
    low, high = np.zeros(len(most)), opening(pairs, pieces, total, None, most)
    unchanged = _unchanged(pairs, pieces, total, np.stack([high] * 2))
    low[unchanged] = high[unchanged]
    left = np.flatnonzero(~unchanged & (high > CLOSE_IN))
    fewest = 1
    while len(left):
        count = max(fewest, TRIED_AT_ONCE // len(left))
        tried = low[left] + np.linspace(0.0, 1.0, count + 1)[:, None] * (high[left] - CLOSE_IN - low[left])
        many = np.tile(left, count)
        growth = np.stack([tried[1:].ravel()] * 2)
        shut = opening(pairs.rows(many), pieces, total[many], growth, ANY_IN).reshape(count, -1) > 0
        all_shut = shut.all(axis=0)
        first_open = np.where(all_shut, count, np.argmin(shut, axis=0))
        column = np.arange(len(left))
        low[left] = np.where(all_shut, high[left], tried[first_open, column])
        high[left] = np.where(all_shut, high[left], tried[np.minimum(first_open + 1, count), column])
        left = left[high[left] - low[left] > CLOSE_IN]
        fewest = 2
    return low


def _unchanged(pairs: Pairs, pieces: Pieces, total: Bools, grown: Floats) -> Bools:
    """Whether all pieces stand between the grown folds just as between the folds themselves."""
    before = _grown(pairs, pieces, total, np.zeros_like(grown), False)[0].parts
    after = _grown(pairs, pieces, total, grown, False)[0].parts
    changed = (before.ok != after.ok) | (before.radius != after.radius)
    changed |= before.ok & ((before.v0 != after.v0) | (before.v1 != after.v1))
    return np.asarray(~changed.any(axis=1))


def opening(
    pairs: Pairs,
    pieces: Pieces,
    total: Bools,
    grown: Floats | None,
    within: Floats | float = MOST_IN,
    loose: bool = False,
) -> Floats:
    """How much farther than `grown` (2, n), not at all if None, folds a and b must grow for a line to open.

    That is 0 if one is open. Only what opens `within` so much is looked for. With `loose`, every body may
    besides be off by its slack.

    Along the rim of what is shaded the growth that opens a line is least where the rim has a corner, or
    where both folds are equally far from the line: at turning points, and at lines that touch both folds.
    """
    grown_a, grown_b = grown = np.zeros((2, len(pairs.a0))) if grown is None else grown
    seen, slack, body = _grown(pairs, pieces, total, grown, loose)
    least = np.zeros(len(pairs.a0)) + within
    points = fold_lines(seen, grown)
    for last in (False, True):
        view = np.concatenate([points.view, points.view])
        normal = np.concatenate([points.normal * BESIDE, points.normal / BESIDE])
        low, high = _wanted(seen, grown_a, grown_b, view, normal)
        shade_low, shade_high = shades(seen, view, normal)
        right = _reach(-high, -low, -shade_high, -shade_low, slack[view], body[view])
        left = _reach(low, high, shade_low, shade_high, slack[view], body[view])
        np.minimum.at(least, view, np.maximum(np.minimum(right, left), 0.0))
        if not last:
            points = turning_points(seen, least + np.maximum(grown_a, grown_b))
            low, high = _wanted(seen, grown_a, grown_b, points.view, points.normal)
            points = points.rows(np.maximum(low - points.offset, points.offset - high) < least[points.view])
            points = points.rows(~_hidden(seen, points, slack))
    return least


def _hidden(seen: Views, points: TurningPoints, slack: Floats) -> Bools:
    """Which turning points lie well inside the shade of one piece, so that no line opens there.

    Broad pieces are tried first; what is left then is looked at as a whole.
    """
    breadth = np.where(
        seen.parts.ok,
        np.abs(dot(seen.way[:, None], 1j * (seen.parts.v1 - seen.parts.v0))) + seen.parts.radius,
        0.0,
    )
    broadest = np.argsort(-breadth, axis=1)[:, :BROADEST]
    hidden = np.zeros(len(points.view), dtype=np.bool_)
    normal = points.normal
    for column in broadest.T:
        left = np.flatnonzero(~hidden)
        view = points.view[left]
        piece = column[view]
        one, other = (
            dot(normal[left], seen.parts.v0[view, piece]),
            dot(normal[left], seen.parts.v1[view, piece]),
        )
        keep = seen.parts.radius[view, piece] - slack[view, piece] - WELL_INSIDE_IN
        offset = points.offset[left]
        inside = (np.minimum(one, other) - keep < offset) & (offset < np.maximum(one, other) + keep)
        hidden[left] = inside & seen.parts.ok[view, piece]
    return hidden


def _wanted(
    views: Views, grown_a: Floats, grown_b: Floats, view: Ints, normal: Points
) -> tuple[Floats, Floats]:
    """The offsets of lines that meet both grown folds, the wrong way round if there are none."""
    a = dot(normal, views.a0[view]), dot(normal, views.a1[view])
    b = dot(normal, views.b0[view]), dot(normal, views.b1[view])
    low = np.maximum(np.minimum(*a) - grown_a[view], np.minimum(*b) - grown_b[view])
    high = np.minimum(np.maximum(*a) + grown_a[view], np.maximum(*b) + grown_b[view])
    return low, high


def _reach(
    low: Floats, high: Floats, shade_low: Floats, shade_high: Floats, slack: Floats, body: Ints
) -> Floats:
    """How far past `high` the shade reaches that covers the middle of the wanted offsets, towards greater
    offsets.

    Shades hang together where they touch, or overlap by more than their bodies may move apart.
    """
    rows = np.arange(len(low))
    middle = (low + high) / 2
    covers = (
        shade_low + slack <= middle[:, None] + TOUCH_IN,
        shade_high - slack >= middle[:, None] - TOUCH_IN,
    )
    starts: Bools = covers[0] & covers[1]
    begun = starts.any(axis=1, keepdims=True)
    edge, edge_slack, edge_body = middle.copy(), np.zeros(len(low)), np.zeros(len(low), dtype=np.int64)
    joins = starts
    while True:
        top = np.where(joins, shade_high, -np.inf)
        best = top.argmax(axis=1)
        farther = top[rows, best] > edge
        if not farther.any():
            break
        edge = np.where(farther, top[rows, best], edge)
        edge_slack = np.where(farther, slack[rows, best], edge_slack)
        edge_body = np.where(farther, body[rows, best], edge_body)
        apart = np.where(body == edge_body[:, None], 0.0, slack + edge_slack[:, None])
        joins = begun & (shade_low + apart <= edge[:, None] + TOUCH_IN)
    return edge - edge_slack - high


def _grown(
    pairs: Pairs, pieces: Pieces, total: Bools, grown: Floats, loose: bool
) -> tuple[Views, Floats, Ints]:
    """The parts of total pieces that are surely beyond both grown folds, with their slack and bodies.

    A disc that is not wholly beyond counts as its own diameter across the way.
    """
    grown_a, grown_b = grown
    origin = (pairs.a0 + pairs.a1 + pairs.b0 + pairs.b1) / 4
    a0, a1, b0, b1 = pairs.a0 - origin, pairs.a1 - origin, pairs.b0 - origin, pairs.b1 - origin
    piece = pairs.piece
    slack = pieces.slack_in[piece] if loose else np.zeros(piece.shape)
    near_a, near_b = nearest_points(a0, a1, b0, b1)
    way = unit(near_b - near_a)
    centre, end = pieces.a[piece] - origin[:, None], pieces.b[piece] - origin[:, None]
    radius = pieces.radius_in[piece]
    foremost_a, foremost_b = Front(near_a, way), Front(near_b, -way)
    side_a, side_b = _side(a0, a1, b0, b1, grown_a, grown_b), _side(b0, b1, a0, a1, grown_b, grown_a)
    beyond_a, beyond_b = grown_a[:, None] + slack, grown_b[:, None] + slack
    whole = np.maximum(foremost_a.depth(centre), side_a.depth(centre)) - radius >= beyond_a
    whole &= np.maximum(foremost_b.depth(centre), side_b.depth(centre)) - radius >= beyond_b
    across = np.where(whole, 0.0, radius) * 1j * way[:, None]
    v0, v1 = centre + across, end - across
    from_a = _beyond(v0, v1, (foremost_a, side_a), beyond_a)
    from_b = _beyond(v0, v1, (foremost_b, side_b), beyond_b)
    between = _between(v0, v1, (a0, a1), (b0, b1), beyond_a, beyond_b)
    start = np.where(between, 0.0, np.maximum(from_a[0], from_b[0]))
    stop = np.where(between, 1.0, np.minimum(from_a[1], from_b[1]))
    span = v1 - v0
    everything = Front(near_a - FAR_IN * way, way)
    seen = Views(
        pair=np.arange(len(origin)),
        origin=origin,
        way=way,
        a0=a0,
        a1=a1,
        b0=b0,
        b1=b1,
        front_a=everything,
        front_b=everything,
        parts=Parts(
            v0=v0 + start * span,
            v1=v0 + stop * span,
            centre=centre,
            radius=np.where(whole, radius, 0.0),
            ok=(piece >= 0) & total & (start <= stop),
            piece=piece,
            flush=np.zeros(piece.shape, dtype=np.bool_),
        ),
    )
    return seen, slack, pieces.body[piece] if loose else np.zeros(piece.shape, dtype=np.int64)


def _between(
    v0: Points,
    v1: Points,
    a: tuple[Points, Points],
    b: tuple[Points, Points],
    beyond_a: Floats,
    beyond_b: Floats,
) -> Bools:
    """Whether an edge's own line parts the grown folds, so that each line between them meets it once."""
    way = unit(v1 - v0)
    a0, a1, b0, b1 = (cross(way, end[:, None] - v0) for end in (*a, *b))
    left = (np.minimum(a0, a1) >= beyond_a) & (np.maximum(b0, b1) <= -beyond_b)
    right = (np.maximum(a0, a1) <= -beyond_a) & (np.minimum(b0, b1) >= beyond_b)
    return np.asarray((left | right) & (way != 0))


def _side(a0: Points, a1: Points, b0: Points, b1: Points, grown_a: Floats, grown_b: Floats) -> Front:
    """The side of fold a's own line on which grown fold b lies; nothing at all where it lies on both."""
    normal = 1j * unit(a1 - a0)
    deep = np.stack([dot(normal, b0 - a0), dot(normal, b1 - a0)])
    normal = np.where(deep.sum(axis=0) < 0, -normal, normal)
    apart = np.abs(deep).min(axis=0) * (np.sign(deep[0]) == np.sign(deep[1]))
    return Front(a0 + np.where(apart >= grown_a + grown_b, 0.0, FAR_IN) * normal, normal)


def _beyond(v0: Points, v1: Points, fronts: tuple[Front, Front], beyond: Floats) -> tuple[Floats, Floats]:
    """From which share to which of each edge it is beyond the one front or the other; the longer if it is
    twice.
    """
    (start, stop), (other_start, other_stop) = (_share(v0, v1, front, beyond) for front in fronts)
    overlap = (start <= other_stop) & (other_start <= stop)
    longer = stop - start >= other_stop - other_start
    both = np.minimum(start, other_start), np.maximum(stop, other_stop)
    one = np.where(longer, start, other_start), np.where(longer, stop, other_stop)
    return np.where(overlap, both[0], one[0]), np.where(overlap, both[1], one[1])


def _share(v0: Points, v1: Points, front: Front, beyond: Floats) -> tuple[Floats, Floats]:
    """From which share to which each edge is beyond a front, 1 to 0 if nowhere."""
    deep0, deep1 = front.depth(v0) - beyond, front.depth(v1) - beyond
    share = np.clip(deep0 / np.where(deep0 == deep1, 1.0, deep0 - deep1), 0.0, 1.0)
    start = np.where(deep0 >= 0, 0.0, np.where(deep1 >= 0, share, 1.0))
    stop = np.where(deep1 >= 0, 1.0, np.where(deep0 >= 0, share, 0.0))
    return start, stop
