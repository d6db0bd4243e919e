"""Who is who, through hands, lifts, swaps and unread caps."""

import pytest

from tests.vision.filmed import Film, Standing, ids, place_of, state_of, two_and_two


def test_who_leaves_is_hidden_at_the_last_place_and_comes_back_by_the_same_name() -> None:
    film = Film(two_and_two())
    film.show(10)
    film.show(5, hand=True, unseen=["marsh-1"])
    assert film.tables[-1].held == ("marsh-1",)
    table = film.show(70, unseen=["marsh-1"])
    assert film.notes == [("lost", ("marsh-1",))]
    assert state_of(table, "marsh-1") == "hidden"
    assert place_of(table, "marsh-1") == pytest.approx((3.0, 3.0))
    film.put("marsh-1", x_in=8.0, y_in=8.0)
    table = film.show(10)
    assert film.notes == [("lost", ("marsh-1",)), ("found", ("marsh-1",))]
    assert state_of(table, "marsh-1") == "seen"
    assert [(move.figure, move.from_.x_in, move.to.x_in) for move in film.moves] == [("marsh-1", 3.0, 8.0)]


def test_a_bare_figure_keeps_its_name_under_a_hand() -> None:
    film = Film(two_and_two())
    name = {place_of(film.show(10), name): name for name in ("deghoule-a", "deghoule-b")}[5.0, 12.0]
    film.show(10, hand=True, unseen=["west"])
    film.put("west", x_in=2.0, y_in=7.0, facing_deg=120.0)
    film.show(10)
    assert [move.figure for move in film.moves] == [name]
    assert film.notes == []


def test_a_bare_figure_followed_by_eye_keeps_its_name_past_its_like() -> None:
    film = Film(two_and_two(), noise_in=0.01)
    name = next(f.id for f in film.show(10).figures if f.place.x_in < 5.1 and f.faction == "deghoule")
    for step in range(1, 23):
        film.put("west", x_in=5.0 + 0.5 * step, y_in=12.0)
        film.show(1, hand=True)
    film.show(10)
    assert [(move.figure, round(move.to.x_in)) for move in film.moves] == [(name, 16)]
    assert film.notes == []


def test_a_bare_figure_that_comes_back_after_long_is_the_one_that_left() -> None:
    film = Film(two_and_two())
    film.show(10)
    film.show(70, unseen=["west"])
    film.put("west", x_in=2.0, y_in=7.0)
    table = film.show(10)
    assert len(table.figures) == 4
    assert [code for code, _ in film.notes] == ["lost", "found"]


def test_two_of_a_kind_that_moved_at_once_are_asked_about() -> None:
    film = Film(two_and_two())
    film.show(10)
    film.show(10, hand=True, unseen=["west", "east"])
    film.put("west", x_in=8.0, y_in=9.0)
    film.put("east", x_in=9.0, y_in=11.0)
    table = film.show(10)
    assert film.notes == [("either", ("deghoule-a", "deghoule-b"))]
    assert len(film.moves) == 2
    assert len(table.figures) == 4


def test_an_unread_cap_is_a_figure_of_unknown_name_until_it_is_read() -> None:
    film = Film({"a": Standing(3.0, 3.0, 90.0)}, noise_in=0.01)
    assert ids(film.show(10)) == ["marsh-a"]
    film.put("a", reads=4)
    assert ids(film.show(10)) == ["marsh-4"]
    assert film.notes == [("named", ("marsh-a", "marsh-4"))]
    film.put("a", reads=None)
    assert ids(film.show(10)) == ["marsh-4"]
    assert film.moves == []


def test_a_cap_read_now_and_then_is_enough() -> None:
    film = Film({"a": Standing(3.0, 3.0, 90.0)}, noise_in=0.01)
    for turn in range(60):
        film.put("a", reads=4 if turn % 2 else None)
        film.show(1)
    assert ids(film.tables[-1]) == ["marsh-4"]


def test_a_slow_source_gives_no_names_that_it_takes_back() -> None:
    film = Film(two_and_two(), fps=2.0)
    film.show(20)
    assert film.notes == []
    assert ids(film.tables[-1]) == ["cult-2", "deghoule-a", "deghoule-b", "marsh-1"]


def test_a_cap_that_reads_now_so_now_so_is_given_no_name() -> None:
    film = Film({"a": Standing(3.0, 3.0, 90.0)})
    for turn in range(30):
        film.put("a", reads=1 + turn % 2)
        film.show(1)
    assert ids(film.tables[-1]) == ["marsh-a"]


