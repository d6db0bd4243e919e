"""The one writer: what the camera saw and what the players asked, applied in order, recorded, then shown.

Every thread that has something to say puts it into one inbox, and one loop takes it out: nothing here needs
a lock. What belongs in the record is committed before anything shows it. While the log cannot be written the
phones keep the last table that was recorded, and are told why.
"""

import logging
import queue
import reprlib
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from pennysight.gamelog import Entry, GameLog, LogError, iso_time, utc_now
from pennysight.rules.prepared import Prepared, prepare
from pennysight.rules.ruling import RulingError, rule, ruling_json
from pennysight.rules.scene import Scene, SceneError
from pennysight.vision.observation import Observation
from pennysight.vision.sources import Frame, Source, controls_of
from pennysight.vision.tracker import TrackedTable, Tracker
from pennysight.vision.watch import Finding
from pennysight.webapp.app import NoSuchFigureError, NotNowError, RulingGiven
from pennysight.webapp.correcting import Corrections, Intent
from pennysight.webapp.doubting import doubt_of, doubted
from pennysight.webapp.notices import Notices
from pennysight.webapp.record import Record
from pennysight.webapp.restoring import restore
from pennysight.webapp.rosters import names_to_give
from pennysight.webapp.scenes import tracked_scene
from pennysight.webapp.snapshot import Notice, Snapshot, SourceState, look_alike, rounded, snapshot_json
from pennysight.webapp.stream import Stream
from pennysight.webapp.watching import Fault, Watcher
from pennysight.webapp.wording import move_text, ruling_text

logger = logging.getLogger(__name__)

WAITING_MESSAGES = 64
TICK_S = 0.5
"""How long the loop waits for a message before it asks how the camera is."""

ANSWER_WITHIN_S = 10.0
CLOSE_WITHIN_S = 3.0


T = TypeVar("T")


@dataclass(frozen=True)
class _Intent(Generic[T]):
    """What a player asked for: what is to be done in the loop's thread, and where the answer goes."""

    act: Callable[[], T]
    answer: Future[T]


