"""How paths and reach are told, and what is refused."""

import json
import math
import re

import pytest
from pennysight.rules.moving.questions import ReachError
from pennysight.rules.path import Path as Way
from pennysight.rules.path import find_path
from pennysight.rules.reach import reach, reach_json
from pennysight.rules.scene import Figure, Scene

from tests.rules.walking import gap, go, line, mover, table, tree


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
    scene: Scene, to: tuple[float, float], because: str
) -> None:
    answer = go(scene, to)
    assert answer.path is None
    assert not answer.affordable
    assert because in answer.because


def test_a_path_that_is_too_dear_is_told_with_its_cost() -> None:
    """H-104."""
    answer = go(table(), (18, 23))
    assert not answer.affordable
    assert answer.path is not None
    assert answer.path.cost_in == pytest.approx(6)
    assert answer.because == "6.00 in cost 6.00 in, more than the 5 in [H-103, H-104]"


@pytest.mark.parametrize("move", [0.0, 5.0])
def test_to_stay_where_one_is_costs_nothing(move: float) -> None:
    """H-103."""
    stay = go(table(), (18, 17), move)
    assert stay.affordable
    assert stay.path == Way([(18, 17)], 0.0, [], [])


def test_what_is_very_far_is_told_in_short() -> None:
    assert go(table(), (1e308, -1e308)).because == "(1e+308, -1e+308) is off the board [H-122]"


@pytest.mark.parametrize("move", [100.1, 1e6, 1e308])
def test_more_movement_than_any_turn_gives_is_refused(move: float) -> None:
    """H-103."""
    told = re.escape(f"the movement is {move:g} in, expected at most 100 in")
    with pytest.raises(ReachError, match=told):
        reach(table(), "marsh-1", move)
    with pytest.raises(ReachError, match=told):
        find_path(table(), "marsh-1", move, (1, 1))


def test_questions_that_make_no_sense_are_refused_with_a_sentence() -> None:
    with pytest.raises(ReachError, match="figure 'cult-9' is not on the table, expected one of: marsh-1"):
        reach(table(), "cult-9", 5)
    dead = Figure("marsh-1", "marsh", 18, 18, dead=True)
    for ask in (
        lambda: reach(table(figures=(dead,)), "marsh-1", 5),
        lambda: go(table(figures=(dead,)), (1, 1)),
    ):
        with pytest.raises(ReachError, match="figure 'marsh-1' is dead, and moves no more"):
            ask()
    with pytest.raises(ReachError, match="the movement is nan, expected"):
        reach(table(), "marsh-1", math.nan)
    with pytest.raises(ReachError, match="the movement is -1, expected"):
        find_path(table(), "marsh-1", -1, (1, 1))
    with pytest.raises(ReachError, match="the place to go to is inf, 1, expected"):
        find_path(table(), "marsh-1", 5, (math.inf, 1))


def test_the_json_is_as_promised() -> None:
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
