"""A camera at its worst: slow to be asked, stalled, unplugged, busy, and back again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from pennysight.vision.sources import Frame, Image, SourceError, Status
from pennysight.vision.sources.live import FIRST_PAUSE_S, LONGEST_PAUSE_S, STALLED_AFTER_S, LiveSource

PERIOD_S = 0.1


@dataclass
class Clock:
    """Time that passes only when something waits."""

    now_s: float = 100.0
    pauses: list[float] = field(default_factory=list)
    on_pause: Callable[[], object] = lambda: None

    def __call__(self) -> float:
        return self.now_s

    def pause(self, seconds: float) -> None:
        self.on_pause()
        self.pauses.append(seconds)
        self.now_s += seconds


@dataclass
class FakeCapture:
    """A device that makes a frame every tenth of a second and queues up to `buffer` of them.

    `faults` are the frames, counted from 0, that do not come; after the last of `lasts` it is unplugged.
    """

    clock: Clock
    buffer: int = 4
    lasts: int = 1_000_000
    faults: Sequence[int] = ()
    torn: Sequence[int] = ()
    period_s: float = PERIOD_S
    frame_count: int = 0
    position_s: float = 0.0
    released: bool = False

    def __post_init__(self) -> None:
        self.started_s = self.clock.now_s
        self.taken = -1
        self.asked = -1

    def grab(self) -> bool:
        assert not self.released
        self.asked += 1
        if self.asked >= self.lasts or self.asked in self.faults:
            return False
        made = int((self.clock.now_s - self.started_s) / PERIOD_S + 1e-6)
        self.taken = max(self.taken + 1, made - self.buffer + 1)
        ready_s = self.started_s + self.taken * PERIOD_S
        self.clock.now_s = max(self.clock.now_s + 0.001, ready_s)
        return True

    def retrieve(self) -> Image | None:
        return None if self.asked in self.torn else np.full((4, 4, 3), self.taken % 256, np.uint8)

    def release(self) -> None:
        self.released = True

    def age_s(self, frame: Frame) -> float:
        return self.clock.now_s - (self.started_s + int(frame.image[0, 0, 0]) * PERIOD_S)


def camera(clock: Clock, *answers: FakeCapture | str) -> tuple[LiveSource, list[FakeCapture]]:
    """A source whose opening gives these answers one after another: a device, or a sentence why not."""
    opened: list[FakeCapture] = []
    left = list(answers)

    def open_next() -> FakeCapture:
        answer = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(answer, str):
            raise SourceError(answer)
        answer.started_s = clock.now_s
        opened.append(answer)
        return answer

    return LiveSource("camera 0", open_next, clock=clock, pause=clock.pause), opened


@pytest.mark.parametrize("buffer", [1, 2, 4, 8])
@pytest.mark.parametrize("slow_s", [0.0, 0.05, 0.3, 2.0])
def test_whoever_is_slow_to_ask_still_sees_the_present(buffer: int, slow_s: float) -> None:
    clock = Clock()
    source, (device,) = camera(clock, FakeCapture(clock, buffer=buffer))
    frames = source.frames()
    numbers = []
    for _ in range(12):
        frame = next(frames)
        numbers.append(frame.number)
        assert device.age_s(frame) <= PERIOD_S + 0.01
        assert frame.captured_s == pytest.approx(clock.now_s)
        clock.now_s += slow_s
    assert numbers == sorted(set(numbers))


def test_a_frame_that_fails_or_is_torn_is_left_out() -> None:
    clock = Clock()
    source, opened = camera(clock, FakeCapture(clock, faults=[3, 4], torn=[6, 7]))
    frames = source.frames()
    for _ in range(10):
        next(frames)
    assert len(opened) == 1
    assert source.status().state == "live"


def test_a_camera_that_sends_nothing_is_stalled_until_it_sends_again() -> None:
    clock = Clock()
    source, _ = camera(clock, FakeCapture(clock))
    frames = source.frames()
    next(frames)
    assert source.status().state == "live"
    clock.now_s += STALLED_AFTER_S + 1.0
    stalled = source.status()
    assert stalled.state == "stalled"
    assert stalled.text == "camera 0 has sent nothing for 3 s: check its cable or network"
    next(frames)
    assert source.status().state == "live"


def test_a_camera_that_vanishes_is_reopened_with_growing_pauses_and_goes_on() -> None:
    clock = Clock()
    gone = ["there is no camera 0, nor any other: plug one in"] * 8
    source, opened = camera(clock, FakeCapture(clock, lasts=6), *gone, FakeCapture(clock))
    frames = source.frames()
    before = [next(frames) for _ in range(5)]
    after = [next(frames) for _ in range(3)]
    assert opened[0].released
    assert clock.pauses == [FIRST_PAUSE_S, 1.0, 2.0, 4.0, 8.0, *[LONGEST_PAUSE_S] * 4]
    numbers = [frame.number for frame in before + after]
    assert numbers == sorted(set(numbers))
    assert after[0].captured_s > before[-1].captured_s + sum(clock.pauses) - 1e-6
    assert source.status().state == "live"


def test_while_it_is_gone_the_status_says_why() -> None:
    clock = Clock()
    source, _ = camera(
        clock,
        FakeCapture(clock, lasts=2),
        "there is no camera 0, only 1: name one of these",
        FakeCapture(clock),
    )
    said = []
    clock.on_pause = lambda: said.append(source.status())
    frames = source.frames()
    next(frames)
    next(frames)
    assert said == [
        Status("gone", "camera 0 stopped sending pictures; trying again"),
        Status("gone", "there is no camera 0, only 1: name one of these; trying again"),
    ]


def test_pauses_are_short_again_once_it_has_been_back() -> None:
    clock = Clock()
    source, _ = camera(
        clock, FakeCapture(clock, lasts=3), "gone", "gone", FakeCapture(clock, lasts=4), FakeCapture(clock)
    )
    frames = source.frames()
    for _ in range(8):
        next(frames)
    assert clock.pauses == [0.5, 1.0, 2.0, 0.5]


def test_a_camera_that_opens_and_gives_nothing_is_busy() -> None:
    clock = Clock()
    device = FakeCapture(clock, lasts=0)
    with pytest.raises(SourceError, match=r"camera 0 is there but gives no picture: another program"):
        camera(clock, device)
    assert device.released


def test_a_closed_camera_is_given_back() -> None:
    clock = Clock()
    source, (device,) = camera(clock, FakeCapture(clock))
    frames = source.frames()
    next(frames)
    source.close()
    assert list(frames) == []
    assert device.released
    assert source.status().state == "ended"


def test_a_camera_whose_frames_are_no_longer_wanted_is_given_back() -> None:
    clock = Clock()
    source, (device,) = camera(clock, FakeCapture(clock))
    for _ in source.frames():
        break
    assert device.released
    assert source.status().state == "ended"


def test_a_camera_closed_while_it_is_gone_ends() -> None:
    clock = Clock()
    source, _ = camera(clock, FakeCapture(clock, lasts=2), "gone")
    clock.on_pause = source.close
    assert len(list(source.frames())) == 1
