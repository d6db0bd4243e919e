"""The page of a phone that is the camera: a picture goes out, and what was seen comes back in words."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from pennysight.vision.simulated.table import CAMERA
from pennysight.vision.sources import Uploads
from pennysight.webapp.upload_page import upload_pages

from tests.webapp.page.browser import LAPTOP, PHONE, Page
from tests.webapp.page.serving import Served
from tests.webapp.page.tables import LaidTable

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Uploads:
    return Uploads()


@pytest.fixture
def served(table: LaidTable, phone: Uploads) -> Iterator[Served]:
    """The yard on the network, with the page for a phone that is its camera."""
    running = Served(table, pages=[upload_pages(phone, CAMERA)])
    yield running
    running.stop()


def take(page: Page, path: Path, width_px: int, height_px: int) -> None:
    """Have the phone's camera take a picture of that size."""
    cv2.imwrite(str(path), np.full((height_px, width_px, 3), 80, np.uint8))
    page.one("#picture").send_keys(str(path))


def test_a_picture_is_sent_and_what_was_seen_is_told(
    page: Page, served: Served, table: LaidTable, phone: Uploads, tmp_path: Path
) -> None:
    page.open(served.url + "camera")
    take(page, tmp_path / "table.jpg", CAMERA.width_px, CAMERA.height_px)
    page.until_text("#told", "Looking at it")
    assert next(phone.frames()).image.shape == (CAMERA.height_px, CAMERA.width_px, 3)
    table.change(held=["marsh-1"])
    page.until_text("#told", "Seen: 0 tiles and 8 figures.")


def test_a_picture_that_is_not_that_cameras_is_refused_with_the_reason(
    page: Page, served: Served, tmp_path: Path
) -> None:
    page.open(served.url + "camera")
    take(page, tmp_path / "upright.jpg", 300, 400)
    page.until_text("#told", "300x400")
    assert all("400" in complaint for complaint in page.complaints())


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_the_page_fits(page: Page, served: Served, size: tuple[int, int]) -> None:
    page.open(served.url + "camera", size)
    page.one(".take")
    assert page.check("overTheEdge()") == []
    assert page.check("smallLetters()") == []
