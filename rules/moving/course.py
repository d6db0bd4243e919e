"""A way across the table as lines and arcs: its length, what it crosses, and as a list of points."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from pennysight.rules.moving.rays import crossings
from pennysight.rules.moving.search import TOLL_IN, Arrival, turned_by
from pennysight.rules.moving.tangents import Tangents
from pennysight.rules.plane import Points

_STEP_RAD = 0.1  # of arcs, drawn as corners that lie outside them by at most 1/800 of their radius


@dataclass(frozen=True)
class Course:
    """The way to an arrival: its corners from start to end, its length, the obstacles it pays for, in order.

    Arcs are drawn as corners just outside, so that the lines keep clear of what the arc goes round;
    `length_in` is that of the arcs themselves.
    """

    corners: Points
    length_in: float
    partials: tuple[int, ...]

    @property
    def cost_in(self) -> float:
        """The movement it takes (H-103, H-115)."""
        return self.length_in + TOLL_IN * len(self.partials)


def course(tangents: Tangents, arrival: Arrival) -> Course:
    """The way from the start of the search to one of its arrivals."""
    chain = [arrival]
    while chain[-1].before is not None:
        chain.append(chain[-1].before)
    chain.reverse()
    corners = [tangents.at[chain[0].turn : chain[0].turn + 1]]
    length = 0.0
    partials: list[int] = []
    for here, after in pairwise(chain):
        radius = float(tangents.radius[here.turn])
        turned = turned_by(here.side, here.angle, after.left_at)
        length += radius * turned
        partials += [
            owner for at, owner in tangents.tolls_round(here.turn, here.side, here.angle) if at <= turned
        ]
        leaving = tangents.place(here.turn, after.left_at)
        meeting = tangents.place(after.turn, after.angle)
        corners.append(_drawn(tangents.at[here.turn], radius, here, turned))
        corners.append(np.array([leaving, meeting]))
        span = meeting - leaving
        if abs(span) > 0:
            length += abs(span)
            borders = tangents.ground.borders
            line = crossings(
                np.array([leaving]), np.array([span / abs(span)]), np.array([abs(span)]), borders
            )[0]
            order = np.argsort(line)[: np.isfinite(line).sum()]
            partials += borders.owner[order].tolist()
    every = np.concatenate(corners)
    apart = np.append(True, np.abs(np.diff(every)) > 1e-7)
    return Course(every[apart], length, tuple(partials))


def _drawn(centre: complex, radius: float, here: Arrival, turned: float) -> Points:
    steps = int(np.ceil(turned / _STEP_RAD)) if radius else 0
    if steps == 0:
        return np.empty(0, dtype=np.complex128)
    half = turned / steps / 2
    angles = here.angle + here.side * half * (2 * np.arange(steps) + 1)
    corners: Points = centre + radius / np.cos(half) * np.exp(1j * angles)
    return corners
