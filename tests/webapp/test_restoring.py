"""What players set right outlasts a restart of the server: it comes back from the log of the evening."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pennysight.gamelog import GameLog, utc_now
from pennysight.vision.tracker import CorrectionError, Mark, Put, Rename, Turn
from pennysight.webapp import record as record_module
from pennysight.webapp import session as session_module
from pennysight.webapp.correcting import Answer, Undo

from tests.webapp.bench import Bench, eventually, two_and_two


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "TICK_S", 0.02)
    monkeypatch.setattr(record_module, "RETRY_S", 0.05)


def again(bench: Bench, roster: frozenset[str] | None = None, **stands: tuple[float, float, float]) -> Bench:
    """The server stopped, and started again with the same log over the same table, or one changed so."""
    bench.session.close()
    moved = {name.replace("_", "-"): stand for name, stand in stands.items()}
    made = Bench(bench.log, bench.stands | moved, roster=roster)
    made.session.start()
    made.settle()
    eventually(lambda: made.session.stream.snapshot.settled)
    return made


def restored_notices(bench: Bench) -> list[str]:
    return [
        entry.text
        for entry in bench.log.entries()
        if entry.kind == "notice" and entry.data and "restored" in entry.data["code"]
    ]


def test_names_places_and_deaths_hold_after_a_restart_and_the_one_after_that(log: GameLog) -> None:
    bench = two_and_two(log)
    bench.session.correct(Rename("deghoule-a", "deghoule-6"))
    bench.session.correct(Put("marsh-1", 3.4, 8.8))
    bench.session.correct(Mark("cult-2", dead=True))
    eventually(lambda: bench.figures()["cult-2"].dead)
    before = bench.figures()
    for restarts in (1, 2):
        bench = again(bench)
        after = bench.figures()
        assert after["cult-2"].dead
        assert (after["marsh-1"].x_in, after["marsh-1"].y_in) == (3.4, 8.8)
        assert after["deghoule-6"].x_in == pytest.approx(before["deghoule-6"].x_in)
        assert bench.session.stream.snapshot.by_hand == ["marsh-1"]
        assert restored_notices(bench) == restarts * [
            "set right before the restart, and holds where they still stand: cult-2, deghoule-6, marsh-1"
        ]
    assert "move" not in bench.kinds()
    bench.session.close()


def test_what_became_of_them_before_the_restart_counts(log: GameLog) -> None:
    bench = two_and_two(log)
    bench.session.correct(Rename("deghoule-a", "deghoule-6"))
    bench.session.correct(Turn("deghoule-6", 45.0))
    bench.settle(deghoule_x=(2.0, 9.0, 0.0), deghoule_y=(9.0, 11.0, 0.0))
    bench.settle()
    eventually(lambda: bench.kinds().count("move") == 2)
    bench = again(bench)
    assert len(bench.figures()) == 4
    assert bench.figures()["deghoule-6"].facing_deg == pytest.approx(0.0)
    assert bench.session.stream.snapshot.by_hand == []
    bench.session.close()


def test_corrections_are_undone_after_a_restart_as_before_it(log: GameLog) -> None:
    bench = two_and_two(log)
    where = bench.figures()["deghoule-a"].x_in
    named = bench.session.correct(Rename("deghoule-a", "deghoule-6"))
    put = bench.session.correct(Put("marsh-1", 3.4, 8.8))
    turned = bench.session.correct(Turn("cult-2", 90.0))
    bench.session.correct(Undo(turned.seq))
    bench = again(bench)
    assert bench.session.stream.snapshot.undoable == [named.seq, put.seq]
    bench.session.correct(Undo(named.seq))
    bench.session.correct(Undo(put.seq))
    eventually(lambda: bench.session.stream.snapshot.by_hand == [])
    assert bench.figures()["deghoule-a"].x_in == pytest.approx(where)
    with pytest.raises(CorrectionError, match="cannot be undone"):
        bench.session.correct(Undo(turned.seq))
    bench = again(bench)
    assert bench.figures()["marsh-1"].x_in == pytest.approx(3.0)
    assert bench.session.stream.snapshot.undoable == []
    bench.session.close()


def test_a_question_that_nobody_answered_is_asked_again(log: GameLog) -> None:
    bench = two_and_two(log)
    bench.session.correct(Rename("deghoule-a", "deghoule-5"))
    bench.session.correct(Rename("deghoule-b", "deghoule-6"))
    bench.move_both_bare()
    eventually(lambda: bench.session.stream.snapshot.questions)
    bench = again(bench)
    (question,) = bench.session.stream.snapshot.questions
    before = bench.figures()
    bench.session.correct(Answer(question.id, swap=True))
    bench = again(bench)
    assert bench.session.stream.snapshot.questions == []
    assert bench.figures()["deghoule-5"].x_in == pytest.approx(before["deghoule-6"].x_in)
    bench.session.close()


def test_who_moved_meanwhile_is_said(log: GameLog) -> None:
    bench = two_and_two(log)
    bench.session.correct(Put("marsh-1", 3.4, 8.8))
    bench = again(bench, marsh_1=(3.0, 13.0, 0.0))
    eventually(lambda: "move" in bench.kinds())
    assert bench.figures()["marsh-1"].y_in == pytest.approx(13.0)
    assert bench.session.stream.snapshot.by_hand == []
    bench.session.close()


def test_names_that_are_no_longer_in_the_roster_are_left_out_and_said(log: GameLog) -> None:
    bench = two_and_two(log)
    bench.session.correct(Rename("deghoule-a", "deghoule-6"))
    bench.session.correct(Mark("marsh-1", dead=True))
    bench = again(bench, roster=frozenset({"marsh-1", "cult-2", "deghoule-1"}))
    assert "deghoule-6" not in bench.figures()
    assert bench.figures()["marsh-1"].dead
    assert restored_notices(bench) == [
        "set right before the restart, and holds where they still stand: marsh-1",
        "no longer in the roster, so what was set right is left out: deghoule-6",
    ]
    bench.session.close()


def test_caps_that_exchanged_names_with_one_of_another_roster_read_as_printed(log: GameLog) -> None:
    bench = two_and_two(log)
    bench.session.correct(Rename("marsh-1", "whateley-3"))
    bench = again(bench, roster=frozenset({"marsh-1", "cult-2"}))
    assert bench.figures()["marsh-1"].x_in == pytest.approx(3.0)
    bench.session.close()


def cut_short(text: str) -> str:
    return text[: len(text) // 2]


def other_data(text: str) -> str:
    data: dict[str, Any] = msgspec.json.decode(text)
    return msgspec.json.encode(data | {"holds": {"marsh-1": {"x_in": "far"}}, "undo": 7}).decode()


def far_away(text: str) -> str:
    data: dict[str, Any] = msgspec.json.decode(text)
    data["holds"]["marsh-1"]["x_in"] = 1e300
    return msgspec.json.encode(data).decode()


@pytest.mark.parametrize("spoilt", [cut_short, other_data, far_away])
def test_an_entry_that_cannot_be_understood_is_left_out_and_said(
    log: GameLog, tmp_path: Path, spoilt: Callable[[str], str]
) -> None:
    bench = two_and_two(log)
    entry = bench.session.correct(Put("marsh-1", 3.4, 8.8))
    bench.session.correct(Mark("cult-2", dead=True))
    bench.session.close()
    with closing(sqlite3.connect(tmp_path / "log.db")) as file, file:
        (text,) = file.execute("SELECT data FROM pennysight_events WHERE seq = ?", [entry.seq]).fetchone()
        file.execute("UPDATE pennysight_events SET data = ? WHERE seq = ?", [spoilt(text), entry.seq])
    bench = again(bench)
    assert bench.figures()["marsh-1"].x_in == pytest.approx(3.0)
    assert bench.figures()["cult-2"].dead
    assert restored_notices(bench)[-1] == (
        "entries of the log that cannot be understood, so what they set right is left out: 1"
    )
    bench.session.close()


def test_what_was_said_another_evening_or_at_another_table_is_of_the_past(tmp_path: Path) -> None:
    address = str(tmp_path / "log.db")
    with (
        GameLog(address, now=lambda: utc_now() - timedelta(days=1)) as yesterday,
        GameLog(address, table="other") as elsewhere,
        GameLog(address) as today,
    ):
        for log in (yesterday, elsewhere):
            bench = two_and_two(log)
            bench.session.correct(Mark("cult-2", dead=True))
            bench.session.close()
        bench = two_and_two(today)
        assert not bench.figures()["cult-2"].dead
        assert restored_notices(bench) == []
        bench.session.close()
