"""Bare figures: folded cards drawn by the test, and what the fit and the judge make of them."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import FACTIONS
from pennysight.calibration.projection import View
from pennysight.vision.figures.bare import LEAST_LOG_ODDS, PRINTED_INKS, BareFinder, Weighed
from pennysight.vision.figures.bare_fit import fit_bare
from pennysight.vision.figures.bare_judge import judged
from pennysight.vision.figures.bare_model import BareModel
from pennysight.vision.figures.bare_net import learnt
from pennysight.vision.figures.bare_search import exact_poses
from pennysight.vision.figures.colour_maps import ColourMaps, colour_maps
from pennysight.vision.figures.even_light import EvenPicture

Array = NDArray[np.float64]
Light = NDArray[np.float32]

FOLD_IN, FOOT_IN = 1.75, 0.06
FINER = 4
INK = {"marsh": (0, 150, 70), "deghoule": (200, 0, 140), "whateley": (255, 190, 0), "cult": (0, 90, 200)}
SMUDGE = {"marsh": (120, 60, 140), "deghoule": (60, 90, 60), "whateley": (70, 60, 130), "cult": (150, 70, 50)}


def leaning_view() -> View:
    """A camera 45 in over (6, -12), tilted toward the board's (6, 6): about 30 pixels an inch."""
    lens = ((1400.0, 0.0, 200.0), (0.0, 1400.0, 200.0), (0.0, 0.0, 1.0))
    camera = Camera(name="test", width_px=400, height_px=400, K=lens, dist=(0.0, 0.0, 0.0, 0.0, 0.0))
    centre, aim = np.array([6.0, -12.0, 45.0]), np.array([6.0, 6.0, 0.0])
    ahead = (aim - centre) / np.linalg.norm(aim - centre)
    right = np.array([1.0, 0.0, 0.0])
    R = np.stack([right, np.cross(ahead, right), ahead])
    return View(camera, R, -R @ centre, np.zeros((6, 6)))


VIEW = leaning_view()
TABLE = TablePose(VIEW, (), 12.0, 12.0, 0.1)
MODEL = BareModel(TABLE, FOLD_IN)
FINDER = BareFinder(TABLE, FOLD_IN)


def linear(srgb: tuple[int, int, int]) -> Light:
    return ((np.array(srgb) / 255) ** 2.2).astype(np.float32)


def face(x_in: float, y_in: float, facing_deg: float, side: int) -> tuple[Array, bool]:
    """Pixels (4, 2) of the fold's ends and the feet of one side, front 1 or back -1, and whether it shows."""
    turn = np.radians(facing_deg)
    ahead, left = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)]) * 0.375
    middle = np.array([x_in, y_in])
    foot = middle + side * 0.375 * ahead
    corners = [
        (*(middle - left), FOLD_IN),
        (*(middle + left), FOLD_IN),
        (*(foot + left), FOOT_IN),
        (*(foot - left), FOOT_IN),
    ]
    points = np.array(corners)
    outward = np.array([*(side * ahead * (FOLD_IN - FOOT_IN)), 0.375])
    return VIEW.to_pixels(points), bool(outward @ (VIEW.centre_in - points.mean(axis=0)) > 0)


def draw(figures: list[tuple[str, float, float, float]]) -> ColourMaps:
    """Maps of a picture of figures (faction, x, y, facing) on speckled ground."""
    rng = np.random.default_rng(2)
    size = VIEW.camera.width_px
    ground = cv2.resize(rng.uniform(0.6, 1.4, (50, 50)).astype(np.float32), (size * FINER, size * FINER))
    light = np.asarray(ground[..., None] * linear((120, 115, 80)), np.float32)
    for faction, x_in, y_in, facing_deg in figures:
        for side in (1, -1):
            corners, shows = face(x_in, y_in, facing_deg, side)
            if not shows:
                continue
            if side == -1:
                _fill(light, corners, 0.3 * linear(INK[faction]) + 0.02)
                continue
            _fill(light, corners, 0.6 * linear(INK[faction]) + 0.03)
            _fill(light, _part(corners, 0.067, 0.93, 0.03, 0.97), np.float32(0.8) * np.ones(3, np.float32))
            _fill(light, _part(corners, 0.3, 0.7, 0.2, 0.85), linear(SMUDGE[faction]))
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), 0.55 * FINER), np.float32)
    small = light.reshape(size, FINER, size, FINER, 3).mean(axis=(1, 3))
    noisy = np.maximum(small + rng.normal(0, 0.008, small.shape), 0).astype(np.float32)
    return colour_maps(EvenPicture(noisy, 1, np.zeros(2, int), 30.0))


def _part(corners: Array, left: float, right: float, top: float, bottom: float) -> Array:
    def at(across: float, down: float) -> Array:
        upper = corners[0] * (1 - across) + corners[1] * across
        lower = corners[3] * (1 - across) + corners[2] * across
        return np.asarray(upper * (1 - down) + lower * down)

    return np.array([at(left, top), at(right, top), at(right, bottom), at(left, bottom)])


