"""Paths past enemies: one that avoids all melee ranges is found when it is affordable (HA-42)."""

import pytest
from pennysight.rules.path import find_path
from pennysight.rules.scene import Figure, Obstacle, Scene
from shapely.geometry import shape

from tests.rules.walking import go, line, mover, path_to, table, tree


def guarded(*obstacles: Obstacle, x: float = 18.0, facing: float | None = 0.0) -> Scene:
    enemy = Figure("cult-1", "cult", x, 19, facing_deg=facing)
    return table(*obstacles, figures=(mover(16.8, 16), enemy))


def test_both_ways_are_given_where_they_differ() -> None:
    """An enemy that faces east has its fold north to south, reaching an inch around."""
    answer = go(guarded(), (16.8, 22), move=7)
    assert answer.path is not None
    assert answer.avoiding is None
    near = go(guarded(x=17.6), (16.8, 22), move=7)
    assert near.path is not None
    assert near.path.in_range_of == ["cult-1"]
    assert near.path.cost_in == pytest.approx(6)
    assert near.avoiding is not None
    assert near.avoiding.in_range_of == []
    fold = shape({"type": "LineString", "coordinates": [[17.6, 18.625], [17.6, 19.375]]})
    way = shape({"type": "LineString", "coordinates": near.avoiding.points})
    assert 1 < way.distance(fold) < 1.001
    assert 6 < near.avoiding.cost_in < 6.1


def test_none_is_given_that_is_not_affordable() -> None:
    assert go(guarded(x=17.6), (16.8, 22), move=6.0).avoiding is None


def test_behind_a_wall_nobody_is_in_melee_range() -> None:
    """H-127, HA-15."""
    wall = line("wall", "wall", (17.25, 17), (17.25, 21))
    answer = go(guarded(wall, x=17.6), (16.8, 22), move=7)
    assert answer.path is not None
    assert answer.path.in_range_of == []


def test_a_wall_s_end_is_looked_round() -> None:
    """HA-15: the wall hides most of the way, not where it ends."""
    wall = line("wall", "wall", (17.25, 10), (17.25, 18.8))
    answer = go(guarded(wall, x=17.6), (16.8, 22), move=7)
    assert answer.path is not None
    assert answer.path.in_range_of == ["cult-1"]
    assert answer.avoiding is not None
    assert answer.avoiding.in_range_of == []


def test_the_enemy_one_goes_to_is_not_avoided_but_others_are() -> None:
    other = Figure("cult-2", "cult", 17, 18, facing_deg=0)
    target = Figure("cult-1", "cult", 17, 22.8, facing_deg=0)
    answer = find_path(table(figures=(mover(16.4, 15), other, target)), "marsh-1", 9, (16.4, 22))
    assert answer.path is not None
    assert answer.path.in_range_of == ["cult-2"]
    assert answer.avoiding is not None


def test_friends_and_those_who_lie_have_no_range() -> None:
    for other in (
        Figure("marsh-2", "marsh", 17.6, 18, facing_deg=0),
        Figure("cult-1", "cult", 17.6, 18, facing_deg=0, hat="unk"),
    ):
        answer = find_path(table(figures=(mover(16.8, 16), other)), "marsh-1", 6, (16.8, 20))
        assert answer.path is not None
        assert answer.path.in_range_of == []


def test_to_leave_a_range_and_come_again_is_to_enter_it() -> None:
    """HA-43: round a tree, too near to the enemy to pass between, which leads out of his range and back."""
    enemy, oak = Figure("cult-1", "cult", 18, 18, facing_deg=0), tree(17, 18.2, 0.2)
    for goal, entered in (((16.3, 18.6), []), ((17.6, 19.2), []), ((18.2, 19.6), ["cult-1"])):
        path = path_to(table(oak, figures=(mover(17.05, 17.5), enemy)), goal)
        assert path.in_range_of == entered, goal
