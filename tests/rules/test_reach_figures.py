"""Figures in the way of one that moves, and those that are walked over."""

import cmath
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
    assert cost(scene, (20, 17.625)) == pytest.approx(2 + 0.025)  # out of it, then along it
    for nearer in ((20, 17.65), (18, 17.64), (18, 17.7)):
        assert cost(scene, nearer) is None  # by then it overlaps like anybody


def test_what_it_overlapped_is_as_much_in_the_way_as_ever_once_it_was_left() -> None:
    """H-120: no gap is wider for who stood too near to one of its sides."""
    walls = line("north", "wall", (0, 18), (36, 18)), line("south", "wall", (20, 0), (20, 17.26))
    for begun in (17.625, 17.65):  # in the first place it touches the wall, in the other it overlaps it
        assert cost(table(*walls, figures=(mover(18, begun),)), (22, 17.5)) is None


def test_a_figure_that_overlaps_another_may_walk_round_it() -> None:
    """H-119: it comes straight out, and then goes round it like anybody."""
    other = Figure("cult-1", "cult", 18.6, 17)
    scene = table(figures=(mover(18, 17), other))
    around = 0.75 * (math.pi - math.acos(0.75 / 2.4)) + math.sqrt(2.4**2 - 0.75**2)
    expected = 0.15 + around
    assert cost(scene, (21, 17)) == pytest.approx(expected, abs=1e-5)
    parts = shape(msgspec.to_builtins(reach(scene, "marsh-1", 4).region))
    assert parts.contains(Point(21, 17))
    assert not parts.intersects(Point(18.6, 17).buffer(0.745))


@pytest.mark.parametrize("turn", range(0, 90, 15))
def test_a_figure_in_a_corner_of_two_walls_comes_clear_of_both(turn: int) -> None:
    """H-120: both are overlapped by 0.02 in, as measured; the way out is the corner's middle line."""
    way = cmath.exp(1j * math.radians(turn))
    corner = [complex(18, 18) + way * along for along in (-9, 0, 9j)]
    start, goal = (complex(18, 18) + way * at for at in (-0.355 + 0.355j, -3 + 3j))
    wall = line("wall", "wall", *((at.real, at.imag) for at in corner))
    scene = table(wall, figures=(mover(start.real, start.imag),))
    assert cost(scene, (goal.real, goal.imag)) == pytest.approx(abs(goal - start))
    assert cost(scene, (start.real, start.imag)) == 0  # and it may stay


def test_nobody_comes_clear_of_a_figure_through_a_wall() -> None:
    """H-114: the nearest clear place may be behind one."""
    walls = [line("wall", "wall", (18.2, 12), (18.2, 22)), line("back", "wall", (17.5, 12), (17.5, 22))]
    scene = table(*walls, figures=(mover(17.85, 17), Figure("cult-1", "cult", 17.6, 17)))
    answer = go(scene, (19, 17))
    assert answer.path is None
    assert answer.because == ("marsh-1 overlaps cult-1 by 0.50 in, and has no room to come clear [H-120]")
    assert reach(scene, "marsh-1", 5).because == answer.because


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
