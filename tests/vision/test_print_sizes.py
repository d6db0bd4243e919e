"""Prints of another size give true inches all the same, once their size is told."""

import itertools
import math

import pytest
from pennysight.calibration.printspec import TILE_NUMBERS, PrintSizes
from pennysight.calibration.tile_art import TileArt
from pennysight.rules.tile_library import library
from pennysight.vision.observation import Observation
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Script
from pennysight.vision.simulated.table import CAMERA, SimulatedCamera
from pennysight.vision.sources import Frame
from pennysight.webapp.scenes import observed_scene
from pennysight.webapp.tile_art import tile_art
from shapely.geometry import Polygon

FIGURES = [
    Pose("cult-2", "cult", 2, 3.0, 2.4, 90.0),
    Pose("marsh-1", "marsh", 1, 4.5, 13.0, 0.0),
    Pose("whateley-6", "whateley", 6, 12.3, 8.1, 215.0),
    Pose("deghoule-5", "deghoule", 5, 12.6, 2.1, 20.0),
]
SCRIPT = Script([["crossroads", "marsh-home"], ["storm-hollow", "cult-home"]], FIGURES, [], 6.0)


def art() -> dict[str, TileArt]:
    return {name: tile_art(library()[name]) for row in SCRIPT.layout for name in row}


def apart(places: dict[str, tuple[float, float]]) -> dict[tuple[str, str], float]:
    return {(a, b): math.dist(places[a], places[b]) for a, b in itertools.combinations(sorted(places), 2)}


def seen(observation: Observation) -> dict[str, tuple[float, float]]:
    return {figure.id: (figure.x_in, figure.y_in) for figure in observation.figures}


@pytest.mark.slow
def test_distances_are_in_true_inches_whatever_the_size_of_the_prints() -> None:
    """Tiles ordered with sides of 8 in, from a printer that makes all 0.67 percent too large."""
    sizes = PrintSizes(8.0, 6.04 / 6)
    camera = SimulatedCamera(art(), script=SCRIPT, paced=False, tile_side_in=sizes.side_in)
    by = Pipeline(CAMERA, TILE_NUMBERS, sizes=sizes)
    observation = by.see(Frame(camera.draw(0), 0.0, 0))
    table, truth = observation.table, camera.truth_at(0.0)
    assert table is not None
    changed = camera.draw(1)
    changed[:200, :200] = 40  # something comes into view: the table is looked for where it was
    again = by.see(Frame(changed, 0.1, 1)).table
    assert again is not None
    assert again.view.t == pytest.approx(table.view.t, abs=0.05)
    assert (table.width_in, table.height_in) == pytest.approx((2 * sizes.side_in,) * 2)
    assert table.view.height_in == pytest.approx(camera.eye.centre[2], rel=1e-3)

    true_tiles = apart({tile.art.name: (tile.x_in, tile.y_in) for tile in truth.tiles})
    for pair, distance_in in apart({tile.tile: (tile.x_in, tile.y_in) for tile in table.tiles}).items():
        assert distance_in == pytest.approx(true_tiles[pair], abs=0.02)
    true_figures = apart({pose.id: (pose.x_in, pose.y_in) for pose in truth.figures})
    figures = apart(seen(observation))
    assert figures.keys() == true_figures.keys()
    for pair, distance_in in figures.items():
        assert distance_in == pytest.approx(true_figures[pair], abs=0.02)

    scene = observed_scene(observation)
    assert scene is not None
    assert {tile.side_in for tile in scene.tiles} == {sizes.side_in}
    for area in scene.areas:  # the ground that the rules know lies on its tile, as large as it is printed
        name, part = area.id.split("/")
        (drawn,) = (area.geometry for area in library()[name].areas if area.id == part)
        ratio = Polygon(area.geometry.coordinates[0]).area / Polygon(drawn.coordinates[0]).area
        assert ratio == pytest.approx((sizes.side_in / 9) ** 2)
    drawn_trees = {f"{name}/{part.id}": part for name in art() for part in library()[name].obstacles}
    for tree in (part for part in scene.obstacles if part.kind == "tree"):
        radius_in = drawn_trees[tree.id].radius_in
        assert radius_in is not None
        assert tree.radius_in == pytest.approx(radius_in * sizes.side_in / 9)
