"""A slow machine keeps up with a camera by leaving frames out, and loses nothing of a recording."""

import queue
import threading
from collections.abc import Iterator

import numpy as np
from pennysight.gamelog import GameLog
from pennysight.vision.observation import Observation
from pennysight.vision.sources import Frame, Status
from pennysight.vision.tracker import Tracker
from pennysight.webapp.session import TableSession
from pennysight.webapp.watching import FRAMES_WAITING, Fault, Watcher

from tests.webapp.bench import FRAME_S, FRAMES_TO_SETTLE, Stand, eventually, observation

FROM, TO = (3.0, 9.0, 0.0), (3.0, 12.0, 90.0)


class Film:
    """Frames as fast as they are asked for, and how far it has come: a recording, or a camera that races."""

    name = "evening.mp4"
    still = False

    def __init__(self, frames: int, *, waits: bool) -> None:
        self.waits = waits
        self.ended = threading.Event()
        self._count = frames

    def status(self) -> Status:
        return Status("ended", "'evening.mp4' has ended") if self.ended.is_set() else Status("live")

    def frames(self) -> Iterator[Frame]:
        for number in range(self._count):
            yield Frame(np.zeros((1, 1, 3), np.uint8), number * FRAME_S, number)
        self.ended.set()

    def close(self) -> None:
        """There is nothing to give back."""


def stands_at(frame: Frame) -> dict[str, Stand]:
    """The table of a film on whose middle frame the figure has moved."""
    return {"marsh-1": FROM if frame.number < FRAMES_TO_SETTLE else TO}


def test_every_frame_of_a_recording_is_read_before_it_has_ended_however_slow_reading_is() -> None:
    film = Film(12, waits=True)
    let_go: queue.Queue[None] = queue.Queue()
    read: list[int] = []

    def see(frame: Frame) -> Observation:
        let_go.get()
        assert not film.ended.is_set()
        read.append(frame.number)
        return observation(frame.captured_s, stands_at(frame))

    told: list[Observation | Fault] = []
    watcher = Watcher(film, film.frames(), see, told.append)
    watcher.start()
    for _ in range(12):
        let_go.put(None)
    eventually(film.ended.is_set)
    watcher.close(1.0)
    assert read == list(range(12))
    assert [type(one) for one in told] == [Observation] * 12


def test_a_camera_is_never_far_ahead_of_what_is_read() -> None:
    camera = Film(50, waits=False)
    read: list[int] = []

    def see(frame: Frame) -> Observation:
        camera.ended.wait()
        read.append(frame.number)
        return observation(frame.captured_s, stands_at(frame))

    watcher = Watcher(camera, camera.frames(), see, lambda _: None)
    watcher.start()
    eventually(lambda: read and read[-1] == 49)
    watcher.close(1.0)
    assert len(read) <= FRAMES_WAITING + 1


def test_a_move_at_the_very_end_of_a_recording_is_in_the_log_before_that_it_has_ended(log: GameLog) -> None:
    film = Film(2 * FRAMES_TO_SETTLE, waits=True)
    pause = threading.Event()

    def see(frame: Frame) -> Observation:
        pause.wait(0.02)  # slower by far than the film gives its frames
        return observation(frame.captured_s, stands_at(frame))

    session = TableSession(log, film, film.frames(), see, Tracker())
    session.start()
    eventually(lambda: len(log.entries()) == 3)
    session.close()
    assert [entry.text for entry in log.entries()] == [
        "started with evening.mp4",
        "marsh-1 moved 3.0 in and turned 90° left",
        "'evening.mp4' has ended",
    ]
