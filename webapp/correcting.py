"""What people at the table set right: who is who, where and how figures stand; and how that is taken back."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from pennysight.vision.tracker import (
    Correction,
    CorrectionError,
    Mark,
    Memory,
    Put,
    Release,
    Remove,
    Rename,
    Restore,
    TrackedTable,
    Tracker,
    Turn,
)

MOST_UNDONE = 50
"""So many of the newest corrections can be undone."""
MOST_QUESTIONS = 8


class Undo(msgspec.Struct, frozen=True, tag_field="kind", tag="undo", forbid_unknown_fields=True):
    """Take back the correction of that log entry."""

    entry: int


class Answer(msgspec.Struct, frozen=True, tag_field="kind", tag="answer", forbid_unknown_fields=True):
    """Which of two is which: as shown, or the other way round."""

    question: int
    swap: bool


Intent = Correction | Undo | Answer
"""What a phone may ask for."""


class Question(msgspec.Struct, frozen=True):
    """Two figures of which the camera cannot tell which is which."""

    id: int
    figures: tuple[str, str]
    text: str


class Made(msgspec.Struct, frozen=True):
    """A correction that was made: what is logged of it, and what takes it back."""

    data: dict[str, Any]
    text: str
    undo: Rename | Restore | None
    closes: Question | None = None


class Undoable(msgspec.Struct, frozen=True):
    """What takes a correction back, and what the log said of that correction."""

    undo: Rename | Restore
    text: str

    def ends_with_a_move_of(self, figure: str) -> bool:
        """Whether it cannot be taken back any more once that figure has moved."""
        return isinstance(self.undo, Restore) and self.undo.figure == figure


class Corrections:
    """Makes corrections, remembers what undoes them, and keeps the questions that wait for an answer."""

    def __init__(self, tracker: Tracker, roster: frozenset[str] | None) -> None:
        """`roster` are the only names that may be given, None: any."""
        self._tracker = tracker
        self._roster = roster
        self._undoable: dict[int, Undoable] = {}
        self._questions: list[Question] = []
        self._asked = 0

    def restore(
        self,
        memory: Memory,
        undoable: Mapping[int, Undoable],
        asked: Sequence[tuple[tuple[str, str], str]],
    ) -> None:
        """Go on, before the first frame, from before a restart.

        `undoable` are corrections by their log entries; `asked` the pairs of which nobody said yet which is
        which, with the question.
        """
        self._tracker.recall(memory)
        self._undoable = dict(list(undoable.items())[-MOST_UNDONE:])
        for figures, text in asked:
            self._ask(figures, text)

    @property
    def undoable(self) -> list[int]:
        """The numbers of the log entries that can be undone."""
        return list(self._undoable)

    @property
    def questions(self) -> list[Question]:
        """What waits for an answer, the oldest first."""
        return list(self._questions)

    def hear(self, table: TrackedTable) -> None:
        """Take in what a frame brought: a question, or a move after which a place cannot be taken back."""
        moved = {move.figure for move in table.moves}
        self._undoable = {
            seq: known
            for seq, known in self._undoable.items()
            if not any(known.ends_with_a_move_of(figure) for figure in moved)
        }
        there = {figure.id for figure in table.figures}
        self._questions = [question for question in self._questions if there.issuperset(question.figures)]
        for note in table.notes:
            if note.code == "either":
                one, other = note.figures
                self._ask((one, other), note.text)

    def make(self, intent: Intent) -> Made:
        """Make it; it is to be kept when it is in the log, or else taken back.

        Raises:
            CorrectionError: it cannot be made; nothing has changed.
        """
        before = self._tracker.memory()
        made = self._made(intent)
        return msgspec.structs.replace(
            made, data=made.data | _outlasting(made, before, self._tracker.memory())
        )

    def _ask(self, figures: tuple[str, str], text: str) -> None:
        self._asked += 1
        self._questions.append(Question(self._asked, figures, text))
        del self._questions[:-MOST_QUESTIONS]

    def _made(self, intent: Intent) -> Made:
        match intent:
            case Undo(entry=entry):
                return self._undo(entry)
            case Answer():
                return self._answer(intent)
        before = self._tracker.table()
        given = intent.name if isinstance(intent, Rename) else intent.figure
        there = {figure.id for figure in before.figures}
        if self._roster is not None and given not in there | self._roster:
            raise CorrectionError(f"{given!r:.60} is not in the roster")
        undo = self._tracker.correct(intent)
        text = correction_text(intent, before, self._tracker.table())
        return Made({"correction": msgspec.to_builtins(intent)}, text, undo)

    def take_back(self, made: Made) -> None:
        """Undo what could not be logged."""
        if made.undo is not None:
            self._tracker.correct(made.undo)

    def keep(self, made: Made, seq: int) -> None:
        """Remember what is logged as entry `seq`."""
        if made.closes is not None and made.closes in self._questions:
            self._questions.remove(made.closes)
        self._undoable.pop(made.data.get("undoes", 0), None)
        if made.undo is not None and "undoes" not in made.data:
            self._undoable[seq] = Undoable(made.undo, made.text)
            for oldest in list(self._undoable)[:-MOST_UNDONE]:
                del self._undoable[oldest]

    def _undo(self, entry: int) -> Made:
        known = self._undoable.get(entry)
        if known is None:
            raise CorrectionError(
                f"entry {entry} cannot be undone: it is no correction, or undone already, or its figure has "
                "moved since"
            )
        return Made({"undoes": entry}, f"undone: {known.text}", self._tracker.correct(known.undo))

    def _answer(self, answer: Answer) -> Made:
        question = next((one for one in self._questions if one.id == answer.question), None)
        if question is None:
            raise CorrectionError("that question is answered already")
        one, other = question.figures
        data = {"figures": [one, other], "swap": answer.swap}
        if not answer.swap:
            return Made(data, f"{one} and {other} are as shown, by hand", None, question)
        undo = self._tracker.correct(Rename(one, other))
        return Made(data, f"{one} and {other} are the other way round, by hand", undo, question)


def _outlasting(made: Made, before: Memory, after: Memory) -> dict[str, Any]:
    """What is logged for after a restart: what holds now of those it is about, and what undoes it."""
    changed = [
        name
        for name in {**before.figures, **after.figures}
        if before.figures.get(name) != after.figures.get(name)
    ]
    outlasting: dict[str, Any] = {"holds": {name: after.figures.get(name) for name in changed}}
    if after.caps:
        outlasting["caps"] = after.caps
    if made.undo is not None and "undoes" not in made.data:
        outlasting["undo"] = made.undo
    builtins: dict[str, Any] = msgspec.to_builtins(outlasting)
    return builtins


def correction_text(correction: Correction, before: TrackedTable, after: TrackedTable) -> str:
    """What the log says: `marsh-a is marsh-5, by hand`."""
    return f"{correction.figure} {_said(correction, before, after)}, by hand"


def _said(correction: Correction, before: TrackedTable, after: TrackedTable) -> str:
    match correction:
        case Rename(figure=figure, name=name):
            exchanged = any(each.id == figure for each in after.figures)
            return f"and {name} exchange their names" if exchanged else f"is {name}"
        case Put(figure=figure, x_in=x_in, y_in=y_in):
            place = next((each.place for each in before.figures if each.id == figure), None)
            if place is None:
                return f"stands at {x_in:.1f}, {y_in:.1f}"
            return f"stands {math.hypot(x_in - place.x_in, y_in - place.y_in):.1f} in from where it was shown"
        case Turn(facing_deg=facing_deg):
            return f"faces {facing_deg % 360:.0f}°"
        case Release():
            return "stands as the camera sees it"
        case Mark(dead=True):
            return "is dead"
        case Mark(hat=None):
            return "is alive and wears no hat"
        case Mark(hat=hat):
            return f"wears the {hat} hat"
        case Remove(gone=gone):
            return "is off the table" if gone else "is on the table"
