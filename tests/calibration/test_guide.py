"""What the guide makes of the views of a board that it has: what is missing, and what to show next."""

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.calibration.charuco_board import BoardView, CharucoBoard
from pennysight.calibration.guide import Gathered, Step

SIZE = (1920, 1080)
BOARD = CharucoBoard(9, 6)
FOCAL_PX = 1500.0
SIDES = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}
PARTS = list(itertools.product(range(3), range(3)))

Floats = NDArray[np.float64]


def seen(
    at: tuple[float, float], away: str | None = None, lean_deg: float = 30.0, roll_deg: float = 0.0
) -> BoardView:
    """The board's inner corners with its middle at a place (shares of the picture), one side farther away."""
    points = np.array([(x, y, 0.0) for y in range(1, 6) for x in range(1, 9)], float)
    flat: Floats = points[:, :2] - (4.5, 3.0)
    roll = math.radians(roll_deg)
    flat = flat @ np.array([[math.cos(roll), math.sin(roll)], [-math.sin(roll), math.cos(roll)]])
    forth = np.array(SIDES.get(away or "top"), float)
    lean = math.radians(lean_deg if away else 0.0)
    along = flat @ forth
    board = flat + np.outer(along * (math.cos(lean) - 1), forth)
    depth = 15.0 + along * math.sin(lean)
    middle = (np.array(at) - 0.5) * SIZE / FOCAL_PX * 15.0
    pixels = (board + middle) / depth[:, None] * FOCAL_PX + np.array(SIZE) / 2
    inside = ((pixels > 0) & (pixels < SIZE)).all(axis=1)
    return BoardView(np.flatnonzero(inside), points[inside], pixels[inside])


def gathered(*views: BoardView) -> Gathered:
    return Gathered(SIZE, views)


@pytest.mark.parametrize("roll_deg", [-20, 0, 25, 90, 180])
@pytest.mark.parametrize("lean_deg", [20, 40, 60])
@pytest.mark.parametrize("side", SIDES)
def test_the_side_that_is_farther_away_is_known(side: str, lean_deg: float, roll_deg: float) -> None:
    """Of the board as the picture shows it, however it is turned in the hand."""
    assert gathered().away(seen((0.5, 0.5), side, lean_deg, roll_deg)) == side


def test_a_board_held_straight_or_edge_on_has_no_side_away() -> None:
    assert gathered().away(seen((0.5, 0.5))) is None
    assert gathered().away(seen((0.5, 0.5), "left", 5.0)) is None
    assert gathered().away(seen((0.5, 0.5), "top", 75.0)) is None


def test_nothing_seen_lacks_everything_and_begins_in_the_middle() -> None:
    nothing = gathered()
    assert nothing.progress == 0
    assert set(nothing.needs.corners) == set(PARTS)
    assert set(nothing.needs.tilts) == set(SIDES)
    assert nothing.needs.step.part == (1, 1)


def test_doing_as_told_meets_every_need_and_each_view_is_a_step_ahead() -> None:
    views: list[BoardView] = []
    shares = [0.0]
    while not (now := gathered(*views)).needs.met:
        assert len(views) < 30
        (row, column), away = now.needs.step.part, now.needs.step.away
        nudge = 0.03 * (len(views) % 3 - 1)  # nobody holds it twice alike
        view = seen((column * 0.26 + 0.24 + nudge, row * 0.26 + 0.24), away)
        assert now.gains(view)
        views.append(view)
        shares.append(gathered(*views).progress)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert not gathered(*views).gains(seen((0.5, 0.5), "left"))
    more = gathered(*views).with_more_tilts()
    assert not more.needs.met
    assert not more.needs.corners
    assert more.gains(seen((0.5, 0.5), "left"))


def test_a_part_of_the_view_is_missing_until_the_board_was_there() -> None:
    left = gathered(seen((0.25, 0.5)))
    assert {(0, 2), (1, 2), (2, 2)} <= left.needs.corners.keys()
    assert (1, 0) not in left.needs.corners
    assert left.gains(seen((0.75, 0.5)))


def test_a_view_that_was_had_is_known_again() -> None:
    one = gathered(seen((0.4, 0.5), "left"))
    assert one.had(seen((0.405, 0.5), "left"))
    assert not one.had(seen((0.5, 0.5), "left"))


def test_a_board_is_still_by_how_fast_its_corners_move() -> None:
    before, shifted = seen((0.5, 0.5)), seen((0.502, 0.5))  # 4 pixels of 1920
    assert gathered().still(shifted, before, 0.1)
    assert not gathered().still(shifted, before, 0.03)
    assert not gathered().still(before, seen((0.9, 0.9)), 0.1)


@pytest.mark.parametrize("away", [None, *SIDES])
@pytest.mark.parametrize("part", PARTS)
def test_the_outline_to_fill_is_in_the_picture_and_shows_the_tilt(
    part: tuple[int, int], away: str | None
) -> None:
    outline = gathered().outline(Step(part, away), BOARD)
    within = ((outline > 0) & (outline < SIZE)).all(axis=1)
    assert within.sum() >= 2, "most of it can be seen"
    assert (outline > -0.1 * np.array(SIZE)).all()
    assert (outline < 1.1 * np.array(SIZE)).all()
    middle = outline.mean(axis=0) / SIZE * 3
    assert tuple(np.floor(middle[::-1]).astype(int)) == part
    sides = np.linalg.norm(outline - np.roll(outline, -1, axis=0), axis=1)
    length = dict(zip(("top", "right", "bottom", "left"), sides, strict=True))
    across = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
    if away is not None:
        assert length[away] < 0.9 * length[across[away]], "what is farther is smaller"


def test_what_to_do_is_one_sentence() -> None:
    sentences = {Step(part, away).text for part in PARTS for away in (None, *SIDES)}
    assert len(sentences) == 45
    assert all(sentence.startswith("Hold the board ") and sentence.count(".") == 1 for sentence in sentences)
    told = Step((0, 0), "left")
    assert told.text == (
        "Hold the board in the upper left corner of the picture, its left side tilted away from the camera."
    )
    assert told.brief == "in the upper left corner, its left side away"
