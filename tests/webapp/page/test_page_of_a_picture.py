"""From a picture of a table to a ruling on the phone: the program is started on it, two figures are tapped.

What is read is compared with where the figures were put: distances by shapely, sight by the rules on the
true places, for pairs whose answer does not hang on a few tenths of an inch.
"""

import json
import math
from pathlib import Path

import cv2
import msgspec
import pytest
from pennysight.calibration.camera import Camera, camera_json
from pennysight.rules.ruling import rule_all
from pennysight.rules.scene import Board, Figure, Scene, Tile
from pennysight.rules.tile_library import library, place
from pennysight.vision.simulated.skirmish import FIGURES, LAYOUT
from pennysight.webapp.simulated import simulated_camera
from selenium import webdriver
from shapely import LineString

from tests.webapp.page.browser import Page, new_tab
from tests.webapp.running import running

pytestmark = pytest.mark.slow

CLEARLY_IN = 0.3
FOLD_IN = 0.75


class Photographed(msgspec.Struct, frozen=True):
    """A picture of a table, the lens it was taken with, and what stood where."""

    picture: Path
    camera: Path
    truth: Scene


def test_two_taps_on_a_picture_of_the_simulated_table(driver: webdriver.Chrome, tmp_path: Path) -> None:
    source, camera = simulated_camera()
    cv2.imwrite(str(tmp_path / "table.png"), next(iter(source.frames())).image)
    source.close()
    tiles = [
        Tile(name, 9.0 * column, 9.0 * (len(LAYOUT) - 1 - row))
        for row, names in enumerate(LAYOUT)
        for column, name in enumerate(names)
    ]
    figures = [Figure(pose.id, pose.faction, pose.x_in, pose.y_in, pose.facing_deg) for pose in FIGURES]
    (tmp_path / "camera.json").write_bytes(camera_json(camera))
    read_two(driver, Photographed(tmp_path / "table.png", tmp_path / "camera.json", laid(tiles, figures)))


def test_two_taps_on_a_path_traced_picture(driver: webdriver.Chrome, shared: Path, tmp_path: Path) -> None:
    picture = shared / "photos" / "A-01.jpg"
    known = json.loads(picture.with_suffix(".truth.json").read_text())
    lens = known["camera"]
    camera = Camera(
        name="A", width_px=lens["width"], height_px=lens["height"], K=lens["K"], dist=tuple(lens["dist"])
    )
    (tmp_path / "camera.json").write_bytes(camera_json(camera))
    tiles = [Tile(tile["tile"], tile["x"], tile["y"], tile["rotation_deg"]) for tile in known["tiles"]]
    figures = [
        Figure(each["id"], each["faction"], each["x"], each["y"], each["facing_deg"] % 360)
        for each in known["figures"]
        if each["visible_fraction"] > 0.95
    ]
    read_two(driver, Photographed(picture, tmp_path / "camera.json", laid(tiles, figures)))


def laid(tiles: list[Tile], figures: list[Figure]) -> Scene:
    """The true table, with the walls that the tiles bring."""
    grounds = [place(library()[tile.tile], tile) for tile in tiles]
    return Scene(
        board=Board(36.0, 36.0),
        tiles=tiles,
        obstacles=[obstacle for obstacles, _ in grounds for obstacle in obstacles],
        figures=figures,
    )


def read_two(driver: webdriver.Chrome, photographed: Photographed) -> None:
    """Start on the picture, and read a pair with sight and a pair without."""
    truth = photographed.truth
    by_id = {figure.id: figure for figure in truth.figures}
    clear_cut = [ruling for ruling in rule_all(truth) if ruling.sight.margin_in > CLEARLY_IN]
    log = photographed.camera.with_name("log.db")
    arguments = "--source", photographed.picture, "--camera", photographed.camera, "--log", log
    with running("serve", *arguments) as started, new_tab(driver) as page:
        page.open(started.url)
        for sight in ("clear", "blocked"):
            ruling = next(each for each in clear_cut if each.sight.answer == sight)
            tap(page, ruling.from_id)
            tap(page, ruling.to_id)
            page.until_text("#spoken", f"{ruling.from_id} to {ruling.to_id}")
            truly_in = fold(by_id[ruling.from_id]).distance(fold(by_id[ruling.to_id]))
            assert float(page.text("#distance").split()[0]) == pytest.approx(truly_in, abs=0.1)
            assert page.text("[data-verdict=sight] .answer").lower() == sight
            assert page.all(f"#board .sight.{sight}")
            page.one("#ruling-clear").click()


def tap(page: Page, figure_id: str) -> None:
    """Touch a figure, and again where the page went closer because two stand together."""
    page.tap(figure_id)
    if "tap again" in page.text("#map-hint"):
        page.tap(figure_id)


def fold(figure: Figure) -> LineString:
    """Where a figure's fold is, from its facing."""
    assert figure.facing_deg is not None
    across = math.radians(figure.facing_deg + 90)
    dx, dy = FOLD_IN / 2 * math.cos(across), FOLD_IN / 2 * math.sin(across)
    return LineString([(figure.x_in - dx, figure.y_in - dy), (figure.x_in + dx, figure.y_in + dy)])
