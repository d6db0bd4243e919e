"""Who sees whom, example by example, turned and mirrored (H-177 to H-182, HA-01 to HA-06)."""

import math
from collections.abc import Sequence

import msgspec
import pytest
from pennysight.rules.ruling import rule
from pennysight.rules.scene import Figure, Geometry, Obstacle
from pennysight.rules.weapon import Weapon

from tests.rules.laying import disc, figure, line, outline, scene, sight, turned

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


def test_who_is_inside_a_solid_thing_sees_nobody_be_it_an_outline_or_a_disc() -> None:  # H-178, HA-04
    block = outline("wall", (-9, -9), (9, -9), (9, 9), (-9, 9), name="rock")
    yard = msgspec.structs.replace(
        block,
        geometry=Geometry(
            "Polygon", [*block.geometry.coordinates, [[-8, -8], [8, -8], [8, 8], [-8, 8], [-8, -8]]]
        ),
    )
    pairs = {
        "face to face": (FACING_LEFT, FACING_RIGHT),
        "side by side": SIDE_BY_SIDE,
        "one askew": (figure("a", -5, -2, 70), FACING_RIGHT),
        "one of unknown facing": (figure("a", -5, 0, None), FACING_RIGHT),
        "both of unknown facing": (figure("a", -5, 0, None), figure("b", 5, 0, None)),
    }
    for name, (one, other) in pairs.items():
        for turn_deg in (0.0, 31.0):
            for solid, answer in (
                (block, "blocked"),
                (disc("tree", 0, 0, 9, "rock"), "blocked"),
                (yard, "clear"),
                (msgspec.structs.replace(block, kind="tombstone"), "clear"),  # beside both, so exempt
            ):
                seen = sight("a", "b", one, other, solid, turn_deg=turn_deg)
                assert seen.answer == answer, (name, solid.kind, solid.geometry.type, turn_deg)
                assert seen.blockers == (["rock"] if answer == "blocked" else [])


def test_a_fold_half_in_a_wall_sees_from_its_other_half() -> None:  # H-178, HA-04
    for top, answer in ((0.3, "clear"), (0.375, "blocked")):
        wall = outline("wall", (-6, -9), (6, -9), (6, top), (-6, top))
        assert sight("a", "b", FACING_LEFT, FACING_RIGHT, wall, turn_deg=12.0).answer == answer
