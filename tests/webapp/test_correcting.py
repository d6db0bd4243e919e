"""What players set right: applied by the one writer, in the log before it is shown, and taken back again."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pennysight.gamelog import GameLog, LogError
from pennysight.vision.tracker import CorrectionError, Mark, Put, Release, Remove, Rename, Turn
from pennysight.webapp import record as record_module
from pennysight.webapp import session as session_module
from pennysight.webapp.app import NotNowError
from pennysight.webapp.correcting import Answer, Undo

from tests.webapp.bench import Bench, eventually, two_and_two


@pytest.fixture
def bench(log: GameLog) -> Iterator[Bench]:
    """Two figures with caps and two bare ones of a kind."""
    made = two_and_two(log)
    yield made
    made.session.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "TICK_S", 0.02)
    monkeypatch.setattr(record_module, "RETRY_S", 0.05)


@pytest.mark.parametrize(
    ("correction", "text", "shown"),
    [
        (
            Put("marsh-1", 3.3, 8.6),
            "marsh-1 stands 0.5 in from where it was shown, by hand",
            {"x_in": 3.3, "y_in": 8.6, "sd_in": 0.1},
        ),
        (Turn("marsh-1", -90.0), "marsh-1 faces 270°, by hand", {"facing_deg": 270.0, "sd_deg": 5.0}),
        (Mark("marsh-1", hat="stun"), "marsh-1 wears the stun hat, by hand", {"hat": "stun"}),
        (Mark("marsh-1", dead=True), "marsh-1 is dead, by hand", {"dead": True}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_correction_is_logged_then_shown_and_holds(
    bench: Bench, correction: Any, text: str, shown: dict[str, object]
) -> None:
    entry = bench.session.correct(correction)
    assert (entry.kind, entry.text) == ("correction", text)
    assert entry.data["correction"]["figure"] == "marsh-1"
    for _ in range(2):
        eventually(lambda: {name: getattr(bench.figures()["marsh-1"], name) for name in shown} == shown)
        bench.settle()
    assert bench.log.entries()[-1] == entry
    assert bench.session.stream.snapshot.undoable == [entry.seq]


def test_a_name_is_changed_and_two_exchange_theirs(bench: Bench) -> None:
    bench.session.correct(Rename("marsh-1", "marsh-5"))
    eventually(lambda: "marsh-5" in bench.figures() and "marsh-1" not in bench.figures())
    bench.session.correct(Rename("marsh-5", "cult-2"))
    eventually(lambda: bench.figures()["cult-2"].x_in == pytest.approx(3.0))
    assert bench.corrections() == [
        "marsh-1 is marsh-5, by hand",
        "marsh-5 and cult-2 exchange their names, by hand",
    ]


def test_a_ruling_is_that_of_the_corrected_table_and_holds_where_all_stood(bench: Bench) -> None:
    bench.session.correct(Put("marsh-1", 4.0, 4.0))
    eventually(lambda: bench.figures()["marsh-1"].x_in == 4.0)
    data = bench.session.rule("marsh-1", "cult-2").entry.data
    assert data["ruling"]["distance_in"] == pytest.approx(10.0)
    stood = {figure["id"]: figure for figure in data["figures"]}
    assert stood.keys() == bench.figures().keys()
    assert (stood["marsh-1"]["x_in"], stood["marsh-1"]["facing_deg"]) == (4.0, 0.0)


def test_what_was_corrected_is_taken_back_once(bench: Bench) -> None:
    entry = bench.session.correct(Put("marsh-1", 4.0, 9.0))
    eventually(lambda: bench.session.stream.snapshot.by_hand == ["marsh-1"])
    undone = bench.session.correct(Undo(entry.seq))
    eventually(lambda: bench.session.stream.snapshot.by_hand == [])
    assert bench.figures()["marsh-1"].x_in == pytest.approx(3.0)
    assert undone.text == "undone: marsh-1 stands 1.0 in from where it was shown, by hand"
    assert undone.data == {"undoes": entry.seq, "holds": {"marsh-1": None}}
    with pytest.raises(CorrectionError, match=rf"entry {entry.seq} cannot be undone"):
        bench.session.correct(Undo(entry.seq))


def test_a_place_cannot_be_taken_back_once_the_figure_has_moved(bench: Bench) -> None:
    entry = bench.session.correct(Put("marsh-1", 4.0, 9.0))
    named = bench.session.correct(Rename("cult-2", "cult-6"))
    bench.settle(marsh_1=(3.0, 13.0, 0.0))
    eventually(lambda: "move" in bench.kinds())
    eventually(lambda: bench.session.stream.snapshot.undoable == [named.seq])
    with pytest.raises(CorrectionError, match="cannot be undone"):
        bench.session.correct(Undo(entry.seq))
    assert bench.figures()["marsh-1"].y_in == pytest.approx(13.0)


def test_a_figure_off_the_table_is_not_shown_until_it_is_put_back(bench: Bench) -> None:
    bench.session.correct(Remove("marsh-1"))
    eventually(lambda: "marsh-1" not in bench.figures())
    assert bench.notices() == {}, "people know"
    bench.session.correct(Remove("marsh-1", gone=False))
    eventually(lambda: "marsh-1" in bench.figures())
    assert bench.corrections() == ["marsh-1 is off the table, by hand", "marsh-1 is on the table, by hand"]


def test_a_figure_that_the_camera_does_not_see_is_put_on_the_table(bench: Bench) -> None:
    bench.session.correct(Put("whateley-4", 15.0, 3.0))
    eventually(lambda: "whateley-4" in bench.figures())
    bench.settle()
    assert bench.session.stream.snapshot.held == ["whateley-4"]
    assert bench.corrections() == ["whateley-4 stands at 15.0, 3.0, by hand"]
    bench.session.correct(Release("whateley-4"))
    assert bench.corrections()[-1] == "whateley-4 stands as the camera sees it, by hand"


@pytest.mark.parametrize("swap", [False, True])
def test_which_of_two_is_which_is_asked_until_it_is_answered(bench: Bench, swap: bool) -> None:
    bench.move_both_bare()
    eventually(lambda: bench.session.stream.snapshot.questions)
    (question,) = bench.session.stream.snapshot.questions
    assert question.figures == ("deghoule-a", "deghoule-b")
    assert "check which is which" in question.text
    before = bench.figures()
    bench.settle()
    assert bench.session.stream.snapshot.questions == [question], "it waits"
    bench.session.correct(Answer(question.id, swap))
    eventually(lambda: bench.session.stream.snapshot.questions == [])
    after = bench.figures()
    assert after["deghoule-a"].x_in == pytest.approx(before["deghoule-b" if swap else "deghoule-a"].x_in)
    with pytest.raises(CorrectionError, match="answered already"):
        bench.session.correct(Answer(question.id, swap))
    assert bench.corrections() == [
        f"deghoule-a and deghoule-b are {'the other way round' if swap else 'as shown'}, by hand"
    ]


def test_only_names_of_the_roster_are_given(log: GameLog) -> None:
    bench = Bench(log, {"marsh-1": (3.0, 9.0, 0.0)}, roster=frozenset({"marsh-1", "marsh-2"}))
    bench.session.start()
    bench.settle()
    eventually(lambda: bench.figures())
    assert list(bench.session.names) == ["marsh-1", "marsh-2"]
    with pytest.raises(CorrectionError, match="'marsh-3' is not in the roster"):
        bench.session.correct(Rename("marsh-1", "marsh-3"))
    with pytest.raises(CorrectionError, match="'marsh-3' is not in the roster"):
        bench.session.correct(Put("marsh-3", 3.0, 3.0))
    bench.session.correct(Rename("marsh-1", "marsh-2"))
    bench.session.close()


def test_what_cannot_be_corrected_is_refused_and_not_logged(bench: Bench) -> None:
    with pytest.raises(CorrectionError, match="there is no figure 'marsh-9' on the table"):
        bench.session.correct(Turn("marsh-9", 0.0))
    with pytest.raises(CorrectionError, match="is not on the board"):
        bench.session.correct(Put("marsh-1", 99.0, 0.0))
    assert "correction" not in bench.kinds()


def test_while_the_log_is_locked_nothing_is_corrected(bench: Bench, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "log.db")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LogError):
        bench.session.correct(Put("marsh-1", 4.0, 9.0))
    other.rollback()
    other.close()
    bench.settle()
    assert bench.figures()["marsh-1"].x_in == pytest.approx(3.0)
    assert bench.session.stream.snapshot.by_hand == []


def test_a_table_that_is_closed_takes_no_corrections(bench: Bench) -> None:
    bench.session.close()
    with pytest.raises(NotNowError, match="the table is closing"):
        bench.session.correct(Remove("marsh-1"))
