"""The page that says how exact the table is: on a phone, with a tape measure in the other hand."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from pennysight.calibration.board import MarkerSighting, solve_table
from pennysight.calibration.planned_camera import planned_camera
from pennysight.calibration.planner import Board, aimed, hung
from pennysight.calibration.printspec import FOLD_HEIGHT_IN, TILE_NUMBERS, PrintSizes
from pennysight.gamelog import GameLog
from pennysight.vision.observation import Observation
from pennysight.webapp.app import create_app
from pennysight.webapp.check_page import TableCheck, check_pages
from selenium import webdriver

from tests.webapp.page.browser import LAPTOP, LARGE_PHONE, PHONE, Page, new_tab
from tests.webapp.page.serving import Served
from tests.webapp.page.tables import LaidTable, yard

AXE = Path(__file__).resolve().parents[2] / "javascript/node_modules/axe-core/axe.min.js"
BOARD = Board(3, 3)


def observation() -> Observation:
    """A board of nine tiles, seen with a usual camera's noise."""
    camera = planned_camera((1280, 720), 65.0)
    view = hung(camera, BOARD, aimed(46.0, 4.0, None))
    noise = np.random.default_rng(1).normal(0, 0.07, (2 * 9, 4, 2))
    markers = tuple(
        MarkerSighting(marker, view.to_pixels(np.pad(corners, ((0, 0), (0, 1)))) + off, 0.07**2 * np.eye(8))
        for (marker, corners), off in zip(BOARD.markers_in(), noise, strict=True)
    )
    table = solve_table(markers, camera, TILE_NUMBERS, view)
    return Observation(captured_s=0.0, width_px=1280, height_px=720, table=table, markers=markers)


class Camera:
    """What the camera saw last, set by the test."""

    def __init__(self) -> None:
        self.newest: Observation | None = observation()


@pytest.fixture
def camera() -> Camera:
    return Camera()


@pytest.fixture
def table_check(camera: Camera) -> TableCheck:
    return TableCheck("camera 0", lambda: camera.newest, FOLD_HEIGHT_IN, PrintSizes())


@pytest.fixture
def served(table: LaidTable, table_check: TableCheck) -> Iterator[Served]:
    running = Served(table, [check_pages(table_check)])
    yield running
    running.stop()


@pytest.fixture
def check(driver: webdriver.Chrome, served: Served) -> Iterator[Page]:
    """The page, open on a phone."""
    with new_tab(driver) as opened:
        opened.open(f"{served.url}check")
        opened.until(
            lambda: opened.run("return document.querySelectorAll('#distances li').length") == 5, "five lines"
        )
        yield opened


def type_in(page: Page, readings: list[str]) -> None:
    for n, reading in enumerate(readings):
        field = page.one(f"#tape-{n}")
        field.clear()
        field.send_keys(reading)
    page.run("document.querySelector('#readings button').click()")


@pytest.mark.slow
def test_distances_are_compared_with_what_the_tape_reads(check: Page, table_check: TableCheck) -> None:
    spans = table_check.made().distances
    first = spans[0]
    assert first.start.words in check.text("#distances li")
    shown = [f"{span.distance_in:.2f}" for span in spans]
    assert not any(number in check.text("#walk") for number in shown)  # nobody is led
    type_in(check, [f"{span.distance_in:.2f}" for span in spans[:4]])
    check.until(lambda: check.text("#verdict") != "", "a verdict")
    assert "within what was to be expected" in check.text("#verdict")
    assert "as expected" in check.text("#distances li output")
    type_in(check, [f"{2.54 * 0.98 * span.distance_in:.2f} cm" for span in spans])
    check.until(lambda: "--ruler-reads 5.88" in check.text("#verdict"), "the print's scale")


