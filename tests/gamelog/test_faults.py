"""When the log cannot be used it says so in a sentence, and nothing is half written."""

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from pennysight.gamelog import GameLog, LogError, database, read_log
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable


def test_a_full_disk_is_said_and_nothing_is_half_written(tmp_path: Path) -> None:
    path = tmp_path / "log.db"

    def fill(connection: sqlite3.Connection, _record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 1}")

    with GameLog(str(path)) as log:
        log.append("notice", {}, "room")
    sa.event.listen(sa.pool.Pool, "connect", fill)
    try:
        with GameLog(str(path)) as log:
            with pytest.raises(LogError, match=r"log\.db cannot be used: the disk is full; make room"):
                for _ in range(10):
                    log.append("notice", {"filler": "x" * 3000}, "no room")
            kept = log.entries()
    finally:
        sa.event.remove(sa.pool.Pool, "connect", fill)
    assert kept[0].text == "room"
    with GameLog(str(path)) as log:
        assert log.entries() == kept
        assert log.append("notice", {"filler": "x" * 3000}, "room again").seq > kept[-1].seq


def test_a_log_that_may_only_be_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    GameLog(str(path)).close()
    with pytest.raises(
        LogError, match="it may only be read; make it writable, or name another place with --log"
    ):
        GameLog(f"sqlite:///{path.as_uri()}?mode=ro&uri=true").append("notice", {}, "x")


def test_a_locked_log_is_said_and_works_again_when_let_go(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with GameLog(str(path), busy_s=0.05) as log:
        other = sqlite3.connect(path)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LogError, match="another program holds it locked"):
            log.append("notice", {}, "x")
        other.rollback()
        other.close()
        log.append("notice", {}, "y")
        assert [entry.text for entry in log.entries()] == ["y"]


def test_a_log_of_a_newer_schema_is_refused_by_writers_and_readers(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    GameLog(str(path)).close()
    with sqlite3.connect(path) as newer:
        newer.execute("UPDATE pennysight_log SET schema_version = 7")
    newer.close()
    sentence = r"log\.db has version 7 and this Pennysight knows 1: a newer one wrote it; update Pennysight"
    with pytest.raises(LogError, match=sentence):
        GameLog(str(path))
    with pytest.raises(LogError, match=sentence):
        next(read_log(str(path)))


def test_a_file_that_is_no_log_is_refused(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Hattie, " * 100)
    with pytest.raises(LogError, match="it is not a log but some other file"):
        GameLog(str(letter))
    with pytest.raises(LogError, match="it is not a log but some other file"):
        next(read_log(str(letter)))
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    before = other.read_bytes()
    with pytest.raises(LogError, match="holds no log of Pennysight's"):
        next(read_log(str(other)))
    with pytest.raises(LogError, match="holds no log of Pennysight's"):
        GameLog(str(other))
    assert other.read_bytes() == before


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"is a folder; name a file in it, such as .*log\.db"):
        GameLog(str(tmp_path))
    with pytest.raises(LogError, match="is a folder"):
        next(read_log(str(tmp_path)))


def test_where_there_is_no_log_reading_says_what_begins_one(tmp_path: Path) -> None:
    with pytest.raises(
        LogError, match=r"there is no log at .*; `pennysight serve` or `pennysight demo` begins one"
    ):
        next(read_log(str(tmp_path / "none.db")))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="see that its folder is there and may be written"):
        GameLog(str(tmp_path / "none" / "log.db"))


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("sqlite://", "a log needs a file to last in"),
        ("sqlite:///:memory:", "a log needs a file to last in"),
        ("papyrus://scroll", "no kind of database is called 'papyrus'"),
        ("sqlite:///a?b=c", "takes no options, and 'sqlite:///a[?]b=c' has b"),
        ("://", "a log is a file or a database URL"),
    ],
)
def test_an_address_that_is_none_is_said(address: str, sentence: str) -> None:
    with pytest.raises(LogError, match=sentence):
        GameLog(address)


def test_a_postgresql_address_is_accepted_and_its_password_never_shown() -> None:
    """Where its driver is not installed that is said; where it is, that nothing answers there."""
    with pytest.raises(LogError) as raised:
        GameLog("postgresql://keeper:hushhush@127.0.0.1:1/evenings")
    sentence = str(raised.value)
    assert "psycopg" in sentence or "connection" in sentence.lower()
    assert "hushhush" not in sentence


def test_the_tables_are_plain_sql_for_postgresql_too() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped
    statements = [
        str(CreateTable(database.events, if_not_exists=True).compile(dialect=dialect)),
        *(str(CreateIndex(index).compile(dialect=dialect)) for index in database.events.indexes),
    ]
    assert "seq BIGSERIAL" in statements[0]
    assert "data JSON NOT NULL" in statements[0]
    assert "(table_name, seq)" in statements[1]
