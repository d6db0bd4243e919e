"""What people say by hand holds against what the camera sees, for as long as it should, and can be undone."""

from dataclasses import replace

import pytest
from pennysight.vision.tracker import (
    Correction,
    CorrectionError,
    Mark,
    Put,
    Release,
    Remove,
    Rename,
    Restore,
    TrackedFigure,
    TrackedTable,
    Turn,
)

from tests.vision.filmed import Film, Standing, ids, place_of, state_of, table_of, two_and_two


def figure(table: TrackedTable, name: str) -> TrackedFigure:
    return next(figure for figure in table.figures if figure.id == name)


def lay(film: Film, correction: Correction | Restore) -> Rename | Restore:
    """Correct, and film on; what undoes it."""
    undo = film.tracker.correct(correction)
    film.tables.append(film.tracker.table())
    film.show(10)
    return undo


def unread_pair() -> Film:
    """Two marsh figures whose caps cannot be read: marsh-a in the west, marsh-b in the east."""
    film = Film({"west": Standing(3.0, 3.0, 90.0), "east": Standing(9.0, 3.0, 90.0)}, noise_in=0.01)
    assert ids(film.show(10)) == ["marsh-a", "marsh-b"]
    return film


# Names


def test_a_figure_of_unknown_name_keeps_the_name_it_is_given() -> None:
    film = unread_pair()
    lay(film, Rename("marsh-a", "marsh-5"))
    assert ids(film.tables[-1]) == ["marsh-5", "marsh-b"]
    film.show(8, hand=True, unseen=["west"])
    film.put("west", x_in=6.0, y_in=8.0)
    assert place_of(film.show(10), "marsh-5") == pytest.approx((6.0, 8.0), abs=0.03)
    assert [move.figure for move in film.moves] == ["marsh-5"]
    assert film.notes == []


def test_a_bare_figure_keeps_the_name_it_is_given_past_hands_and_its_like() -> None:
    film = Film(two_and_two())
    west = next(f.id for f in film.show(10).figures if f.place.x_in < 5.1 and f.faction == "deghoule")
    lay(film, Rename(west, "deghoule-6"))
    film.show(10, hand=True, unseen=["west"])
    film.put("west", x_in=2.0, y_in=7.0)
    film.show(10)
    assert [move.figure for move in film.moves] == ["deghoule-6"]
    table = film.show(70, unseen=["west"])
    assert state_of(table, "deghoule-6") == "hidden"
    assert state_of(film.show(10), "deghoule-6") == "seen"
    assert figure(film.tables[-1], "deghoule-6").number == 6


def test_a_cap_that_is_read_follows_the_name_it_was_given_for_the_whole_evening() -> None:
    film = Film(two_and_two())
    film.show(10)
    lay(film, Rename("marsh-1", "marsh-4"))
    assert "marsh-4" in ids(film.tables[-1])
    film.show(8, hand=True, unseen=["marsh-1"])
    film.put("marsh-1", x_in=9.0, y_in=9.0)
    assert place_of(film.show(10), "marsh-4") == pytest.approx((9.0, 9.0))
    assert "marsh-1" not in ids(film.tables[-1])
    film.figures["other"] = Standing(15.0, 9.0, 0.0, reads=4)
    assert place_of(film.show(10), "marsh-1") == pytest.approx((15.0, 9.0)), "no two caps are told alike"
    assert [move.figure for move in film.moves] == ["marsh-4"]


def test_a_name_may_be_of_another_faction_than_the_colour() -> None:
    film = Film(two_and_two())
    film.show(10)
    lay(film, Rename("marsh-1", "whateley-2"))
    film.put("marsh-1", reads=None)
    film.show(10)
    film.put("marsh-1", x_in=8.0)
    film.show(10)
    film.put("marsh-1", reads=1)
    film.show(10)
    assert figure(film.tables[-1], "whateley-2").faction == "whateley"
    assert [move.figure for move in film.moves] == ["whateley-2"]
    assert len(film.tables[-1].figures) == 4


def test_two_that_were_confused_exchange_their_names() -> None:
    film = Film(two_and_two())
    film.show(10)
    film.show(10, hand=True, unseen=["west", "east"])
    film.put("west", x_in=8.0, y_in=9.0)
    film.put("east", x_in=9.0, y_in=11.0)
    before = film.show(10)
    assert film.notes == [("either", ("deghoule-a", "deghoule-b"))]
    lay(film, Rename("deghoule-a", "deghoule-b"))
    after = film.tables[-1]
    assert place_of(after, "deghoule-a") == place_of(before, "deghoule-b")
    assert place_of(after, "deghoule-b") == place_of(before, "deghoule-a")
    assert len(film.moves) == 2, "to be called otherwise is no move"


