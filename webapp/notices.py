"""What the players should know right now, and what of it is new and belongs in the record."""

from collections.abc import Sequence

from pennysight.rules.scene import Scene
from pennysight.vision.sources import Control
from pennysight.vision.tracker import Note, TrackedTable
from pennysight.vision.watch import Finding
from pennysight.webapp.scenes import unknown_tiles
from pennysight.webapp.snapshot import Notice, SourceState

NO_TABLE_AFTER_S = 1.0
"""How long no table may be read before it is said: an arm across the board is no news."""

NOTE_SHOWN_S = 20.0
NOTES_SHOWN = ("twins", "named")
"""Notes of the tracker that stay for a while. A figure lost or found is told by the notice `hidden`; which of
two is which is a question of its own."""

RECORDED = ("no-table", "unknown-tile", "fault", "camera-zoomed", "out-of-focus")
RECORDED_EACH = (
    "camera-bumped",
    "tile-nudged",
    "tile-astray",
    "tile-missing",
    "marker-doubled",
    "label-doubled",
    "label-left-out",
    "camera-control",
)
"""Notices of which each text is recorded, not only the first of its code."""
CONTROLS_SHOWN_S = 60.0
"""How long it is said that a control of the camera cannot be locked: nobody may be able to change it."""
QUIET_S = 60.0
"""A notice that comes and goes is recorded once in this time."""


class Notices:
    """Follows the table, the camera and our own faults."""

    def __init__(self) -> None:
        self._table_seen_s: float | None = None
        self._notes: list[Note] = []
        self._source: SourceState | None = None
        self._recorded_s: dict[str, float] = {}
        self._loose_since_s: dict[str, float] = {}

    def of(self, table: TrackedTable, scene: Scene | None, findings: Sequence[Finding] = ()) -> list[Notice]:
        """What to say of the table as this frame leaves it; times are the frames' own.

        `findings` are what the frame's watch over camera and tiles tells.
        """
        now_s = table.captured_s
        if table.problem is None:
            self._table_seen_s = now_s
        new = [note for note in table.notes if note.code in NOTES_SHOWN]
        self._notes = [note for note in self._notes + new if now_s - note.at_s < NOTE_SHOWN_S]

        # That the table was lost is told by `no-table`, after a while.
        notices = [Notice(found.code, found.text) for found in findings if found.code != "table-lost"]
        told = {notice.text for notice in notices}
        long = self._table_seen_s is None or now_s - self._table_seen_s >= NO_TABLE_AFTER_S
        if table.problem is not None and table.problem not in told and long:
            notices.append(Notice("no-table", table.problem))
        if table.hand:
            text = "a hand is over the table; what it hides is shown where it last stood"
            notices.append(Notice("hand", text))
        if scene is not None and (unknown := unknown_tiles(scene)):
            text = f"the walls of {', '.join(unknown)} are not known, so rulings leave them out"
            notices.append(Notice("unknown-tile", text))
        if hidden := [figure.id for figure in table.figures if figure.state == "hidden"]:
            text = f"not seen for a while and perhaps off the table: {', '.join(hidden)}"
            notices.append(Notice("hidden", text))
        return notices + [Notice(note.code, note.text) for note in self._notes]

    def of_controls(self, controls: Sequence[Control], now_s: float) -> list[Notice]:
        """What to say of the camera's controls that are not locked, at `now_s` of the clock."""
        loose = [control.text for control in controls if control.outcome != "locked"]
        since_s = self._loose_since_s = {text: self._loose_since_s.get(text, now_s) for text in loose}
        return [Notice("camera-control", text) for text in loose if now_s - since_s[text] < CONTROLS_SHOWN_S]

    def to_record(self, source: SourceState, notices: list[Notice], now_s: float) -> list[Notice]:
        """What is news at `now_s` of the clock: a camera gone or back, and notices not there a minute ago."""
        news = []
        if self._source is not None and source.state != self._source.state:
            text = f"{source.name} is back" if source.state == "live" else f"{source.name} {source.state}"
            news.append(Notice("source", source.text or text))
        self._source = source
        for notice in notices:
            if notice.code in RECORDED + RECORDED_EACH:
                key = notice.text if notice.code in RECORDED_EACH else notice.code
                if now_s - self._recorded_s.get(key, -QUIET_S) >= QUIET_S:
                    news.append(notice)
                self._recorded_s[key] = now_s
        return news
