"""What the tracker hands on: the table as it stands, who moved, and what people should know.

Board frame: inches, x east, y north, origin at the board's south-west corner; angles in degrees
counter-clockwise from east. Deviations are one standard deviation. Times are capture times in seconds.
"""

from dataclasses import dataclass
from typing import Literal

import msgspec
from pennysight.calibration.board import TilePose
from pennysight.vision.observation import Hat, SeenCard, SeenToken

State = Literal["seen", "held", "hidden", "gone"]
NoteCode = Literal["lost", "found", "named", "twins", "either", "hat-seen", "card-gone"]


class Place(msgspec.Struct, frozen=True):
    """Where a figure stands: the midpoint of its fold, and the way its front points (None: nobody knows)."""

    x_in: float
    y_in: float
    facing_deg: float | None


class TrackedFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure by its lasting name.

    `id` is the cap's name ("marsh-1") or, for a figure of unknown name, one given here ("marsh-a", `number`
    None). `held`: covered just now, shown at its last place. `hidden`: not seen for a while with nothing
    over it, so it may have left the table; its last place is kept. `gone`: people said that it left.
    `dead` and `hat` are what people said; `by_hand` whether they said its place or its facing too.
    """

    id: str
    faction: str | None
    number: int | None
    capped: bool
    place: Place
    sd_in: float
    sd_deg: float
    state: State
    hat: Hat | None = None
    dead: bool = False
    by_hand: bool = False


class Move(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """One figure went from one settled place to another, or turned in place.

    `start_s` is when it was last seen at the old place, `end_s` when it was first seen at rest at the new.
    """

    figure: str
    from_: Place
    to: Place
    start_s: float
    end_s: float


class Note(msgspec.Struct, frozen=True):
    """Something people should know: `text` is a sentence, `figures` whom it is about.

    `lost`: not seen for a while. `found`: seen again. `named`: a figure of unknown name (first of `figures`)
    turned out to be the second. `twins`: two figures show one name. `either`: several moved at once, and
    who is who was decided by the shortest ways. `hat-seen`: what people said of its hat
    holds no longer, for another is seen. `card-gone`: a shack's card has been taken.
    """

    code: NoteCode
    figures: tuple[str, ...]
    at_s: float
    text: str


@dataclass(frozen=True, kw_only=True)
class TrackedTable:
    """The table after one frame.

    Places are final while `settled`. `held` are the ids of the figures that are covered just now. `moves` and
    `notes` are what this frame added, each given once. `problem` is the frame's own, None when it was read.
    """

    captured_s: float
    board_width_in: float
    board_height_in: float
    tiles: tuple[TilePose, ...] = ()
    figures: tuple[TrackedFigure, ...] = ()
    tokens: tuple[SeenToken, ...] = ()
    cards: tuple[SeenCard, ...] = ()
    settled: bool = False
    hand: bool = False
    held: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    notes: tuple[Note, ...] = ()
    problem: str | None = None
