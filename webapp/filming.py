"""What `pennysight track` says of a recording: each move once, what people should know."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from pennysight.calibration.camera import Camera
from pennysight.vision.observation import Observation
from pennysight.vision.sources import Frame, Recording
from pennysight.vision.tracker import Move, Note, TrackedTable, Tracker
from pennysight.webapp.notices import NOTES_SHOWN, Notices
from pennysight.webapp.scenes import tracked_scene
from pennysight.webapp.snapshot import Notice
from pennysight.webapp.watching import frames_of
from pennysight.webapp.wording import move_text

SEEN_AND_UNSEEN = ("lost", "found")
PASSING = ("hand", "hidden", *NOTES_SHOWN)
"""Notices that say nothing new in a recording: a hand is no news, the rest the tracker's own notes say."""


class NeverAtRestError(ValueError):
    """A recording in which no table comes to rest; the message is one sentence."""


class Event(msgspec.Struct, frozen=True):
    """One line: `at_s` is the recording's time, `data` what programs read, `text` a sentence for people."""

    at_s: float
    data: dict[str, Any]
    text: str


def track(
    recording: Recording, camera: Camera, see: Callable[[Frame], Observation]
) -> Iterator[Event | float]:
    """Follow a recording of this camera's at its own times; `see` is a pipeline's.

    Gives what happened, in order, and between that the time of each frame in seconds; last the final settled
    scene. Raises CameraError, or NeverAtRestError when there is none.
    """
    tracker, notices = Tracker(), Notices()
    final: TrackedTable | None = None
    known: set[Notice] = set()
    problem: str | None = None
    unsaid: list[Event] = []  # until a table has come to rest, there may be no answer at all
    for frame in frames_of(recording, camera):
        observation = see(frame)
        table = tracker.update(observation)
        problem = table.problem or problem
        yield frame.captured_s
        unsaid += [_moved(move) for move in table.moves] + [_noted(note) for note in table.notes]
        told = notices.of(table, tracked_scene(table), observation.findings)
        now = {notice for notice in told if notice.code not in PASSING}
        new = sorted(now - known, key=lambda notice: notice.code)
        unsaid += [_noticed(notice, table.captured_s) for notice in new]
        known = now
        if table.settled:
            final = table
        if final is not None:
            yield from unsaid
            unsaid.clear()
    if final is None:
        why = problem or "something moves from its first frame to its last"
        raise NeverAtRestError(f"{recording.name} shows no table at rest: {why}")
    yield _scene(final)


def _moved(move: Move) -> Event:
    return Event(move.end_s, {"type": "move", **msgspec.to_builtins(move)}, move_text(move))


def _noted(note: Note) -> Event:
    if note.code in SEEN_AND_UNSEEN:
        (figure,) = note.figures
        return Event(note.at_s, {"type": note.code, "figure": figure, "at_s": note.at_s}, note.text)
    return Event(note.at_s, {"type": "note", **msgspec.to_builtins(note)}, note.text)


def _noticed(notice: Notice, at_s: float) -> Event:
    data = {"type": "note", "code": notice.code, "figures": [], "at_s": at_s, "text": notice.text}
    return Event(at_s, data, notice.text)


def _scene(table: TrackedTable) -> Event:
    scene = tracked_scene(table)
    assert scene is not None  # noqa: S101  # it is settled, so there is one
    text = f"at rest: {len(scene.tiles)} tiles, {len(scene.figures)} figures, {len(scene.tokens)} tokens"
    if lying := sum(card.state == "present" for card in table.cards):
        text += f", {lying} cards on shacks"
    data = {"type": "scene", "scene": scene, "cards": table.cards}
    return Event(table.captured_s, msgspec.to_builtins(data), text)
