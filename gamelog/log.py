"""The append-only record of what happened at the table.

An entry is committed, and on SQLite flushed to the disk itself, before `append` returns: what a player has
been shown is in the log, whatever happens next. Nothing here changes or removes an entry.
"""

from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime
from typing import Any, Self

import msgspec
import sqlalchemy as sa
from pennysight.gamelog.database import events, open_to_read, open_to_write
from pennysight.gamelog.errors import errors_as_sentences

FORMAT = "pennysight-log/1"

BUSY_S = 3.0
"""How long to wait for another program to let go of a SQLite file, in seconds."""


class Entry(msgspec.Struct, frozen=True):
    """One thing that happened.

    `seq` rises along a log, not always by one; `at` is UTC, ISO 8601 with milliseconds; `table` is the table
    it happened at, where several share one log. `text` says it to people, `data` to programs;
    None where an entry was damaged.
    """

    seq: int
    at: str
    table: str
    kind: str
    text: str
    data: Any


def utc_now() -> datetime:
    """The time of day, in UTC."""
    return datetime.now(UTC)


def iso_time(moment: datetime) -> str:
    """A moment as every format of ours writes it: UTC, ISO 8601 with milliseconds."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class GameLog:
    """The log in a SQLite file, or at a database URL, for what happens at one table.

    Any thread may use it; only one should write.
    Opening it and every method raise LogError with a sentence when the database does not do as asked; then
    nothing was written.
    """

    def __init__(
        self,
        address: str,
        *,
        table: str = "table",
        now: Callable[[], datetime] = utc_now,
        busy_s: float = BUSY_S,
    ) -> None:
        self.table = table
        self._now = now
        self._engine = open_to_write(address, busy_s)

    def append(self, kind: str, data: object, text: str) -> Entry:
        """Write an entry; when this returns, it stays. `data` is anything that msgspec encodes as JSON."""
        at, data = iso_time(self._now()), msgspec.json.decode(msgspec.json.encode(data))
        row = {"at": at, "table_name": self.table, "kind": kind, "text": text, "data": data}
        with errors_as_sentences(self._engine.url), self._engine.begin() as connection:
            seq = connection.execute(sa.insert(events).values(row).returning(events.c.seq)).scalar_one()
        return Entry(seq, at, self.table, kind, text, data)

    def entries(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """This table's entries with a `seq` above `after`, oldest first, at most `limit` of them."""
        return list(_entries(self._engine, self.table, after, limit))

    def newest_entries(self, limit: int) -> list[Entry]:
        """This table's newest entries, at most `limit` of them, oldest first."""
        query = (
            sa.select(events)
            .where(events.c.table_name == self.table)
            .order_by(events.c.seq.desc())
            .limit(limit)
        )
        with errors_as_sentences(self._engine.url), self._engine.connect() as connection:
            return [_entry(row) for row in connection.execute(query)][::-1]

    def entries_since(self, moment: datetime, kinds: Collection[str]) -> list[Entry]:
        """This table's entries of some kinds from a moment on, oldest first."""
        query = (
            sa.select(events)
            .where(events.c.table_name == self.table)
            .where(events.c.at >= iso_time(moment), events.c.kind.in_(kinds))
            .order_by(events.c.seq)
        )
        with errors_as_sentences(self._engine.url), self._engine.connect() as connection:
            return [_entry(row) for row in connection.execute(query)]

    def last_seq(self) -> int:
        """The `seq` of this table's newest entry, 0 where there is none."""
        newest = self.newest_entries(1)
        return newest[0].seq if newest else 0

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_log(address: str, table: str | None = None, after: int = 0) -> Iterator[Entry]:
    """The entries of a log, oldest first: one table's, or all. Changes and makes nothing.

    Raises LogError, before the first entry, when there is no log that can be read.
    """
    engine = open_to_read(address, BUSY_S)
    try:
        yield from _entries(engine, table, after, None)
    finally:
        engine.dispose()


def exported(entry: Entry) -> bytes:
    """An entry as a line of the export: JSON with its `format`, and the line's end."""
    return msgspec.json.encode({"format": FORMAT, **msgspec.structs.asdict(entry)}) + b"\n"


def _entries(engine: sa.Engine, table: str | None, after: int, limit: int | None) -> Iterator[Entry]:
    query = sa.select(events).where(events.c.seq > after).order_by(events.c.seq).limit(limit)
    if table is not None:
        query = query.where(events.c.table_name == table)
    with errors_as_sentences(engine.url), engine.connect() as connection:
        for row in connection.execution_options(yield_per=500).execute(query):
            yield _entry(row)


def _entry(row: Any) -> Entry:
    return Entry(row.seq, row.at, row.table_name, row.kind, row.text, row.data)
