"""The one writer: what the camera saw and the players asked is recorded, then shown, whatever goes wrong."""

import sqlite3
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from pennysight.gamelog import GameLog, LogError, read_log
from pennysight.rules.ruling import rule, ruling_json
from pennysight.vision.observation import Observation
from pennysight.vision.sources import Status
from pennysight.webapp import record as record_module
from pennysight.webapp import session as session_module
from pennysight.webapp.app import NoSuchFigureError, NotNowError

from tests.webapp.bench import Bench, eventually, observation


@pytest.fixture
def bench(log: GameLog) -> Iterator[Bench]:
    """Three figures on four tiles."""
    stands = {"marsh-1": (3.0, 9.0, 0.0), "cult-2": (6.0, 9.0, 180.0), "whateley-3": (12.0, 4.0, 90.0)}
    made = Bench(log, stands)
    made.session.start()
    yield made
    made.session.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "TICK_S", 0.02)
    monkeypatch.setattr(record_module, "RETRY_S", 0.05)


def place(bench: Bench, name: str) -> tuple[float, float] | None:
    """Where a figure is shown."""
    scene = bench.session.stream.snapshot.scene
    if scene is None:
        return None
    return next(((figure.x_in, figure.y_in) for figure in scene.figures if figure.id == name), None)


def settled(bench: Bench) -> bool:
    return bench.session.stream.snapshot.settled


def test_before_a_table_is_seen_there_is_none(bench: Bench) -> None:
    first = bench.session.stream.snapshot
    assert (first.scene, first.settled, first.source.name) == (None, False, "camera 0")
    assert bench.kinds() == ["session-started"]
    with pytest.raises(NotNowError, match="no table has been seen yet"):
        bench.session.rule("marsh-1", "cult-2")


def test_a_still_table_is_shown_settled_with_all_on_it(bench: Bench) -> None:
    bench.settle()
    eventually(lambda: settled(bench))
    scene = bench.session.stream.snapshot.scene
    assert scene is not None
    assert {tile.tile for tile in scene.tiles} == {"crossroads", "old-oak-road", "storm-hollow", "marsh-home"}
    assert {figure.id for figure in scene.figures} == {"marsh-1", "cult-2", "whateley-3"}
    assert {obstacle.id.split("/")[0] for obstacle in scene.obstacles} <= {tile.tile for tile in scene.tiles}
    assert len(scene.obstacles) > 0
    assert bench.notices() == {}


def test_a_table_at_rest_makes_no_traffic(bench: Bench) -> None:
    bench.settle()
    eventually(lambda: settled(bench))
    version = bench.session.stream.snapshot.version
    bench.show(lambda captured_s: observation(captured_s, bench.stands), 30)
    bench.session.rule("marsh-1", "cult-2")  # answered after every frame before it
    assert bench.session.stream.snapshot.version - version < 10, "the first averages may still move"
    version = bench.session.stream.snapshot.version
    bench.show(lambda captured_s: observation(captured_s, bench.stands), 30)
    bench.session.rule("marsh-1", "cult-2")
    assert bench.session.stream.snapshot.version == version


