"""Along the board's outer edge there is room for a base as long as some ground shows (H-121).

A tile's drawing may leave less than a base's width between a wall or a tree and the edge of the board.
Where it leaves any, the centre may go along the very edge, base overhanging both ways. This holds for what
is printed; a figure that stands there is in the way like anywhere.
"""

from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from pennysight.rules.moving.ground import Ground, part
from pennysight.rules.moving.rays import TOUCH_IN, Barriers, stops
from pennysight.rules.plane import Bools, Floats, Points, unit

GROUND_SHOWS_IN = (
    0.05  # tiles lie off by a few hundredths, and a wall drawn to its tile's edge leaves nothing
)

Interval = tuple[float, float]


@dataclass(frozen=True)
class Strip:
    """A piece of the board's edge along which only H-121 gives room; the board is to the left."""

    low: complex
    high: complex


def strips(ground: Ground) -> list[Strip]:
    """All such pieces, counter-clockwise round the board from its south-west corner."""
    ground = _by_the_edge(ground)
    if len(ground.barriers.edge_a) + len(ground.barriers.disc_at) == 0:
        return []
    corner = ground.corner
    corners = [0j, complex(corner.real, 0), corner, complex(0, corner.imag)]
    found = []
    for begin, end in zip(corners, corners[1:] + corners[:1], strict=True):
        along = (end - begin) / abs(end - begin)
        length = abs(end - begin)
        found += [
            Strip(begin + low * along, end if high == length else begin + high * along)
            for low, high in _without_room(ground, begin, along, length)
        ]
    return found


def in_strip(ground: Ground, strip: Strip, point: complex) -> bool:
    """Whether a centre there is one that H-121 gives room to: over ground that shows as far as the edge."""
    along = (strip.high - strip.low) / abs(strip.high - strip.low)
    own = (point - strip.low) * along.conjugate()
    beside = 0 <= own.real <= abs(strip.high - strip.low) and -TOUCH_IN <= own.imag < ground.radius_in
    return beside and shows(ground, strip.low + own.real * along, point)


def joined(ground: Ground, points: list[complex], goal: int | None = None) -> list[tuple[int, int]]:
    """Add the ends of all strips to `points`, of which the first is where the path begins.

    The answer says which of them are joined straight by H-121: the ends of each strip; and the beginning and
    the point numbered `goal` with the ends of a strip that they lie in, and with one another if that is one.
    """
    links = []
    for strip in strips(ground):
        for end in (strip.low, strip.high):
            if end not in points:
                points.append(end)
        ends = points.index(strip.low), points.index(strip.high)
        inside = [
            index for index in (0, goal) if index is not None and in_strip(ground, strip, points[index])
        ]
        pairs = [*product(inside, ends), *combinations(inside, 2)]
        links += [ends, *(pair for pair in pairs if shows(ground, points[pair[0]], points[pair[1]]))]
    return links


def shows(ground: Ground, one: complex, other: complex) -> bool:
    """Whether nothing printed lies on the line between two points, and no figure hinders a base on it."""
    if abs(other - one) <= TOUCH_IN:
        return True
    way = np.array([(other - one) / abs(other - one)])
    stop = stops(np.array([one]), way, as_drawn(ground, 0.0)).distance_in[0]
    return bool(stop >= abs(other - one) - TOUCH_IN)


def as_drawn(ground: Ground, grown_in: float) -> Barriers:
    """The barriers with what is printed grown by no more than `grown_in`; figures as ever."""
    barriers = ground.barriers
    return Barriers(
        barriers.edge_a,
        barriers.edge_b,
        np.full(len(barriers.edge_a), grown_in),
        barriers.disc_at,
        np.where(ground.disc_owner < ground.printed, ground.disc_drawn + grown_in, barriers.disc_radius),
    )


def _by_the_edge(ground: Ground) -> Ground:
    """The ground with only what is so near to the edge of the board that it can matter there."""
    barriers, corner = ground.barriers, ground.corner

    def near(a: Points, b: Points, radius: Floats) -> Bools:
        west, east = np.minimum(a.real, b.real), np.maximum(a.real, b.real)
        south, north = np.minimum(a.imag, b.imag), np.maximum(a.imag, b.imag)
        beside = (west < radius) | (east > corner.real - radius)
        return beside | (south < radius) | (north > corner.imag - radius)

    edges = near(barriers.edge_a, barriers.edge_b, barriers.edge_radius)
    discs = near(barriers.disc_at, barriers.disc_at, barriers.disc_radius)
    return part(ground, edges, discs)


def _without_room(ground: Ground, begin: complex, along: complex, length_in: float) -> list[Interval]:
    """The pieces of one side, as distances from where it begins."""
    printed = ground.disc_owner < ground.printed
    tight = _met(ground.barriers, printed, begin, along)
    if not tight:
        return []
    shut = _met(as_drawn(ground, GROUND_SHOWS_IN), np.ones_like(printed), begin, along)
    pieces = [(max(low, 0.0), min(high, length_in)) for low, high in _union(tight)]
    for shut_low, shut_high in _union(shut):
        pieces = [
            piece
            for low, high in pieces
            for piece in ((low, min(high, shut_low)), (max(low, shut_high), high))
        ]
    return [(low, high) for low, high in pieces if high - low > TOUCH_IN]


def _met(barriers: Barriers, discs: Bools, begin: complex, along: complex) -> list[Interval]:
    """Where the line of a side runs inside the strips and those of the discs that `discs` is true of."""
    back = along.conjugate()
    a, b = (barriers.edge_a - begin) * back, (barriers.edge_b - begin) * back
    at, radius = ((barriers.disc_at - begin) * back)[discs], barriers.disc_radius[discs]
    half = radius**2 - at.imag**2
    at, half = at[half > 0], np.sqrt(half[half > 0])
    low, high = _inside_strips(a, b, barriers.edge_radius)
    entered = low < high
    return [
        *zip((at.real - half).tolist(), (at.real + half).tolist(), strict=True),
        *zip(low[entered].tolist(), high[entered].tolist(), strict=True),
    ]


def _inside_strips(a: Points, b: Points, half_width: Floats) -> tuple[Floats, Floats]:
    """Where the real axis enters and leaves the strips round edges; low is above high where it does not."""
    edge = unit(b - a)
    place, speed = (
        -a * edge.conj(),
        edge.conj(),
    )  # of the axis at 0, and per inch along it, in the edge's frame
    low, high = np.full(len(a), -np.inf), np.full(len(a), np.inf)
    for here, by, least, most in (
        (place.real, speed.real, np.zeros(len(a)), np.abs(b - a)),
        (place.imag, speed.imag, -half_width, half_width),
    ):
        with np.errstate(divide="ignore", invalid="ignore"):
            first, second = (least - here) / by, (most - here) / by
        outside = (by == 0) & ((here <= least) | (here >= most))
        low = np.where(by == 0, low, np.maximum(low, np.minimum(first, second)))
        high = np.where(
            outside, -np.inf, np.where(by == 0, high, np.minimum(high, np.maximum(first, second)))
        )
    return low, high


def _union(intervals: list[Interval]) -> list[Interval]:
    joined: list[Interval] = []
    for low, high in sorted(intervals):
        if joined and low <= joined[-1][1] + TOUCH_IN:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    return joined
