"""What the rules say, example by example, each with the rule's id; wherever it may matter, turned and
mirrored.
"""

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from pennysight.rules.prepared import prepare
from pennysight.rules.ruling import RulingError, rule, rule_all, ruling_json
from pennysight.rules.scene import Board, Figure, Geometry, Obstacle, Scene, Tile
from pennysight.rules.sight import Sight
from pennysight.rules.tile_library import library, place
from pennysight.rules.weapon import Weapon

Spot = tuple[float, float]


def figure(name: str, x: float, y: float, facing_deg: float | None = 0.0, **more: object) -> Figure:
    return msgspec.convert(
        {"id": name, "faction": "marsh", "x_in": x, "y_in": y, "facing_deg": facing_deg, **more}, Figure
    )


def line(kind: str, *spots: Spot, name: str = "") -> Obstacle:
    return Obstacle(name or f"{kind} {spots}", kind, Geometry("LineString", [list(spot) for spot in spots]))


def outline(kind: str, *spots: Spot, name: str = "") -> Obstacle:
    ring = [list(spot) for spot in (*spots, spots[0])]
    return Obstacle(name or f"{kind} {spots}", kind, Geometry("Polygon", [ring]))


def disc(kind: str, x: float, y: float, radius: float, name: str = "") -> Obstacle:
    return Obstacle(name or f"{kind} {x} {y}", kind, Geometry("Point", [x, y]), radius_in=radius)


def scene(*things: Figure | Obstacle, tiles: Sequence[Tile] = ()) -> Scene:
    return Scene(
        board=Board(36.0, 36.0),
        tiles=list(tiles),
        figures=[thing for thing in things if isinstance(thing, Figure)],
        obstacles=[thing for thing in things if isinstance(thing, Obstacle)],
    )


def turned(given: Scene, turn_deg: float, mirrored: bool) -> Scene:
    """The scene about the point (18, 18), where it lies about (0, 0) in these examples."""
    turn = complex(math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg)))

    def at(x: float, y: float) -> list[float]:
        moved = turn * complex(x, -y if mirrored else y) + 18 + 18j
        return [moved.real, moved.imag]

    def shape(coordinates: Any) -> Any:
        if isinstance(coordinates[0], float | int):
            return at(*coordinates)
        return [shape(part) for part in coordinates]

    def stood(one: Figure) -> Figure:
        x, y = at(one.x_in, one.y_in)
        facing = (
            one.facing_deg if one.facing_deg is None else turn_deg + (-1 if mirrored else 1) * one.facing_deg
        )
        return msgspec.structs.replace(one, x_in=x, y_in=y, facing_deg=facing)

    return msgspec.structs.replace(
        given,
        figures=[stood(one) for one in given.figures],
        obstacles=[
            msgspec.structs.replace(
                one, geometry=Geometry(one.geometry.type, shape(one.geometry.coordinates))
            )
            for one in given.obstacles
        ],
    )


LEFT, RIGHT = figure("a", -5, -0.375), figure("b", 5, -0.375, 180)  # the tops of their folds are on y = 0
FACING_LEFT, FACING_RIGHT = figure("a", -5, 0), figure("b", 5, 0, 180)
SIDE_BY_SIDE = figure("a", -3, 0, 90), figure("b", 3, 0, 90)  # both folds on y = 0

