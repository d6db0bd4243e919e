"""How far free lines from fold to fold keep from what stands about: the most room that any of them has.

Branch and bound over the square of lines, from a point of one fold to a point of the other. What makes it
exact: take the four lines from both ends of a stretch of fold a to both ends of a stretch of fold b. If all
four come within some distance of a convex piece, so does every line between the two stretches. (Else a
straight line parts the piece, grown by that distance, from a line that keeps off it. At least one end of
each stretch is on the line's side of the parting, and so is all of the line between those two ends.) The
same holds for any connected thing that lies in front of both folds, since a line from fold to fold has it
wholly to its left or wholly to its right.
"""

from dataclasses import dataclass

import numpy as np
from pennysight.rules.pieces import Pieces
from pennysight.rules.plane import Bools, Floats, Ints, Points, crosses, segment_distance
from pennysight.rules.seeing.views import Pairs, front

MOST_IN = 1.0  # more room than this is not told apart
CLOSE_IN = 5e-4  # rooms are found to within this
STEPS = 3  # into which a stretch is divided
SMALLEST = 2e-4  # of a fold: no smaller stretch is looked at


@dataclass(frozen=True)
class Room:
    """For each pair the most room of any line, 0 or less where none is free, and the ends of such a line."""

    room_in: Floats  # (n,)
    start: Points  # (n,)
    end: Points  # (n,)


@dataclass(frozen=True)
class Course:
    """What lines of each pair must mind: pieces to keep off, as if nearer by `nearer_in`, and pieces not to
    cross.
    """

    a: Points  # (n, k)
    b: Points
    nearer_in: Floats
    keep_off: Bools
    not_cross: Bools
    group: Ints  # pieces of one number, side by side, are bounded as one thing

    def rows(self, rows: Ints) -> "Course":
        """The course of those rows."""
        return Course(*(getattr(self, name)[rows] for name in Course.__dataclass_fields__))

    def room(self, start: Points, end: Points) -> Floats:
        """The room (n, s, t, k) that lines from start (n, s, 1) to end (n, 1, t) have from each piece."""
        start, end = start[..., None], end[..., None]
        a, b = self.a[:, None, None], self.b[:, None, None]
        away = segment_distance(start, end, a, b) - self.nearer_in[:, None, None]
        room = np.where(self.keep_off[:, None, None], np.minimum(away, MOST_IN), MOST_IN)
        if self.not_cross.any():
            room = np.where(self.not_cross[:, None, None] & crosses(start, end, a, b), -MOST_IN, room)
        return room

    def grouped(self, room: Floats) -> Floats:
        """The room (n, s, t, k) from the whole of each piece's group."""
        reach = 1
        while reach < room.shape[3]:
            same = (self.group[:, reach:] == self.group[:, :-reach])[:, None, None]
            if not same.any():
                break
            least = np.where(same, np.minimum(room[..., reach:], room[..., :-reach]), MOST_IN)
            room = room.copy()
            np.minimum(room[..., reach:], least, out=room[..., reach:])
            np.minimum(room[..., :-reach], least, out=room[..., :-reach])
            reach *= 2
        return room


def course(pairs: Pairs, pieces: Pieces, keep_off: Bools, not_cross: Bools, slack: bool = False) -> Course:
    """The course of pairs; with `slack`, pieces are as near as they may be."""
    piece = pairs.piece
    nearer = pieces.radius_in[piece] + (pieces.slack_in[piece] if slack else 0.0)
    group = np.where(_in_front(pairs, pieces), pieces.owner[piece], -1 - np.arange(piece.shape[1]))
    return Course(pieces.a[piece], pieces.b[piece], nearer, keep_off, not_cross, group)


def _in_front(pairs: Pairs, pieces: Pieces) -> Bools:
    """Which pieces (n, k) belong to obstacles that lie wholly in front of both folds."""
    hub, spread = pieces.hub[pairs.piece], pieces.spread_in[pairs.piece]
    inside = np.ones(hub.shape, dtype=np.bool_)
    for a0, a1, b0, b1 in (
        (pairs.a0, pairs.a1, pairs.b0, pairs.b1),
        (pairs.b0, pairs.b1, pairs.a0, pairs.a1),
    ):
        ahead = front(a0, a1, b0, b1)
        facing = ahead.depth(np.stack([b0, b1], axis=1)).min(axis=1) >= 0  # not so where a's line cuts fold b
        inside &= facing[:, None] & (ahead.depth(hub) >= spread)
    return inside


def most_room(pairs: Pairs, minding: Course) -> Room:
    """The line of each pair that has the most room; the true room is more by 0.0005 in at most."""
    count = len(pairs.a0)
    best = Room(np.full(count, -MOST_IN), np.zeros(count, complex), np.zeros(count, complex))
    row, low, width = np.arange(count), np.zeros((count, 2)), 1.0
    while len(row) and width > SMALLEST:
        share = np.linspace(0.0, width, STEPS + 1)
        start = _along(pairs.a0[row], pairs.a1[row], low[:, :1] + share)[:, :, None]
        end = _along(pairs.b0[row], pairs.b1[row], low[:, 1:] + share)[:, None, :]
        rooms = minding.rows(row).room(start, end)
        _keep_best(best, row, rooms.min(axis=3, initial=MOST_IN), start[:, :, 0], end[:, 0])
        bound = minding.rows(row).grouped(rooms)
        bound = np.maximum(bound[:, 1:], bound[:, :-1])
        bound = np.maximum(bound[:, :, 1:], bound[:, :, :-1]).min(axis=3, initial=MOST_IN)
        enough = np.maximum(best.room_in, 0.0) + CLOSE_IN
        cell, i, j = np.nonzero(bound > enough[row, None, None])
        width /= STEPS
        row, low = row[cell], low[cell] + np.stack([i, j], axis=1) * width
    return best


def _along(a0: Points, a1: Points, share: Floats) -> Points:
    return a0[:, None] + share * (a1 - a0)[:, None]


def _keep_best(best: Room, row: Ints, rooms: Floats, start: Points, end: Points) -> None:
    """Note the roomiest line of each pair, if it beats the best so far."""
    flat = rooms.reshape(len(row), -1)
    at = flat.argmax(axis=1)
    found = flat[np.arange(len(row)), at]
    order = np.lexsort((-found, row))
    first = order[np.unique(row[order], return_index=True)[1]]
    better = first[found[first] > best.room_in[row[first]]]
    i, j = np.divmod(at[better], rooms.shape[2])
    best.room_in[row[better]] = found[better]
    best.start[row[better]], best.end[row[better]] = start[better, i], end[better, j]
