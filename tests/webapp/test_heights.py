"""Heights of figures: measured by the camera, kept in the settings, and used."""

import json
from functools import cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner
from pennysight.calibration.camera import camera_json
from pennysight.rules.tile_library import library
from pennysight.vision.observation import Observation
from pennysight.vision.own_heights import at_own_height
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Script
from pennysight.vision.simulated.table import CAMERA, SimulatedCamera
from pennysight.vision.sources import Frame
from pennysight.webapp import settings
from pennysight.webapp.cli import main
from pennysight.webapp.scenes import tile_numbers
from pennysight.webapp.set_heights import HeightsError, heights_text, parse_heights
from pennysight.webapp.settings_file import SettingsFileError, keep_setting, read_settings
from pennysight.webapp.tile_art import tile_art

SMALL = CAMERA.for_size(1280, 720)
LAYOUT = [["crossroads", "marsh-home"], ["storm-hollow", "cult-home"]]
ASSUMED_IN, TRUE_IN = 1.6, 1.75
OUTER = [(0.75, 17.25), (17.25, 0.75), (9.75, 17.25), (8.25, 0.75)]
"""Markers' middles at the board's rim, on four different tiles or their other ends."""


@cache
def picture(turn: int) -> tuple[SimulatedCamera, np.ndarray]:
    """Figures of two sets on markers, moved on by `turn` from picture to picture, put down by hand."""
    rng = np.random.default_rng(turn)
    names = ["marsh-1", "cult-2", "marsh-3", "cult-4"]
    figures = []
    for n, name in enumerate(names):
        x, y = np.array(OUTER[(n + turn) % 4]) + 0.015 * rng.normal(size=2)
        faction, number = name.split("-")
        figures.append(Pose(name, faction, int(number), float(x), float(y), 40.0 + 80 * n))
    art = {name: tile_art(library()[name]) for row in LAYOUT for name in row}
    camera = SimulatedCamera(art, script=Script(LAYOUT, figures, [], 60.0), camera=SMALL, paced=False)
    return camera, camera.draw(0)


def seen(turn: int, **known: tuple[float, float]) -> Observation:
    pipeline = Pipeline(SMALL, tile_numbers(), ASSUMED_IN, heights_in=known, still=True)
    return pipeline.see(Frame(picture(turn)[1], 0.0, 0))


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where settings are kept, in a test of its own."""
    monkeypatch.setattr(settings, "data_folder", lambda: tmp_path)
    return tmp_path / "settings.json"


@pytest.mark.slow
def test_pictures_of_figures_on_markers_tell_the_heights_of_their_sets(tmp_path: Path, kept: Path) -> None:
    lens = tmp_path / "camera.json"
    lens.write_bytes(camera_json(SMALL))
    files = []
    for turn in range(2):
        files.append(str(tmp_path / f"{turn}.png"))
        cv2.imwrite(files[-1], picture(turn)[1])
    told = ["heights", *files, "--camera", str(lens), "--figure-height-in", str(ASSUMED_IN)]
    done = CliRunner().invoke(main, told)
    assert done.exit_code == 0, done.output
    found = parse_heights(str(json.loads(kept.read_text())["settings"]["heights"]))
    assert found.keys() == {"marsh", "cult"}
    for height_in, sd_in in found.values():
        assert abs(height_in - TRUE_IN) < 2.5 * sd_in
        assert sd_in < 0.05
    assert "marsh: folds stand" in done.stdout


@pytest.mark.slow
def test_figures_are_placed_by_their_own_height() -> None:
    truth = {pose.id: pose for pose in picture(0)[0].truth_at(0.0).figures}

    def off_in(observation: Observation, name: str) -> float:
        figure = next(figure for figure in observation.figures if figure.id == name)
        return float(np.hypot(figure.x_in - truth[name].x_in, figure.y_in - truth[name].y_in))

    by_set = seen(0, marsh=(TRUE_IN, 0.01))
    assert off_in(by_set, "marsh-1") < 0.02
    assert off_in(by_set, "cult-2") > 0.04  # still as if it were as low as is assumed
    # What is known of one figure comes before what is known of its set.
    marsh = next(figure for figure in by_set.figures if figure.id == "marsh-1")
    assert by_set.table is not None
    known = {"marsh-1": (ASSUMED_IN, 0.0), "marsh": (1.0, 0.0)}
    assert at_own_height(marsh, by_set.table.view, ASSUMED_IN, known).x_in == marsh.x_in


def test_heights_are_written_as_they_are_read() -> None:
    heights = {"marsh": (1.743, 0.011), "cult-2": (1.76, 0.0)}
    assert heights_text(heights) == "marsh=1.743+-0.011,cult-2=1.760"
    assert parse_heights(heights_text(heights)) == heights
    assert parse_heights("") == {}


@pytest.mark.parametrize(
    "written", ["marsh", "marsh=", "marsh=tall", "marsh=0.1", "marsh=1.2.3", "=1.7", "marsh=9"]
)
def test_what_is_no_height_is_refused(written: str) -> None:
    with pytest.raises(HeightsError, match=r"such as marsh=1\.743"):
        parse_heights(written)


def test_settings_that_are_kept_come_before_the_usual_and_after_what_is_typed(kept: Path) -> None:
    keep_setting(kept, "heights", "marsh=1.743")
    keep_setting(kept, "figure-height-in", 1.8)
    assert read_settings(kept) == {"heights": "marsh=1.743", "figure-height-in": 1.8}
    told = CliRunner().invoke(main, ["heights", "--camera", "x", "--help"])
    assert "[default: 1.8]" in told.output
    kept.write_text("{")
    refused = CliRunner().invoke(main, ["log", "list"])
    assert refused.exit_code == 1
    assert "not as expected" in refused.output
    kept.write_text(msgspec.json.encode({"format": "pennysight-settings/9"}).decode())
    with pytest.raises(SettingsFileError, match="pennysight-settings/9"):
        read_settings(kept)