def test_two_read_caps_exchange_their_names_wherever_they_go() -> None:
    film = Film(two_and_two())
    film.show(10)
    lay(film, Rename("marsh-1", "cult-2"))
    film.put("marsh-1", x_in=5.0)
    film.put("cult-2", x_in=14.0)
    table = film.show(20)
    assert place_of(table, "cult-2") == pytest.approx((5.0, 3.0))
    assert place_of(table, "marsh-1") == pytest.approx((14.0, 4.0))
    assert len(table.figures) == 4


def test_a_cap_that_is_read_at_last_is_believed_before_the_name_that_was_given() -> None:
    film = unread_pair()
    lay(film, Rename("marsh-a", "marsh-5"))
    film.put("west", reads=3)
    table = film.show(80)
    assert place_of(table, "marsh-3") == pytest.approx((3.0, 3.0), abs=0.03)
    assert state_of(table, "marsh-5") == "hidden"


def test_a_figure_that_lost_its_name_is_given_it_back_with_its_cap_and_its_move() -> None:
    pair = {"one": Standing(3.0, 3.0, 90.0, reads=1), "two": Standing(4.0, 3.0, 90.0, reads=2)}
    film = Film(pair)
    film.show(10)
    film.show(10, hand=True, unseen=["one", "two"])
    film.put("one", x_in=3.2, y_in=6.0, reads=None)
    assert "marsh-a" in ids(film.show(10, unseen=["two"])), "it could be either"
    undo = lay(film, Rename("marsh-a", "marsh-1"))
    assert "marsh-a" not in ids(film.tables[-1])
    (move,) = film.moves
    assert (move.figure, move.from_.y_in, move.to.y_in) == ("marsh-1", 3.0, 6.0)
    film.put("one", reads=1)
    film.show(10, unseen=["two"])
    film.put("one", x_in=9.0)
    assert place_of(film.show(10, unseen=["two"]), "marsh-1") == pytest.approx((9.0, 6.0))
    assert undo == Rename("marsh-1", "marsh-a")


def test_a_name_given_back_by_mistake_leaves_the_cap_its_own() -> None:
    film = Film(two_and_two() | {"other": Standing(9.0, 9.0, 0.0)})
    film.show(10)
    film.show(70, unseen=["marsh-1"])
    undo = lay(film, Rename("marsh-a", "marsh-1"))
    film.tracker.correct(undo)
    film.put("marsh-1", x_in=5.0)
    table = film.show(10)
    assert place_of(table, "marsh-1") == pytest.approx((5.0, 3.0))
    assert place_of(table, "marsh-a") == pytest.approx((9.0, 9.0))


def test_a_name_is_undone_by_the_correction_that_comes_back() -> None:
    for film, old, new in (
        (unread_pair(), "marsh-a", "marsh-5"),
        (unread_pair(), "marsh-a", "marsh-b"),
        (Film(two_and_two()), "marsh-1", "cult-2"),
        (Film(two_and_two()), "marsh-1", "marsh-6"),
    ):
        before = film.show(10)
        undo = lay(film, Rename(old, new))
        assert place_of(film.tables[-1], new) == pytest.approx(place_of(before, old), abs=0.03)
        lay(film, undo)
        assert ids(film.tables[-1]) == ids(before)
        assert place_of(film.tables[-1], old) == pytest.approx(place_of(before, old), abs=0.03)


# Places and facings


def test_a_place_by_hand_stays_until_the_figure_is_seen_to_move() -> None:
    film = Film(two_and_two(), noise_in=0.02)
    film.show(20)
    lay(film, Put("marsh-1", 3.4, 2.8))
    film.show(100)
    film.show(10, hand=True, unseen=["marsh-1"])
    table = film.show(20)
    assert place_of(table, "marsh-1") == (3.4, 2.8)
    assert figure(table, "marsh-1").by_hand
    assert figure(table, "marsh-1").sd_in == pytest.approx(0.1), "a finger is less exact than the camera"
    assert film.moves == []
    film.put("marsh-1", x_in=8.0, y_in=8.0)
    table = film.show(20)
    assert place_of(table, "marsh-1") == pytest.approx((8.0, 8.0), abs=0.03)
    assert not figure(table, "marsh-1").by_hand
    (move,) = film.moves
    assert (move.from_.x_in, move.from_.y_in) == (3.4, 2.8), "it came from where people said it stood"


