"""The scenes with known answers, as they lie and turned, moved and mirrored: rulings do not care how a
table lies.
"""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pennysight.rules.ruling import Ruling, rule
from pennysight.rules.scene import Scene, parse_scene

MIDDLE = complex(500, 500)  # of a board so large that nothing leaves it

Motion = Callable[[complex], complex]


def motion(turn_deg: float, mirrored: bool) -> Motion:
    turn = complex(math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg)))
    return lambda at: MIDDLE + turn * ((at - 10).conjugate() if mirrored else at - 10)


def moved(scene: dict[str, Any], how: Motion) -> Scene:
    def position(x: float, y: float) -> list[float]:
        at = how(complex(x, y))
        return [at.real, at.imag]

    def geometry(given: Any) -> Any:
        return position(*given) if isinstance(given[0], int | float) else [geometry(part) for part in given]

    def heading(figure: dict[str, Any]) -> float:
        at, facing = complex(figure["x_in"], figure["y_in"]), math.radians(figure["facing_deg"])
        ahead = how(at + complex(math.cos(facing), math.sin(facing))) - how(at)
        return math.degrees(math.atan2(ahead.imag, ahead.real))

    shapes = [
        {**shape["geometry"], "coordinates": geometry(shape["geometry"]["coordinates"])}
        for shape in scene["obstacles"]
    ]
    figures = []
    for figure in scene["figures"]:
        x, y = position(figure["x_in"], figure["y_in"])
        figures.append({**figure, "x_in": x, "y_in": y, "facing_deg": heading(figure)})
    lying = {
        **scene,
        "board": {"width_in": 1000, "height_in": 1000},
        "obstacles": [
            {**one, "geometry": shape} for one, shape in zip(scene["obstacles"], shapes, strict=True)
        ],
        "figures": figures,
    }
    return parse_scene(json.dumps(lying))


def found(ruling: Ruling) -> dict[str, Any]:
    return {
        "sight": ruling.sight.answer,
        "melee": ruling.melee.answer,
        "zone": ruling.facing.zone,
        "facing_modifier": ruling.facing.modifier,
        "faces": ruling.faces_target.answer,
        "distance": ruling.distance_in,
        "sight_margin": ruling.sight.margin_in,
    }


@pytest.mark.parametrize("mirrored", [False, True], ids=["as drawn", "mirrored"])
@pytest.mark.parametrize("turn_deg", [0.0, 90.0, 37.0, 201.7])
def test_every_case_holds_however_it_lies(shared: Path, turn_deg: float, mirrored: bool) -> None:
    ruled = 0
    for path in sorted((shared / "cases").glob("*.json")):
        case = json.loads(path.read_text())
        scene = moved(case["scene"], motion(turn_deg, mirrored))
        for expected in case["expect"]:
            if "reach" in expected:
                continue
            ruling = rule(scene, expected["from"], expected["to"])
            for name, value in found(ruling).items():
                if name not in expected:
                    continue
                told = f"{case['name']}: {case['why']} {expected}, ruled {ruling}"
                if isinstance(expected[name], list):
                    low, high = expected[name]
                    assert low <= value <= high, told
                else:
                    assert value == expected[name], told
            assert ruling.melee.sure
            assert ruling.sight.sure
            ruled += 1
    assert ruled >= 20


def test_a_case_as_given_parses(shared: Path) -> None:
    for path in (shared / "cases").glob("*.json"):
        case = json.loads(path.read_text())
        assert parse_scene(json.dumps(case["scene"])).figures
