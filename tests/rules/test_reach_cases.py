"""The cases with known answers, as they are, turned and mirrored."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pennysight.rules.path import find_path
from pennysight.rules.reach import reach
from pennysight.rules.scene import Geometry, Scene, parse_scene
from shapely.geometry import shape

Move = Callable[[float, float], tuple[float, float]]


def quarter_turned(x: float, y: float) -> tuple[float, float]:
    return 36 - y, x


def mirrored(x: float, y: float) -> tuple[float, float]:
    return 36 - x, y


def same(x: float, y: float) -> tuple[float, float]:
    return x, y


@pytest.mark.parametrize(
    "move",
    [same, quarter_turned, mirrored, lambda x, y: mirrored(*quarter_turned(x, y))],
    ids=["as it is", "turned", "mirrored", "both"],
)
def test_the_cases_with_known_answers_hold(shared: Path, move: Move) -> None:
    """The same table turned and mirrored on its board has the same answers."""
    files = sorted((shared / "cases").glob("reach-*.json"))
    assert files
    for file in files:
        case = json.loads(file.read_text())
        scene = moved(parse_scene(json.dumps(case["scene"])), move)
        for expected in case["expect"]:
            if "area" in expected:
                low, high = expected["area"]
                ground = shape(msgspec.to_builtins(reach(scene, expected["reach"], expected["move"]).region))
                assert low <= ground.area <= high, case["name"]
            if "to" in expected:
                answer = find_path(scene, expected["reach"], expected["move"], move(*expected["to"]))
                assert answer.affordable is expected["affordable"], case["name"]
                if expected["cost"] is None:
                    assert answer.path is None, case["name"]
                else:
                    assert answer.path is not None
                    assert expected["cost"][0] <= answer.path.cost_in <= expected["cost"][1], case["name"]


def moved(scene: Scene, move: Move) -> Scene:
    """The scene with every point moved; facings do not matter for where one can go."""
    return msgspec.structs.replace(
        scene,
        obstacles=[
            msgspec.structs.replace(
                part, geometry=Geometry(part.geometry.type, points(part.geometry.coordinates, move))
            )
            for part in scene.obstacles
        ],
        figures=[
            msgspec.structs.replace(figure, x_in=at[0], y_in=at[1])
            for figure in scene.figures
            for at in (move(figure.x_in, figure.y_in),)
        ],
    )


def points(coordinates: list[Any], move: Move) -> list[Any]:
    if isinstance(coordinates[0], list):
        return [points(part, move) for part in coordinates]
    return list(move(coordinates[0], coordinates[1]))
