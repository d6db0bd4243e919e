"""The cheapest path on a ground: straight lines and arcs, with what it pays for."""

from collections.abc import Iterator

import numpy as np
from pennysight.rules.moving.board_edge import joined
from pennysight.rules.moving.course import Course, course
from pennysight.rules.moving.ground import Ground, near
from pennysight.rules.moving.overlaps import let_out
from pennysight.rules.moving.search import settle
from pennysight.rules.moving.tangents import Tangents

_SAME_PLACE_IN = 1e-9


def cheapest(ground: Ground, start: complex, goal: complex, most_in: float) -> Course | None:
    """The cheapest way from start to goal that costs at most `most_in`, or None.

    It lies in the ellipse of all ways of its length, so small ellipses are searched before large ones. To
    where it begins it is that point.
    """
    if abs(goal - start) <= _SAME_PLACE_IN:
        return Course(np.array([start]), 0.0, ())
    if abs(goal - start) > most_in:
        return None
    for limit_in in _limits(abs(goal - start), most_in):
        found = _within(near(ground, start, goal, limit_in), start, goal, limit_in)
        if found is not None:
            return found
    return None


def _limits(straight_in: float, most_in: float) -> Iterator[float]:
    for limit_in in (1.1 * straight_in + 0.5, 1.5 * straight_in + 3.0, 3.0 * straight_in + 12.0):
        if limit_in < most_in:
            yield limit_in
    yield most_in


def _within(ground: Ground, start: complex, goal: complex, limit_in: float) -> Course | None:
    points = [start, goal]
    links = joined(ground, points, goal=1) + let_out(ground, points)
    tangents = Tangents(ground, np.array(points), links, limit_in, goal)
    for settled in settle(tangents, tangents.points_from, limit_in):
        if settled.arrival.turn == tangents.points_from + 1:
            return course(tangents, settled.arrival)
    return None
