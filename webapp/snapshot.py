"""What the phones are shown of the table at one moment (`pennysight-table/1`)."""

from typing import Literal

import msgspec
from pennysight.rules.scene import Scene

FORMAT = "pennysight-table/1"


class SourceState(msgspec.Struct, frozen=True):
    """How the camera is doing: `text` is a sentence for people, empty when there is nothing to say."""

    name: str
    state: Literal["live", "stalled", "gone", "ended"]
    text: str


class Notice(msgspec.Struct, frozen=True):
    """Something that the players should know now: a code for programs, a sentence for people."""

    code: str
    text: str


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table. `version` rises with every change while the server runs; `at` is UTC, ISO 8601.

    `scene` is None until a table has been seen. While `settled` is false something is moving, and places
    are provisional; `held` are the figures shown where they were last seen.
    """

    format: str = FORMAT
    version: int
    at: str
    source: SourceState
    settled: bool = False
    held: list[str] = []
    hand: bool = False
    notices: list[Notice] = []
    scene: Scene | None = None
