"""What players set right on the page of the real session: names, places, hats, questions, and undoing."""

from collections.abc import Iterator

import pytest
from pennysight.gamelog import GameLog
from selenium.webdriver.support.select import Select

from tests.webapp.bench import Bench, eventually, two_and_two
from tests.webapp.page.browser import LAPTOP, Page, Point
from tests.webapp.page.serving import Served
from tests.webapp.page.tables import FixedEyes

pytestmark = pytest.mark.slow


@pytest.fixture
def bench(log: GameLog) -> Iterator[Bench]:
    """Two figures with caps and two bare ones of a kind."""
    made = two_and_two(log)
    yield made
    made.session.close()


@pytest.fixture
def eyes() -> FixedEyes:
    return FixedEyes()


@pytest.fixture
def served(bench: Bench, eyes: FixedEyes) -> Iterator[Served]:
    """The real session on the network."""
    running = Served(bench.session, eyes=eyes)
    yield running
    running.stop()


def click(page: Page, css: str) -> None:
    """Press a button, whether or not it is scrolled into sight."""
    page.one(css)
    page.run("document.querySelector(arguments[0]).click()", css)


def press(page: Page, words: str) -> None:
    """Press the button of the sheet that says this."""
    page.run(
        "[...document.querySelectorAll('#correct .tool')].find((b) => b.innerText === arguments[0]).click()",
        words,
    )


def open_for(page: Page, figure_id: str) -> None:
    page.tap(figure_id)
    click(page, "#ruling-correct")
    page.one("#correct-name option")


def test_a_name_is_given_in_a_few_taps(page: Page, bench: Bench) -> None:
    open_for(page, "deghoule-a")
    assert page.text(".correct-head").endswith("Correct Deghoule A")
    Select(page.one("#correct-name")).select_by_visible_text("Deghoule 5")
    click(page, "#correct-name + .tool")
    page.until_text(".correct-outcome", "In the log: deghoule-a is deghoule-5, by hand.")
    page.until_figure("deghoule-5")
    assert page.text(".correct-head").endswith("Correct Deghoule 5")
    assert bench.corrections() == ["deghoule-a is deghoule-5, by hand"]


def test_a_tap_on_the_map_says_where_a_figure_stands(page: Page, bench: Bench) -> None:
    open_for(page, "marsh-1")
    (x0, y0), (x1, _) = page.place("marsh-1"), page.place("cult-2")
    per_in = (x1 - x0) / 11.0
    page.tap_at((x0 + 2.0 * per_in, y0 - 1.0 * per_in))
    page.until_text(".correct-place", "5.0 in east, 10.0 in north, faces east: not saved yet")
    assert page.all("#board .ghost")
    assert "correction" not in bench.kinds(), "it is only a draft"
    page.run("document.querySelector('[title^=\"Turn left\"]').click()")
    page.run("document.querySelector('[title^=\"North by\"]').click()")
    press(page, "Save place")
    eventually(lambda: len(bench.corrections()) == 2)
    eventually(lambda: bench.figures()["marsh-1"].facing_deg == pytest.approx(15.0))
    marsh = bench.figures()["marsh-1"]
    assert (marsh.x_in, marsh.y_in) == pytest.approx((5.0, 10.25), abs=0.1)
    page.until_text(".correct-place", "by hand")
    page.until(lambda: not page.all("#board .ghost"), "the draft is gone")


