"""Distances are as uncertain as many tries show: what moves both ends alike does not count."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pennysight.calibration.accuracy import Places, board_lattice, error_map
from pennysight.calibration.board import MarkerSighting, solve_table
from pennysight.calibration.planned_camera import planned_camera
from pennysight.calibration.planner import Board, aimed, hung
from pennysight.calibration.printspec import TILE_NUMBERS
from pennysight.calibration.projection import Array, View, turn_matrix

Z_IN = 1.77
NODES = np.array([(3.0, 4.0), (33.0, 30.0), (18.0, 18.0), (18.0, 24.0)])
PAIRS = np.array([(0, 1), (2, 3), (1, 2)])


def _view(covariance: Array, offset_in: float = 6.0) -> View:
    view = hung(planned_camera((1920, 1080), 65.0), Board(4, 4), aimed(52.0, offset_in, None))
    return dataclasses.replace(view, covariance=covariance)


def _covariance(scale: float = 1.0) -> Array:
    mixed = np.random.default_rng(3).normal(size=(6, 6)) * ([2e-4] * 3 + [4e-3] * 3)
    return scale * mixed.T @ mixed


def test_deviations_are_those_of_many_tries() -> None:
    rng = np.random.default_rng(5)
    view = _view(_covariance())
    own = np.array([np.diag([0.004, 0.008]) ** 2] * len(NODES))
    places = Places(view, NODES, Z_IN, own)
    pixels = view.to_pixels(np.column_stack([NODES, np.full(len(NODES), Z_IN)]))
    errors = []
    for change in rng.multivariate_normal(np.zeros(6), view.covariance, 1200):
        moved = dataclasses.replace(view, R=turn_matrix(change[:3]) @ view.R, t=view.t + change[3:])
        seen = moved.to_plane(pixels, Z_IN) + rng.normal(size=NODES.shape) * (0.004, 0.008)
        errors.append(np.linalg.norm(seen[PAIRS[:, 1]] - seen[PAIRS[:, 0]], axis=1))
    assert places.distance_sds_in(PAIRS) == pytest.approx(np.std(errors, axis=0), rel=0.08)
    assert places.distances_in(PAIRS) == pytest.approx(np.mean(errors, axis=0), abs=0.001)


@settings(deadline=None)
@given(angle_deg=st.floats(-180, 180), x_in=st.floats(-50, 50), y_in=st.floats(-50, 50))
def test_where_the_board_is_said_to_lie_does_not_matter(angle_deg: float, x_in: float, y_in: float) -> None:
    view = _view(_covariance())
    own = np.array([[[3e-5, 1e-5], [1e-5, 5e-5]]] * len(NODES))
    turn = turn_matrix(np.array([0.0, 0.0, np.radians(angle_deg)]))
    # A board point p is now called turn p + shift; the camera stays where it is.
    shift = np.array([x_in, y_in, 0.0])
    R = view.R @ turn.T
    # t is then R shift away from what it was, and a turn of R takes that along.
    lever = np.eye(6)
    arm = R @ shift
    lever[3:, :3] = np.array([[0, -arm[2], arm[1]], [arm[2], 0, -arm[0]], [-arm[1], arm[0], 0]])
    moved = View(view.camera, R, view.t - arm, lever @ view.covariance @ lever.T)
    flat = turn[:2, :2]
    before = Places(view, NODES, Z_IN, own).distance_sds_in(PAIRS)
    after = Places(moved, NODES @ flat.T + shift[:2], Z_IN, flat @ own @ flat.T).distance_sds_in(PAIRS)
    assert after == pytest.approx(before, rel=1e-6)


def test_a_shift_of_the_whole_board_is_in_no_distance() -> None:
    view = _view(np.zeros((6, 6)), offset_in=0.0)
    shifts = np.zeros((6, 6))
    shifts[3, 3] = shifts[4, 4] = 1.0  # level, for a camera that looks straight down
    shifted = Places(dataclasses.replace(view, covariance=shifts), NODES, Z_IN, np.zeros((4, 2, 2)))
    assert shifted.distance_sds_in(PAIRS) == pytest.approx(0, abs=1e-9)


def test_an_error_of_height_grows_with_the_distance() -> None:
    view = _view(np.zeros((6, 6)), offset_in=0.0)
    height = np.zeros((6, 6))
    height[5, 5] = 0.05**2
    places = Places(dataclasses.replace(view, covariance=height), NODES, Z_IN, np.zeros((4, 2, 2)))
    lengths = places.distances_in(PAIRS)
    assert places.distance_sds_in(PAIRS) / lengths == pytest.approx(0.05 / (52 - Z_IN), rel=1e-6)


def test_a_map_tells_where_places_are_uncertain() -> None:
    lattice = board_lattice(36.0, 27.0, 9.0)
    assert (lattice.columns, lattice.rows, lattice.step_in) == (13, 10, 3.0)
    own = np.zeros((len(lattice.xy_in), 2, 2))
    own[lattice.xy_in[:, 0] > 30] = np.eye(2) * 0.02**2
    errors = error_map(lattice, Places(_view(np.zeros((6, 6))), lattice.xy_in, Z_IN, own))
    assert errors.sd_in.shape == (10, 13)
    assert errors.apart_in == 6.0
    assert errors.sd_in[5, 6] == errors.middle_sd_in == 0.0
    west_in, other_in = 0.02, 0.02 * np.sqrt(2)  # one end of it is uncertain, or both are
    assert errors.corner_sd_in == pytest.approx(np.sqrt((west_in**2 + other_in**2) / 2))
    assert errors.across_in == pytest.approx(45.0)
    assert errors.across_sd_in == pytest.approx(0.02)


def test_places_that_are_not_seen_have_no_error() -> None:
    lattice = board_lattice(18.0, 18.0, 9.0)
    own = np.broadcast_to(np.eye(2) * 1e-4, (len(lattice.xy_in), 2, 2)).copy()
    own[0] = np.nan
    errors = error_map(lattice, Places(_view(np.zeros((6, 6))), lattice.xy_in, Z_IN, own))
    assert np.isnan(errors.sd_in[0, 0])
    assert np.isfinite(errors.sd_in).sum() == errors.sd_in.size - 1
    assert np.isnan(errors.across_sd_in)


@pytest.mark.slow
@pytest.mark.parametrize("turn_deg", [0.0, 130.0])
def test_where_tiles_are_missing_claims_grow_and_hold(turn_deg: float) -> None:
    """Few tiles, at one side of the board, place what stands on the other side less well, and say so."""
    board = Board(4, 4)
    straight = hung(planned_camera((1920, 1080), 65.0), board, aimed(58.0, 14.0, None))
    roll = turn_matrix(np.array([0.0, 0.0, np.radians(turn_deg)]))  # about the way the camera looks
    view = dataclasses.replace(straight, R=roll @ straight.R, t=roll @ straight.t)
    true_px = view.to_pixels(np.column_stack([NODES, np.full(len(NODES), Z_IN)]))
    true_in = np.linalg.norm(NODES[PAIRS[:, 1]] - NODES[PAIRS[:, 0]], axis=1)
    usual_in = []
    for rows in (range(4), range(1)):
        rng = np.random.default_rng(11)
        numbers = {4 * row + column for row in rows for column in range(4)}
        laid = [(marker, corners) for marker, corners in board.markers_in() if marker // 2 in numbers]
        errors, claims = [], []
        for _ in range(25):
            sightings = [
                MarkerSighting(
                    marker,
                    view.to_pixels(np.pad(corners, ((0, 0), (0, 1)))) + rng.normal(0, 0.1, (4, 2)),
                    0.1**2 * np.eye(8),
                )
                for marker, corners in laid
            ]
            seen = solve_table(sightings, view.camera, TILE_NUMBERS, start=view).view
            places = Places(seen, seen.to_plane(true_px, Z_IN), Z_IN, np.zeros((len(NODES), 2, 2)))
            errors.append(places.distances_in(PAIRS) - true_in)
            claims.append(places.distance_sds_in(PAIRS))
        off = np.abs(np.array(errors) / np.array(claims))
        assert np.mean(off < 2.5) >= 0.95
        assert 0.7 < np.sqrt(np.mean(off**2)) < 1.3
        usual_in.append(float(np.sqrt(np.mean(np.square(claims)))))
    assert usual_in[1] > 1.5 * usual_in[0]
