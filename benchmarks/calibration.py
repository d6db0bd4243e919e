"""How well lenses, markers and tiles come out of pictures, against their exact truth, and how fast.

    python -m benchmarks.calibration [--folder ../shared/photos]

Prints the figures that docs/accuracy.md quotes. The seen board is laid on the true one by the rigid motion
that fits the tiles' centres best: two surveys of one table may differ in where they call (0, 0).
"""

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.camera import Camera
from pennysight.calibration.charuco import calibrate
from pennysight.calibration.charuco_board import parse_board
from pennysight.calibration.pictures import read_picture
from pennysight.calibration.printspec import (
    MARKER_CELLS,
    MARKER_DICTIONARY,
    TILE_NUMBERS,
    TOKEN_THICKNESS_IN,
    marker_corners_in,
    tile_marker_corners_in,
    tile_marker_ids,
)
from pennysight.calibration.projection import Array, View
from pennysight.vision.markers import find_markers, linear_grey
from pennysight.vision.table import SeenTable, follow_table, see_table

from benchmarks.detection import Alignment, align, tile_corners, true_camera

Truth = dict[str, Any]

WITHIN_SD = 2.5
SHOWN = 0.9  # correlation of a marker's cells with its code above which it is in the picture for all to see


@dataclass
class Tally:
    """What came out of the pictures of one camera."""

    markers: int = 0
    shown: int = 0
    found: int = 0
    found_shown: int = 0
    read: int = 0
    read_shown: int = 0
    invented: int = 0
    tiles: int = 0
    named: int = 0
    corner_px: list[float] = field(default_factory=list)
    corner_sd: list[float] = field(default_factory=list)
    centre_in: list[float] = field(default_factory=list)
    centre_sd: list[float] = field(default_factory=list)
    turn_sd: list[float] = field(default_factory=list)
    pose_sd: list[float] = field(default_factory=list)
    height_in: list[float] = field(default_factory=list)
    linear_ms: list[float] = field(default_factory=list)
    find_ms: list[float] = field(default_factory=list)
    cold_ms: list[float] = field(default_factory=list)
    warm_ms: list[float] = field(default_factory=list)


def lens(folder: Path, name: str) -> Camera:
    """Calibrate one camera, print how far it is off, and give it."""
    files = sorted((folder / f"{name}-charuco").glob("*.jpg"))
    found = calibrate(((file.name, read_picture(file)) for file in files), parse_board("charuco-9x6"), name)
    camera = found.camera
    truth = json.loads((folder / f"{name}-camera.json").read_text())
    focal = [camera.K[axis][axis] / truth["K"][axis][axis] - 1 for axis in (0, 1)]
    claimed = [camera.sd[key] / camera.K[axis][axis] for axis, key in enumerate(("fx", "fy"))]
    print(
        f"{name}: {len(found.used)} of {len(files)} pictures, rms {camera.rms_px:.3f} px, focal lengths "
        f"off by {focal[0]:+.4%} and {focal[1]:+.4%} (claimed {claimed[0]:.4%}, {claimed[1]:.4%})"
    )
    return camera


def true_markers(truth: Truth, view: View) -> dict[int, Array]:
    """The corners (4, 2) of every tile's and token's marker in the picture, by id."""
    places = {}
    for tile in truth["tiles"]:
        for marker in tile_marker_ids(tile["k"]):
            corners = _placed(tile_marker_corners_in(marker), tile)
            places[marker] = np.pad(corners, ((0, 0), (0, 1)))
    for token in truth["tokens"]:
        corners = _placed(marker_corners_in(), token)
        places[token["marker"]] = np.pad(corners, ((0, 0), (0, 1)), constant_values=TOKEN_THICKNESS_IN)
    return {marker: view.to_pixels(corners) for marker, corners in places.items()}


def _placed(points: Array, piece: Truth) -> Array:
    """Points of a tile or token on the board."""
    lean = np.radians(piece["rotation_deg"])
    turn = np.array([[np.cos(lean), np.sin(lean)], [-np.sin(lean), np.cos(lean)]])
    return np.asarray(points @ turn + np.array([piece["x"], piece["y"]]))


def is_shown(image: NDArray[np.uint8], corners: Array, marker: int) -> bool:
    """Whether the picture shows the marker at its true place without anything over it."""
    side = 10 * MARKER_CELLS
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
    upright = cv2.warpPerspective(
        linear_grey(image), cv2.getPerspectiveTransform(corners.astype(np.float32), square), (side, side)
    )
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    code = cv2.aruco.generateImageMarker(dictionary, marker, MARKER_CELLS)
    cells = cv2.resize(upright, (MARKER_CELLS, MARKER_CELLS), interpolation=cv2.INTER_AREA)
    return bool(np.corrcoef(cells.ravel(), np.ravel(code))[0, 1] > SHOWN)


