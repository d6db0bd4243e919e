"""Markers are found to a small part of a pixel, read when half hidden, and never made up."""

import functools
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.calibration.board import TableNotSeenError
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import (
    MARKER_DICTIONARY,
    MARKER_SIDE_IN,
    QUIET_ZONE_IN,
    TILE_NUMBERS,
    marker_corners_in,
    tile_marker_ids,
)
from pennysight.calibration.projection import Array, View, turn_matrix
from pennysight.vision.markers import find_markers, find_markers_near, linear_grey, linear_grey_near
from pennysight.vision.second_look import marker_slack
from pennysight.vision.squares import fit_squares
from pennysight.vision.table import follow_table, see_table

Grey = NDArray[np.uint8]

CAMERA = Camera(
    name="desk",
    width_px=720,
    height_px=540,
    K=((700.0, 0.0, 366.0), (0.0, 702.0, 266.0), (0.0, 0.0, 1.0)),
    dist=(-0.06, 0.01, 0.0003, -0.0002, 0.0),
)
PX_PER_IN = 80  # of the drawing
BOARD_IN = 18.0
MARGIN_IN = 1.0
FINE = 3  # pixels of the drawing's picture a side of one of the camera's
TILES = {0: (0, 9), 7: (9, 9), 16: (0, 0), 12: (9, 0)}  # number -> south-west corner, a board of 2 x 2


@functools.cache
def _view(turn_deg: float = 10.0) -> View:
    R = (
        turn_matrix(np.array([np.deg2rad(8.0), 0, 0]))
        @ np.diag([1.0, -1.0, -1.0])
        @ turn_matrix(np.array([0, 0, np.deg2rad(turn_deg)]))
    )
    centre = np.array([9.0, 9.0, 0.0]) - R[2] * 26.0
    return View(CAMERA, R, -R @ centre, np.zeros((6, 6)))


def _on_drawing(places_in: Array) -> Array:
    x, y = places_in[:, 0] + MARGIN_IN, BOARD_IN + MARGIN_IN - places_in[:, 1]
    return np.column_stack([x, y]) * PX_PER_IN - 0.5


@functools.cache
def _places(view: View) -> NDArray[np.float32]:
    """Where on the drawing each fine pixel of a view looks."""
    down, across = (
        (np.arange(size * FINE) - (FINE - 1) / 2) / FINE for size in (CAMERA.height_px, CAMERA.width_px)
    )
    pixels = np.stack(np.meshgrid(across, down), -1)
    return _on_drawing(view.to_plane(pixels.reshape(-1, 2))).astype(np.float32).reshape(pixels.shape)


