"""When a table counts as at rest, whatever flickers."""

from typing import Any

import pytest

from tests.vision.filmed import Film, ids, place_of, two_and_two


def test_a_scene_settles_after_half_a_second_of_rest() -> None:
    film = Film(two_and_two())
    film.show(10)
    assert [table.settled for table in film.tables] == [False] * 5 + [True] * 5
    assert ids(film.tables[-1]) == ["cult-2", "deghoule-a", "deghoule-b", "marsh-1"]
    assert film.moves == []
    assert film.notes == []


def test_a_hand_over_the_table_keeps_it_from_settling() -> None:
    film = Film(two_and_two())
    film.show(10)
    assert not film.show(20, hand=True).settled
    assert not film.show(3).settled
    assert film.show(1).settled


def test_what_the_hand_put_down_must_rest_for_half_a_second() -> None:
    film = Film(two_and_two())
    film.show(10)
    film.show(5, hand=True, unseen=["marsh-1"])
    film.put("marsh-1", x_in=6.0)
    assert not film.show(5).settled
    assert film.show(1).settled


def test_something_that_moves_without_a_hand_in_sight_keeps_it_from_settling() -> None:
    film = Film(two_and_two())
    film.show(10)
    for step in range(1, 9):
        film.put("marsh-1", x_in=3.0 + 0.4 * step)
        film.show()
    assert not any(table.settled for table in film.tables[11:])
    assert film.show(6).settled
    assert [(move.figure, round(move.to.x_in, 2)) for move in film.moves] == [("marsh-1", 6.2)]


def test_figures_are_shown_before_the_first_hand_leaves() -> None:
    film = Film(two_and_two())
    table = film.show(10, hand=True)
    assert not table.settled
    assert ids(table) == ["cult-2", "marsh-1"]  # the bare ones wait, as a hand may be bringing them


def test_at_two_frames_a_second_it_settles_as_well() -> None:
    film = Film(two_and_two(), fps=2.0)
    film.show(4)
    assert film.show(1).settled
    assert len(film.tables[-1].figures) == 4


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_figures_that_flicker_neither_move_nor_change_names(seed: int) -> None:
    film = Film(two_and_two(), noise_in=0.03, sd_in=0.03, seed=seed)
    film.show(10)
    for _ in range(600):
        film.show(1, unseen=[name for name in film.figures if film.random.random() < 0.4])
    assert film.moves == []
    assert film.notes == []
    assert ids(film.tables[-1]) == ["cult-2", "deghoule-a", "deghoule-b", "marsh-1"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"reads": 4},
        {"reads": 2, "faction": "cult"},
        {"reads": None},
        {"faction": "whateley"},
        {"x_in": 14.0},
        {"facing_deg": 250.0},
        {"capped": False, "reads": None},
    ],
    ids=str,
)
def test_one_wrong_reading_changes_nothing(wrong: dict[str, Any]) -> None:
    film = Film(two_and_two(), noise_in=0.02)
    film.show(20)
    right = film.figures["marsh-1"]
    for _ in range(10):
        film.put("marsh-1", **wrong)
        film.show(1)
        film.figures["marsh-1"] = right
        film.show(3)
    film.show(6)
    assert film.moves == []
    assert film.notes == []
    assert ids(film.tables[-1]) == ["cult-2", "deghoule-a", "deghoule-b", "marsh-1"]
    assert place_of(film.tables[-1], "marsh-1") == pytest.approx((3.0, 3.0), abs=0.03)
    assert all(table.settled for table in film.tables[20:])


def test_a_picture_is_settled_at_once() -> None:
    film = Film(two_and_two(), settle_s=0.0)
    table = film.show(1)
    assert table.settled
    assert len(table.figures) == 4
    assert table.figures[0].sd_in == pytest.approx(0.02)


def test_from_picture_to_picture_what_changed_moved() -> None:
    film = Film(two_and_two(), settle_s=0.0, fps=0.2)
    film.show(1)
    film.put("marsh-1", x_in=6.0)
    film.put("west", facing_deg=90.0)
    film.show(1)
    film.show(1, unseen=["cult-2"])
    assert sorted(move.figure for move in film.moves) == ["deghoule-a", "marsh-1"]
    assert film.notes == [("lost", ("cult-2",))]


def test_a_picture_with_a_hand_shows_what_it_shows() -> None:
    film = Film(two_and_two(), settle_s=0.0)
    assert len(film.show(1, hand=True, unseen=["west"]).figures) == 3