def test_a_settled_move_is_in_the_log_once_and_before_it_is_shown(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.settle()
    eventually(lambda: settled(bench))
    logged_when_shown: list[tuple[bool, list[str]]] = []
    show = bench.session.stream.show

    def spy(snapshot: object) -> None:
        assert isinstance(snapshot, type(bench.session.stream.snapshot))
        logged_when_shown.append((snapshot.settled, bench.kinds()))
        show(snapshot)

    monkeypatch.setattr(bench.session.stream, "show", spy)
    bench.settle(marsh_1=(3.0, 12.0, 90.0))
    eventually(lambda: place(bench, "marsh-1") == pytest.approx((3.0, 12.0)) and settled(bench))
    moves = [entry for entry in bench.log.entries() if entry.kind == "move"]
    assert [entry.text for entry in moves] == ["marsh-1 moved 3.0 in and turned 90° left"]
    assert moves[0].data["figure"] == "marsh-1"
    assert moves[0].data["from"] == pytest.approx({"x_in": 3.0, "y_in": 9.0, "facing_deg": 0.0})
    assert moves[0].data["to"] == pytest.approx({"x_in": 3.0, "y_in": 12.0, "facing_deg": 90.0})
    assert moves[0].data["start_s"] < moves[0].data["end_s"]
    assert logged_when_shown, "nothing was shown"
    assert all("move" in kinds for was_settled, kinds in logged_when_shown if was_settled)


def test_a_ruling_is_that_of_the_table_as_shown_and_logged(bench: Bench) -> None:
    bench.settle()
    eventually(lambda: settled(bench))
    given = bench.session.rule("marsh-1", "cult-2")
    scene = bench.session.stream.snapshot.scene
    assert scene is not None
    assert bytes(given.ruling) == ruling_json(rule(scene, "marsh-1", "cult-2"))
    assert bench.log.entries()[-1] == given.entry
    assert given.entry.kind == "ruling"
    assert given.entry.text.startswith("marsh-1 to cult-2: 3.00 in, no melee")
    assert given.entry.data["settled"] is True
    assert given.entry.data["ruling"] == msgspec.json.decode(given.ruling)


def test_a_ruling_needs_two_figures_that_are_there(bench: Bench) -> None:
    bench.settle()
    eventually(lambda: settled(bench))
    with pytest.raises(NoSuchFigureError, match=r"no figure 'marsh-9' .*cult-2, marsh-1, whateley-3"):
        bench.session.rule("marsh-1", "marsh-9")
    with pytest.raises(NoSuchFigureError) as refused:
        bench.session.rule("m" * 50_000, "marsh-1")
    assert len(str(refused.value)) < 200
    with pytest.raises(NotNowError, match="between two figures"):
        bench.session.rule("marsh-1", "marsh-1")
    assert "ruling" not in bench.kinds()


def test_everyone_who_asks_at_once_is_answered_and_logged_once(bench: Bench) -> None:
    bench.settle()
    eventually(lambda: settled(bench))
    given = []
    askers = [
        threading.Thread(target=lambda: given.append(bench.session.rule("marsh-1", "cult-2")))
        for _ in range(20)
    ]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    seqs = [answer.entry.seq for answer in given]
    assert len(set(seqs)) == 20
    assert [entry.seq for entry in bench.log.entries() if entry.kind == "ruling"] == sorted(seqs)


def test_one_picture_that_cannot_be_read_does_not_stop_the_evening(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_captured_s: float) -> Observation:
        raise ZeroDivisionError("a fault")

    bench.settle()
    bench.show(fail)
    eventually(lambda: "fault" in bench.notices())
    assert (
        bench.notices()["fault"] == "a picture was left out through a fault in Pennysight (ZeroDivisionError)"
    )
    assert "ZeroDivisionError: a fault" in caplog.text
    bench.settle(marsh_1=(3.0, 12.0, 0.0))
    eventually(lambda: "move" in bench.kinds())
    eventually(lambda: bench.notices() == {})
    bench.show(fail, 5)
    bench.settle()
    eventually(lambda: bench.notices() == {})
    assert bench.kinds().count("notice") == 1, "recorded once, not with every picture"


def test_a_fault_of_the_tracker_does_not_stop_the_evening(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.settle()
    with monkeypatch.context() as broken:
        broken.setattr(bench.tracker, "update", lambda _: 1 / 0)
        bench.settle()
        eventually(lambda: "fault" in bench.notices())
    bench.settle(marsh_1=(3.0, 12.0, 0.0))
    eventually(lambda: "move" in bench.kinds())
    assert bench.session.rule("marsh-1", "cult-2").entry.kind == "ruling"


def test_while_the_log_is_locked_nothing_new_is_shown_and_then_everything(
    bench: Bench, tmp_path: Path
) -> None:
    bench.settle()
    eventually(lambda: settled(bench))
    other = sqlite3.connect(tmp_path / "log.db")
    other.execute("BEGIN IMMEDIATE")
    bench.settle(marsh_1=(3.0, 12.0, 0.0))
    eventually(lambda: "log" in bench.notices())
    assert "another program holds it locked" in bench.notices()["log"]
    assert not settled(bench), "a move is shown as done that is not recorded"
    with pytest.raises(LogError, match="another program holds it locked"):
        bench.session.rule("marsh-1", "cult-2")
    other.rollback()
    other.close()
    eventually(lambda: settled(bench))
    assert place(bench, "marsh-1") == pytest.approx((3.0, 12.0))
    assert bench.notices() == {}
    assert bench.kinds().count("move") == 1


def test_the_phones_hear_of_each_move_once(bench: Bench) -> None:
    listening = bench.session.stream.listen(0, most=9)
    bench.settle()
    for n in range(3):
        bench.settle(marsh_1=(3.0, 11.0 + n, 0.0))
    eventually(lambda: bench.kinds().count("move") == 3)
    entries = bench.log.entries()
    told = islice((event for event in listening if event.startswith(b"event: log")), len(entries))
    assert [msgspec.json.decode(event.split(b"data: ")[1]) for event in told] == msgspec.to_builtins(entries)


def test_how_the_camera_does_is_shown_and_its_going_and_coming_recorded(bench: Bench) -> None:
    bench.settle()
    bench.camera.doing = Status("gone", "camera 0 stopped sending pictures; trying again")
    eventually(lambda: bench.session.stream.snapshot.source.state == "gone")
    assert place(bench, "marsh-1") is not None, "the last table stays"
    bench.camera.doing = Status("live")
    eventually(lambda: bench.session.stream.snapshot.source.state == "live")
    eventually(
        lambda: (
            [entry.text for entry in bench.log.entries() if entry.kind == "notice"]
            == ["camera 0 stopped sending pictures; trying again", "camera 0 is back"]
        )
    )


def test_no_table_in_view_is_said_after_a_while_and_the_last_one_kept(bench: Bench) -> None:
    problem = "0 tile markers can be read"
    bench.settle()
    bench.show(lambda captured_s: observation(captured_s, {}, problem=problem), 5)
    bench.session.rule("marsh-1", "cult-2")
    assert bench.notices() == {}, "an arm across the board is no news"
    bench.show(lambda captured_s: observation(captured_s, {}, problem=problem), 10)
    eventually(lambda: bench.notices() == {"no-table": problem})
    assert place(bench, "marsh-1") is not None
    assert not settled(bench)
    bench.settle()
    eventually(lambda: bench.notices() == {} and settled(bench))


def test_a_hand_over_the_table_is_shown_and_what_it_covers_is_held(bench: Bench) -> None:
    bench.settle()
    uncovered = {name: at for name, at in bench.stands.items() if name != "cult-2"}
    bench.show(lambda captured_s: observation(captured_s, uncovered, hand=True), 5)
    eventually(lambda: bench.session.stream.snapshot.held == ["cult-2"])
    assert bench.session.stream.snapshot.hand
    assert "hand" in bench.notices()
    assert place(bench, "cult-2") == pytest.approx((6.0, 9.0))
    assert bench.session.rule("marsh-1", "cult-2").entry.data["held"] == ["cult-2"]
    bench.settle()
    eventually(lambda: settled(bench) and not bench.session.stream.snapshot.hand)
    assert bench.kinds() == ["session-started", "ruling"], "nothing moved, and a hand is no news"


def test_slow_reading_drops_the_oldest_frames_and_ends_with_the_newest(bench: Bench) -> None:
    reading, go_on = threading.Event(), threading.Event()
    seen: list[int] = []

    def slow(number: int) -> Observation:
        seen.append(number)
        reading.set()
        go_on.wait()
        return observation(number * 0.1, bench.stands)

    for number in range(50):
        bench.showing[number] = lambda number=number: slow(number)  # type: ignore[misc]  # mypy knows no default here
    bench.camera.send(0)
    reading.wait()
    for number in range(1, 50):
        bench.camera.send(number)
    eventually(bench.camera.waiting.empty)
    go_on.set()
    eventually(lambda: seen[-1] == 49)
    assert len(seen) <= 4
    assert seen == sorted(seen)


def test_closing_gives_the_camera_back_and_leaves_no_thread(log: GameLog) -> None:
    before = threading.active_count()
    bench = Bench(log, {"marsh-1": (3.0, 9.0, 0.0)})
    bench.session.start()
    bench.settle()
    bench.session.close()
    assert bench.camera.closed
    assert threading.active_count() == before
    with pytest.raises(NotNowError):
        bench.session.rule("marsh-1", "cult-2")


def test_a_session_goes_on_with_the_log_of_the_one_before(log: GameLog, tmp_path: Path) -> None:
    for _ in range(2):
        bench = Bench(log, {"marsh-1": (3.0, 9.0, 0.0)})
        bench.session.start()
        bench.settle()
        bench.settle(marsh_1=(3.0, 12.0, 0.0))
        eventually(lambda bench=bench: bench.kinds()[-1] == "move")  # type: ignore[misc]  # mypy knows no default here
        bench.session.close()
    kinds = [entry.kind for entry in read_log(str(tmp_path / "log.db"))]
    assert kinds == ["session-started", "move"] * 2
