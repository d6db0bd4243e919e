"""`pennysight track`: what is told of a recording, and what is said of one that shows no table."""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner, Result
from pennysight.calibration.camera import Camera, camera_json
from pennysight.vision.observation import CardState, Observation, SeenCard
from pennysight.vision.simulated.table import CAMERA
from pennysight.vision.sources import Frame, Image, Recording
from pennysight.vision.watch import Finding
from pennysight.webapp.cli import main
from pennysight.webapp.filming import Event, NeverAtRestError, track

from tests.webapp.bench import FRAME_S, Stand, observation

LENS = CAMERA.for_size(192, 108)
STANDS: dict[str, Stand] = {"marsh-1": (3.0, 9.0, 0.0), "cult-2": (6.0, 9.0, 180.0)}


@dataclass
class Reel:
    """A recording of which every frame is black, and what is to be seen in each."""

    shown: list[Observation]
    period_s: float = FRAME_S
    taken: int = 0

    @property
    def frame_count(self) -> int:
        return len(self.shown)

    @property
    def position_s(self) -> float:
        return (self.taken - 1) * FRAME_S

    def grab(self) -> bool:
        self.taken += 1
        return self.taken <= len(self.shown)

    def retrieve(self) -> Image:
        return np.zeros((108, 192, 3), np.uint8)

    def release(self) -> None:
        pass

    def see(self, frame: Frame) -> Observation:
        return self.shown[frame.number]


@dataclass
class Shooting:
    """A recording as it is made: each `show` is some frames of these figures."""

    shown: list[Observation] = field(default_factory=list)

    def show(
        self, frames: int, stands: dict[str, Stand], *, hand: bool = False, problem: str | None = None
    ) -> None:
        for _ in range(frames):
            now_s = len(self.shown) * FRAME_S
            self.shown.append(observation(now_s, stands, hand=hand, problem=problem))

    def told(self) -> list[Event]:
        reel = Reel(self.shown)
        recording = Recording("reel", reel, paced=False)
        return [line for line in track(recording, LENS, reel.see) if isinstance(line, Event)]


def test_each_move_comes_out_once_and_last_the_scene() -> None:
    shooting = Shooting()
    shooting.show(10, STANDS)
    shooting.show(5, {"cult-2": STANDS["cult-2"]}, hand=True)
    moved = STANDS | {"marsh-1": (3.0, 12.0, 90.0)}
    shooting.show(15, moved)
    move, scene = shooting.told()
    assert move.data["type"] == "move"
    assert (move.data["figure"], move.text) == ("marsh-1", "marsh-1 moved 3.0 in and turned 90° left")
    assert move.data["from"] == pytest.approx({"x_in": 3.0, "y_in": 9.0, "facing_deg": 0.0})
    assert move.data["to"] == pytest.approx({"x_in": 3.0, "y_in": 12.0, "facing_deg": 90.0})
    assert (move.data["start_s"], move.data["end_s"]) == pytest.approx((0.9, 1.5))
    assert scene.data["type"] == "scene"
    assert {figure["id"] for figure in scene.data["scene"]["figures"]} == set(STANDS)


def test_who_is_lost_and_found_and_what_people_should_know_are_lines_of_their_own() -> None:
    shooting = Shooting()
    shooting.show(10, STANDS)
    shooting.show(60, {"cult-2": STANDS["cult-2"]})
    shooting.show(15, {}, problem="0 tile markers can be read")
    shooting.show(10, STANDS)
    lines = [msgspec.json.decode(msgspec.json.encode(line.data)) for line in shooting.told()]
    assert [line["type"] for line in lines] == ["lost", "note", "found", "scene"]
    lost, note, found, _ = lines
    assert lost["figure"] == found["figure"] == "marsh-1"
    assert 0.9 < lost["at_s"] < 7.0 < note["at_s"] < 8.5 <= found["at_s"]
    assert note["text"] == "0 tile markers can be read"


def test_a_camera_that_was_bumped_is_a_note() -> None:
    shooting = Shooting()
    shooting.show(10, STANDS)
    bumped = Finding("camera-bumped", "the camera was bumped: its place was found again")
    shooting.shown += [
        replace(observation(len(shooting.shown) * FRAME_S, STANDS), findings=(bumped,)) for _ in range(3)
    ]
    note, scene = shooting.told()
    assert (note.data["type"], note.data["code"], note.data["text"]) == ("note", "camera-bumped", bumped.text)
    assert scene.data["type"] == "scene"