class Drawing:
    """A flat table drawn from above in linear light, and photographed."""

    def __init__(self) -> None:
        side = round((BOARD_IN + 2 * MARGIN_IN) * PX_PER_IN)
        rough = np.random.default_rng(4).uniform(0.05, 0.25, (side // 16, side // 16)).astype(np.float32)
        self.light = np.asarray(cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)
        self.truth: dict[int, Array] = {}

    def marker(self, marker: int, x: float, y: float, turn_deg: float = 0.0) -> "Drawing":
        """Lay a marker with its quiet zone; the last laid lies on top."""
        dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
        side = round(MARKER_SIDE_IN * PX_PER_IN)
        quiet = round(QUIET_ZONE_IN * PX_PER_IN)
        code = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, side), float) / 255
        card = np.pad(0.03 + 0.8 * code, quiet, constant_values=0.83).astype(np.float32)
        turn = np.array(
            [
                [np.cos(np.deg2rad(turn_deg)), -np.sin(np.deg2rad(turn_deg))],
                [np.sin(np.deg2rad(turn_deg)), np.cos(np.deg2rad(turn_deg))],
            ]
        )
        corners = marker_corners_in() @ turn.T + (x, y)
        self.truth[marker] = corners
        on_card = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) + quiet - 0.5
        to_board = cv2.getPerspectiveTransform(on_card, _on_drawing(corners).astype(np.float32))
        size = self.light.shape[::-1]
        cover = cv2.warpPerspective(np.ones_like(card), to_board, size, flags=cv2.INTER_NEAREST)
        laid = cv2.warpPerspective(card, to_board, size)
        self.light = np.where(cover > 0, laid, self.light).astype(np.float32)
        return self

    def disc(self, x: float, y: float, radius_in: float = 0.375, light: float = 0.4) -> "Drawing":
        (place,) = _on_drawing(np.array([(x, y)]))
        centre = (round(float(place[0])), round(float(place[1])))
        cv2.circle(self.light, centre, round(radius_in * PX_PER_IN), light, -1)
        return self

    def tiles(self, numbers: dict[int, tuple[int, int]] = TILES) -> "Drawing":
        for number, (x, y) in numbers.items():
            north_west, south_east = tile_marker_ids(number)
            self.marker(north_west, x + 0.75, y + 8.25).marker(south_east, x + 8.25, y + 0.75)
        return self

    def photograph(self, view: View, blur_px: float = 0.6, noise: float = 1.5, seed: int = 0) -> Grey:
        """What the camera makes of it: light gathered and spread before it becomes sRGB."""
        place = _places(view)
        light = cv2.remap(self.light, place[..., 0], place[..., 1], cv2.INTER_LINEAR, borderValue=0.1)
        light = cv2.GaussianBlur(light, (0, 0), blur_px * FINE)
        light = cv2.resize(light, (CAMERA.width_px, CAMERA.height_px), interpolation=cv2.INTER_AREA)
        light = np.clip(light, 0, 1)
        srgb = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
        shot = np.random.default_rng(seed).normal(size=light.shape) * noise
        return np.clip(np.rint(255 * srgb + shot), 0, 255).astype(np.uint8)


def _corners_px(drawing: Drawing, view: View, marker: int) -> Array:
    return view.to_pixels(np.pad(drawing.truth[marker], ((0, 0), (0, 1))))


@pytest.fixture(scope="module")
def view() -> View:
    return _view()


@pytest.fixture(scope="module")
def table(view: View) -> tuple[Drawing, Grey]:
    drawing = Drawing().tiles().marker(131, 5.0, 12.0, 33.0).marker(104, 13.0, 5.0, -120.0)
    return drawing, drawing.photograph(view)


def test_tile_markers_and_tokens_are_found_in_their_printed_order(
    table: tuple[Drawing, Grey], view: View
) -> None:
    drawing, image = table
    seen = find_markers(linear_grey(image))
    assert {sighting.id for sighting in seen.sightings} == set(drawing.truth)
    assert seen.doubled == ()
    errors = []
    for sighting in seen.sightings:
        away = sighting.corners_px - _corners_px(drawing, view, sighting.id)
        errors.append(np.linalg.norm(away, axis=1) / sighting.sd_px)
    assert np.percentile(errors, 95) < 2.5  # as claimed
    assert np.percentile(errors, 95) > 2.5 / 4


def test_colour_pictures_serve_as_grey_ones_do(table: tuple[Drawing, Grey]) -> None:
    _, image = table
    grey = find_markers(linear_grey(image))
    colour = find_markers(linear_grey(np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)))
    assert [sighting.id for sighting in colour.sightings] == [sighting.id for sighting in grey.sightings]


@pytest.mark.parametrize("blur_px", [0.5, 0.8, 1.1])
def test_blur_does_not_make_black_squares_smaller(view: View, blur_px: float) -> None:
    drawing = Drawing().tiles()
    image = drawing.photograph(view, blur_px=blur_px, noise=0.5)
    outward = []
    for sighting in find_markers(linear_grey(image)).sightings:
        true = _corners_px(drawing, view, sighting.id)
        arms = true - true.mean(axis=0)
        outward.append(((sighting.corners_px - true) * arms).sum(axis=1) / np.linalg.norm(arms, axis=1))
    # In sRGB values it would be a third of a pixel.
    assert abs(np.mean(outward)) < 0.07


