"""What the phones are sent: all that people can see, and nothing when nothing has changed for them."""

import msgspec
import pytest
from pennysight.rules.scene import Board, Figure, Geometry, Obstacle, Scene, Tile, Token
from pennysight.webapp.snapshot import Notice, Snapshot, SourceState, look_alike, snapshot_json

SCENE = Scene(
    board=Board(36.0, 36.0),
    tiles=[Tile("crossroads", 0.0, 0.0, 0.1, 0.01)],
    obstacles=[Obstacle("crossroads/wall-1", "wall", Geometry("LineString", [[1 / 3, 2.0], [4.0, 2 / 3]]))],
    figures=[
        Figure(id="marsh-1", faction="marsh", x_in=1.0, y_in=2.0, facing_deg=359.95, sd_in=0.02, sd_deg=1.0),
        Figure(id="cult-2", faction="cult", x_in=5.0, y_in=2.0, facing_deg=None, sd_in=0.02),
    ],
    tokens=[Token(131, "item", 7.0, 7.0, 10.0, 0.01)],
)
SNAPSHOT = Snapshot(
    version=7, at="2025-07-01T00:00:00.000Z", source=SourceState("camera 0", "live", ""), scene=SCENE
)


def with_figure(**change: object) -> Snapshot:
    figures = [msgspec.structs.replace(SCENE.figures[0], **change), SCENE.figures[1]]
    return msgspec.structs.replace(SNAPSHOT, scene=msgspec.structs.replace(SCENE, figures=figures))


def with_scene(**change: object) -> Snapshot:
    return msgspec.structs.replace(SNAPSHOT, scene=msgspec.structs.replace(SCENE, **change))


@pytest.mark.parametrize(
    "other",
    [
        msgspec.structs.replace(SNAPSHOT, version=8, at="2025-07-01T00:00:01.000Z"),
        with_figure(x_in=1.004),
        with_figure(facing_deg=0.1),
        with_figure(sd_in=0.0205),
        with_scene(tiles=[Tile("crossroads", 0.004, 0.0, 0.2, 0.02)]),
        with_scene(tokens=[Token(131, "item", 7.0, 7.004, 10.2, 0.02)]),
    ],
)
def test_flicker_is_not_worth_telling(other: Snapshot) -> None:
    assert look_alike(SNAPSHOT, other)
    assert look_alike(other, SNAPSHOT)


@pytest.mark.parametrize(
    "other",
    [
        with_figure(x_in=1.01),
        with_figure(facing_deg=0.5),
        with_figure(facing_deg=None),
        with_figure(id="marsh-2"),
        with_figure(hat="stun"),
        with_figure(dead=True),
        with_figure(sd_in=0.03),
        with_scene(figures=SCENE.figures[:1]),
        with_scene(figures=[]),
        with_scene(tiles=[Tile("storm-hollow", 0.0, 0.0, 0.1, 0.01)]),
        with_scene(tiles=[Tile("crossroads", 0.0, 0.0, 90.1, 0.01)]),
        with_scene(tokens=[]),
        with_scene(tokens=[Token(132, "item", 7.0, 7.0, 10.0, 0.01)]),
        with_scene(board=Board(36.0, 27.0)),
        msgspec.structs.replace(SNAPSHOT, scene=None),
        msgspec.structs.replace(SNAPSHOT, settled=True),
        msgspec.structs.replace(SNAPSHOT, held=["marsh-1"]),
        msgspec.structs.replace(SNAPSHOT, hand=True),
        msgspec.structs.replace(SNAPSHOT, notices=[Notice("hand", "a hand")]),
        msgspec.structs.replace(SNAPSHOT, source=SourceState("camera 0", "gone", "")),
    ],
)
def test_whatever_people_can_see_is_worth_telling(other: Snapshot) -> None:
    assert not look_alike(SNAPSHOT, other)
    assert not look_alike(other, SNAPSHOT)


def test_what_is_sent_is_the_snapshot_to_a_thousandth() -> None:
    sent = msgspec.json.decode(snapshot_json(SNAPSHOT), type=Snapshot)
    assert sent.scene is not None
    assert sent.scene.obstacles[0].geometry.coordinates == [[0.333, 2.0], [4.0, 0.667]]
    assert msgspec.structs.replace(sent, scene=None) == msgspec.structs.replace(SNAPSHOT, scene=None)
    assert sent.scene.figures == SCENE.figures
