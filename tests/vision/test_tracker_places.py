"""Where things lie and stand: averaged, honest about it, and steady."""

import numpy as np
import pytest
from pennysight.vision.observation import SeenToken

from tests.vision.filmed import Film, Standing, place_of, table_of, two_and_two


@pytest.mark.slow
def test_noise_makes_no_move_in_an_hour() -> None:
    film = Film(two_and_two(), noise_in=0.03, sd_in=0.03, sd_deg=1.5, fps=2.0)
    film.show(7_200)
    assert film.moves == []
    assert film.notes == []
    assert all(table.settled for table in film.tables[3:])


@pytest.mark.parametrize("sd_in", [0.01, 0.05, 0.15])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_noise_as_large_as_claimed_makes_no_move(sd_in: float, seed: int) -> None:
    film = Film(two_and_two(), noise_in=sd_in, sd_in=sd_in, sd_deg=100.0 * sd_in, seed=seed)
    film.show(600)
    assert film.moves == []
    assert film.notes == []


def test_places_are_averaged_over_the_frames_at_rest_and_claim_what_they_hold() -> None:
    misses, claims = [], []
    for seed in range(40):
        film = Film(two_and_two(), noise_in=0.05, sd_in=0.05, seed=seed)
        for figure in film.show(40).figures:
            if figure.id == "marsh-1":
                misses += [figure.place.x_in - 3.0, figure.place.y_in - 3.0]
                claims.append(figure.sd_in)
    assert np.std(misses) < 0.02
    assert np.mean(np.abs(misses) < 2.5 * np.mean(claims)) > 0.95
    assert max(claims) < 0.05


def test_the_claimed_deviation_never_falls_below_what_averaging_cannot_remove() -> None:
    film = Film(two_and_two(), noise_in=0.02, sd_in=0.02, sd_deg=1.0)
    first, last = film.show(6).figures[0], film.show(300).figures[0]
    assert 0.02 > first.sd_in > last.sd_in > 0.75 * 0.02
    assert 1.0 > first.sd_deg > last.sd_deg > 0.75


def test_copies_of_one_reading_make_it_no_more_certain() -> None:
    assert Film(two_and_two(), sd_in=0.02).show(300).figures[0].sd_in == pytest.approx(0.02)


def test_one_poor_reading_does_not_spoil_good_ones() -> None:
    film = Film(two_and_two(), noise_in=0.005, sd_in=0.2)
    film.show(1)
    film.sd_in = 0.01
    assert film.show(9).figures[0].sd_in < 0.012


def test_a_nudge_too_small_for_a_move_is_followed() -> None:
    film = Film(two_and_two())
    film.show(50)
    film.put("marsh-1", x_in=3.06)
    assert place_of(film.show(60), "marsh-1")[0] == pytest.approx(3.06, abs=0.01)
    assert film.moves == []


def test_a_nudge_beyond_all_noise_is_followed_at_once() -> None:
    film = Film(two_and_two(), noise_in=0.005, sd_in=0.005)
    film.show(50)
    film.put("marsh-1", x_in=3.06)
    assert place_of(film.show(4), "marsh-1")[0] == pytest.approx(3.06, abs=0.015)
    assert film.moves == []


def test_nudges_that_add_up_are_a_move() -> None:
    film = Film(two_and_two())
    film.show(50)
    for step in (1, 2, 3):
        film.put("marsh-1", x_in=3.0 + 0.05 * step)
        film.show(100)
    assert [move.figure for move in film.moves] == ["marsh-1"]


def test_a_facing_nobody_knows_stays_unknown_and_is_no_turn_when_it_is_seen() -> None:
    film = Film({"west": Standing(5.0, 12.0, None, capped=False)})
    assert film.show(10).figures[0].place.facing_deg is None
    film.put("west", facing_deg=45.0)
    assert film.show(10).figures[0].place.facing_deg == pytest.approx(45.0)
    film.put("west", facing_deg=None)
    assert film.show(10).figures[0].place.facing_deg == pytest.approx(45.0)
    assert film.moves == []


def test_hidden_tiles_stay_and_the_board_does_not_jump() -> None:
    film = Film(two_and_two())
    film.show(10)
    north = table_of(["north-west", "north-east"])
    for name, at in film.figures.items():
        film.put(name, y_in=at.y_in - 9.0)
    table = film.show(10, table=north, hand=True, unseen=["marsh-1", "cult-2"])
    assert (table.board_width_in, table.board_height_in) == (18.0, 18.0)
    assert [tile.y_in for tile in table.tiles] == [9.0, 9.0, 0.0, 0.0]
    for name, at in film.figures.items():
        film.put(name, y_in=at.y_in + 9.0)
    film.show(10)
    assert film.moves == []


def test_a_board_that_grows_to_the_south_takes_all_places_with_it() -> None:
    film = Film({"marsh-1": Standing(3.0, 3.0, 90.0, reads=1)})
    film.show(10, table=table_of(["north-west", "north-east"]))
    film.put("marsh-1", y_in=12.0)
    table = film.show(40)
    assert (table.board_width_in, table.board_height_in) == (18.0, 18.0)
    assert place_of(table, "marsh-1") == pytest.approx((3.0, 12.0))
    assert [tile.y_in for tile in table.tiles] == pytest.approx([9.0, 9.0, 0.0, 0.0])
    assert film.moves == []


def test_tokens_are_steady_and_gone_when_taken() -> None:
    film = Film({})
    token = SeenToken(marker=131, x_in=4.0, y_in=5.0, rotation_deg=10.0, sd_in=0.02)
    stray = SeenToken(marker=131, x_in=9.0, y_in=9.0, rotation_deg=10.0, sd_in=0.02)
    assert film.show(1, tokens=[token]).tokens == ()
    assert [t.marker for t in film.show(5, tokens=[token]).tokens] == [131]
    assert film.show(1, tokens=[stray]).tokens[0].x_in == pytest.approx(4.0)
    assert film.show(3, tokens=[token, stray]).tokens[0].x_in == pytest.approx(4.0)
    assert film.show(70, hand=True).tokens
    assert film.show(70).tokens == ()
    assert film.show(3, tokens=[stray]).tokens[0].x_in == pytest.approx(9.0)
