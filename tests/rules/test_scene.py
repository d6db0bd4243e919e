"""A scene that makes no sense is refused with a sentence that names the object and the number."""

import copy
import json
from typing import Any

import msgspec
import pytest
from pennysight.rules.prepared import prepare
from pennysight.rules.scene import (
    Board,
    Figure,
    Geometry,
    Obstacle,
    Scene,
    SceneError,
    parse_scene,
    scene_json,
)

GOOD: dict[str, Any] = {
    "format": "pennysight-scene/1",
    "board": {"width_in": 36.0, "height_in": 36.0},
    "tiles": [{"tile": "storm-hollow", "x_in": 9.02, "y_in": 18.0, "rotation_deg": 0.1, "sd_in": 0.01}],
    "obstacles": [
        {
            "id": "wall-3",
            "kind": "wall",
            "geometry": {"type": "LineString", "coordinates": [[10, 20], [13, 20]]},
        },
        {"id": "oak", "kind": "tree", "geometry": {"type": "Point", "coordinates": [3, 3]}, "radius_in": 0.5},
    ],
    "areas": [
        {
            "id": "shack-1",
            "kind": "shack",
            "geometry": {"type": "Polygon", "coordinates": [[[10, 20], [13, 20], [13, 23], [10, 20]]]},
        }
    ],
    "figures": [{"id": "marsh-1", "faction": "marsh", "x_in": 12.0, "y_in": 9.5, "facing_deg": 90.0}],
    "tokens": [{"marker": 131, "kind": "item", "x_in": 14.0, "y_in": 9.0}],
}

BOW_TIE = [[[0, 0], [2, 2], [2, 0], [0, 3], [0, 0]]]


def with_(value: Any, *path: str | int) -> str:
    scene = copy.deepcopy(GOOD)
    inside: Any = scene
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return json.dumps(scene)


def shape(kind: str, coordinates: Any, **more: Any) -> str:
    wall = {"id": "wall-3", "kind": "wall", "geometry": {"type": kind, "coordinates": coordinates}, **more}
    return with_(wall, "obstacles", 0)