def test_cards_that_lie_on_shacks_are_told_and_one_that_goes_is_a_note() -> None:
    """H-089."""
    shooting = Shooting()
    shooting.show(20, STANDS)
    shacks = ("mason-lane/shack-1", "mason-lane/shack-2")
    for number in range(20):
        taken: CardState = "present" if number < 10 else "gone"
        cards = SeenCard(shacks[0], "present"), SeenCard(shacks[1], taken)
        shooting.shown[number] = replace(shooting.shown[number], cards=cards)
    gone, scene = shooting.told()
    assert (gone.data["code"], gone.text) == ("card-gone", "the card on mason-lane/shack-2 is gone")
    assert scene.data["cards"] == (
        {"shack": shacks[0], "state": "present"},
        {"shack": shacks[1], "state": "gone"},
    )
    assert scene.text == "at rest: 4 tiles, 2 figures, 0 tokens, 1 cards on shacks"


def test_the_last_scene_is_the_last_that_was_settled() -> None:
    shooting = Shooting()
    shooting.show(10, STANDS)
    shooting.show(5, {"cult-2": STANDS["cult-2"]}, hand=True)
    (scene,) = shooting.told()
    assert {figure["id"] for figure in scene.data["scene"]["figures"]} == set(STANDS)


def test_a_recording_in_which_nothing_comes_to_rest_is_refused() -> None:
    shooting = Shooting()
    shooting.show(20, STANDS, hand=True)
    with pytest.raises(NeverAtRestError, match="reel shows no table at rest"):
        shooting.told()


# The command


@pytest.fixture
def camera(tmp_path: Path) -> Path:
    path = tmp_path / "camera.json"
    path.write_bytes(camera_json(LENS))
    return path


def run_track(video: Path, camera: Path) -> Result:
    return CliRunner().invoke(main, ["track", str(video), "--camera", str(camera), "--json"])


def film(path: Path, shade: int) -> Path:
    size_px = (LENS.width_px, LENS.height_px)
    written = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, size_px)
    for _ in range(60):
        written.write(np.full((*reversed(size_px), 3), shade, np.uint8))
    written.release()
    return path


def test_a_recording_without_a_table_is_refused_with_the_reason(tmp_path: Path, camera: Path) -> None:
    done = run_track(film(tmp_path / "black.avi", 0), camera)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "black.avi shows no table at rest: the picture is 192x108 pixels" in done.stderr
    assert "5 of 6 s" in done.stderr


def test_a_recording_of_another_shape_than_the_cameras_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "camera.json"
    path.write_bytes(
        camera_json(Camera(name="square", width_px=500, height_px=500, K=LENS.K, dist=LENS.dist))
    )
    done = run_track(film(tmp_path / "grey.avi", 90), path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "500" in done.stderr


def test_a_picture_is_no_recording(tmp_path: Path, camera: Path) -> None:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), np.zeros((108, 192, 3), np.uint8))
    done = run_track(picture, camera)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "is not a recording, expected a video file" in done.stderr


def test_a_roster_that_names_nobody_is_refused(tmp_path: Path, camera: Path) -> None:
    video = film(tmp_path / "black.avi", 0)
    arguments = ["track", str(video), "--camera", str(camera), "--roster", "the cult"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 1
    assert "neither a figure such as marsh-1 nor a faction" in done.stderr


def test_the_command_writes_a_line_for_each(
    tmp_path: Path, camera: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shooting = Shooting()
    shooting.show(20, STANDS)
    shooting.show(40, STANDS | {"marsh-1": (3.0, 12.0, 90.0)})
    reel = Reel(shooting.shown)
    monkeypatch.setattr("pennysight.vision.pipeline.Pipeline.see", lambda _, frame: reel.see(frame))
    done = run_track(film(tmp_path / "grey.avi", 90), camera)
    assert done.exit_code == 0
    assert [json.loads(line)["type"] for line in done.stdout.splitlines()] == ["move", "scene"]
