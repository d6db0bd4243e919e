"""From pictures to rulings: what is called sure is what the truth says."""

import itertools
import json
import math
from pathlib import Path
from typing import Any

import pytest
from pennysight.gamelog import read_log
from pennysight.rules.ruling import Ruling, rule_all
from pennysight.rules.scene import Board, Figure, Scene, Tile
from pennysight.rules.tile_library import library, place
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.table import FRAMES_PER_S, SimulatedCamera, Truth
from pennysight.vision.sources import Frame
from pennysight.vision.tracker import Tracker
from pennysight.webapp.scenes import tile_numbers, tracked_scene
from pennysight.webapp.tile_art import tile_art
from shapely import LineString

from tests.webapp.running import running

pytestmark = pytest.mark.slow

FRAMES = (*range(0, 14, 2), *range(40, 100, 2))
"""Of the skirmish: all at rest, then its first move, at half pace, until the hand is gone again."""


def true_scene(truth: Truth, size_in: tuple[float, float]) -> Scene:
    """The simulated table as the rules would have it if there were no camera."""
    tiles = [Tile(laid.art.name, laid.x_in, laid.y_in, laid.rotation_deg) for laid in truth.tiles]
    ground = [place(library()[tile.tile], tile) for tile in tiles]
    return Scene(
        board=Board(*size_in),
        tiles=tiles,
        obstacles=[obstacle for obstacles, _ in ground for obstacle in obstacles],
        figures=[
            Figure(pose.id, pose.faction, pose.x_in, pose.y_in, pose.facing_deg) for pose in truth.figures
        ],
    )


def by_pair(rulings: list[Ruling]) -> dict[tuple[str, str], Ruling]:
    return {(ruling.from_id, ruling.to_id): ruling for ruling in rulings}


def test_the_simulated_table_is_ruled_on_as_its_truth_is() -> None:
    art = {name: tile_art(design) for name, design in library().items()}
    camera = SimulatedCamera(art, paced=False)
    see, tracker = Pipeline(camera.camera, tile_numbers()).see, Tracker()
    moved: list[str] = []
    for number in FRAMES:
        table = tracker.update(see(Frame(camera.draw(number), number / FRAMES_PER_S, number)))
        moved += [move.figure for move in table.moves]
    seen, truth = tracked_scene(table), true_scene(camera.truth_at(table.captured_s), camera.size_in)
    assert seen is not None
    assert table.settled
    assert moved == ["cult-2"]

    ours, theirs = by_pair(rule_all(seen)), by_pair(rule_all(truth))
    assert ours.keys() == theirs.keys()
    wrong = [
        (pair, answer)
        for pair, ruling in ours.items()
        for answer, sure, said, is_so in (
            ("melee", ruling.melee.sure, ruling.melee.answer, theirs[pair].melee.answer),
            ("facing", ruling.facing.sure, ruling.facing.zone, theirs[pair].facing.zone),
            ("faces", ruling.faces_target.sure, ruling.faces_target.answer, theirs[pair].faces_target.answer),
            ("sight", ruling.sight.sure, ruling.sight.answer, theirs[pair].sight.answer),
        )
        if sure and said != is_so
    ]
    assert wrong == []
    off = [abs(ours[pair].distance_in - theirs[pair].distance_in) for pair in ours]
    assert max(off) < 0.08
    sure = [ruling.sight.sure for ruling in ours.values()]
    assert sum(sure) > 0.8 * len(sure), "it is no use to be sure of nothing"


def true_fold(figure: dict[str, Any]) -> LineString:
    """A figure's fold in the picture's truth: 0.75 in long, square to where the figure faces."""
    across = math.radians(figure["facing_deg"] + 90)
    dx, dy = 0.375 * math.cos(across), 0.375 * math.sin(across)
    return LineString([(figure["x"] - dx, figure["y"] - dy), (figure["x"] + dx, figure["y"] + dy)])


def test_a_picture_with_known_truth_is_ruled_on_over_http(shared: Path, tmp_path: Path) -> None:
    truth = json.loads((shared / "photos" / "A-01.truth.json").read_text())
    lens = truth["camera"]
    camera = {
        "format": "pennysight-camera/1",
        "name": "A",
        "width_px": lens["width"],
        "height_px": lens["height"],
    }
    (tmp_path / "A.json").write_text(json.dumps(camera | {"K": lens["K"], "dist": lens["dist"]}))
    visible = {figure["id"]: figure for figure in truth["figures"] if figure["visible_fraction"] >= 0.6}
    picture = shared / "photos" / truth["image"]
    with running(
        "serve", "--source", picture, "--camera", tmp_path / "A.json", "--log", tmp_path / "log.db"
    ) as served:
        figures = served.table()["scene"]["figures"]
        ids = [figure["id"] for figure in figures if figure["id"] in visible]
        assert len(ids) >= 0.95 * len(visible)
        pairs = list(itertools.islice(itertools.permutations(ids, 2), 40))
        for from_id, to_id in pairs:
            expected_in = true_fold(visible[from_id]).distance(true_fold(visible[to_id]))
            assert served.ask(from_id, to_id)["ruling"]["distance_in"] == pytest.approx(expected_in, abs=0.1)
    assert [entry.kind for entry in read_log(str(tmp_path / "log.db"))].count("ruling") == len(pairs)
