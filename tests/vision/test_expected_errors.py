"""What is expected of distances between figures is what they are off by: not more, and not half as much."""

import itertools
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from pennysight.calibration.accuracy import Places
from pennysight.calibration.camera import Camera
from pennysight.calibration.pictures import read_picture
from pennysight.calibration.planner import Board, Hanging, InView
from pennysight.calibration.printspec import FOLD_HEIGHT_IN, TILE_NUMBERS
from pennysight.calibration.projection import Array
from pennysight.vision.expected import expected_cap_covariance_in2, expected_sightings
from pennysight.vision.figures.caps import CAP_OVER_FOLD_IN
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.sources import Frame
from pennysight.webapp.planning import known_view

Z_IN = FOLD_HEIGHT_IN + CAP_OVER_FOLD_IN
PICTURES = {"A": ("A-01", "A-03", "A-05", "A-07", "A-09"), "B": ("B-01", "B-02")}


@dataclass(frozen=True)
class Compared:
    """Distances between capped figures: how far they are off (P,), and what was expected of that."""

    errors_in: Array
    as_seen_in: Array
    as_planned_in: Array


def _compared(file: Path) -> Compared:
    truth = json.loads(file.read_text())
    lens, board = truth["camera"], truth["board"]
    camera = Camera(
        name=lens["id"], width_px=lens["width"], height_px=lens["height"], K=lens["K"], dist=lens["dist"]
    )
    frame = Frame(read_picture(file.with_name(truth["image"])), 0.0, 0)
    observation = Pipeline(camera, TILE_NUMBERS).see(frame)
    table = observation.table
    assert table is not None
    true = {figure["id"]: (figure["x"], figure["y"]) for figure in truth["figures"] if figure["capped"]}
    seen = {figure.id: (figure.x_in, figure.y_in) for figure in observation.figures if figure.id in true}
    pairs = np.array(list(itertools.combinations(range(len(seen)), 2)))
    seen_in, true_in = np.array(list(seen.values())), np.array([true[name] for name in seen])

    own_in2 = expected_cap_covariance_in2(table.view, FOLD_HEIGHT_IN, seen_in)
    as_seen = Places(table.view, seen_in, Z_IN, own_in2)
    # A plan knows how high and how tilted a camera hangs, and nothing of the picture.
    tilt_deg = float(np.degrees(np.arccos(table.view.R[2] @ (0, 0, -1))))
    hanging = Hanging(table.view.height_in, table.view.height_in * np.tan(np.radians(tilt_deg)), tilt_deg)
    tiles = Board(round(board["width_in"] / 9), round(board["height_in"] / 9))
    planned = known_view(camera, InView(tiles, FOLD_HEIGHT_IN, 0.5, False), hanging)
    assert planned is not None
    as_planned = Places(planned, true_in, Z_IN, expected_cap_covariance_in2(planned, FOLD_HEIGHT_IN, true_in))
    true_distances_in = np.linalg.norm(true_in[pairs[:, 1]] - true_in[pairs[:, 0]], axis=1)
    return Compared(
        as_seen.distances_in(pairs) - true_distances_in,
        as_seen.distance_sds_in(pairs),
        as_planned.distance_sds_in(pairs),
    )


@pytest.mark.slow
@pytest.mark.parametrize("camera", ["A", "B"])
def test_distances_on_pictures_are_off_by_what_is_expected(shared: Path, camera: str) -> None:
    parts = [_compared(shared / "photos" / f"{name}.truth.json") for name in PICTURES[camera]]
    errors, as_seen, as_planned = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("errors_in", "as_seen_in", "as_planned_in")
    )
    assert len(errors) > 200
    off = np.abs(errors / as_seen)
    assert np.mean(off < 2.5) >= 0.95
    assert np.percentile(off, 95) > 1.96 / 2  # claimed no larger than twice what is needed
    # A plan does not know which way the camera leans: it is right for all distances together.
    for expected_in in (as_seen, as_planned):
        assert 0.75 < np.sqrt(np.mean(errors**2) / np.mean(expected_in**2)) < 1.25


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