def test_a_correction_is_undone_from_the_sheet_and_from_the_log(page: Page, bench: Bench) -> None:
    for undo in ("#correct-undo", "#log-undo"):
        open_for(page, "marsh-1")
        click(page, "[data-state=stun]")
        page.until_text(".correct-outcome", "In the log: marsh-1 wears the stun hat, by hand.")
        eventually(lambda: bench.figures()["marsh-1"].hat == "stun")
        page.one("#board [data-figure='marsh-1'] .hat")
        if undo == "#log-undo":
            click(page, "#correct-close")
            page.until_text(".log li:first-child", "marsh-1 wears the stun hat")
            click(page, ".log li:first-child .row")
        click(page, undo)
        eventually(lambda: bench.figures()["marsh-1"].hat is None)
        if undo == "#correct-undo":
            click(page, "#ruling-clear")  # the sheet closes when it is undone
    assert bench.corrections()[-1] == "undone: marsh-1 wears the stun hat, by hand"
    page.until_text(".log li:first-child", "undone:")
    click(page, ".log li:nth-child(2) .row")
    page.until_text("#pane-ruling", "It can no longer be undone")


def test_a_figure_is_taken_off_the_table_and_the_sheet_closes(page: Page, bench: Bench) -> None:
    open_for(page, "marsh-1")
    press(page, "Off the table")
    page.until(lambda: not page.all("#board [data-figure='marsh-1']"), "it is off the map")
    page.until(lambda: not page.all("#correct"), "the sheet is closed")
    assert bench.corrections() == ["marsh-1 is off the table, by hand"]


def test_a_figure_that_is_not_seen_is_put_on_the_map(page: Page, bench: Bench) -> None:
    click(page, "#add-figure")
    page.one("#correct-name option")
    page.until_text(".correct-place", "Tap the map where it stands.")
    Select(page.one("#correct-name")).select_by_visible_text("Whateley 4")
    page.tap_at(page.middle("#board"))
    press(page, "Save place")
    page.until_figure("whateley-4")
    assert bench.session.stream.snapshot.held == ["whateley-4"]


def test_which_of_two_is_which_is_asked_and_answered(page: Page, bench: Bench) -> None:
    bench.move_both_bare()
    page.until_text("#questions", "Deghoule A and Deghoule B moved at the same time. Which is which?")
    before = bench.figures()
    click(page, "#questions .tool:nth-child(2)")
    page.until(lambda: not page.text("#questions"), "the question is gone")
    assert bench.figures()["deghoule-a"].x_in == pytest.approx(before["deghoule-b"].x_in)
    assert bench.corrections() == ["deghoule-a and deghoule-b are the other way round, by hand"]


def test_what_cannot_be_corrected_is_said(page: Page, bench: Bench) -> None:
    open_for(page, "marsh-1")
    click(page, "#correct-name + .tool")
    page.until_text(".correct-outcome", "marsh-1 is marsh-1 already")
    assert bench.corrections() == []
    assert all("409" in complaint for complaint in page.complaints())


def test_whoever_goes_by_keys_is_led_into_the_sheet_and_out_again(page: Page) -> None:
    open_for(page, "marsh-1")
    assert page.run("return document.activeElement.textContent").endswith("Correct Marsh 1")
    click(page, "#correct-close")
    assert page.run("return document.activeElement.id") == "pane-ruling"


def test_closing_the_sheet_gives_taps_their_meaning_back(page: Page) -> None:
    open_for(page, "marsh-1")
    click(page, "#correct-close")
    page.until_text("#pane-ruling", "At whom?")
    page.tap("cult-2")
    page.until_text("#spoken", "marsh-1 to cult-2")


