"""What can be wrong with a log, as sentences that say what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError


class LogError(OSError):
    """The log cannot be read or written; the message is one sentence that says what to do."""


_LOCKED = "another program holds it locked; close that program"
_SQLITE_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full; make room on it",
    sqlite3.SQLITE_READONLY: "it may only be read; make it writable, or name another place with --log",
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_NOTADB: "it is not a log but some other file; name another place with --log",
    sqlite3.SQLITE_CORRUPT: "it is damaged; move it away, and a new one is begun",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; see that its folder is there and may be written",
    sqlite3.SQLITE_IOERR: "the disk does not answer; see that it is still connected",
}


@contextmanager
def errors_as_sentences(url: URL) -> Iterator[None]:
    """Turn what a database raises within into a LogError."""
    try:
        yield
    except DBAPIError as error:
        code = getattr(error.orig, "sqlite_errorcode", -1)
        reason = _SQLITE_REASONS.get(code & 0xFF)  # the low byte of SQLite's code is the primary one
        if reason is None:
            reason = " ".join(str(error.orig).split())
        raise LogError(f"the log {shown(url)} cannot be used: {reason}") from error


def shown(url: URL) -> str:
    """A log's address as people know it: the path of a file, never a password."""
    if url.get_backend_name() == "sqlite" and url.database:
        return url.database
    return url.render_as_string(hide_password=True)
