"""The database under a log: its tables, and opening it so that what is committed stays.

The SQL is portable; what is SQLite's own stands at the end.
"""

from pathlib import Path
from sqlite3 import Connection
from typing import Any

import msgspec
import sqlalchemy as sa
from pennysight.gamelog.errors import LogError, errors_as_sentences, shown
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.schema import CreateIndex, CreateTable

SCHEMA_VERSION = 1

_schema = sa.MetaData()

_about = sa.Table(
    "pennysight_log",
    _schema,
    sa.Column("only_row", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("schema_version", sa.Integer, nullable=False),
)

events = sa.Table(
    "pennysight_events",
    _schema,
    # SQLite numbers rows by itself in a column of exactly INTEGER only.
    sa.Column("seq", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("table_name", sa.String(120), nullable=False),
    sa.Column("kind", sa.String(60), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sqlite_autoincrement=True,
)
_events_by_table = sa.Index("pennysight_events_by_table", events.c.table_name, events.c.seq)


def open_to_write(address: str, busy_s: float) -> sa.Engine:
    """The database at an address, with a log begun in it where there is none."""
    url = _parsed(address)
    engine = _engine(url, busy_s)
    if _is_sqlite(url):
        _refuse_strangers(engine, url)
        sa.event.listen(engine, "connect", _make_durable)
    with errors_as_sentences(url), engine.begin() as connection:
        connection.execute(CreateTable(_about, if_not_exists=True))
        version = _checked_version(connection, url)
        if version is None:
            connection.execute(sa.insert(_about).values(only_row=1, schema_version=SCHEMA_VERSION))
        connection.execute(CreateTable(events, if_not_exists=True))
        connection.execute(CreateIndex(_events_by_table, if_not_exists=True))
    return engine


def open_to_read(address: str, busy_s: float) -> sa.Engine:
    """The database at an address, to be left as it is; it must hold a log."""
    url = _parsed(address)
    database = url
    if _is_sqlite(url):
        path = Path(str(url.database)).resolve()
        if not path.exists():
            raise LogError(f"there is no log at {path}; `pennysight serve` or `pennysight demo` begins one")
        database = url.set(database=path.as_uri(), query={"mode": "rw", "uri": "true"})  # rw: make no file
    engine = _engine(database, busy_s)
    if _is_sqlite(url):
        sa.event.listen(engine, "connect", _refuse_writes)
    with errors_as_sentences(url), engine.connect() as connection:
        if not sa.inspect(connection).has_table(_about.name) or _checked_version(connection, url) is None:
            raise _not_ours(url)
    return engine


def _parsed(address: str) -> sa.URL:
    if "://" not in address:
        if Path(address).is_dir():
            raise LogError(
                f"the log {address} is a folder; name a file in it, such as {Path(address, 'log.db')}"
            )
        return sa.URL.create("sqlite", database=address)
    try:
        url = sa.make_url(address)
    except ArgumentError:
        raise LogError(f"a log is a file or a database URL such as postgresql://…, not {address!r}") from None
    if _is_sqlite(url) and url.database in (None, "", ":memory:"):
        raise LogError(
            f"a log needs a file to last in, and {address!r} names none; sqlite:///evening.db does"
        )
    if _is_sqlite(url) and url.query and "uri" not in url.query:
        raise LogError(f"a log in a SQLite file takes no options, and {address!r} has {', '.join(url.query)}")
    if url.drivername == "postgresql":  # SQLAlchemy's own choice of driver differs between its versions
        return url.set(drivername="postgresql+psycopg")
    return url


def _engine(url: sa.URL, busy_s: float) -> sa.Engine:
    try:
        return sa.create_engine(
            url,
            connect_args={"timeout": busy_s} if _is_sqlite(url) else {},
            json_serializer=_json_text,
            json_deserializer=_json_value,
        )
    except NoSuchModuleError:
        raise LogError(
            f"no kind of database is called {url.drivername!r}; sqlite and postgresql are known"
        ) from None
    except ModuleNotFoundError as error:
        package = "psycopg[binary]" if error.name == "psycopg" else error.name
        raise LogError(
            f"a log at {shown(url)} needs a database driver that is not installed: pip install '{package}'"
        ) from None


def _json_text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _json_value(text: str | bytes) -> Any:
    """What an entry holds; None for one that was damaged, of which its text is left."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None


def _checked_version(connection: sa.Connection, url: sa.URL) -> int | None:
    version = connection.execute(sa.select(_about.c.schema_version)).scalar()
    if version is not None and version > SCHEMA_VERSION:
        raise LogError(
            f"the log {shown(url)} has version {version} and this Pennysight knows {SCHEMA_VERSION}: "
            "a newer one wrote it; update Pennysight, or name another log with --log"
        )
    return version


def _is_sqlite(url: sa.URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _refuse_strangers(engine: sa.Engine, url: sa.URL) -> None:
    """Raise for a file that holds something else, before anything in it is changed."""
    with errors_as_sentences(url), engine.connect() as connection:
        tables = sa.inspect(connection).get_table_names()
    engine.dispose()  # the connections that follow are durable
    if tables and _about.name not in tables:
        raise _not_ours(url)


def _not_ours(url: sa.URL) -> LogError:
    return LogError(f"{shown(url)} holds no log of Pennysight's; name another with --log")


def _make_durable(connection: Connection, _record: Any) -> None:
    """A commit returns when it is on the disk, and readers do not wait for the writer."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _refuse_writes(connection: Connection, _record: Any) -> None:
    connection.execute("PRAGMA query_only = ON")
