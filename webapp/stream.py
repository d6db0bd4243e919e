"""The live stream to the phones: server-sent events, as many listeners as there are phones.

A listener is nothing but two numbers, the version of the snapshot and the `seq` of the entry sent last. So a
slow one skips to the newest snapshot and still gets every entry, and one that is gone leaves nothing.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

import msgspec
from pennysight.gamelog import Entry

HEARTBEAT_S = 5.0
RECONNECT_MS = 1000
PASSING_MS = 3000
RECENT_ENTRIES = 256
PAGE_OF_ENTRIES = 200

EntriesAfter = Callable[[int, int], list[Entry]]
"""Log entries above a `seq`, oldest first, at most so many: `GameLog.entries`."""


class Shown(Protocol):
    """What phones are shown: whole each time, under a `version` that rises with every change."""

    @property
    def version(self) -> int:
        """Its version."""


S = TypeVar("S", bound=Shown)


def no_entries(_after: int, _limit: int) -> list[Entry]:
    """The entries of a page that has no log."""
    return []


class Stream(Generic[S]):
    """The newest snapshot and the newest entries, and the listeners that wait for newer ones."""

    def __init__(
        self,
        snapshot: S,
        encode: Callable[[S], bytes],
        last_seq: int = 0,
        entries_after: EntriesAfter = no_entries,
    ) -> None:
        """Begin with a snapshot, which `encode` makes JSON of, and a log whose last entry is `last_seq`."""
        self._changed = threading.Condition()
        self._recent: deque[Entry] = deque(maxlen=RECENT_ENTRIES)
        self._recent_after = self._last_seq = last_seq  # _recent holds the entries between these two
        self._entries_after = entries_after
        self._encode = encode
        self._listeners = 0
        self._closed = False
        self.show(snapshot)

    @property
    def snapshot(self) -> S:
        """The newest snapshot."""
        return self._snapshot

    @property
    def snapshot_json(self) -> bytes:
        """The newest snapshot as the phones get it."""
        return self._snapshot_json

    @property
    def listeners(self) -> int:
        """How many are listening."""
        return self._listeners

    def show(self, snapshot: S) -> None:
        """Tell every listener how the table looks now."""
        encoded = self._encode(snapshot)
        with self._changed:
            self._snapshot, self._snapshot_json = snapshot, encoded
            self._changed.notify_all()

    def tell(self, entry: Entry) -> None:
        """Tell every listener of an entry that has been committed."""
        with self._changed:
            if len(self._recent) == RECENT_ENTRIES:
                self._recent_after = self._recent[0].seq
            self._recent.append(entry)
            self._last_seq = entry.seq
            self._changed.notify_all()

    def close(self) -> None:
        """End every listener's stream."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def listen(self, after: int | None = None, *, most: int) -> Iterator[bytes]:
        """What one phone is sent: the snapshot, the entries above `after` (None: from now on), what is new.

        Where `most` are listening already it ends after what there is now. The phone comes back by itself, so
        it hears everything a little later instead of taking the last thread from all others.
        """
        with self._changed:
            self._listeners += 1
            passing = self._listeners > most
            if after is None or after > self._last_seq:  # a log that was begun anew counts from 1 again
                after = self._last_seq
        try:
            version = -1
            yield b"retry: %d\n\n" % (PASSING_MS if passing else RECONNECT_MS)
            while not self._closed:
                newest, table, entries = self._newer(version, after)
                if newest != version:
                    version = newest
                    yield _event("table", table)
                elif not entries:
                    # No comment, which no page hears: it must tell a quiet table from a dead line.
                    yield _event("heartbeat", b"{}")
                for entry in entries:
                    after = entry.seq
                    yield _event("log", msgspec.json.encode(entry), entry.seq)
                if passing and len(entries) < PAGE_OF_ENTRIES:
                    return
        finally:
            with self._changed:
                self._listeners -= 1

    def _newer(self, version: int, after: int) -> tuple[int, bytes, list[Entry]]:
        """The newest snapshot and the entries above `after`, when either is new or a heartbeat is due."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or self._snapshot.version != version or self._last_seq > after,
                HEARTBEAT_S,
            )
            version, table = self._snapshot.version, self._snapshot_json
            if after >= self._recent_after:
                return version, table, [entry for entry in self._recent if entry.seq > after]
        return version, table, self._entries_after(after, PAGE_OF_ENTRIES)


def _event(name: str, data: bytes, seq: int | None = None) -> bytes:
    number = b"" if seq is None else b"id: %d\n" % seq
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), number, data)
