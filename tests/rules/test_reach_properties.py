"""What holds of reach on any table: it does not matter how it lies, and paths and ground say the same."""

import math
import random

import msgspec
import pytest
import shapely
from pennysight.rules.moving.ground import ground as standing_ground
from pennysight.rules.moving.melee_zones import zones
from pennysight.rules.path import find_path
from pennysight.rules.reach import reach
from pennysight.rules.ruling import rule
from pennysight.rules.scene import Figure, Geometry, Scene

from tests.rules.rough_ground import MIDDLE, table


def laid_otherwise(scene: Scene, turn_deg: float, by: complex, mirror: bool) -> Scene:
    """The same table mirrored, turned about the middle, and moved."""

    def spot(point: list[float]) -> list[float]:
        there = moved(complex(point[0], point[1]), turn_deg, by, mirror)
        return [there.real, there.imag]

    def geometry(given: Geometry) -> Geometry:
        if given.type == "Point":
            return Geometry("Point", spot(given.coordinates))
        if given.type == "LineString":
            return Geometry("LineString", [spot(point) for point in given.coordinates])
        return Geometry("Polygon", [[spot(point) for point in ring] for ring in given.coordinates])

    def figure(given: Figure) -> Figure:
        x, y = spot([given.x_in, given.y_in])
        facing = given.facing_deg
        if facing is not None:
            facing = (180 - facing if mirror else facing) + turn_deg
        return msgspec.structs.replace(given, x_in=x, y_in=y, facing_deg=facing)

    return msgspec.structs.replace(
        scene,
        obstacles=[
            msgspec.structs.replace(part, geometry=geometry(part.geometry)) for part in scene.obstacles
        ],
        figures=[figure(given) for given in scene.figures],
    )


def moved(point: complex, turn_deg: float, by: complex, mirror: bool) -> complex:
    own = point - complex(*MIDDLE)
    if mirror:
        own = complex(-own.real, own.imag)
    turn = math.radians(turn_deg)
    return complex(*MIDDLE) + by + own * complex(math.cos(turn), math.sin(turn))


@pytest.mark.parametrize("seed", range(12))
def test_a_table_turned_moved_or_mirrored_is_the_same_table(seed: int) -> None:
    scene, chance = table(seed), random.Random(seed)
    lie = chance.uniform(0, 360), complex(chance.uniform(-30, 30), chance.uniform(-30, 30)), seed % 2 == 1
    other = laid_otherwise(scene, *lie)
    for _ in range(5):
        goal = complex(*MIDDLE) + complex(chance.uniform(-6, 6), chance.uniform(-6, 6))
        there = moved(goal, *lie)
        one = find_path(scene, "marsh-1", 8, (goal.real, goal.imag))
        same = find_path(other, "marsh-1", 8, (there.real, there.imag))
        assert (one.path is None) is (same.path is None)
        assert one.affordable is same.affordable
        for way, like, off in ((one.path, same.path, 1e-6), (one.avoiding, same.avoiding, 0.01)):
            assert (way is None) is (like is None)
            if way is not None and like is not None:
                assert way.cost_in == pytest.approx(like.cost_in, abs=off)
                assert way.in_range_of == like.in_range_of
    areas = [shapely.area(ground(laid, 6)) for laid in (scene, other)]
    assert areas[0] == pytest.approx(areas[1], abs=0.1)


@pytest.mark.parametrize("seed", range(100, 112))
def test_the_ground_is_where_affordable_paths_lead(seed: int) -> None:
    """Points are left out that lie within 0.02 in of the outline."""
    scene, chance = table(seed), random.Random(seed)
    move = chance.choice([3.0, 5.0, 8.0])
    whole = ground(scene, move)
    shapely.prepare(whole)
    for _ in range(25):
        distance, angle = (move + 0.3) * math.sqrt(chance.random()), chance.uniform(0, 2 * math.pi)
        to = MIDDLE[0] + distance * math.cos(angle), MIDDLE[1] + distance * math.sin(angle)
        if shapely.distance(whole.boundary, shapely.Point(to)) > 0.02:
            assert shapely.contains_xy(whole, *to) == find_path(scene, "marsh-1", move, to).affordable, to


