"""Situations as they come up in an evening, on two printed tiles, with answers worked out by hand.

Storm Hollow lies in the west: a shack with its floor from (5.6, 5.6) to (8.1, 8.1), walls 0.18 in thick, a
window in the east wall (y from 6.4 to 7.3), doors west (y from 6.3 to 7.25) and south (x from 6.4 to 7.35);
a fence from (5.6, 1.3) to (7.2, 1.3), and a tree of 0.75 in round (7.2, 3). Thuh Mansion lies east of it, its
hallway's south door from 13.03 to 13.97 along y = 1.75.
"""

import math
from dataclasses import dataclass, field

import msgspec
import pytest
from pennysight.rules.break_melee import free_break
from pennysight.rules.knock_back import knock_back
from pennysight.rules.measure import base_within, fold_to_obstacle
from pennysight.rules.path import PathAnswer, find_path
from pennysight.rules.prepared import prepare
from pennysight.rules.ruling import Ruling, rule
from pennysight.rules.scene import Area, Board, Figure, Obstacle, Scene, Tile
from pennysight.rules.tile_library import library, place

WINDOW, FENCE = "storm-hollow/window-1", "storm-hollow/fence-1"
INSIDE, OUTSIDE = (7.725, 6.85), (8.655, 6.85)  # bases that touch the wall by the window from both sides


@dataclass
class Table:
    open_doors: bool = False
    areas: dict[str, Area] = field(default_factory=dict)

    def __post_init__(self) -> None:
        tiles = [Tile("storm-hollow", 0.0, 0.0), Tile("thuh-mansion", 9.0, 0.0)]
        placed = [place(library()[tile.tile], tile) for tile in tiles]
        obstacles = [
            msgspec.structs.replace(part, open=self.open_doors) if part.kind == "mansion-door" else part
            for parts, _ in placed
            for part in parts
        ]
        self.areas = {area.id: area for _, areas in placed for area in areas}
        self.scene = Scene(board=Board(18, 9), tiles=tiles, obstacles=obstacles)

    def with_(self, *figures: Figure) -> Scene:
        return msgspec.structs.replace(self.scene, figures=list(figures))

    def obstacle(self, name: str) -> Obstacle:
        return next(part for part in self.scene.obstacles if part.id == name)

    def ruling(self, *figures: Figure) -> Ruling:
        return rule(self.with_(*figures), figures[0].id, figures[1].id)

    def way(self, to: tuple[float, float], *figures: Figure, move: float = 6.0) -> PathAnswer:
        return find_path(self.with_(*figures), figures[0].id, move, to)


def marsh(at: tuple[float, float], facing_deg: float = 0.0) -> Figure:
    return Figure("marsh-1", "marsh", *at, facing_deg=facing_deg)


def cult(at: tuple[float, float], facing_deg: float = 0.0, **more: object) -> Figure:
    given = {"id": "cult-1", "faction": "cult", "x_in": at[0], "y_in": at[1], "facing_deg": facing_deg}
    return msgspec.convert(given | more, Figure)


def test_two_at_a_window_from_both_sides_are_in_melee_see_one_another_free_of_it_and_part_freely() -> None:
    """H-126, H-128, H-139, H-190, H-194, HA-08: 0.375 in to the wall, 0.18 in of wall, and as much again."""
    table, pair = Table(), (marsh(INSIDE), cult(OUTSIDE, 180.0))
    ruling = table.ruling(*pair)
    assert ruling.distance_in == pytest.approx(0.93)
    assert ruling.melee.answer
    assert ruling.melee.margin_in == pytest.approx(0.07)
    assert (ruling.sight.answer, ruling.sight.exempt) == ("clear", [WINDOW])
    assert free_break(prepare(table.with_(*pair)), "marsh-1", "cult-1").answer


