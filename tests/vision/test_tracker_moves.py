"""Each move comes out once: who, from where, to where, when."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pennysight.calibration.board import TablePose, TilePose
from pennysight.vision.observation import Observation, SeenFigure
from pennysight.vision.tracker import Tracker

from tests.vision.filmed import VIEW, Film, Standing, ids, place_of, two_and_two


def test_the_sequence_gives_each_of_its_moves_once(shared: Path) -> None:
    truth = json.loads((shared / "photos" / "A-seq-01.truth.json").read_text())
    tracker = Tracker()
    tables = [tracker.update(observation) for observation in sequence(truth)]
    moves = [move for table in tables for move in table.moves]
    assert [move.figure for move in moves] == [move["figure"] for move in truth["moves"]]
    for move, true in zip(moves, truth["moves"], strict=True):
        for place, (x_in, y_in, facing_deg) in ((move.from_, true["from"]), (move.to, true["to"])):
            assert math.hypot(place.x_in - x_in, place.y_in - y_in) < 0.05
            assert abs((place.facing_deg or 0.0) - facing_deg) < 3.0
        assert true["first_frame"] <= 10.0 * move.start_s <= 10.0 * move.end_s <= true["last_frame"]
    assert [note for table in tables for note in table.notes] == []
    assert {name for table in tables for name in ids(table)} == {figure["id"] for figure in truth["figures"]}


def test_a_slide_under_a_hand_is_one_move_and_held_meanwhile() -> None:
    film = Film(two_and_two(), noise_in=0.02)
    film.show(20)
    film.show(2, hand=True)
    assert film.tables[-1].held == ()
    table = film.show(8, hand=True, unseen=["marsh-1"])
    assert table.held == ("marsh-1",)
    assert place_of(table, "marsh-1") == pytest.approx((3.0, 3.0), abs=0.02)
    film.put("marsh-1", x_in=7.0, y_in=3.5)
    film.show(3, hand=True)
    assert film.moves == []
    film.show(20)
    (move,) = film.moves
    assert move.figure == "marsh-1"
    assert (move.from_.x_in, move.from_.y_in) == pytest.approx((3.0, 3.0), abs=0.02)
    assert (move.to.x_in, move.to.y_in) == pytest.approx((7.0, 3.5), abs=0.02)
    assert (move.start_s, move.end_s) == pytest.approx((2.1, 3.0))


def test_a_turn_in_place_is_a_move() -> None:
    film = Film(two_and_two(), noise_in=0.01)
    film.show(20)
    for facing_deg in range(90, 210, 12):
        film.put("marsh-1", facing_deg=float(facing_deg))
        film.show(1, hand=True)
    film.show(20)
    (move,) = film.moves
    assert move.figure == "marsh-1"
    assert move.from_.facing_deg == pytest.approx(90.0, abs=2.0)
    assert move.to.facing_deg == pytest.approx(198.0, abs=2.0)


def test_a_figure_lifted_past_another_is_one_move() -> None:
    film = Film(two_and_two() | {"marsh-2": Standing(6.0, 3.2, 0.0, reads=2)}, noise_in=0.02)
    film.show(20)
    for step in range(13):
        film.put("marsh-1", x_in=3.0 + 0.5 * step, y_in=3.0 + 0.2 * math.sin(step / 4))
        film.show(1, hand=True, unseen=["marsh-2"] if 4 < step < 9 else [])
    film.show(20)
    assert [(move.figure, round(move.to.x_in, 1)) for move in film.moves] == [("marsh-1", 9.0)]
    assert film.notes == []


def test_neighbours_that_change_places_are_two_moves() -> None:
    film = Film(two_and_two() | {"marsh-2": Standing(3.8, 3.0, 90.0, reads=2)}, noise_in=0.02)
    film.show(20)
    film.show(10, hand=True, unseen=["marsh-1", "marsh-2"])
    film.put("marsh-1", x_in=3.8)
    film.put("marsh-2", x_in=3.0)
    film.show(20)
    assert sorted(move.figure for move in film.moves) == ["marsh-1", "marsh-2"]
    assert place_of(film.tables[-1], "marsh-1")[0] == pytest.approx(3.8, abs=0.02)
    assert place_of(film.tables[-1], "marsh-2")[0] == pytest.approx(3.0, abs=0.02)


def test_two_pushes_before_the_hand_leaves_are_one_move() -> None:
    film = Film(two_and_two())
    film.show(10)
    for x_in in (5.0, 7.0):
        film.put("marsh-1", x_in=x_in)
        film.show(20, hand=True)
    film.show(10)
    assert [(move.from_.x_in, move.to.x_in) for move in film.moves] == [(3.0, 7.0)]


def test_who_came_to_rest_and_was_covered_again_need_not_rest_anew() -> None:
    film = Film(two_and_two(), noise_in=0.01)
    film.show(10)
    film.show(5, hand=True, unseen=["marsh-1"])
    film.put("marsh-1", x_in=6.0)
    film.show(8, hand=True)
    film.show(20, hand=True, unseen=["marsh-1"])
    film.show(3, unseen=["marsh-1"])
    film.show(3)
    assert [(move.figure, round(move.end_s, 1)) for move in film.moves] == [("marsh-1", 1.5)]


def test_a_table_that_goes_dark_moves_nobody_and_loses_nobody() -> None:
    film = Film(two_and_two())
    before = film.show(10)
    dark = film.blind(100)
    assert dark.problem == "too dark"
    assert not dark.settled
    assert dark.figures == before.figures
    assert film.show(5).settled
    assert film.moves == []
    assert film.notes == []


def sequence(truth: Any) -> Iterator[Observation]:
    """The truth of a filmed sequence, frame by frame, as a good detector would see it."""
    fixed = {figure["id"]: figure for figure in truth["figures"]}
    tiles = tuple(TilePose(t["tile"], t["x"], t["y"], t["rotation_deg"], 0.01, 0.1) for t in truth["tiles"])
    table = TablePose(VIEW, tiles, truth["board"]["width_in"], truth["board"]["height_in"], 0.2)
    random = np.random.default_rng(5)
    for frame in truth["frames"]:
        seen = tuple(
            SeenFigure(
                id=figure["id"],
                faction=fixed[figure["id"]]["faction"],
                number=fixed[figure["id"]]["number"],
                capped=True,
                x_in=figure["x"] + float(random.normal(0.0, 0.02)),
                y_in=figure["y"] + float(random.normal(0.0, 0.02)),
                facing_deg=figure["facing_deg"] + float(random.normal(0.0, 1.5)),
                sd_in=0.02,
                sd_deg=1.5,
                confidence=1.0,
            )
            for figure in frame["figures"]
            if figure["visible_fraction"] > 0.5
        )
        yield Observation(
            captured_s=frame["time_s"],
            width_px=1280,
            height_px=720,
            table=table,
            figures=seen,
            hand=frame["hand"],
        )
