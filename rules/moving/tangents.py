"""Straight ways from one turn of a path to the next: the tangents that circles and points share.

The shortest way of a disc among walls and other discs is straight lines, and arcs round its turns. A turn
is a circle (a corner or a base, grown by the mover's own radius) or a point (the end of a fence; where the
path begins and ends), and a point is a circle of radius 0. Ways leave one turn and meet the next as
tangents.

Going round a turn is counter-clockwise where the side is 1, clockwise where it is -1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from pennysight.rules.moving.arcs import FULL_TURN, free_arcs
from pennysight.rules.moving.ground import Ground, clear
from pennysight.rules.moving.rays import AT_END_IN, crossings, stops
from pennysight.rules.plane import Bools, Floats, Ints, Points, cross

_SLACK_IN = 1e-9
_OVERLAP_IN = 5e-6  # circles that overlap by no more than touching still share their inner tangent


@dataclass(frozen=True)
class Ways:
    """The ways that leave one turn on one side; each array has one entry for each way."""

    to: Ints
    side: Ints  # on which it goes round the turn it meets
    leaves: Floats  # angle on the turn it leaves, radians
    meets: Floats  # angle on the turn it meets
    length_in: Floats
    tolls: Ints  # how many partial obstacles it crosses
    left_in: Floats  # from its end straight to the goal
    cheapest_in: Floats  # the least cost of coming to its beginning, so far; for the search to fill in


class Tangents:
    """The ways between turns of a ground, for paths of at most `length_in` from the first of `points`.

    Where there is a `goal` they also have to end there. Turns are numbered: the discs of the ground, then
    its posts, then `points`. Ways are found when asked for. `links` are pairs of `points` that are joined
    straight whatever is between; points that a centre may not be at have no other ways.
    """

    def __init__(
        self,
        ground: Ground,
        points: Points,
        links: Sequence[tuple[int, int]],
        length_in: float,
        goal: complex | None = None,
    ) -> None:
        posts = clear(ground, ground.posts)
        discs = ground.barriers.disc_at
        self.ground = ground
        self.arcs = free_arcs(ground)
        self.at = np.concatenate([discs, ground.posts[posts], points])
        self.radius = np.concatenate([ground.barriers.disc_radius, np.zeros(len(self.at) - len(discs))])
        self._body = np.concatenate([np.zeros_like(discs), ground.post_body[posts], np.zeros_like(points)])
        self.discs = len(discs)
        self.points_from = len(self.at) - len(points)
        self._to = np.concatenate([np.arange(len(self.at)), np.arange(len(discs))])
        self._to_side = np.repeat([1, -1], [len(self.at), len(discs)])
        self._length_in = length_in
        self._start, self._goal = points[0], goal
        self._free: Bools = np.concatenate([np.ones(self.points_from, dtype=np.bool_), clear(ground, points)])
        self._links = np.array(links, dtype=np.int64).reshape(-1, 2) + self.points_from
        self._tolled = set(np.nonzero(np.isfinite(self.arcs.toll_at))[0].tolist())
        self._known: dict[tuple[int, int], Ways] = {}

    def ways(self, turn: int, side: int) -> Ways:
        """The ways that leave a turn on one side."""
        if not self.knows(turn, side):
            self.find([(turn, side)])
        return self._known[turn, side]

    def knows(self, turn: int, side: int) -> bool:
        """Whether the ways that leave a turn on one side have been found."""
        return (turn, side) in self._known

    def room(self, turn: int, side: int, angle: float) -> float:
        """How far one can go round a turn from `angle` before something is in the way, in radians."""
        if turn < self.discs:
            return float(self.arcs.room(np.array(turn), np.array(angle), np.array(side)))
        if turn >= self.points_from:
            return FULL_TURN
        way = complex(np.exp(1j * angle)) * side * 1j
        return abs(float(np.angle(self._body[turn] / way)))

    def is_free(self, turn: int) -> bool:
        """Whether a centre may be at a turn; at a point inside a barrier it is only by its links."""
        return bool(self._free[turn])

    def place(self, turn: int, angle: float) -> complex:
        """The point at an angle of a turn."""
        return complex(self.at[turn] + self.radius[turn] * np.exp(1j * angle))

    def tolls_round(self, turn: int, side: int, angle: float) -> list[tuple[float, int]]:
        """How far round a turn from `angle` one pays, in radians, ascending, and for which obstacle.

        What lies at `angle` itself was paid for by whatever ended there.
        """
        if turn not in self._tolled:
            return []
        slack = AT_END_IN / float(self.radius[turn])
        every = self.arcs.tolls(turn, side, angle)
        return [(at - slack, owner) for at, owner in every if slack < at < FULL_TURN - slack]

    def _open(self, turn: Ints, angle: Floats) -> Bools:
        """Whether one can be at an angle of a turn."""
        disc = turn < self.discs
        free = self._free[turn]
        free[disc] = self.arcs.room(turn[disc], angle[disc], np.ones_like(turn[disc])) >= 0
        return free

    def find(self, turns: Iterable[tuple[int, int]]) -> None:
        """Find the ways that leave many turns, each on one side, at once."""
        sources = [source for source in dict.fromkeys(turns) if source not in self._known]
        turn, side = np.array(sources, dtype=np.int64).reshape(-1, 2).T
        found = self._in_sight(turn, side)
        linked = self._linked(turn)
        row, to, to_side, heading, length = (np.concatenate(pair) for pair in zip(found, linked, strict=True))
        way = np.exp(1j * heading)
        leaves = heading - side[row] * np.pi / 2
        begin = self.at[turn[row]] + self.radius[turn[row]] * np.exp(1j * leaves)
        tolls = np.isfinite(crossings(begin, way, length, self.ground.borders)).sum(axis=1)
        left = self._left(begin + length * way)
        order = np.argsort(row, kind="stable")
        for number, own in enumerate(
            np.split(order, np.searchsorted(row[order], np.arange(1, len(sources))))
        ):
            self._known[sources[number]] = Ways(
                to=to[own],
                side=to_side[own],
                leaves=leaves[own],
                meets=(heading - to_side * np.pi / 2)[own],
                length_in=length[own],
                tolls=tolls[own],
                left_in=left[own],
                cheapest_in=np.full(len(own), np.inf),
            )

    def _in_sight(self, turn: Ints, side: Ints) -> tuple[Ints, Ints, Ints, Floats, Floats]:
        """The tangents with nothing in the way: from which of the turns, to which and on which side of it,
        their heading and length.
        """
        row, column, heading, length = self._tangents(turn, side)
        to, to_side = self._to[column], self._to_side[column]
        way = np.exp(1j * heading)
        post = (to >= self.discs) & (to < self.points_from)
        to_side = np.where(post & (cross(way, self._body[to]) < 0), -1, to_side)
        leaves, meets = heading - side[row] * np.pi / 2, heading - to_side * np.pi / 2
        begin = self.at[turn[row]] + self.radius[turn[row]] * np.exp(1j * leaves)
        left = self._left(begin + length * way)
        kept = np.flatnonzero(np.abs(begin - self._start) + length + left <= self._length_in)
        kept = kept[self._open(turn[row[kept]], leaves[kept]) & self._open(to[kept], meets[kept])]
        stop = stops(begin[kept], way[kept], self.ground.barriers).distance_in
        kept = kept[stop >= length[kept] - _SLACK_IN]
        return row[kept], to[kept], to_side[kept], heading[kept], length[kept]

    def _left(self, end: Points) -> Floats:
        """The straight way left to the goal."""
        return np.zeros(len(end)) if self._goal is None else np.abs(end - self._goal)

    def _linked(self, turn: Ints) -> tuple[Ints, Ints, Ints, Floats, Floats]:
        """The links of the turns, told like tangents."""
        both = np.concatenate([self._links, self._links[:, ::-1]])
        row, link = np.nonzero(turn[:, None] == both[:, 0])
        to = both[link, 1]
        span = self.at[to] - self.at[turn[row]]
        return row, to, np.ones_like(to), np.angle(span), np.abs(span)

    def _tangents(self, turn: Ints, side: Ints) -> tuple[Ints, Ints, Floats, Floats]:
        """Every tangent from the turns: which of them, to which of `_to`, its heading and length."""
        span = self.at[self._to] - self.at[turn][:, None]
        apart = np.abs(span)
        offset = self._to_side * self.radius[self._to] - (side * self.radius[turn])[:, None]
        length = np.sqrt(np.maximum(apart**2 - offset**2, 0.0))
        possible = (apart > _SLACK_IN) & (np.abs(offset) <= apart + _OVERLAP_IN) & (length <= self._length_in)
        row, column = np.nonzero(possible)
        span, apart, offset = span[possible], apart[possible], offset[possible]
        heading = np.angle(span) - np.arcsin(np.clip(offset / apart, -1.0, 1.0))
        return row, column, heading, length[possible]