def test_who_vanished_is_who_appeared_where_only_one_could_be() -> None:
    film = Film(two_and_two())
    film.show(10)
    film.show(10, hand=True, unseen=["marsh-1"])
    film.put("marsh-1", x_in=6.0, reads=None)
    assert "marsh-a" not in ids(film.show(10))
    assert [move.figure for move in film.moves] == ["marsh-1"]


def test_no_name_is_guessed_where_two_could_have_it() -> None:
    film = Film({"marsh-1": Standing(3.0, 3.0, 90.0, reads=1), "marsh-2": Standing(4.0, 3.0, 90.0, reads=2)})
    film.show(10)
    film.show(10, hand=True, unseen=["marsh-1", "marsh-2"])
    film.put("marsh-1", x_in=3.2, y_in=6.0, reads=None)
    assert ids(film.show(10, unseen=["marsh-2"])) == ["marsh-1", "marsh-2", "marsh-a"]
    assert film.moves == []
    film.put("marsh-1", reads=1)
    assert ids(film.show(10, unseen=["marsh-2"])) == ["marsh-1", "marsh-2"]
    assert [move.figure for move in film.moves] == ["marsh-1"]


def test_two_figures_of_one_name_are_told_once_and_the_first_keeps_it() -> None:
    film = Film(two_and_two())
    film.show(10)
    film.figures["copy"] = Standing(9.0, 9.0, 0.0, reads=1)
    table = film.show(60)
    assert film.notes == [("twins", ("marsh-1",))]
    assert place_of(table, "marsh-1") == pytest.approx((3.0, 3.0))
    assert place_of(table, "marsh-a") == pytest.approx((9.0, 9.0))
    assert film.moves == []


def test_what_something_else_covers_is_held_without_a_hand() -> None:
    film = Film(two_and_two())
    film.show(10)
    mug = ((2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.0, 4.0))
    table = film.show(100, unseen=["marsh-1"], covered=[mug])
    assert table.held == ("marsh-1",)
    assert table.settled
    assert film.notes == []


def test_who_is_put_in_anothers_place_takes_no_one_along() -> None:
    film = Film(two_and_two())
    film.show(10)
    film.put("marsh-1", reads=4)
    table = film.show(80)
    assert place_of(table, "marsh-4") == pytest.approx((3.0, 3.0))
    assert state_of(table, "marsh-1") == "hidden"
    assert film.notes == [("lost", ("marsh-1",))]


def test_a_figure_knocked_over_is_lost_and_found_where_it_is_stood_up() -> None:
    film = Film(two_and_two())
    film.show(10)
    film.put("marsh-1", reads=None, facing_deg=None, x_in=3.9, y_in=3.4)
    film.show(2)
    lying = film.show(70, unseen=["marsh-1"])
    assert state_of(lying, "marsh-1") == "hidden"
    film.put("marsh-1", reads=1, facing_deg=30.0, x_in=3.5, y_in=3.2)
    table = film.show(10)
    assert state_of(table, "marsh-1") == "seen"
    assert [(move.figure, move.from_.x_in, move.to.x_in) for move in film.moves] == [("marsh-1", 3.0, 3.5)]
    assert len(table.figures) == 4


def test_two_lifted_at_once_and_put_back_elsewhere_keep_the_names_of_their_caps() -> None:
    film = Film(two_and_two() | {"marsh-2": Standing(4.0, 3.0, 90.0, reads=2)})
    film.show(10)
    film.show(15, hand=True, unseen=["marsh-1", "marsh-2"])
    film.put("marsh-1", x_in=9.0, y_in=8.0)
    film.put("marsh-2", x_in=8.0, y_in=8.0)
    table = film.show(10)
    assert place_of(table, "marsh-1") == pytest.approx((9.0, 8.0))
    assert place_of(table, "marsh-2") == pytest.approx((8.0, 8.0))
    assert sorted(move.figure for move in film.moves) == ["marsh-1", "marsh-2"]
    assert film.notes == []


def test_bare_neighbours_that_change_places_under_a_hand_are_asked_about_or_stand_still() -> None:
    """Nobody could tell; what must not be is a third figure, a lost one or a change of names by itself."""
    film = Film(two_and_two())
    before = film.show(10)
    film.show(10, hand=True, unseen=["west", "east"])
    west, east = film.figures["west"], film.figures["east"]
    film.put("west", x_in=east.x_in, y_in=east.y_in, facing_deg=east.facing_deg)
    film.put("east", x_in=west.x_in, y_in=west.y_in, facing_deg=west.facing_deg)
    after = film.show(20)
    assert ids(after) == ids(before)
    assert film.moves == []
