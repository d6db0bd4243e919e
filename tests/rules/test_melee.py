"""Melee is an inch, looked at round the ends of walls (H-126 to H-128, HA-15)."""

import math

import pytest
from pennysight.rules.ruling import rule
from pennysight.rules.weapon import Weapon

from tests.rules.laying import figure, line, scene


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


def test_a_line_past_walls_a_hair_shorter_than_an_inch_is_found() -> None:  # HA-15, HA-04
    fold_in = 0.9595986180352829
    table = scene(
        figure("a", 6.397324120235219, 6.397324120235219, 274.4437127193361, fold_in=fold_in),
        figure("b", 7.7283911002501045, 5.746053395532316, 216.14870669630818, fold_in=fold_in),
        line("wall", (7.414756049897815, 6.634812402808139), (7.7274128360558185, 10.473206874949271)),
        line("wall", (6.740296541996356, 7.145663048163122), (7.228246621852554, 3.30726857602199)),
        line("wall", (6.919903997666007, 6.368536683779442), (6.88599356900511, 10.206931155920573)),
    )
    melee = rule(table, "a", "b").melee  # the shortest line past the walls is 0.9995 in
    assert (melee.answer, melee.sure) == (True, True)
    assert melee.margin_in == pytest.approx(1 - 0.9994997188, abs=1e-9)
