"""The page follows the table: moves, hands, cameras, and a server that goes and comes back."""

import msgspec
import pytest
from pennysight.gamelog import GameLog
from pennysight.rules.scene import Token
from pennysight.webapp.snapshot import Notice, SourceState
from selenium.webdriver.common.by import By

from tests.webapp.page.browser import LAPTOP, Page
from tests.webapp.page.serving import Served
from tests.webapp.page.tables import LaidTable, figure

pytestmark = pytest.mark.slow


def log_lines(page: Page) -> list[str]:
    """The log as it is shown, from the top."""
    rows: list[str] = page.run(
        "return [...document.querySelectorAll('.log .row-name')].map((row) => row.textContent)"
    )
    return rows


def test_a_move_shows_on_the_map_and_in_the_log(page: Page, table: LaidTable) -> None:
    before = page.place("cult-1")
    table.move("cult-1", 9.0, 6.0, 90.0)
    page.until(lambda: page.place("cult-1")[1] > before[1] + 20, "cult-1 stands farther south")
    page.until(lambda: len(log_lines(page)) == 2, "the move is in the log")
    assert log_lines(page)[0].startswith("cult-1 moved 4.0 in and turned")
    assert log_lines(page)[1].startswith("started")


def test_a_logged_move_is_shown_on_the_map(page: Page, table: LaidTable) -> None:
    table.move("cult-1", 9.0, 6.0, 90.0)
    page.one("#tab-log").click()
    page.one(".log .row[data-seq='2']").click()
    assert page.one("#board .trail").get_attribute("d") == "M9 10L9 6"


def test_a_logged_ruling_is_shown_again_with_its_time(page: Page, table: LaidTable, served: Served) -> None:
    table.rule("marsh-1", "cult-2")
    page.open(served.url)
    page.until(lambda: len(log_lines(page)) == 2, "the ruling of before is in the log")
    page.one("#tab-log").click()
    page.one(".log .row[data-seq='2']").click()
    page.until_text("#pane-ruling", "the table may have moved since")
    assert page.text("[data-verdict=sight] .answer") == "Blocked"


def test_a_logged_ruling_is_drawn_where_the_figures_stood(
    page: Page, table: LaidTable, served: Served
) -> None:
    table.rule("marsh-1", "cult-2", with_figures=True)
    table.move("cult-2", 12.0, 15.0, 270.0)
    page.open(served.url)
    page.until(lambda: len(log_lines(page)) == 3, "what was before is in the log")
    page.one("#tab-log").click()
    page.one(".log .row[data-seq='2']").click()
    page.until_text("#pane-ruling", "the table has moved since")
    assert [mark.get_attribute("data-in-way") for mark in page.all(".in-way.blocker")] == ["yard/wall-1"]
    box = page.run("return document.querySelector('path.sight.blocked').getAttribute('d')")
    assert box.endswith("L3 15"), "the line goes to where it stood"


def test_rulings_of_others_are_listed(page: Page, table: LaidTable) -> None:
    table.rule("cult-1", "marsh-1")
    page.until(lambda: log_lines(page)[0].startswith("cult-1 to marsh-1"), "the ruling is in the log")


def test_hands_held_figures_and_movement_are_said_and_drawn(page: Page, table: LaidTable) -> None:
    page.until_text("#state-words", "Live · settled")
    table.change(hand=True, held=["marsh-1"], settled=False)
    page.until_text("#state-words", "Hand over the table")
    assert page.all("#board [data-figure='marsh-1'].held")
    assert "held at its last place" in page.text("[data-roster='marsh-1']")
    table.change(hand=False)
    page.until_text("#state-words", "moving")


def test_hats_deaths_and_doubt_are_drawn(page: Page, table: LaidTable) -> None:
    figures = [
        figure("marsh-1", 3.0, 9.0, 0.0, hat="stun"),
        figure("cult-1", 9.0, 9.0, 0.0, dead=True),
        figure("cult-2", 12.0, 9.0, 0.0, sd_in=0.2),
    ]
    tokens = [Token(130, "item", 4.0, 4.0, 20.0)]
    table.change(scene=msgspec.structs.replace(table.scene, figures=figures, tokens=tokens))
    page.until(lambda: not page.all("#board [data-figure='marsh-2']"), "the table is laid anew")
    assert page.text("#board [data-figure='marsh-1'] .hat-name") == "stun"
    assert page.all("#board [data-figure='cult-1'].dead .cross")
    halo = page.one("#board [data-figure='cult-2'] .halo").get_attribute("r")
    assert float(halo or 0) == pytest.approx(0.375 + 3 * 0.2)
    assert len(page.all("#board .token")) == 1


def test_a_camera_that_stalls_is_said_and_the_map_is_marked(page: Page, table: LaidTable) -> None:
    table.change(source=SourceState("camera 0", "stalled", "no picture from camera 0 for 6 s"))
    page.until_text("#state-words", "Camera stalled")
    page.until_text("#banners", "no picture from camera 0 for 6 s")
    assert page.all("body[data-stale]")
    table.change(source=SourceState("camera 0", "live", ""))
    page.until(lambda: not page.all("body[data-stale], .banner"), "all is well again")


def test_a_recording_that_has_ended_is_no_alarm(page: Page, table: LaidTable) -> None:
    table.change(source=SourceState("evening.mp4", "ended", "'evening.mp4' has ended"))
    page.until_text("#state-words", "Recording ended")
    assert not page.all("body[data-stale], .banner")


def test_notices_are_read_under_the_bar(page: Page, table: LaidTable) -> None:
    table.change(
        notices=[
            Notice("hand", "a hand"),
            Notice("unknown-tile", "no walls"),
            Notice("hidden", "gone: cult-9"),
        ]
    )
    page.until_text("#banners", "no walls")
    assert "a hand" not in page.text("#banners")  # the state says it, and the map does not jump
    page.one("#banners summary").click()
    assert page.one("#banners details .banner").is_displayed()


def test_the_page_outlives_the_server(page: Page, table: LaidTable, served: Served, log: GameLog) -> None:
    served.stop()
    page.until_text("#banners", "Reconnecting, last seen")
    assert page.all("body[data-stale]")
    later = LaidTable(log, table.scene)
    later.move("cult-1", 9.0, 6.0, 90.0)
    served.start(later)
    page.until(lambda: not page.all("body[data-stale], .banner"), "the page is connected again")
    page.until(lambda: len(log_lines(page)) == 3, "what was missed is in the log")
    assert log_lines(page)[0].startswith("cult-1 moved")
    assert all("ERR_" in complaint for complaint in page.complaints())


def test_no_table_yet_is_said(page: Page, table: LaidTable, served: Served) -> None:
    table.change(scene=None)
    page.open(served.url)
    page.until_text("#map-empty", "No table in sight yet")


def test_the_whole_evening_can_be_paged_through(page: Page, table: LaidTable, served: Served) -> None:
    for step in range(150):
        table.move("cult-1", 9.0, 6.0 + 0.01 * step, 90.0)
    page.open(served.url, LAPTOP)
    page.until(lambda: len(log_lines(page)) == 100, "the newest hundred are there")
    page.driver.find_element(By.XPATH, "//button[text()='Show older']").click()
    page.until(lambda: len(log_lines(page)) == 151, "all are there")
    assert log_lines(page)[-1].startswith("started")
