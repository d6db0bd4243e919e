"""The program as it runs: on a picture, with many phones, killed at any moment."""

import json
import socket
import subprocess
import threading
import urllib.error
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPException
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import msgspec
import pytest
from pennysight.calibration.camera import camera_json
from pennysight.gamelog import read_log
from pennysight.vision.simulated.skirmish import SKIRMISH
from pennysight.vision.simulated.table import CAMERA
from pennysight.webapp.app import MOST_STREAMS
from pennysight.webapp.server import ListenError, listen
from pennysight.webapp.simulated import simulated_camera
from pennysight.webapp.stream import RECONNECT_MS

from tests.webapp.bench import eventually
from tests.webapp.running import PROGRAM, Running, running

pytestmark = pytest.mark.slow

FIGURES = len(SKIRMISH.figures)


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of the simulated table, with its camera's file beside it."""
    folder = tmp_path_factory.mktemp("picture")
    source, camera = simulated_camera()
    cv2.imwrite(str(folder / "table.png"), next(iter(source.frames())).image)
    source.close()
    (folder / "camera.json").write_bytes(camera_json(camera))
    return folder / "table.png"


@contextmanager
def serving(picture: Path, log: Path) -> Iterator[Running]:
    camera = picture.with_name("camera.json")
    with running("serve", "--source", picture, "--camera", camera, "--log", log) as started:
        started.table(FIGURES)
        yield started


@pytest.fixture(scope="module")
def served(picture: Path) -> Iterator[Running]:
    with serving(picture, picture.with_name("log.db")) as started:
        yield started


def test_from_a_picture_to_a_ruling(served: Running) -> None:
    table = served.table(FIGURES)
    assert table["source"] == {"name": "table.png", "state": "live", "text": ""}
    assert len(table["scene"]["tiles"]) == 16
    given = served.ask("marsh-1", "whateley-1")
    assert given["ruling"]["format"] == "pennysight-ruling/1"
    assert served.get("api/log")["entries"][-1] == given["entry"]
    with pytest.raises(urllib.error.HTTPError, match="404"):
        served.ask("marsh-1", "marsh-6")
    eventually(lambda: f"The table is in view: 16 tiles, {FIGURES} figures.\n" in served.said)


def test_forty_phones_hear_of_a_ruling_while_others_come_and_go(served: Running) -> None:
    with ExitStack() as phones:
        streams = [phones.enter_context(served.stream()) for _ in range(40)]
        for stream in streams:
            next(data for name, data in stream if name == "table")
        seq = served.ask("marsh-1", "whateley-1")["entry"]["seq"]
        heard = [next(data["seq"] for name, data in stream if name == "log") for stream in streams]
    assert heard == [seq] * 40
    for _ in range(2 * MOST_STREAMS):
        with served.stream() as stream:
            assert [name for name, _ in islice(stream, 2)] == ["retry", "table"]
    eventually(lambda: would_stay(served))


def would_stay(served: Running) -> bool:
    """Whether one more phone would be kept on the line: those that are gone have left their places."""
    with served.stream() as stream:
        return next(stream) == ("retry", RECONNECT_MS)


def test_more_phones_than_there_is_room_for_take_turns(served: Running) -> None:
    with ExitStack() as phones:
        kept = 0
        while kept < MOST_STREAMS:  # phones of the test before may still be leaving
            kept += next(phones.enter_context(served.stream())) == ("retry", RECONNECT_MS)
        with served.stream() as one_more:
            events = list(islice(one_more, 3))
        assert [name for name, _ in events] == ["retry", "table"], "told how it is, then sent to come again"
        assert served.ask("marsh-1", "whateley-1")["ruling"], (
            "and there is still room for everyone's requests"
        )


def test_killing_it_loses_nothing_that_was_shown_and_it_goes_on(picture: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.db"
    shown: list[Any] = []

    def ask(served: Running) -> None:
        with suppress(OSError, HTTPException, ValueError):
            while True:
                shown.append(served.ask("marsh-1", "whateley-1")["entry"])

    def watch(served: Running) -> None:
        with suppress(OSError, HTTPException, ValueError), served.stream(after=0) as happening:
            shown.extend(data for name, data in happening if name == "log")

    with serving(picture, log) as served:
        phones = [threading.Thread(target=work, args=(served,)) for work in (ask, ask, ask, watch, watch)]
        for phone in phones:
            phone.start()
        eventually(lambda: len(shown) > 60)
        served.kill()
        for phone in phones:
            phone.join()
    logged = msgspec.to_builtins(list(read_log(str(log))))
    seqs = {entry["seq"] for entry in shown}
    assert [entry for entry in logged if entry["seq"] in seqs] == sorted(
        ({entry["seq"]: entry for entry in shown}).values(), key=lambda entry: entry["seq"]
    )
    had = logged[-3]["seq"]
    with serving(picture, log) as again, again.stream(after=had) as happening:
        told = list(islice((data for name, data in happening if name == "log"), 3))
        assert told[:2] == logged[-2:]
        assert told[2]["kind"] == "session-started"
        assert again.end() == 0


def test_a_port_that_is_taken_is_said_with_what_to_do(picture: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        start: list[str | Path] = [
            PROGRAM,
            "serve",
            "--source",
            picture,
            "--camera",
            picture.with_name("camera.json"),
        ]
        done = subprocess.run(
            [*start, "--host", "127.0.0.1", "--port", str(port)],
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "Starting ...\n"
        f"Error: port {port} is taken, perhaps by another Pennysight that still runs: stop that one, "
        f"or choose another port with --port {port + 1}\n"
    )


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("198.51.100.7", "this computer does not have the address"),
        ("no.such.host.invalid", "is no address of this"),
    ],
)
def test_an_address_that_is_not_ours_is_said(host: str, sentence: str) -> None:
    with pytest.raises(ListenError, match=sentence):
        listen(host, 0)


def test_a_camera_file_of_another_shape_is_refused(picture: Path, tmp_path: Path) -> None:
    square = json.loads(camera_json(CAMERA)) | {"width_px": 1080}
    (tmp_path / "square.json").write_text(json.dumps(square))
    start: list[str | Path] = [PROGRAM, "serve", "--source", picture, "--camera", tmp_path / "square.json"]
    done = subprocess.run(
        [*start, "--log", tmp_path / "log.db", "--port", "0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "the picture is 1920x1080 but camera 'simulated table' was calibrated at 1080x1080" in done.stderr


def test_the_demonstration_shows_its_table_and_logs_its_first_move(tmp_path: Path) -> None:
    with running("demo", "--log", tmp_path / "log.db") as demo:
        assert demo.table(FIGURES)["source"]["name"] == "simulated table"
        with demo.stream(after=0) as happening:
            move = next(data for name, data in happening if name == "log" and data["kind"] == "move")
        assert move["table"] == "demo"
        assert any(set("█▀▄") & set(line) for line in demo.said), "a QR code for the phones"
        assert demo.end() == 0
