"""The record says what happened as people would."""

import pytest
from pennysight.rules.ruling import rule
from pennysight.rules.scene import Board, Figure, Scene
from pennysight.vision.tracker import Move, Place
from pennysight.webapp.wording import move_text, ruling_text


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (Place(1.0, 2.0, 0.0), Place(4.0, 6.0, 0.0), "marsh-1 moved 5.0 in"),
        (Place(1.0, 2.0, 350.0), Place(1.0, 2.0, 20.0), "marsh-1 turned 30° left"),
        (Place(1.0, 2.0, 20.0), Place(1.02, 2.0, 350.0), "marsh-1 turned 30° right"),
        (Place(1.0, 2.0, 0.0), Place(4.0, 6.0, 180.0), "marsh-1 moved 5.0 in and turned 180° right"),
        (Place(1.0, 2.0, None), Place(1.0, 5.0, 90.0), "marsh-1 moved 3.0 in"),
        (Place(1.0, 2.0, 90.0), Place(1.0, 5.0, None), "marsh-1 moved 3.0 in"),
        (Place(1.0, 2.0, 90.0), Place(1.05, 2.0, 91.0), "marsh-1 was nudged"),
        (Place(1.0, 2.0, 90.0), Place(1.0, 2.0, None), "marsh-1 was turned, to face nobody knows which way"),
    ],
)
def test_a_move_in_words(before: Place, after: Place, text: str) -> None:
    assert move_text(Move("marsh-1", before, after, 0.0, 1.0)) == text


@pytest.mark.parametrize(
    ("target", "told"),
    [
        (Figure("cult-2", "cult", 14.0, 10.0, 0.0), ", at its back +4, "),
        (Figure("cult-2", "cult", 14.0, 10.0, 44.0, sd_deg=2.0), ", at its side +2 (too close to call), "),
        (Figure("cult-2", "cult", 14.0, 10.0, 0.0, hat="unk"), ", no facing, "),
        (Figure("cult-2", "cult", 14.0, 10.0, None), ", facing unknown, "),
    ],
)
def test_a_facing_that_there_is_not_is_told_from_one_that_nobody_knows(target: Figure, told: str) -> None:
    scene = Scene(board=Board(36, 36), figures=[Figure("marsh-1", "marsh", 10.0, 10.0, 0.0), target])
    assert told in ruling_text("marsh-1", "cult-2", rule(scene, "marsh-1", "cult-2"))
