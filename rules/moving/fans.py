"""The ground swept by straight lines that leave a point in every direction, or a circle as its tangents.

Every place that a path reaches lies on its last straight piece, and that piece leaves one of the path's
turns: from the place of an arrival on, one tangent after another, like a fan that unfolds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from pennysight.rules.moving.rays import Barriers, Borders, crossings, stops
from pennysight.rules.moving.search import TOLL_IN
from pennysight.rules.plane import Bools, Floats, Ints, Points, cross, dot, point_distance, unit

_FLAT_IN = 0.004  # how far a round outline may be from the straight pieces that it is drawn with
_BLOCK = 2048  # lines worked on at once, to keep memory small
_BESIDE_RAD = 1e-6  # lines are drawn so near on both sides of each corner
_LAP_RAD = 2e-3  # a fan begins so much early, to leave no crack beside the fan it springs from
_NARROW_IN = 0.008  # lines so near to each other have nothing between them that matters
_HALVINGS = 8
_SAME_IN = 1e-9


@dataclass(frozen=True)
class Fan:
    """Tangents that leave a circle of `radius` (0: a point) from `angle` on, round to `side`, for `turned`.

    `left_in` is the movement left where it begins. `corners` are the turns, from 0 to `turned`, at which a
    line touches the corner of something, `tolls` those at which going round pays. Angles in radians.
    """

    middle: complex
    radius: float
    side: int
    angle: float
    turned: float
    left_in: float
    corners: Floats
    tolls: Sequence[float]


@dataclass(frozen=True)
class _Lines:
    """The lines of fans, one after another. `limit_in` is as far as movement lets each go."""

    fan: Ints
    turned: Floats
    side: Ints
    start: Points
    way: Points
    limit_in: Floats


@dataclass(frozen=True)
class _Outline:
    """Where lines end, along which direction lies what ends each (0 where that is the movement), and the
    corner between the end of each and that of the next, nan where there is none.
    """

    reach: Floats
    lying: Points
    end: Points
    corner: Points


def look(place: complex, left_in: float, barriers: Barriers) -> Fan:
    """The fan of all lines from a point, as far as `left_in`."""
    ends = np.angle(np.concatenate([barriers.edge_a, barriers.edge_b]) - place)
    middle = barriers.disc_at - place
    half = np.arcsin(np.minimum(barriers.disc_radius / np.maximum(np.abs(middle), 1e-12), 1.0))
    ways = np.concatenate([ends, np.angle(middle) - half, np.angle(middle) + half])
    return Fan(place, 0.0, 1, -np.pi / 2, 2 * np.pi, left_in, ways % (2 * np.pi), ())


def swept(fans: Sequence[Fan], barriers: Barriers, borders: Borders) -> list[shapely.Polygon]:
    """The ground that fans sweep until something stops them, or the movement is used up.

    Outlines of movement are drawn at most `_FLAT_IN` inside; at a round barrier they may cut off a little
    of it.
    """
    if not fans:
        return []
    lines, outline = _traced(fans, barriers, borders)
    outer = np.column_stack([outline.end, outline.corner])
    bounds = np.searchsorted(lines.fan, np.arange(len(fans) + 1))
    rings, ring_of = [], []
    for number, fan in enumerate(fans):
        own = slice(bounds[number], bounds[number + 1])
        if bounds[number + 1] - bounds[number] < 2:
            continue
        inner = lines.start[own][::-1]  # back along the circle
        if fan.radius == 0:
            inner = inner[:0] if fan.turned >= 2 * np.pi else inner[:1]
        ring = np.concatenate([outer[own].ravel(), inner])
        ring = ring[np.isfinite(ring.real)]
        if len(ring) >= 3:
            rings.append(ring)
            ring_of.append(np.full(len(ring), len(rings) - 1))
    if not rings:
        return []
    points = np.concatenate(rings)
    made = shapely.polygons(
        shapely.linearrings(np.column_stack([points.real, points.imag]), indices=np.concatenate(ring_of))
    )
    return list(np.where(shapely.is_valid(made), made, shapely.make_valid(made)))


def _traced(fans: Sequence[Fan], barriers: Barriers, borders: Borders) -> tuple[_Lines, _Outline]:
    """Lines of the fans, in order, so many that what is drawn from end to end is where the ground ends."""
    lines = _unfolded(fans)
    reach, lying = _reached(lines, barriers, borders)
    doubtful = np.ones(len(reach), dtype=np.bool_)
    for _ in range(_HALVINGS):
        outline = _outline(lines, reach, lying)
        gap = np.flatnonzero(doubtful[:-1] & _guessed(lines, outline))
        if len(gap) == 0:
            return lines, outline
        between = _lines(fans, lines.fan[gap], (lines.turned[gap] + lines.turned[gap + 1]) / 2)
        found, found_lying = _reached(between, barriers, borders)
        kept = _beside(outline, gap, between.start + found * between.way) > _FLAT_IN
        if not kept.any():
            return lines, outline
        gap = gap[kept]
        lines = _lines(
            fans,
            np.insert(lines.fan, gap + 1, between.fan[kept]),
            np.insert(lines.turned, gap + 1, between.turned[kept]),
        )
        reach = np.insert(reach, gap + 1, found[kept])
        lying = np.insert(lying, gap + 1, found_lying[kept])
        halved = np.zeros(len(doubtful), dtype=np.bool_)
        halved[gap] = True
        doubtful = np.insert(halved, gap + 1, True)
    return lines, _outline(lines, reach, lying)


def _guessed(lines: _Lines, outline: _Outline) -> Bools:
    """Whether what is drawn between each line and the next is a guess: they end on different things."""
    here, after = slice(None, -1), slice(1, None)
    spent = lines.limit_in - outline.reach
    lying, step = outline.lying, outline.end[after] - outline.end[here]
    arc = (lying[here] == 0) & (lying[after] == 0) & (np.abs(spent[after] - spent[here]) < _SAME_IN)
    straight = (np.abs(cross(lying[here], lying[after])) < _SAME_IN) & (
        np.abs(cross(lying[here], step)) < _SAME_IN
    )
    straight &= (lying[here] != 0) & (lying[after] != 0)
    wide = np.maximum(outline.reach[here], outline.reach[after]) * np.abs(lines.way[after] - lines.way[here])
    guessed: Bools = (lines.fan[here] == lines.fan[after]) & (wide > _NARROW_IN) & ~arc & ~straight
    return guessed


def _beside(outline: _Outline, gap: Ints, point: Points) -> Floats:
    """How far each point is from what is drawn between the line `gap` and the next.

    Where there is no corner it is infinite: the ends of the lines may be on both sides of a gap.
    """
    corner = outline.corner[gap]
    off = np.minimum(
        point_distance(point, outline.end[gap], corner), point_distance(point, corner, outline.end[gap + 1])
    )
    return np.where(np.isfinite(corner), off, np.inf)


def _unfolded(fans: Sequence[Fan]) -> _Lines:
    every = []
    for fan in fans:
        step = np.sqrt(8 * _FLAT_IN / max(fan.left_in, _FLAT_IN))
        even = np.linspace(0.0, fan.turned, int(np.ceil(fan.turned / step)) + 2)
        sharp = np.concatenate([fan.corners, np.array(fan.tolls)])
        turned = np.unique(
            np.concatenate([even, sharp - _BESIDE_RAD, sharp + _BESIDE_RAD]).clip(0.0, fan.turned)
        )
        early = [-_LAP_RAD] if fan.turned < 2 * np.pi else []
        every.append(np.concatenate([early, turned]))
    fan_of = np.repeat(np.arange(len(fans)), [len(turned) for turned in every])
    lines = _lines(fans, fan_of, np.concatenate(every))
    left = lines.limit_in >= 0
    return _lines(fans, lines.fan[left], lines.turned[left])


def _lines(fans: Sequence[Fan], fan_of: Ints, turned: Floats) -> _Lines:
    """The lines of fans after so many radians; those before 0 leave from where the fan begins."""
    middle = np.array([fan.middle for fan in fans])[fan_of]
    radius = np.array([fan.radius for fan in fans])[fan_of]
    side = np.array([fan.side for fan in fans])[fan_of]
    first = np.array([fan.angle for fan in fans])[fan_of]
    left = np.array([fan.left_in for fan in fans])[fan_of]
    tolls = np.full((len(fans), max(len(fan.tolls) for fan in fans)), np.inf)
    for number, fan in enumerate(fans):
        tolls[number, : len(fan.tolls)] = fan.tolls
    along = np.maximum(turned, 0.0)
    paid = TOLL_IN * (tolls[fan_of] < along[:, None]).sum(axis=1)
    return _Lines(
        fan=fan_of,
        turned=turned,
        side=side,
        start=middle + radius * np.exp(1j * (first + side * along)),
        way=np.exp(1j * (first + side * (turned + np.pi / 2))),
        limit_in=left - radius * along - paid,
    )


def _reached(lines: _Lines, barriers: Barriers, borders: Borders) -> tuple[Floats, Points]:
    """How far each line goes, and along which direction lies what ends it, 0 where that is the movement."""
    blocks = [slice(first, first + _BLOCK) for first in range(0, len(lines.way), _BLOCK)]
    paid = [_paid(lines.start[own], lines.way[own], lines.limit_in[own], borders) for own in blocks]
    reach, lying = (np.concatenate(part) for part in zip(*paid, strict=True))
    stop = stops(lines.start, lines.way, barriers)
    stopped = stop.distance_in < reach
    return np.where(stopped, stop.distance_in, reach), np.where(stopped, stop.lying, lying)


def _paid(start: Points, way: Points, limit_in: Floats, borders: Borders) -> tuple[Floats, Points]:
    """How far lines go that pay for each border, ending at one that too little is left for."""
    reach, lying = limit_in, np.zeros(len(way), dtype=np.complex128)
    each, span = np.arange(len(way)), borders.b - borders.a
    crossed = crossings(start, way, limit_in, borders)
    payable = int(limit_in.max(initial=0.0) / TOLL_IN) + 1  # so many, and one more that ends the line
    for paid in range(1, min(payable, len(span)) + 1):
        border = crossed.argmin(axis=1)
        at, left = crossed[each, border], limit_in - TOLL_IN * paid
        crossed[each, border] = np.inf
        nearer = np.maximum(at, left) < reach
        reach = np.where(nearer, np.maximum(at, left), reach)
        lying[nearer] = np.where(at >= left, unit(span[border]), 0)[nearer]
    return reach, lying


def _outline(lines: _Lines, reach: Floats, lying: Points) -> _Outline:
    """The outline that lines have which end so.

    Two neighbouring lines that end on different things end on both sides of where these meet.
    """
    nothing = np.full(1, np.nan, dtype=np.complex128)
    end = lines.start + reach * lines.way
    if len(reach) < 2:
        return _Outline(reach, lying, end, nothing[: len(reach)])
    here, after = slice(None, -1), slice(1, None)
    start, way, side = lines.start, lines.way, lines.side[1:]
    on_line, on_next = lying[here] != 0, lying[after] != 0
    with np.errstate(divide="ignore", invalid="ignore"):
        turn = cross(lying[here], lying[after])
        met = end[here] + lying[here] * cross(end[after] - end[here], lying[after]) / turn
        met = np.where(np.abs(turn) > 1e-9, met, np.nan)
        leaving = _line_meets_circle(end[here], lying[here], start[after], reach[after], end[after])
        coming = _line_meets_circle(end[after], lying[after], start[here], reach[here], end[here])
    corner = np.select([on_line & on_next, on_line, on_next], [met, leaving, coming], np.nan)
    with np.errstate(invalid="ignore"):
        inside = (
            (lines.fan[here] == lines.fan[after])
            & (side * cross(way[here], corner - start[here]) >= 0)
            & (side * cross(way[after], corner - start[after]) <= 0)
            & (dot(way[here], corner - start[here]) >= 0)
            & (np.abs(corner - start[here]) <= lines.limit_in[here] + _FLAT_IN)
        )
    corners = np.concatenate([np.where(inside, corner, np.nan), nothing])
    return _Outline(reach, lying, end, corners)


def _line_meets_circle(
    point: Points, lying: Points, middle: Points, radius: Floats, toward: Points
) -> Points:
    """Where the line through `point` first meets the circle on the way to `toward`."""
    own = point - middle
    along = np.where(dot(lying, toward - point) >= 0, lying, -lying)
    nearest = dot(along, own)
    root = np.sqrt(nearest**2 - np.abs(own) ** 2 + radius**2)
    first = -nearest - root
    met: Points = point + along * np.where(first >= 0, first, -nearest + root)
    return met
