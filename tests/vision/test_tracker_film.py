"""Filmed tables from their pictures to their moves: pipeline and tracker where the truth is exact."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pennysight.calibration.board import TilePose
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import TILE_NUMBERS
from pennysight.rules.tile_library import library
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated import table as simulated
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Move, Script
from pennysight.vision.sources import open_source
from pennysight.vision.tracker import Place, TrackedTable, Tracker
from pennysight.vision.tracker.averaging import turn_deg
from pennysight.webapp.tile_art import tile_art

NEAR_IN, NEAR_DEG = 0.05, 5.0


@pytest.fixture(scope="module")
def truth(shared: Path) -> Any:
    return json.loads((shared / "photos" / "A-seq-01.truth.json").read_text())


@pytest.fixture(scope="module")
def tables(shared: Path, truth: Any) -> list[TrackedTable]:
    """The table after each frame of the film."""
    lens = truth["camera"]
    camera = Camera(
        name=lens["id"], width_px=lens["width"], height_px=lens["height"], K=lens["K"], dist=lens["dist"]
    )
    pipeline, tracker = Pipeline(camera, TILE_NUMBERS), Tracker()
    source = open_source(str(shared / "photos" / "A-seq-01.mp4"), paced=False)
    return [tracker.update(pipeline.see(frame)) for frame in source.frames()]


def to_true_board(tiles: tuple[TilePose, ...], truth: Any) -> tuple[float, float]:
    """How far the film's board frame lies from the true one: two surveys differ in where they call (0, 0)."""
    true = {tile["tile"]: (tile["x"], tile["y"]) for tile in truth["tiles"]}
    apart = [(true[tile.tile][0] - tile.x_in, true[tile.tile][1] - tile.y_in) for tile in tiles]
    east_in, north_in = np.median(apart, axis=0)
    return float(east_in), float(north_in)


@pytest.mark.slow
def test_each_move_of_the_film_comes_out_once(tables: list[TrackedTable], truth: Any) -> None:
    moves = [move for table in tables for move in table.moves]
    assert [move.figure for move in moves] == [move["figure"] for move in truth["moves"]]
    east_in, north_in = to_true_board(tables[-1].tiles, truth)

    def is_at(place: Place, true: list[float]) -> bool:
        apart_in = np.hypot(place.x_in + east_in - true[0], place.y_in + north_in - true[1])
        assert place.facing_deg is not None
        return bool(apart_in < NEAR_IN and abs(turn_deg(place.facing_deg, true[2])) < NEAR_DEG)

    for move, true in zip(moves, truth["moves"], strict=True):
        assert is_at(move.from_, true["from"])
        assert is_at(move.to, true["to"])
        assert true["first_frame"] <= 10.0 * move.start_s + 0.5
        assert 10.0 * move.end_s - 0.5 <= true["last_frame"]


@pytest.mark.slow
def test_no_name_of_the_film_changes(tables: list[TrackedTable], truth: Any) -> None:
    names = {figure.id for table in tables for figure in table.figures}
    assert names == {figure["id"] for figure in truth["figures"]}
    assert [note for table in tables for note in table.notes] == []


@pytest.mark.slow
def test_the_moves_of_a_simulated_table_come_out_once() -> None:
    layout = [["crossroads", "old-oak-road"], ["mason-lane", "storm-hollow"]]
    script = Script(
        layout,
        figures=[Pose("cult-2", "cult", 2, 4.5, 2.5, 90.0), Pose("marsh-1", "marsh", 1, 4.5, 7.5, 0.0)],
        moves=[
            Move("cult-2", 1.5, 2.5, [(7.5, 4.5)], facing_deg=90.0, arm_deg=0.0),
            Move("marsh-1", 4.5, 5.5, [(4.5, 7.5)], facing_deg=120.0, arm_deg=180.0),
        ],
        length_s=8.0,
    )
    art = {name: tile_art(library()[name]) for row in layout for name in row}
    camera = simulated.CAMERA.for_size(960, 540)
    source = simulated.SimulatedCamera(art, script=script, camera=camera, paced=False)
    pipeline, tracker = Pipeline(camera, TILE_NUMBERS), Tracker()
    tables = []
    for frame in source.frames():
        tables.append(tracker.update(pipeline.see(frame)))
        if frame.captured_s >= script.length_s:
            source.close()
    moves = [move for table in tables for move in table.moves]
    assert [(move.figure, round(move.start_s), round(move.end_s)) for move in moves] == [
        ("cult-2", 1, 3),
        ("marsh-1", 4, 6),
    ]
    assert (moves[0].to.x_in, moves[0].to.y_in) == pytest.approx((7.5, 4.5), abs=NEAR_IN)
    assert moves[1].to.facing_deg == pytest.approx(120.0, abs=NEAR_DEG)
    assert [note for table in tables for note in table.notes] == []
