"""What is printed on the tiles, as a moving base meets it: what stops it, and what it pays for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec
import numpy as np
from pennysight.rules.moving.doorways import openings, widened
from pennysight.rules.moving.rays import TOUCH_IN, Borders
from pennysight.rules.outlines import Outlines, as_points, outlines
from pennysight.rules.plane import Floats, Ints, Points, cross
from pennysight.rules.scene import Obstacle, is_partial, is_total

POST_IN = 2e-6  # how far beside the end of a fence a path turns round it: on one side of it, and no more
_SAME_POINT_IN = 1e-5
_ROUND_SIDES = 128  # of a partial obstacle that is a disc; a polygon on 0.5 in is within 0.0002 in of it


@dataclass(frozen=True)
class Terrain:
    """Obstacles for a base of one size; points complex, inches, board frame; owners index the obstacles.

    `drawn` are the total obstacles as printed. With doors and windows made wide enough (HA-12) they are
    edges, the corners of these that stick out, each once, and discs. `borders` are the lines of partial
    obstacles, `posts` the places where paths turn round their ends and corners, `post_body` the unit
    direction from each post toward the obstacle.
    """

    drawn: Outlines
    edge_a: Points  # (m,)
    edge_b: Points  # (m,)
    edge_owner: Ints  # (m,)
    corner_at: Points  # (c,)
    corner_owner: Ints  # (c,)
    disc_at: Points  # (n,)
    disc_radius: Floats  # (n,)
    disc_owner: Ints  # (n,)
    borders: Borders
    posts: Points  # (p,)
    post_body: Points  # (p,)


def terrain(obstacles: Sequence[Obstacle], radius_in: float) -> Terrain:
    """The terrain for a base of `radius_in`; remembered, since a table's tiles lie still for an evening.

    Raises `SceneError` for a shape that makes no sense.
    """
    return _terrain(msgspec.json.encode(obstacles), radius_in)


@lru_cache(maxsize=4)
def _terrain(written: bytes, radius_in: float) -> Terrain:
    obstacles = msgspec.json.decode(written, type=list[Obstacle])
    drawn = outlines(obstacles)
    total = np.array([is_total(obstacle) for obstacle in obstacles], dtype=np.bool_)
    walls = np.array([obstacle.kind == "wall" for obstacle in obstacles], dtype=np.bool_)
    solid = widened(drawn.only(total), walls, list(openings(obstacles)), radius_in)
    corners = as_points(np.concatenate([solid.a[solid.corner_a], solid.b[solid.corner_b]]))
    once, _ = _same_points(corners)
    partial = np.array([is_partial(obstacle) for obstacle in obstacles], dtype=np.bool_)
    borders = _borders(drawn.only(partial))
    posts, bodies = _posts(borders)
    return Terrain(
        drawn=drawn.only(total),
        edge_a=as_points(solid.a),
        edge_b=as_points(solid.b),
        edge_owner=solid.owner,
        corner_at=corners[once],
        corner_owner=np.concatenate([solid.owner[solid.corner_a], solid.owner[solid.corner_b]])[once],
        disc_at=as_points(solid.disc_at),
        disc_radius=solid.disc_radius,
        disc_owner=solid.disc_owner,
        borders=borders,
        posts=posts,
        post_body=bodies,
    )


def covering(land: Terrain, point: complex) -> int | None:
    """The number of a total obstacle, as printed, that a point lies inside of; outlines are outside."""
    drawn = land.drawn
    a, b = as_points(drawn.a)[drawn.closed] - point, as_points(drawn.b)[drawn.closed] - point
    passes = (a.imag > 0) != (b.imag > 0)
    east = passes & ((cross(a, b) > 0) == (b.imag > a.imag))
    turns = np.where(b.imag > a.imag, 1, -1)[east]  # inside is to the left: parts that overlap add up
    around = np.bincount(drawn.owner[drawn.closed][east], weights=turns)
    inside = np.flatnonzero(around)
    in_disc = drawn.disc_owner[np.abs(as_points(drawn.disc_at) - point) < drawn.disc_radius - TOUCH_IN]
    found = np.concatenate([inside, in_disc])
    return int(found[0]) if len(found) else None


def _borders(partial: Outlines) -> Borders:
    """What crossing costs, each piece once however often it is drawn; discs as polygons."""
    ring = np.exp(2j * np.pi * np.arange(_ROUND_SIDES + 1) / _ROUND_SIDES)
    rims = as_points(partial.disc_at)[:, None] + partial.disc_radius[:, None] * ring
    a = np.concatenate([as_points(partial.a), rims[:, :-1].ravel()])
    b = np.concatenate([as_points(partial.b), rims[:, 1:].ravel()])
    closed = np.concatenate([partial.closed, np.ones(len(a) - len(partial.a), dtype=np.bool_)])
    owner = np.concatenate([partial.owner, np.repeat(partial.disc_owner, _ROUND_SIDES)])
    _, point = _same_points(np.concatenate([a, b]))
    one, other = point[: len(a)], point[len(a) :]
    swap = ~closed & (one > other)
    pair = np.where(swap, other, one) * len(point) + np.where(swap, one, other)
    _, once = np.unique(pair, return_index=True)
    return Borders(a[once], b[once], closed[once], owner[once])


def _posts(borders: Borders) -> tuple[Points, Points]:
    """Where all that meets in a point lies to one side of it, a path may turn round the point.

    Pieces of different obstacles count together, so that nobody slips through the joint of two fences
    (HA-09).
    """
    if len(borders.a) == 0:
        return np.empty(0, dtype=np.complex128), np.empty(0, dtype=np.complex128)
    at = np.concatenate([borders.a, borders.b])
    span = borders.b - borders.a
    leaving = np.angle(np.concatenate([span, -span]))
    once, point = _same_points(at)
    order = np.lexsort((leaving, point))
    point, leaving = point[order], leaving[order]
    last = np.append(point[1:] != point[:-1], True)
    first = np.insert(last[:-1], 0, True)
    following = np.roll(leaving, -1)
    following[last] = leaving[first] + 2 * np.pi
    free = following - leaving > np.pi + 1e-9
    outward = np.exp(0.5j * (leaving + following)[free])
    return at[once][point[free]] + POST_IN * outward, -outward


def _same_points(at: Points) -> tuple[Ints, Ints]:
    """The index of the first of each set of equal points, and for every point the number of its set."""
    grid = np.round(at.view(np.float64).reshape(-1, 2) / _SAME_POINT_IN).astype(np.int64)
    _, first, number = np.unique(grid[:, 0] * (1 << 32) + grid[:, 1], return_index=True, return_inverse=True)
    return first, number
