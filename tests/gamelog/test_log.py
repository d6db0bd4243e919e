"""What is in the log stays as it was, in order, and reads back."""

import re
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import msgspec
import pytest
from pennysight.gamelog import FORMAT, Entry, GameLog, exported, read_log


def address(folder: Path) -> str:
    return str(folder / "evening.db")


def test_entries_come_back_in_order_as_they_were_written(tmp_path: Path) -> None:
    with GameLog(address(tmp_path)) as log:
        written = [
            log.append("move", {"figure": f"marsh-{n}", "to": [1.5, n]}, f"marsh-{n} moved") for n in range(5)
        ]
        assert log.entries() == written
        assert [entry.seq for entry in written] == sorted({entry.seq for entry in written})
        assert log.entries(after=written[1].seq, limit=2) == written[2:4]
        assert log.newest_entries(2) == written[3:]
        assert log.last_seq() == written[-1].seq


def test_a_log_goes_on_where_it_was_left(tmp_path: Path) -> None:
    with GameLog(address(tmp_path)) as log:
        first = log.append("session-started", {}, "begun")
    with GameLog(address(tmp_path)) as log:
        second = log.append("session-started", {}, "begun again")
        assert second.seq > first.seq
        assert log.entries() == [first, second]


def test_an_empty_log_has_no_entries(tmp_path: Path) -> None:
    with GameLog(address(tmp_path)) as log:
        assert log.entries() == []
        assert log.newest_entries(10) == []
        assert log.last_seq() == 0


def test_times_are_utc_with_milliseconds_whatever_the_clock_says(tmp_path: Path) -> None:
    summer = timezone(timedelta(hours=2))
    moments = iter([datetime(2025, 7, 1, 1, 30, 0, 123456, summer), datetime(2025, 7, 1, 0, 0, tzinfo=UTC)])
    with GameLog(address(tmp_path), now=lambda: next(moments)) as log:
        assert log.append("notice", {}, "x").at == "2025-06-30T23:30:00.123Z"
        assert log.append("notice", {}, "y").at == "2025-07-01T00:00:00.000Z"
    with GameLog(address(tmp_path)) as log:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", log.append("notice", {}, "z").at)


def test_tables_that_share_a_log_do_not_hear_each_other(tmp_path: Path) -> None:
    with (
        GameLog(address(tmp_path), table="kitchen") as kitchen,
        GameLog(address(tmp_path), table="attic") as attic,
    ):
        ours = [kitchen.append("move", {}, "a")]
        theirs = [attic.append("move", {}, "b")]
        ours.append(kitchen.append("move", {}, "c"))
        assert kitchen.entries() == ours
        assert attic.newest_entries(10) == theirs
        assert len({entry.seq for entry in ours + theirs}) == 3
    assert list(read_log(address(tmp_path), "kitchen")) == ours
    assert [entry.text for entry in read_log(address(tmp_path))] == ["a", "b", "c"]


def test_any_thread_may_read_while_one_writes(tmp_path: Path) -> None:
    with GameLog(address(tmp_path)) as log:
        done = threading.Event()
        heights: list[list[int]] = [[], [], []]

        def read(seen: list[int]) -> None:
            while not done.is_set():
                seen.append(len(log.entries()))

        readers = [threading.Thread(target=read, args=(seen,)) for seen in heights]
        for reader in readers:
            reader.start()
        for n in range(50):
            log.append("move", {"n": n}, "moved")
        done.set()
        for reader in readers:
            reader.join()
        assert len(log.entries()) == 50
        assert all(seen == sorted(seen) for seen in heights), "a reader saw an entry vanish"


def test_a_value_is_logged_as_the_json_it_encodes_to(tmp_path: Path) -> None:
    class Place(msgspec.Struct):
        x_in: float
        label: str

    with GameLog(address(tmp_path)) as log:
        entry = log.append("move", {"place": Place(1.25, "Whateley’s “barn”")}, "ünïcode")
        assert entry.data == {"place": {"x_in": 1.25, "label": "Whateley’s “barn”"}}
        assert log.entries() == [entry]


def test_an_exported_line_holds_the_entry_and_says_its_format() -> None:
    line = exported(Entry(7, "2025-07-01T00:00:00.000Z", "attic", "move", "two\nlines", {"x_in": 1.5}))
    assert line.count(b"\n") == 1
    assert msgspec.json.decode(line) == {
        "format": "pennysight-log/1",
        "seq": 7,
        "at": "2025-07-01T00:00:00.000Z",
        "table": "attic",
        "kind": "move",
        "text": "two\nlines",
        "data": {"x_in": 1.5},
    }
    assert FORMAT == "pennysight-log/1"


def test_reading_a_log_makes_and_changes_nothing(tmp_path: Path) -> None:
    with GameLog(address(tmp_path)) as log:
        log.append("move", {}, "a")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(list(read_log(address(tmp_path)))) == 1
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("name", ["evening 1.db", "späť?.db", "50%.db"])
def test_a_log_may_have_any_file_name(tmp_path: Path, name: str) -> None:
    at = str(tmp_path / name)
    with GameLog(at) as log:
        log.append("move", {}, "a")
    assert (tmp_path / name).exists()
    assert [entry.text for entry in read_log(at)] == ["a"]
