"""On path-traced pictures with exact truth: figures found and named, none made up, hands known."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.calibration.camera import Camera
from pennysight.calibration.pictures import read_picture
from pennysight.calibration.printspec import TILE_NUMBERS
from pennysight.vision.observation import Observation
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.sources import Frame

pytestmark = pytest.mark.slow

Truth = dict[str, Any]
Array = NDArray[np.float64]

CAPPED = [*(f"A-{number:02}" for number in range(1, 11)), "B-01", "B-02"]
BARE = ["A-13", "A-14", "A-18", "B-03"]
FOUND_IN, FOUND_DEG = 0.10, 6.0
GOAL = {"A": (0.03, 2.5), "B": (0.015, 1.5)}


@pytest.fixture(scope="module")
def seen(shared: Path) -> dict[str, tuple[Truth, Observation]]:
    """Each picture's truth, and the observation that one look at it gave."""
    pictures = {}
    for name in (*CAPPED, *BARE):
        file = shared / "photos" / f"{name}.truth.json"
        truth = json.loads(file.read_text())
        lens = truth["camera"]
        camera = Camera(
            name=lens["id"], width_px=lens["width"], height_px=lens["height"], K=lens["K"], dist=lens["dist"]
        )
        image = read_picture(file.with_name(truth["image"]))
        pictures[name] = truth, Pipeline(camera, TILE_NUMBERS).see(Frame(image, 0.0, 0))
    return pictures


def placed(truth: Truth, observation: Observation) -> Array:
    """Places of the seen figures in the true board frame, which may lie a little off the seen one."""
    assert observation.table is not None
    true = {tile["tile"]: (tile["x"], tile["y"]) for tile in truth["tiles"]}
    tiles = observation.table.tiles
    motion, _ = cv2.estimateAffinePartial2D(
        np.array([(tile.x_in, tile.y_in) for tile in tiles]), np.array([true[tile.tile] for tile in tiles])
    )
    places = np.array([(figure.x_in, figure.y_in, 1.0) for figure in observation.figures]).reshape(-1, 3)
    return np.asarray(places @ motion.T, float)


def turn_deg(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


def test_capped_figures_in_plain_view_are_found_by_name(seen: dict[str, tuple[Truth, Observation]]) -> None:
    must, found = 0, 0
    for truth, observation in seen.values():
        at = dict(zip((f.id for f in observation.figures), placed(truth, observation), strict=True))
        facing = {figure.id: figure.facing_deg for figure in observation.figures}
        for figure in truth["figures"]:
            if figure["capped"] and figure["visible_fraction"] >= 0.6:
                must += 1
                where = at.get(figure["id"])
                if where is not None and np.hypot(*(where - (figure["x"], figure["y"]))) < FOUND_IN:
                    found += turn_deg(facing[figure["id"]] or 0.0, figure["facing_deg"]) < FOUND_DEG
    assert must > 150
    assert found >= 0.995 * must


@pytest.mark.parametrize("camera", ["A", "B"])
def test_capped_figures_are_placed_and_turned_to_the_goal(
    seen: dict[str, tuple[Truth, Observation]], camera: str
) -> None:
    off_in, off_deg, in_sd = [], [], []
    for name in CAPPED:
        truth, observation = seen[name]
        if name[0] != camera:
            continue
        true = {figure["id"]: figure for figure in truth["figures"]}
        for figure, where in zip(observation.figures, placed(truth, observation), strict=True):
            error = where - (true[figure.id]["x"], true[figure.id]["y"])
            off_in.append(np.hypot(*error))
            assert figure.facing_deg is not None
            off_deg.append(turn_deg(figure.facing_deg, true[figure.id]["facing_deg"]))
            in_sd += [*np.abs(error) / figure.sd_in, off_deg[-1] / figure.sd_deg]
    goal_in, goal_deg = GOAL[camera]
    assert np.percentile(off_in, 95) < goal_in
    assert np.percentile(off_deg, 95) < goal_deg
    assert np.mean(np.array(in_sd) < 2.5) > 0.95


@pytest.mark.parametrize("name", CAPPED)
def test_no_figure_is_made_up_and_no_name_is_wrong(
    seen: dict[str, tuple[Truth, Observation]], name: str
) -> None:
    truth, observation = seen[name]
    true = {figure["id"]: (figure["x"], figure["y"]) for figure in truth["figures"]}
    for figure, where in zip(observation.figures, placed(truth, observation), strict=True):
        assert figure.id in true, figure
        assert np.hypot(*(where - true[figure.id])) < 0.35


def test_bare_figures_are_found_where_they_stand_and_of_their_faction(
    seen: dict[str, tuple[Truth, Observation]],
) -> None:
    must = right = invented = wrong = 0
    for name in BARE:
        truth, observation = seen[name]
        bare = [figure for figure in truth["figures"] if not figure["capped"]]
        must += sum(figure["visible_fraction"] >= 0.6 for figure in bare)
        for figure, where in zip(observation.figures, placed(truth, observation), strict=True):
            near = [true for true in bare if np.hypot(*(where - (true["x"], true["y"]))) < 0.35]
            if not figure.capped:
                invented += not near
                right += bool(near) and figure.faction == near[0]["faction"]
                wrong += bool(near) and figure.faction not in (None, near[0]["faction"])
    assert right >= 0.5 * must
    assert invented <= 1
    assert wrong <= 1


def test_hands_are_known_and_nothing_else_is_taken_for_one(
    seen: dict[str, tuple[Truth, Observation]],
) -> None:
    for name, (truth, observation) in seen.items():
        assert observation.hand == truth["hand"], name
        assert bool(observation.covered) == observation.hand


def test_tokens_lie_where_they_lie(seen: dict[str, tuple[Truth, Observation]]) -> None:
    for truth, observation in seen.values():
        true = {token["marker"]: token for token in truth["tokens"]}
        assert {token.marker for token in observation.tokens} <= true.keys()
        for token in observation.tokens:
            lies = true[token.marker]
            assert np.hypot(token.x_in - lies["x"], token.y_in - lies["y"]) < 0.15
            assert turn_deg(token.rotation_deg, lies["rotation_deg"]) < 2.0
