"""All that can stand in the way, as arrays: what obstacles and bases consist of, and runs of fences.

Obstacles and bases are alike to whoever looks: edges (radius 0) and discs (both ends alike), here called
pieces.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from pennysight.rules.outlines import as_points, outlines
from pennysight.rules.plane import Bools, Floats, Ints, Points, cross, dot, segment_distance, unit
from pennysight.rules.scene import Figure, Obstacle, hinders, is_partial, is_total

JOINED_IN = 1e-6  # fences nearer to one another than this are one run
TOUCH_IN = 1e-6  # what reaches no farther into an outline only touches it
ABOUT_IN = 1e-4  # what stands about the part of a fold that is inside an outline is so far off it


@dataclass(frozen=True)
class Pieces:
    """Edges and discs.

    `body` numbers what moves as one: a tile's obstacles, a figure's base.
    """

    a: Points  # (n,)
    b: Points  # (n,)
    radius_in: Floats  # (n,)
    solid: Bools  # (n,) whether it is an edge of an outline, whose inside is to its left
    total: Bools  # (n,)
    partial: Bools  # (n,)
    slack_in: Floats  # (n,) how far it may be from where it is said to be
    body: Ints  # (n,)
    owner: Ints  # (n,) indexes Prepared.names
    hub: Points  # (n,) the middle of the whole obstacle that it is part of
    spread_in: Floats  # (n,) how far that obstacle reaches from its hub

    def rows(self, rows: Bools | Ints | slice) -> "Pieces":
        """Those pieces."""
        return Pieces(*(getattr(self, name)[rows] for name in Pieces.__dataclass_fields__))


@dataclass(frozen=True)
class Runs:
    """For each obstacle a number, the same for fences that touch: a run of fences is one (HA-07).

    And that for fences which touch for certain, and for those that may touch.
    """

    said: Ints  # (obstacles,)
    surely: Ints
    perhaps: Ints


def joined(parts: Sequence[Pieces]) -> Pieces:
    """The pieces one after another."""
    fields = Pieces.__dataclass_fields__
    return Pieces(*(np.concatenate([getattr(some, name) for some in parts]) for name in fields))


def bases(figures: Sequence[Figure], first_owner: int, slack_in: Floats) -> Pieces:
    """One disc for each figure; those who hinder nobody are neither total nor partial (H-118, H-181)."""
    centre = np.array([complex(figure.x_in, figure.y_in) for figure in figures], dtype=np.complex128)
    number = np.arange(len(figures), dtype=np.int64)
    radius = np.array([figure.base_in / 2 for figure in figures], dtype=np.float64)
    nothing = np.zeros(len(figures), dtype=np.bool_)
    return Pieces(
        a=centre,
        b=centre,
        radius_in=radius,
        solid=nothing,
        total=np.array([hinders(figure) for figure in figures], dtype=np.bool_),
        partial=nothing,
        slack_in=slack_in,
        body=-1 - number,
        owner=first_owner + number,
        hub=centre,
        spread_in=radius,
    )


def obstacle_pieces(obstacles: Sequence[Obstacle], body: Ints, slack_in: Floats) -> tuple[Pieces, Runs]:
    """The edges and discs of total and partial obstacles, and the runs of fences.

    `body` and `slack_in` are those of the obstacles. Raises `SceneError` for a shape that makes no sense.
    """
    drawn = outlines(obstacles)
    total = np.array([is_total(obstacle) for obstacle in obstacles], dtype=np.bool_)
    partial = np.array([is_partial(obstacle) for obstacle in obstacles], dtype=np.bool_)
    owner = np.concatenate([drawn.owner, drawn.disc_owner])
    disc = as_points(drawn.disc_at)
    a, b = np.concatenate([as_points(drawn.a), disc]), np.concatenate([as_points(drawn.b), disc])
    radius = np.concatenate([np.zeros(len(drawn.a)), drawn.disc_radius])
    parts = np.maximum(np.bincount(owner, minlength=len(obstacles)), 1)
    middle = (
        np.bincount(owner, (a + b).real, len(parts)) + 1j * np.bincount(owner, (a + b).imag, len(parts))
    ) / (2 * parts)
    hub = middle[owner]
    reach = np.maximum(np.abs(a - hub), np.abs(b - hub)) + radius
    spread = np.zeros(len(obstacles))
    np.maximum.at(spread, owner, reach)
    pieces = Pieces(
        a=a,
        b=b,
        radius_in=radius,
        solid=np.concatenate([drawn.closed, np.zeros(len(disc), dtype=np.bool_)]),
        total=total[owner],
        partial=partial[owner],
        slack_in=slack_in[owner],
        body=body[owner],
        owner=owner,
        hub=hub,
        spread_in=spread[owner],
    )
    pieces = pieces.rows(pieces.total | pieces.partial)
    return pieces, _runs(obstacles, pieces)


def about_folds_inside(pieces: Pieces, fold0: Points, fold1: Points, slack_in: Floats) -> Pieces:
    """Four edges close about each part of a fold (n,) that lies inside a solid outline.

    Lines from there run in its inside, whether they leave it or not: that is crossing it (H-178, HA-04).
    """
    edge = np.flatnonzero(pieces.solid)
    a, b = pieces.a[edge], pieces.b[edge]
    way = unit(fold1 - fold0)
    way = np.where(way == 0, 1.0, way)
    side_a, side_b = (cross(way[:, None], end - fold0[:, None]) for end in (a, b))
    fold, column = np.nonzero((side_a < 0) != (side_b < 0))
    side_a, side_b = side_a[fold, column], side_b[fold, column]
    met = a[column] + side_a / (side_a - side_b) * (b - a)[column]
    along = dot(way[fold], met - fold0[fold])
    order = np.lexsort((along, pieces.owner[edge[column]], fold))
    start, stop = along[order[::2]], along[order[1::2]]  # each outline is entered as often as left
    fold, owner_edge = fold[order[::2]], edge[column[order[::2]]]
    length = np.abs(fold1 - fold0)[fold]
    inside = np.minimum(stop, length) - np.maximum(start, 0.0) > TOUCH_IN
    inside |= (length == 0) & (start < -TOUCH_IN) & (stop > TOUCH_IN)
    some = np.flatnonzero(inside)
    fold, owner_edge = fold[some], owner_edge[some]
    low, high = np.maximum(start[some], 0.0), np.minimum(stop[some], length[some])
    way, middle = way[fold], fold0[fold]
    corners = np.stack(
        [
            middle + way * (along + ABOUT_IN * aside)
            for along, aside in ((low, -1 - 1j), (high, 1 - 1j), (high, 1 + 1j), (low, -1 + 1j))
        ],
        axis=1,
    )
    return replace(
        pieces.rows(np.repeat(owner_edge, 4)),
        a=corners.ravel(),
        b=np.roll(corners, -1, axis=1).ravel(),
        solid=np.zeros(4 * len(fold), dtype=np.bool_),
        slack_in=np.repeat(pieces.slack_in[owner_edge] + slack_in[fold], 4),
        body=np.repeat(-1 - len(fold0) - np.arange(len(fold)), 4),
    )


def _runs(obstacles: Sequence[Obstacle], pieces: Pieces) -> Runs:
    """Which fences hang together, directly or through others."""
    fence = np.array([obstacle.kind == "fence" for obstacle in obstacles], dtype=np.bool_)
    index = np.flatnonzero(fence[pieces.owner])
    a, b, owner, body = pieces.a[index], pieces.b[index], pieces.owner[index], pieces.body[index]
    apart = segment_distance(a[:, None], b[:, None], a, b)
    slack = np.where(body[:, None] == body, 0.0, pieces.slack_in[index][:, None] + pieces.slack_in[index])
    touching = apart <= JOINED_IN
    return Runs(
        said=_hanging_together(len(obstacles), owner, touching),
        surely=_hanging_together(len(obstacles), owner, touching & (slack == 0)),
        perhaps=_hanging_together(len(obstacles), owner, apart <= JOINED_IN + slack),
    )


def _hanging_together(count: int, owner: Ints, touching: Bools) -> Ints:
    run = np.arange(count, dtype=np.int64)
    for one, other in zip(*np.nonzero(touching), strict=True):
        low, high = sorted((run[owner[one]], run[owner[other]]))
        if low != high:
            run[run == high] = low
    return run
