"""Where figures can go on a table, and what it costs."""

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pennysight.rules.reach import Path as Way
from pennysight.rules.reach import PathAnswer, ReachError, find_path, reach, reach_json
from pennysight.rules.scene import Board, Figure, Geometry, Obstacle, Scene, parse_scene
from shapely.geometry import Point, Polygon, shape

Move = Callable[[float, float], tuple[float, float]]

RADIUS_IN = 0.375


def line(name: str, kind: str, *at: tuple[float, float], open_: bool | None = None) -> Obstacle:
    return Obstacle(name, kind, Geometry("LineString", [list(point) for point in at]), open=open_)


def ring(name: str, kind: str, *at: tuple[float, float]) -> Obstacle:
    return Obstacle(name, kind, Geometry("Polygon", [[list(point) for point in (*at, at[0])]]))


def tree(x: float, y: float, radius: float) -> Obstacle:
    return Obstacle("tree", "tree", Geometry("Point", [x, y]), radius_in=radius)


def mover(x: float, y: float) -> Figure:
    return Figure("marsh-1", "marsh", x, y)


def table(*obstacles: Obstacle, figures: tuple[Figure, ...] = (mover(18, 17),)) -> Scene:
    return Scene(board=Board(36, 36), obstacles=list(obstacles), figures=list(figures))


def go(scene: Scene, to: tuple[float, float], move: float = 5.0) -> PathAnswer:
    return find_path(scene, "marsh-1", move, to)


def cost(scene: Scene, to: tuple[float, float]) -> float | None:
    answer = go(scene, to)
    return None if answer.path is None else answer.path.cost_in


def gap(width: float, *more: Obstacle) -> Scene:
    """A wall across the table with a gap in the middle, the mover an inch south of it."""
    west, east = 18 - width / 2, 18 + width / 2
    return table(line("west", "wall", (0, 18), (west, 18)), line("east", "wall", (east, 18), (36, 18)), *more)


class TestNarrowPlaces:
    def test_the_base_passes_a_gap_of_its_own_width_and_none_narrower(self) -> None:
        """H-120."""
        assert cost(gap(0.75), (18, 19)) == pytest.approx(2)
        assert cost(gap(0.749), (18, 19)) is None

    def test_two_figures_leave_a_gap_like_walls(self) -> None:
        """HA-12, HA-13: friends and enemies alike."""
        wall = [line("west", "wall", (0, 18), (16.8, 18)), line("east", "wall", (19.2, 18), (36, 18))]
        for apart, passes in ((0.76, True), (0.74, False)):
            beside = apart / 2 + RADIUS_IN
            figures = (Figure("marsh-2", "marsh", 18 - beside, 18), Figure("cult-1", "cult", 18 + beside, 18))
            scene = table(*wall, figures=(mover(18, 17), *figures))
            assert (cost(scene, (18, 19)) is not None) is passes

    @pytest.mark.parametrize("width", [0.1, 0.4, 0.749, 0.75, 1.0])
    def test_a_door_is_wide_enough_and_free_and_a_window_costs_two(self, width: float) -> None:
        """HA-12, H-115."""
        west, east = (18 - width / 2, 18), (18 + width / 2, 18)
        assert cost(gap(width, line("door", "door", west, east)), (18, 19)) == pytest.approx(2)
        through_window = path_to(gap(width, line("window", "window", west, east)), (18, 19))
        assert through_window.partials_crossed == ["window"]
        assert through_window.cost_in == pytest.approx(4)

    @pytest.mark.parametrize("thick", [0.02, 0.2, 0.5])
    def test_walls_may_be_thick(self, thick: float) -> None:
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

    def test_an_opening_as_wide_as_the_base_and_one_hardly_narrower_cost_the_same(self) -> None:
        """HA-12: turning in and out of a door, too, is as if it were wide enough."""
        door = line("door", "door", (17.6251, 18), (18.3749, 18))
        assert cost(gap(0.7498, door), (21, 18.5)) == pytest.approx(cost(gap(0.75), (21, 18.5)), abs=1e-3)

    def test_a_door_beside_a_wall_that_stands_square_to_it_lets_the_base_through(self) -> None:
        """HA-12: the wall beside the door gives way on the side with room; the square wall stays whole."""
        scene = table(
            line("west", "wall", (0, 18), (17.7, 18)),
            line("east", "wall", (18.3, 18), (36, 18)),
            line("square", "wall", (17.7, 18), (17.7, 22)),
            line("door", "door", (17.7, 18), (18.3, 18)),
        )
        assert cost(scene, (18.5, 19)) == pytest.approx(math.hypot(0.5, 2), abs=0.1)
        assert cost(scene, (17, 19)) == pytest.approx(9.2, abs=0.05)  # round the far end of the square wall

    def test_a_tree_in_a_doorway_is_still_in_the_way(self) -> None:
        """H-114: only walls give way."""
        scene = gap(0.6, line("door", "door", (17.7, 18), (18.3, 18)), tree(18, 18.2, 0.1))
        assert cost(scene, (18, 19)) is None

    def test_a_closed_mansion_door_is_a_wall_and_an_open_one_a_door(self) -> None:
        """H-114, HA-12, however narrow."""
        for width in (0.5, 2.0):
            at = (18 - width / 2, 18), (18 + width / 2, 18)
            assert cost(gap(width, line("door", "mansion-door", *at, open_=False)), (18, 19)) is None
            assert cost(gap(width, line("door", "mansion-door", *at, open_=True)), (18, 19)) == pytest.approx(
                2
            )


