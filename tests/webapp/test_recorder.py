"""The last minutes are kept within bounds, without the room, and drawn only when someone looks."""

import threading
from typing import Any

import cv2
import numpy as np
import pytest
from pennysight.vision.cropping import BEYOND
from pennysight.vision.observation import Observation
from pennysight.vision.overlay import overlay
from pennysight.vision.sources import Frame, Image
from pennysight.webapp import recorder as recorder_module
from pennysight.webapp.recorder import Recorder

from tests.webapp.bench import Stand, eventually, observation

NOISE = np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), np.uint8)
STANDS: dict[str, Stand] = {"marsh-1": (3.0, 9.0, 0.0)}


def frame(number: int, captured_s: float | None = None) -> Frame:
    return Frame(NOISE, float(number) if captured_s is None else captured_s, number)


def seeing(shown: Observation) -> "Recorder":
    """A recorder that hears of nothing but this observation."""
    made = Recorder(1.75, every_s=0.005)
    made.watching(lambda _: shown)(frame(0))
    return made


def test_pictures_are_kept_of_the_board_alone_with_what_was_seen() -> None:
    keeping = Recorder(1.75, every_s=0.005)
    seen = observation(0.0, STANDS)
    see = keeping.watching(lambda _: seen)
    keeping.start()
    see(frame(0))
    eventually(keeping.kept)
    keeping.close(5.0)
    (kept,) = keeping.kept()
    assert (kept.number, kept.observation) == (0, seen)
    picture = cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[0] <= 1080 and picture.shape[1] < 1920, "the table is not as wide as the picture"


def test_while_nothing_changes_few_are_kept() -> None:
    keeping = Recorder(1.75, every_s=0.002)
    still = observation(0.0, STANDS)
    see = keeping.watching(lambda _: still)
    keeping.start()
    see(frame(0))
    eventually(keeping.kept)
    for number in range(1, 20):
        see(frame(number, captured_s=0.1 * number))
    see(frame(99, captured_s=recorder_module.STILL_EVERY_S))
    eventually(lambda: len(keeping.kept()) == 2)
    assert [kept.number for kept in keeping.kept()] == [0, 99]
    keeping.close(5.0)


def test_no_more_is_kept_than_fits() -> None:
    keeping = Recorder(1.75, most_bytes=2_500_000, every_s=0.002)
    keeping.start()
    numbers = iter(range(100))
    see = keeping.watching(
        lambda each: observation(each.captured_s, {"marsh-1": (3.0 + each.number, 9.0, 0.0)})
    )
    for _ in range(8):
        number = next(numbers)
        see(frame(number))
        eventually(lambda number=number: keeping.kept() and keeping.kept()[-1].number == number)  # type: ignore[misc]  # mypy knows no default here
    keeping.close(5.0)
    kept = keeping.kept()
    assert sum(len(one.jpeg) for one in kept) <= 2_500_000
    assert 1 <= len(kept) < 8
    assert kept[-1].number == 7


def test_where_no_table_is_seen_no_picture_is_kept_or_shown() -> None:
    hidden = seeing(observation(0.0, {}, problem="0 tile markers can be read"))
    hidden.start()
    assert hidden.picture() is None
    hidden.watching(lambda _: observation(1.0, STANDS))(frame(1))
    eventually(hidden.kept)
    hidden.close(5.0)
    assert [kept.number for kept in hidden.kept()] == [1]


def test_the_picture_shown_is_drawn_over_and_has_nothing_of_the_room() -> None:
    keeping = seeing(observation(0.0, STANDS))
    shown = keeping.picture()
    assert shown is not None
    picture = cv2.imdecode(np.frombuffer(shown, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert max(picture.shape) <= 1600
    corner = picture[:8, :8].astype(int)
    assert (np.abs(corner - BEYOND) < 12).all()


class Looked:
    """A recorder by a clock of its own; `drew_in` are the threads in which pictures were drawn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s = 0.0
        self.keeping = Recorder(1.75, clock=lambda: self.now_s)
        self.see = self.keeping.watching(lambda _: observation(0.0, STANDS))
        self.drew_in: list[int] = []

        def noted(image: Image, shown: Observation, **how: Any) -> Image:
            self.drew_in.append(threading.get_ident())
            return overlay(image, shown, **how)

        monkeypatch.setattr(recorder_module, "overlay", noted)


def test_it_is_drawn_once_for_all_who_look_and_not_more_often_than_anyone_can_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = Looked(monkeypatch)
    for number in range(5):
        looked.see(frame(number))
        looked.now_s = 0.1 * number
        assert looked.keeping.picture()
    assert len(looked.drew_in) == 1
    looked.now_s = recorder_module.DRAWN_EVERY_S
    assert looked.keeping.picture()
    assert len(looked.drew_in) == 2


def test_one_thread_draws_for_all_who_look_as_each_that_does_keeps_megabytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = Looked(monkeypatch)
    lookers = [threading.Thread(target=looked.keeping.picture) for _ in range(3)]
    for number, looker in enumerate(lookers):
        looked.see(frame(number))
        looked.now_s += recorder_module.DRAWN_EVERY_S
        looker.start()
        looker.join()
    assert len(looked.drew_in) == len(lookers)
    assert len(set(looked.drew_in)) == 1
