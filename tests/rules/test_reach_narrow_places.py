"""Gaps, doors and windows, and which of them a base gets through."""

import math

import msgspec
import pytest
from pennysight.rules.scene import Figure

from tests.rules.walking import RADIUS_IN, cost, gap, line, mover, path_to, ring, table, tree


def test_the_base_passes_a_gap_of_its_own_width_and_none_narrower() -> None:
    """H-120."""
    assert cost(gap(0.75), (18, 19)) == pytest.approx(2)
    assert cost(gap(0.749), (18, 19)) is None


def test_two_figures_leave_a_gap_like_walls() -> None:
    """HA-12, HA-13: friends and enemies alike."""
    wall = [line("west", "wall", (0, 18), (16.8, 18)), line("east", "wall", (19.2, 18), (36, 18))]
    for apart, passes in ((0.76, True), (0.74, False)):
        beside = apart / 2 + RADIUS_IN
        figures = (Figure("marsh-2", "marsh", 18 - beside, 18), Figure("cult-1", "cult", 18 + beside, 18))
        scene = table(*wall, figures=(mover(18, 17), *figures))
        assert (cost(scene, (18, 19)) is not None) is passes


@pytest.mark.parametrize("width", [0.1, 0.4, 0.749, 0.75, 1.0])
def test_a_door_is_wide_enough_and_free_and_a_window_costs_two(width: float) -> None:
    """HA-12, H-115."""
    west, east = (18 - width / 2, 18), (18 + width / 2, 18)
    assert cost(gap(width, line("door", "door", west, east)), (18, 19)) == pytest.approx(2)
    through_window = path_to(gap(width, line("window", "window", west, east)), (18, 19))
    assert through_window.partials_crossed == ["window"]
    assert through_window.cost_in == pytest.approx(4)


@pytest.mark.parametrize("thick", [0.02, 0.2, 0.5])
def test_walls_may_be_thick(thick: float) -> None:
    """HA-12, H-124."""
    low, high = 18 - thick / 2, 18 + thick / 2
    walls = [
        ring("west", "wall", (0, low), (17.7, low), (17.7, high), (0, high)),
        ring("east", "wall", (18.3, low), (36, low), (36, high), (18.3, high)),
    ]
    door = ring("door", "door", (17.7, low), (18.3, low), (18.3, high), (17.7, high))
    window = msgspec.structs.replace(door, id="window", kind="window")
    assert cost(table(*walls), (18, 19)) is None
    assert cost(table(*walls, door), (18, 19)) == pytest.approx(2)
    assert cost(table(*walls, window), (18, 19)) == pytest.approx(4)
    assert path_to(table(*walls, window), (18, 19)).partials_crossed == ["window"]


def test_an_opening_as_wide_as_the_base_and_one_hardly_narrower_cost_the_same() -> None:
    """HA-12: turning in and out of a door, too, is as if it were wide enough."""
    door = line("door", "door", (17.6251, 18), (18.3749, 18))
    assert cost(gap(0.7498, door), (21, 18.5)) == pytest.approx(cost(gap(0.75), (21, 18.5)), abs=1e-3)


def test_a_door_beside_a_wall_that_stands_square_to_it_lets_the_base_through() -> None:
    """HA-12: the wall beside the door gives way on the side with room; the square wall stays whole."""
    scene = table(
        line("west", "wall", (0, 18), (17.7, 18)),
        line("east", "wall", (18.3, 18), (36, 18)),
        line("square", "wall", (17.7, 18), (17.7, 22)),
        line("door", "door", (17.7, 18), (18.3, 18)),
    )
    assert cost(scene, (18.5, 19)) == pytest.approx(math.hypot(0.5, 2), abs=0.1)
    assert cost(scene, (17, 19)) == pytest.approx(9.2, abs=0.05)  # round the far end of the square wall


def test_a_tree_in_a_doorway_is_still_in_the_way() -> None:
    """H-114: only walls give way."""
    scene = gap(0.6, line("door", "door", (17.7, 18), (18.3, 18)), tree(18, 18.2, 0.1))
    assert cost(scene, (18, 19)) is None


def test_a_closed_mansion_door_is_a_wall_and_an_open_one_a_door() -> None:
    """H-114, HA-12, however narrow."""
    for width in (0.5, 2.0):
        at = (18 - width / 2, 18), (18 + width / 2, 18)
        assert cost(gap(width, line("door", "mansion-door", *at, open_=False)), (18, 19)) is None
        assert cost(gap(width, line("door", "mansion-door", *at, open_=True)), (18, 19)) == pytest.approx(2)
