"""The ground that one figure moves over, from where it stands.

Total obstacles and standing figures stop its base (H-114, H-119), friends like enemies (HA-13); unconscious
and dead figures do not (H-118). Where the base overlaps something at the start is for `overlaps` to say.
"""

from dataclasses import dataclass, replace

import numpy as np
from pennysight.rules.moving.rays import TOUCH_IN, Barriers, Borders
from pennysight.rules.moving.terrain import Terrain, terrain
from pennysight.rules.plane import Bools, Floats, Ints, Points, point_distance
from pennysight.rules.scene import Figure, Scene, hinders


@dataclass(frozen=True)
class Ground:
    """What a base of `radius_in` meets: places its centre must stay out of, and lines it pays to cross.

    Owners index `names`: obstacle ids (the first `printed` of them), then the ids of figures in the way.
    `land` is all that is printed, `corner` the north-east corner of the board. `posts` are where paths turn
    round the ends and corners of partial obstacles, `post_body` the unit direction from each toward the
    obstacle.
    """

    land: Terrain
    radius_in: float
    corner: complex
    barriers: Barriers
    edge_owner: Ints
    disc_owner: Ints
    disc_drawn: Floats  # the radius of each disc as it is on the table, 0 for a corner
    borders: Borders
    posts: Points
    post_body: Points
    names: tuple[str, ...]
    printed: int


def ground(scene: Scene, mover: Figure) -> Ground:
    """The ground for a figure of the scene; raises `SceneError` for a shape that makes no sense."""
    radius = mover.base_in / 2
    land = terrain(scene.obstacles, radius)
    others = [figure for figure in scene.figures if figure.id != mover.id and hinders(figure)]
    printed = len(scene.obstacles)
    disc_at = np.concatenate([land.corner_at, land.disc_at, places(others)])
    bases = np.array([figure.base_in for figure in others], dtype=np.float64)
    disc_radius = np.concatenate([np.zeros(len(land.corner_at)), land.disc_radius, bases / 2])
    disc_owner = np.concatenate([land.corner_owner, land.disc_owner, printed + np.arange(len(others))])
    return Ground(
        land=land,
        radius_in=radius,
        corner=complex(scene.board.width_in, scene.board.height_in),
        barriers=Barriers(
            edge_a=land.edge_a,
            edge_b=land.edge_b,
            edge_radius=np.full(len(land.edge_a), radius),
            disc_at=disc_at,
            disc_radius=disc_radius + radius,
        ),
        edge_owner=land.edge_owner,
        disc_owner=disc_owner,
        disc_drawn=disc_radius,
        borders=land.borders,
        posts=land.posts,
        post_body=land.post_body,
        names=(*(obstacle.id for obstacle in scene.obstacles), *(figure.id for figure in others)),
        printed=printed,
    )


def near(ground: Ground, start: complex, goal: complex, length_in: float) -> Ground:
    """The part of the ground that a path of at most `length_in` from start to goal can meet."""
    barriers, borders = ground.barriers, ground.borders

    def detour(a: Points, b: Points) -> Floats:
        return point_distance(np.array(start), a, b) + point_distance(np.array(goal), a, b)

    edges = detour(barriers.edge_a, barriers.edge_b) <= length_in + 2 * barriers.edge_radius
    discs = detour(barriers.disc_at, barriers.disc_at) <= length_in + 2 * barriers.disc_radius
    lines = detour(borders.a, borders.b) <= length_in
    posts = detour(ground.posts, ground.posts) <= length_in
    return replace(
        part(ground, edges, discs),
        borders=Borders(borders.a[lines], borders.b[lines], borders.one_way[lines], borders.owner[lines]),
        posts=ground.posts[posts],
        post_body=ground.post_body[posts],
    )


def part(ground: Ground, edges: Bools, discs: Bools) -> Ground:
    """The ground with only those edges and discs in the way."""
    barriers = ground.barriers
    return replace(
        ground,
        barriers=Barriers(
            barriers.edge_a[edges],
            barriers.edge_b[edges],
            barriers.edge_radius[edges],
            barriers.disc_at[discs],
            barriers.disc_radius[discs],
        ),
        edge_owner=ground.edge_owner[edges],
        disc_owner=ground.disc_owner[discs],
        disc_drawn=ground.disc_drawn[discs],
    )


def clear(ground: Ground, points: Points) -> Bools:
    """Whether a centre may be at each point: on the board and out of every barrier, touching allowed."""
    barriers = ground.barriers
    column = points[:, None]
    in_disc = np.abs(column - barriers.disc_at) < barriers.disc_radius - TOUCH_IN
    in_strip = point_distance(column, barriers.edge_a, barriers.edge_b) < barriers.edge_radius - TOUCH_IN
    return on_board(points, ground.corner) & ~in_disc.any(axis=1) & ~in_strip.any(axis=1)


def on_board(points: Points, corner: complex) -> Bools:
    """Whether a centre may be at each point as far as the board's edge goes.

    The centre is what must not leave the board (H-122, HA-11); the base may hang over the edge.
    """
    x, y = points.real, points.imag
    return (x >= -TOUCH_IN) & (y >= -TOUCH_IN) & (x <= corner.real + TOUCH_IN) & (y <= corner.imag + TOUCH_IN)


def places(figures: list[Figure]) -> Points:
    """Where the figures' base centres are."""
    return np.array([complex(figure.x_in, figure.y_in) for figure in figures], dtype=np.complex128)