@pytest.mark.parametrize("wide", [False, True])
def test_the_camera_is_looked_at_only_while_its_pane_is_open(
    page: Page, served: Served, wide: bool, eyes: FixedEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    picture = eyes.picture

    def look() -> bytes:
        looked.append(1)
        return picture()

    monkeypatch.setattr(eyes, "picture", look)
    if wide:
        page.open(served.url, LAPTOP)
        page.until_figure("marsh-1")
    assert looked == []
    click(page, "#tab-camera")
    page.until(
        lambda: page.run("return document.getElementById('camera-picture').naturalWidth") == 400, "it shows"
    )
    page.until(lambda: len(looked) >= 2, "it goes on")
    click(page, "#tab-log")
    page.settle()
    seen = len(looked)
    page.run("return new Promise((done) => setTimeout(done, 1500))")
    assert len(looked) <= seen + 1


def test_a_wrong_reading_is_reported_from_the_page(page: Page, eyes: FixedEyes) -> None:
    click(page, "#tab-camera")
    page.one("#report-note").send_keys("marsh-1 is marsh-2")
    click(page, "#report-send")
    page.until_text(
        "#report-told", "Written on the table's computer: reports/pennysight-report-1.zip, with 12 pictures"
    )
    assert eyes.notes == ["marsh-1 is marsh-2"]


def steps(start: Point, end: Point, count: int = 6) -> list[list[Point]]:
    """One finger's way from one place on the screen to another."""
    return [
        [(start[0] + k / count * (end[0] - start[0]), start[1] + k / count * (end[1] - start[1]))]
        for k in range(count + 1)
    ]


def inches_off(page: Page, east_in: float, north_in: float) -> tuple[Point, Point]:
    """Where marsh-1 is on the screen, and what lies so far from it."""
    (x0, y0), (x1, _) = page.place("marsh-1"), page.place("cult-2")
    per_in = (x1 - x0) / 11.0
    return (x0, y0), (x0 + east_in * per_in, y0 - north_in * per_in)


def test_a_figure_is_dragged_to_where_it_stands(page: Page, bench: Bench) -> None:
    open_for(page, "marsh-1")
    page.until_text("#map-hint", "Drag it to where it stands, or tap there")
    (x, y), (to_x, to_y) = inches_off(page, 4.0, -3.0)
    # Taken hold of at its edge, it keeps its place under the finger.
    page.gesture(steps((x + 6, y + 4), (to_x + 6, to_y + 4)))
    page.until_text(".correct-place", "7.0 in east, 6.0 in north, faces east: not saved yet, 5.0")
    assert page.text("#board .sight-label").startswith("5.0")
    assert page.place("marsh-1") == pytest.approx((x, y), abs=1), (
        "the map stayed, and the figure as it is seen"
    )
    page.gesture(steps((to_x, to_y), inches_off(page, 2.0, 0.0)[1]))
    page.until_text(".correct-place", "5.0 in east, 9.0 in north")
    assert "correction" not in bench.kinds(), "it is only a draft"
    press(page, "Save place")
    eventually(lambda: bench.figures()["marsh-1"].x_in == pytest.approx(5.0, abs=0.1))
    assert len(bench.corrections()) == 1


@pytest.mark.parametrize("given_up_by", ["Escape", "second finger"])
def test_a_drag_that_is_given_up_leaves_all_as_it_was(page: Page, given_up_by: str) -> None:
    open_for(page, "marsh-1")
    before = page.text(".correct-place")
    start, end = inches_off(page, 4.0, 2.0)
    fingers = [end]
    with page.fingers(steps(start, end)) as further:
        page.until_text(".correct-place", "not saved yet")
        if given_up_by == "Escape":
            page.press("Escape")
        else:
            fingers.append((end[0] + 40, end[1] + 40))
            further(fingers, True)
        page.until_text(".correct-place", before)
        further([(x + 10, y + 10) for x, y in fingers], False)
    assert page.text(".correct-place") == before
    assert not page.all("#board .ghost")
    if given_up_by == "Escape":
        assert page.place("marsh-1") == pytest.approx(start, abs=1), "nor has the map moved"


def test_a_mouse_drags_it_too_and_the_map_where_nothing_stands(page: Page, served: Served) -> None:
    page.open(served.url, LAPTOP)
    open_for(page, "marsh-1")
    start, end = inches_off(page, 3.0, 0.0)
    page.mouse_drag(start, end)
    page.until_text(".correct-place", "6.0 in east, 9.0 in north")
    page.mouse_drag((end[0], end[1] + 150), (end[0] + 60, end[1] + 150))
    assert page.place("marsh-1") == pytest.approx((start[0] + 60, start[1]), abs=2)
    page.until_text(".correct-place", "6.0 in east, 9.0 in north")