LOOKS = {
    "a line that touches a wall's end is clear [HA-04]": (
        "clear",
        LEFT,
        RIGHT,
        line("wall", (0, 0), (0, -5)),
    ),
    "a wall a hair longer blocks": ("blocked", LEFT, RIGHT, line("wall", (0, 0.0001), (0, -5))),
    "a line that touches a house's corner is clear": (
        "clear",
        LEFT,
        RIGHT,
        line("wall", (0, -4), (0, 0), (1, 0), (1, -4)),
    ),
    "a line that touches a thick wall's corner is clear": (
        "clear",
        LEFT,
        RIGHT,
        outline("wall", (0, 0), (1, 0), (1, -4), (0, -4)),
    ),
    "a line that touches a tree is clear": (
        "clear",
        LEFT,
        RIGHT,
        disc("tree", 0, -0.5, 0.5),
        line("wall", (0, -0.5), (0, -4)),
    ),
    "a line along a wall is clear": ("clear", LEFT, RIGHT, line("wall", (-1, 0), (2, 0))),
    "nobody sees through the wall that a fold's end touches": (
        "blocked",
        LEFT,
        figure("b", -2, 3, 180),
        line("wall", (-9, 0), (9, 0)),
    ),
    "two who touch a wall from both sides do not see one another along it": (
        "blocked",
        LEFT,
        figure("b", -4.5, 0.375, 180),
        line("wall", (-9, 0), (9, 0)),
    ),
    "who touches a wall sees along it on his side": (
        "clear",
        LEFT,
        figure("b", -2, -3, 180),
        line("wall", (-9, 0), (9, 0)),
    ),
    "trees that touch leave no gap": (
        "blocked",
        FACING_LEFT,
        FACING_RIGHT,
        disc("tree", 0, 1, 1),
        disc("bush", 0, -1, 1),
    ),
    "a tree that touches a wall's end leaves no gap": (
        "blocked",
        FACING_LEFT,
        FACING_RIGHT,
        disc("tree", 0, 1, 1),
        line("wall", (0, 0), (0, -3)),
    ),
    "an outline's corner that touches a wall's end leaves no gap": (
        "blocked",
        FACING_LEFT,
        FACING_RIGHT,
        outline("wall", (0, 0), (1, 2), (0, 4), (-1, 2)),
        line("wall", (0, 0), (0, -3)),
    ),
    "corners of outlines that touch leave no gap": (
        "blocked",
        FACING_LEFT,
        FACING_RIGHT,
        outline("wall", (0, 0), (1, 2), (0, 4), (-1, 2)),
        outline("wall", (0, 0), (1, -2), (0, -4), (-1, -2)),
    ),
    "walls that meet another from both sides leave no gap": (
        "blocked",
        FACING_LEFT,
        FACING_RIGHT,
        line("wall", (-2, 0), (2, 0)),
        line("wall", (-1, 0), (-1, -4)),
        line("wall", (1, 0), (1, 4)),
    ),
    "a gap of a hair between trees is found": (
        "clear",
        FACING_LEFT,
        FACING_RIGHT,
        disc("tree", 0, 1.00005, 1),
        disc("tree", 0, -1.00005, 1),
    ),
    "a gap of a hair between walls one behind the other is found": (
        "clear",
        FACING_LEFT,
        FACING_RIGHT,
        line("wall", (-1, 0), (-1, 4)),
        line("wall", (1, -0.0001), (1, -4)),
    ),
    "side by side they see one another": ("clear", *SIDE_BY_SIDE),
    "side by side with a wall across": ("blocked", *SIDE_BY_SIDE, line("wall", (0, -1), (0, 1))),
    "side by side past a wall's end that touches": ("clear", *SIDE_BY_SIDE, line("wall", (0, 0), (0, 1))),
    "side by side past a tree that touches": ("clear", *SIDE_BY_SIDE, disc("tree", 0, 0.5, 0.5)),
    "side by side with a tree a hair farther in": ("blocked", *SIDE_BY_SIDE, disc("tree", 0, 0.4999, 0.5)),
    "folds that cross see one another": ("clear", figure("a", 0, 0), figure("b", 0, 0.1, 90)),
    "a third figure's whole base blocks [HA-03]": ("blocked", *SIDE_BY_SIDE, figure("c", 0, 0.374, 10)),
    "who is behind the target blocks nothing": ("clear", *SIDE_BY_SIDE, figure("c", 4, 0)),
    "a stunned figure blocks [H-119]": ("blocked", *SIDE_BY_SIDE, figure("c", 0, 0, hat="stun")),
    "a slammed figure blocks [H-119]": ("blocked", *SIDE_BY_SIDE, figure("c", 0, 0, hat="slam")),
    "an unconscious figure blocks nothing [H-181]": ("clear", *SIDE_BY_SIDE, figure("c", 0, 0, hat="unk")),
    "a dead figure blocks nothing [H-181]": ("clear", *SIDE_BY_SIDE, figure("c", 0, 0, dead=True)),
    "a bush blocks [H-178]": ("blocked", *SIDE_BY_SIDE, disc("bush", 0, 0, 0.3)),
    "an open mansion door is not there [H-178]": (
        "clear",
        *SIDE_BY_SIDE,
        msgspec.structs.replace(line("mansion-door", (0, -1), (0, 1)), open=True),
    ),
    "a closed mansion door blocks [H-178]": (
        "blocked",
        *SIDE_BY_SIDE,
        msgspec.structs.replace(line("mansion-door", (0, -1), (0, 1)), open=False),
    ),
    "a door hinders nothing": ("clear", *SIDE_BY_SIDE, line("door", (0, -1), (0, 1))),
    "a window is partial [H-179]": ("partial", *SIDE_BY_SIDE, line("window", (0, -1), (0, 1))),
    "a tombstone is partial [H-179]": (
        "partial",
        *SIDE_BY_SIDE,
        outline("tombstone", (0, -1), (0.2, -1), (0, 1)),
    ),
    "any clear line is enough though the shortest is partial [HA-06]": (
        "clear",
        FACING_LEFT,
        FACING_RIGHT,
        line("fence", (0, -2), (0, 0.3)),
    ),
    "a window between thick walls": (
        "partial",
        FACING_LEFT,
        FACING_RIGHT,
        outline("wall", (0, 0.5), (0.2, 0.5), (0.2, 4), (0, 4)),
        outline("window", (0, -0.5), (0.2, -0.5), (0.2, 0.5), (0, 0.5)),
        outline("wall", (0, -0.5), (0.2, -0.5), (0.2, -4), (0, -4)),
    ),
    "a tree beside the attacker's fold does not count behind it": (
        "clear",
        FACING_LEFT,
        FACING_RIGHT,
        disc("tree", -6, 0, 0.9),
    ),
}


