"""From what vision knows to what the rules read: nothing is lost, moved or made up."""

import dataclasses
import math

import pytest
import shapely
from pennysight.calibration.board import TilePose
from pennysight.rules.scene import parse_scene, scene_json
from pennysight.rules.tile_library import library
from pennysight.vision.observation import SeenFigure, SeenHat, SeenToken
from pennysight.vision.tracker import Tracker
from pennysight.webapp.detection import Detection, detection_builtins, detection_text
from pennysight.webapp.scenes import observed_scene, tile_numbers, tracked_scene, unknown_tiles
from shapely.geometry import shape

from tests.webapp.bench import TABLE, observation

STANDS = {"marsh-1": (3.0, 9.0, 0.0), "cult-2": (6.0, 9.0, 180.0)}


def test_one_picture_and_a_tracked_table_give_the_same_scene() -> None:
    seen = observation(0.0, STANDS)
    tracked = tracked_scene(Tracker(settle_s=0).update(seen))
    observed = observed_scene(seen)
    assert observed is not None
    assert tracked is not None
    assert {figure.id: (figure.x_in, figure.y_in, figure.facing_deg) for figure in tracked.figures} == {
        figure.id: (figure.x_in, figure.y_in, figure.facing_deg) for figure in observed.figures
    }
    assert {obstacle.id for obstacle in tracked.obstacles} == {obstacle.id for obstacle in observed.obstacles}
    assert tracked.board == observed.board


def test_a_scene_of_a_picture_is_one_that_the_rules_accept() -> None:
    seen = observed_scene(observation(0.0, STANDS))
    assert seen is not None
    assert parse_scene(scene_json(seen)) == seen


def test_a_hat_in_a_picture_is_a_figure_that_nobody_knows_and_that_wears_it() -> None:
    hats = (SeenHat("slam", "cult", 12.0, 4.0, 0.02), SeenHat("unk", "marsh", 15.0, 4.0, 0.02))
    seen = dataclasses.replace(observation(0.0, STANDS), hats=hats)
    scene = observed_scene(seen)
    assert scene is not None
    assert parse_scene(scene_json(scene)) == scene
    told = detection_builtins(Detection("table.jpg", seen, scene))["figures"]
    assert {one["id"] for one in told if one["hat"] is None} == STANDS.keys()
    slammed, out = (one for one in told if one["hat"])
    assert (slammed["hat"], slammed["x_in"], slammed["y_in"]) == ("slam", 12.0, 4.0)
    assert (out["hat"], out["x_in"], out["y_in"]) == ("unk", 15.0, 4.0)
    for one in (slammed, out):
        assert (one["faction"], one["facing_deg"], one["capped"]) == ("unknown", None, None)
    assert "slam hat" in detection_text(Detection("table.jpg", seen, scene))


def test_obstacles_lie_where_their_tile_lies() -> None:
    turned = TilePose("crossroads", 9.3, 0.2, 90.0, 0.01, 0.1)
    scene = observed_scene(
        dataclasses.replace(
            observation(0.0, {}),
            table=dataclasses.replace(TABLE, tiles=(turned,), width_in=18.0, height_in=9.0),
        )
    )
    assert scene is not None
    parts = {part.id: part for part in library()["crossroads"].obstacles}
    assert len(scene.obstacles) == len(parts)
    for obstacle in scene.obstacles:
        printed = shape({"type": "", **_geometry(parts[obstacle.id.removeprefix("crossroads/")])})
        # a quarter turn about the tile's corner takes (x, y) to (-y, x)
        expected = shapely.transform(printed, lambda at: at[:, ::-1] * (-1, 1) + (9.3, 0.2))
        assert shape(_geometry(obstacle)).equals_exact(expected, 1e-9)


def _geometry(part: object) -> dict[str, object]:
    geometry = part.geometry  # type: ignore[attr-defined]  # an obstacle or an area
    return {"type": geometry.type, "coordinates": geometry.coordinates}


def test_what_the_picture_cannot_tell_stays_unknown() -> None:
    nameless = SeenFigure(
        id="unnamed-1",
        faction=None,
        number=None,
        capped=True,
        x_in=1.0,
        y_in=2.0,
        facing_deg=None,
        sd_in=0.1,
        sd_deg=math.inf,
        confidence=0.5,
    )
    scene = observed_scene(dataclasses.replace(observation(0.0, {}), figures=(nameless,)))
    assert scene is not None
    assert (scene.figures[0].faction, scene.figures[0].facing_deg) == ("unknown", None)


@pytest.mark.parametrize(
    ("marker", "kind"), [(100, "dead"), (123, "dead"), (130, "item"), (144, "item"), (152, "flag")]
)
def test_tokens_are_what_their_marker_says(marker: int, kind: str) -> None:
    token = SeenToken(marker=marker, x_in=4.0, y_in=5.0, rotation_deg=30.0, sd_in=0.01)
    scene = observed_scene(dataclasses.replace(observation(0.0, {}), tokens=(token,)))
    assert scene is not None
    assert [(one.marker, one.kind, one.x_in, one.y_in, one.rotation_deg) for one in scene.tokens] == [
        (marker, kind, 4.0, 5.0, 30.0)
    ]


def test_no_table_is_no_scene() -> None:
    unseen = observation(0.0, STANDS, problem="no markers")
    assert observed_scene(unseen) is None
    assert tracked_scene(Tracker().update(unseen)) is None


def test_a_tile_that_is_not_in_the_library_is_known_to_be_unknown() -> None:
    own = TilePose("my-own-tile", 0.0, 0.0, 0.0, 0.01, 0.1)
    scene = observed_scene(
        dataclasses.replace(observation(0.0, {}), table=dataclasses.replace(TABLE, tiles=(*TABLE.tiles, own)))
    )
    assert scene is not None
    assert unknown_tiles(scene) == ["my-own-tile"]


def test_every_tile_of_the_library_can_be_seen() -> None:
    assert {name: design.number for name, design in library().items()}.items() <= {
        name: number for number, name in tile_numbers().items()
    }.items()
