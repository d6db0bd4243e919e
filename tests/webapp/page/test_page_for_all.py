"""Legible, reachable and in one language for everyone: contrast, sizes, screen readers, small screens."""

from pathlib import Path

import pytest
from pennysight.webapp.correcting import Question

from tests.webapp.page.browser import LAPTOP, LARGE_PHONE, PHONE, Page
from tests.webapp.page.serving import Served
from tests.webapp.page.tables import LaidTable

pytestmark = pytest.mark.slow

AXE = Path(__file__).resolve().parents[2] / "javascript/node_modules/axe-core/axe.min.js"
SIDEWAYS = (740, 360)
VIEWS = ("start", "ruling", "figures", "log", "camera", "correct", "question")


def show(page: Page, table: LaidTable, view: str) -> None:
    """Bring the page into one of its states; a ruling has something that is too close to call."""
    if view == "ruling":
        page.run(
            "['marsh-4', 'cult-4'].forEach((id) => document.querySelector(`[data-roster='${id}']`).click())"
        )
        page.one("#distance")
    elif view == "correct":
        page.run("document.getElementById('ruling-clear').click()")
        page.run("document.querySelector('[data-roster=marsh-1]').click()")
        page.run("document.getElementById('ruling-correct').click()")
        page.one("#correct-name option")
        page.run("document.querySelector('[data-state=stun]').click()")
        page.one("#correct-undo")
    elif view == "question":
        table.change(questions=[Question(1, ("marsh-1", "cult-1"), "check which is which")])
        page.one("#questions .asked")
    elif view != "start":
        page.run("document.getElementById(arguments[0]).click()", f"tab-{view}")
    page.settle()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_axe_finds_nothing(
    page: Page, served: Served, table: LaidTable, theme: str, size: tuple[int, int]
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed (npm ci in tests/javascript)")
    page.open(served.url, size, theme)
    page.until_figure("marsh-1")
    page.run(AXE.read_text())
    for view in VIEWS:
        show(page, table, view)
        assert page.check("axeViolations()") == [], view


@pytest.mark.parametrize("size", [PHONE, LARGE_PHONE, LAPTOP, SIDEWAYS])
def test_nothing_is_over_the_edge_or_too_small(
    page: Page, served: Served, table: LaidTable, size: tuple[int, int]
) -> None:
    page.open(served.url, size)
    page.until_figure("marsh-1")
    for view in VIEWS:
        show(page, table, view)
        assert page.check("overTheEdge()") == [], view
        assert page.check("smallLetters()") == [], view
        assert page.check("narrowButtons()") == [], view


def test_the_theme_is_the_devices_until_someone_chooses(page: Page, served: Served) -> None:
    def theme() -> str:
        return str(page.run("return document.documentElement.dataset.theme"))

    assert theme() == "dark"
    page.prefer("light")
    page.until(lambda: theme() == "light", "the page follows the device")
    page.one("#theme").click()
    assert theme() == "dark"
    page.driver.get(served.url)
    assert theme() == "dark"  # kept
    assert page.text("#theme-words") == "Switch to light"


def test_factions_and_certainty_are_told_by_more_than_colour(page: Page, table: LaidTable) -> None:
    assert page.text("#board [data-figure='marsh-1'] .figure-name") == "M1"
    assert page.text("#board [data-figure='cult-1'] .figure-name") == "C1"
    show(page, table, "ruling")
    assert page.one("[data-verdict=melee] .certainty use").get_attribute("href") == "#icon-close"
    assert page.one("[data-verdict=sight] .certainty use").get_attribute("href") == "#icon-sure"


def test_a_figure_on_the_map_is_named_to_screen_readers(page: Page) -> None:
    marsh = page.one("#board [data-figure='marsh-1']")
    assert marsh.get_attribute("role") == "button"
    assert marsh.get_attribute("aria-label") == "M1, Marsh 1, faces east"
    page.run("arguments[0].dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }))", marsh)
    page.until_text("#pane-ruling", "At whom?")
