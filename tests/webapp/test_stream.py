"""What one phone is sent, whenever it joins, however slow it is, and after whatever it missed."""

import threading
from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest
from pennysight.gamelog import GameLog
from pennysight.webapp import stream as stream_module
from pennysight.webapp.snapshot import Snapshot, SourceState, snapshot_json
from pennysight.webapp.stream import Stream

ENOUGH = 100
KEPT = 8


def snapshot(version: int) -> Snapshot:
    return Snapshot(
        version=version, at="2025-07-01T00:00:00.000Z", source=SourceState("camera 0", "live", "")
    )


def stream_of(log: GameLog) -> Stream[Snapshot]:
    return Stream(snapshot(1), snapshot_json, log.last_seq(), log.entries)


def add(log: GameLog, stream: Stream[Snapshot], count: int) -> list[int]:
    entries = [log.append("move", {}, f"move {n}") for n in range(count)]
    for entry in entries:
        stream.tell(entry)
    return [entry.seq for entry in entries]


def seqs(events: list[bytes]) -> list[int]:
    return [
        int(event.split(b"id: ")[1].split(b"\n")[0]) for event in events if event.startswith(b"event: log")
    ]


def versions(events: list[bytes]) -> list[int]:
    return [
        msgspec.json.decode(event.split(b"data: ")[1])["version"]
        for event in events
        if event.startswith(b"event: table")
    ]


def until_quiet(listening: Iterator[bytes]) -> list[bytes]:
    """The events up to the first heartbeat."""
    events: list[bytes] = []
    for event in listening:
        if event.startswith(b"event: heartbeat"):
            return events
        events.append(event)
    return events


@pytest.fixture(autouse=True)
def fast_heart_and_short_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "HEARTBEAT_S", 0.01)
    monkeypatch.setattr(stream_module, "RECENT_ENTRIES", KEPT)
    monkeypatch.setattr(stream_module, "PAGE_OF_ENTRIES", 5)


def test_the_snapshot_comes_first_and_whole(log: GameLog) -> None:
    retry, table = islice(stream_of(log).listen(most=ENOUGH), 2)
    assert retry == b"retry: 1000\n\n"
    assert table.startswith(b"event: table\ndata: {")
    assert table.endswith(b"}\n\n")
    assert msgspec.json.decode(table.split(b"data: ")[1], type=Snapshot) == snapshot(1)


def test_every_event_is_one_line_of_data(log: GameLog) -> None:
    stream = stream_of(log)
    stream.tell(log.append("notice", {"a": "b\nc"}, "two\nlines\r\nor three"))
    for event in until_quiet(stream.listen(0, most=ENOUGH)):
        assert event.endswith(b"\n\n")
        assert b"\n\n" not in event[:-2]
        assert b"\r" not in event


def test_a_phone_that_joins_now_hears_only_what_is_new(log: GameLog) -> None:
    stream = stream_of(log)
    add(log, stream, 3)
    listening = stream.listen(most=ENOUGH)
    assert seqs(until_quiet(listening)) == []
    assert seqs(until_quiet(iter([next_entry(log, stream, listening)]))) == [4]


def next_entry(log: GameLog, stream: Stream[Snapshot], listening: Iterator[bytes]) -> bytes:
    add(log, stream, 1)
    return next(event for event in listening if event.startswith(b"event: log"))


@pytest.mark.parametrize("missed", [0, 1, KEPT, 4 * KEPT])
def test_a_phone_that_comes_back_hears_each_entry_it_missed_once(log: GameLog, missed: int) -> None:
    stream = stream_of(log)
    had = add(log, stream, 2)[-1]
    expected = add(log, stream, missed)
    assert seqs(until_quiet(stream.listen(had, most=ENOUGH))) == expected


def test_entries_of_before_the_server_started_are_replayed_too(log: GameLog) -> None:
    old = [log.append("move", {}, "old").seq for _ in range(3)]
    stream = stream_of(log)
    new = add(log, stream, 2)
    assert seqs(until_quiet(stream.listen(0, most=ENOUGH))) == old + new


def test_a_phone_that_knows_another_longer_log_hears_the_new_one(log: GameLog) -> None:
    stream = stream_of(log)
    listening = stream.listen(5000, most=ENOUGH)
    until_quiet(listening)
    assert seqs([next_entry(log, stream, listening)]) == [1]


def test_a_slow_phone_gets_the_newest_snapshot_and_every_entry(log: GameLog) -> None:
    stream = stream_of(log)
    listening = stream.listen(most=ENOUGH)
    until_quiet(listening)
    for version in range(2, 500):
        stream.show(snapshot(version))
    expected = add(log, stream, 3 * KEPT)
    events = until_quiet(listening)
    assert versions(events) == [499]
    assert seqs(events) == expected


def test_a_heartbeat_keeps_a_quiet_stream_alive(log: GameLog) -> None:
    listening = stream_of(log).listen(most=ENOUGH)
    assert list(islice(listening, 2, 5)) == [b"event: heartbeat\ndata: {}\n\n"] * 3


def test_a_phone_that_is_gone_leaves_nothing_behind(log: GameLog) -> None:
    stream = stream_of(log)
    listening = stream.listen(most=ENOUGH)
    next(listening)
    assert stream.listeners == 1
    listening.close()  # type: ignore[attr-defined]  # an iterator to all but the server, which closes it
    assert stream.listeners == 0


def test_one_phone_too_many_is_told_how_it_is_and_sent_to_come_again(log: GameLog) -> None:
    stream = stream_of(log)
    had = add(log, stream, 3)
    staying = [stream.listen(most=2) for _ in range(2)]
    for listening in staying:
        until_quiet(listening)
    events = list(stream.listen(had[0], most=2))
    assert events[0] == b"retry: 3000\n\n"
    assert versions(events) == [1]
    assert seqs(events) == had[1:]
    assert stream.listeners == 2


def test_closing_ends_every_stream(log: GameLog) -> None:
    stream = stream_of(log)
    ended = [threading.Event() for _ in range(5)]

    def listen(done: threading.Event) -> None:
        for _ in stream.listen(most=ENOUGH):
            pass
        done.set()

    for done in ended:
        threading.Thread(target=listen, args=(done,), daemon=True).start()
    stream.close()
    assert all(done.wait(5) for done in ended)
    assert list(stream.listen(most=ENOUGH)) == [b"retry: 1000\n\n"]