@pytest.mark.parametrize(("answer", "things"), [(first, rest) for first, *rest in LOOKS.values()], ids=LOOKS)
def test_who_sees_whom(answer: str, things: Sequence[Figure | Obstacle]) -> None:
    for turn_deg in (0.0, 90.0, 37.123, 200.7):
        for mirrored in (False, True):
            laid = turned(scene(*things), turn_deg, mirrored)
            for one, other in (("a", "b"), ("b", "a")):
                assert rule(laid, one, other).sight.answer == answer, (turn_deg, mirrored, one)


def sight(attacker: str, target: str, *things: Figure | Obstacle, turn_deg: float = 0.0) -> Sight:
    return rule(turned(scene(*things), turn_deg, False), attacker, target).sight


def test_a_fence_within_an_inch_of_the_attacker_costs_him_alone_nothing() -> None:  # H-190, HA-07
    near = figure("near", 0, 0), figure("far", 6, 0, 180), line("fence", (0.99, -9), (0.99, 9), name="f")
    seen = sight("near", "far", *near)
    assert (seen.answer, seen.exempt, seen.partials) == ("clear", ["f"], [])
    seen = sight("far", "near", *near)
    assert (seen.answer, seen.exempt, seen.partials) == ("partial", [], ["f"])


def test_an_inch_is_beside_and_a_hair_more_is_not() -> None:  # HA-07
    for away, answer in ((1.0, "clear"), (1.0001, "partial")):
        for turn_deg in (0.0, 37.1, 200.7):
            fence = line("fence", (away, -9), (away, 9))
            assert (
                sight("a", "b", figure("a", 0, 0), figure("b", 6, 0), fence, turn_deg=turn_deg).answer
                == answer
            )


def test_other_partial_obstacles_on_the_line_still_count() -> None:  # HA-07
    things = figure("a", 0, 0), figure("b", 6, 0), line("window", (0.5, -9), (0.5, 9), name="near")
    seen = sight("a", "b", *things, line("window", (3, -9), (3, 9), name="far"))
    assert (seen.answer, seen.partials, seen.exempt) == ("partial", ["far"], ["near"])


def test_a_run_of_fences_is_one_obstacle_and_windows_are_each_their_own() -> None:  # HA-07
    for kind, answer in (("fence", "clear"), ("window", "partial")):
        run = line(kind, (0.5, 0), (0.5, 3)), line(kind, (0.5, 3), (4, 3))
        seen = sight("a", "b", figure("a", 0, 0), figure("b", 2, 6, 90), *run)
        assert seen.answer == answer


