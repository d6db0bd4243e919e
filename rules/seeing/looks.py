"""Who sees whom, for many pairs of figures at once: the lines, the room to spare, and whether it is
certain.
"""

from dataclasses import dataclass

import numpy as np
from pennysight.rules.pieces import Pieces
from pennysight.rules.plane import (
    Bools,
    Floats,
    Ints,
    Points,
    cross,
    nearest_points,
    point_distance,
    segment_distance,
    unit,
)
from pennysight.rules.prepared import Prepared
from pennysight.rules.seeing.certainty import certain
from pennysight.rules.seeing.growth import most_growth
from pennysight.rules.seeing.lines import Shortest, shortest_lines
from pennysight.rules.seeing.linespace import TOUCH_IN
from pennysight.rules.seeing.room import MOST_IN, course, most_room
from pennysight.rules.seeing.scope import CLOSE, Scope, scope_of
from pennysight.rules.seeing.views import views

BLOCKED, PARTIAL, CLEAR = 0, 1, 2
MEETING_IN = 1e-9  # folds no farther apart than this meet
ROOMY_IN = 1e-5  # a line with so much room is free without a closer look


@dataclass(frozen=True)
class Looks:
    """What is seen in a scope, row by row."""

    scope: Scope
    answer: Ints  # (n,) BLOCKED, PARTIAL or CLEAR
    clear: Shortest
    partial: Shortest
    room_in: Floats  # (n,) margin_in of the ruling's sight
    sure: Bools  # (n,)


def looks(prepared: Prepared, attacker: Ints, target: Ints) -> Looks:
    """The look from each attacker (n,) at its target (n,).

    There and back are one and the same look, unless something is exempt for one of the two only.
    """
    return looks_in(prepared, scope_of(prepared, attacker, target))


def looks_in(prepared: Prepared, scope: Scope) -> Looks:
    """The look of each row of a scope."""
    own, of = _shared(scope)
    seen = _looks(prepared, scope.rows(own))
    back = scope.attacker != scope.attacker[own[of]]
    return Looks(
        scope,
        seen.answer[of],
        _turned(seen.clear, of, back),
        _turned(seen.partial, of, back),
        seen.room_in[of],
        seen.sure[of],
    )


def _shared(scope: Scope) -> tuple[Ints, Ints]:
    """The rows that need a look of their own, and for each row which of these is its look."""
    low, high = np.minimum(scope.attacker, scope.target), np.maximum(scope.attacker, scope.target)
    _, first, of = np.unique(low * (high.max(initial=0) + 1) + high, return_index=True, return_inverse=True)
    differs = (scope.marks != scope.marks[first[of]]).any(axis=1)
    looked_at = np.where(differs, np.arange(len(low)), first[of])
    own, look = np.unique(looked_at, return_inverse=True)
    return own, look


def _turned(shortest: Shortest, of: Ints, back: Bools) -> Shortest:
    start, end = shortest.start[of], shortest.end[of]
    return Shortest(shortest.length_in[of], np.where(back, end, start), np.where(back, start, end))


def _looks(prepared: Prepared, scope: Scope) -> Looks:
    pieces = prepared.pieces
    clear, partial = _lines(pieces, scope)
    seen = np.isfinite(np.minimum(clear.length_in, partial.length_in))
    answer = np.where(np.isfinite(clear.length_in), CLEAR, np.where(seen, PARTIAL, BLOCKED))
    start = np.where(answer == CLEAR, clear.start, partial.start)
    end = np.where(answer == CLEAR, clear.end, partial.end)
    away = np.where(scope.total, _room_from(pieces, scope, start, end), MOST_IN).min(axis=1, initial=MOST_IN)
    room = np.maximum(away, 0.0)  # of the line that is known to be free
    barred = scope.counting & scope.marked(CLOSE) & (answer == CLEAR)[:, None]
    for rows, batch in scope.batches_of(np.flatnonzero(seen), scope.total | barred):
        minding = course(batch.pairs, pieces, batch.total, batch.partial)
        room[rows] = np.maximum(room[rows], most_room(batch.pairs, minding).room_in)
    for rows, batch in scope.batches_of(np.flatnonzero(~seen), scope.total):
        room[rows] = most_growth(batch.pairs, pieces, batch.total)
    sure = certain(prepared, scope, answer == CLEAR, seen)
    return Looks(scope, answer, clear, partial, room, sure)


def _lines(pieces: Pieces, scope: Scope) -> tuple[Shortest, Shortest]:
    """The shortest clear and the shortest partial line of each row."""
    count = len(scope.attacker)
    counts = scope.marked(CLOSE) & (scope.total | scope.counting)
    start, end = nearest_points(scope.pairs.a0, scope.pairs.a1, scope.pairs.b0, scope.pairs.b1)
    length = np.abs(end - start)
    clear = Shortest(np.full(count, np.inf), start.copy(), end.copy())
    partial = Shortest(np.full(count, np.inf), start.copy(), end.copy())
    meeting = length <= MEETING_IN
    nearest_room = _room_from(pieces, scope, start, end)
    free = meeting | (np.where(counts, nearest_room, np.inf).min(axis=1, initial=np.inf) > ROOMY_IN)
    left = np.flatnonzero(~meeting & ~(free & ~(counts & scope.partial).any(axis=1)))
    left = left[~_shut(pieces, scope.rows(left))]
    for rows, batch in scope.batches_of(left, counts):
        seen = views(batch.pairs, pieces)
        found = shortest_lines(
            seen, pieces.total[seen.parts.piece], pieces.partial[seen.parts.piece], len(rows)
        )
        for kind, mine in zip((clear, partial), found, strict=True):
            kind.length_in[rows], kind.start[rows], kind.end[rows] = mine.length_in, mine.start, mine.end
    clear.length_in[free], clear.start[free], clear.end[free] = length[free], start[free], end[free]
    return clear, partial


def _room_from(pieces: Pieces, scope: Scope, start: Points, end: Points) -> Floats:
    piece = scope.pairs.piece
    apart = segment_distance(start[:, None], end[:, None], pieces.a[piece], pieces.b[piece])
    return apart - pieces.radius_in[piece]


def _shut(pieces: Pieces, scope: Scope) -> Bools:
    """Whether one total piece alone stands in all lines, which most blocked looks come to."""
    pairs = scope.pairs
    start = np.stack([pairs.a0, pairs.a1], axis=1)[:, :, None, None]
    end = np.stack([pairs.b0, pairs.b1], axis=1)[:, None, :, None]
    piece = pairs.piece[:, None, None]
    a, b, radius = pieces.a[piece], pieces.b[piece], pieces.radius_in[piece]
    along, way = unit(b - a), unit(end - start)
    right, left = cross(way, a - start), cross(way, b - start)
    past = cross(along, start - a), cross(along, end - a)
    edge = (right * left < 0) & (np.minimum(np.abs(right), np.abs(left)) > TOUCH_IN)
    edge &= (past[0] * past[1] < 0) & (np.minimum(np.abs(past[0]), np.abs(past[1])) > TOUCH_IN)
    stopped = np.where(radius > 0, point_distance(a, start, end) < radius - TOUCH_IN, edge)
    return np.asarray((stopped.all(axis=(1, 2)) & scope.total & scope.marked(CLOSE)).any(axis=1))