@pytest.mark.parametrize("seed", range(400, 412))
def test_no_affordable_path_leads_further_beside_the_ground_than_it_is_exact(seed: int) -> None:
    """HA-10, H-104: points close beside its outline, in notches too, where random ones seldom lie."""
    scene, chance = table(seed), random.Random(seed)
    move = chance.choice([3.0, 5.0, 8.0])
    whole = ground(scene, move)
    for _ in range(60):
        on_outline = whole.boundary.interpolate(chance.uniform(0, whole.boundary.length))
        off, angle = chance.uniform(0.02, 0.1), chance.uniform(0, 2 * math.pi)
        to = on_outline.x + off * math.cos(angle), on_outline.y + off * math.sin(angle)
        if shapely.distance(whole, shapely.Point(to)) > 0.015:
            assert not find_path(scene, "marsh-1", move, to).affordable, to


@pytest.mark.parametrize("seed", range(200, 212))
def test_a_path_keeps_clear_of_everything_and_is_as_long_as_it_says(seed: int) -> None:
    scene, chance = table(seed), random.Random(seed)
    solid = [
        shapely.from_geojson(msgspec.json.encode(part.geometry)).buffer(part.radius_in or 0)
        for part in scene.obstacles
        if part.kind == "tree"
    ]
    solid += [shapely.Point(each.x_in, each.y_in).buffer(0.375, quad_segs=64) for each in scene.figures[1:5]]
    clear = [shape for shape in solid if shape.distance(shapely.Point(MIDDLE)) > 0.376]
    for _ in range(5):
        to = MIDDLE[0] + chance.uniform(-6, 6), MIDDLE[1] + chance.uniform(-6, 6)
        path = find_path(scene, "marsh-1", 8, to).path
        if path is not None and len(path.points) > 1:
            line = shapely.LineString(path.points)
            assert -1e-9 <= line.length - path.length_in <= 0.01
            assert path.points[-1] == pytest.approx(to)
            assert all(line.distance(shape) > 0.375 - 1e-5 for shape in clear)


@pytest.mark.parametrize("seed", range(300, 312))
def test_a_zone_is_where_a_ruling_says_melee_to_a_mover_whose_fold_is_its_middle(seed: int) -> None:
    """H-126, HA-15: walls and others are looked round alike. Zones may be 0.01 in too large."""
    scene, chance = table(seed), random.Random(seed)
    mover = msgspec.structs.replace(scene.figures[0], fold_in=0.0, facing_deg=0.0)
    enemies = scene.figures[1:5]
    every = zones(standing_ground(scene, mover), scene, mover, enemies)
    trees = shapely.union_all(
        [
            shapely.Point(part.geometry.coordinates).buffer(part.radius_in)
            for part in scene.obstacles
            if part.radius_in is not None
        ]
    )
    for zone in (zone for zone in every if len(zone.enemies) == 1):
        enemy = next(figure for figure in enemies if figure.id == zone.enemies[0])
        for _ in range(25):
            at = enemy.x_in + chance.uniform(-1.6, 1.6), enemy.y_in + chance.uniform(-1.6, 1.6)
            on_edge = shapely.distance(zone.shape.boundary, shapely.Point(at)) <= 0.01
            if not on_edge and not shapely.contains_xy(trees, *at):
                there = msgspec.structs.replace(mover, x_in=at[0], y_in=at[1])
                moved_there = msgspec.structs.replace(scene, figures=[there, *scene.figures[1:]])
                melee = rule(moved_there, mover.id, enemy.id).melee
                assert shapely.contains_xy(zone.shape, *at) == melee.answer, (at, enemy.id, melee)


def ground(scene: Scene, move: float) -> shapely.Geometry:
    told = shapely.from_geojson(msgspec.json.encode(reach(scene, "marsh-1", move).region))
    assert shapely.is_valid(told)
    return told