def test_a_facing_by_hand_leaves_the_place_to_the_camera() -> None:
    film = Film(two_and_two(), noise_in=0.01)
    film.show(20)
    lay(film, Turn("marsh-1", -45.0))
    marsh = figure(film.tables[-1], "marsh-1")
    assert marsh.place.facing_deg == 315.0
    assert (marsh.place.x_in, marsh.place.y_in) == pytest.approx((3.0, 3.0), abs=0.02)
    assert (marsh.sd_deg, marsh.sd_in < 0.02) == (5.0, True)


def test_a_turn_that_is_seen_ends_a_facing_by_hand() -> None:
    film = Film(two_and_two())
    film.show(20)
    lay(film, Turn("marsh-1", 0.0))
    film.put("marsh-1", facing_deg=200.0)
    assert figure(film.show(20), "marsh-1").place.facing_deg == pytest.approx(200.0)
    (move,) = film.moves
    assert (move.from_.facing_deg, move.to.facing_deg) == pytest.approx((0.0, 200.0))


def test_flicker_and_a_dark_table_do_not_undo_a_place() -> None:
    film = Film(two_and_two(), noise_in=0.02)
    film.show(20)
    lay(film, Put("marsh-1", 3.4, 2.8))
    for _ in range(10):
        film.put("marsh-1", x_in=14.0)
        film.show(1)
        film.put("marsh-1", x_in=3.0)
        film.show(3)
    film.blind(30)
    film.show(10)
    assert place_of(film.tables[-1], "marsh-1") == (3.4, 2.8)
    assert film.moves == []


def test_a_figure_released_stands_as_the_camera_sees_it() -> None:
    film = Film(two_and_two())
    film.show(20)
    lay(film, Put("marsh-1", 3.4, 2.8))
    lay(film, Turn("marsh-1", 0.0))
    lay(film, Release("marsh-1"))
    marsh = figure(film.tables[-1], "marsh-1")
    assert (marsh.place.x_in, marsh.place.y_in, marsh.place.facing_deg) == pytest.approx((3.0, 3.0, 90.0))
    assert film.moves == []


def test_a_figure_that_the_camera_never_saw_comes_to_the_table_by_hand_and_stays() -> None:
    film = Film(two_and_two())
    film.show(20)
    lay(film, Put("marsh-6", 15.0, 15.0))
    table = film.show(200)
    assert (place_of(table, "marsh-6"), state_of(table, "marsh-6")) == ((15.0, 15.0), "held")
    film.figures["new"] = Standing(15.1, 15.1, 45.0, reads=6)
    table = film.show(20)
    assert len(table.figures) == 5
    assert state_of(table, "marsh-6") == "seen"


def test_a_corrected_figure_that_leaves_is_lost_and_comes_back_as_it_was_corrected() -> None:
    film = Film(two_and_two())
    film.show(20)
    lay(film, Put("marsh-1", 3.4, 2.8))
    lay(film, Turn("marsh-1", 0.0))
    table = film.show(80, unseen=["marsh-1"])
    assert state_of(table, "marsh-1") == "hidden", "people's word is about where it stood, not that it stays"
    table = film.show(10)
    assert state_of(table, "marsh-1") == "seen"
    assert place_of(table, "marsh-1") == (3.4, 2.8)
    assert film.moves == []


def test_a_lost_figure_that_people_put_on_the_table_stands_there_though_nothing_shows_it() -> None:
    film = Film(two_and_two())
    film.show(20)
    film.show(80, unseen=["marsh-1"])
    film.tracker.correct(Put("marsh-1", 8.0, 8.0))
    table = film.show(200, unseen=["marsh-1"])
    assert (state_of(table, "marsh-1"), place_of(table, "marsh-1")) == ("held", (8.0, 8.0))
    film.tracker.correct(Release("marsh-1"))
    assert state_of(film.show(80, unseen=["marsh-1"]), "marsh-1") == "hidden"


@pytest.mark.parametrize("x_in", [3.0, 12.0])
def test_where_it_is_seen_after_all_is_believed_before_where_people_put_a_lost_figure(x_in: float) -> None:
    film = Film(two_and_two())
    film.show(20)
    film.show(80, unseen=["marsh-1"])
    film.tracker.correct(Put("marsh-1", 8.0, 8.0))
    film.show(10, unseen=["marsh-1"])
    film.put("marsh-1", x_in=x_in)
    table = film.show(10)
    assert place_of(table, "marsh-1") == pytest.approx((x_in, 3.0))
    assert state_of(table, "marsh-1") == "seen"


