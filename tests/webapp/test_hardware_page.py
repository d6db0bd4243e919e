"""What hardware.md says of cameras is what `pennysight plan` says of them."""

import json
import re

import pytest
from click.testing import CliRunner
from pennysight.calibration.planned_camera import parse_size, planned_camera
from pennysight.calibration.planner import InView, least_hanging, parse_board
from pennysight.calibration.printspec import FOLD_HEIGHT_IN
from pennysight.webapp.cli import main

from tests.conftest import CHECKOUT

PAGE = (CHECKOUT / "hardware.md").read_text(encoding="utf-8")
CLASSES = re.findall(
    r"^\| ([^|]+) \| `(--[^|`]+)` \| (\d+) in \| (\d+) \| (\d+), (\d+) \| (\S+) \| (\S+) \| (\S+) \|$",
    PAGE,
    re.M,
)
HEIGHTS = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.M)


def test_the_page_has_its_tables() -> None:
    assert len(CLASSES) >= 8
    assert len(HEIGHTS) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("row", CLASSES, ids=lambda row: row[0])
def test_a_class_of_camera_comes_to_what_the_page_says(row: tuple[str, ...]) -> None:
    _, arguments, height_in, px_per_in, marker_px, cap_px, *errors_in = row
    planned = json.loads(CliRunner().invoke(main, ["plan", "--json", *arguments.split()]).stdout)
    assert float(height_in) == pytest.approx(planned["hang"]["height_in"], abs=0.51)
    assert float(px_per_in) == pytest.approx(planned["px_per_in"]["middle"], abs=0.51)
    assert float(marker_px) == pytest.approx(planned["marker_px"]["least"], abs=0.51)
    assert float(cap_px) == pytest.approx(planned["cap_px"]["least"], abs=0.51)
    for place, error_in in zip(("middle", "corner", "across"), errors_in, strict=True):
        assert float(error_in) == pytest.approx(
            planned["expected"][place]["within_95_in"], abs=0.001
        )  # one in the last digit


@pytest.mark.parametrize("row", HEIGHTS, ids=lambda row: row[0])
def test_heights_are_those_that_serve(row: tuple[str, ...]) -> None:
    fov_deg, *told = map(int, row)
    heights = []
    for board in ("27x27", "36x36", "45x27"):
        for size in ("1920x1080", "1600x1200"):
            wanted = InView(parse_board(board), FOLD_HEIGHT_IN, 0.5, table_markers=False)
            hanging = least_hanging(planned_camera(parse_size(size), fov_deg), wanted, 0.0, None)
            heights.append(f"{hanging.height_in:.0f}")
    assert heights == list(map(str, told))


def test_the_drawing_is_of_the_plan_that_is_told() -> None:
    drawn = (CHECKOUT / "docs/images/plan.svg").read_text(encoding="utf-8")
    wanted = InView(parse_board("36x36"), FOLD_HEIGHT_IN, 0.5, table_markers=False)
    hanging = least_hanging(planned_camera((1920, 1080), 65.0), wanted, 0.0, None)
    assert f"Lens {hanging.height_in:g} in above the tiles" in drawn
