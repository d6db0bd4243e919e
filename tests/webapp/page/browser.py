"""A phone, or a laptop, with the page open: headless Chromium, and the gestures of a hand."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
PHONE = (360, 740)
LARGE_PHONE = (412, 915)
LAPTOP = (1280, 800)
PATIENCE_S = 60.0
"""As long as anything may take on a busy machine: a picture is read whole before the page shows it."""

KEY_CODES = {"Tab": 9, "Enter": 13, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
CHECKS = (Path(__file__).parent / "checks.js").read_text()

Point = tuple[float, float]


@contextmanager
def chromium(profile: Path) -> Iterator[webdriver.Chrome]:
    """A browser with a fresh profile; the test is skipped where there is none."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip("the page is tested in Chromium, which is not here (Debian: chromium, chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield opened
    finally:
        opened.quit()


@contextmanager
def new_tab(driver: webdriver.Chrome) -> "Iterator[Page]":
    """A page in a tab of its own, closed in the end: a page left open would go on asking a server that has
    gone, and pinching in one tab makes every later gesture in it slow.

    Nothing may have been amiss in the browser's eyes.
    """
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    page = Page(driver)
    try:
        yield page
        complaints = page.complaints()
    finally:
        driver.close()
        driver.switch_to.window(first)
    assert complaints == []


class Page:
    """The page in one browser window. Places on the screen are client pixels."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    def open(
        self, url: str, size: tuple[int, int] = PHONE, theme: str = "dark", sharpness: float = 1
    ) -> None:
        """Open the address on a screen of this size: a finger's if it is narrow, otherwise a mouse's."""
        width, height = size
        handheld = width < 900
        self._command(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=sharpness, mobile=handheld,
        )  # fmt: skip
        self._command("Emulation.setTouchEmulationEnabled", enabled=handheld)
        self.prefer(theme)
        self._command("Storage.clearDataForOrigin", origin=url.rstrip("/"), storageTypes="local_storage")
        self.driver.get(url)

    def prefer(self, theme: str) -> None:
        """Set what the device prefers: dark or light, and less motion, so that nothing is caught half way."""
        features = [
            {"name": "prefers-color-scheme", "value": theme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self._command("Emulation.setEmulatedMedia", features=features)

    def run(self, script: str, *arguments: object) -> Any:
        """What a piece of JavaScript returns."""
        return self.driver.execute_script(script, *arguments)

    def check(self, call: str) -> Any:
        """What a call of one of the functions in checks.js comes to."""
        return self.driver.execute_async_script(
            f"{CHECKS}; Promise.resolve({call}).then(arguments[arguments.length - 1])"
        )

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Wait until it holds."""
        WebDriverWait(self.driver, PATIENCE_S, 0.05).until(lambda _: holds(), f"waited in vain until {what}")

    def all(self, css: str) -> list[WebElement]:
        """The elements that a selector finds."""
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def one(self, css: str) -> WebElement:
        """The element that a selector finds, as soon as there is one."""
        self.until(lambda: self.all(css), f"there is {css}")
        return self.all(css)[0]

    def text(self, css: str) -> str:
        """The words in an element, seen or not, on one line; empty if there is no such element."""
        found = self.all(css)
        return " ".join((found[0].get_attribute("textContent") or "").split()) if found else ""

    def until_text(self, css: str, words: str) -> None:
        """Wait until an element says this."""
        self.until(lambda: words in self.text(css), f"{css} says {words!r}; it says {self.text(css)!r}")

    def until_figure(self, figure_id: str) -> None:
        """Wait until a figure is on the map."""
        self.one(f"#board [data-figure='{figure_id}']")

    def middle(self, css: str) -> Point:
        """The middle of what a selector finds."""
        x, y = self.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]",
            css,
        )
        return x, y

    def place(self, figure_id: str) -> Point:
        """Where a figure's base is on the screen."""
        return self.middle(f"#board [data-figure='{figure_id}'] .penny")

    def tap(self, figure_id: str) -> None:
        """Touch a figure on the map."""
        self.until_figure(figure_id)
        self.tap_at(self.place(figure_id))

    def tap_at(self, *fingers: Point) -> None:
        """Touch the screen and let go."""
        self.gesture([list(fingers)])

    def gesture(self, steps: list[list[Point]]) -> None:
        """Put fingers down at the first places, move them through the others, and lift them."""
        with self.fingers(steps):
            pass

    @contextmanager
    def fingers(self, steps: list[list[Point]]) -> Iterator[Callable[[list[Point], bool], None]]:
        """Put fingers down and move them as `gesture` does, and lift them only in the end.

        What is given moves them further, or, if told that one is put `down`, adds the last of them.
        """

        def touch(kind: str, fingers: list[Point]) -> None:
            points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(fingers)]
            self._command("Input.dispatchTouchEvent", type=kind, touchPoints=points)

        touch("touchStart", steps[0])
        for fingers in steps[1:]:
            touch("touchMove", fingers)
        self.settle()
        yield lambda fingers, down: touch("touchStart" if down else "touchMove", fingers)
        touch("touchEnd", [])
        self.settle()

    def mouse_drag(self, start: Point, end: Point) -> None:
        """Press the mouse's button at one place, and let it go at another."""
        half = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        for kind, (x, y) in (
            ("mouseMoved", start),
            ("mousePressed", start),
            ("mouseMoved", half),
            ("mouseMoved", end),
            ("mouseReleased", end),
        ):
            held = kind != "mouseMoved" or (x, y) != start
            self._command(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, clickCount=1,
                button="left" if held else "none", buttons=1 if held else 0,
            )  # fmt: skip
        self.settle()

    def wheel(self, at: Point, down_px: float) -> None:
        """Turn the mouse's wheel."""
        x, y = at
        self._command("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=down_px)
        self.settle()

    def press(self, key: str) -> None:
        """Press a key, by its DOM name; where the focus is takes it."""
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        code = KEY_CODES.get(key, 0)
        named = {"key": key, "windowsVirtualKeyCode": code}
        self._command("Input.dispatchKeyEvent", type="keyDown", text=text, **named)
        self._command("Input.dispatchKeyEvent", type="keyUp", **named)
        self.settle()

    def settle(self) -> None:
        """Let the browser draw what it has been told."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))"
        )

    def picture(self, path: Path) -> None:
        """Save what the screen shows."""
        time.sleep(0.5)  # type and colours fade in
        self.settle()
        assert self.driver.save_screenshot(str(path))

    def complaints(self) -> list[str]:
        """Errors and warnings in the browser's console since this was last asked."""
        entries: list[dict[str, str]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in entries if entry["level"] in ("SEVERE", "WARNING")]

    def _command(self, name: str, **parameters: object) -> None:
        self.driver.execute_cdp_cmd(name, parameters)