REFUSED = [
    (with_("pennysight-scene/2", "format"), "format is 'pennysight-scene/2', expected 'pennysight-scene/1'"),
    (with_(None, "format"), "format is missing"),
    (with_(float("nan"), "figures", 0, "x_in"), "figure 'marsh-1': x_in is nan"),
    (with_(float("-inf"), "figures", 0, "facing_deg"), "figure 'marsh-1': facing_deg is -inf"),
    (with_(1e12, "figures", 0, "y_in"), "figure 'marsh-1': y_in is 1000000000000.0"),
    (with_("12", "figures", 0, "x_in"), "figure 'marsh-1': x_in: expected `float`"),
    (with_(-0.1, "figures", 0, "sd_in"), "figure 'marsh-1': sd_in is -0.1, expected 0 or more"),
    (with_(0, "figures", 0, "base_in"), "figure 'marsh-1': base_in is 0.0, expected more than 0"),
    (with_("jam", "figures", 0, "hat"), "figure 'marsh-1': hat: invalid enum value 'jam'"),
    (with_(GOOD["figures"] * 2, "figures"), "two figures have the id 'marsh-1'"),
    (with_(GOOD["obstacles"] * 2, "obstacles"), "two obstacles have the id 'wall-3'"),
    (with_(7, "figures", 0), "figure number 1: expected `object`"),
    (
        with_("hedge", "obstacles", 0, "kind"),
        "obstacle 'wall-3': its kind is 'hedge', expected one of bush, door",
    ),
    (with_("garden", "areas", 0, "kind"), "area 'shack-1': its kind is 'garden'"),
    (
        with_({"type": "Point", "coordinates": [1, 1]}, "areas", 0, "geometry"),
        "area 'shack-1': its geometry is a Point",
    ),
    (with_(0, "board", "width_in"), "board: width_in is 0.0, expected more than 0"),
    (with_(-1, "tiles", 0, "sd_in"), "tile 'storm-hollow': sd_in is -1.0"),
    (with_(float("inf"), "tokens", 0, "x_in"), "token 131: x_in is inf"),
    (with_(-1, "obstacles", 1, "radius_in"), "obstacle 'oak': radius_in is -1.0, expected more than 0"),
    (with_(0, "obstacles", 1, "radius_in"), "obstacle 'oak': radius_in is 0.0, expected more than 0"),
    (with_(None, "obstacles", 1, "radius_in"), "obstacle 'oak': its geometry is a Point without radius_in"),
    (shape("LineString", []), "obstacle 'wall-3': a line of it has 0 positions, expected at least 2"),
    (shape("LineString", [[1, 1]]), "obstacle 'wall-3': a line of it has 1 positions, expected at least 2"),
    (shape("LineString", [[1, 1], [2]]), "obstacle 'wall-3': a position of it is [2], expected [x, y]"),
    (
        shape("LineString", [[1, 1], [float("nan"), 1]]),
        "obstacle 'wall-3': geometry.coordinates[1][0] is nan",
    ),
    (shape("LineString", [[1, 1], [1e9, 1]]), "obstacle 'wall-3': a coordinate of it is 1000000000.0"),
    (shape("LineString", [[1, 1], [True, 1]]), "obstacle 'wall-3': a position of it is [True, 1]"),
    (
        shape("LineString", [[1, 1], [2, 2]], radius_in=0.2),
        "radius_in goes with a Point, and this is a LineString",
    ),
    (shape("MultiLineString", []), "obstacle 'wall-3': its MultiLineString is empty"),
    (shape("Polygon", BOW_TIE), "obstacle 'wall-3': its outline crosses or touches itself"),
    (
        shape("Polygon", [[[0, 0], [1, 0], [1, 1], [0, 1]]]),
        "starts at (0, 0) and ends at (0, 1), expected it closed",
    ),
    (shape("Polygon", [[[0, 0], [1, 0], [2, 0], [0, 0]]]), "obstacle 'wall-3'"),
    (shape("Polygon", []), "obstacle 'wall-3': its Polygon is empty"),
    (shape("Circle", [1, 1]), "obstacle 'wall-3': its geometry is a 'Circle', expected a Point"),
    (with_("", "figures", 0, "id"), "figure number 1: its id is '', expected 1 to 100 letters, digits and"),
    (with_("a\nb", "figures", 0, "id"), "figure number 1: its id is 'a\\nb', expected 1 to 100 letters"),
    (
        with_(" marsh", "figures", 0, "faction"),
        "figure 'marsh-1': its faction is ' marsh', expected",
    ),
    (with_("m" * 101, "figures", 0, "faction"), "figure 'marsh-1': its faction is 'mmm"),
    (with_("", "obstacles", 0, "id"), "obstacle number 1: its id is ''"),
    (with_("", "tokens", 0, "kind"), "token 131: its kind is ''"),
    (with_("", "tiles", 0, "tile"), "tile number 1: its name is ''"),
    (with_(GOOD["tiles"] * 2, "tiles"), "two tiles have the name 'storm-hollow', expected each once"),
    (with_("oak", "figures", 0, "id"), "an obstacle and a figure have the id 'oak', expected each once"),
    (
        with_([{**GOOD["figures"][0], "id": f"marsh-{n}"} for n in range(201)], "figures"),
        "there are 201 figures, expected at most 200",
    ),
    (json.dumps(GOOD).replace('"y_in": 9.5', '"y_in": 9.5, "y_in": 1'), "an object has the key 'y_in' twice"),
    (json.dumps(GOOD) + "x", "this is not JSON: trailing characters"),
    ("[1, 2]", "the scene: expected `object`, got `array`"),
    ("{", "this is not JSON"),
    ("", "this is not JSON"),
    (b"\xff\xfe", "this is not JSON"),
    ('{"format": "pennysight-scene/1"}', "the scene: object missing required field `board`"),
    ('{"format": "\\ud800 lonely"}', "the scene: JSON is malformed"),
    (json.dumps(GOOD).encode("utf-16"), "its text is in UTF-16, save it as plain UTF-8"),
    (json.dumps(GOOD).encode("utf-8-sig"), "its text is in UTF-8-SIG, save it as plain UTF-8"),
    (
        '{"format": "pennysight-scene/1", "board": ' + "[" * 100_000,
        "this is not a scene: it is nested too deeply",
    ),
    ("[" * 100_000, "this is not a scene: it is nested too deeply"),
    ('{"format": ' + "1" * 400 + "}", "format is 1111111111111111111111111111111111111111…"),
    ('{"format": ' + "1" * 5000 + "}", "a number of the scene has thousands of digits"),
    (with_(10**400, "figures", 0, "x_in"), "figure 'marsh-1': x_in: number out of range"),
    (with_("m" * 50_000, "figures", 0, "hat"), "figure 'marsh-1': hat"),
]