def test_climbing_out_of_a_window_costs_its_two_inches_and_the_way() -> None:
    """H-103, H-115, HA-12: and a window seen from 1.32 in off costs a shot -3, whatever else is open."""
    table = Table()
    answer = table.way(OUTSIDE, marsh(INSIDE))
    assert answer.path is not None
    assert answer.path.partials_crossed == [WINDOW]
    assert answer.path.cost_in == pytest.approx(2.93)
    through = table.ruling(marsh((9.6, 6.85), 180.0), cult((4.4, 6.8)))  # and out of the west door
    assert (through.sight.answer, through.sight.partials) == ("partial", [WINDOW])


def test_a_shot_over_the_fence_is_free_for_who_leans_on_it_alone() -> None:
    """H-174, H-190, HA-06: the fence reaches 0.3 in farther west than the westernmost line between them."""
    table = Table()
    near, far = (6.4, 0.5), (5.9, 4.5)
    there = table.ruling(marsh(near, 90.0), cult(far, 270.0)).sight
    assert (there.answer, there.exempt) == ("clear", [FENCE])
    back = table.ruling(cult(far, 270.0), marsh(near, 90.0)).sight
    assert (back.answer, back.partials) == ("partial", [FENCE])


def test_from_the_side_is_two_from_the_back_is_four_and_only_the_back_lets_one_go() -> None:
    """H-137, H-169, H-173, HA-21, HA-23: exactly on the diagonal is the side."""
    table, enemy = Table(), cult((3.5, 3.5), 90.0)
    for at, zone, modifier, freely in (
        ((3.5, 2.6), "back", 4, True),
        ((2.9, 2.9), "side", 2, False),
        ((2.6, 3.5), "side", 2, False),
        ((3.5, 4.4), "front", 0, False),
    ):
        ruling = table.ruling(marsh(at), enemy)
        assert (ruling.facing.zone, ruling.facing.modifier, ruling.facing.sure) == (zone, modifier, True)
        assert free_break(prepare(table.with_(marsh(at), enemy)), "marsh-1", "cult-1").answer is freely


def test_whoever_lies_has_no_back_and_hinders_neither_shot_nor_step() -> None:
    """H-118, H-138, H-171, H-181, HA-14: and lets go whoever is beside him."""
    table, lying = Table(), cult((5.5, 6.775), hat="unk")  # in the west door
    answer = table.way((4.7, 6.775), marsh((6.2, 6.775)), lying)
    assert answer.path is not None
    assert answer.path.cost_in == pytest.approx(1.5)
    assert table.way((4.8, 6.775), marsh((6.2, 6.775)), lying).path is None  # that would end on him
    ruling = table.ruling(marsh((6.2, 6.775), 180.0), lying)
    assert (ruling.facing.zone, ruling.facing.modifier, ruling.melee.answer) == ("none", 0, True)
    assert free_break(prepare(table.with_(marsh((6.2, 6.775)), lying)), "marsh-1", "cult-1").answer
    third = Figure("cult-2", "cult", 4.4, 6.775, 0.0)
    assert (
        rule(table.with_(marsh((6.2, 6.775), 180.0), lying, third), "marsh-1", "cult-2").sight.answer
        == "clear"
    )


@pytest.mark.parametrize("hat", [None, "stun", "slam"])
def test_whoever_stands_in_a_door_shuts_it(hat: str | None) -> None:
    """H-114, H-119: out by the south door then, round the corner of the shack."""
    answer = Table().way((4.7, 6.775), marsh((6.2, 6.775)), cult((5.5, 6.775), hat=hat), move=9.0)
    assert answer.path is not None
    assert answer.path.partials_crossed == []
    assert answer.path.cost_in > 4.0
    assert all(y < 5.6 or x > 5.6 or math.dist((x, y), (5.5, 6.775)) >= 0.75 for x, y in answer.path.points)