class TestPartialObstacles:
    def test_the_end_of_a_fence_is_free_to_go_round_with_the_base_overhanging(self) -> None:
        """HA-10: what counts is the centre."""
        fence = line("fence", "fence", (18, 18), (36, 18))
        assert cost(table(fence), (18, 19)) == pytest.approx(2)
        assert cost(table(fence), (18.5, 19)) == pytest.approx(1 + math.hypot(0.5, 1), abs=1e-4)
        assert cost(table(fence), (24, 19)) == pytest.approx(1 + math.hypot(6, 1), abs=1e-4)

    def test_a_fence_costs_two_each_time_it_is_crossed(self) -> None:
        """H-115, H-116, HA-09."""
        there_and_back = line("fence", "fence", (0, 18), (36, 18), (36, 18.5), (0, 18.5))
        path = path_to(table(there_and_back), (18, 19))
        assert path.partials_crossed == ["fence", "fence"]
        assert path.cost_in == pytest.approx(2 + 2 * 2)

    @pytest.mark.parametrize("turned", range(0, 180, 15))
    def test_the_joint_of_two_fences_is_crossed_once_and_is_no_way_through(self, turned: int) -> None:
        """HA-09: abutting fences, and one fence's corner, count once where the centre crosses once."""
        far = 40 * complex(math.cos(math.radians(turned)), math.sin(math.radians(turned)))
        joint = (18.0, 18.0)
        west, east = (18 - far.real, 18 - far.imag), (18 + far.real, 18 + far.imag)
        square = (18 - far.imag, 18 + far.real)
        start = mover(18 + far.imag / 40, 18 - far.real / 40)
        to = (18 - far.imag / 40, 18 + far.real / 40)
        two = table(line("f1", "fence", west, joint), line("f2", "fence", joint, east), figures=(start,))
        assert cost(two, to) == pytest.approx(2 + 2)
        bend = table(line("f1", "fence", west, joint, square), figures=(start,))
        assert cost(bend, (18 + far.real / 40, 18 + far.imag / 40)) == pytest.approx(math.sqrt(2))
        assert cost(
            bend, (18 - far.real / 40 - far.imag / 40, 18 - far.imag / 40 + far.real / 40)
        ) == pytest.approx(math.sqrt(5) + 2)

    def test_a_fence_drawn_twice_is_one_fence(self) -> None:
        fence = line("f1", "fence", (0, 18), (36, 18))
        again = line("f2", "fence", (36, 18), (0, 18))
        assert cost(table(fence, again), (18, 19)) == pytest.approx(4)

    def test_a_tombstone_is_paid_for_on_entering_and_left_freely(self) -> None:
        """HA-10."""
        stone = ring("stone", "tombstone", (16, 18), (20, 18), (20, 19), (16, 19))
        assert cost(table(stone), (18, 18.5)) == pytest.approx(1.5 + 2)
        assert cost(table(stone), (18, 20)) == pytest.approx(3 + 2)
        assert cost(table(stone, figures=(mover(18, 18.5),)), (18, 20)) == pytest.approx(1.5)
        assert cost(table(stone, figures=(mover(18, 18.5),)), (18, 18.9)) == pytest.approx(0.4)

    def test_a_small_tombstone_is_walked_round(self) -> None:
        stone = ring("stone", "tombstone", (17.9, 17.9), (18.1, 17.9), (18.1, 18.1), (17.9, 18.1))
        path = path_to(table(stone), (18, 19))
        assert path.partials_crossed == []
        assert path.cost_in == pytest.approx(2 * math.hypot(0.1, 0.9) + 0.2, abs=1e-4)

    def test_ending_on_a_fence_is_paid_for_and_standing_on_one_leaves_to_both_sides_freely(self) -> None:
        """HA-10."""
        fence = line("fence", "fence", (0, 18), (36, 18))
        assert cost(table(fence), (18, 18)) == pytest.approx(1 + 2)
        for y in (17, 19):
            assert cost(table(fence, figures=(mover(18, 18),)), (18, y)) == pytest.approx(1)


