"""What players are told: while it is so, not when it flickers, and recorded once."""

from pennysight.vision.sources import Control
from pennysight.vision.tracker import Note, TrackedTable
from pennysight.vision.watch import Finding
from pennysight.webapp.notices import CONTROLS_SHOWN_S, NO_TABLE_AFTER_S, NOTE_SHOWN_S, QUIET_S, Notices
from pennysight.webapp.snapshot import Notice, SourceState

LIVE = SourceState("camera 0", "live", "")
GONE = SourceState("camera 0", "gone", "camera 0 stopped sending pictures; trying again")


def table(captured_s: float, *notes: Note, problem: str | None = None, hand: bool = False) -> TrackedTable:
    return TrackedTable(
        captured_s=captured_s,
        board_width_in=36.0,
        board_height_in=36.0,
        notes=notes,
        problem=problem,
        hand=hand,
    )


def codes(notices: list[Notice]) -> list[str]:
    return [notice.code for notice in notices]


def test_a_table_never_seen_is_said_at_once_and_one_out_of_view_after_a_while() -> None:
    notices = Notices()
    assert codes(notices.of(table(5.0, problem="dark"), None)) == ["no-table"]
    assert codes(notices.of(table(5.1), None)) == []
    assert codes(notices.of(table(5.2, problem="dark"), None)) == []
    assert codes(notices.of(table(5.1 + NO_TABLE_AFTER_S, problem="dark"), None)) == ["no-table"]
    assert codes(notices.of(table(7.0), None)) == []


def test_a_hand_is_said_while_it_is_there() -> None:
    notices = Notices()
    assert codes(notices.of(table(0.0, hand=True), None)) == ["hand"]
    assert codes(notices.of(table(0.1), None)) == []


def test_two_figures_of_one_name_are_said_for_a_while() -> None:
    notices = Notices()
    twins = Note("twins", ("marsh-1",), 3.0, "two figures show marsh-1: take one cap off")
    assert notices.of(table(3.0, twins), None) == [Notice("twins", twins.text)]
    assert codes(notices.of(table(2.9 + NOTE_SHOWN_S), None)) == ["twins"]
    assert codes(notices.of(table(3.0 + NOTE_SHOWN_S), None)) == []


def test_a_camera_that_goes_and_comes_is_recorded_each_time() -> None:
    notices = Notices()
    assert notices.to_record(LIVE, [], 0.0) == []
    assert notices.to_record(GONE, [], 1.0) == [Notice("source", GONE.text)]
    assert notices.to_record(GONE, [], 2.0) == []
    assert notices.to_record(LIVE, [], 3.0) == [Notice("source", "camera 0 is back")]
    assert notices.to_record(SourceState("film.mp4", "ended", ""), [], 4.0) == [
        Notice("source", "film.mp4 ended")
    ]


def test_a_notice_that_flickers_is_recorded_once_and_a_hand_never() -> None:
    notices = Notices()
    no_table, hand = Notice("no-table", "dark"), Notice("hand", "a hand")
    recorded = [notices.to_record(LIVE, [no_table, hand] if n % 2 else [], n * 1.0) for n in range(20)]
    assert [notice for news in recorded for notice in news] == [no_table]
    assert notices.to_record(LIVE, [no_table], 19.0 + QUIET_S) == [no_table]


def test_what_became_of_camera_and_tiles_is_told_and_each_of_it_recorded() -> None:
    notices = Notices()
    bumped = Finding("camera-bumped", "the camera was bumped")
    nudged = [Finding("tile-nudged", f"{tile} was pushed") for tile in ("crossroads", "storm-hollow")]
    told = notices.of(table(0.0), None, [bumped, *nudged])
    assert codes(told) == ["camera-bumped", "tile-nudged", "tile-nudged"]
    assert notices.to_record(LIVE, told, 0.0) == told
    assert notices.to_record(LIVE, told, 1.0) == []


def test_a_moving_camera_is_told_once_and_a_lost_table_only_after_a_while() -> None:
    notices = Notices()
    notices.of(table(0.0), None)
    moving, lost = Finding("camera-moving", "it moves", True), Finding("table-lost", "lost: dark", True)
    assert codes(notices.of(table(2.0, problem="it moves"), None, [moving])) == ["camera-moving"]
    assert notices.to_record(LIVE, [Notice("camera-moving", "it moves")], 2.0) == []
    assert codes(notices.of(table(0.5, problem="dark"), None, [lost])) == []
    assert codes(notices.of(table(2.5, problem="dark"), None, [lost])) == ["no-table"]


def test_a_control_that_cannot_be_locked_is_said_for_a_while_and_recorded() -> None:
    notices = Notices()
    focus = Control("focus", "ignored", "focus was told to stay, but the driver keeps it automatic")
    controls = [focus, Control("exposure", "locked", "exposure is locked at 157")]
    told = notices.of_controls(controls, 5.0)
    assert told == [Notice("camera-control", focus.text)]
    assert notices.to_record(LIVE, told, 5.0) == told
    assert notices.of_controls(controls, 4.9 + CONTROLS_SHOWN_S) == told
    assert notices.of_controls(controls, 5.0 + CONTROLS_SHOWN_S) == []
