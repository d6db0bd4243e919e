"""Obstacles as arrays: their straight pieces and discs, which way is inside, which corners stick out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from pennysight.rules.plane import Bools, Floats, Ints, Points, cross
from pennysight.rules.scene import Obstacle, obstacle_shape


@dataclass(frozen=True)
class Outlines:
    """Straight pieces from `a` to `b`, and discs, inches, board frame; owners index the obstacles given.

    Pieces of a `closed` outline have its inside to their left. `corner_a` and `corner_b` say that a line
    ends there, or that the outline sticks out.
    """

    a: Floats  # (m, 2)
    b: Floats  # (m, 2)
    closed: Bools  # (m,)
    corner_a: Bools  # (m,)
    corner_b: Bools  # (m,)
    owner: Ints  # (m,)
    disc_at: Floats  # (n, 2)
    disc_radius: Floats  # (n,)
    disc_owner: Ints  # (n,)

    def only(self, wanted: Bools) -> "Outlines":
        """Those of the obstacles that `wanted` (one for each obstacle) is true of."""
        pieces, discs = wanted[self.owner], wanted[self.disc_owner]
        return Outlines(
            self.a[pieces],
            self.b[pieces],
            self.closed[pieces],
            self.corner_a[pieces],
            self.corner_b[pieces],
            self.owner[pieces],
            self.disc_at[discs],
            self.disc_radius[discs],
            self.disc_owner[discs],
        )


def outlines(obstacles: Sequence[Obstacle]) -> Outlines:
    """The outlines of obstacles in the order given; pieces of no length are left out, they hinder nothing.

    Raises `SceneError` for a shape that makes no sense.
    """
    lines, line_owner = [np.empty((0, 2, 2))], [np.empty(0, dtype=np.int64)]
    discs, disc_owner = [np.empty((0, 3))], [np.empty(0, dtype=np.int64)]
    rings: list[Floats] = []
    ring_owner: list[int] = []
    holes: list[bool] = []
    for owner, obstacle in enumerate(obstacles):
        shape = obstacle_shape(obstacle)
        for polygon in shape.polygons:
            rings += polygon
            ring_owner += [owner] * len(polygon)
            holes += [False] + [True] * (len(polygon) - 1)
        if not shape.polygons:
            lines.append(shape.edges)
            line_owner.append(np.full(len(shape.edges), owner))
        discs.append(shape.discs)
        disc_owner.append(np.full(len(shape.discs), owner))
    edges = np.concatenate(lines)
    long = (edges[:, 0] != edges[:, 1]).any(axis=1)
    edges, edge_owner = edges[long], np.concatenate(line_owner)[long]
    a, b, ring, corner_a, corner_b = _ring_pieces(rings, np.array(holes, dtype=np.bool_))
    ends = np.ones(len(edges), dtype=np.bool_)
    every_disc = np.concatenate(discs)
    return Outlines(
        a=np.concatenate([edges[:, 0], a]),
        b=np.concatenate([edges[:, 1], b]),
        closed=np.concatenate([~ends, np.ones(len(a), dtype=np.bool_)]),
        corner_a=np.concatenate([ends, corner_a]),
        corner_b=np.concatenate([ends, corner_b]),
        owner=np.concatenate([edge_owner, np.array(ring_owner, dtype=np.int64)[ring]]),
        disc_at=every_disc[:, :2],
        disc_radius=every_disc[:, 2],
        disc_owner=np.concatenate(disc_owner),
    )


def as_points(xy: Floats) -> Points:
    """Rows of x and y as points of the plane."""
    points: Points = xy[..., 0] + 1j * xy[..., 1]
    return points


def _ring_pieces(rings: Sequence[Floats], holes: Bools) -> tuple[Floats, Floats, Ints, Bools, Bools]:
    """The pieces of closed rings, inside to their left: a, b, ring, and whether each end sticks out."""
    if not rings:
        nothing = np.zeros(0, dtype=np.bool_)
        return np.empty((0, 2)), np.empty((0, 2)), np.zeros(0, dtype=np.int64), nothing, nothing
    corners = np.concatenate(rings)
    of_ring = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    kept = (of_ring[1:] == of_ring[:-1]) & (corners[1:] != corners[:-1]).any(axis=1)
    a, b, ring = corners[:-1][kept], corners[1:][kept], of_ring[:-1][kept]
    first = np.flatnonzero(np.concatenate([[True], ring[1:] != ring[:-1]]))
    last = np.concatenate([first[1:], [len(ring)]]) - 1
    before, after = np.arange(len(ring)) - 1, np.arange(len(ring)) + 1
    before[first], after[last] = last, first
    from_, to = as_points(a), as_points(b)
    backward = np.repeat((np.add.reduceat(cross(from_, to), first) < 0) != holes, last - first + 1)
    turn = cross((to - from_)[before], to - from_) * np.where(backward, -1.0, 1.0)
    at_a, at_b = turn > 0, turn[after] > 0
    flip = backward[:, None]
    return (
        np.where(flip, b, a),
        np.where(flip, a, b),
        ring,
        np.where(backward, at_b, at_a),
        np.where(backward, at_a, at_b),
    )