@pytest.mark.parametrize("shift_px", [(0.0, 0.0), (1.5, -1.0), (-2.0, 2.0)])
def test_squares_are_found_from_a_cell_away(
    table: tuple[Drawing, Grey], view: View, shift_px: tuple[float, float]
) -> None:
    drawing, image = table
    true = np.array([_corners_px(drawing, view, marker) for marker in drawing.truth])
    squares = fit_squares(linear_grey(image), true + shift_px)
    assert np.abs(squares.corners_px - true).max() < 0.25
    assert squares.seen.min() > 0.5


def test_a_marker_seen_twice_is_believed_in_neither_place(view: View) -> None:
    image = Drawing().tiles().marker(tile_marker_ids(7)[0], 4.5, 4.5, 5.0).photograph(view)
    seen = find_markers(linear_grey(image))
    assert seen.doubled_ids == (tile_marker_ids(7)[0],)
    one, other = (sighting.corners_px.mean(axis=0) for sighting in seen.doubled)
    assert np.linalg.norm(one - other) > 100.0, "both places are told"
    assert tile_marker_ids(7)[0] not in {sighting.id for sighting in seen.sightings}
    table = see_table(linear_grey(image), CAMERA, TILE_NUMBERS)
    assert {tile.tile for tile in table.pose.tiles} == {TILE_NUMBERS[number] for number in TILES}
    assert table.markers.doubled_ids == seen.doubled_ids


def test_known_markers_are_followed_and_those_taken_away_are_not(
    table: tuple[Drawing, Grey], view: View
) -> None:
    _, image = table
    before = see_table(linear_grey(image), CAMERA, TILE_NUMBERS)
    later = Drawing().tiles().marker(104, 13.0, 5.0, -120.0).photograph(view, seed=1)
    slack = marker_slack(before.pose)
    seen = find_markers_near(linear_grey(later), before.markers.sightings, slack)
    assert {s.id for s in before.markers.sightings} - {s.id for s in seen.sightings} == {131}


def test_the_table_is_the_same_whether_searched_or_followed(table: tuple[Drawing, Grey]) -> None:
    _, image = table
    searched = see_table(linear_grey(image), CAMERA, TILE_NUMBERS)
    followed = follow_table(linear_grey_near(image, searched.markers.sightings), searched)
    assert followed is not None
    for one_marker, other_marker in zip(searched.markers.sightings, followed.markers.sightings, strict=True):
        assert one_marker.id == other_marker.id
        np.testing.assert_allclose(one_marker.corners_px, other_marker.corners_px, atol=0.1)
    for one, other in zip(searched.pose.tiles, followed.pose.tiles, strict=True):
        assert one.tile == other.tile
        assert (one.x_in, one.y_in) == pytest.approx((other.x_in, other.y_in), abs=0.01)


@pytest.mark.parametrize("shift_px", [0.08, 0.3])
def test_markers_are_followed_to_where_a_search_finds_them(
    table: tuple[Drawing, Grey], shift_px: float
) -> None:
    light = linear_grey(table[1])
    before = see_table(light, CAMERA, TILE_NUMBERS)
    shift = np.array([[1, 0, shift_px], [0, 1, 0]])
    moved = np.asarray(cv2.warpAffine(light, shift, light.shape[::-1]), np.float32)
    followed = find_markers_near(moved, before.markers.sightings, marker_slack(before.pose)).sightings
    searched = {sighting.id: sighting for sighting in find_markers(moved).sightings}
    assert searched.keys() == {sighting.id for sighting in followed}
    off = [(sighting.corners_px - searched[sighting.id].corners_px).mean(axis=0) for sighting in followed]
    assert np.median(np.linalg.norm(off, axis=1)) < 0.05


def test_a_bumped_camera_is_noticed_and_everything_searched_again(table: tuple[Drawing, Grey]) -> None:
    drawing, image = table
    before = see_table(linear_grey(image), CAMERA, TILE_NUMBERS)
    bumped = _view(turn_deg=13.0)
    light = linear_grey(drawing.photograph(bumped))
    assert follow_table(light, before) is None
    after = see_table(light, CAMERA, TILE_NUMBERS)
    assert {tile.tile for tile in after.pose.tiles} == {tile.tile for tile in before.pose.tiles}
    np.testing.assert_allclose(after.pose.view.R, bumped.R, atol=0.002)


