"""A filmed table from its pictures to its moves: pipeline and tracker on a recording with exact truth."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pennysight.calibration.board import TilePose
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import TILE_NUMBERS
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.sources import open_source
from pennysight.vision.tracker import Place, TrackedTable, Tracker
from pennysight.vision.tracker.averaging import turn_deg

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