class TestFigures:
    @pytest.mark.parametrize("hat", [None, "stun", "slam"])
    def test_a_standing_figure_is_gone_round_on_two_tangents_and_an_arc(self, hat: str | None) -> None:
        """H-114, H-119, HA-13."""
        other = msgspec.convert(
            {"id": "x", "faction": "marsh", "x_in": 18, "y_in": 18, "hat": hat}, type=Figure
        )
        scene = table(figures=(mover(18, 16), other))
        far, keep = 2.0, 0.75
        around = 2 * math.sqrt(far**2 - keep**2) + keep * (math.pi - 2 * math.acos(keep / far))
        assert cost(scene, (18, 20)) == pytest.approx(around, abs=1e-5)

    def test_unconscious_and_dead_figures_are_walked_over_and_only_the_dead_ended_on(self) -> None:
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

    def test_a_figure_put_down_a_hair_inside_a_wall_s_room_can_still_walk_away(self) -> None:
        scene = table(line("wall", "wall", (0, 18), (36, 18)), figures=(mover(18, 17.65),))
        assert cost(scene, (18, 16)) == pytest.approx(1.65)
        assert cost(scene, (20, 17.65)) == pytest.approx(2)
        assert cost(scene, (18, 17.7)) is None

    @pytest.mark.parametrize("width", [0.65, 0.76])
    def test_being_too_near_one_piece_of_a_wall_opens_no_gap_in_the_rest_of_it(self, width: float) -> None:
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
    def test_a_figure_put_down_on_another_can_still_walk_away(self, x: float) -> None:
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
    def test_where_the_parts_of_a_wall_overlap_is_inside_it(self, at: tuple[float, float]) -> None:
        """H-114."""
        parts = [
            [[[x, y], [x + 5, y], [x + 5, y + 5], [x, y + 5], [x, y]]]
            for x, y in ((15, 15), (16, 16), (16, 17))
        ]
        wall = Obstacle("wall", "wall", Geometry("MultiPolygon", parts))
        assert "inside wall [H-114]" in go(table(wall, figures=(mover(10, 10),)), at).because
        assert reach(table(wall, figures=(mover(*at),)), "marsh-1", 5).because == (
            "marsh-1 stands inside wall [H-114]"
        )


