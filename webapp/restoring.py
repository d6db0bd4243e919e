"""What people set right before a restart, read back from the log of the same evening.

Every correction is logged with what it left holding of the figures that it is about; moves and notices tell
what became of that. So the newest of each is what holds now.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import TypeVar

import msgspec
from pennysight.gamelog import Entry, GameLog, utc_now
from pennysight.vision.naming import faction_and_number
from pennysight.vision.tracker import Memory, Place, Remembered, Rename, Restore
from pennysight.webapp.correcting import Corrections, Undoable
from pennysight.webapp.snapshot import Notice

EVENING = timedelta(hours=12)
"""What is older was said at another evening's table."""

Data = TypeVar("Data", bound=msgspec.Struct)


class _Corrected(msgspec.Struct, frozen=True):
    holds: dict[str, Remembered | None] = {}
    caps: dict[str, str] = {}
    undo: Rename | Restore | None = None
    undoes: int | None = None
    figures: tuple[str, str] | None = None


class _Moved(msgspec.Struct, frozen=True):
    figure: str
    to: Place


class _Noted(msgspec.Struct, frozen=True):
    code: str
    figures: tuple[str, ...] = ()


def restore(
    corrections: Corrections,
    log: GameLog,
    roster: frozenset[str] | None,
    now: Callable[[], datetime] = utc_now,
) -> list[Notice]:
    """Have what was corrected earlier this evening hold again; what is to be said of it.

    Raises LogError.
    """
    evening = _Evening()
    for entry in log.entries_since(now() - EVENING, ("correction", "move", "notice")):
        evening.add(entry)
    memory, strangers = _of_roster(evening.memory(), roster)
    corrections.restore(
        memory,
        {seq: each for seq, each in evening.undoable.items() if each.undo.figure in memory.figures},
        [(pair, text) for pair, text in evening.asked.items() if memory.figures.keys() >= set(pair)],
    )
    return list(_told(memory, strangers, evening.damaged))


class _Evening:
    """What holds after the entries so far."""

    def __init__(self) -> None:
        self.undoable: dict[int, Undoable] = {}
        self.asked: dict[tuple[str, str], str] = {}
        self.damaged = 0
        self._figures: dict[str, Remembered] = {}
        self._caps: dict[str, str] = {}
        self._names: set[str] = set()

    def memory(self) -> Memory:
        given = frozenset(name for name in self._names if faction_and_number(name) is None)
        return Memory(self._figures, self._caps, given)

    def add(self, entry: Entry) -> None:
        """Take in the next entry; one that cannot be understood is counted."""
        try:
            match entry.kind:
                case "correction":
                    self._correct(entry, msgspec.convert(entry.data, _Corrected))
                case "move":
                    self._move(msgspec.convert(entry.data, _Moved))
                case "notice":
                    self._note(entry.text, msgspec.convert(entry.data, _Noted))
        except msgspec.ValidationError:
            self.damaged += 1

    def _correct(self, entry: Entry, said: _Corrected) -> None:
        self._names.update(said.holds)
        for name, figure in said.holds.items():
            self._hold(name, figure)
        if said.holds:
            self._caps = said.caps
        if said.undoes is not None:
            self.undoable.pop(said.undoes, None)
        elif said.undo is not None:
            self.undoable[entry.seq] = Undoable(said.undo, entry.text)
        if said.figures is not None:
            self.asked.pop(said.figures, None)

    def _move(self, moved: _Moved) -> None:
        self.undoable = {
            seq: each for seq, each in self.undoable.items() if not each.ends_with_a_move_of(moved.figure)
        }
        if (was := self._figures.get(moved.figure)) is not None:
            there = msgspec.structs.replace(
                was,
                x_in=moved.to.x_in,
                y_in=moved.to.y_in,
                facing_deg=moved.to.facing_deg,
                by_hand=was.by_hand.after_a_move(),
                put_unseen=False,
            )
            self._hold(moved.figure, there)

    def _note(self, text: str, noted: _Noted) -> None:
        match noted:
            case _Noted("either", (one, other)):
                self.asked[one, other] = text
            case _Noted("named", (unknown, name)) if unknown in self._figures:
                self._figures[name] = self._figures.pop(unknown)
            case _Noted("hat-seen", (name,)) if name in self._figures:
                was = self._figures[name]
                self._hold(name, msgspec.structs.replace(was, by_hand=was.by_hand.after_a_hat()))
            case _Noted("found", (name,)) if name in self._figures:
                was = self._figures[name]
                by_hand = msgspec.structs.replace(was.by_hand, gone=False)
                self._hold(name, msgspec.structs.replace(was, by_hand=by_hand))

    def _hold(self, name: str, figure: Remembered | None) -> None:
        if figure is not None and figure.holds:
            self._figures[name] = figure
        else:
            self._figures.pop(name, None)


def _of_roster(memory: Memory, roster: frozenset[str] | None) -> tuple[Memory, list[str]]:
    """What may hold where only the names of a roster are given, and whose names are not in it."""

    def plays(name: str) -> bool:
        return roster is None or faction_and_number(name) is None or name in roster

    figures = {name: figure for name, figure in memory.figures.items() if plays(name)}
    caps: dict[str, str] = {}
    for start in memory.caps:
        ring = _ring(memory.caps, start)
        if all(faction_and_number(name) and plays(name) for name in ring):
            caps.update((name, memory.caps[name]) for name in ring)
    return Memory(figures, caps, memory.names), sorted(memory.figures.keys() - figures)


def _ring(caps: Mapping[str, str], start: str) -> list[str]:
    """The caps that exchange their names with this one, itself among them; none where they do not."""
    ring = [start]
    while (told := caps.get(ring[-1])) is not None and told not in ring:
        ring.append(told)
    return ring if told == start else []


def _told(memory: Memory, strangers: list[str], damaged: int) -> Iterable[Notice]:
    if memory.figures:
        names = ", ".join(sorted(memory.figures))
        yield Notice("restored", f"set right before the restart, and holds where they still stand: {names}")
    if strangers:
        names = ", ".join(strangers)
        yield Notice("not-restored", f"no longer in the roster, so what was set right is left out: {names}")
    if damaged:
        yield Notice(
            "not-restored",
            f"entries of the log that cannot be understood, so what they set right is left out: {damaged}",
        )