@pytest.mark.slow
def test_a_reading_that_is_none_is_said_and_the_rest_stays(check: Page) -> None:
    type_in(check, ["twelve"])
    check.until(lambda: "'twelve' is no length" in check.text("#trouble"), "the sentence")
    assert check.run("return document.querySelector('#tape-0').value") == "twelve"
    assert all("400" in complaint for complaint in check.complaints())


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, LARGE_PHONE, LAPTOP])
def test_it_is_legible_and_reachable(check: Page, served: Served, size: tuple[int, int]) -> None:
    for theme in ("dark", "light"):
        check.open(f"{served.url}check", size, theme)
        check.until(lambda: check.run("return document.querySelector('#errors').naturalWidth") > 0, "the map")
        assert check.check("overTheEdge()") == []
        assert check.check("smallLetters()") == []
        assert check.check("narrowButtons()") == []
        if AXE.exists():
            check.run(AXE.read_text())
            assert check.check("axeViolations()") == []


@pytest.mark.slow
def test_the_table_leads_to_it_and_it_leads_back(driver: webdriver.Chrome, served: Served) -> None:
    with new_tab(driver) as page:
        page.open(served.url)
        page.one("a[href='/check']").click()
        page.until(lambda: "within" in page.text("#summary"), "the summary")
        page.one("header a").click()
        page.until_figure("marsh-1")


def test_programs_and_pages_get_the_same(log: GameLog, table_check: TableCheck, camera: Camera) -> None:
    client = create_app(LaidTable(log, yard()), pages=[check_pages(table_check)]).test_client()
    told = json.loads(client.get("/api/check").data)
    assert (told["format"], told["source"], len(told["tiles"])) == ("pennysight-check/1", "camera 0", 9)
    for name in ("errors", "residuals"):
        picture = client.get(f"/api/check/{name}.png")
        assert picture.data.startswith(b"\x89PNG")
    assert client.get("/api/check/nothing.png").status_code == 404
    readings = [{"distance": span, "tape": f"{span['distance_in']}"} for span in told["distances"]]
    answer = json.loads(client.post("/api/check", json={"readings": readings}).data)
    assert answer["verdict"]["code"] == "good"
    assert all(span["within"] for span in answer["distances"])

    seen = camera.newest
    assert seen is not None
    camera.newest = replace(seen, table=None, problem="no tile marker can be read")
    refused = client.get("/api/check")
    assert refused.status_code == 409
    assert refused.json == {"error": "no table is in view: no tile marker can be read"}


def test_what_the_picture_does_not_show_is_drawn_as_such(camera: Camera, table_check: TableCheck) -> None:
    """A camera so low that figures at the board's edge are not in the picture, and then none at all."""
    seen = camera.newest
    assert seen is not None
    assert seen.table is not None
    view = seen.table.view
    for side_px in (500, 5):
        narrow = msgspec.structs.replace(view.camera, height_px=side_px)
        camera.newest = replace(seen, table=replace(seen.table, view=replace(view, camera=narrow)))
        told = table_check.made().expected
        assert told.corner_sd_in is None
        assert any(value is None for row in told.sd_in for value in row)
        assert table_check.picture("errors").startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"readings": [{"distance": {}, "tape": "12"}]},
        {"readings": "12 3/8"},
        {"readings": [{"tape": "12"}]},
    ],
)
def test_what_is_no_reading_is_refused(log: GameLog, table_check: TableCheck, body: object) -> None:
    client = create_app(LaidTable(log, yard()), pages=[check_pages(table_check)]).test_client()
    refused = client.post("/api/check", json=body)
    assert refused.status_code == 400
    assert json.loads(refused.data)["error"].startswith("expected distances with readings")


def test_a_distance_of_nothing_is_refused(log: GameLog, table_check: TableCheck) -> None:
    client = create_app(LaidTable(log, yard()), pages=[check_pages(table_check)]).test_client()
    span = json.loads(client.get("/api/check").data)["distances"][0] | {"distance_in": 0}
    assert client.post("/api/check", json={"readings": [{"distance": span, "tape": "1"}]}).status_code == 400