def test_a_fence_behind_a_wall_is_not_beside_the_attacker() -> None:  # HA-07
    fence = line("fence", (0.8, -9), (0.8, 9), name="f")
    wall = line("wall", (0.5, -0.9), (0.5, 0.9))
    target = figure("b", 1.2, 6, 270)
    assert sight("a", "b", figure("a", 0, 0), target, fence).answer == "clear"
    seen = sight("a", "b", figure("a", 0, 0), target, fence, wall)
    assert (seen.answer, seen.partials) == ("partial", ["f"])


def test_a_base_between_keeps_a_fence_from_being_beside_unless_it_is_the_targets() -> None:  # HA-02, HA-07
    attacker, fence = figure("a", 0, 0, fold_in=0.01), line("fence", (0.9, -0.1), (0.9, 0.1))
    aside, behind = figure("b", 0.5, 0), figure("c", 6, 0)
    assert sight("a", "b", attacker, aside, fence).answer == "clear"
    assert sight("a", "c", attacker, behind, fence).answer == "clear"
    assert sight("a", "c", attacker, behind, aside, fence).answer == "blocked"


def test_both_kinds_of_line_are_given_with_their_lengths() -> None:  # HA-05
    fence = line("fence", (0, -2), (0, 0.3))
    seen = sight("a", "b", figure("a", -5, 0), figure("b", 5, 0, 150), fence)
    assert seen.shortest.clear is not None
    assert seen.shortest.partial is not None
    assert seen.length_in == seen.shortest.clear.length_in
    assert seen.line == seen.shortest.clear.line
    # The target's fold runs from (4.81, -0.325) to (5.19, 0.325). The nearest line runs through the fence,
    # the shortest clear one from (-5, 0.375) past the fence's end at (0, 0.3) to (5.1287, 0.2231).
    assert seen.shortest.partial.length_in == pytest.approx(9.8125, abs=0.005)
    assert seen.shortest.clear.length_in == pytest.approx(10.1298, abs=0.005)


def test_the_shortest_clear_line_bends_round_a_wall_by_its_end() -> None:
    # From (-4, y) past (0, 1) to (4, y'): folds reach to y = 1.2, the shortest goes level at y = 1.
    things = (
        figure("a", -4, 0, fold_in=2.4),
        figure("b", 4, 0, 180, fold_in=2.4),
        line("wall", (0, 1), (0, -5)),
    )
    assert sight("a", "b", *things).length_in == pytest.approx(8.0, abs=0.001)
    # With folds that reach to 0.375 below and to 1.2 above: the line tilts, and passes the wall's end.
    tilted = figure("a", -4, 0), figure("b", 4, 1.5, 180), line("wall", (0, 0.9), (0, -5))
    seen = sight("a", "b", *tilted)
    assert seen.length_in == pytest.approx(math.hypot(8, 2 * (0.9 - 0.375)), abs=0.001)


def test_margins_are_what_is_to_spare() -> None:
    assert sight("a", "b", FACING_LEFT, FACING_RIGHT).margin_in == 1.0
    gap = line("wall", (0, 0.2), (0, 9)), line("wall", (0, -0.1), (0, -9))
    assert sight("a", "b", FACING_LEFT, FACING_RIGHT, *gap).margin_in == pytest.approx(0.15, abs=0.001)
    # Blocked by a wall that reaches 0.3 farther than both folds.
    short = line("wall", (0, 0.675), (0, -9), name="w")
    seen = sight("a", "b", FACING_LEFT, FACING_RIGHT, short, turn_deg=31.0)
    assert (seen.answer, seen.blockers) == ("blocked", ["w"])
    assert seen.margin_in == pytest.approx(0.3, abs=0.001)
    # Blocked by a long wall 0.4 in from one of them: grown folds reach through it.
    seen = sight("a", "b", FACING_LEFT, FACING_RIGHT, line("wall", (-4.6, -9), (-4.6, 9)), turn_deg=31.0)
    assert seen.margin_in == pytest.approx(0.4, abs=0.001)


