"""A height comes out of where its top is seen over known places, with the deviation that many tries show."""

import numpy as np
import pytest
from pennysight.calibration.heights import HeightRefused, Stand, solve_height
from pennysight.calibration.projection import Array

from tests.calibration.test_board import _table

VIEW = _table().view
SPOTS = np.array([(2.0, 2.0), (34.0, 3.0), (33.0, 34.0), (3.0, 33.0)])
PLACED_IN, SEEN_PX = 0.02, 0.1


def stands(height_in: float, spots: Array, rng: np.random.Generator) -> list[Stand]:
    """A figure put on each spot as a hand does it, and its top as a picture shows it."""
    found = []
    for spot in spots:
        foot = spot + PLACED_IN * rng.normal(size=2)
        top_px = VIEW.to_pixels([[*foot, height_in]])[0] + SEEN_PX * rng.normal(size=2)
        found.append(Stand(VIEW, top_px, SEEN_PX, spot, PLACED_IN**2 * np.eye(2)))
    return found


def test_heights_and_their_deviations_are_true() -> None:
    rng = np.random.default_rng(0)
    solved = [solve_height(stands(1.743, SPOTS, rng)) for _ in range(200)]
    off = np.array([one.height_in for one in solved]) - 1.743
    claimed = np.array([one.sd_in for one in solved])
    assert abs(off.mean()) < 0.005
    assert (np.abs(off) < 2.5 * claimed).mean() > 0.95
    assert 0.6 < np.sqrt(((off / claimed) ** 2).mean()) < 1.2


def test_a_second_place_makes_it_surer_and_one_that_is_wrong_shows() -> None:
    rng = np.random.default_rng(1)
    seen = stands(1.9, SPOTS, rng)
    assert solve_height(seen).sd_in < solve_height(seen[:2]).sd_in
    wrong = Stand(VIEW, seen[0].top_px, SEEN_PX, seen[0].foot_in + 0.12, seen[0].foot_covariance_in2)
    solved = solve_height([wrong, *seen[1:]])
    assert solved.misfit.argmax() == 0
    assert solved.sd_in > 1.5 * solve_height(seen).sd_in


@pytest.mark.parametrize(
    ("spots", "says"),
    [
        (SPOTS[:0], "no stands of a figure"),
        (SPOTS[:1], "1 stand of a figure"),
        (VIEW.centre_in[None, :2] + [[0.5, 0.0], [0.0, 0.5]], "too steeply"),
    ],
)
def test_what_tells_no_height_is_refused(spots: Array, says: str) -> None:
    with pytest.raises(HeightRefused, match=says):
        solve_height(stands(1.75, spots, np.random.default_rng(0)))
