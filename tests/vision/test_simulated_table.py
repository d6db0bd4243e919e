"""The simulated camera draws what it says is there, where a lens puts it, by formulas not its own."""

import itertools
import math
from functools import cache
from itertools import islice
from typing import Any

import cv2
import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from pennysight.calibration import printspec
from pennysight.calibration.tile_art import Ink, TileArt
from pennysight.rules.tile_drawing import drawing
from pennysight.rules.tile_library import library
from pennysight.vision.simulated.board import LaidTile
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Move, Script
from pennysight.vision.simulated.table import CAMERA, SimulatedCamera

Floats = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]
Light = npt.NDArray[np.float32]

DICTIONARY = cv2.aruco.getPredefinedDictionary(printspec.MARKER_DICTIONARY)

PX_PER_IN = 120  # of the patches that this test predicts
STILL, HELD = 0, 70  # frames: nobody has moved; a hand moves a figure

ONE_TILE = Script(
    layout=[["crossroads"]],
    figures=[Pose("cult-2", "cult", 2, 4.5, 2.5, 90.0), Pose("marsh-1", "marsh", 1, 4.5, 7.5, 0.0)],
    moves=[Move("cult-2", 1.0, 2.0, [(4.5, 4.5)], 90.0, 270.0)],
    length_s=5.0,
)


@cache
def art() -> dict[str, TileArt]:
    return {
        name: TileArt(name, design.number, msgspec.convert(drawing(design), list[Ink], from_attributes=True))
        for name, design in library().items()
    }


@pytest.fixture(scope="module")
def table() -> SimulatedCamera:
    return SimulatedCamera(art(), paced=False)


def small_table(**settings: Any) -> SimulatedCamera:
    """One tile, seen by a small camera."""
    return SimulatedCamera(art(), script=ONE_TILE, camera=CAMERA.for_size(480, 270), **settings)


@pytest.fixture(scope="module")
def still(table: SimulatedCamera) -> Picture:
    return table.draw(STILL)


def on_board(tile: LaidTile, points_in: Floats) -> Floats:
    """Points of a tile (N, 2) in the board frame (N, 3)."""
    turn = np.radians(tile.rotation_deg)
    x, y = points_in.T
    return np.column_stack(
        [
            tile.x_in + x * np.cos(turn) - y * np.sin(turn),
            tile.y_in + x * np.sin(turn) + y * np.cos(turn),
            np.zeros(len(x)),
        ]
    )


def on_cap(pose: Pose, ahead_in: float, left_in: float) -> Floats:
    """A point of a figure's cap in the board frame, (1, 3)."""
    turn = math.radians(pose.facing_deg)
    x = pose.x_in + ahead_in * math.cos(turn) - left_in * math.sin(turn)
    y = pose.y_in + ahead_in * math.sin(turn) + left_in * math.cos(turn)
    return np.array([[x, y, pose.z_in + printspec.FOLD_HEIGHT_IN]])


def pixels(table: SimulatedCamera, points_in: Floats) -> Floats:
    """OpenCV's own projection, (N, 2)."""
    rotation, _ = cv2.Rodrigues(table.eye.R)
    camera = table.camera
    found, _ = cv2.projectPoints(points_in, rotation, table.eye.t, camera.matrix, camera.distortion)
    return np.asarray(found, float).reshape(-1, 2)


def linear(picture: Picture) -> Light:
    share = picture.astype(np.float32) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def drift_px(
    table: SimulatedCamera, picture: Picture, print_: Light, corners_in: Floats, counts: npt.NDArray[np.bool_]
) -> float:
    """How far the drawn patch lies from where a print with these corners, (4, 3), ought to be seen.

    The least-squares shift of the expected patch, its brightness and contrast free, over the pixels that
    see only that part of the print that `counts`.
    """
    side, fine = print_.shape[0], 4
    corners = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - np.float32(0.5)
    place = pixels(table, corners_in)
    low, high = np.floor(place.min(axis=0)).astype(int) - 3, np.ceil(place.max(axis=0)).astype(int) + 4
    onto = cv2.getPerspectiveTransform(corners, ((place - low + 0.5) * fine - 0.5).astype(np.float32))
    width, height = (int(size) for size in high - low)

    def shown(flat: Light) -> Light:
        large = cv2.warpPerspective(flat, onto, (width * fine, height * fine))
        small = cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.55), np.float32)

    expected, use = shown(print_), shown(counts.astype(np.float32)) > 0.995
    drawn = np.asarray(linear(picture[low[1] : high[1], low[0] : high[0]]).mean(axis=2))
    down, right = np.array(np.gradient(expected))[:, use]
    terms = np.column_stack([expected[use], np.ones(use.sum()), right, down])
    gain, _, east, south = np.linalg.lstsq(terms, drawn[use], rcond=None)[0].tolist()
    return math.hypot(east, south) / float(gain)


