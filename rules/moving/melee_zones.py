"""Where a mover comes into an enemy's melee range (H-126, H-129), so that a path can keep out (HA-42).

Folds are what is measured, and the mover may turn as it likes at any moment (H-110): at each place it can
hold its fold square to the line to an enemy, and then no point of the fold is nearer to the enemy's than
its middle is. So one enemy's range is where the mover's centre is at most 1 in from the enemy's fold, by a
line free of total obstacles (HA-15). A fold cannot be square to two lines: where two enemies are both near
enough to be reached by some way of holding it, the mover is taken to be in range of both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import shapely
from pennysight.rules.moving.fans import look, swept
from pennysight.rules.moving.ground import Ground, places
from pennysight.rules.moving.rays import TOUCH_IN, Barriers, Borders
from pennysight.rules.moving.terrain import Terrain
from pennysight.rules.outlines import as_points
from pennysight.rules.plane import Points, segment_distance
from pennysight.rules.prepared import folds
from pennysight.rules.scene import Figure, Scene, hinders

MELEE_IN = 1.0  # H-126
_LOOKS = 17  # places on a fold from which is looked, where something is near it
_DRAWN_IN = 0.006  # a zone cut by obstacles is drawn with straight pieces, and so much larger to be safe
_OUTLINE_IN = 1e-4
_QUARTER = 32


@dataclass(frozen=True)
class Zone:
    """Places of a mover's centre, board frame, at which it is in range of enemies; `barriers` keep it out."""

    enemies: tuple[str, ...]
    shape: shapely.Geometry
    barriers: Barriers


def enemies_beside(scene: Scene, mover: Figure, corners: Points) -> list[Figure]:
    """The enemies that are up and reach some point of a mover on a path with those corners.

    Not one alone that reaches no farther than its fold's ends: it could be held square to him.
    """
    every = _enemies(scene, mover)
    ends = folds(every).ends
    a, b = (corners[:-1], corners[1:]) if len(corners) > 1 else (corners, corners)
    apart = segment_distance(a, b, ends[:, :1], ends[:, 1:]).min(axis=1)
    beyond = apart - [_reach(enemy) for enemy in every]
    near = np.flatnonzero(beyond <= mover.fold_in / 2)
    if len(near) == 1 and beyond[near[0]] > 0:
        return []
    return [every[number] for number in near.tolist()]


def enemies_within(scene: Scene, mover: Figure, goal: complex, length_in: float) -> list[Figure]:
    """The enemies that are up and in reach of any path of at most `length_in` to the goal."""
    start = complex(mover.x_in, mover.y_in)
    return [
        enemy
        for enemy, at in ((enemy, complex(enemy.x_in, enemy.y_in)) for enemy in _enemies(scene, mover))
        if abs(at - start) + abs(at - goal) <= length_in + 2 * _reach(enemy) + enemy.fold_in + mover.fold_in
    ]


def zones(ground: Ground, scene: Scene, mover: Figure, enemies: Sequence[Figure]) -> list[Zone]:
    """The zones of those enemies, each by itself and where two are near."""
    met = list(zip(enemies, folds(enemies).ends, strict=True))
    single = [zone for enemy, fold in met for zone in _zone(ground.land, scene, mover, enemy, fold)]
    return single + [zone for one, other in combinations(met, 2) for zone in _pinched(mover, one, other)]


def _enemies(scene: Scene, mover: Figure) -> list[Figure]:
    return [enemy for enemy in scene.figures if enemy.faction != mover.faction and hinders(enemy)]


def kept_out(ground: Ground, zones: Sequence[Zone]) -> Ground:
    """The ground with the zones as places to stay out of."""
    every = [ground.barriers, *(zone.barriers for zone in zones)]
    owners = range(len(ground.names), len(ground.names) + len(zones))
    edges = np.repeat(owners, [len(zone.barriers.edge_a) for zone in zones]).astype(np.int64)
    discs = np.repeat(owners, [len(zone.barriers.disc_at) for zone in zones]).astype(np.int64)
    return replace(
        ground,
        barriers=Barriers(
            *(np.concatenate([getattr(one, name) for one in every]) for name in Barriers.__dataclass_fields__)
        ),
        edge_owner=np.concatenate([ground.edge_owner, edges]),
        disc_owner=np.concatenate([ground.disc_owner, discs]),
        disc_drawn=np.concatenate([ground.disc_drawn, *(zone.barriers.disc_radius for zone in zones)]),
        names=(*ground.names, *(" and ".join(zone.enemies) for zone in zones)),
    )


