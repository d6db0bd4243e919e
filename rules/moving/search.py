"""The cheapest ways from a start to all turns of a ground, or to one of them."""

import heapq
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from pennysight.rules.moving.arcs import FULL_TURN
from pennysight.rules.moving.tangents import Tangents

TOLL_IN = 2.0  # for each partial obstacle (H-115)
_SAME_IN = 1e-9
_SAME_RAD = 1e-7
_AHEAD = 2  # arrivals that are likely next, whose ways are found along with those of one, which costs less


@dataclass(frozen=True, slots=True)
class Arrival:
    """Having come to a turn: where on it, going round it on which side, at what cost.

    It came from `before`: round that turn as far as the angle `left_at`, and from there straight.
    """

    turn: int
    side: int
    angle: float
    cost_in: float
    before: "Arrival | None" = None
    left_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Settled:
    """An arrival that nothing cheaper leads to, and how far round its turn it is of use, in radians."""

    arrival: Arrival
    room: float


def settle(tangents: Tangents, start: int, most_in: float) -> Iterator[Settled]:
    """Arrivals in the order of their cost plus the straight way left to the goal, as far as `most_in`.

    An arrival is left out where an earlier one gets to by going round the same turn, as cheaply; and it is
    of use only as far as the place of an earlier one.
    """
    queue = [(0.0, 0, Arrival(start, 1, 0.0, 0.0))]
    number = count(1)
    settled: dict[tuple[int, int], list[Settled]] = defaultdict(list)
    while queue:
        _, _, came = heapq.heappop(queue)
        earlier = settled[came.turn, came.side]
        if any(_covers(tangents, other, came) for other in earlier):
            continue
        ahead = [turned_by(came.side, came.angle, other.arrival.angle) for other in earlier]
        room = min([tangents.room(came.turn, came.side, came.angle), *ahead])
        earlier.append(Settled(came, room))
        yield earlier[-1]
        if not tangents.knows(came.turn, came.side):
            tangents.find((one.turn, one.side) for one in (came, *(entry[2] for entry in queue[:_AHEAD])))
        for left_in, after in _onward(tangents, came, room, most_in):
            heapq.heappush(queue, (after.cost_in + left_in, next(number), after))


def turned_by(side: int, from_angle: float, to_angle: float) -> float:
    """The angle from one place on a turn to another, going round it on a side; radians, under a full turn."""
    turned = (side * (to_angle - from_angle)) % FULL_TURN
    return 0.0 if turned > FULL_TURN - _SAME_RAD else turned


def _covers(tangents: Tangents, other: Settled, came: Arrival) -> bool:
    turned = turned_by(came.side, other.arrival.angle, came.angle)
    if turned > other.room + _SAME_RAD:
        return False
    cost_in = other.arrival.cost_in + float(tangents.radius[came.turn]) * turned
    if cost_in > came.cost_in + _SAME_IN:
        return False
    paid = tangents.tolls_round(came.turn, came.side, other.arrival.angle)
    return cost_in + TOLL_IN * sum(at <= turned for at, _ in paid) <= came.cost_in + _SAME_IN


def _onward(
    tangents: Tangents, came: Arrival, room: float, most_in: float
) -> Iterator[tuple[float, Arrival]]:
    """The arrivals that follow, where nothing came to the beginning of their ways as cheaply before."""
    ways = tangents.ways(came.turn, came.side)
    turned = (came.side * (ways.leaves - came.angle)) % FULL_TURN
    turned[turned > FULL_TURN - _SAME_RAD] = 0.0
    cost = came.cost_in + tangents.radius[came.turn] * turned
    for at, _ in tangents.tolls_round(came.turn, came.side, came.angle):
        cost += TOLL_IN * (at <= turned)
    total = cost + ways.length_in + TOLL_IN * ways.tolls
    better = (
        (turned <= room + _SAME_RAD)
        & (cost < ways.cheapest_in - _SAME_IN)
        & (total + ways.left_in <= most_in)
    )
    ways.cheapest_in[better] = cost[better]
    for way in np.flatnonzero(better).tolist():
        yield (
            float(ways.left_in[way]),
            Arrival(
                int(ways.to[way]),
                int(ways.side[way]),
                float(ways.meets[way]),
                float(total[way]),
                came,
                float(ways.leaves[way]),
            ),
        )