class TestTheBoardsEdge:
    def test_the_centre_may_go_as_far_as_the_edge_and_not_beyond(self) -> None:
        """H-122, HA-11."""
        scene = table(figures=(mover(2, 18),))
        assert cost(scene, (0, 18)) == pytest.approx(2)
        beyond = go(scene, (-0.1, 18))
        assert beyond.path is None
        assert "off the board [H-122]" in beyond.because
        ground = shape(msgspec.to_builtins(reach(scene, "marsh-1", 5).region))
        assert ground.bounds[0] == pytest.approx(0)

    def test_there_is_room_along_the_edge_as_long_as_ground_shows(self) -> None:
        """H-121."""
        for shows, passes in ((0.5, True), (0.3, True), (0.1, True), (0.0, False)):
            wall = line("wall", "wall", (18, shows), (18, 36))
            answer = go(table(wall, figures=(mover(17, 1),)), (19, 1))
            assert (answer.path is not None) is passes, shows
        assert cost(table(line("wall", "wall", (18, 0.1), (18, 36)), figures=(mover(17, 0),)), (19, 0)) == (
            pytest.approx(2)
        )

    def test_room_along_the_edge_continues_round_a_corner_of_the_board(self) -> None:
        """H-121: two walls in the corner leave a quarter of an inch on both sides."""
        walls = line("wall", "wall", (0.25, 30), (0.25, 0.25), (30, 0.25))
        assert cost(table(walls, figures=(mover(6, 0),)), (0, 6)) == pytest.approx(12)

    def test_whoever_stands_in_the_strip_goes_along_it_and_may_be_gone_to(self) -> None:
        """H-121."""
        wall = line("wall", "wall", (10, 0.3), (20, 0.3))
        scene = table(wall, figures=(mover(12, 0.15),))
        assert cost(scene, (14, 0.15)) == pytest.approx(2)
        assert cost(table(wall, figures=(mover(8, 0.15),)), (12, 0.15)) == pytest.approx(4, abs=0.1)
        ground = shape(msgspec.to_builtins(reach(scene, "marsh-1", 5).region))
        assert ground.contains(Point(14, 0.1))
        assert not ground.contains(Point(14, 0.5))

    def test_a_figure_at_the_edge_is_in_the_way_like_anywhere(self) -> None:
        """H-121 is about what tiles show."""
        wall = line("wall", "wall", (18, 1.2), (18, 36))
        guard = Figure("cult-1", "cult", 18, 0.5)
        assert cost(table(wall, figures=(mover(17, 1), guard)), (19, 1)) is None


class TestMelee:
    """HA-42: a path that avoids every enemy's melee range is found when one is affordable."""

    def scene(self, *obstacles: Obstacle, x: float = 18.0, facing: float | None = 0.0) -> Scene:
        enemy = Figure("cult-1", "cult", x, 19, facing_deg=facing)
        return table(*obstacles, figures=(mover(16.8, 16), enemy))

    def test_both_ways_are_given_where_they_differ(self) -> None:
        """An enemy that faces east has its fold north to south, reaching an inch around."""
        answer = go(self.scene(), (16.8, 22), move=7)
        assert answer.path is not None
        assert answer.avoiding is None
        near = go(self.scene(x=17.6), (16.8, 22), move=7)
        assert near.path is not None
        assert near.path.in_range_of == ["cult-1"]
        assert near.path.cost_in == pytest.approx(6)
        assert near.avoiding is not None
        assert near.avoiding.in_range_of == []
        fold = shape({"type": "LineString", "coordinates": [[17.6, 18.625], [17.6, 19.375]]})
        way = shape({"type": "LineString", "coordinates": near.avoiding.points})
        assert 1 < way.distance(fold) < 1.001
        assert 6 < near.avoiding.cost_in < 6.1

    def test_none_is_given_that_is_not_affordable(self) -> None:
        assert go(self.scene(x=17.6), (16.8, 22), move=6.0).avoiding is None

    def test_behind_a_wall_nobody_is_in_melee_range(self) -> None:
        """H-127, HA-15."""
        wall = line("wall", "wall", (17.25, 17), (17.25, 21))
        answer = go(self.scene(wall, x=17.6), (16.8, 22), move=7)
        assert answer.path is not None
        assert answer.path.in_range_of == []

    def test_a_wall_s_end_is_looked_round(self) -> None:
        """HA-15: the wall hides most of the way, not where it ends."""
        wall = line("wall", "wall", (17.25, 10), (17.25, 18.8))
        answer = go(self.scene(wall, x=17.6), (16.8, 22), move=7)
        assert answer.path is not None
        assert answer.path.in_range_of == ["cult-1"]
        assert answer.avoiding is not None
        assert answer.avoiding.in_range_of == []

    def test_the_enemy_one_goes_to_is_not_avoided_but_others_are(self) -> None:
        other = Figure("cult-2", "cult", 17, 18, facing_deg=0)
        target = Figure("cult-1", "cult", 17, 22.8, facing_deg=0)
        answer = find_path(table(figures=(mover(16.4, 15), other, target)), "marsh-1", 9, (16.4, 22))
        assert answer.path is not None
        assert answer.path.in_range_of == ["cult-2"]
        assert answer.avoiding is not None

    def test_friends_and_those_who_lie_have_no_range(self) -> None:
        for other in (
            Figure("marsh-2", "marsh", 17.6, 18, facing_deg=0),
            Figure("cult-1", "cult", 17.6, 18, facing_deg=0, hat="unk"),
        ):
            answer = find_path(table(figures=(mover(16.8, 16), other)), "marsh-1", 6, (16.8, 20))
            assert answer.path is not None
            assert answer.path.in_range_of == []


