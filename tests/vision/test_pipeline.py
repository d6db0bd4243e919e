"""From frames to observations on the simulated table, and with everything that a camera can send instead."""

from functools import cache
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.calibration.printspec import TILE_NUMBERS
from pennysight.calibration.tile_art import Ink, TileArt
from pennysight.rules.tile_drawing import drawing
from pennysight.rules.tile_library import library
from pennysight.vision.observation import Observation, SeenFigure
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Move, Script
from pennysight.vision.simulated.table import CAMERA, FRAMES_PER_S, SimulatedCamera
from pennysight.vision.sources import Frame

Image = NDArray[np.uint8]
LATER = int(5 * FRAMES_PER_S)  # a frame after the move
SCENE = Script(
    layout=[["crossroads", "marsh-home"], ["storm-hollow", "cult-home"]],
    figures=[
        Pose("cult-2", "cult", 2, 4.5, 2.5, 90.0),
        Pose("marsh-1", "marsh", 1, 4.5, 14.5, 0.0),
        Pose("whateley-6", "whateley", 6, 12.0, 8.9, 215.0),
        Pose("deghoule-5", "deghoule", 5, 12.8, 9.3, 20.0),
    ],
    moves=[Move("cult-2", 2.0, 3.0, [(6.0, 4.5)], 200.0, 270.0)],
    length_s=6.0,
)


@cache
def camera() -> SimulatedCamera:
    art = {
        name: TileArt(name, design.number, msgspec.convert(drawing(design), list[Ink], from_attributes=True))
        for name, design in library().items()
    }
    return SimulatedCamera(art, script=SCENE, paced=False)


@cache
def drawn(number: int) -> Image:
    return camera().draw(number)


def pipeline() -> Pipeline:
    return Pipeline(CAMERA, TILE_NUMBERS)


def see(images: list[Image], by: Pipeline | None = None) -> list[Observation]:
    by = by or pipeline()
    return [by.see(Frame(image, number / 10, number)) for number, image in enumerate(images)]


@pytest.mark.slow
def test_a_table_is_seen_whole_and_again_when_something_moved() -> None:
    first, still, later = see([drawn(0), drawn(0), drawn(LATER)])
    assert first.problem is None
    assert first.table is not None
    assert {tile.tile for tile in first.table.tiles} == {name for row in SCENE.layout for name in row}
    assert {figure.id for figure in first.figures} == {pose.id for pose in SCENE.figures}
    assert not first.hand
    # Nothing changed, so nothing is measured again, at another time.
    assert (still.figures, still.captured_s) == (first.figures, 0.1)
    for number, seen in ((0, first), (LATER, later)):
        _is_true(seen, camera().truth_at(number / FRAMES_PER_S).figures)


def _is_true(seen: Observation, truth: list[Pose]) -> None:
    assert {figure.id for figure in seen.figures} == {pose.id for pose in truth}
    # The two board frames may differ in where they call (0, 0), not in how far figures are apart.
    poses = {pose.id: pose for pose in truth}
    off = np.array([(f.x_in - poses[f.id].x_in, f.y_in - poses[f.id].y_in) for f in seen.figures])
    assert (np.abs(off - off.mean(axis=0)) < 0.02).all()
    for figure in seen.figures:
        assert figure.facing_deg is not None
        assert abs((figure.facing_deg - poses[figure.id].facing_deg + 180) % 360 - 180) < 1.5


def _noise() -> Image:
    return np.random.default_rng(0).integers(0, 256, (1080, 1920, 3)).astype(np.uint8)


BAD: dict[str, tuple[Any, str]] = {
    "black": (lambda: np.zeros((1080, 1920, 3), np.uint8), "no tile marker"),
    "white": (lambda: np.full((1080, 1920, 3), 255, np.uint8), "no tile marker"),
    "noise": (_noise, "no tile marker"),
    "of another shape": (lambda: np.zeros((1080, 1000, 3), np.uint8), "1000x1080"),
    "huge": (lambda: np.zeros((4320, 7680, 3), np.uint8), "no tile marker"),
    "tiny": (lambda: np.zeros((3, 2, 3), np.uint8), "2x3"),
    "empty": (lambda: np.zeros((0, 0, 3), np.uint8), "0x0"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_frame_that_shows_no_table_says_why_and_stops_nothing(kind: str) -> None:
    make, reason = BAD[kind]
    (seen,) = see([make()])
    assert seen.table is None
    assert seen.problem is not None
    assert reason in seen.problem
    assert seen.figures == ()


@pytest.mark.slow
def test_after_the_lamp_was_off_the_table_is_found_again() -> None:
    dark = np.zeros_like(drawn(0))
    first, off, on = see([drawn(0), dark, drawn(0)])
    assert off.problem is not None
    assert {figure.id for figure in on.figures} == {figure.id for figure in first.figures}


@pytest.mark.slow
def test_a_picture_that_changes_its_size_is_seen_at_each() -> None:
    small = np.asarray(cv2.resize(drawn(0), (1280, 720), interpolation=cv2.INTER_AREA), np.uint8)
    for seen in see([drawn(0), small, drawn(0)]):
        assert seen.problem is None
        assert {figure.id for figure in seen.figures if figure.capped} == {pose.id for pose in SCENE.figures}


@pytest.mark.slow
def test_half_a_frame_shows_half_a_table_and_no_cap_that_is_cut_in_two_gets_a_wrong_name() -> None:
    torn = drawn(0).copy()
    torn[len(torn) // 2 :] = 0
    (seen,) = see([torn])
    assert seen.problem is None
    assert seen.table is not None
    upper_row_in = 9.0
    truth = {pose.id: pose for pose in SCENE.figures}
    assert {"marsh-1", "deghoule-5"} <= {figure.id for figure in seen.figures}
    for figure in seen.figures:
        pose = min(SCENE.figures, key=lambda pose: _apart_in(figure, pose, upper_row_in))
        assert _apart_in(figure, pose, upper_row_in) < 0.1
        assert figure.faction == pose.faction
        assert figure.id == pose.id if figure.id in truth else figure.number is None


def _apart_in(figure: SeenFigure, pose: Pose, south_in: float) -> float:
    """How far a figure is seen from where it stands, on a board that was seen from `south_in` up."""
    return float(np.hypot(figure.x_in - pose.x_in, figure.y_in - (pose.y_in - south_in)))
