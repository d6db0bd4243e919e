"""A board told by its size and its layout, and a table whose tiles carry no markers seen by them."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from pennysight.calibration.camera import Camera
from pennysight.calibration.layout import LayoutError
from pennysight.calibration.printspec import PrintSizes
from pennysight.rules.scene import Scene
from pennysight.rules.tile_library import library
from pennysight.vision.observation import Observation
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Script
from pennysight.vision.simulated.table import CAMERA, SimulatedCamera, Truth
from pennysight.vision.sources import Frame, Image
from pennysight.vision.tracker import Tracker
from pennysight.webapp.layouts import board_layout
from pennysight.webapp.scenes import observed_scene, tile_numbers, tracked_scene
from pennysight.webapp.tile_art import tile_art

USUAL = PrintSizes()
LAYOUT = [["crossroads", "marsh-home"], ["storm-hollow", "cult-home"]]
FIGURES = [Pose("cult-2", "cult", 2, 4.5, 2.5, 90.0), Pose("marsh-1", "marsh", 1, 13.5, 14.5, 0.0)]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "layout.txt"
    path.write_text("\n".join(" ".join(row) for row in LAYOUT))
    return str(path)


def test_where_nothing_is_told_nothing_is_known(file: str) -> None:
    assert board_layout("", "", USUAL) is None
    size = board_layout("18x18", "", USUAL)
    laid = board_layout("18x18", file, PrintSizes(scale=0.99))
    assert size is not None
    assert laid is not None
    assert (size.columns, size.rows, size.tiles) == (2.0, 2.0, {})
    assert (laid.tiles["storm-hollow"], laid.scale) == ((0, 0), 0.99)


def test_a_layout_that_contradicts_the_size_or_names_no_tile_is_refused(file: str, tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="leave out the one that is wrong"):
        board_layout("36x36", file, USUAL)
    with pytest.raises(LayoutError, match="cannot be read"):
        board_layout("", str(tmp_path / "none.txt"), USUAL)
    (tmp_path / "layout.txt").write_text("crossroads atlantis")
    with pytest.raises(LayoutError, match="'atlantis', which is no tile"):
        board_layout("", file, USUAL)


@cache
def photographed() -> tuple[Camera, Image, Truth]:
    """A table without markers on its tiles and with corner pieces."""
    script = Script(LAYOUT, FIGURES, [], 60.0, marked=False, corner_pieces=True)
    art = {name: tile_art(library()[name]) for row in LAYOUT for name in row}
    camera = SimulatedCamera(art, script=script, camera=CAMERA.for_size(1280, 720), paced=False)
    return camera.camera, camera.draw(0), camera.truth_at(0.0)


def seen(board: str = "", layout: str = "") -> tuple[Observation, Truth]:
    """The table when that is told of it."""
    lens, image, truth = photographed()
    pipeline = Pipeline(lens, tile_numbers(), layout=board_layout(board, layout, USUAL))
    return pipeline.see(Frame(image, 0.0, 0)), truth


def stand_as_they_stand(scene: Scene, truth: Truth) -> bool:
    """Whether all figures are there, as far apart as they are: the frame is off, and they are with it."""
    stands = {pose.id: pose for pose in truth.figures}
    off = {
        figure.id: np.subtract((figure.x_in, figure.y_in), (stands[figure.id].x_in, stands[figure.id].y_in))
        for figure in scene.figures
        if figure.id in stands
    }
    return off.keys() == stands.keys() and bool(np.abs(np.ptp(list(off.values()), axis=0)).max() < 0.03)


@pytest.mark.slow
def test_owners_who_stick_nothing_on_their_tiles_see_all_by_corner_pieces(file: str) -> None:
    observation, truth = seen(layout=file)
    scene = observed_scene(observation)
    assert scene is not None
    assert (scene.board.width_in, scene.board.height_in) == (18.0, 18.0)
    for tile in scene.tiles:
        lies = next(one for one in truth.tiles if one.art.name == tile.tile)
        assert (tile.x_in, tile.y_in) == pytest.approx((lies.x_in, lies.y_in), abs=2.5 * tile.sd_in)
        assert 0.03 < tile.sd_in < 0.12
    assert any(obstacle.id.startswith("storm-hollow/") for obstacle in scene.obstacles)
    assert stand_as_they_stand(scene, truth)


@pytest.mark.slow
def test_a_board_of_which_only_the_size_is_told_has_figures_and_no_walls() -> None:
    observation, truth = seen(board="18x18")
    scene = tracked_scene(Tracker(settle_s=0.0).update(observation))
    assert scene is not None
    assert (scene.board.width_in, scene.tiles, scene.obstacles) == (18.0, [], [])
    assert stand_as_they_stand(scene, truth)
