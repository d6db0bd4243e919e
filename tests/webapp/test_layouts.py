"""A board told by its size and its layout, and a table whose tiles carry no markers seen by them."""

from pathlib import Path

import pytest
from pennysight.calibration.layout import LayoutError
from pennysight.calibration.printspec import PrintSizes
from pennysight.rules.tile_library import library
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Script
from pennysight.vision.simulated.table import CAMERA, SimulatedCamera
from pennysight.vision.sources import Frame
from pennysight.webapp.layouts import board_layout
from pennysight.webapp.scenes import observed_scene, tile_numbers
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


@pytest.mark.slow
def test_owners_who_stick_nothing_on_their_tiles_see_all_by_corner_pieces(file: str) -> None:
    script = Script(LAYOUT, FIGURES, [], 60.0, marked=False, corner_pieces=True)
    art = {name: tile_art(library()[name]) for row in LAYOUT for name in row}
    camera = SimulatedCamera(art, script=script, camera=CAMERA.for_size(1280, 720), paced=False)
    pipeline = Pipeline(camera.camera, tile_numbers(), layout=board_layout("", file, USUAL))
    seen = pipeline.see(Frame(camera.draw(0), 0.0, 0))
    scene = observed_scene(seen)
    assert scene is not None
    assert (scene.board.width_in, scene.board.height_in) == (18.0, 18.0)
    truth = camera.truth_at(0.0)
    for tile in scene.tiles:
        lies = next(one for one in truth.tiles if one.art.name == tile.tile)
        assert (tile.x_in, tile.y_in) == pytest.approx((lies.x_in, lies.y_in), abs=2.5 * tile.sd_in)
        assert 0.03 < tile.sd_in < 0.12
    assert any(obstacle.id.startswith("storm-hollow/") for obstacle in scene.obstacles)
    stands = {pose.id: pose for pose in truth.figures}
    assert {figure.id for figure in scene.figures} == stands.keys()
    one, other = scene.figures
    off = [
        (figure.x_in - stands[figure.id].x_in, figure.y_in - stands[figure.id].y_in)
        for figure in (one, other)
    ]
    assert off[0] == pytest.approx(
        off[1], abs=0.03
    )  # the frame is off as the pieces lie, the figures together
