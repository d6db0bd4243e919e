"""Fingers, mouse and keys: the map moves, and everything can be had without touching it."""

import pytest

from tests.webapp.page.browser import LAPTOP, Page, Point
from tests.webapp.page.serving import Served
from tests.webapp.page.tables import LaidTable

pytestmark = pytest.mark.slow


def px_per_in(page: Page) -> float:
    """How large the map is drawn."""
    (x1, y1), (x2, y2) = page.place("marsh-2"), page.place("cult-2")
    return float((((x1 - x2) ** 2 + (y1 - y2) ** 2) / ((4 - 3) ** 2 + (3 - 15) ** 2)) ** 0.5)


def moved(page: Page, figure_id: str, start: Point) -> Point:
    x, y = page.place(figure_id)
    return x - start[0], y - start[1]


def test_a_finger_drags_the_map(page: Page) -> None:
    start = page.place("cult-1")
    page.gesture([[(180, 220)], [(200, 230)], [(230, 260)]])
    assert moved(page, "cult-1", start) == pytest.approx((50, 40), abs=1)
    assert not page.all("#board .from")


def test_two_fingers_zoom_about_what_lies_between_them(page: Page) -> None:
    before = px_per_in(page)
    x, y = start = page.place("cult-1")
    page.gesture([[(x - 40, y), (x + 40, y)], [(x - 60, y), (x + 60, y)], [(x - 80, y), (x + 80, y)]])
    assert px_per_in(page) == pytest.approx(2 * before, rel=0.03)
    assert moved(page, "cult-1", start) == pytest.approx((0, 0), abs=2)


def test_tapping_twice_goes_closer_and_then_shows_all(page: Page) -> None:
    whole = px_per_in(page)
    x, y = page.place("cult-2")
    empty = (x + 120, y)
    page.tap_at(empty)
    page.tap_at(empty)
    page.until(lambda: px_per_in(page) > 2 * whole, "the map is closer")
    page.one("#fit").click()
    page.until(lambda: px_per_in(page) == pytest.approx(whole), "the whole board is in sight")


def test_the_wheel_and_the_buttons_zoom(page: Page, served: Served) -> None:
    page.open(served.url, LAPTOP)
    page.until_figure("cult-1")
    whole = px_per_in(page)
    page.wheel(page.place("cult-1"), -300)
    page.until(lambda: px_per_in(page) > 1.3 * whole, "the map is closer")
    page.one("#zoom-out").click()
    page.one("#zoom-out").click()
    page.until(lambda: px_per_in(page) < whole, "the map is farther")


def test_keys_move_the_map(page: Page) -> None:
    page.run("document.getElementById('board').focus()")
    start, whole = page.place("cult-1"), px_per_in(page)
    page.press("ArrowRight")
    page.press("ArrowUp")
    assert moved(page, "cult-1", start) == pytest.approx((-80, 80), abs=1)
    page.press("+")
    assert px_per_in(page) == pytest.approx(1.3 * whole, rel=0.01)
    page.press("0")
    page.until(lambda: px_per_in(page) == pytest.approx(whole), "the whole board is in sight")


def test_the_map_cannot_be_lost(page: Page) -> None:
    for _ in range(6):
        page.gesture([[(300, 150)], [(100, 150)], [(20, 150)]])
    assert page.run(
        "const map = document.getElementById('map').getBoundingClientRect();"
        "const board = document.querySelector('#board .board').getBoundingClientRect();"
        "return board.right > map.left && board.left < map.right"
    )


def test_a_view_someone_chose_survives_live_updates(page: Page, table: LaidTable) -> None:
    page.gesture([[(180, 220)], [(200, 230)], [(230, 260)]])
    start = page.place("marsh-2")
    table.move("cult-1", 9.0, 6.0, 90.0)
    page.until_text(".log", "cult-1 moved")
    assert moved(page, "marsh-2", start) == pytest.approx((0, 0), abs=0.5)


def test_a_ruling_can_be_had_with_keys_alone(page: Page, table: LaidTable) -> None:
    def focused(name: str) -> str:
        value = page.run("return document.activeElement.getAttribute(arguments[0])", name)
        return str(value)

    def tab_to(name: str, value: str) -> None:
        for _ in range(40):
            if focused(name) == value:
                return
            page.press("Tab")
        pytest.fail(f"no Tab reaches {name}={value}")

    page.run("document.activeElement.blur()")
    tab_to("id", "tab-ruling")
    page.press("ArrowRight")
    assert focused("id") == "tab-figures"
    tab_to("data-roster", "cult-1")
    page.press("Enter")
    page.until_text("#pane-ruling", "At whom?")
    page.run("document.getElementById('tab-ruling').focus()")
    page.press("ArrowRight")
    tab_to("data-roster", "marsh-1")
    table.move("cult-4", 16.0, 9.0, 180.0)
    page.until_text(".log", "cult-4 moved")
    assert focused("data-roster") == "marsh-1"  # a live update leaves the focus where it is
    page.press("Enter")
    page.until_text("#spoken", "cult-1 to marsh-1")
