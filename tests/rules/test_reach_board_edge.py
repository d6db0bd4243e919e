"""Moving along the board's edge."""

import msgspec
import pytest
from pennysight.rules.reach import reach
from pennysight.rules.scene import Figure
from shapely.geometry import Point, shape

from tests.rules.walking import cost, go, line, mover, table


def test_the_centre_may_go_as_far_as_the_edge_and_not_beyond() -> None:
    """H-122, HA-11."""
    scene = table(figures=(mover(2, 18),))
    assert cost(scene, (0, 18)) == pytest.approx(2)
    beyond = go(scene, (-0.1, 18))
    assert beyond.path is None
    assert "off the board [H-122]" in beyond.because
    ground = shape(msgspec.to_builtins(reach(scene, "marsh-1", 5).region))
    assert ground.bounds[0] == pytest.approx(0)


def test_there_is_room_along_the_edge_as_long_as_ground_shows() -> None:
    """H-121."""
    for shows, passes in ((0.5, True), (0.3, True), (0.1, True), (0.0, False)):
        wall = line("wall", "wall", (18, shows), (18, 36))
        answer = go(table(wall, figures=(mover(17, 1),)), (19, 1))
        assert (answer.path is not None) is passes, shows
    assert cost(table(line("wall", "wall", (18, 0.1), (18, 36)), figures=(mover(17, 0),)), (19, 0)) == (
        pytest.approx(2)
    )


def test_room_along_the_edge_continues_round_a_corner_of_the_board() -> None:
    """H-121: two walls in the corner leave a quarter of an inch on both sides."""
    walls = line("wall", "wall", (0.25, 30), (0.25, 0.25), (30, 0.25))
    assert cost(table(walls, figures=(mover(6, 0),)), (0, 6)) == pytest.approx(12)


def test_whoever_stands_in_the_strip_goes_along_it_and_may_be_gone_to() -> None:
    """H-121."""
    wall = line("wall", "wall", (10, 0.3), (20, 0.3))
    scene = table(wall, figures=(mover(12, 0.15),))
    assert cost(scene, (14, 0.15)) == pytest.approx(2)
    assert cost(table(wall, figures=(mover(8, 0.15),)), (12, 0.15)) == pytest.approx(4, abs=0.1)
    ground = shape(msgspec.to_builtins(reach(scene, "marsh-1", 5).region))
    assert ground.contains(Point(14, 0.1))
    assert not ground.contains(Point(14, 0.5))


def test_a_figure_at_the_edge_is_in_the_way_like_anywhere() -> None:
    """H-121 is about what tiles show."""
    wall = line("wall", "wall", (18, 1.2), (18, 36))
    guard = Figure("cult-1", "cult", 18, 0.5)
    assert cost(table(wall, figures=(mover(17, 1), guard)), (19, 1)) is None
