"""`pennysight check`: how exact a table is seen, and what a tape measure says to it."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from pennysight.calibration.camera import Camera, camera_json
from pennysight.calibration.pictures import read_picture
from pennysight.calibration.printspec import tile_marker_corners_in
from pennysight.calibration.projection import Array
from pennysight.calibration.tape import CORNERS
from pennysight.vision.sources import Frame, Status
from pennysight.webapp import looking
from pennysight.webapp.cli import main
from PIL import Image

pytestmark = pytest.mark.slow

TAPE = 1 / 32


@pytest.fixture(scope="module")
def photos(shared: Path) -> Path:
    return shared / "photos"


@pytest.fixture(scope="module")
def truth(photos: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((photos / "A-05.truth.json").read_text())
    return told


@pytest.fixture(scope="module")
def lens(truth: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    camera = truth["camera"]
    path = tmp_path_factory.mktemp("lens") / "camera.json"
    made = Camera(
        name="A", width_px=camera["width"], height_px=camera["height"], K=camera["K"], dist=camera["dist"]
    )
    path.write_bytes(camera_json(made))
    return path


def check(*arguments: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["check", *map(str, arguments)], stdin)


@pytest.fixture(scope="module")
def told(photos: Path, lens: Path) -> dict[str, Any]:
    result = check(photos / "A-05.jpg", "--camera", lens, "--json")
    assert result.exit_code == 0, result.stderr
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def place_in(mark: dict[str, Any], truth: dict[str, Any]) -> Array:
    """Where a mark truly is."""
    tile = next(tile for tile in truth["tiles"] if tile["tile"] == mark["tile"])
    corner_in = tile_marker_corners_in(mark["marker"])[CORNERS.index(mark["corner"])]
    cos, sin = (turn(math.radians(tile["rotation_deg"])) for turn in (math.cos, math.sin))
    return np.asarray([[cos, -sin], [sin, cos]] @ corner_in + (tile["x"], tile["y"]))


def true_distances_in(told: dict[str, Any], truth: dict[str, Any]) -> list[float]:
    return [
        float(np.linalg.norm(place_in(span["from"], truth) - place_in(span["to"], truth)))
        for span in told["distances"]
    ]


def test_programs_are_told_everything(told: dict[str, Any]) -> None:
    assert told["format"] == "pennysight-check/1"
    assert told["board"] == {"width_in": 36.0, "height_in": 36.0, "tile_side_in": 9.0, "empty": []}
    assert len(told["tiles"]) == 16
    assert {marker["tile"] for marker in told["markers"]} == {tile["tile"] for tile in told["tiles"]}
    for marker in told["markers"]:
        assert np.shape(marker["residual_px"]) == (4, 2)
    residuals = np.concatenate([marker["residual_px"] for marker in told["markers"]])
    assert np.sqrt((residuals**2).sum(axis=1).mean()) == pytest.approx(told["marker_rms_px"], rel=0.1)
    expected = told["expected"]
    assert np.shape(expected["sd_in"]) == (13, 13)
    assert expected["middle_sd_in"] == expected["sd_in"][6][6]
    assert 0.001 < expected["middle_sd_in"] < expected["corner_sd_in"] < 0.02
    assert told["verdict"]["code"] == "unmeasured"


def test_distances_are_off_by_what_is_expected(told: dict[str, Any], truth: dict[str, Any]) -> None:
    assert len(told["distances"]) == 5
    for span, true_in in zip(told["distances"], true_distances_in(told, truth), strict=True):
        assert abs(span["distance_in"] - true_in) < 3 * span["sd_in"] < 0.05


def test_a_tape_that_reads_the_truth_finds_all_as_expected(
    told: dict[str, Any], truth: dict[str, Any], photos: Path, lens: Path
) -> None:
    readings = [f"{25.4 * true_in:.0f} mm" for true_in in true_distances_in(told, truth)]
    tape = [part for reading in readings for part in ("--tape", reading)]
    measured = json.loads(check(photos / "A-05.jpg", "--camera", lens, "--json", *tape).stdout)
    assert measured["verdict"]["code"] == "good"
    assert all(span["within"] and abs(span["off_in"]) < 0.05 for span in measured["distances"])
    said = check(photos / "A-05.jpg", "--camera", lens, *tape)
    assert said.exit_code == 0
    assert said.stdout.count("as expected") == 5
    assert "within what was to be expected" in said.stdout


def test_people_are_walked_through_and_may_slip_or_leave_one_out(
    told: dict[str, Any], truth: dict[str, Any], photos: Path, lens: Path
) -> None:
    first, second, _, fourth, fifth = (1.01 * true_in for true_in in true_distances_in(told, truth))
    typed = f"{first:.3f}\nabout forty\n{second:.3f}\n\n{fourth * 2.54:.2f}cm\n{fifth:.3f} in\n"
    said = check(photos / "A-05.jpg", "--camera", lens, "--measure", stdin=typed)
    assert said.exit_code == 0, said.stderr
    assert "'about forty' is no length" in said.stdout
    assert "3. not measured" in said.stdout
    assert "--ruler-reads 6.06" in said.stdout
    start = told["distances"][0]["from"]
    assert f"From the {start['corner']} corner of {start['tile']}'s" in said.stdout


def test_prints_of_a_known_scale_are_measured_in_true_inches(
    told: dict[str, Any], photos: Path, lens: Path
) -> None:
    scaled = json.loads(
        check(photos / "A-05.jpg", "--camera", lens, "--json", "--ruler-reads", "5.94").stdout
    )
    assert scaled["board"]["width_in"] == pytest.approx(35.64)
    for span, usual in zip(scaled["distances"], told["distances"], strict=True):
        assert span["from"]["marker"] == usual["from"]["marker"]
        assert span["distance_in"] == pytest.approx(0.99 * usual["distance_in"], abs=1e-4)


def test_the_picture_shows_both_panels(photos: Path, lens: Path, tmp_path: Path) -> None:
    path = tmp_path / "check.png"
    assert check(photos / "A-05.jpg", "--camera", lens, "-o", path).exit_code == 0
    with Image.open(path) as picture:
        assert picture.format == "PNG"
        assert picture.width > 1.5 * picture.height
        colours = np.asarray(picture.convert("RGB")).reshape(-1, 3)
    assert len(np.unique(colours[::97], axis=0)) > 100  # a map in colours, not an empty page


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ((), 2, "give a picture, or a camera"),
        (("A-05.jpg", "--source", "0"), 2, "give a picture, or a camera"),
        (("A-05.jpg", "--tape", "two"), 2, "'two' is no length"),
        (("A-05.jpg", "--measure", "--json"), 2, "--measure asks for readings"),
        (("A-05.jpg", *("--tape", "-") * 6), 2, "6 readings are given"),
        (("A-99.jpg",), 1, "there is no"),
        (("A-05.truth.json",), 1, "neither a video nor a picture"),
        (("A-charuco/01.jpg",), 1, "tile marker"),
    ],
)
def test_what_allows_no_answer_is_one_sentence(
    photos: Path, lens: Path, arguments: tuple[str, ...], status: int, words: str
) -> None:
    files = [str(photos / word) if word.startswith("A-") else word for word in arguments]
    refused = check(*files, "--camera", lens)
    assert (refused.exit_code, refused.stdout) == (status, "")
    assert words in refused.stderr
    assert "Traceback" not in refused.stderr


class Webcam:
    """A camera that shows black until its exposure has settled, then the same picture for ever."""

    name, still, waits = "camera 0", False, False

    def __init__(self, shown: Frame | None) -> None:
        self.shown = shown
        self.given = 0
        self.closed = False

    def status(self) -> Status:
        return Status("live")

    def close(self) -> None:
        self.closed = True

    def frames(self) -> Iterator[Frame]:
        dark = np.zeros((1080, 1920, 3), np.uint8)
        while not self.closed:
            self.given += 1
            settled = self.shown is not None and self.given > 12
            image = self.shown.image if settled and self.shown is not None else dark
            yield Frame(image, self.given / 30, self.given)


@pytest.mark.parametrize("table", [True, False])
def test_a_camera_that_was_just_opened_is_given_time(
    photos: Path, lens: Path, monkeypatch: pytest.MonkeyPatch, table: bool
) -> None:
    webcam = Webcam(Frame(read_picture(photos / "A-05.jpg"), 0.0, 0) if table else None)
    monkeypatch.setattr(looking, "open_source", lambda *_, **__: webcam)
    result = check("--source", "0", "--camera", lens)
    assert webcam.closed
    assert webcam.given <= 60
    if table:
        assert result.exit_code == 0
        assert "16 of 16 tiles seen" in result.stdout
    else:
        assert (result.exit_code, result.stdout) == (1, "")
        assert "no tile marker" in result.stderr
