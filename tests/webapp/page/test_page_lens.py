"""The page that guides whoever holds the calibration board, in a browser, before a camera that obeys."""

import queue
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from pennysight.calibration.camera import Camera
from pennysight.calibration.charuco import Calibration, CalibrationRefused
from pennysight.calibration.charuco_board import parse_board
from pennysight.vision.sources import Frame, Status
from pennysight.webapp.lens_app import create_lens_app
from pennysight.webapp.lens_guide import LensGuide, Look
from pennysight.webapp.lens_session import LensSession
from pennysight.webapp.server import listen, serving
from selenium import webdriver

from tests.calibration.board_on_film import FRAMES_PER_S, Image, held
from tests.webapp.page.browser import LAPTOP, PHONE, Page, new_tab
from tests.webapp.page.test_page_for_all import AXE, SIDEWAYS

pytestmark = pytest.mark.slow

FOUND = Calibration(
    Camera(
        name="desk",
        width_px=1280,
        height_px=720,
        K=((1003.2, 0, 646), (0, 1001.1, 352), (0, 0, 1)),
        dist=(0, 0, 0, 0, 0),
        rms_px=0.21,
        sd={"fx": 0.7, "fy": 0.7},
    ),
    ("view 1", "view 2"),
    (),
)


class Hands:
    """A camera that gives the frames that it is told to; None ends it."""

    name = "camera 0"
    still = False
    waits = False

    def __init__(self) -> None:
        self.images: queue.Queue[Image | None] = queue.Queue()
        self.is_now = Status("live")

    def status(self) -> Status:
        return self.is_now

    def frames(self) -> Iterator[Frame]:
        number = 0
        while (image := self.images.get(timeout=60)) is not None:
            yield Frame(image, number / FRAMES_PER_S, number)
            number += 1

    def close(self) -> None:
        self.images.put(None)


class SoonContent(LensGuide):
    """Has enough after the second view."""

    def look(self, frame: Frame) -> Look:
        look = super().look(frame)
        done = FOUND if look.taken and len(look.gathered.views) == 2 else None
        return Look(look.gathered, look.note, look.taken, look.view, done)


class Guiding:
    """A lens being found, on the network of this computer."""

    def __init__(self, session: LensSession, hands: Hands, url: str) -> None:
        self.session, self.hands, self.url = session, hands, url

    def show(self, *images: Image) -> None:
        for image in images:
            self.hands.images.put(image)


@pytest.fixture
def guiding() -> Iterator[Guiding]:
    hands = Hands()
    guide = SoonContent(parse_board("charuco-9x6"), "desk", "2026-01-31")
    session = LensSession(hands, guide, lambda _: None)

    def find() -> None:
        try:
            session.run()
        except CalibrationRefused:
            return

    finding = threading.Thread(target=find)
    finding.start()
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with serving(create_lens_app(session), listening, session.stream.close):
            yield Guiding(session, hands, f"http://127.0.0.1:{port}/")
            hands.close()
            finding.join()


@pytest.fixture
def page(driver: webdriver.Chrome, guiding: Guiding) -> Iterator[Page]:
    """The guide's page on a phone."""
    with new_tab(driver) as opened:
        opened.open(guiding.url, PHONE)
        yield opened


@cache
def upright() -> Image:
    return held((0.5, 0.5), 0.5, None, 0.0, 0.0, 1)


def picture_width(page: Page) -> int:
    return int(page.run("return document.getElementById('picture').naturalWidth"))


def test_the_page_says_what_to_do_next_until_the_lens_is_found(page: Page, guiding: Guiding) -> None:
    page.until_text("#state-words", "Live")
    page.until_text("#step", "Show the board to the camera.")
    guiding.show(upright() * 0 + 60)
    page.until_text("#note", "no charuco-9x6 can be read in it")
    assert page.all("#note[data-trouble]")
    guiding.show(upright(), upright())
    page.until_text("#count", "1 view")
    page.until_text("#step", "Hold the board in the upper left corner of the picture")
    assert not page.all("#note[data-trouble]")
    page.until(lambda: picture_width(page) == 960, "the picture is there")
    before = page.run("return document.getElementById('progress').value")
    assert 0 < before < 50
    tilted = held((0.26, 0.3), 0.5, "top", 30.0, 0.0, 2)
    guiding.show(tilted, tilted)
    page.until_text("#step", "Done: the focal length is 1003.2 ± 0.7 pixels.")
    page.until_text("#state-words", "Ended")
    assert page.run("return document.getElementById('progress').value") == 100


def test_a_camera_that_is_gone_is_said(page: Page, guiding: Guiding) -> None:
    guiding.hands.is_now = Status("gone", "camera 0 stopped sending pictures; trying again")
    page.until_text("#note", "camera 0 stopped sending pictures; trying again.")


def test_a_refusal_stays_on_the_page(page: Page, guiding: Guiding) -> None:
    guiding.show(upright(), upright())
    page.until_text("#count", "1 view")
    guiding.hands.close()
    page.until_text("#step", "1 different view of the board can be used, expected at least 6: take a dozen")
    assert page.all("main[data-state=refused]")


def test_everyone_can_read_it(page: Page, guiding: Guiding, tmp_path: Path) -> None:
    guiding.show(upright(), upright())
    for size, theme in ((PHONE, "dark"), (SIDEWAYS, "light"), (LAPTOP, "dark"), (LAPTOP, "light")):
        page.open(guiding.url, size, theme)
        page.until_text("#step", "Hold the board")
        page.until(lambda: picture_width(page) == 960, "the picture is there")
        assert page.check("overTheEdge()") == []
        assert page.check("smallLetters()") == []
        page.picture(tmp_path / f"lens-{size[0]}-{theme}.png")
        if AXE.exists():
            page.run(AXE.read_text())
            assert page.check("axeViolations()") == []
