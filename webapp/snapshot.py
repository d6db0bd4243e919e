"""What the phones are shown of the table at one moment (`pennysight-table/1`)."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from pennysight.rules.scene import Figure, Scene, Tile, Token
from pennysight.vision.observation import SeenCard
from pennysight.webapp.correcting import Question

FORMAT = "pennysight-table/1"

DECIMALS = 3

NOTICED_IN = 0.005
NOTICED_DEG = 0.25
NOTICED_SHARE = 0.1
"""What nobody notices: changes of a place, of an angle, and of a deviation as a share of it."""


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
    are provisional; `held` are the figures shown where they were last seen. While there is a `doubt`, it is
    why no ruling is sure. `cards` says of each shack whether a card lies face down on it, as far as is known.
    """

    format: str = FORMAT
    version: int
    at: str
    source: SourceState
    settled: bool = False
    held: list[str] = []
    hand: bool = False
    doubt: str | None = None
    notices: list[Notice] = []
    by_hand: list[str] = []
    questions: list[Question] = []
    undoable: list[int] = []
    cards: list[SeenCard] = []
    scene: Scene | None = None


def snapshot_json(snapshot: Snapshot) -> bytes:
    """The snapshot as the phones get it, numbers rounded: they would draw none of the other digits."""
    return msgspec.json.encode(rounded(msgspec.to_builtins(snapshot)))


def look_alike(one: Snapshot, other: Snapshot) -> bool:
    """Whether two snapshots say the same to people, but for the flicker of places between frames."""
    if _without_scene(one) != _without_scene(other):
        return False
    if one.scene is None or other.scene is None:
        return one.scene is other.scene
    return (
        one.scene.board == other.scene.board
        and _lie_alike(one.scene.tiles, other.scene.tiles)
        and _lie_alike(one.scene.tokens, other.scene.tokens)
        and _stand_alike(one.scene.figures, other.scene.figures)
    )


def rounded(value: Any) -> Any:
    """Plain values with numbers as exact as anyone reads them."""
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, list):
        return [rounded(part) for part in value]
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    return value


def _without_scene(snapshot: Snapshot) -> Snapshot:
    return msgspec.structs.replace(snapshot, version=0, at="", scene=None)


def _lie_alike(some: Sequence[Tile | Token], others: Sequence[Tile | Token]) -> bool:
    return len(some) == len(others) and all(
        _name(a) == _name(b)
        and _near(a.x_in, b.x_in)
        and _near(a.y_in, b.y_in)
        and _turned_alike(a.rotation_deg, b.rotation_deg)
        for a, b in zip(some, others, strict=True)
    )


def _name(thing: Tile | Token) -> str | int:
    return thing.tile if isinstance(thing, Tile) else thing.marker


def _stand_alike(some: Sequence[Figure], others: Sequence[Figure]) -> bool:
    return len(some) == len(others) and all(
        (a.id, a.faction, a.hat, a.dead) == (b.id, b.faction, b.hat, b.dead)
        and _near(a.x_in, b.x_in)
        and _near(a.y_in, b.y_in)
        and _turned_alike(a.facing_deg, b.facing_deg)
        and abs(a.sd_in - b.sd_in) <= NOTICED_SHARE * b.sd_in
        and abs(a.sd_deg - b.sd_deg) <= NOTICED_SHARE * b.sd_deg
        for a, b in zip(some, others, strict=True)
    )


def _near(one_in: float, other_in: float) -> bool:
    return abs(one_in - other_in) < NOTICED_IN


def _turned_alike(one_deg: float | None, other_deg: float | None) -> bool:
    if one_deg is None or other_deg is None:
        return one_deg is other_deg
    return abs((one_deg - other_deg + 180) % 360 - 180) < NOTICED_DEG