def marker_print(number: int) -> Light:
    """A marker with its quiet zone."""
    cells = cv2.aruco.generateImageMarker(DICTIONARY, number, 8 * 15)
    bordered = cv2.copyMakeBorder(cells, 16, 16, 16, 16, cv2.BORDER_CONSTANT, value=(255.0,))
    return np.asarray(bordered / 255, np.float32)


def cap_print(pose: Pose) -> tuple[Light, npt.NDArray[np.bool_]]:
    """A square inch with the cap in the middle, ahead upward, and where in it is only cap."""
    at = (np.arange(PX_PER_IN) + 0.5) / PX_PER_IN - 0.5
    ahead, left = -at[:, None], -at[None, :]
    angle = np.degrees(np.arctan2(left, ahead)) % 360
    light = np.full(angle.shape, linear(np.array(printspec.FACTION_SRGB[pose.faction], np.uint8)).mean())
    for first, black in zip((90, 150, 210), printspec.CAP_CODES[pose.number], strict=True):
        light[(angle > first) & (angle < first + 60)] = 0.01 if black else 0.91
    light[np.hypot(ahead, left) > 0.325] = 0.91
    return light.astype(np.float32), np.hypot(ahead, left) < 0.37


def visible(table: SimulatedCamera, pose: Pose) -> bool:
    return all(
        pose is other or math.dist((pose.x_in, pose.y_in), (other.x_in, other.y_in)) > 2.5
        for other in table.truth_at(STILL).figures
    )


def test_the_lens_is_opencvs_and_sight_goes_back_the_way_it_came(table: SimulatedCamera) -> None:
    points = np.array([(x, y, z) for x in (0, 17, 36) for y in (0, 11, 36) for z in (0.0, 1.75)])
    assert np.abs(table.eye.project(points) - pixels(table, points)).max() < 1e-6
    slopes = table.eye.slopes(table.eye.picture, 1)
    for column, row in itertools.product((0, 3, 641, 1300, 1919), (0, 2, 517, 1079)):
        east, north = slopes[row, column].astype(float) * (table.eye.centre[2] - 1.0) + table.eye.centre[:2]
        assert np.abs(pixels(table, np.array([[east, north, 1.0]])) - (column, row)).max() < 0.01


def test_the_whole_board_is_in_the_picture_at_a_useful_size(table: SimulatedCamera) -> None:
    tall = printspec.FOLD_HEIGHT_IN
    corners = pixels(table, np.array([(x, y, z) for x in (0, 36) for y in (0, 36) for z in (0, tall)], float))
    assert corners.min() > 0
    assert (corners.max(axis=0) < (table.camera.width_px, table.camera.height_px)).all()
    assert np.ptp(corners[:, 0]) / 36 > 28


