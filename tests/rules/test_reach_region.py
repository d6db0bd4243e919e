"""All the ground that a movement reaches."""

import msgspec
import pytest
from pennysight.rules.reach import reach
from pennysight.rules.scene import Figure, Geometry, Obstacle
from shapely.geometry import Point, shape

from tests.rules.walking import cost, gap, go, ground_of, line, mover, table


def test_on_open_ground_it_is_a_disc() -> None:
    """H-109; its outline is within 0.02 in."""
    outline = ground_of(table(figures=(mover(18, 18),)), 5).exterior
    assert outline.hausdorff_distance(Point(18, 18).buffer(5, quad_segs=256).exterior) < 0.02


def test_behind_a_fence_two_inches_less() -> None:
    """H-115."""
    ground = ground_of(table(line("fence", "fence", (0, 18), (36, 18))), 5)
    assert ground.bounds[3] == pytest.approx(17 + 3, abs=0.005)
    assert ground.bounds[1] == pytest.approx(17 - 5, abs=0.005)
    assert ground.contains(Point(22, 17.9))
    assert not ground.contains(Point(22, 18.1))


def test_it_goes_close_along_a_fence_that_ends_out_of_reach() -> None:
    """HA-10: round the bend of a fence and on along its other side."""
    fence = line("fence", "fence", (11.61, 13.44), (13.322, 15.104), (13.95, 11.478))
    scene = table(fence, figures=(mover(12.8, 15.7),))
    ground = shape(msgspec.to_builtins(reach(scene, "marsh-1", 3.3).region))
    assert go(scene, (13.6, 13.5), 3.3).affordable
    assert ground.distance(Point(13.6, 13.5)) <= 0.01


def test_it_goes_close_along_a_bush_whose_middle_is_out_of_reach() -> None:
    """H-103: its rim is met sooner than the movement is used up."""
    bush = Obstacle("bush", "bush", Geometry("Point", [13, 13]), radius_in=0.2)
    scene = table(bush, figures=(mover(15.3, 11),))
    ground = shape(msgspec.to_builtins(reach(scene, "marsh-1", 3).region))
    assert go(scene, (13.5, 13.3), 3).affordable
    assert ground.distance(Point(13.5, 13.3)) <= 0.01


def test_round_a_figure_it_is_the_path_s_length_that_counts() -> None:
    """The shadow behind a base is reached from both sides, along the base."""
    other = Figure("cult-1", "cult", 18, 18)
    scene = table(figures=(mover(18, 16), other))
    ground = ground_of(scene, 4)
    farthest = max(y for x, y in ground.exterior.coords if abs(x - 18) < 0.02 and y > 18.8)
    assert cost(scene, (18, farthest)) == pytest.approx(4, abs=0.02)


def test_what_is_closed_off_is_not_in_it() -> None:
    hut = line("hut", "wall", (19, 17), (22, 17), (22, 20), (19, 20), (19, 17))
    ground = ground_of(table(hut), 5)
    assert not ground.intersects(shape({"type": "Point", "coordinates": [20.5, 18.5]}))


@pytest.mark.parametrize("kind", ["door", "window"])
def test_it_goes_on_behind_an_opening_narrower_than_the_base(kind: str) -> None:
    """HA-12."""
    scene = gap(0.5, line("opening", kind, (17.75, 18), (18.25, 18)))
    parts = shape(msgspec.to_builtins(reach(scene, "marsh-1", 5).region))
    farthest = 22 if kind == "door" else 20
    assert parts.contains(Point(18, farthest - 0.02))
    assert not parts.contains(Point(18, farthest + 0.02))


def test_a_strip_along_the_edge_leads_into_no_building() -> None:
    """H-121: the ground beside a wall is in it, what the wall encloses is not."""
    walls = line("hut", "wall", (0.25, 0.25), (3, 0.25), (3, 3), (0.25, 3), (0.25, 0.25))
    parts = shape(msgspec.to_builtins(reach(table(walls, figures=(mover(4, 0.5),)), "marsh-1", 12).region))
    assert parts.contains(Point(0.1, 2))
    assert parts.contains(Point(2, 0.1))
    assert not parts.intersects(Point(1.6, 1.6).buffer(0.9))


def test_no_movement_is_nowhere_to_go() -> None:
    """H-104: and the answer says so."""
    nowhere = reach(table(), "marsh-1", 0)
    assert nowhere.region.coordinates == []
    assert nowhere.because == (
        "marsh-1 gets nowhere from (18.00, 17.00) with 0 in of movement [H-103, H-104]"
    )
