"""Pictures that a phone sends, and a Raspberry Pi's own camera by a stand-in for its library."""

import sys
from collections.abc import Iterator
from itertools import islice
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pennysight.vision.sources import SourceError, Uploads, open_source
from pennysight.vision.sources.live import STALLED_AFTER_S


def shade(value: int) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    return np.full((4, 6, 3), value, np.uint8)


# Phone


def test_a_picture_that_is_sent_is_a_frame_of_its_own() -> None:
    phone = Uploads(clock=iter([10.0, 25.0]).__next__)
    assert (phone.still, phone.waits, phone.status().text) == (True, False, "no picture was sent yet")
    frames = phone.frames()
    taken = []
    for value in (1, 2):
        phone.put(shade(value))
        taken.append(next(frames))
    assert [(int(frame.image[0, 0, 0]), frame.captured_s, frame.number) for frame in taken] == [
        (1, 10.0, 0),
        (2, 25.0, 1),
    ]
    assert phone.status().state == "live"


def test_of_pictures_that_wait_the_newest_is_looked_at() -> None:
    phone = Uploads()
    for value in range(5):
        phone.put(shade(value))
    assert next(phone.frames()).number == 4


def test_closing_ends_the_wait_for_a_picture() -> None:
    phone = Uploads()
    phone.close()
    assert list(phone.frames()) == []
    assert phone.status().state == "ended"


# Raspberry Pi


class Request:
    def __init__(self, pi: "Pi", value: int) -> None:
        self.pi, self.value = pi, value
        pi.held += 1

    def make_array(self, name: str) -> Any:
        assert name == "main"
        return shade(self.value)

    def release(self) -> None:
        self.pi.held -= 1


class Pi:
    """What a Picamera2 does, as far as it is used."""

    cameras = 1
    busy = False
    opened: list["Pi"] = []  # noqa: RUF012  # one for all, as there is one camera

    def __init__(self, index: int) -> None:
        if self.busy:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self.index, self.held, self.count, self.closed, self.silent = index, 0, 0, False, False
        self.opened.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, str]]:
        return [{"Model": "imx708"}] * cls.cameras

    def create_video_configuration(self, main: dict[str, Any]) -> dict[str, Any]:
        return {"main": main}

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration

    def start(self) -> None:
        pass

    def capture_request(self, wait: float) -> Request:
        assert wait > 0
        assert self.held == 0, "a buffer was not given back"
        if self.silent:
            raise TimeoutError
        self.count += 1
        return Request(self, self.count)

    def stop(self) -> None:
        assert self.held == 0

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Pi]]:
    """A Raspberry Pi with one camera."""
    library = ModuleType("picamera2")
    library.Picamera2 = Pi  # type: ignore[attr-defined]  # a stand-in for a module that is on a Pi only
    monkeypatch.setitem(sys.modules, "picamera2", library)
    monkeypatch.setattr(Pi, "opened", [])
    yield Pi


def test_a_pis_camera_gives_frames_of_the_size_asked_for_and_its_buffers_back(pi: type[Pi]) -> None:
    source = open_source("picamera", size_px=(2304, 1296))
    frames = list(islice(source.frames(), 3))
    (camera,) = pi.opened
    assert camera.configuration == {"main": {"size": (2304, 1296), "format": "RGB888"}}
    assert [frame.image.shape for frame in frames] == [(4, 6, 3)] * 3
    assert [frame.captured_s for frame in frames] == sorted(frame.captured_s for frame in frames)
    assert source.name == "Raspberry Pi camera 0"
    source.close()


def test_a_pis_camera_that_falls_silent_is_given_back_and_opened_again(
    pi: type[Pi], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pennysight.vision.sources.live.FIRST_PAUSE_S", 0.001)
    source = open_source("picamera")
    frames = source.frames()
    next(frames)
    pi.opened[0].silent = True
    assert next(frames).number > 0
    assert len(pi.opened) == 2
    assert pi.opened[0].closed
    assert STALLED_AFTER_S > 0
    source.close()


@pytest.mark.parametrize(
    ("cameras", "busy", "spec", "why"),
    [
        (
            0,
            False,
            "picamera",
            "there is no Raspberry Pi camera 0; none is connected: check its ribbon cable",
        ),
        (1, False, "picamera:1", "there is no Raspberry Pi camera 1; there are 1, from 0"),
        (1, True, "picamera", "does not open: another program may be using it .*busy"),
    ],
)
def test_a_pis_camera_that_is_not_to_be_had_is_said(
    pi: type[Pi], monkeypatch: pytest.MonkeyPatch, cameras: int, busy: bool, spec: str, why: str
) -> None:
    monkeypatch.setattr(pi, "cameras", cameras)
    monkeypatch.setattr(pi, "busy", busy)
    with pytest.raises(SourceError, match=why):
        open_source(spec)


def test_without_its_library_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(SourceError, match=r"picamera2 is not here.*sudo apt install python3-picamera2"):
        open_source("picamera")