def look(folder: Path, file: Path, camera: Camera, tally: Tally) -> None:
    """See one picture, and count what came out of it."""
    truth = json.loads(file.read_text())
    image = read_picture(folder / truth["image"])
    start = time.perf_counter()
    light = linear_grey(image)
    linear = time.perf_counter()
    first = {sighting.id for sighting in find_markers(light).sightings}
    found = time.perf_counter()
    table = see_table(light, camera, TILE_NUMBERS)
    cold = time.perf_counter()
    follow_table(light, table)
    warm = time.perf_counter()
    for times, spent in (
        (tally.linear_ms, linear - start),
        (tally.find_ms, found - linear),
        (tally.cold_ms, cold - found),
        (tally.warm_ms, warm - cold),
    ):
        times.append(spent * 1e3)
    pose = truth["camera"]
    view = View(true_camera(truth), np.array(pose["R"]), np.array(pose["t"]), np.zeros((6, 6)))
    there = true_markers(truth, view)
    shown = {marker for marker, corners in there.items() if is_shown(image, corners, marker)}
    read = {sighting.id for sighting in table.markers.sightings}
    tally.markers += len(there)
    tally.shown += len(shown)
    tally.found += len(first & there.keys())
    tally.found_shown += len(first & shown)
    tally.read += len(read & there.keys())
    tally.read_shown += len(read & shown)
    tally.invented += len((read | first) - there.keys())
    for sighting in table.markers.sightings:
        away = np.linalg.norm(sighting.corners_px - there[sighting.id], axis=1)
        tally.corner_px += away.tolist()
        tally.corner_sd += (away / sighting.sd_px).tolist()
    tally.height_in.append(abs(table.pose.view.height_in - view.height_in))
    frame = _count_tiles(table, truth, tally)
    turn3 = np.eye(3)
    turn3[:2, :2] = frame.turn
    R = table.pose.view.R @ turn3.T
    t = table.pose.view.t - R[:, :2] @ frame.shift
    off = np.concatenate([cv2.Rodrigues(view.R @ R.T)[0].ravel(), view.t - t])
    tally.pose_sd.append(float(np.sqrt(off @ np.linalg.solve(table.pose.view.covariance, off) / len(off))))


def _count_tiles(table: SeenTable, truth: Truth, tally: Tally) -> Alignment:
    """Count the tiles; the motion that lays the seen board on the true one."""
    true = {
        tile["tile"]: tile_corners(tile["x"], tile["y"], tile["rotation_deg"]).mean(axis=0)
        for tile in truth["tiles"]
    }
    tiles = [tile for tile in table.pose.tiles if tile.tile in true]
    tally.tiles += len(true)
    tally.named += len(tiles)
    seen = np.array([tile_corners(tile.x_in, tile.y_in, tile.rotation_deg).mean(axis=0) for tile in tiles])
    goal = np.array([true[tile.tile] for tile in tiles])
    frame = align(seen, goal)
    away = np.linalg.norm(frame.places(seen) - goal, axis=1)
    tally.centre_in += away.tolist()
    tally.centre_sd += (away / [tile.sd_in for tile in tiles]).tolist()
    lies_deg = {tile["tile"]: tile["rotation_deg"] for tile in truth["tiles"]}
    tally.turn_sd += [
        abs(frame.facing_deg(tile.rotation_deg) - lies_deg[tile.tile]) / tile.sd_deg for tile in tiles
    ]
    return frame


def report(name: str, tally: Tally) -> None:
    """Print what came out of one camera's pictures."""

    def spread(values: list[float], digits: int) -> str:
        median, most, worst = np.percentile(values, (50, 95, 100))
        return f"median {median:.{digits}f}, 95 % {most:.{digits}f}, worst {worst:.{digits}f}"

    within = np.mean(np.array(tally.centre_sd) < WITHIN_SD)
    corners_within = np.mean(np.array(tally.corner_sd) < WITHIN_SD)
    print(f"{name}: markers {tally.markers}, shown whole {tally.shown}")
    print(f"  first look       {tally.found}, of those shown {tally.found_shown}")
    print(f"  second look      {tally.read}, of those shown {tally.read_shown}, invented {tally.invented}")
    print(f"  corners px       {spread(tally.corner_px, 3)}; {corners_within:.1%} within {WITHIN_SD} sd")
    print(f"  tiles named      {tally.named} of {tally.tiles}")
    print(f"  tile centres in  {spread(tally.centre_in, 4)}; {within:.1%} within {WITHIN_SD} sd")
    needed = np.percentile(tally.centre_sd, 95)
    print(f"  claims           95 % of errors within {needed:.2f} sd (2.45 if exact)")
    print(
        f"  errors, in sd    tiles' turns rms {_rms(tally.turn_sd):.2f}, the camera's pose rms "
        f"{_rms(tally.pose_sd):.2f} (1 if exact)"
    )
    print(f"  camera height in {spread(tally.height_in, 4)}")
    print(
        f"  time ms          linear light {np.median(tally.linear_ms):.0f}, whole search "
        f"{np.median(tally.find_ms):.0f}, table cold {np.median(tally.cold_ms):.0f}, "
        f"followed {np.median(tally.warm_ms):.0f} (medians)"
    )


def _rms(values: list[float]) -> float:
    return float(np.sqrt(np.mean(np.square(values))))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure lenses, markers and tiles on pictures with truth.")
    here = Path(__file__).resolve().parents[2]
    parser.add_argument("--folder", type=Path, default=here / "shared" / "photos")
    folder = parser.parse_args().folder
    for name in ("A", "B"):
        found = lens(folder, name)
        files = sorted(folder.glob(f"{name}-[0-9][0-9].truth.json"))
        for title, calibrated in ((f"{name}, true lens", None), (f"{name}, lens as calibrated", found)):
            tally = Tally()
            for file in files:
                camera = calibrated or true_camera(json.loads(file.read_text()))
                look(folder, file, camera, tally)
            report(title, tally)


if __name__ == "__main__":
    main()