class TestTheWholeGround:
    def test_on_open_ground_it_is_a_disc(self) -> None:
        """H-109; its outline is within 0.02 in."""
        outline = ground_of(table(figures=(mover(18, 18),)), 5).exterior
        assert outline.hausdorff_distance(Point(18, 18).buffer(5, quad_segs=256).exterior) < 0.02

    def test_behind_a_fence_two_inches_less(self) -> None:
        """H-115."""
        ground = ground_of(table(line("fence", "fence", (0, 18), (36, 18))), 5)
        assert ground.bounds[3] == pytest.approx(17 + 3, abs=0.005)
        assert ground.bounds[1] == pytest.approx(17 - 5, abs=0.005)
        assert ground.contains(Point(22, 17.9))
        assert not ground.contains(Point(22, 18.1))

    def test_it_goes_close_along_a_fence_that_ends_out_of_reach(self) -> None:
        """HA-10: round the bend of a fence and on along its other side."""
        fence = line("fence", "fence", (11.61, 13.44), (13.322, 15.104), (13.95, 11.478))
        scene = table(fence, figures=(mover(12.8, 15.7),))
        ground = shape(msgspec.to_builtins(reach(scene, "marsh-1", 3.3).region))
        assert go(scene, (13.6, 13.5), 3.3).affordable
        assert ground.distance(Point(13.6, 13.5)) <= 0.01

    def test_it_goes_close_along_a_bush_whose_middle_is_out_of_reach(self) -> None:
        """H-103: its rim is met sooner than the movement is used up."""
        bush = Obstacle("bush", "bush", Geometry("Point", [13, 13]), radius_in=0.2)
        scene = table(bush, figures=(mover(15.3, 11),))
        ground = shape(msgspec.to_builtins(reach(scene, "marsh-1", 3).region))
        assert go(scene, (13.5, 13.3), 3).affordable
        assert ground.distance(Point(13.5, 13.3)) <= 0.01

    def test_round_a_figure_it_is_the_path_s_length_that_counts(self) -> None:
        """The shadow behind a base is reached from both sides, along the base."""
        other = Figure("cult-1", "cult", 18, 18)
        scene = table(figures=(mover(18, 16), other))
        ground = ground_of(scene, 4)
        farthest = max(y for x, y in ground.exterior.coords if abs(x - 18) < 0.02 and y > 18.8)
        assert cost(scene, (18, farthest)) == pytest.approx(4, abs=0.02)

    def test_what_is_closed_off_is_not_in_it(self) -> None:
        hut = line("hut", "wall", (19, 17), (22, 17), (22, 20), (19, 20), (19, 17))
        ground = ground_of(table(hut), 5)
        assert not ground.intersects(shape({"type": "Point", "coordinates": [20.5, 18.5]}))

    @pytest.mark.parametrize("kind", ["door", "window"])
    def test_it_goes_on_behind_an_opening_narrower_than_the_base(self, kind: str) -> None:
        """HA-12."""
        scene = gap(0.5, line("opening", kind, (17.75, 18), (18.25, 18)))
        parts = shape(msgspec.to_builtins(reach(scene, "marsh-1", 5).region))
        farthest = 22 if kind == "door" else 20
        assert parts.contains(Point(18, farthest - 0.02))
        assert not parts.contains(Point(18, farthest + 0.02))

    def test_a_strip_along_the_edge_leads_into_no_building(self) -> None:
        """H-121: the ground beside a wall is in it, what the wall encloses is not."""
        walls = line("hut", "wall", (0.25, 0.25), (3, 0.25), (3, 3), (0.25, 3), (0.25, 0.25))
        parts = shape(
            msgspec.to_builtins(reach(table(walls, figures=(mover(4, 0.5),)), "marsh-1", 12).region)
        )
        assert parts.contains(Point(0.1, 2))
        assert parts.contains(Point(2, 0.1))
        assert not parts.intersects(Point(1.6, 1.6).buffer(0.9))

    def test_no_movement_is_nowhere_to_go(self) -> None:
        """H-104: and the answer says so."""
        nowhere = reach(table(), "marsh-1", 0)
        assert nowhere.region.coordinates == []
        assert nowhere.because == (
            "marsh-1 gets nowhere from (18.00, 17.00) with 0 in of movement [H-103, H-104]"
        )


