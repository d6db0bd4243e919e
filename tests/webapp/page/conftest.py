"""The page in a browser, before a table laid by hand."""

from collections.abc import Iterator

import pytest
from pennysight.gamelog import GameLog
from selenium import webdriver

from tests.webapp.page.browser import Page, chromium, new_tab
from tests.webapp.page.serving import Served
from tests.webapp.page.tables import FixedEyes, LaidTable, yard


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """One browser for all."""
    with chromium(tmp_path_factory.mktemp("chromium")) as opened:
        yield opened


@pytest.fixture
def table(log: GameLog) -> LaidTable:
    """The yard."""
    return LaidTable(log, yard())


@pytest.fixture
def served(table: LaidTable) -> Iterator[Served]:
    """The yard on the network."""
    running = Served(table, eyes=FixedEyes())
    yield running
    running.stop()


@pytest.fixture
def page(driver: webdriver.Chrome, served: Served) -> Iterator[Page]:
    """The page, open on a phone before the yard."""
    with new_tab(driver) as opened:
        opened.open(served.url)
        opened.until_figure("marsh-1")
        yield opened