def test_opencv_reads_all_32_markers_where_the_tiles_lie(table: SimulatedCamera, still: Picture) -> None:
    """In linear light, where the blur happened, black squares keep their size."""
    light = (linear(still).mean(axis=2) * 255).astype(np.uint8)
    large = cv2.resize(light, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = 0.0
    corners, numbers, _ = cv2.aruco.ArucoDetector(DICTIONARY, parameters).detectMarkers(large)
    found = dict(zip(np.ravel(numbers).tolist(), corners, strict=True))
    tiles = table.truth_at(STILL).tiles
    assert len(tiles) == 16
    assert sorted(found) == sorted(n for tile in tiles for n in printspec.tile_marker_ids(tile.art.number))
    for tile in tiles:
        for number in printspec.tile_marker_ids(tile.art.number):
            there = pixels(table, on_board(tile, printspec.tile_marker_corners_in(number)))
            seen = (found[number].reshape(4, 2) + 0.5) / 3 - 0.5
            assert np.abs(seen - there).max() < 1.0  # the detector's own error


def test_markers_are_drawn_to_a_twentieth_of_a_pixel(table: SimulatedCamera, still: Picture) -> None:
    drifts = []
    for tile in table.truth_at(STILL).tiles:
        for number in printspec.tile_marker_ids(tile.art.number):
            print_ = marker_print(number)
            middle = printspec.tile_marker_corners_in(number).mean(axis=0)
            around = printspec.tile_marker_corners_in(number) - middle
            corners = on_board(tile, middle + around * (print_.shape[0] / 120))
            drifts.append(drift_px(table, still, print_, corners, np.ones(print_.shape, bool)))
    assert np.median(drifts) < 0.02
    assert max(drifts) < 0.05


def test_caps_are_drawn_to_a_twentieth_of_a_pixel(table: SimulatedCamera, still: Picture) -> None:
    drifts = []
    for pose in filter(lambda pose: visible(table, pose), table.truth_at(STILL).figures):
        print_, counts = cap_print(pose)
        square = ((0.5, 0.5), (0.5, -0.5), (-0.5, -0.5), (-0.5, 0.5))
        corners = np.concatenate([on_cap(pose, ahead, left) for ahead, left in square])
        drifts.append(drift_px(table, still, print_, corners, counts))
    assert len(drifts) > 10
    assert np.median(drifts) < 0.03
    assert max(drifts) < 0.06


def test_caps_tell_faction_facing_and_number(table: SimulatedCamera, still: Picture) -> None:
    for pose in filter(lambda pose: visible(table, pose), table.truth_at(STILL).figures):

        def looked_at(ahead_in: float, left_in: float, pose: Pose = pose) -> Floats:
            column, row = np.round(pixels(table, on_cap(pose, ahead_in, left_in))[0]).astype(int)
            return linear(still[row, column])[::-1].astype(float)

        colour = looked_at(0.17, 0.0) / looked_at(0.0, 0.35).max()
        inks = {name: linear(np.array(rgb, np.uint8)) for name, rgb in printspec.FACTION_SRGB.items()}
        nearest = min(inks, key=lambda name: float(np.abs(colour - inks[name]).sum()))
        assert nearest == pose.faction
        angles = [math.radians(angle) for angle in printspec.CAP_SECTOR_CENTRES_DEG]
        sectors = [looked_at(0.22 * math.cos(angle), 0.22 * math.sin(angle)).mean() for angle in angles]
        assert tuple(int(light < 0.25) for light in sectors) == printspec.CAP_CODES[pose.number], pose.id


def test_a_figure_leans_away_from_the_point_below_the_lens(table: SimulatedCamera) -> None:
    """It is drawn in space: its fold is not where its penny is."""
    pose = next(pose for pose in table.truth_at(STILL).figures if pose.id == "deghoule-3")
    foot = np.array([[pose.x_in, pose.y_in, 0.0]])
    fold, foot_px = pixels(table, on_cap(pose, 0, 0))[0], pixels(table, foot)[0]
    assert np.hypot(*(fold - foot_px)) > 15
    below = pixels(table, table.eye.centre[None] * (1, 1, 0))[0]
    assert np.hypot(*(fold - below)) > np.hypot(*(foot_px - below))


def test_a_hand_covers_the_figure_it_moves_and_nothing_else_changes(table: SimulatedCamera) -> None:
    before = table.draw(STILL).astype(int)
    truth = table.truth_at(HELD / 10)
    held = next(pose for pose in truth.figures if pose.id == truth.held)
    during = table.draw(HELD).astype(int)
    assert truth.hand
    spots = [(0.0, 0.0), (0.2, 0.0), (-0.2, 0.0), (0.0, 0.2), (0.0, -0.2)]
    looked_at = [np.round(pixels(table, on_cap(held, *spot))[0]).astype(int) for spot in spots]
    skin = [during[row, column] for column, row in looked_at]
    assert sum(red > green > blue for blue, green, red in skin) >= 4
    changed = (np.abs(cv2.blur(np.abs(during - before).max(axis=2).astype(np.float32), (9, 9))) > 12).mean()
    assert 0.01 < changed < 0.2
    after = table.draw(STILL).astype(int)
    assert np.array_equal(before, after)


def test_nothing_but_noise_changes_while_all_stand_still(table: SimulatedCamera) -> None:
    one, two = table.draw(10).astype(float), table.draw(11).astype(float)
    assert table.truth_at(1.0).figures == table.truth_at(1.1).figures
    assert not table.truth_at(1.0).hand
    assert 1.0 < (one - two).std() / math.sqrt(2) < 3.0
    assert abs((one - two).mean()) < 0.01


def test_the_same_seed_gives_the_same_pictures() -> None:
    first, again, other = (small_table(seed=seed, paced=False) for seed in (3, 3, 4))
    for number in (0, 15, 0):
        assert np.array_equal(first.draw(number), again.draw(number))
    assert first.truth_at(0.0).tiles != other.truth_at(0.0).tiles
    assert not np.array_equal(first.draw(0), other.draw(0))


def test_as_a_source_it_gives_frames_in_order_until_it_is_closed() -> None:
    source = small_table(paced=False)
    assert source.status().state == "live"
    frames = source.frames()
    first = list(islice(frames, 3))
    assert [frame.number for frame in first] == [0, 1, 2]
    assert [frame.captured_s for frame in first] == pytest.approx([0.0, 0.1, 0.2])
    assert {frame.image.shape for frame in first} == {(270, 480, 3)}
    source.close()
    source.close()
    assert list(frames) == []
    assert source.status().state == "ended"


def test_by_the_clock_it_gives_the_frame_of_the_moment_and_knows_its_truth() -> None:
    source = small_table()
    one, two = islice(source.frames(), 2)
    assert two.number >= one.number + 1
    assert two.captured_s - one.captured_s == pytest.approx((two.number - one.number) / 10)
    assert source.truth_at(one.captured_s).figures == ONE_TILE.figures
    assert source.truth_at(one.captured_s + 1.5).held == "cult-2"