def test_what_stands_in_the_way_is_named_from_the_attacker_on() -> None:
    things = disc("tree", -2, 0, 0.9, name="oak"), line("wall", (2, -9), (2, 9), name="w"), figure("c", 0, 0)
    assert sight("a", "b", FACING_LEFT, FACING_RIGHT, *things).blockers == ["oak", "c", "w"]
    assert sight("b", "a", FACING_LEFT, FACING_RIGHT, *things).blockers == ["w", "c", "oak"]


def test_a_weapon_may_ignore_or_bend_sight() -> None:  # H-062, H-182
    hidden = scene(
        figure("a", 5, 5), figure("b", 11, 5), line("wall", (8, 0), (8, 9)), line("fence", (7, 0), (7, 9))
    )
    seen = rule(hidden, "a", "b", Weapon(sight="ignores")).sight
    assert (seen.answer, seen.sure, seen.partials, seen.blockers) == ("clear", True, [], [])
    assert seen.length_in == pytest.approx(6.0)
    seen = rule(hidden, "a", "b", Weapon(sight="bends")).sight
    assert (seen.answer, seen.sure) == ("blocked", False)
    assert "H-182" in (seen.doubt or "")
    assert rule(scene(figure("a", 5, 5), figure("b", 11, 5)), "a", "b", Weapon(sight="bends")).sight.sure


def test_a_weapon_may_reach_beyond_melee_range() -> None:  # H-062
    apart = scene(figure("a", 5, 5), figure("b", 6.8, 5))
    assert not rule(apart, "a", "b").melee.answer
    assert rule(apart, "a", "b", Weapon(melee_reach_in=2.0)).melee.answer


def test_melee_is_an_inch_past_total_obstacles_and_through_partial_ones() -> None:  # H-126 to H-128, HA-15
    near = figure("a", 5, 5), figure("b", 5.8, 5, 180)
    fence, wall = line("fence", (5.4, 0), (5.4, 9)), line("wall", (5.4, 0), (5.4, 9), name="w")
    assert rule(scene(*near, fence), "a", "b").melee.answer
    melee = rule(scene(*near, wall), "a", "b").melee
    assert not melee.answer
    assert "w stands in the way" in melee.because
    assert melee.margin_in == pytest.approx(0.4, abs=0.001)  # half the distance: then the grown folds meet
    round_the_end = rule(scene(*near, line("wall", (5.4, 5.0), (5.4, 0))), "a", "b").melee
    assert round_the_end.answer
    # Past the end of one wall and then under the other the line falls 0.8 in an inch: 1.02 in in all.
    zigzag = line("wall", (5.2, 0), (5.2, 5.16)), line("wall", (5.6, 4.84), (5.6, 9))
    melee = rule(scene(*near, *zigzag), "a", "b").melee
    assert not melee.answer
    assert melee.margin_in == pytest.approx(math.hypot(0.8, 0.64) - 1, abs=0.001)


def test_the_reason_tells_a_hair_from_an_inch() -> None:
    melee = rule(scene(figure("a", 5, 5), figure("b", 6.0004, 5)), "a", "b").melee
    assert not melee.answer
    assert "1.0004 in apart" in melee.because


def test_an_unknown_facing_is_unknown_in_every_answer() -> None:
    tables = scene(figure("a", 5, 5, None), figure("b", 6.2, 5, 180))
    ruling = rule(tables, "a", "b")
    assert (ruling.faces_target.answer, ruling.faces_target.sure) == (None, False)
    assert not ruling.melee.sure  # its fold may reach to 0.825 in, or only to 1.2
    assert ruling.distance_in == pytest.approx(1.2)
    assert ruling.sight.answer == "clear"
    assert ruling.sight.sure  # from the middle of its fold, however that is turned
    back = rule(tables, "b", "a")
    assert (back.facing.zone, back.facing.modifier, back.facing.sure) == ("none", None, False)


def test_deviations_make_what_is_near_a_border_too_close_to_call() -> None:
    for sd_in, sure in ((0.0, True), (0.001, True), (0.01, False)):
        pair = figure("a", 5, 5, sd_in=sd_in), figure("b", 5.98, 5, sd_in=sd_in)
        melee = rule(scene(*pair), "a", "b").melee
        assert (melee.answer, melee.sure) == (True, sure)
        assert (melee.doubt is None) is sure