class TestAnswers:
    @pytest.mark.parametrize(
        ("scene", "to", "because"),
        [
            (gap(0.7), (18, 19), "no way leads there for a base of 0.75 in"),
            (gap(0.7), (14, 18.2), "the base would overlap west by 0.18 in"),
            (table(tree(18, 20, 0.5)), (18, 20.1), "(18.00, 20.10) is inside tree"),
            (table(figures=(mover(40, 1),)), (18, 20), "marsh-1 stands off the board, at (40.00, 1.00)"),
            (table(tree(18, 17, 0.5)), (18, 20), "marsh-1 stands inside tree"),
        ],
    )
    def test_where_there_is_no_path_the_answer_says_why(
        self, scene: Scene, to: tuple[float, float], because: str
    ) -> None:
        answer = go(scene, to)
        assert answer.path is None
        assert not answer.affordable
        assert because in answer.because

    def test_a_path_that_is_too_dear_is_told_with_its_cost(self) -> None:
        """H-104."""
        answer = go(table(), (18, 23))
        assert not answer.affordable
        assert answer.path is not None
        assert answer.path.cost_in == pytest.approx(6)
        assert answer.because == "6.00 in cost 6.00 in, more than the 5 in [H-103, H-104]"

    @pytest.mark.parametrize("move", [0.0, 5.0])
    def test_to_stay_where_one_is_costs_nothing(self, move: float) -> None:
        """H-103."""
        stay = go(table(), (18, 17), move)
        assert stay.affordable
        assert stay.path == Way([(18, 17)], 0.0, [], [])

    def test_what_is_very_far_is_told_in_short(self) -> None:
        assert go(table(), (1e308, -1e308)).because == "(1e+308, -1e+308) is off the board [H-122]"

    @pytest.mark.parametrize("move", [100.1, 1e6, 1e308])
    def test_more_movement_than_any_turn_gives_is_refused(self, move: float) -> None:
        """H-103."""
        told = re.escape(f"the movement is {move:g} in, expected at most 100 in")
        with pytest.raises(ReachError, match=told):
            reach(table(), "marsh-1", move)
        with pytest.raises(ReachError, match=told):
            find_path(table(), "marsh-1", move, (1, 1))

    def test_questions_that_make_no_sense_are_refused_with_a_sentence(self) -> None:
        with pytest.raises(ReachError, match="figure 'cult-9' is not on the table, expected one of: marsh-1"):
            reach(table(), "cult-9", 5)
        with pytest.raises(ReachError, match="the movement is nan, expected"):
            reach(table(), "marsh-1", math.nan)
        with pytest.raises(ReachError, match="the movement is -1, expected"):
            find_path(table(), "marsh-1", -1, (1, 1))
        with pytest.raises(ReachError, match="the place to go to is inf, 1, expected"):
            find_path(table(), "marsh-1", 5, (math.inf, 1))

    def test_the_json_is_as_promised(self) -> None:
        scene = table(line("fence", "fence", (0, 18), (36, 18)))
        told = json.loads(reach_json(reach(scene, "marsh-1", 5), go(scene, (18, 19))))
        assert told["format"] == "pennysight-reach/1"
        assert told["figure"] == "marsh-1"
        assert told["region"]["type"] == "MultiPolygon"
        assert told["path"] == [[18, 17], [18, 19]]
        assert told["length_in"] == pytest.approx(2)
        assert told["cost_in"] == pytest.approx(4)
        assert told["partials_crossed"] == ["fence"]
        assert told["affordable"] is True
        nowhere = json.loads(reach_json(reach(scene, "marsh-1", 5), go(scene, (-1, 0))))
        assert nowhere["path"] is None
        assert nowhere["because"]


