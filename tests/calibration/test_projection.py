"""Inches to pixels and back, against the lens formula written out by hand, with the error of each."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pennysight.calibration.camera import Camera
from pennysight.calibration.projection import Array, View, turn_matrix

CAMERA = Camera(
    name="desk",
    width_px=1920,
    height_px=1080,
    K=((1500.0, 0.0, 970.0), (0.0, 1510.0, 530.0), (0.0, 0.0, 1.0)),
    dist=(-0.1, 0.02, 0.0006, -0.0004, 0.001),
)


def _view(
    tilt_deg: float = 14.0, turn_deg: float = 30.0, height_in: float = 55.0, covariance: Array | None = None
) -> View:
    """A camera over the middle of a 36 in board, leaning away from straight down."""
    turn, tilt = np.deg2rad(turn_deg), np.deg2rad(tilt_deg)
    R = turn_matrix(np.array([tilt, 0, 0])) @ np.diag([1.0, -1.0, -1.0]) @ turn_matrix(np.array([0, 0, turn]))
    centre = np.array([18 + 6 * np.sin(tilt), 18 - 9 * np.sin(tilt), height_in])
    return View(CAMERA, R, -R @ centre, np.zeros((6, 6)) if covariance is None else covariance)


def _by_hand(view: View, point: Array) -> tuple[float, float]:
    x, y, z = view.R @ point + view.t
    x, y = x / z, y / z
    k1, k2, p1, p2, k3 = CAMERA.dist
    r2 = x * x + y * y
    swell = 1 + k1 * r2 + k2 * r2**2 + k3 * r2**3
    x, y = (
        x * swell + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
        y * swell + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
    )
    (fx, _, cx), (_, fy, cy), _ = CAMERA.K
    return fx * x + cx, fy * y + cy


on_table = st.tuples(st.floats(0, 36), st.floats(0, 36), st.floats(0, 2))


@given(point=on_table, tilt=st.floats(0, 25), turn=st.floats(-180, 180))
def test_points_are_seen_where_the_lens_formula_puts_them(
    point: tuple[float, float, float], tilt: float, turn: float
) -> None:
    view = _view(tilt, turn)
    np.testing.assert_allclose(view.to_pixels([point])[0], _by_hand(view, np.array(point)), atol=1e-9)


@given(point=on_table, tilt=st.floats(0, 25), turn=st.floats(-180, 180))
def test_a_ray_comes_back_to_the_point_at_its_own_height(
    point: tuple[float, float, float], tilt: float, turn: float
) -> None:
    view = _view(tilt, turn)
    np.testing.assert_allclose(view.to_plane(view.to_pixels([point]), point[2])[0], point[:2], atol=1e-7)


def test_a_raised_point_taken_for_one_on_the_board_is_displaced_away_from_the_camera() -> None:
    view = _view(tilt_deg=0.0, height_in=48.0)
    (seen,) = view.to_plane(view.to_pixels([(18 + 24, 18, 1.75)]), 0.0)
    assert seen[0] - (18 + 24) == pytest.approx(24 * 1.75 / (48 - 1.75), abs=1e-6)


def test_each_point_may_have_its_own_height() -> None:
    view = _view()
    points = np.array([(3.0, 4.0, 0.0), (20.0, 30.0, 1.75), (33.0, 9.0, 0.02)])
    np.testing.assert_allclose(view.to_plane(view.to_pixels(points), points[:, 2]), points[:, :2], atol=1e-8)


def test_a_ray_toward_the_sky_meets_no_table() -> None:
    nearly_level = _view(tilt_deg=85.0)
    table, sky = nearly_level.to_plane([(970.0, 530.0), (970.0, 2000.0)])
    assert np.isfinite(table).all()
    assert np.isnan(sky).all()


def test_a_point_behind_the_camera_is_not_seen() -> None:
    view = _view()
    assert np.isnan(view.to_pixels([(18, 18, 80)])).all()


def test_nothing_in_gives_nothing_out() -> None:
    view = _view()
    assert view.to_pixels(np.empty((0, 3))).shape == (0, 2)
    assert view.to_plane(np.empty((0, 2))).shape == (0, 2)
    assert view.plane_sd_in(np.empty((0, 2))).shape == (0,)


def test_the_camera_knows_where_it_is() -> None:
    view = _view(height_in=52.0)
    assert view.height_in == pytest.approx(52.0)
    np.testing.assert_allclose(view.R @ view.centre_in + view.t, 0, atol=1e-12)


def test_claimed_covariance_is_that_of_many_disturbed_cameras_pixels_and_heights() -> None:
    rng = np.random.default_rng(3)
    root = rng.normal(size=(6, 6)) * np.array([[4e-4] * 3 + [6e-3] * 3]).T
    view = _view(covariance=root @ root.T)
    points = np.array([(2.0, 3.0, 1.75), (18.0, 18.0, 0.0), (35.0, 30.0, 1.75)])
    pixels = view.to_pixels(points)
    found = []
    for _ in range(4000):
        step = root @ rng.normal(size=6)
        other = View(CAMERA, turn_matrix(step[:3]) @ view.R, view.t + step[3:], view.covariance)
        seen = pixels + rng.normal(size=pixels.shape) * 0.3
        found.append(other.to_plane(seen, points[:, 2] + rng.normal(size=3) * 0.02))
    claimed = view.plane_covariance_in2(pixels, points[:, 2], 0.3, 0.02)
    for index in range(3):
        actual = np.cov(np.array(found)[:, index].T)
        np.testing.assert_allclose(claimed[index], actual, atol=0.08 * np.trace(actual))
    worst = np.sqrt(np.linalg.eigvalsh(claimed)[:, -1])
    np.testing.assert_allclose(view.plane_sd_in(pixels, points[:, 2], 0.3, 0.02), worst)
