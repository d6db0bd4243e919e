"""What is expected of distances between figures is what they are off by: not more, and not half as much."""

from pathlib import Path

import numpy as np
import pytest
from pennysight.calibration.camera import Camera
from pennysight.vision.expected import expected_sightings

from benchmarks.expected_errors import compared

PICTURES = {"A": ("A-01", "A-05", "A-07"), "B": ("B-01", "B-02")}


@pytest.mark.slow
@pytest.mark.parametrize("camera", ["A", "B"])
def test_distances_on_pictures_are_off_by_what_is_expected(shared: Path, camera: str) -> None:
    made = compared(shared / "photos" / f"{name}.truth.json" for name in PICTURES[camera])
    assert len(made.errors_in) > 150
    assert np.mean(made.off < 2.5) >= 0.95
    assert np.percentile(made.off, 95) > 1.96 / 2  # claimed no larger than twice what is needed
    assert 0.75 < made.ratio(made.as_seen_in) < 1.25
    assert 0.75 < made.ratio(made.as_planned_in) < 1.25


def test_markers_are_expected_about_as_exact_as_they_are_found() -> None:
    camera = Camera(
        name="level",
        width_px=640,
        height_px=480,
        K=((500.0, 0.0, 319.5), (0.0, 500.0, 239.5), (0.0, 0.0, 1.0)),
        dist=(0.0,) * 5,
    )
    square = np.array([(0, 0), (25, 1), (24, 26), (-1, 25)], float)
    there, beyond = square + np.array([100.3, 80.6]), square + np.array([630, 80])
    sightings = expected_sightings(camera, [(7, there), (8, beyond)])
    assert [sighting.id for sighting in sightings] == [7]  # the other is cut off by the picture's edge
    assert sightings[0].corners_px == pytest.approx(there)
    assert 0.05 < sightings[0].sd_px < 0.1
