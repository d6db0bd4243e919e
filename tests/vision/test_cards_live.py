"""From simulated pictures through pipeline and tracker: cards on shacks, and one that is taken (H-089)."""

from collections.abc import Iterator

import pytest
from pennysight.rules.tile_library import library
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.cards import Card
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Move, Script, Take
from pennysight.vision.simulated.table import CAMERA, SimulatedCamera
from pennysight.vision.sources import Frame
from pennysight.vision.tracker import TrackedTable, Tracker
from pennysight.webapp.scenes import shacks, tile_numbers
from pennysight.webapp.table_facts import TableFacts, pipeline_by
from pennysight.webapp.tile_art import tile_art, tile_picture

ONE, TWO, THREE = "mason-lane/shack-1", "mason-lane/shack-2", "jacobs-rest/shack-1"
TAKEN_S = 6.0
EVENING = Script(
    layout=[["mason-lane", "jacobs-rest"]],
    figures=[Pose("marsh-1", "marsh", 1, 4.5, 1.8, 90.0)],
    moves=[Move("marsh-1", 2.4, 3.2, [(4.5, 3.3)], 90.0, 0.0)],  # the arm lies over TWO and THREE
    length_s=9.0,
    cards=(Card(1.9, 5.8, 10.0), Card(7.1, 3.2, 85.0), Card(11.1, 2.6, 350.0)),
    takes=(Take(0, TAKEN_S, TAKEN_S + 0.6, 90.0),),
)
STEP = 2  # of ten frames a second every other one


def camera_over(script: Script) -> SimulatedCamera:
    art = {name: tile_art(library()[name]) for row in script.layout for name in row}
    return SimulatedCamera(art, script=script, camera=CAMERA.for_size(640, 360), paced=False)


def told(pipeline: Pipeline, camera: SimulatedCamera, length_s: float) -> Iterator[TrackedTable]:
    tracker = Tracker()
    for number in range(0, round(length_s * 10), STEP):
        yield tracker.update(pipeline.see(Frame(camera.draw(number), number / 10, number)))


def states(table: TrackedTable) -> dict[str, str]:
    return {card.shack: card.state for card in table.cards}


@pytest.fixture(scope="module")
def evening() -> list[TrackedTable]:
    camera = camera_over(EVENING)
    return list(told(pipeline_by(TableFacts(1.75), camera.camera, still=False), camera, EVENING.length_s))


def test_cards_that_lie_there_are_told_and_held_while_an_arm_lies_over_them(
    evening: list[TrackedTable],
) -> None:
    there = {ONE: "present", TWO: "present", THREE: "present"}
    since = [table for table in evening if 2.0 <= table.captured_s < TAKEN_S]
    assert any(table.hand for table in since)
    assert all(states(table) == there for table in since)


def test_the_card_that_is_taken_is_one_event_and_nothing_else_is(evening: list[TrackedTable]) -> None:
    assert states(evening[-1]) == {ONE: "gone", TWO: "present", THREE: "present"}
    (note,) = [note for table in evening for note in table.notes]
    assert (note.code, note.text) == ("card-gone", f"the card on {ONE} is gone")
    assert note.at_s > TAKEN_S
    (move,) = [move for table in evening for move in table.moves]
    assert move.figure == "marsh-1"


def test_bare_shacks_of_our_own_tiles_are_told_to_be_bare() -> None:
    script = Script([["old-oak-road", "strange-old-shack"]], [], [], 2.0)
    camera = camera_over(script)
    table = pipeline_by(TableFacts(1.75), camera.camera, still=True).see(Frame(camera.draw(0), 0.0, 0))
    assert len(table.cards) == 3
    assert {card.state for card in table.cards} == {"gone"}


def test_a_print_that_is_not_what_lies_there_changes_nothing() -> None:
    camera = camera_over(EVENING)
    swapped = {"mason-lane": "jacobs-rest", "jacobs-rest": "mason-lane"}
    frame = Frame(camera.draw(0), 0.0, 0)
    with_another, with_none = (
        Pipeline(camera.camera, tile_numbers(), still=True, shacks=shacks, tile_picture=picture).see(frame)
        for picture in (lambda name: tile_picture(swapped[name]), lambda _: None)
    )
    assert len(with_none.cards) == 3
    assert with_another.cards == with_none.cards
    assert "gone" not in {card.state for card in with_none.cards}