def path_to(scene: Scene, to: tuple[float, float]) -> Way:
    path = go(scene, to).path
    assert path is not None
    return path


def ground_of(scene: Scene, move: float) -> Polygon:
    (part,) = shape(msgspec.to_builtins(reach(scene, "marsh-1", move).region)).geoms
    assert isinstance(part, Polygon)
    return part


def quarter_turned(x: float, y: float) -> tuple[float, float]:
    return 36 - y, x


def mirrored(x: float, y: float) -> tuple[float, float]:
    return 36 - x, y


def same(x: float, y: float) -> tuple[float, float]:
    return x, y


@pytest.mark.parametrize(
    "move",
    [same, quarter_turned, mirrored, lambda x, y: mirrored(*quarter_turned(x, y))],
    ids=["as it is", "turned", "mirrored", "both"],
)
def test_the_cases_with_known_answers_hold(shared: Path, move: Move) -> None:
    """The same table turned and mirrored on its board has the same answers."""
    files = sorted((shared / "cases").glob("reach-*.json"))
    assert files
    for file in files:
        case = json.loads(file.read_text())
        scene = moved(parse_scene(json.dumps(case["scene"])), move)
        for expected in case["expect"]:
            if "area" in expected:
                low, high = expected["area"]
                ground = shape(msgspec.to_builtins(reach(scene, expected["reach"], expected["move"]).region))
                assert low <= ground.area <= high, case["name"]
            if "to" in expected:
                answer = find_path(scene, expected["reach"], expected["move"], move(*expected["to"]))
                assert answer.affordable is expected["affordable"], case["name"]
                if expected["cost"] is None:
                    assert answer.path is None, case["name"]
                else:
                    assert answer.path is not None
                    assert expected["cost"][0] <= answer.path.cost_in <= expected["cost"][1], case["name"]


def moved(scene: Scene, move: Move) -> Scene:
    """The scene with every point moved; facings do not matter for where one can go."""
    return msgspec.structs.replace(
        scene,
        obstacles=[
            msgspec.structs.replace(
                part, geometry=Geometry(part.geometry.type, points(part.geometry.coordinates, move))
            )
            for part in scene.obstacles
        ],
        figures=[
            msgspec.structs.replace(figure, x_in=at[0], y_in=at[1])
            for figure in scene.figures
            for at in (move(figure.x_in, figure.y_in),)
        ],
    )


def points(coordinates: list[Any], move: Move) -> list[Any]:
    if isinstance(coordinates[0], list):
        return [points(part, move) for part in coordinates]
    return list(move(coordinates[0], coordinates[1]))