class TableSession:
    """One table: its camera, its log and its phones."""

    def __init__(
        self,
        log: GameLog,
        source: Source,
        frames: Iterator[Frame],
        see: Callable[[Frame], Observation],
        tracker: Tracker,
        roster: frozenset[str] | None = None,
    ) -> None:
        """`frames` are those of `source`; `roster` are the only names to be given, None: any.

        What was corrected earlier this evening holds again, by the log.
        Raises LogError when the log cannot be read or does not take the first entry.
        """
        self._log = log
        self._source = source
        self._tracker = tracker
        self._corrections = Corrections(tracker, roster)
        self.names = names_to_give(roster)
        self._inbox: queue.Queue[Observation | Fault | _Intent[Any]] = queue.Queue(WAITING_MESSAGES)
        self._closing = threading.Event()
        self._watcher = Watcher(source, frames, see, self._put)
        self._loop = threading.Thread(target=self._run, name="session", daemon=True)

        started = log.append("session-started", {"source": source.name}, f"started with {source.name}")
        self._notices = Notices()
        self._fault: str | None = None
        # The newest table, shown as soon as all that led to it is in the log.
        self._latest = Snapshot(version=1, at=started.at, source=self._source_state())
        self._findings: tuple[Finding, ...] = ()
        self._table_notices: list[Notice] = []
        self._prepared: Prepared | None = None
        self.stream = Stream(self._latest, snapshot_json, started.seq, log.entries)
        self._record = Record(log, self.stream.tell)
        for notice in restore(self._corrections, log, roster):
            self._record.add("notice", {"code": notice.code}, notice.text)

    def start(self) -> None:
        """Begin to watch and to answer."""
        self._loop.start()
        self._watcher.start()

    def close(self) -> None:
        """End the streams, write what is still to be written, and give the camera back."""
        self.stream.close()
        self._closing.set()
        self._loop.join(CLOSE_WITHIN_S)
        self._watcher.close(CLOSE_WITHIN_S)

    def entries(self, after: int, limit: int) -> list[Entry]:
        """Log entries above a `seq`, oldest first."""
        return self._log.entries(after, limit)

    def newest_entries(self, limit: int) -> list[Entry]:
        """The newest log entries, oldest first."""
        return self._log.newest_entries(limit)

    def rule(self, from_id: str, to_id: str) -> RulingGiven:
        """Rule between two figures as they are shown, and log it.

        Raises NoSuchFigureError, NotNowError or LogError.
        """
        return self._ask(lambda: self._ruled(from_id, to_id))

    def correct(self, intent: Intent) -> Entry:
        """Take a player's word for something, and log it.

        Raises CorrectionError, NotNowError or LogError.
        """
        return self._ask(lambda: self._corrected(intent))

    def _ask(self, act: Callable[[], T]) -> T:
        intent = _Intent(act, Future())
        if self._closing.is_set():
            raise NotNowError("the table is closing")
        try:
            self._inbox.put(intent, timeout=ANSWER_WITHIN_S)
            return intent.answer.result(ANSWER_WITHIN_S)
        except (queue.Full, TimeoutError):
            intent.answer.cancel()
            raise NotNowError("the table is too busy to answer; ask again") from None

    # From here on everything but _put runs in the loop's thread.

    def _put(self, message: Observation | Fault) -> None:
        while not self._closing.is_set():
            with suppress(queue.Full):
                self._inbox.put(message, timeout=TICK_S)
                return

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._turn()
            except Exception as error:
                logger.exception("the session could not apply a message")
                self._fault = f"something was left out through a fault in Pennysight ({type(error).__name__})"
        self._record.write()

    def _turn(self) -> None:
        """Apply one message, if one comes in time, and show what came of it."""
        try:
            message = self._inbox.get(timeout=TICK_S)
        except queue.Empty:
            message = None
        match message:
            case Observation():
                self._observe(message)
            case Fault():
                self._fault = message.text
            case _Intent():
                self._answer(message)
        self._show()

    def _observe(self, observation: Observation) -> None:
        table = self._tracker.update(observation)
        self._findings = observation.findings
        self._fault = None
        self._corrections.hear(table)
        for move in table.moves:
            self._record.add("move", move, move_text(move))
        for note in table.notes:
            self._record.add("notice", note, note.text)
        self._take(table)

    def _take(self, table: TrackedTable) -> None:
        """Have this table be the newest, shown as soon as all that led to it is in the log."""
        scene = tracked_scene(table) or self._latest.scene
        self._table_notices = self._notices.of(table, scene, self._findings)
        self._latest = msgspec.structs.replace(
            self._latest,
            settled=table.settled,
            held=list(table.held),
            hand=table.hand,
            doubt=doubt_of(self._findings),
            by_hand=[figure.id for figure in table.figures if figure.by_hand],
            questions=self._corrections.questions,
            undoable=self._corrections.undoable,
            cards=list(table.cards),
            scene=scene,
        )

    def _answer(self, intent: _Intent[Any]) -> None:
        if not intent.answer.set_running_or_notify_cancel():
            return
        try:
            intent.answer.set_result(intent.act())
        except Exception as error:
            intent.answer.set_exception(error)

    def _corrected(self, intent: Intent) -> Entry:
        self._record.write_all()
        made = self._corrections.make(intent)
        try:
            entry = self._record.answer("correction", made.data, made.text)
        except LogError:
            self._corrections.take_back(made)
            raise
        self._corrections.keep(made, entry.seq)
        self._take(self._tracker.table())
        return entry

    def _ruled(self, from_id: str, to_id: str) -> RulingGiven:
        self._record.write_all()
        shown = self.stream.snapshot
        try:
            scene = _with_both(shown.scene, from_id, to_id)
            if self._prepared is None or self._prepared.scene is not scene:
                self._prepared = prepare(scene, self._prepared)
            ruling = rule(self._prepared, from_id, to_id)
        except (RulingError, SceneError) as error:
            raise NotNowError(str(error)) from error
        if self._latest.doubt is not None:
            ruling = doubted(ruling, self._latest.doubt)
        data = {
            "ruling": ruling,
            "settled": shown.settled,
            "held": shown.held,
            "figures": rounded(msgspec.to_builtins(scene.figures)),
        }
        entry = self._record.answer("ruling", data, ruling_text(from_id, to_id, ruling))
        return RulingGiven(msgspec.Raw(ruling_json(ruling)), entry)

    def _show(self) -> None:
        """Record the notices that are new, then show the newest table, or why it cannot be recorded."""
        source = self._source_state()
        now_s = time.monotonic()
        notices = self._table_notices + self._notices.of_controls(controls_of(self._source), now_s)
        notices += [] if self._fault is None else [Notice("fault", self._fault)]
        for notice in self._notices.to_record(source, notices, now_s):
            self._record.add("notice", {"code": notice.code}, notice.text)
        self._record.write()
        shown = self.stream.snapshot
        if self._record.trouble is None:
            fresh = msgspec.structs.replace(self._latest, source=source, notices=notices)
        else:
            fresh = msgspec.structs.replace(
                shown,
                source=source,
                notices=[Notice("log", f"nothing new is shown: {self._record.trouble}")],
            )
        if not look_alike(fresh, shown):
            at = iso_time(utc_now())
            self.stream.show(msgspec.structs.replace(fresh, version=shown.version + 1, at=at))

    def _source_state(self) -> SourceState:
        status = self._source.status()
        return SourceState(self._source.name, status.state, status.text)


def _with_both(scene: Scene | None, from_id: str, to_id: str) -> Scene:
    """The scene, if it has both figures."""
    if scene is None:
        raise NotNowError("no table has been seen yet, so there is nothing to rule on")
    ids = {figure.id for figure in scene.figures}
    for figure_id in (from_id, to_id):
        if figure_id not in ids:
            asked, there = reprlib.repr(figure_id), ", ".join(sorted(ids)) or "none"
            raise NoSuchFigureError(f"there is no figure {asked} on the table; those in view: {there}")
    return scene
