"""Caps are found, read and placed as they are drawn: here by a lamp, a lens and an ink of the test's own."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.calibration.camera import Camera
from pennysight.calibration.projection import View
from pennysight.vision.figures.cap_search import SEARCH_PX_PER_IN
from pennysight.vision.figures.caps import SeenCap, find_caps
from pennysight.vision.figures.level import LevelPlane

Image = NDArray[np.uint8]
Light = NDArray[np.float64]

TOP_IN = 1.77
FINER = 3
INK = {"marsh": (0, 150, 70), "deghoule": (200, 0, 140), "whateley": (255, 190, 0), "cult": (0, 90, 200)}
SECTORS = {1: "001", 2: "010", 3: "011", 4: "100", 5: "101", 6: "110"}
GROUND = (96, 92, 60)


def tilted_view() -> View:
    """A camera 40 in over (4, 4) on the board, tilted by 15 degrees: about 28 pixels an inch."""
    lens = ((1100.0, 0.0, 100.0), (0.0, 1100.0, 80.0), (0.0, 0.0, 1.0))
    camera = Camera(name="test", width_px=200, height_px=160, K=lens, dist=(0.0, 0.0, 0.0, 0.0, 0.0))
    lean = np.radians(15)
    down = np.diag([1.0, -1.0, -1.0])
    tilt = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    R = tilt @ down
    return View(camera, R, -R @ (np.array([4, 4, 0]) + 40 * (R.T @ [0, 0, -1])), np.zeros((6, 6)))


VIEW = tilted_view()


def linear(srgb: tuple[int, int, int]) -> Light:
    return (np.array(srgb) / 255) ** 2.2


def draw(
    caps: list[tuple[str, str, float, float, float]], lamp: tuple[float, float, float] = (0.8, 0.8, 0.8)
) -> Image:
    """A picture of caps (faction, sectors, x, y, facing in degrees) over plain ground, in a lamp's colour."""
    width, height = VIEW.camera.width_px * FINER, VIEW.camera.height_px * FINER
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    pixels = (np.stack([x, y], axis=-1).reshape(-1, 2) + 0.5) / FINER - 0.5
    places = VIEW.to_plane(pixels, TOP_IN).reshape(height, width, 2)
    light = np.broadcast_to(linear(GROUND), (height, width, 3)).copy()
    for faction, sectors, east, north, facing_deg in caps:
        off = places - (east, north)
        r = np.hypot(off[..., 0], off[..., 1])
        turn = (np.degrees(np.arctan2(off[..., 1], off[..., 0])) - facing_deg + 180) % 360 - 180
        light[r < 0.375] = 0.9
        inner = r < 0.325
        light[inner & (np.abs(turn) < 90)] = 0.9 * linear(INK[faction])
        for centre, dark in zip((120, 180, 240), sectors, strict=True):
            wedge = np.abs((turn - centre + 180) % 360 - 180) < 30
            light[inner & wedge & (dark == "1")] = 0.03
    light = np.asarray(cv2.GaussianBlur(light * lamp, (0, 0), 0.55 * FINER), float)
    small = light.reshape(height // FINER, FINER, width // FINER, FINER, 3).mean(axis=(1, 3))
    noisy = np.clip(small, 0, 1) ** (1 / 2.2) * 255 + np.random.default_rng(1).normal(0, 2.5, small.shape)
    return np.ascontiguousarray(np.clip(noisy, 0, 255)[..., ::-1], np.uint8)


def see(image: Image, before: Sequence[SeenCap] = ()) -> list[SeenCap]:
    plane = LevelPlane(VIEW, TOP_IN, 0.0, 0.0, 8.0, 8.0, SEARCH_PX_PER_IN)
    return find_caps(image, plane, np.ones(plane.map_px.shape[:2], bool), before)


def turned_deg(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


@pytest.mark.parametrize("faction", INK)
def test_every_cap_is_read_and_placed(faction: str) -> None:
    caps = [
        (faction, SECTORS[number], 2.6 + 1.13 * (number % 3), 2.42 + 1.31 * (number // 3), 37.0 * number)
        for number in SECTORS
    ]
    seen = {(cap.faction, cap.number): cap for cap in see(draw(caps))}
    assert seen.keys() == {(faction, number) for number in SECTORS}
    for number, (_, _, x_in, y_in, facing_deg) in zip(SECTORS, caps, strict=True):
        cap = seen[faction, number]
        assert np.hypot(cap.x_in - x_in, cap.y_in - y_in) < 0.012
        assert cap.facing_deg is not None
        assert turned_deg(cap.facing_deg, facing_deg) < 1.5
        assert cap.confidence > 0.9


@pytest.mark.parametrize("lamp", [(0.9, 0.55, 0.3), (0.12, 0.11, 0.1), (0.5, 0.6, 0.85)])
def test_the_lamps_colour_and_strength_do_not_matter(lamp: tuple[float, float, float]) -> None:
    caps = [("whateley", "011", 3.4, 4.0, 120.0), ("deghoule", "101", 4.7, 4.2, 250.0)]
    seen = {(cap.faction, cap.number) for cap in see(draw(caps, lamp))}
    assert seen == {("whateley", 3), ("deghoule", 5)}


def test_caps_side_by_side_are_told_apart() -> None:
    caps = [
        ("marsh", "001", 3.4, 3.7, 10.0),
        ("cult", "110", 4.17, 3.75, 200.0),
        ("marsh", "100", 3.8, 4.4, 90.0),
        ("whateley", "010", 4.6, 4.45, 300.0),
    ]
    seen = {f"{cap.faction}-{cap.number}": cap for cap in see(draw(caps))}
    assert seen.keys() == {"marsh-1", "cult-6", "marsh-4", "whateley-2"}
    assert np.hypot(seen["marsh-4"].x_in - 3.8, seen["marsh-4"].y_in - 4.4) < 0.012


@pytest.mark.parametrize("nudge_in", [0.0, 0.004, 0.012, 0.025])
@pytest.mark.parametrize("lamp", [(0.8, 0.8, 0.8), (0.45, 0.4, 0.3)])
def test_a_cap_followed_from_the_frame_before_is_told_as_one_that_is_searched(
    nudge_in: float, lamp: tuple[float, float, float]
) -> None:
    caps = [("whateley", "011", 3.4, 4.0, 120.0), ("marsh", "101", 4.7, 4.2, 250.0)]
    before = see(draw(caps))
    nudged = draw(
        [(faction, code, x + nudge_in, y, turn + 100 * nudge_in) for faction, code, x, y, turn in caps], lamp
    )
    followed, searched = (
        {cap.faction: cap for cap in see(nudged, earlier)} for earlier in (before, list[SeenCap]())
    )
    assert followed.keys() == searched.keys() == {"whateley", "marsh"}
    for faction, cap in followed.items():
        other = searched[faction]
        assert cap.number == other.number
        assert np.hypot(cap.x_in - other.x_in, cap.y_in - other.y_in) < 0.0015
        assert cap.facing_deg is not None
        assert other.facing_deg is not None
        assert turned_deg(cap.facing_deg, other.facing_deg) < 0.3


def cover(image: Image, from_deg: float, out_px: float, colour: tuple[int, int, int]) -> None:
    """Lay something with a straight edge over (4, 4), from so far off its middle on."""
    middle = VIEW.to_pixels([(4.0, 4.0, TOP_IN)])[0]
    turn = np.radians(from_deg)
    out, along = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    corners = [middle + out_px * out + k * along for k in (-40, 40)] + [
        middle + 40 * out + k * along for k in (40, -40)
    ]
    cv2.fillConvexPoly(image, np.array(corners).round().astype(np.int32), colour)


@pytest.mark.parametrize(
    "colour", [(48, 44, 40), (228, 232, 230), (150, 175, 225)], ids=["sleeve", "paper", "skin"]
)
@pytest.mark.parametrize("covered_from_deg", range(0, 360, 45))
def test_a_cap_half_under_something_never_gets_a_wrong_name(
    covered_from_deg: int, colour: tuple[int, int, int]
) -> None:
    image = draw([("cult", "101", 4.0, 4.0, 0.0)])
    cover(image, covered_from_deg, 3.0, colour)
    for cap in see(image):
        assert (cap.faction or "cult") == "cult"
        assert cap.number in (None, 5)


def test_a_cap_of_which_a_fifth_is_hidden_is_still_found_and_named_where_its_sectors_show() -> None:
    image = draw([("marsh", "110", 4.0, 4.0, 0.0)])
    cover(image, 300.0, 5.0, (48, 44, 40))
    (cap,) = see(image)
    assert np.hypot(cap.x_in - 4.0, cap.y_in - 4.0) < 0.04
    assert (cap.faction, cap.number) == ("marsh", 6)


def test_nothing_else_that_is_round_is_a_cap() -> None:
    image = draw([])
    pixels = VIEW.to_pixels([(3.0, 4.0, 0.06), (4.0, 4.0, 0.06), (5.0, 4.0, 0.06), (4.0, 5.0, 0.06)])
    for (x, y), colour in zip(
        pixels, ((90, 120, 180), (235, 235, 235), (40, 30, 200), (30, 30, 30)), strict=True
    ):
        cv2.circle(image, (round(x), round(y)), 10, colour, -1, cv2.LINE_AA)
    x, y = VIEW.to_pixels([(3.5, 3.0, 0.0)])[0]
    cv2.circle(image, (round(x), round(y)), 12, (200, 90, 0), 3, cv2.LINE_AA)
    assert see(image) == []


def test_a_cap_with_no_such_number_is_a_figure_without_a_name_or_none() -> None:
    assert all(cap.number is None for cap in see(draw([("marsh", "111", 4.0, 4.0, 0.0)])))
