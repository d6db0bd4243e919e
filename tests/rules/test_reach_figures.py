"""Figures in the way of one that moves, and those that are walked over."""

import math

import msgspec
import pytest
from pennysight.rules.reach import reach
from pennysight.rules.scene import Figure, Geometry, Obstacle
from shapely.geometry import Point, shape

from tests.rules.walking import cost, go, line, mover, table


@pytest.mark.parametrize("hat", [None, "stun", "slam"])
def test_a_standing_figure_is_gone_round_on_two_tangents_and_an_arc(hat: str | None) -> None:
    """H-114, H-119, HA-13."""
    other = msgspec.convert({"id": "x", "faction": "marsh", "x_in": 18, "y_in": 18, "hat": hat}, type=Figure)
    scene = table(figures=(mover(18, 16), other))
    far, keep = 2.0, 0.75
    around = 2 * math.sqrt(far**2 - keep**2) + keep * (math.pi - 2 * math.acos(keep / far))
    assert cost(scene, (18, 20)) == pytest.approx(around, abs=1e-5)


def test_unconscious_and_dead_figures_are_walked_over_and_only_the_dead_ended_on() -> None:
    """H-118, HA-14."""
    lying = Figure("cult-1", "cult", 18, 18, hat="unk")
    dead = Figure("cult-1", "cult", 18, 18, dead=True)
    for figure in (lying, dead):
        assert cost(table(figures=(mover(18, 17), figure)), (18, 19)) == pytest.approx(2)
    assert cost(table(figures=(mover(18, 17), dead)), (18, 18.2)) == pytest.approx(1.2)
    refused = go(table(figures=(mover(18, 17), lying)), (18, 18.2))
    assert refused.path is None
    assert "cult-1, who is unconscious [HA-14]" in refused.because
    ground = shape(msgspec.to_builtins(reach(table(figures=(mover(18, 17), lying)), "marsh-1", 5).region))
    assert not ground.contains(Point(18, 18.2))
    assert ground.contains(Point(18, 19))


def test_a_figure_put_down_a_hair_inside_a_wall_s_room_can_still_walk_away() -> None:
    scene = table(line("wall", "wall", (0, 18), (36, 18)), figures=(mover(18, 17.65),))
    assert cost(scene, (18, 16)) == pytest.approx(1.65)
    assert cost(scene, (20, 17.65)) == pytest.approx(2)
    assert cost(scene, (18, 17.7)) is None


@pytest.mark.parametrize("width", [0.65, 0.76])
def test_being_too_near_one_piece_of_a_wall_opens_no_gap_in_the_rest_of_it(width: float) -> None:
    """H-120: walls drawn as one MultiLineString are cleared piece by piece."""
    pieces = [
        [[18.3, 12], [18.3, 16]],
        [[0, 18], [18 - width / 2, 18]],
        [[18 + width / 2, 18], [36, 18]],
    ]
    wall = Obstacle("wall", "wall", Geometry("MultiLineString", pieces))
    there = cost(table(wall, figures=(mover(18, 15),)), (18, 19))
    assert (there is not None) is (width > 0.75)


@pytest.mark.parametrize("x", [18.0, 18.2, 18.5])
def test_a_figure_put_down_on_another_can_still_walk_away(x: float) -> None:
    """H-119: and comes no nearer than it stood, even where its centre was on the other's base."""
    scene = table(figures=(mover(18, 17), Figure("cult-1", "cult", x, 17)))
    assert cost(scene, (16, 17)) == pytest.approx(2)
    ground = shape(msgspec.to_builtins(reach(scene, "marsh-1", 3).region))
    assert ground.contains(Point(15.1, 17))
    beyond = x + (x - 18) / 2
    if x > 18:
        assert cost(scene, (beyond, 17)) is None
        assert not ground.contains(Point(beyond, 17))


@pytest.mark.parametrize("at", [(17, 16), (19, 18), (16.5, 19.5)])
def test_where_the_parts_of_a_wall_overlap_is_inside_it(at: tuple[float, float]) -> None:
    """H-114."""
    parts = [
        [[[x, y], [x + 5, y], [x + 5, y + 5], [x, y + 5], [x, y]]] for x, y in ((15, 15), (16, 16), (16, 17))
    ]
    wall = Obstacle("wall", "wall", Geometry("MultiPolygon", parts))
    assert "inside wall [H-114]" in go(table(wall, figures=(mover(10, 10),)), at).because
    assert reach(table(wall, figures=(mover(*at),)), "marsh-1", 5).because == (
        "marsh-1 stands inside wall [H-114]"
    )
