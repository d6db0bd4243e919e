"""`pennysight plan`: a height to hang the camera at, errors to expect, and what speaks against it."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner, Result
from pennysight.calibration.accuracy import board_lattice
from pennysight.calibration.camera import camera_json
from pennysight.calibration.planner import Board, InView, aimed
from pennysight.calibration.printspec import FOLD_HEIGHT_IN, TILE_NUMBERS, TILE_SIDE_IN
from pennysight.calibration.tile_art import TileArt
from pennysight.vision.markers import linear_grey
from pennysight.vision.simulated.table import CAMERA, SimulatedCamera
from pennysight.vision.table import see_table
from pennysight.webapp.cli import main
from pennysight.webapp.planning import expected_errors, known_view


def plan(*arguments: str | float | Path) -> Result:
    return CliRunner().invoke(main, ["plan", *map(str, arguments)])


def planned(*arguments: str | float | Path) -> dict[str, Any]:
    result = plan(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def codes(told: dict[str, Any]) -> set[str]:
    return {warning["code"] for warning in told["warnings"]}


def test_the_usual_webcam_over_the_usual_board_serves() -> None:
    told = planned("--fov", "65", "--resolution", "1080p", "--board", "36x36")
    assert told["format"] == "pennysight-plan/1"
    assert told["camera"] == {
        "width_px": 1920,
        "height_px": 1080,
        "fov_deg": 65.0,
        "diagonal_fov_deg": pytest.approx(73, abs=1),
    }
    assert told["board"] == {"width_in": 36.0, "height_in": 36.0}
    hang = told["hang"]
    assert 50 < hang["height_in"] < 60
    assert (hang["offset_in"], hang["tilt_deg"]) == (0, 0)
    assert told["in_view"]
    assert told["px_per_in"]["middle"] == pytest.approx(28, abs=0.5)
    assert told["marker_px"]["middle"] == pytest.approx(0.9 * told["px_per_in"]["middle"], rel=0.01)
    assert told["cap_px"]["middle"] > 0.75 * told["px_per_in"]["middle"]  # nearer to the lens
    assert told["warnings"] == []
    expected = told["expected"]
    for name, distance_in in (("middle", 6), ("corner", 6), ("across", 50.91)):
        assert expected[name]["distance_in"] == pytest.approx(distance_in)
        assert expected[name]["within_95_in"] == pytest.approx(1.96 * expected[name]["sd_in"], rel=0.01)
    assert (
        0.001 < expected["middle"]["sd_in"] < expected["corner"]["sd_in"] < expected["across"]["sd_in"] < 0.03
    )


def test_people_are_told_the_same_in_words() -> None:
    said = plan("--fov", "65")
    told = planned("--fov", "65")
    assert said.exit_code == 0
    assert said.stdout.startswith(f"Hang the lens {told['hang']['height_in']:g} in (")
    for one in told["expected"].values():
        assert f"{one['within_95_in']:.3f} in" in said.stdout
    assert "Beware" not in said.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--resolution", "720p"), "few-pixels", "only 19 pixels to the inch"),
        (("--resolution", "720p"), "small-markers", "16 pixels wide"),
        (("--height-in", "40"), "not-in-view", "hang it 55.75 in up"),
        (("--fov", "45"), "high", "more than a boom arm"),
        (("--fov", "100"), "low", "hides others"),
    ],
)
def test_what_speaks_against_a_plan_is_said(arguments: tuple[str, ...], code: str, words: str) -> None:
    asked = arguments if "--fov" in arguments else ("--fov", "65", *arguments)
    assert code in codes(planned(*asked))
    assert words in plan(*asked).stdout


def test_where_tiles_are_out_of_the_picture_no_error_is_claimed() -> None:
    told = planned("--fov", "65", "--height-in", "30")
    assert not told["in_view"]
    assert told["expected"]["middle"]["sd_in"] > 0
    assert told["expected"]["corner"] is told["expected"]["across"] is None
    assert "in a corner: not in the picture" in plan("--fov", "65", "--height-in", "30").stdout
    assert planned("--fov", "65", "--height-in", "15")["expected"] is None
    assert "cannot be said" in plan("--fov", "65", "--height-in", "15").stdout


def test_table_markers_alone_place_the_board_nearly_as_well() -> None:
    tiles, corners = planned("--fov", "65"), planned("--fov", "65", "--table-markers")
    assert corners["hang"]["height_in"] > tiles["hang"]["height_in"]
    for name in ("middle", "corner", "across"):
        ratio = corners["expected"][name]["sd_in"] / tiles["expected"][name]["sd_in"]
        assert 1.0 < ratio < 3.0


def test_a_camera_that_looks_past_the_board_shows_nothing_of_it() -> None:
    told = planned("--fov", "90", "--height-in", "8", "--offset-in", "-100", "--tilt-deg", "60")
    assert (told["expected"], told["in_view"], told["px_per_in"]["least"]) == (None, False, 0)
    assert "few-pixels" in codes(told)


def test_a_diagonal_field_of_view_is_another_way_to_say_it() -> None:
    wide = planned("--fov", "65")
    again = planned("--diagonal-fov", str(wide["camera"]["diagonal_fov_deg"]))
    assert again["camera"]["fov_deg"] == pytest.approx(65, abs=0.1)
    assert again["hang"] == wide["hang"]


def test_more_pixels_and_a_smaller_board_are_more_exact_and_a_camera_aside_less() -> None:
    def corner(*arguments: str) -> float:
        told = planned("--fov", "65", *arguments)
        return float(told["expected"]["corner"]["sd_in"])

    assert corner("--resolution", "4k") < corner("--resolution", "720p")
    assert corner("--offset-in", "12") > corner()


def test_a_camera_that_is_at_hand_is_planned_with_by_its_file(tmp_path: Path) -> None:
    path = tmp_path / "camera.json"
    path.write_bytes(camera_json(CAMERA))
    told = planned("--camera", path)
    assert told["camera"]["fov_deg"] == pytest.approx(67.7, abs=0.1)
    assert planned("--camera", path, "--resolution", "720p")["camera"]["width_px"] == 1280
    refused = plan("--camera", path, "--resolution", "pi2")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "expected the same shape" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "give one of --fov"),
        (("--fov", "65", "--diagonal-fov", "78"), "give one of --fov"),
        (("--fov", "0"), "the field of view is 0 degrees"),
        (("--fov", "nan"), "the field of view is nan degrees"),
        (("--fov", "65", "--board", "40x36"), "the board is '40x36'"),
        (("--fov", "65", "--resolution", "8k"), "the resolution is '8k'"),
        (("--fov", "65", "--height-in", "0"), "--height-in"),
        (("--fov", "65", "--margin-in", "-1"), "--margin-in"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    refused = plan(*arguments)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert words in refused.stderr


def test_what_no_height_helps_is_an_answer_that_cannot_be_given() -> None:
    refused = plan("--fov", "30", "--tilt-deg", "55")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "never whole in the picture" in refused.stderr


def test_the_drawing_is_well_formed_and_says_the_height(tmp_path: Path) -> None:
    path = tmp_path / "plan.svg"
    assert plan("--fov", "65", "--board", "45x27", "-o", path).exit_code == 0
    drawn = ElementTree.fromstring(path.read_text())  # noqa: S314  # our own
    texts = [element.text or "" for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert any(re.match(r"Lens [\d.]+ in above the tiles", text) for text in texts)
    refused = plan("--fov", "65", "-o", tmp_path / "no" / "plan.svg")
    assert (refused.exit_code, refused.stdout) == (1, "")


@pytest.mark.slow
def test_the_simulated_table_is_seen_as_exactly_as_planned() -> None:
    blank = {name: TileArt(name, number, []) for number, name in TILE_NUMBERS.items()}
    table = see_table(linear_grey(SimulatedCamera(blank).draw(0)), CAMERA, TILE_NUMBERS).pose
    planned_view = known_view(
        CAMERA, InView(Board(4, 4), FOLD_HEIGHT_IN, 0.5, False), aimed(table.view.height_in, 3.0, None)
    )
    assert planned_view is not None
    lattice = board_lattice(table.width_in, table.height_in, TILE_SIDE_IN)
    seen, foreseen = (
        expected_errors(view, lattice, FOLD_HEIGHT_IN).sd_in for view in (table.view, planned_view)
    )
    ratio = (seen / foreseen)[np.isfinite(seen + foreseen)]
    assert len(ratio) > 100
    assert np.median(ratio) == pytest.approx(1.0, abs=0.1)
    assert ((ratio > 0.7) & (ratio < 1.4)).all()