def _fill(light: Light, corners: Array, colour: Light) -> None:
    pixels = ((corners + 0.5) * FINER - 0.5) * 16
    cv2.fillConvexPoly(light, np.rint(pixels).astype(np.int32), tuple(float(c) for c in colour), shift=4)


def pose(x_in: float, y_in: float, facing_deg: float) -> Array:
    return np.array([[x_in, y_in, np.radians(facing_deg)]])


@pytest.mark.parametrize("facing_deg", range(10, 370, 45))
def test_a_rough_pose_is_made_exact_whichever_way_the_figure_faces(facing_deg: int) -> None:
    maps = draw([("cult", 6.2, 5.8, facing_deg)])
    rough = pose(6.2, 5.8, facing_deg) + np.array([0.06, -0.05, 0.12])
    (fitted,), (covariance,) = fit_bare(MODEL, maps.picture, rough, 8, (0.15, 0.15, 0.35))
    assert np.hypot(fitted[0] - 6.2, fitted[1] - 5.8) < 0.03
    assert abs(np.degrees(fitted[2]) - facing_deg) < 4
    assert (np.linalg.eigvalsh(covariance) > 0).all()


@pytest.mark.parametrize("faction", INK)
@pytest.mark.parametrize("facing_deg", [90, 150, 270, 330])
def test_faction_and_front_are_told(faction: str, facing_deg: int) -> None:
    maps = draw([(faction, 6.2, 5.8, facing_deg)])
    there, turned = (odds(maps, pose(6.2, 5.8, facing)) for facing in (facing_deg, facing_deg + 180))
    assert FACTIONS[int(there[0].argmax())] == faction
    assert there.max() > turned.max() + 3


def test_figures_are_found_where_they_stand_and_nowhere_else() -> None:
    stand = [("marsh", 3.5, 4.0, 100.0), ("deghoule", 8.0, 4.5, 260.0), ("whateley", 6.0, 8.0, 200.0)]
    maps = draw(stand)
    weighed = FINDER.weigh(maps, places(), ())
    kept = weighed.standing(np.empty((0, 2)))
    assert len(kept) == len(stand)
    for faction, x_in, y_in, facing_deg in stand:
        apart = np.linalg.norm(weighed.poses[kept, :2] - (x_in, y_in), axis=1)
        nearest = kept[int(apart.argmin())]
        assert apart.min() < 0.05
        assert abs((np.degrees(weighed.poses[nearest, 2]) - facing_deg + 180) % 360 - 180) < 6
        assert FACTIONS[int(weighed.by_faction[nearest].argmax())] == faction


def test_bare_ground_has_no_figures() -> None:
    weighed = FINDER.weigh(draw([]), places(), ())
    assert weighed.standing(np.empty((0, 2))) == []


def test_no_two_figures_stand_on_one_place_nor_on_a_known_one() -> None:
    poses = np.array([(1.0, 1.0, 0.0), (1.2, 1.0, 2.0), (5.0, 5.0, 1.0)])
    likely = np.log(np.full((3, 4), 1e-6))
    likely[:, 0] = LEAST_LOG_ODDS + np.array([2.0, 3.0, 1.0])
    weighed = Weighed(poses, np.zeros((3, 3, 3)), likely, np.zeros(3))
    assert weighed.standing(np.empty((0, 2))) == [1, 2]
    assert weighed.standing(np.array([(5.3, 5.0)])) == [1]


def test_a_faction_in_another_colour_is_told_by_that_colour() -> None:
    """A set whose marsh is what another set calls cult."""
    maps = draw([("cult", 6.2, 5.8, 90)])
    inks = {**PRINTED_INKS, "marsh": PRINTED_INKS["cult"], "cult": PRINTED_INKS["marsh"]}
    found = judged(learnt().face, MODEL, maps, pose(6.2, 5.8, 90), inks).by_faction
    assert list(inks)[int(found[0].argmax())] == "marsh"


def test_a_pose_is_put_right_from_further_off_than_edges_tell() -> None:
    maps = draw([("marsh", 6.2, 5.8, 70.0)])
    rough = pose(6.2, 5.8, 70.0) + np.array([0.12, -0.1, 0.5])
    (exact,), _ = exact_poses(learnt().face, MODEL, maps, rough, PRINTED_INKS)
    assert np.hypot(exact[0] - 6.2, exact[1] - 5.8) < 0.04
    assert abs(np.degrees(exact[2]) - 70) < 5


def odds(maps: ColourMaps, poses: Array) -> Array:
    return judged(learnt().face, MODEL, maps, poses, PRINTED_INKS).by_faction


def places() -> Array:
    east, north = np.meshgrid(np.arange(2.0, 10.1, 0.25), np.arange(2.0, 10.1, 0.25))
    return np.stack([east, north], axis=-1).reshape(-1, 2)