@pytest.mark.parametrize(("data", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_what_makes_no_sense_is_refused_by_name(data: str | bytes, sentence: str) -> None:
    with pytest.raises(SceneError) as refused:
        parse_scene(data)
    assert sentence in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_scene_survives_being_written_and_read() -> None:
    scene = parse_scene(json.dumps(GOOD))
    assert parse_scene(scene_json(scene)) == scene
    assert scene.figures[0].facing_deg == 90.0
    assert scene.obstacles[1].radius_in == 0.5


@pytest.mark.parametrize("more", ["true", "1" * 5000, "[" * 500 + "]" * 500], ids=["plain", "long", "deep"])
def test_fields_that_are_not_known_are_passed_over(more: str) -> None:
    written = json.dumps(GOOD).replace('"y_in": 9.5', f'"y_in": 9.5, "more": {more}')
    assert parse_scene(written) == parse_scene(json.dumps(GOOD))


@pytest.mark.parametrize("faction", ["bokrug", "Cult of Ezekiel", "Жители", "d'Erlette"])
def test_any_plain_name_is_a_faction(faction: str) -> None:
    """Other sets of figures have factions of their own."""
    assert parse_scene(with_(faction, "figures", 0, "faction")).figures[0].faction == faction


def test_a_facing_that_nobody_knows_is_not_zero() -> None:
    assert parse_scene(with_(None, "figures", 0, "facing_deg")).figures[0].facing_deg is None


@pytest.mark.parametrize(
    "geometry",
    [
        Geometry("LineString", [[4, 4], [4, 4]]),
        Geometry("MultiLineString", [[[1, 1], [2, 1]], [[3, 1], [4, 1]]]),
        Geometry("MultiPoint", [[1, 1], [2, 2]]),
        Geometry("MultiPolygon", [[[[0, 0], [1, 0], [1, 1], [0, 0]]], [[[5, 5], [6, 5], [6, 6], [5, 5]]]]),
        Geometry("LineString", [[1, 1, 0.5], [2, 2, 0.5]]),
    ],
    ids=["a wall of no length", "several lines", "several points", "several outlines", "with heights"],
)
def test_every_geojson_shape_is_taken(geometry: Geometry) -> None:
    radius_in = 0.3 if geometry.type == "MultiPoint" else None
    scene = Scene(board=Board(36, 36), obstacles=[Obstacle("w", "wall", geometry, radius_in=radius_in)])
    assert prepare(parse_scene(scene_json(scene))).scene == scene


def test_a_scene_made_in_python_is_checked_too() -> None:
    scene = Scene(board=Board(36, 36), figures=[Figure("marsh-1", "marsh", float("nan"), 1.0)])
    with pytest.raises(SceneError, match="figure 'marsh-1': x_in is nan"):
        prepare(scene)
    ready = prepare(msgspec.structs.replace(scene, figures=[]))
    with pytest.raises(SceneError, match="figure 'marsh-1': x_in is nan"):
        prepare(scene, ready)