def test_deviations_of_those_who_stand_between_and_of_tiles_count_too() -> None:
    between = figure("c", 0, 0.4, sd_in=0.01), figure("d", 0, -0.4, sd_in=0.01)
    assert not sight("a", "b", FACING_LEFT, FACING_RIGHT, *between).sure
    exact = figure("c", 0, 0.4), figure("d", 0, -0.4)
    assert sight("a", "b", FACING_LEFT, FACING_RIGHT, *exact).sure
    gap = line("wall", (5, 5.03), (5, 9), name="yard/w"), line("wall", (5, 4.97), (5, 0), name="yard/v")
    for sd_in, sure in ((0.0, True), (0.05, False)):
        yard = Tile("yard", 0.0, 0.0, 0.0, sd_in)
        laid = scene(figure("a", 1, 5.36), figure("b", 9, 5.36), *gap, tiles=[yard])
        assert rule(laid, "a", "b").sight.sure is sure


def test_who_stands_before_a_gap_may_stand_off_it() -> None:
    # The base covers the gap above the wall's end by 0.035 in, and may be off by 3 x 1.41 x sd.
    for sd_in, sure in ((0.0, True), (0.007, True), (0.009, False)):
        things = (
            figure("c", 0, 0.34, sd_in=sd_in),
            line("wall", (0, 0), (0, -5)),
            line("wall", (0, 0.6), (0, 5)),
        )
        seen = sight("a", "b", FACING_LEFT, FACING_RIGHT, *things, turn_deg=20.0)
        assert (seen.answer, seen.sure) == ("blocked", sure)


def test_a_distance_has_the_deviation_of_places_and_turns() -> None:
    straight = rule(scene(figure("a", 5, 5, 0, sd_in=0.03), figure("b", 8, 5, 180, sd_in=0.04)), "a", "b")
    assert straight.sd_in == pytest.approx(0.05, abs=1e-6)
    turned_fold = rule(scene(figure("a", 5, 5, 90, sd_deg=1.0), figure("b", 8, 9, 180)), "a", "b")
    assert turned_fold.sd_in > 0.0


def test_the_json_has_the_fields_that_others_rely_on() -> None:
    ruling = msgspec.json.decode(
        ruling_json(rule(scene(figure("a", 5, 5), figure("b", 8, 5, 180)), "a", "b"))
    )
    verdicts = ["melee", "facing", "faces_target", "sight"]
    assert list(ruling) == ["format", "from", "to", "distance_in", "sd_in", *verdicts]
    assert ruling["format"] == "pennysight-ruling/1"
    verdict = {"answer", "sure", "because", "doubt"}
    assert set(ruling["melee"]) == verdict | {"margin_in"}
    facing = {"zone", "modifier", "sure", "bearing_deg", "margin_deg", "because", "doubt"}
    assert set(ruling["facing"]) == facing
    assert set(ruling["faces_target"]) == verdict | {"margin_deg"}
    lines = {"line", "length_in", "shortest", "partials", "exempt", "blockers"}
    assert set(ruling["sight"]) == verdict | {"margin_in"} | lines
    assert ruling["sight"]["line"] == [[5.0, 4.625], [8.0, 4.625]]
    assert ruling["sight"]["shortest"]["partial"] is None


def test_a_ruling_needs_two_living_figures_that_are_on_the_board() -> None:
    table = scene(figure("a", 5, 5), figure("b", 40.5, 5), figure("c", 8, 5, dead=True))
    for one, other, sentence in (
        ("a", "a", "a ruling is between two figures, and both are 'a'"),
        ("a", "z", "there is no figure 'z' in the scene, expected one of: a, b, c"),
        ("a", "b", r"figure 'b' stands off the board, at \(40.5, 5\) in: the board is 36 x 36 in"),
        ("a", "c", "figure 'c' is dead, and rulings are between the living"),
        ("c", "a", "figure 'c' is dead, and rulings are between the living"),
    ):
        with pytest.raises(RulingError, match=sentence):
            rule(table, one, other)
    assert rule_all(table) == []


