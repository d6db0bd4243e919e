"""Colours of bare figures: learnt from one picture of each faction, kept in the settings, and used."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from pennysight.calibration.camera import camera_json
from pennysight.calibration.printspec import FACTION_SRGB
from pennysight.rules.tile_library import library
from pennysight.vision.figures.ink import hue_deg, nearest
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Script
from pennysight.vision.simulated.table import CAMERA, SimulatedCamera
from pennysight.webapp import settings
from pennysight.webapp.cli import main
from pennysight.webapp.set_colours import ColoursError, colours_text, parse_colours
from pennysight.webapp.tile_art import tile_art

SMALL = CAMERA.for_size(1280, 720)
LAYOUT = [["crossroads", "marsh-home"], ["storm-hollow", "cult-home"]]
OTHER_SRGB = {"marsh": (110, 40, 170), "cult": (0, 150, 150)}
"""A set whose marsh is purple, and whose cult is teal."""
PLACES = [(5.0, 14.5, 20.0), (13.0, 13.5, 160.0), (4.0, 4.5, 290.0), (13.5, 5.0, 240.0)]
MIXED = ["marsh", "cult", "cult", "marsh"]


@cache
def picture(*factions: str) -> np.ndarray:
    """Bare figures of that set, one on each place, their backs or sides to the camera over the middle."""
    figures = [
        Pose(f"{name}-{n}", name, n, x, y, facing, capped=False, srgb=OTHER_SRGB[name])
        for n, (name, (x, y, facing)) in enumerate(zip(factions, PLACES, strict=False), 1)
    ]
    art = {name: tile_art(library()[name]) for row in LAYOUT for name in row}
    return SimulatedCamera(art, script=Script(LAYOUT, figures, [], 60.0), camera=SMALL, paced=False).draw(0)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where settings are kept, in a test of its own."""
    monkeypatch.setattr(settings, "data_folder", lambda: tmp_path)
    (tmp_path / "camera.json").write_bytes(camera_json(SMALL))
    return tmp_path / "settings.json"


def run(kept: Path, image: np.ndarray, command: list[str], *more: str) -> Result:
    file = str(kept.with_name("table.png"))
    cv2.imwrite(file, image)
    return CliRunner().invoke(main, [*command, file, "--camera", str(kept.with_name("camera.json")), *more])


def seen_factions(kept: Path, *more: str) -> list[str | None]:
    """The factions that `detect` sees on the four places, where the two are mixed."""
    done = run(kept, picture(*MIXED), ["detect"], "--json", *more)
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)["figures"]
    return [
        next((f["faction"] for f in figures if np.hypot(f["x_in"] - x, f["y_in"] - y) < 0.3), "missed")
        for x, y, _ in PLACES
    ]


@pytest.mark.slow
def test_a_set_in_other_colours_is_told_apart_once_they_are_learnt(kept: Path) -> None:
    learnt = run(kept, picture(*["marsh"] * 4), ["colours", "marsh"])
    assert learnt.exit_code == 0, learnt.output
    places = [f"{x},{y}" for x, y, _ in PLACES[1:3]]
    learnt = run(kept, picture(*MIXED), ["colours", "cult"], "--at", places[0], "--at", places[1])
    assert learnt.exit_code == 0, learnt.output
    found = parse_colours(json.loads(kept.read_text())["settings"]["colours"])
    for faction, srgb in OTHER_SRGB.items():
        assert nearest(srgb, {faction: found[faction]})[1] < 12
    assert seen_factions(kept) == MIXED
    assert seen_factions(kept, "--colours", "") != MIXED  # as printed here, they are others' or nobody's


@pytest.mark.slow
def test_what_does_not_tell_a_colour_is_refused(kept: Path) -> None:
    mixed = picture(*MIXED)
    several = run(kept, mixed, ["colours", "marsh"])
    assert several.exit_code == 1
    assert "several colours" in several.stderr
    nobody = run(kept, mixed, ["colours", "marsh"], "--at", "9,1.5")
    assert nobody.exit_code == 1
    assert "no bare figure stands at these places" in nobody.stderr
    assert not kept.exists()
    # One figure by its place; and then another faction that is to have the same colour.
    x, y, _ = PLACES[0]
    assert run(kept, mixed, ["colours", "marsh"], "--at", f"{x},{y}").exit_code == 0
    same = run(kept, mixed, ["colours", "cult"], "--at", f"{x},{y}")
    assert same.exit_code == 1
    assert "cult and marsh look too much alike: their colours are 0 degrees apart" in same.stderr
    assert json.loads(kept.read_text())["settings"]["colours"].startswith("marsh=#")


def test_the_printed_colours_lie_far_enough_apart() -> None:
    for faction, srgb in FACTION_SRGB.items():
        others = {name: other for name, other in FACTION_SRGB.items() if name != faction}
        assert nearest(srgb, others)[1] > 45
        dimmer = (srgb[0] // 2, srgb[1] // 2, srgb[2] // 2)
        assert abs((hue_deg(srgb) - hue_deg(dimmer) + 180) % 360 - 180) < 45


def test_colours_are_written_as_they_are_read() -> None:
    colours = {"marsh": (102, 204, 9), "cult": (0, 100, 255)}
    assert colours_text(colours) == "marsh=#66cc09,cult=#0064ff"
    assert parse_colours(colours_text(colours)) == colours
    assert parse_colours("") == {}


@pytest.mark.parametrize("written", ["marsh", "marsh=green", "marsh=#66cc7", "nobody=#66cc77", "=#66cc77"])
def test_what_is_no_colour_is_refused(written: str) -> None:
    with pytest.raises(ColoursError, match="such as marsh=#66cc77"):
        parse_colours(written)


@pytest.mark.parametrize("told", [["elves", "x.jpg"], ["marsh", "x.jpg", "--at", "here"]])
def test_what_is_no_faction_or_place_is_wrong_usage(told: list[str]) -> None:
    refused = CliRunner().invoke(main, ["colours", *told, "--camera", "x.json"])
    assert refused.exit_code == 2
    assert "expected" in refused.stderr
