"""What is too close to call where places are known within their deviations (HA-04)."""

import pytest
from pennysight.rules.ruling import rule
from pennysight.rules.scene import Tile

from tests.rules.laying import figure, line, scene, sight

FACING_LEFT, FACING_RIGHT = figure("a", -5, 0), figure("b", 5, 0, 180)


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


def test_a_distance_has_the_deviation_of_places_and_turns() -> None:
    straight = rule(scene(figure("a", 5, 5, 0, sd_in=0.03), figure("b", 8, 5, 180, sd_in=0.04)), "a", "b")
    assert straight.sd_in == pytest.approx(0.05, abs=1e-6)
    turned_fold = rule(scene(figure("a", 5, 5, 90, sd_deg=1.0), figure("b", 8, 9, 180)), "a", "b")
    assert turned_fold.sd_in > 0.0


def test_a_doubt_says_how_much_growth_opens_a_line_where_that_is_known() -> None:  # HA-04
    for reach_in, told in (
        (0.3, "it does once both folds grow by 0.30 in"),
        (1.2, "none does before both folds grow by 1 in"),
    ):
        pair = figure("a", -5, 0, sd_in=0.3), figure("b", 5, 0, 180, sd_in=0.3)  # off by up to 1.27 in
        seen = sight("a", "b", *pair, line("wall", (0, -9), (0, 0.375 + reach_in)))
        assert seen.doubt is not None
        assert told in seen.doubt
        assert seen.margin_in == pytest.approx(min(reach_in, 1.0), abs=0.001)
