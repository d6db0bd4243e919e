"""The way into the log: in order, and what it does not take now waits."""

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from pennysight.gamelog import Entry, GameLog, LogError

logger = logging.getLogger(__name__)

RETRY_S = 2.0
"""The pause after the log could not be written."""


@dataclass(frozen=True)
class _Event:
    """What is to go into the log."""

    kind: str
    data: object
    text: str


class Record:
    """Writes what happens into a log, and tells of each entry once it is committed; for one thread."""

    def __init__(self, log: GameLog, tell: Callable[[Entry], None]) -> None:
        self._log = log
        self._tell = tell
        self._unwritten: deque[_Event] = deque()
        self._retry_at_s = 0.0
        self.trouble: str | None = None
        """Why the log took nothing the last time, None when it did."""

    def add(self, kind: str, data: object, text: str) -> None:
        """Have this written next, in the order in which it is added."""
        self._unwritten.append(_Event(kind, data, text))

    def write(self) -> None:
        """Commit what was added; after a failure not at once again."""
        if self.trouble is not None and time.monotonic() < self._retry_at_s:
            return
        try:
            while self._unwritten:
                event = self._unwritten[0]
                entry = self._log.append(event.kind, event.data, event.text)
                self._unwritten.popleft()
                self._tell(entry)
            self.trouble = None
        except LogError as error:
            logger.error("%s", error)
            self.trouble = str(error)
            self._retry_at_s = time.monotonic() + RETRY_S

    def write_all(self) -> None:
        """Commit all that was added, or raise LogError: what led to an answer is written before it."""
        self.write()
        if self.trouble is not None:
            raise LogError(self.trouble)

    def answer(self, kind: str, data: object, text: str) -> Entry:
        """Commit an answer and tell of it, or raise LogError; it is not tried again."""
        entry = self._log.append(kind, data, text)
        self._tell(entry)
        return entry
