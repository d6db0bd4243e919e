"""What is expected of distances between capped figures, and planned, beside what they are off by.

    python -m benchmarks.expected_errors [--folder ../shared/photos]

Prints the figures that docs/accuracy.md quotes.
"""

import argparse
import itertools
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pennysight.calibration.accuracy import WITHIN_95, Places
from pennysight.calibration.pictures import read_picture
from pennysight.calibration.planner import Board, Hanging, InView
from pennysight.calibration.printspec import FOLD_HEIGHT_IN, TILE_NUMBERS, TILE_SIDE_IN
from pennysight.calibration.projection import Array
from pennysight.vision.expected import expected_cap_covariance_in2
from pennysight.vision.figures.caps import CAP_OVER_FOLD_IN
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.sources import Frame
from pennysight.webapp.planning import known_view

from benchmarks.detection import true_camera

Z_IN = FOLD_HEIGHT_IN + CAP_OVER_FOLD_IN
WITHIN_SD = 2.5


@dataclass(frozen=True)
class Compared:
    """Distances between capped figures (P,): their errors, and one standard deviation of what was expected.

    `as_seen_in` is expected of the picture, `as_planned_in` of a plan that knows only how high and how far
    tilted the camera hangs, not which way it leans.
    """

    errors_in: Array
    as_seen_in: Array
    as_planned_in: Array

    @property
    def off(self) -> Array:
        """The errors in units of what was expected of them."""
        return np.asarray(np.abs(self.errors_in / self.as_seen_in))

    def ratio(self, expected_in: Array) -> float:
        """How large errors are beside what was expected, root mean square of all."""
        return float(np.sqrt(np.mean(self.errors_in**2) / np.mean(expected_in**2)))


def compared(files: Iterable[Path]) -> Compared:
    """All distances in the pictures whose truth is in these files."""
    parts = [part for file in files if (part := _compared(file)) is not None]
    return Compared(*(np.concatenate(values) for values in zip(*parts, strict=True)))


def _compared(file: Path) -> tuple[Array, Array, Array] | None:
    """Errors, expected as seen, expected as planned; None where no two capped figures are seen."""
    truth = json.loads(file.read_text())
    camera = true_camera(truth)
    frame = Frame(read_picture(file.with_name(truth["image"])), 0.0, 0)
    observation = Pipeline(camera, TILE_NUMBERS).see(frame)
    table = observation.table
    assert table is not None
    true = {figure["id"]: (figure["x"], figure["y"]) for figure in truth["figures"] if figure["capped"]}
    seen = {figure.id: (figure.x_in, figure.y_in) for figure in observation.figures if figure.id in true}
    if len(seen) < 2:
        return None
    pairs = np.array(list(itertools.combinations(range(len(seen)), 2)))
    seen_in, true_in = np.array(list(seen.values())), np.array([true[name] for name in seen])
    own_in2 = expected_cap_covariance_in2(table.view, FOLD_HEIGHT_IN, seen_in)
    as_seen = Places(table.view, seen_in, Z_IN, own_in2)

    lean = np.arccos(table.view.R[2] @ (0, 0, -1))
    height_in = table.view.height_in
    hanging = Hanging(height_in, float(height_in * np.tan(lean)), float(np.degrees(lean)))
    columns, rows = (round(truth["board"][side] / TILE_SIDE_IN) for side in ("width_in", "height_in"))
    planned = known_view(camera, InView(Board(columns, rows), FOLD_HEIGHT_IN, 0.5, False), hanging)
    assert planned is not None
    own_in2 = expected_cap_covariance_in2(planned, FOLD_HEIGHT_IN, true_in)
    as_planned = Places(planned, true_in, Z_IN, own_in2)
    errors_in = as_seen.distances_in(pairs) - as_planned.distances_in(pairs)
    return errors_in, as_seen.distance_sds_in(pairs), as_planned.distance_sds_in(pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare expected errors of distances with those made.")
    here = Path(__file__).resolve().parents[2]
    parser.add_argument("--folder", type=Path, default=here / "shared" / "photos")
    folder = parser.parse_args().folder
    for name in ("A", "B"):
        made = compared(sorted(folder.glob(f"{name}-[0-9][0-9].truth.json")))
        usual_in = [
            float(np.sqrt(np.mean(one**2))) for one in (made.errors_in, made.as_seen_in, made.as_planned_in)
        ]
        print(
            f"{name}: {len(made.errors_in)} distances, rms error {usual_in[0]:.4f} in, expected as seen "
            f"{usual_in[1]:.4f}, as planned {usual_in[2]:.4f}; ratios {made.ratio(made.as_seen_in):.2f}, "
            f"{made.ratio(made.as_planned_in):.2f}; {np.mean(made.off < WITHIN_SD):.1%} within {WITHIN_SD}, "
            f"95 % within {np.percentile(made.off, 95):.2f} deviations ({WITHIN_95} if exact)"
        )


if __name__ == "__main__":
    main()
