"""Sources of frames: real files, a stream over the loopback, and cameras that stall, vanish and come back."""

import itertools
import re
import threading
import time
from collections.abc import Iterable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest
from pennysight.vision.sources import Frame, Image, SourceError, open_source
from pennysight.vision.sources.opening import open_camera

SIZE = (96, 160, 3)
BOUNDARY = b"frame"


def grey(level: int) -> Image:
    return np.full(SIZE, level, np.uint8)


def levels(frames: list[Frame]) -> list[int]:
    return [round(float(frame.image.mean()) / 20.0) for frame in frames]


def filmed(path: Path, codec: str, fps: float, images: Iterable[Image]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), fps, (SIZE[1], SIZE[0]))
    for image in images:
        writer.write(image)
    writer.release()
    return path


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A video of eight frames, four a second, each 20 levels lighter than the last."""
    return filmed(tmp_path / "evening.mp4", "mp4v", 4.0, (grey(20 * number) for number in range(8)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "pictures"
    path.mkdir()
    for number in (10, 2, 1):
        cv2.imwrite(str(path / f"table-{number}.png"), grey(20 * number))
    (path / "notes.txt").write_text("not a picture")
    return path


class Stream(BaseHTTPRequestHandler):
    """Motion JPEG as phones serve it, one picture after another until the client goes."""

    def do_GET(self) -> None:
        self.send_response(200)
        if self.path != "/video":
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<html><p>no camera here</p></html>")
            return
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY.decode()}")
        self.end_headers()
        try:
            for number in itertools.count():
                jpeg = cv2.imencode(".jpg", grey(20 * (number % 10)))[1].tobytes()
                head = b"--%s\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % (
                    BOUNDARY,
                    len(jpeg),
                )
                self.wfile.write(head + jpeg + b"\r\n")
                time.sleep(0.02)
        except OSError:
            return

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    """The address of a loopback server of Motion JPEG."""
    http = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{http.server_port}"
    http.shutdown()
    http.server_close()
    thread.join()


# Recordings


def test_a_recording_gives_every_frame_with_its_own_time(film: Path) -> None:
    source = open_source(str(film), paced=False)
    assert source.name == "evening.mp4"
    assert not source.still
    frames = list(source.frames())
    assert [frame.number for frame in frames] == list(range(8))
    assert [frame.captured_s for frame in frames] == pytest.approx(
        [number / 4.0 for number in range(8)], abs=1e-3
    )
    assert levels(frames) == list(range(8))
    assert all(frame.image.shape == SIZE and frame.image.dtype == np.uint8 for frame in frames)
    assert source.status().state == "ended"


def test_a_recording_in_an_old_container_has_times_too(tmp_path: Path) -> None:
    path = filmed(tmp_path / "old.avi", "MJPG", 5.0, (grey(20 * number) for number in range(4)))
    times = [frame.captured_s for frame in open_source(str(path), paced=False).frames()]
    assert times == pytest.approx([0.0, 0.2, 0.4, 0.6], abs=1e-3)


def test_a_recording_keeps_its_pace_for_people_who_watch(film: Path) -> None:
    started_s = time.monotonic()
    for frame in itertools.islice(open_source(str(film)).frames(), 3):
        assert time.monotonic() - started_s >= frame.captured_s - 0.01


def test_whoever_is_slow_to_watch_a_recording_sees_all_of_it_and_the_rest_at_its_pace(film: Path) -> None:
    frames = open_source(str(film)).frames()
    next(frames)
    time.sleep(0.6)
    asked_s = time.monotonic()
    assert [next(frames).number for _ in range(3)] == [1, 2, 3]
    assert time.monotonic() - asked_s >= 2 * 0.25 - 0.01


def test_a_closed_recording_ends_soon_though_its_next_frame_is_far_off(film: Path) -> None:
    source = open_source(str(film))
    frames = source.frames()
    next(frames)
    source.close()
    source.close()
    assert list(frames) == []
    assert source.status().state == "ended"


def test_a_recording_cut_off_says_how_much_of_it_was_read(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    images = (random.integers(0, 255, SIZE, np.uint8) for _ in range(40))
    whole = filmed(tmp_path / "whole.avi", "MJPG", 5.0, images)
    cut = tmp_path / "cut.avi"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    source = open_source(str(cut), paced=False)
    taken = len(list(source.frames()))
    assert 10 < taken < 25
    assert f"'cut.avi' ended after {taken} of its" in source.status().text


# Pictures


def test_a_picture_is_shown_and_stays(folder: Path) -> None:
    source = open_source(str(folder / "table-2.png"))
    assert source.still
    assert levels(list(source.frames())) == [2]
    assert source.status().state == "live"


def test_a_folder_is_stepped_through_by_name_and_its_last_picture_stays(folder: Path) -> None:
    source = open_source(str(folder), picture_every_s=0.05)
    frames = list(source.frames())
    assert levels(frames) == [1, 2, 10]
    assert [frame.captured_s for frame in frames] == pytest.approx([0.0, 0.05, 0.1])
    assert source.status().state == "live"
    source.close()
    assert source.status().state == "ended"


def test_a_closed_folder_ends_though_its_next_picture_is_far_off(folder: Path) -> None:
    source = open_source(str(folder), picture_every_s=3600.0)
    frames = source.frames()
    next(frames)
    source.close()
    assert list(frames) == []


def test_an_unreadable_picture_in_a_folder_is_left_out_and_told(folder: Path) -> None:
    (folder / "table-3.png").write_bytes(b"no picture at all")
    source = open_source(str(folder), paced=False)
    frames = list(source.frames())
    assert levels(frames) == [1, 2, 10]
    assert [frame.number for frame in frames] == [0, 1, 3]
    assert "table-3.png" in source.status().text


# Streams


def test_a_stream_gives_frames_with_times_that_go_on(server: str) -> None:
    source = open_source(f"{server}/video")
    frames = list(itertools.islice(source.frames(), 5))
    assert all(frame.image.shape == SIZE for frame in frames)
    times = [frame.captured_s for frame in frames]
    assert times == sorted(set(times))
    source.close()
    assert source.status().state == "ended"


def test_a_stream_read_slowly_shows_the_present(server: str) -> None:
    source = open_source(f"{server}/video")
    frames = source.frames()
    numbers = []
    for _ in range(4):
        numbers.append(next(frames).number)
        time.sleep(0.2)
    source.close()
    assert numbers[-1] > 6  # three times as many would have come in that time


# What a newcomer meets


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (
            "nowhere.mp4",
            r"there is no 'nowhere.mp4': expected a camera's number such as 0, an address such as .*",
        ),
        ("", r"no source is named: expected a camera's number .*"),
        (
            "ftp://phone/video",
            r"'ftp://phone/video' is not a stream's address, expected one that starts with http, .*",
        ),
        ("http://127.0.0.1:9/video", r"no video comes from http://127.0.0.1:9/video: check that .*"),
        ("x" * 5000, r"'x+' cannot be read: file name too long"),
    ],
)
def test_what_is_not_there_is_told_in_a_sentence(
    spec: str, sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SourceError) as caught:
        open_source(spec)
    assert re.fullmatch(sentence, str(caught.value))
    assert capfd.readouterr().err == ""


def test_a_page_that_is_no_stream_is_told_in_a_sentence(
    server: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(
        SourceError, match=r"no video comes from http://\S+: check that .* shows moving pictures"
    ):
        open_source(f"{server}/index.html")
    assert capfd.readouterr().err == ""


def test_a_password_in_an_address_is_shown_to_nobody() -> None:
    with pytest.raises(SourceError) as caught:
        open_source("http://me:secret@127.0.0.1:9/video")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("name", ["film.mp4", "film.avi", "empty.mp4"])
def test_a_video_that_cannot_be_decoded_is_told(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(b"" if name == "empty.mp4" else b"these are not the frames of a video" * 100)
    with pytest.raises(SourceError, match=rf"'.*{name}' cannot be decoded as a video: .*, such as MP4"):
        open_source(str(path))
    assert capfd.readouterr().err == ""


def test_a_file_of_another_kind_is_told(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("FFmpeg would show this as a video of a typed page\n" * 20)
    with pytest.raises(
        SourceError, match=r"notes\.txt' is neither a video nor a picture by its name, expected"
    ):
        open_source(str(path))


def test_a_picture_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "table.jpg"
    path.write_bytes(b"these are not the bytes of a picture")
    with pytest.raises(SourceError, match=r"table\.jpg' is not a picture"):
        open_source(str(path))


def test_a_folder_without_pictures_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"holds no pictures, expected JPEG or PNG files"):
        open_source(str(tmp_path))


@pytest.mark.parametrize(
    ("present", "sentence"),
    [
        ([], r"there is no camera 7, nor any other: plug one in"),
        (["video0", "video2", "videoish"], r"there is no camera 7, only 0, 2: name one of these"),
        (["video7"], r"camera 7 is there but does not open: another program, a video call or a browser tab"),
    ],
)
def test_a_camera_that_does_not_open_is_told_with_what_is_there(
    tmp_path: Path, present: list[str], sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in present:
        (tmp_path / name).touch()
    with pytest.raises(SourceError, match=sentence):
        open_camera(7, (1920, 1080), devices=tmp_path)
    assert capfd.readouterr().err == ""


def test_where_cameras_are_not_listed_the_sentence_says_what_to_check() -> None:
    with pytest.raises(SourceError, match=r"camera 7 does not open: check that it is plugged in"):
        open_camera(7, (1920, 1080), devices=None)