def test_a_closed_mansion_door_stops_shots_and_steps_and_an_open_one_neither() -> None:
    """H-114, H-178, HA-12: 0.94 in wide, and 3 in straight through."""
    before, behind = (13.5, 1.0), (13.5, 4.0)
    for open_doors, sight, cost_in in ((False, "blocked", None), (True, "clear", pytest.approx(3.0))):
        table = Table(open_doors)
        seen = table.ruling(marsh(before, 90.0), cult(behind, 270.0)).sight
        assert seen.answer == sight
        assert seen.blockers == ([] if open_doors else ["thuh-mansion/door-2"])
        answer = table.way(behind, marsh(before), move=5.0)
        assert (None if answer.path is None else answer.path.cost_in) == cost_in


def test_a_blow_throws_one_against_the_corner_of_the_mansion() -> None:
    """HA-27, H-123: the base, 0.14 in north of the wall's corner at (10.17, 6.71), meets it 0.348 in off."""
    table = Table()
    thrown = knock_back(table.with_(marsh(OUTSIDE)), "marsh-1", (7.0, 6.85), 2.0)
    meets = 10.17 - math.sqrt(0.375**2 - 0.14**2)
    assert thrown.to_in == pytest.approx((meets, 6.85), abs=1e-5)
    assert [name.rpartition("-")[0] for name in thrown.stopped_by] == ["thuh-mansion/wall"]
    against = knock_back(table.with_(marsh(OUTSIDE)), "marsh-1", (9.5, 6.85), 2.0)
    assert (against.moved_in, against.stopped_by) == (0.0, [WINDOW])


def test_a_card_is_turned_by_who_is_wholly_inside_the_shack() -> None:
    """H-146, HA-41: touching two walls from inside is inside, a hair over a threshold is not."""
    (shack,) = (area for area in Table().areas.values() if area.kind == "shack")
    assert base_within(marsh((5.975, 5.975)), shack).answer
    assert not base_within(marsh((6.875, 5.97)), shack).answer


def test_what_lies_within_an_inch_is_measured_from_the_fold() -> None:
    """H-063, H-064, HA-40: from (7.1, 6.525), the fold's end, straight down to the door's bar at 5.6."""
    measured = fold_to_obstacle(marsh((7.1, 6.9)), Table().obstacle("storm-hollow/door-2"))
    assert measured.distance_in == pytest.approx(0.925)


def test_a_path_past_an_enemy_s_back_is_told_with_one_that_keeps_out_of_his_reach() -> None:
    """H-129, HA-42: his fold lies along y = 4.5, so an inch off it is where x is 1.375 in from him."""
    table = Table()
    answer = table.way((4.2, 6.0), marsh((4.2, 3.4)), cult((3.0, 4.5), 90.0), move=5.0)
    assert answer.path is not None
    assert answer.path.in_range_of == ["cult-1"]
    assert answer.path.cost_in == pytest.approx(2.6)
    assert answer.avoiding is not None
    assert answer.avoiding.in_range_of == []
    start_in, end_in = math.hypot(0.825, 1.1), math.hypot(0.825, 1.5)  # from the fold's end
    arc = math.atan2(1.1, 0.825) + math.atan2(1.5, 0.825) - math.acos(1 / start_in) - math.acos(1 / end_in)
    around = math.sqrt(start_in**2 - 1) + arc + math.sqrt(end_in**2 - 1)
    assert answer.avoiding.cost_in == pytest.approx(around, abs=0.01)


def test_a_friend_in_the_gap_between_tree_and_fence_is_as_good_as_a_wall() -> None:
    """H-120, HA-13: between the tree's rim at y = 2.25 and a friend at y = 1.5 there are 0.375 in."""
    table, friend = Table(), Figure("marsh-2", "marsh", 7.2, 1.5)
    alone = table.way((8.4, 1.8), marsh((6.0, 1.8)))
    hindered = table.way((8.4, 1.8), marsh((6.0, 1.8)), friend)
    assert alone.path is not None
    assert hindered.path is not None
    assert alone.path.partials_crossed == []
    assert alone.path.cost_in < 2.45  # the tree's rim, grown by a base, reaches down to y = 1.875
    assert hindered.path.cost_in > 2.9