def _reach(enemy: Figure) -> float:
    """How far from its fold an enemy reaches; a fold of unknown direction may be anywhere in a circle."""
    return MELEE_IN if enemy.facing_deg is not None else MELEE_IN + enemy.fold_in / 2


def _zone(land: Terrain, scene: Scene, mover: Figure, enemy: Figure, fold: Points) -> list[Zone]:
    """Where one enemy reaches; nowhere if its fold lies inside something."""
    reach = _reach(enemy)
    near = _things_near(land, scene, mover, enemy, fold)
    if near is None:
        whole = 1 if fold[0] != fold[1] else 0  # where its direction is unknown, the fold is a point
        radius = np.full(2, reach + 2 * TOUCH_IN)
        barriers = Barriers(fold[:whole], fold[1 : whole + 1], radius[:whole], fold, radius)
        return [Zone((enemy.id,), _within(fold, reach), barriers)]
    looks = fold[0] + (fold[1] - fold[0]) * np.linspace(0.0, 1.0, _LOOKS)
    inside = np.abs(looks[:, None] - near.disc_at) < near.disc_radius - TOUCH_IN
    seeing = looks[~inside.any(axis=1)].tolist()
    if not seeing:
        return []
    shape = shapely.union_all(swept([look(place, reach, near) for place in seeing], near, _NO_BORDERS))
    shape = shape.buffer(_DRAWN_IN)
    return [Zone((enemy.id,), shape, _outline(shape))]


_NOWHERE = np.empty(0, dtype=np.complex128)
_NO_BORDERS = Borders(_NOWHERE, _NOWHERE, np.empty(0, dtype=np.bool_), np.empty(0, dtype=np.int64))


def _within(fold: Points, reach_in: float) -> shapely.Geometry:
    """All that is within reach of a fold."""
    return shapely.LineString(np.column_stack([fold.real, fold.imag])).buffer(reach_in, quad_segs=_QUARTER)


def _things_near(land: Terrain, scene: Scene, mover: Figure, enemy: Figure, fold: Points) -> Barriers | None:
    """What is in the way of lines of an inch to an enemy's fold, as it is drawn; None where nothing is."""
    drawn = land.drawn
    others = [figure for figure in scene.figures if figure.id not in (mover.id, enemy.id) and hinders(figure)]
    bases = np.array([figure.base_in / 2 for figure in others], dtype=np.float64)
    a, b = as_points(drawn.a), as_points(drawn.b)
    at = np.concatenate([as_points(drawn.disc_at), places(others)])
    radius = np.concatenate([drawn.disc_radius, bases])
    reach = _reach(enemy)
    edges = segment_distance(fold[:1], fold[1:], a, b) <= reach
    discs = segment_distance(fold[:1], fold[1:], at, at) <= reach + radius
    if not (edges.any() or discs.any()):
        return None
    return Barriers(a[edges], b[edges], np.zeros(edges.sum()), at[discs], radius[discs])


def _pinched(mover: Figure, one: tuple[Figure, Points], other: tuple[Figure, Points]) -> list[Zone]:
    """Where two enemies are both within reach of some point of the mover's fold, however it is held."""
    both = shapely.intersection(
        *(_within(fold, _reach(enemy) + mover.fold_in / 2) for enemy, fold in (one, other))
    )
    return [] if both.is_empty else [Zone((one[0].id, other[0].id), both, _outline(both))]


def _outline(shape: shapely.Geometry) -> Barriers:
    """The outlines of polygons as thin barriers."""
    rings = [
        as_points(np.array(part.exterior.coords)) for part in shapely.get_parts(shape.simplify(_OUTLINE_IN))
    ]
    a = np.concatenate([ring[:-1] for ring in rings])
    b = np.concatenate([ring[1:] for ring in rings])
    long = np.abs(b - a) > TOUCH_IN
    a, b, thin = a[long], b[long], np.full(long.sum(), _OUTLINE_IN)
    return Barriers(a, b, thin, a, thin)
