"""What stands between folds that have grown.

A fold grown by g is all the ground within g of it. What stands in grown ground hides nothing, and neither
does what a line meets before it leaves the one or after it enters the other. So a piece counts as far as it
is surely between: all of it if its own line parts the grown folds, else what is beyond the fold's own line
moved forward by g, or beyond the foremost point of the grown fold. Never more than stands between counts.
"""

import numpy as np
from pennysight.rules.pieces import Pieces
from pennysight.rules.plane import Bools, Floats, Ints, Points, cross, dot, nearest_points, unit
from pennysight.rules.seeing.linespace import FAR_IN
from pennysight.rules.seeing.views import Front, Pairs, Parts, Views, joined


def between_grown(
    pairs: Pairs, pieces: Pieces, total: Bools, grown: Floats, loose: bool
) -> tuple[Views, Floats, Ints]:
    """The parts of total pieces that are surely beyond both grown folds, with their slack and bodies.

    A disc that is not wholly beyond counts as its own diameter across the way. A part more is an edge's
    second stretch, where it is beyond at both ends only.
    """
    grown_a, grown_b = grown
    origin = (pairs.a0 + pairs.a1 + pairs.b0 + pairs.b1) / 4
    a0, a1, b0, b1 = pairs.a0 - origin, pairs.a1 - origin, pairs.b0 - origin, pairs.b1 - origin
    piece = pairs.piece
    slack = pieces.slack_in[piece] if loose else np.zeros(piece.shape)
    body = pieces.body[piece] if loose else np.zeros(piece.shape, dtype=np.int64)
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
    deep_a, deep_b = _parting(v0, v1, (a0, a1), (b0, b1))
    parting = (deep_a >= beyond_a) & (deep_b >= beyond_b)
    stretches = [
        (np.maximum(from_a[0], from_b[0]), np.minimum(from_a[1], from_b[1]))
        for from_a in _beyond(v0, v1, (foremost_a, side_a), beyond_a)
        for from_b in _beyond(v0, v1, (foremost_b, side_b), beyond_b)
    ]
    stretches[0] = np.where(parting, 0.0, stretches[0][0]), np.where(parting, 1.0, stretches[0][1])
    there = (piece >= 0) & total
    parts, columns = [], []
    for number, (start, stop) in enumerate(stretches):
        ok = there & (start <= stop) if number == 0 else there & (start < stop) & ~parting
        some = np.arange(piece.shape[1]) if number == 0 else np.flatnonzero(ok.any(axis=0))
        span = v1[:, some] - v0[:, some]
        one, other = v0[:, some] + start[:, some] * span, v0[:, some] + stop[:, some] * span
        parts.append(
            Parts(
                v0=one,
                v1=other,
                s0=one,
                s1=other,
                centre=centre[:, some],
                radius=np.where(whole, radius, 0.0)[:, some],
                ok=ok[:, some],
                piece=piece[:, some],
                flush=np.zeros((len(origin), len(some)), dtype=np.bool_),
            )
        )
        columns.append(some)
    everything = Front(near_a - FAR_IN * way, way)
    pair, column = np.arange(len(origin)), np.concatenate(columns)
    seen = Views(pair, origin, way, a0, a1, b0, b1, everything, everything, joined(parts))
    return seen, slack[:, column], body[:, column]


def _parting(
    v0: Points, v1: Points, a: tuple[Points, Points], b: tuple[Points, Points]
) -> tuple[Floats, Floats]:
    """How far folds a and b (n,) are from each edge's own line, a on the one side and b on the other.

    A line from one to the other meets the edge's line once. Below 0 where the edge does not part them.
    """
    way = unit(v1 - v0)
    a0, a1, b0, b1 = (cross(way, end[:, None] - v0) for end in (*a, *b))
    left = np.minimum(a0, a1), -np.maximum(b0, b1)
    right = -np.maximum(a0, a1), np.minimum(b0, b1)
    to_left = np.minimum(*left) > np.minimum(*right)
    deep_a, deep_b = np.where(to_left, left[0], right[0]), np.where(to_left, left[1], right[1])
    return np.where(way != 0, deep_a, -1.0), np.where(way != 0, deep_b, -1.0)


def _side(a0: Points, a1: Points, b0: Points, b1: Points, grown_a: Floats, grown_b: Floats) -> Front:
    """The side of fold a's own line on which grown fold b lies; nothing at all where it lies on both."""
    normal = 1j * unit(a1 - a0)
    deep = np.stack([dot(normal, b0 - a0), dot(normal, b1 - a0)])
    normal = np.where(deep.sum(axis=0) < 0, -normal, normal)
    apart = np.abs(deep).min(axis=0) * (np.sign(deep[0]) == np.sign(deep[1]))
    return Front(a0 + np.where(apart >= grown_a + grown_b, 0.0, FAR_IN) * normal, normal)


def _beyond(
    v0: Points, v1: Points, fronts: tuple[Front, Front], beyond: Floats
) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
    """From which share to which each edge is beyond the one front or the other: one stretch, or two apart."""
    one, other = (_share(v0, v1, front, beyond) for front in fronts)
    together = (one[0] <= other[1]) & (other[0] <= one[1])
    empty = one[0] > one[1]
    first = (
        np.where(together, np.minimum(one[0], other[0]), np.where(empty, other[0], one[0])),
        np.where(together, np.maximum(one[1], other[1]), np.where(empty, other[1], one[1])),
    )
    return first, (np.where(together | empty, 1.0, other[0]), np.where(together | empty, 0.0, other[1]))


def _share(v0: Points, v1: Points, front: Front, beyond: Floats) -> tuple[Floats, Floats]:
    """From which share to which each edge is beyond a front, 1 to 0 if nowhere."""
    deep0, deep1 = front.depth(v0) - beyond, front.depth(v1) - beyond
    share = np.clip(deep0 / np.where(deep0 == deep1, 1.0, deep0 - deep1), 0.0, 1.0)
    start = np.where(deep0 >= 0, 0.0, np.where(deep1 >= 0, share, 1.0))
    stop = np.where(deep1 >= 0, 1.0, np.where(deep0 >= 0, share, 0.0))
    return start, stop
