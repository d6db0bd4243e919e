"""A report of a wrong reading: what is in it, what is not, and what is said when it cannot be written."""

import json
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from pennysight.calibration.camera import load_camera
from pennysight.gamelog import GameLog
from pennysight.vision.simulated.table import CAMERA
from pennysight.vision.sources import Frame
from pennysight.webapp import reporting
from pennysight.webapp.app import create_app
from pennysight.webapp.cli import main
from pennysight.webapp.eyes import PAUSE_S, Eyes
from pennysight.webapp.recorder import Recorder
from pennysight.webapp.reporting import ReportError
from werkzeug.serving import make_server

from tests.webapp.bench import eventually, observation
from tests.webapp.page.tables import LaidTable, yard


class Watched:
    """A table of which one frame was seen and kept, and its reports."""

    def __init__(self, log: GameLog, folder: Path) -> None:
        self.folder = folder
        self.now_s = 0.0
        self.recorder = Recorder(1.75, every_s=0.005)
        self.table = LaidTable(log, yard())
        self.eyes = Eyes(self.recorder, self.table, CAMERA, folder, clock=lambda: self.now_s)
        see = self.recorder.watching(
            lambda frame: observation(frame.captured_s, {"marsh-1": (3.0, 9.0, 0.0)})
        )
        see(Frame(np.full((1080, 1920, 3), 120, np.uint8), 4.0, 40))
        self.recorder.start()
        eventually(self.recorder.kept)
        self.recorder.close(5.0)


@pytest.fixture
def watched(log: GameLog, tmp_path: Path) -> Watched:
    return Watched(log, tmp_path / "reports")


def test_a_report_holds_what_is_needed_to_see_what_the_camera_saw(watched: Watched, tmp_path: Path) -> None:
    report = watched.eyes.report("marsh-2 was read as marsh-1")
    assert (report.frames, report.bytes) == (1, Path(report.file).stat().st_size)
    assert Path(report.file).parent == watched.folder
    with zipfile.ZipFile(report.file) as opened:
        assert opened.testzip() is None
        assert set(opened.namelist()) == {
            "README.txt",
            "note.txt",
            "frames/0000040.jpg",
            "observations.jsonl",
            "table.json",
            "camera.json",
            "log.jsonl",
            "versions.json",
        }
        assert opened.read("note.txt") == b"marsh-2 was read as marsh-1"
        assert opened.read("frames/0000040.jpg")[:2] == b"\xff\xd8"
        kept, newest = (json.loads(line) for line in opened.read("observations.jsonl").splitlines())
        assert (kept["frame"], kept["captured_s"], newest["frame"]) == ("frames/0000040.jpg", 4.0, None)
        assert kept["figures"][0] == newest["figures"][0]
        assert kept["figures"][0]["confidence"] == 0.9
        assert json.loads(opened.read("table.json"))["format"] == "pennysight-table/1"
        opened.extract("camera.json", tmp_path)
        assert load_camera(tmp_path / "camera.json").K == CAMERA.K
        assert json.loads(opened.read("log.jsonl").splitlines()[0])["kind"] == "session-started"
        assert json.loads(opened.read("versions.json")).keys() >= {"pennysight", "numpy", "python", "system"}


def test_two_taps_make_one_report(watched: Watched) -> None:
    watched.eyes.report("")
    with pytest.raises(ReportError, match="was written just now"):
        watched.eyes.report("")
    watched.now_s = PAUSE_S
    watched.eyes.report("")
    assert len(list(watched.folder.glob("*.zip"))) == 2


def test_a_disk_is_not_filled_with_reports(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "MOST_REPORTS", 1)
    watched.eyes.report("")
    watched.now_s = 99.0
    with pytest.raises(ReportError, match=r"1 reports lie in .*reports already"):
        watched.eyes.report("")


def test_a_folder_that_cannot_be_made_is_said(log: GameLog, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    watched = Watched(log, tmp_path / "file" / "reports")
    with pytest.raises(ReportError, match="cannot be written"):
        watched.eyes.report("")


# Over HTTP, and the command


@pytest.fixture
def port(watched: Watched) -> Iterator[int]:
    """The table on a free port."""
    server = make_server("127.0.0.1", 0, create_app(watched.table, eyes=watched.eyes), threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_command_says_where_the_report_is(port: int, watched: Watched) -> None:
    done = CliRunner().invoke(main, ["snapshot", "--port", str(port), "--note", "it is marsh-2"])
    assert done.exit_code == 0
    (written,) = watched.folder.glob("*.zip")
    assert done.stdout.startswith(f"{written}: 1 pictures")
    again = CliRunner().invoke(main, ["snapshot", "--port", str(port)])
    assert (again.exit_code, again.stdout) == (1, "")
    assert "a report was written just now" in again.stderr


def test_the_command_says_when_no_table_is_served() -> None:
    done = CliRunner().invoke(main, ["snapshot", "--port", "1"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "no Pennysight answers at port 1: start `pennysight serve` or `demo`" in done.stderr


def test_the_picture_is_shown_to_the_local_network_only(watched: Watched) -> None:
    client = create_app(watched.table, eyes=watched.eyes).test_client()
    shown = client.get("/api/picture")
    assert (shown.status_code, shown.mimetype) == (200, "image/jpeg")
    assert shown.data[:2] == b"\xff\xd8"
    assert shown.headers["Cache-Control"] == "no-store"
    assert client.get("/api/picture", headers={"Host": "evil.example.com"}).status_code == 400


def test_without_a_camera_there_is_no_picture_and_no_report(log: GameLog) -> None:
    client = create_app(LaidTable(log, yard())).test_client()
    assert client.get("/api/picture").status_code == 409
    assert client.post("/api/reports", json={}).status_code == 409


@pytest.mark.parametrize("body", [b"", b"[]", b'{"note": 1}', b'{"x": ""}'])
def test_a_report_that_is_none_is_refused(watched: Watched, body: bytes) -> None:
    client = create_app(watched.table, eyes=watched.eyes).test_client()
    answer = client.post("/api/reports", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert not watched.folder.exists()
