"""Doors and windows are always wide enough (HA-12).

An opening narrower than the base is taken to be exactly as wide as the base: the walls beside it give way as
far as the base needs, evenly on both sides, or more on the side that has room. So the base passes straight
through along one line, and turns in and out of it as it would in an opening of its own width. Nothing but
walls gives way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from pennysight.rules.moving.rays import Barriers, stops
from pennysight.rules.outlines import Outlines, as_points
from pennysight.rules.plane import Bools, Floats, Ints, Points
from pennysight.rules.scene import Obstacle, obstacle_shape

_SHORT = 1e-9  # of a piece; less than that is nothing left of it
_JAMB_IN = 0.05  # a wall's corner this near to the opening's end is the jamb


@dataclass(frozen=True)
class Opening:
    """An opening in a wall, inches, board frame: its centre, the unit direction of the wall, and its size."""

    middle: complex
    along: complex
    width_in: float
    half_depth_in: float


def openings(obstacles: Sequence[Obstacle]) -> Iterator[Opening]:
    """Doors, windows and open mansion doors, drawn as a line or as a shape longer than the wall is thick."""
    for obstacle in obstacles:
        if obstacle.kind in ("door", "window") or (obstacle.kind == "mansion-door" and obstacle.open):
            shape = obstacle_shape(obstacle)
            for rings in shape.polygons:
                corners = as_points(rings[0])
                sides = np.diff(corners)
                yield _opening(corners, sides[np.abs(sides).argmax()])
            if not shape.polygons and len(shape.edges):
                ends = as_points(np.array([shape.edges[0, 0], shape.edges[-1, 1]]))
                if ends[0] != ends[1]:
                    yield _opening(ends, ends[1] - ends[0])


def widened(solid: Outlines, walls: Bools, doors: Sequence[Opening], radius_in: float) -> Outlines:
    """The outlines of total obstacles with the walls cut back from doors narrower than 2 `radius_in`.

    `walls` says which owners are walls.
    """
    for door in doors:
        if door.width_in < 2 * radius_in:
            solid = _widened(solid, walls, door, radius_in)
    return solid


def _opening(corners: Points, along: complex) -> Opening:
    along = along / abs(along)
    own = corners * along.conjugate()
    middle = complex(own.real.max() + own.real.min(), own.imag.max() + own.imag.min()) / 2
    return Opening(middle * along, along, float(np.ptp(own.real)), float(np.ptp(own.imag)) / 2)


def _widened(solid: Outlines, walls: Bools, door: Opening, radius: float) -> Outlines:
    a, b = ((as_points(end) - door.middle) * door.along.conjugate() for end in (solid.a, solid.b))
    close = 4 * radius
    beside = (np.minimum(a.real, b.real) < close) & (np.maximum(a.real, b.real) > -close)
    around = (np.minimum(a.imag, b.imag) < close) & (np.maximum(a.imag, b.imag) > -close)
    near = np.flatnonzero(beside & around & walls[solid.owner])
    if len(near) == 0:
        return solid
    a, b = a[near], b[near]
    depth = _half_thickness(door, np.concatenate([a, b]), radius) + _JAMB_IN
    spare = min(radius - door.width_in / 2, 0.49 * door.width_in)  # the centre stays in the opening
    tried = (_left_standing(a, b, aside, radius, depth) for aside in (0.0, spare, -spare))
    left = next((left for left in tried if _lets_through(a, b, left, radius, depth)), None)
    return _cut_back(solid, near, left or _left_standing(a, b, 0.0, radius, depth))


def _half_thickness(door: Opening, corners: Points, radius: float) -> float:
    """Half the thickness of the wall, from the corners of its jambs, in the opening's own frame."""
    at_jamb = np.abs(np.abs(corners.real) - door.width_in / 2) < _JAMB_IN
    off = np.abs(corners.imag[at_jamb])
    return max(door.half_depth_in, float(off[off < radius].max(initial=0.0)))


@dataclass(frozen=True)
class _Left:
    """What is left of pieces when the base's way is cut out of them: from `start` to `end` of `piece`."""

    aside_in: float
    piece: Ints
    start: Floats  # 0 is the piece's a, 1 its b
    end: Floats


def _left_standing(a: Points, b: Points, aside: float, radius: float, depth: float) -> _Left:
    """The pieces without what lies in the box of half width `radius`, half depth `depth`, round `aside`."""
    enter, leave = np.zeros(len(a)), np.ones(len(a))
    for here, span, half in (
        (a.real - aside, (b - a).real, radius),
        (a.imag, (b - a).imag, depth),
    ):
        with np.errstate(divide="ignore", invalid="ignore"):
            first, second = (-half - here) / span, (half - here) / span
        still, inside = span == 0, np.abs(here) < half
        enter = np.maximum(enter, np.where(still, np.where(inside, 0.0, 2.0), np.minimum(first, second)))
        leave = np.minimum(leave, np.where(still, 1.0, np.maximum(first, second)))
    whole = leave <= enter
    enter, leave = np.where(whole, 1.0, enter), np.where(whole, 1.0, leave)
    before, after = np.flatnonzero(enter > _SHORT), np.flatnonzero(leave < 1 - _SHORT)
    return _Left(
        aside,
        np.concatenate([before, after]),
        np.concatenate([np.zeros(len(before)), leave[after]]),
        np.concatenate([enter[before], np.ones(len(after))]),
    )


def _lets_through(a: Points, b: Points, left: _Left, radius: float, depth: float) -> bool:
    """Whether the base gets straight through, from clear of the wall on one side to clear on the other."""
    span = (b - a)[left.piece]
    start, end = a[left.piece] + left.start * span, a[left.piece] + left.end * span
    corners = np.concatenate([start, end])
    barriers = Barriers(start, end, np.full(len(start), radius), corners, np.full(len(corners), radius))
    below = np.array([complex(left.aside_in, -depth - radius)])
    return bool(stops(below, np.array([1j]), barriers).distance_in[0] >= 2 * (depth + radius))


def _cut_back(solid: Outlines, near: Ints, left: _Left) -> Outlines:
    """The outlines with the pieces `near` replaced by what is left of them, whose cut ends stick out."""
    others = np.setdiff1d(np.arange(len(solid.a)), near)
    piece = near[left.piece]
    span = solid.b[piece] - solid.a[piece]
    return replace(
        solid,
        a=np.concatenate([solid.a[others], solid.a[piece] + left.start[:, None] * span]),
        b=np.concatenate([solid.b[others], solid.a[piece] + left.end[:, None] * span]),
        closed=solid.closed[np.concatenate([others, piece])],
        corner_a=np.concatenate([solid.corner_a[others], solid.corner_a[piece] | (left.start > 0)]),
        corner_b=np.concatenate([solid.corner_b[others], solid.corner_b[piece] | (left.end < 1)]),
        owner=solid.owner[np.concatenate([others, piece])],
    )
