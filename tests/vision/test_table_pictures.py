"""On path-traced pictures of a table with exact truth, every tile is named and lies where it lies."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pennysight.calibration.camera import Camera
from pennysight.calibration.pictures import read_picture
from pennysight.calibration.printspec import TILE_NUMBERS
from pennysight.calibration.projection import Array
from pennysight.vision.markers import linear_grey
from pennysight.vision.table import SeenTable, see_table

pytestmark = pytest.mark.slow

Truth = dict[str, Any]
Seen = list[tuple[Truth, SeenTable]]


@pytest.fixture(scope="module")
def seen(shared: Path) -> dict[str, Seen]:
    """By camera, each picture's truth and what was seen in it."""
    by_camera: dict[str, Seen] = {"A": [], "B": []}
    for file in sorted((shared / "photos").glob("?-[0-9][0-9].truth.json")):
        truth = json.loads(file.read_text())
        lens = truth["camera"]
        camera = Camera(
            name=lens["id"], width_px=lens["width"], height_px=lens["height"], K=lens["K"], dist=lens["dist"]
        )
        light = linear_grey(read_picture(file.with_name(truth["image"])))
        by_camera[lens["id"]].append((truth, see_table(light, camera, TILE_NUMBERS)))
    return by_camera


def _centre(x_in: float, y_in: float, rotation_deg: float) -> Array:
    lean = np.deg2rad(rotation_deg)
    return np.array([x_in + 4.5 * (np.cos(lean) - np.sin(lean)), y_in + 4.5 * (np.sin(lean) + np.cos(lean))])


def _distances(places: list[Array]) -> Array:
    """From every place to every other: they do not depend on where a survey calls (0, 0)."""
    there = np.array(places)
    first, second = np.triu_indices(len(there), 1)
    return np.asarray(np.linalg.norm(there[first] - there[second], axis=1))


@pytest.mark.parametrize("camera", ["A", "B"])
def test_every_tile_is_named_and_none_is_made_up(seen: dict[str, Seen], camera: str) -> None:
    for truth, table in seen[camera]:
        names = {tile["tile"] for tile in truth["tiles"]}
        assert {tile.tile for tile in table.pose.tiles} == names, truth["image"]
        board = truth["board"]
        assert (table.pose.width_in, table.pose.height_in) == (board["width_in"], board["height_in"])


@pytest.mark.parametrize("camera", ["A", "B"])
def test_no_marker_is_read_that_is_not_there(seen: dict[str, Seen], camera: str) -> None:
    for truth, table in seen[camera]:
        there = {2 * tile["k"] + mark for tile in truth["tiles"] for mark in (0, 1)}
        there |= {token["marker"] for token in truth["tokens"]}
        assert {sighting.id for sighting in table.markers.sightings} <= there, truth["image"]
        assert table.markers.doubled == ()


@pytest.mark.parametrize(("camera", "most_in"), [("A", 0.03), ("B", 0.02)])
def test_tiles_are_as_far_from_each_other_as_they_are_and_as_is_claimed(
    seen: dict[str, Seen], camera: str, most_in: float
) -> None:
    errors, claims = [], []
    for truth, table in seen[camera]:
        true = {tile["tile"]: _centre(tile["x"], tile["y"], tile["rotation_deg"]) for tile in truth["tiles"]}
        tiles = table.pose.tiles
        places = [_centre(tile.x_in, tile.y_in, tile.rotation_deg) for tile in tiles]
        errors.append(_distances(places) - _distances([true[tile.tile] for tile in tiles]))
        first, second = np.triu_indices(len(tiles), 1)
        sd = np.array([tile.sd_in for tile in tiles])
        claims.append(np.hypot(sd[first], sd[second]))
    error, claim = np.abs(np.concatenate(errors)), np.concatenate(claims)
    assert np.percentile(error, 95) < most_in
    assert error.max() < 0.05
    assert (error < 2.5 * claim).mean() > 0.95
    assert np.percentile(error / claim, 95) > 1.96 / 2  # not larger than twice what is needed


@pytest.mark.parametrize("camera", ["A", "B"])
def test_the_camera_hangs_where_it_hangs(seen: dict[str, Seen], camera: str) -> None:
    for truth, table in seen[camera]:
        R, t = np.array(truth["camera"]["R"]), np.array(truth["camera"]["t"])
        assert table.pose.view.height_in == pytest.approx(float((-R.T @ t)[2]), abs=0.05)
