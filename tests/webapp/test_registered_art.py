"""Tiles without markers, known by pictures that were registered: right, or not at all."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose, TilePose
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import TILE_SIDE_IN, PrintSizes
from pennysight.calibration.projection import View
from pennysight.rules.tile_library import library
from pennysight.vision.art_matching import ART_PX_PER_IN, ArtBook, art_book, best_fit, features, straightened
from pennysight.vision.figures.level import LevelPlane
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.labels import StuckLabel, labelled
from pennysight.vision.simulated.light import srgb
from pennysight.vision.simulated.printing import print_tile
from pennysight.vision.simulated.script import Script
from pennysight.vision.simulated.table import CAMERA, SimulatedCamera, Truth
from pennysight.vision.sources import Frame
from pennysight.vision.unmarked import UnmarkedTiles
from pennysight.webapp.cli import main
from pennysight.webapp.layouts import board_layout
from pennysight.webapp.print_sizes import print_sizes
from pennysight.webapp.registered_art import (
    ArtError,
    parse_corners,
    read_art,
    read_label_places,
    register,
)
from pennysight.webapp.scenes import observed_scene, tile_numbers
from pennysight.webapp.tile_art import tile_art

Image = NDArray[np.uint8]

ON_TABLE = [["crossroads", "marsh-home"], ["storm-hollow", "cult-home"]]
REGISTERED = ("cult-home", "marsh-home", "storm-hollow", "crossroads", "devil-hill", "witch-grove")
FIGURES = [Pose("cult-2", "cult", 2, 4.5, 2.5, 90.0), Pose("marsh-1", "marsh", 1, 13.5, 14.5, 0.0)]
MIDDLE_IN = np.full(2, TILE_SIDE_IN / 2)


@cache
def scan(name: str) -> Image:
    """A tile without markers as a scanner shows it."""
    look = print_tile(tile_art(library()[name]), marked=False).look
    return srgb((look / 65535).astype(np.float32))


@cache
def book(*names: str) -> ArtBook:
    return art_book({name: straightened(scan(name), None) for name in names or REGISTERED}, TILE_SIDE_IN)


@cache
def photographed() -> tuple[SimulatedCamera, Image, Truth]:
    """A table with corner pieces, whose tiles carry no markers."""
    script = Script(ON_TABLE, FIGURES, [], 60.0, marked=False, corner_pieces=True)
    art = {name: tile_art(library()[name]) for row in ON_TABLE for name in row}
    camera = SimulatedCamera(art, script=script, camera=CAMERA.for_size(1280, 720), paced=False)
    return camera, camera.draw(0), camera.truth_at(0.0)


def seen_by(art: ArtBook) -> Pipeline:
    layout = board_layout("18x18", "", print_sizes(TILE_SIDE_IN, 6.0))
    return Pipeline(photographed()[0].camera, tile_numbers(), layout=layout, art=art)


def corners_in(tile: TilePose) -> NDArray[np.float64]:
    return tile.on_board(TILE_SIDE_IN * np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float))


def turned(picture: Image, turn_deg: float) -> Image:
    """A picture turned about its middle, counter-clockwise, in a grey light of another strength."""
    middle = (len(picture) - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), turn_deg, 1.0)
    moved = cv2.warpAffine(picture, matrix, picture.shape[1::-1], borderValue=(90, 90, 90))
    return np.asarray(0.6 * moved + 20, np.uint8)


@pytest.mark.slow
def test_a_table_on_whose_tiles_nothing_is_stuck_has_walls_where_they_are() -> None:
    _, image, truth = photographed()
    observation = seen_by(book()).see(Frame(image, 0.0, 0))
    assert observation.table is not None
    named = {tile.tile: tile for tile in observation.table.tiles}
    assert named.keys() == {name for row in ON_TABLE for name in row} == observation.table.laid
    # the corner pieces' frame may be off as they were laid, all tiles with it
    off = []
    for lies in truth.tiles:
        tile = named[lies.art.name]
        true = TilePose(lies.art.name, lies.x_in, lies.y_in, lies.rotation_deg, 0.0, 0.0)
        off.append(corners_in(tile) - corners_in(true))
        assert tile.sd_in < 0.05
    assert np.abs(off - np.mean(off, axis=(0, 1))).max() < 0.08
    scene = observed_scene(observation)
    assert scene is not None
    assert any(obstacle.id.startswith("storm-hollow/") for obstacle in scene.obstacles)


@pytest.mark.slow
def test_a_tile_that_nobody_registered_is_no_other_tile_and_a_table_at_rest_stays_as_it_is() -> None:
    _, image, _ = photographed()
    pipeline = seen_by(book(*(name for name in REGISTERED if name != "storm-hollow")))
    first = pipeline.see(Frame(image, 0.0, 0)).table
    again = pipeline.see(Frame(image, 0.1, 1)).table
    assert first is not None
    assert again is not None
    assert {tile.tile for tile in first.tiles} == {"crossroads", "marsh-home", "cult-home"}
    assert again.tiles == first.tiles


@pytest.mark.parametrize("turn_deg", [0.0, 2.0, 90.0, 180.0, -90.0])
def test_a_tile_is_known_whichever_way_it_lies(turn_deg: float) -> None:
    picture = turned(straightened(scan("storm-hollow"), None), turn_deg)
    half_in = 0.5 / ART_PX_PER_IN
    found = best_fit(features(picture, half_in, TILE_SIDE_IN - half_in, ART_PX_PER_IN), book(), MIDDLE_IN)
    assert found is not None
    name, motion = found
    assert name == "storm-hollow"
    assert motion.turn @ MIDDLE_IN + motion.shift == pytest.approx(MIDDLE_IN, abs=0.01)
    turn = np.deg2rad(turn_deg)
    assert motion.turn[:, 0] == pytest.approx((np.cos(turn), np.sin(turn)), abs=0.003)


def test_no_tile_is_seen_in_a_mirror_nor_where_two_are_alike_nor_in_nothing() -> None:
    picture = straightened(scan("storm-hollow"), None)
    seen = features(picture, 0.0, TILE_SIDE_IN, ART_PX_PER_IN)
    mirrored = features(np.ascontiguousarray(picture[:, ::-1]), 0.0, TILE_SIDE_IN, ART_PX_PER_IN)
    twins = art_book({"storm-hollow": picture, "its-twin": picture.copy()}, TILE_SIDE_IN)
    blank = features(np.full_like(picture, 128), 0.0, TILE_SIDE_IN, ART_PX_PER_IN)
    assert best_fit(seen, book(), MIDDLE_IN) is not None
    assert best_fit(seen, book(), MIDDLE_IN + TILE_SIDE_IN) is None
    for features_seen, art in ((mirrored, book()), (seen, twins), (blank, book()), (seen, art_book({}, 9.0))):
        assert best_fit(features_seen, art, MIDDLE_IN) is None


def test_a_photo_is_registered_by_its_corners_as_a_scan_is(tmp_path: Path) -> None:
    tile = scan("storm-hollow")
    corners = [(212.0, 90.0), (1040.0, 140.0), (1010.0, 960.0), (150.0, 905.0)]
    side = len(tile)
    edges = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(edges, np.array(corners, np.float32))
    photo = str(tmp_path / "photo.png")
    cv2.imwrite(photo, cv2.warpPerspective(tile, matrix, (1200, 1080), flags=cv2.INTER_AREA))
    told = " ".join(f"{x:g},{y:g}" for x, y in corners)
    folder = tmp_path / "art"
    run = CliRunner().invoke(
        main,
        ["tiles", "register", "storm-hollow", photo, "--corners", told, "--art", str(folder)],
    )
    assert run.exit_code == 0, run.output
    assert "storm-hollow is registered" in run.output
    art = read_art(str(folder), TILE_SIDE_IN)
    assert art is not None
    seen = features(straightened(tile, None), 0.5 / 30, TILE_SIDE_IN - 0.5 / 30, ART_PX_PER_IN)
    found = best_fit(seen, art, MIDDLE_IN)
    assert found is not None
    assert found[1].shift == pytest.approx((0, 0), abs=0.02)


def test_where_a_label_is_stuck_is_learnt_from_the_picture(tmp_path: Path) -> None:
    label = StuckLabel(2.0, 3.0, 30.0, 0.9)
    folder, photo = tmp_path / "art", str(tmp_path / "photo.png")
    print_ = print_tile(labelled(tile_art(library()["storm-hollow"]), label), marked=False)
    cv2.imwrite(photo, srgb((print_.look / 65535).astype(np.float32)))
    register("storm-hollow", photo, None, folder)
    (place,) = read_label_places(str(folder), 8.0).values()
    assert (place.x_in, place.y_in) == pytest.approx((2.0 * 8 / 9, 3.0 * 8 / 9), abs=0.01)
    assert place.turn_deg == pytest.approx(30.0, abs=0.3)
    assert place.times == pytest.approx(0.9 * 8 / 9, abs=0.02)
    with pytest.raises(ArtError, match="says storm-hollow, not crossroads"):
        register("crossroads", photo, None, folder)
    cv2.imwrite(photo, scan("storm-hollow"))
    register("storm-hollow", photo, None, folder)
    assert read_label_places(str(folder), 8.0) == {}
    (folder / "old.label.json").write_text('{"format": "pennysight-label/7"}')
    with pytest.raises(ArtError, match="register the tile again"):
        read_label_places(str(folder), 8.0)


def test_art_measures_the_tile_that_its_label_names_though_another_looks_the_same() -> None:
    px_per_in, side_px = 45, 405
    plain, stuck = (
        np.full((2 * px_per_in + side_px, 2 * px_per_in + side_px, 3), 90, np.uint8) for _ in range(2)
    )
    art = labelled(tile_art(library()["storm-hollow"]), StuckLabel(8.2, 8.25, 2.0))
    looks = scan("storm-hollow"), srgb((print_tile(art, marked=False).look / 65535).astype(np.float32))
    for picture, look in zip((plain, stuck), looks, strict=True):
        tile = cv2.resize(look, (side_px, side_px), interpolation=cv2.INTER_AREA)
        picture[px_per_in:-px_per_in, px_per_in:-px_per_in] = tile
    straight = straightened(scan("storm-hollow"), None)
    alike = art_book({"storm-hollow": straight, "crossroads": straight.copy()}, TILE_SIDE_IN)
    middle_px = (len(plain) - 1) / 2
    lens = ((48.0 * px_per_in, 0.0, middle_px), (0.0, 48.0 * px_per_in, middle_px), (0.0, 0.0, 1.0))
    camera = Camera(name="any", width_px=len(plain), height_px=len(plain), K=lens, dist=(0.0,) * 5)
    above = View(camera, np.diag([1.0, -1.0, -1.0]), np.array([-4.5, 4.5, 48.0]), np.zeros((6, 6)))
    pose = TablePose(above, (), TILE_SIDE_IN, TILE_SIDE_IN, 0.2)
    plane = LevelPlane(above, 0.0, -1.0, -1.0, 11.0, 11.0, 8.0)
    changed = np.ones(plane.map_px.shape[:2], bool)

    def found(picture: Image, book_: ArtBook | None) -> tuple[TilePose, ...]:
        return UnmarkedTiles(alike.names, PrintSizes(), book_).look(picture, pose, plane, changed).tiles

    assert found(plain, alike) == ()
    (by_label,) = found(stuck, None)
    (by_both,) = found(stuck, alike)
    assert by_label.tile == by_both.tile == "storm-hollow"
    assert corners_in(by_both) == pytest.approx(
        TILE_SIDE_IN * np.array([(0, 0), (1, 0), (1, 1), (0, 1)]), abs=0.03
    )
    assert by_both.sd_in < by_label.sd_in


@pytest.mark.slow
def test_a_table_whose_tiles_carry_labels_alone_has_walls_where_they_are() -> None:
    names = ["storm-hollow", "crossroads"]
    stuck = StuckLabel(8.225, 8.225)
    art = {name: labelled(tile_art(library()[name]), stuck) for name in names}
    script = Script([names], FIGURES[:1], [], 60.0, marked=False, corner_pieces=True)
    camera = SimulatedCamera(art, script=script, camera=CAMERA.for_size(1280, 720), paced=False)
    layout = board_layout("18x9", "", print_sizes(TILE_SIDE_IN, 6.0))
    pipeline = Pipeline(camera.camera, tile_numbers(), layout=layout)
    table = pipeline.see(Frame(camera.draw(0), 0.0, 0)).table
    assert table is not None
    named = {tile.tile: tile for tile in table.tiles}
    assert named.keys() == set(names) == table.laid
    for lies in camera.truth_at(0.0).tiles:
        true = TilePose(lies.art.name, lies.x_in, lies.y_in, lies.rotation_deg, 0.0, 0.0)
        off = corners_in(named[lies.art.name]) - corners_in(true)
        assert np.sqrt(np.mean(off**2)) < 2.5 * named[lies.art.name].sd_in
        assert named[lies.art.name].sd_in < 0.1


def test_what_cannot_be_registered_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for name, picture in (
        ("grey", np.full((300, 300, 3), 128, np.uint8)),
        ("wide", scan("crossroads")[:600]),
    ):
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture)
    with pytest.raises(ArtError, match="lower-case words"):
        register("../Evil", str(tmp_path / "grey.png"), None, tmp_path)
    with pytest.raises(ArtError, match="only 0 things"):
        register("grey", str(tmp_path / "grey.png"), None, tmp_path)
    with pytest.raises(ArtError, match="900x600 pixels, expected a square tile"):
        register("wide", str(tmp_path / "wide.png"), None, tmp_path)
    for corners in (
        "1,2 3,4",
        "a,b c,d e,f g,h",
        "0,0 9,9 9,0 0,9",
        "nan,0 9,0 9,9 0,9",
        "1e99,0 9,0 9,9 0,9",
        "0,0 0,9 9,9 9,0",
    ):
        with pytest.raises(ArtError, match="four places in pixels"):
            parse_corners(corners)
    with pytest.raises(ArtError, match="no folder"):
        read_art(str(tmp_path / "none"), TILE_SIDE_IN)
    (tmp_path / "empty").mkdir()
    assert read_art(str(tmp_path / "empty"), TILE_SIDE_IN) is None
