"""What is to spare on crowded tables laid at random, against lines drawn with shapely."""

import math
import random

import shapely
from pennysight.rules.scene import Figure

from tests.rules.crowded import Oracle, between, fold, pairs, table

LINES = 23  # from as many points of one fold to as many of the other
NEAR_BORDER_IN = 0.002  # answers may differ where there is less room than this
DENSER_AND_DENSER = 60, 200, 600  # lines from as many points of one rim to as many of the other


def test_no_room_is_claimed_that_dense_lines_do_not_have() -> None:
    for seed in range(2000, 2012):
        scene = table(seed)
        for ruling, attacker, target in pairs(scene):
            if ruling.sight.answer != "partial" or ruling.sight.margin_in >= 1:
                continue
            lines = between(fold(attacker), fold(target), LINES)
            room = float(Oracle(scene).room(lines, attacker, target).max())
            assert room - 0.001 < ruling.sight.margin_in < room + 0.03


def test_folds_moved_by_less_than_the_margin_stay_hidden() -> None:
    chance = random.Random(7)
    moved = 0
    for seed in range(3000, 3020):
        scene = table(seed)
        oracle = Oracle(scene)
        for ruling, attacker, target in pairs(scene):
            if ruling.sight.answer != "blocked" or ruling.sight.margin_in < NEAR_BORDER_IN:
                continue
            for _ in range(3):
                by_in = 0.999 * ruling.sight.margin_in
                one, other = (shifted(fold(figure), by_in, chance) for figure in (attacker, target))
                lines = between(one, other, 15)
                assert not len(oracle.free(lines, attacker, target)), (seed, ruling)
                moved += 1
    assert moved > 200


def shifted(line: shapely.LineString, by_in: float, chance: random.Random) -> shapely.LineString:
    turn = chance.uniform(0, math.tau)
    return shapely.affinity.translate(line, by_in * math.cos(turn), by_in * math.sin(turn))


def opens(oracle: Oracle, attacker: Figure, target: Figure, growth_in: float, count: int) -> bool:
    """Whether a line is free among those from rim to rim of the ground within `growth_in` of both folds."""
    rims = [shapely.boundary(fold(figure).buffer(growth_in, quad_segs=100)) for figure in (attacker, target)]
    return len(oracle.free(between(rims[0], rims[1], count), attacker, target)) > 0


def test_the_margin_of_the_hidden_is_the_growth_that_opens_a_line() -> None:
    compared = 0
    for seed in range(4000, 4030):
        scene = table(seed)
        oracle = Oracle(scene)
        for ruling, attacker, target in pairs(scene):
            margin_in = ruling.sight.margin_in
            if ruling.sight.answer != "blocked" or ruling.from_id > ruling.to_id:
                continue
            if margin_in > 0.002:
                assert not opens(oracle, attacker, target, margin_in - 0.003, 40), (seed, ruling)
            if margin_in + 0.005 < min(1.0, ruling.distance_in / 2):
                found = (
                    opens(oracle, attacker, target, margin_in + 0.005, count) for count in DENSER_AND_DENSER
                )
                assert any(found), (seed, ruling)
                compared += 1
    assert compared > 30