# Where a figure's disc lies on the south-east marker of tile 12, centre (17.25, 0.75).
@pytest.mark.parametrize("off", [(0.35, 0.0), (-0.3, 0.25), (0.1, -0.4), (0.0, 0.45)])
@pytest.mark.parametrize("light", [0.02, 0.8])
def test_a_tile_with_both_markers_partly_hidden_is_still_named_and_placed(
    view: View, off: tuple[float, float], light: float
) -> None:
    drawing = Drawing().tiles()
    drawing.disc(9.75 + off[0], 8.25 + off[1], light=light).disc(17.25 + off[0], 0.75 + off[1], light=light)
    image = drawing.photograph(view)
    assert not {24, 25} & {sighting.id for sighting in find_markers(linear_grey(image)).sightings}
    tiles = {tile.tile: tile for tile in see_table(linear_grey(image), CAMERA, TILE_NUMBERS).pose.tiles}
    tile = tiles[TILE_NUMBERS[12]]
    assert (tile.x_in, tile.y_in) == pytest.approx((9, 0), abs=0.05)
    assert len(tiles) == 4


def test_a_tile_hidden_altogether_is_not_made_up(view: View) -> None:
    drawing = Drawing().tiles().disc(13.5, 4.5, radius_in=6.5, light=0.3)
    tiles = see_table(linear_grey(drawing.photograph(view)), CAMERA, TILE_NUMBERS).pose.tiles
    assert {tile.tile for tile in tiles} == {TILE_NUMBERS[number] for number in TILES if number != 12}


def test_a_token_on_the_place_of_a_hidden_marker_is_not_taken_for_it(view: View) -> None:
    covered = Drawing().tiles().marker(110, 17.25, 0.75, 4.0)
    table = see_table(linear_grey(covered.photograph(view)), CAMERA, TILE_NUMBERS)
    ids = {sighting.id for sighting in table.markers.sightings}
    assert 110 in ids
    assert tile_marker_ids(12)[1] not in ids


def test_a_foreign_tile_in_a_cell_is_not_given_a_name_of_the_game(view: View) -> None:
    foreign = {0: (0, 9), 7: (9, 9), 16: (0, 0), 40: (9, 0)}
    image = Drawing().tiles(foreign).photograph(view)
    tiles = see_table(linear_grey(image), CAMERA, TILE_NUMBERS).pose.tiles
    assert {tile.tile for tile in tiles} == {TILE_NUMBERS[number] for number in (0, 7, 16)}


@pytest.mark.parametrize("kind", ["noise", "chequers", "blank", "black"])
def test_nothing_is_read_where_there_is_no_marker(kind: str) -> None:
    rng = np.random.default_rng(0)
    image = {
        "noise": rng.integers(0, 255, (400, 600), np.uint8),
        "chequers": np.kron(rng.integers(0, 2, (50, 75)), np.ones((8, 8))).astype(np.uint8) * 255,
        "blank": np.full((400, 600), 255, np.uint8),
        "black": np.zeros((400, 600), np.uint8),
    }[kind]
    assert find_markers(linear_grey(image)).sightings == ()
    with pytest.raises(TableNotSeenError, match="no tile markers"):
        see_table(linear_grey(image), CAMERA, TILE_NUMBERS)


def test_a_mirrored_picture_is_called_so(table: tuple[Drawing, Grey]) -> None:
    _, image = table
    with pytest.raises(TableNotSeenError, match="mirrored"):
        see_table(linear_grey(np.ascontiguousarray(image[:, ::-1])), CAMERA, TILE_NUMBERS)


def test_no_marker_is_read_in_photographs_without_one(shared: Path) -> None:
    images = [cv2.imread(str(file)) for file in (shared / "real-photos" / "no-code").iterdir()]
    photographs = [np.asarray(image, np.uint8) for image in images if image is not None]
    assert len(photographs) > 10
    for image in photographs:
        assert find_markers(linear_grey(image)).sightings == ()
