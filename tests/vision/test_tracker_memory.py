"""What people said by hand outlasts a restart, for whoever still stands where they stood."""

import msgspec
import pytest
from pennysight.vision.tracker import Mark, Memory, Put, Remove, Rename, Turn

from tests.vision.filmed import Film, Standing, ids, place_of, state_of, two_and_two
from tests.vision.test_tracker_corrections import figure, lay

SIX = {f"bare-{n}": Standing(2.0 + 2.5 * n, 4.0 + n, 40.0 * n, "cult", capped=False) for n in range(6)}


def restarted(film: Film, **changes: Standing) -> Film:
    """The same table, filmed by a new tracker that has what the old one would leave in a log."""
    left = msgspec.json.encode(film.tracker.memory())
    again = Film(film.figures | changes, noise_in=film.noise_in, seed=film.seed + 1)
    again.tracker.recall(msgspec.json.decode(left, type=Memory))
    return again


def six_named() -> Film:
    """Six bare figures of one faction, each named by hand, on the table from west to east."""
    film = Film(dict(SIX), noise_in=0.01)
    west_first = sorted(film.show(10).figures, key=lambda each: each.place.x_in)
    for number, each in enumerate(west_first, 1):
        lay(film, Rename(each.id, f"cult-{7 - number}"))
    return film


def test_six_bare_figures_keep_the_names_that_they_were_given() -> None:
    film = six_named()
    again = restarted(film)
    for table in (again.show(1), again.show(20)):
        assert ids(table) == ids(film.tables[-1])
        for each in film.tables[-1].figures:
            assert place_of(table, each.id) == pytest.approx((each.place.x_in, each.place.y_in), abs=0.03)
    assert again.moves == []
    assert again.notes == []
    assert {each.state for each in again.tables[-1].figures} == {"seen"}


def test_one_that_moved_meanwhile_is_not_guessed_and_is_named_by_one_word() -> None:
    again = restarted(six_named(), **{"bare-2": Standing(8.0, 12.0, 80.0, "cult", capped=False)})
    table = again.show(80)
    assert place_of(table, "cult-g") == pytest.approx((8.0, 12.0), abs=0.03)
    assert state_of(table, "cult-4") == "hidden"
    assert again.notes == [("lost", ("cult-4",))]
    assert again.moves == []
    lay(again, Rename("cult-g", "cult-4"))
    assert ids(again.tables[-1]) == [f"cult-{n}" for n in range(1, 7)]


def test_who_comes_near_where_a_known_one_stood_is_a_stranger() -> None:
    again = restarted(six_named(), **{"bare-2": Standing(8.0, 6.0, 80.0, "cult", capped=False)})
    assert "cult-g" in ids(again.show(20)), "no name is given twice"


def test_another_faction_in_its_place_is_another_figure() -> None:
    again = restarted(six_named(), **{"bare-2": Standing(7.0, 6.0, 80.0, "marsh", capped=False)})
    table = again.show(80)
    assert place_of(table, "marsh-a") == pytest.approx((7.0, 6.0), abs=0.03)
    assert state_of(table, "cult-4") == "hidden"


def test_while_a_hand_is_over_the_table_nothing_is_given_up() -> None:
    again = restarted(six_named())
    again.show(90, hand=True, unseen=SIX)
    assert {each.state for each in again.tables[-1].figures} == {"held"}
    table = again.show(10)
    assert (ids(table), again.notes) == ([f"cult-{n}" for n in range(1, 7)], [])


def test_places_facings_hats_and_deaths_hold() -> None:
    film = Film(two_and_two(), noise_in=0.01)
    film.show(10)
    for said in (Put("marsh-1", 3.4, 2.8), Turn("cult-2", 10.0), Mark("cult-2", dead=True)):
        lay(film, said)
    table = restarted(film).show(20)
    assert place_of(table, "marsh-1") == (3.4, 2.8)
    assert figure(table, "marsh-1").by_hand
    cult = figure(table, "cult-2")
    assert (cult.place.facing_deg, cult.dead, cult.by_hand) == (10.0, True, True)


@pytest.mark.parametrize("there", [Standing(9.0, 9.0, 90.0, reads=1), Standing(3.0, 3.2, 90.0, reads=1)])
def test_a_place_by_hand_ends_with_a_move_that_nobody_watched(there: Standing) -> None:
    film = Film(two_and_two(), noise_in=0.01)
    film.show(10)
    lay(film, Put("marsh-1", 3.4, 2.8))
    lay(film, Mark("marsh-1", dead=True))
    again = restarted(film, **{"marsh-1": there})
    marsh = figure(again.show(20), "marsh-1")
    assert (marsh.place.x_in, marsh.place.y_in) == pytest.approx((there.x_in, there.y_in), abs=0.03)
    assert (marsh.by_hand, marsh.dead) == (False, True)
    (move,) = again.moves
    assert (move.from_.x_in, move.from_.y_in) == (3.4, 2.8), "it is said, and from where people said it stood"


def test_a_cap_is_read_as_it_was_told_wherever_it_stands_now() -> None:
    film = Film(two_and_two())
    film.show(10)
    lay(film, Rename("marsh-1", "cult-2"))
    again = restarted(film, **{"marsh-1": Standing(9.0, 9.0, 90.0, reads=1)})
    table = again.show(20)
    assert place_of(table, "cult-2") == pytest.approx((9.0, 9.0))
    assert place_of(table, "marsh-1") == pytest.approx((12.0, 4.0))


def test_a_figure_that_nothing_shows_stays_where_people_put_it_and_off_the_table_where_they_took_it() -> None:
    film = Film(two_and_two())
    film.show(10)
    lay(film, Put("whateley-3", 15.0, 15.0))
    lay(film, Remove("marsh-1"))
    again = restarted(film)
    table = again.show(100)
    assert (place_of(table, "whateley-3"), state_of(table, "whateley-3")) == ((15.0, 15.0), "held")
    assert state_of(table, "marsh-1") == "gone"
    assert again.notes == []


def test_a_name_given_here_before_is_given_to_no_other() -> None:
    film = Film(dict(SIX))
    film.show(10)
    lay(film, Mark("cult-b", dead=True))
    again = restarted(film)
    table = again.show(20)
    assert len(ids(table)) == 6
    assert [each.id for each in table.figures if each.dead] == ["cult-b"]
    assert place_of(table, "cult-b") == place_of(film.tables[-1], "cult-b")


def test_what_nobody_said_anything_of_is_not_remembered() -> None:
    film = Film(two_and_two())
    film.show(10)
    undo = film.tracker.correct(Turn("marsh-1", 0.0))
    assert film.tracker.memory().figures.keys() == {"marsh-1"}
    film.tracker.correct(undo)
    assert film.tracker.memory().figures == {}
