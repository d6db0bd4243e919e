"""The record says what happened as people would."""

import pytest
from pennysight.vision.tracker import Move, Place
from pennysight.webapp.wording import move_text


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
    ],
)
def test_a_move_in_words(before: Place, after: Place, text: str) -> None:
    assert move_text(Move("marsh-1", before, after, 0.0, 1.0)) == text
