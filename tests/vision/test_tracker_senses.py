"""Front or back, and whose: what a frame does not tell is known from before, while nothing left sight."""

import pytest
from pennysight.vision.tracker.averaging import turn_deg

from tests.vision.filmed import Film, Standing, place_of, two_and_two
from tests.vision.test_tracker_corrections import figure

NAME = "cult-a"


def one_bare(facing_deg: float = 30.0, *, confused_from_the_start: bool = False) -> Film:
    """A bare figure of which the first second told front from back, and nothing does any more."""
    film = Film(
        {
            "it": Standing(5.0, 5.0, facing_deg, "cult", capped=False, confused=confused_from_the_start),
            "other": Standing(14.0, 12.0, 0.0, "cult", capped=False),
        },
        noise_in=0.01,
    )
    film.show(10)
    film.put("it", confused=True)
    return film


def facing_of(film: Film, name: str = NAME) -> float | None:
    return figure(film.tables[-1], name).place.facing_deg


def creep(film: Film, frames: int, *, east_in: float, each_deg: float) -> None:
    """Push it along in sight, so far and with such a turn from frame to frame."""
    for _ in range(frames):
        at = film.figures["it"]
        film.put("it", x_in=at.x_in + east_in, facing_deg=(at.facing_deg or 0.0) + each_deg)
        film.show(1, hand=True)


def test_what_never_told_front_from_back_faces_nowhere() -> None:
    film = one_bare(confused_from_the_start=True)
    film.show(20)
    assert facing_of(film) is None


@pytest.mark.parametrize("facing_deg", [0.0, 30.0, 90.0, 179.0, 181.0, 359.0])
def test_one_that_stands_still_faces_as_it_did(facing_deg: float) -> None:
    film = one_bare(facing_deg)
    for _ in range(3):
        film.show(20)
        assert abs(turn_deg(facing_deg, facing_of(film) or 0.0)) < 2.0
        film.show(20, hand=True)
    assert film.moves == []


@pytest.mark.parametrize("each_deg", [-15.0, 0.0, 15.0])
def test_one_that_is_pushed_in_sight_keeps_its_front_however_far_it_goes_and_turns(each_deg: float) -> None:
    film = one_bare()
    creep(film, 16, east_in=0.3, each_deg=each_deg)
    film.show(20)
    assert facing_of(film) == pytest.approx((30.0 + 16 * each_deg) % 360, abs=2.0)
    assert place_of(film.tables[-1], NAME) == pytest.approx((9.8, 5.0), abs=0.03)
    (move,) = film.moves
    assert move.to.facing_deg == pytest.approx(facing_of(film), abs=1.0)


@pytest.mark.parametrize("where", [{}, {"x_in": 7.0}, {"facing_deg": 60.0}, {"facing_deg": 210.0}])
def test_what_a_hand_hid_may_have_been_turned_about(where: dict[str, float]) -> None:
    film = one_bare()
    film.show(8, hand=True, unseen=["it"])
    assert facing_of(film) is not None, "held as it was"
    film.put("it", **where)
    film.show(20)
    assert facing_of(film) is None
    assert len(film.moves) == bool(where and where != {"facing_deg": 210.0})
    film.put("it", confused=False)
    film.show(20)
    assert facing_of(film) == pytest.approx(film.figures["it"].facing_deg, abs=2.0)


def test_a_hand_elsewhere_and_one_that_passes_quickly_change_nothing() -> None:
    film = one_bare()
    film.show(30, hand=True, unseen=["other"])
    for _ in range(5):
        film.show(3, hand=True, unseen=["it"])
        film.show(3)
    film.show(10)
    assert facing_of(film) == pytest.approx(30.0, abs=2.0)


@pytest.mark.parametrize("by_deg", [75.0, 90.0, 105.0])
def test_what_turns_too_far_between_two_frames_may_face_either_way(by_deg: float) -> None:
    film = one_bare()
    film.put("it", facing_deg=30.0 + by_deg)
    film.show(20)
    assert facing_of(film) is None


def test_two_that_pass_close_by_each_other_are_not_told_by_the_way() -> None:
    film = one_bare()
    film.put("other", x_in=5.9, y_in=5.0, facing_deg=210.0, confused=True)
    film.put("it", x_in=5.0, y_in=5.9)
    film.show(1, hand=True)
    film.show(20)
    assert facing_of(film, "cult-a") is None


def test_a_table_not_seen_for_a_while_is_one_that_nobody_watched() -> None:
    film = one_bare()
    film.blind(10)
    film.show(20)
    assert facing_of(film) is None


def test_a_frame_that_mistakes_front_for_back_is_not_followed() -> None:
    film = one_bare()
    film.show(5)
    film.put("it", facing_deg=210.0, confused=False)
    film.show(1)
    film.put("it", facing_deg=30.0, confused=True)
    film.show(30)
    assert facing_of(film) is None or facing_of(film) == pytest.approx(30.0, abs=2.0)
    assert film.moves == []


def test_a_faction_that_was_seen_stays_past_hands_and_moves_where_its_colour_does_not_tell() -> None:
    film = Film(two_and_two())
    film.show(10)
    film.put("west", faction=None)
    film.show(10)
    film.show(8, hand=True, unseen=["west"])
    film.put("west", x_in=7.0)
    table = film.show(10)
    assert len(table.figures) == 4
    assert sorted(each.place.x_in for each in table.figures if each.faction == "deghoule") == [7.0, 12.0]
    assert {each.faction for each in table.figures} == {"marsh", "cult", "deghoule"}


def test_a_colour_that_was_not_told_at_first_is_taken_when_it_is() -> None:
    film = Film({"it": Standing(5.0, 5.0, 30.0, None, capped=False)})
    assert figure(film.show(10), "unnamed-a").faction is None
    film.put("it", faction="cult")
    assert figure(film.show(10), "unnamed-a").faction == "cult"
    film.put("it", faction=None)
    assert figure(film.show(10), "unnamed-a").faction == "cult"