def test_a_board_that_grows_takes_places_by_hand_with_it() -> None:
    film = Film({"marsh-1": Standing(3.0, 3.0, 90.0, reads=1)})
    film.show(10, table=table_of(["north-west", "north-east"]))
    film.tracker.correct(Put("marsh-1", 3.4, 2.8))
    film.put("marsh-1", y_in=12.0)
    assert place_of(film.show(40), "marsh-1") == pytest.approx((3.4, 11.8))


# Off the table, dead, hats


def test_a_figure_taken_off_by_hand_stays_off_until_it_is_seen_to_move() -> None:
    film = Film(two_and_two())
    film.show(20)
    lay(film, Remove("marsh-1"))
    assert state_of(film.show(100), "marsh-1") == "gone"
    film.put("marsh-1", x_in=8.0)
    assert state_of(film.show(10), "marsh-1") == "seen"
    assert film.notes == []


def test_a_figure_that_left_by_hand_and_by_eye_comes_back_when_it_is_seen() -> None:
    film = Film(two_and_two())
    film.show(20)
    lay(film, Remove("marsh-1"))
    table = film.show(80, unseen=["marsh-1"])
    assert state_of(table, "marsh-1") == "gone"
    assert film.notes == [], "people know"
    assert state_of(film.show(10), "marsh-1") == "seen"


def test_dead_and_hat_stay_through_moves() -> None:
    film = Film(two_and_two())
    film.show(20)
    lay(film, Mark("marsh-1", hat="stun"))
    lay(film, Mark("cult-2", dead=True))
    film.put("marsh-1", x_in=8.0)
    table = film.show(20)
    assert (figure(table, "marsh-1").hat, figure(table, "marsh-1").dead) == ("stun", False)
    assert (figure(table, "cult-2").hat, figure(table, "cult-2").dead) == (None, True)
    lay(film, Mark("marsh-1"))
    assert figure(film.tables[-1], "marsh-1").hat is None


@pytest.mark.parametrize(
    "correction",
    [
        Put("marsh-1", 3.4, 2.8),
        Turn("marsh-1", 10.0),
        Mark("marsh-1", dead=True, hat="unk"),
        Remove("marsh-1"),
        Release("marsh-1"),
    ],
    ids=lambda correction: type(correction).__name__,
)
def test_whatever_is_said_of_a_figure_can_be_undone(correction: Correction) -> None:
    film = Film(two_and_two())
    film.show(20)
    lay(film, Turn("marsh-1", 200.0))
    before = figure(film.tables[-1], "marsh-1")
    undo = lay(film, correction)
    lay(film, undo)
    assert figure(film.tables[-1], "marsh-1") == before


# What cannot be


@pytest.mark.parametrize(
    ("correction", "why"),
    [
        (Rename("marsh-9", "marsh-2"), "there is no figure 'marsh-9' on the table"),
        (Rename("marsh-1", "the big one"), "'the big one' is no name for a figure"),
        (Rename("marsh-1", "marsh-1"), "marsh-1 is marsh-1 already"),
        (Rename("marsh-1", "marsh-0"), "'marsh-0' is no name for a figure"),
        (Turn("marsh-9", 0.0), "there is no figure 'marsh-9' on the table"),
        (Remove("x" * 500), "there is no figure 'xxx"),
        (Put("marsh-1", 21.0, 3.0), r"\(21, 3\) is not on the board of 18 x 18 in"),
        (Put("nobody", 3.0, 3.0), "'nobody' is no name for a figure"),
    ],
    ids=str,
)
def test_a_correction_that_cannot_be_made_changes_nothing(correction: Correction, why: str) -> None:
    film = Film(two_and_two())
    before = film.show(20)
    with pytest.raises(CorrectionError, match=why) as refused:
        film.tracker.correct(correction)
    assert len(str(refused.value)) < 200
    assert replace(film.show(1), captured_s=before.captured_s).figures == before.figures


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_corrected_name_survives_an_evening_of_swaps(seed: int) -> None:
    film = Film(two_and_two() | {"marsh-2": Standing(4.0, 3.0, 90.0, reads=2)}, noise_in=0.02, seed=seed)
    film.show(20)
    lay(film, Rename("marsh-1", "marsh-2"))
    for _ in range(4):
        one, other = film.figures["marsh-1"], film.figures["marsh-2"]
        film.show(8, hand=True, unseen=["marsh-1", "marsh-2"])
        film.put("marsh-1", x_in=other.x_in, y_in=other.y_in)
        film.put("marsh-2", x_in=one.x_in, y_in=one.y_in)
        film.show(15)
        at = film.figures["marsh-1"]
        assert place_of(film.tables[-1], "marsh-2") == pytest.approx((at.x_in, at.y_in), abs=0.04)
    assert len(film.moves) == 8