def test_all_rulings_are_those_of_each_pair_of_the_living() -> None:
    fence = line("fence", (5.5, 0), (5.5, 9))
    table = scene(figure("a", 5, 5), figure("b", 8, 5), figure("c", 6, 7, hat="unk"), fence)
    table = msgspec.structs.replace(table, figures=[*table.figures, figure("d", 20, 20, dead=True)])
    everything = rule_all(table)
    assert [ruling.from_id + ruling.to_id for ruling in everything] == ["ab", "ac", "ba", "bc", "ca", "cb"]
    assert everything == [rule(table, ruling.from_id, ruling.to_id) for ruling in everything]
    assert rule_all(scene()) == rule_all(scene(figure("a", 5, 5))) == []


def test_figures_whose_bases_overlap_are_ruled_on_all_the_same() -> None:
    table = scene(figure("a", 5, 5), figure("b", 5.2, 5.1, 77), figure("c", 5.0, 5.0, 33))
    assert all(ruling.melee.answer for ruling in rule_all(table))


def test_one_figure_moved_leaves_the_obstacles_prepared() -> None:
    table = scene(figure("a", 5, 5), figure("b", 8, 5), line("wall", (6, 0), (6, 9)))
    ready = prepare(table)
    moved = msgspec.structs.replace(table, figures=[figure("a", 7, 5), table.figures[1]])
    again = prepare(moved, ready)
    assert again.runs is ready.runs
    assert rule(again, "a", "b") == rule(moved, "a", "b")
    assert rule(again, "a", "b") != rule(ready, "a", "b")


def test_what_may_or_may_not_be_exempt_is_too_close_to_call() -> None:  # HA-07
    for away in (0.98, 1.02):
        things = figure("a", 0, 0, sd_in=0.02), figure("b", 6, 0, 180), line("fence", (away, -9), (away, 9))
        seen = sight("a", "b", *things)
        assert (seen.answer, seen.sure) == ("clear" if away < 1 else "partial", False)


def test_on_printed_tiles_who_is_hidden_is_hidden_both_ways() -> None:
    tiles = [
        Tile(name, 9.0 * (number % 4), 9.0 * (number // 4), 0.3 * number, 0.01)
        for number, name in enumerate(list(library())[:16])
    ]
    obstacles = [part for tile in tiles for part in place(library()[tile.tile], tile)[0]]
    figures = [
        figure(f"marsh-{n}", 3 + 7.3 * (n % 5), 4 + 6.1 * (n // 5), 50.0 * n, sd_in=0.015) for n in range(15)
    ]
    table = msgspec.structs.replace(scene(*figures, tiles=tiles), obstacles=obstacles)
    ruled = {(ruling.from_id, ruling.to_id): ruling for ruling in rule_all(table)}
    assert len(ruled) == 15 * 14
    for (one, other), ruling in ruled.items():
        back = ruled[other, one]
        assert (ruling.sight.answer == "blocked") == (back.sight.answer == "blocked")
        assert ruling.melee.answer == back.melee.answer
        assert ruling.distance_in == pytest.approx(back.distance_in)
    assert {ruling.sight.answer for ruling in ruled.values()} == {"clear", "partial", "blocked"}


def test_a_line_past_a_wall_within_a_hair_of_an_inch_is_too_close_to_call() -> None:  # HA-15, HA-04
    fold_in = 0.9595986180352829
    table = scene(
        figure("a", 6.397324120235219, 6.397324120235219, 274.4437127193361, fold_in=fold_in),
        figure("b", 7.7283911002501045, 5.746053395532316, 216.14870669630818, fold_in=fold_in),
        line("wall", (7.414756049897815, 6.634812402808139), (7.7274128360558185, 10.473206874949271)),
        line("wall", (6.740296541996356, 7.145663048163122), (7.228246621852554, 3.30726857602199)),
        line("wall", (6.919903997666007, 6.368536683779442), (6.88599356900511, 10.206931155920573)),
    )
    melee = rule(table, "a", "b").melee  # the shortest line past the walls is 0.9995 in
    assert melee.answer or not melee.sure
