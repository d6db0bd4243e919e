"""A bump and a nudge while people play: rulings say that they are not sure, why, and are sure again after."""

from collections.abc import Iterator

import msgspec
import pytest
from pennysight.gamelog import GameLog
from pennysight.rules.tile_library import library
from pennysight.vision.observation import Observation
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.mishaps import Blur, Bump, Nudge
from pennysight.vision.simulated.script import Script
from pennysight.vision.simulated.table import CAMERA, FRAMES_PER_S, SimulatedCamera
from pennysight.vision.sources import Frame
from pennysight.webapp.app import RulingGiven
from pennysight.webapp.scenes import tile_numbers
from pennysight.webapp.tile_art import tile_art

from tests.webapp.bench import Bench

pytestmark = pytest.mark.slow

BUMP = Bump(0.9, 1.2, (0.3, 0.2, 0.1), (0.5, 0.3, 1.0))
NUDGE = Nudge("storm-hollow", 2.5, 2.7, (-0.3, -0.2), 2.0)
BLUR = Blur(4.9, 5.1, 3.0)
SCRIPT = Script(
    layout=[["crossroads", "marsh-home"], ["storm-hollow", "cult-home"]],
    figures=[Pose("cult-2", "cult", 2, 13.5, 2.5, 90.0), Pose("marsh-1", "marsh", 1, 13.5, 6.5, 270.0)],
    moves=[],
    length_s=60.0,
    mishaps=(BUMP, NUDGE, BLUR),
)


@pytest.fixture
def bench(log: GameLog) -> Iterator[Bench]:
    made = Bench(log, {})
    made.session.start()
    yield made
    made.session.close()


def test_rulings_are_in_doubt_while_camera_or_tile_moves_and_sure_when_it_is_healed(bench: Bench) -> None:
    camera = SimulatedCamera(
        {name: tile_art(library()[name]) for row in SCRIPT.layout for name in row},
        script=SCRIPT,
        camera=CAMERA.for_size(1280, 720),
        paced=False,
    )
    pipeline = Pipeline(camera.camera, tile_numbers())

    def see(captured_s: float) -> Observation:
        number = round(captured_s * FRAMES_PER_S)
        return pipeline.see(Frame(camera.draw(number), captured_s, number))

    def until(time_s: float) -> None:
        bench.show(see, round(time_s * FRAMES_PER_S) - bench.frame)

    def ruled() -> dict[str, dict[str, object]]:
        given: RulingGiven = bench.session.rule("marsh-1", "cult-2")
        answer: dict[str, dict[str, object]] = msgspec.json.decode(given.ruling)
        return answer

    def tile() -> tuple[float, float]:
        scene = bench.session.stream.snapshot.scene
        assert scene is not None
        return next((tile.x_in, tile.y_in) for tile in scene.tiles if tile.tile == NUDGE.tile)

    until(0.9)
    sure = ruled()
    verdicts = ("melee", "facing", "faces_target", "sight")
    assert [sure[verdict]["sure"] for verdict in verdicts] == [True] * 4

    until(BUMP.start_s + 0.3)
    doubted = ruled()
    for verdict in verdicts:
        assert doubted[verdict]["sure"] is False
        assert "camera moves or was bumped" in str(doubted[verdict]["doubt"])
    assert doubted["sight"]["answer"] == sure["sight"]["answer"]  # of the table as it last lay still
    assert "camera-moving" in bench.notices()

    until(BUMP.end_s + 1.0)  # healed within a second of rest
    healed = ruled()
    assert [healed[verdict]["sure"] for verdict in verdicts] == [True] * 4
    assert healed["distance_in"] == pytest.approx(sure["distance_in"], abs=0.03)
    assert "the camera was bumped" in bench.notices()["camera-bumped"]

    before = tile()
    until(NUDGE.start_s + 0.2)
    assert "a tile is being moved" in str(ruled()["sight"]["doubt"])
    until(NUDGE.end_s + 2.1)
    assert ruled()["sight"]["doubt"] is None
    assert "storm-hollow was pushed" in bench.notices()["tile-nudged"]
    assert tile() == pytest.approx((before[0] - 0.3, before[1] - 0.2), abs=0.04)

    until(BLUR.start_s + 0.2)
    assert "blurred" in str(ruled()["sight"]["doubt"])
    until(BLUR.end_s + 0.2)
    assert ruled()["sight"]["doubt"] is None
    assert [e.data["code"] for e in bench.log.entries() if e.kind == "notice"] == [
        "camera-bumped",
        "tile-nudged",
        "out-of-focus",
    ]
