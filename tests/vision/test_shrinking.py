"""Shrunk pictures show what the picture shows, in the same places."""

import numpy as np
import pytest
from pennysight.vision.figures.level import sampled
from pennysight.vision.shrinking import halving_side, in_shrunk, shrunk


@pytest.mark.parametrize("side_px", [2, 4, 8, 12, 16])
def test_light_that_grows_across_a_picture_grows_across_the_shrunk_one(side_px: int) -> None:
    row, column = np.mgrid[0:141, 0:203]
    ramp = np.stack([column, row, (row + column) / 2], axis=-1)
    places = np.random.default_rng(3).uniform(20, 120, (30, 1, 2))
    seen = sampled(shrunk(ramp.astype(np.uint8), side_px), in_shrunk(places, side_px))
    x, y = np.moveaxis(places, -1, 0)
    np.testing.assert_allclose(seen, np.stack([x, y, (x + y) / 2], axis=-1), atol=2.0)


@pytest.mark.parametrize("side_px", [4, 8, 12])
def test_noise_is_averaged_over_four_rows_of_a_square(side_px: int) -> None:
    noisy = np.clip(np.random.default_rng(4).normal(128, 12, (420, 420, 3)), 0, 255).astype(np.uint8)
    small = shrunk(noisy, side_px)
    assert small.shape == (420 // side_px, 420 // side_px, 3)
    assert small.std() == pytest.approx(12 / np.sqrt(4 * side_px), rel=0.15)


@pytest.mark.parametrize(("px", "side_px"), [(0.7, 2), (3.9, 2), (6.8, 4), (14.0, 12)])
def test_squares_are_no_wider_than_they_may_be_and_can_be_halved(px: float, side_px: int) -> None:
    assert halving_side(px) == side_px
