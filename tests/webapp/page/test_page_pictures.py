"""The README's pictures of the page, taken in the middle of an evening (`make screenshots`)."""

import os
from pathlib import Path

import pytest
from pennysight.gamelog import GameLog

from tests.webapp.page.browser import LAPTOP, PHONE, Page
from tests.webapp.page.evening import evening
from tests.webapp.page.serving import Served
from tests.webapp.page.tables import LaidTable

FOLDER = os.environ.get("PENNYSIGHT_PICTURES")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(FOLDER is None, reason="make screenshots takes the README's pictures"),
]


@pytest.fixture
def table(log: GameLog) -> LaidTable:
    """The evening, and how it came to this."""
    laid = LaidTable(log, evening())
    laid.move("cult-3", 22.6, 22.4, 265.0)
    laid.move("deghoule-4", 22.9, 15.7, 300.0)
    laid.rule("whateley-2", "deghoule-4")
    laid.move("whateley-6", 31.27, 21.97, 45.0)
    return laid


@pytest.mark.parametrize(
    ("name", "size", "theme", "pair"),
    [
        ("phone-dark", PHONE, "dark", ("cult-3", "deghoule-4")),
        ("phone-light", PHONE, "light", ("cult-4", "whateley-6")),
        ("laptop-dark", LAPTOP, "dark", ("marsh-5", "cult-4")),
        ("laptop-light", LAPTOP, "light", ()),
    ],
)
def test_picture(
    page: Page, served: Served, name: str, size: tuple[int, int], theme: str, pair: tuple[str, ...]
) -> None:
    page.open(served.url, size, theme, sharpness=2 if size == PHONE else 1.5)
    for figure_id in pair:
        page.until_figure(figure_id)
        page.run("document.querySelector(arguments[0]).click()", f"[data-roster='{figure_id}']")
    page.until_text("#state-words", "settled")
    page.one("#distance" if pair else ".key")
    page.picture(Path(FOLDER or "") / f"{name}.png")
