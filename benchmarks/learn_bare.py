"""Learn the weights of vision/figures/bare_judge.py: how bare figures differ from what only looks like one.

    python -m benchmarks.learn_bare [--folder ../shared/photos]

Poses that the search suggests in pictures with known truth are the examples: near a true figure, or near
none. Prints how well weights learnt from one half of the pictures do on the other, then the weights from
all of them.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import FACTIONS, FOLD_HEIGHT_IN, TILE_NUMBERS
from pennysight.vision.figures.bare import APART_IN, BareFinder
from pennysight.vision.figures.bare_judge import FEATURES, features
from pennysight.vision.figures.bare_search import find_poses, fit_poses
from pennysight.vision.figures.cap_search import SEARCH_PX_PER_IN
from pennysight.vision.figures.level import LevelPlane
from pennysight.vision.markers import linear_grey
from pennysight.vision.table import see_table

from benchmarks.detection import true_camera

Array = NDArray[np.float64]
NEAR_IN, RIGHT_IN, RIGHT_DEG = 0.35, 0.10, 20.0
SHRINKAGE = 2.0
ROUNDS = 30


@dataclass(frozen=True)
class Examples:
    """Poses suggested in one picture: their features, and whether right (1), wrong (0) or neither (-1)."""

    poses: Array
    factions: NDArray[np.intp]
    look: Array
    right: Array
    truth: list[dict[str, Any]]


def examples(folder: Path, name: str) -> Examples:
    """The poses that the search suggests in one picture, capped figures being known."""
    truth = json.loads((folder / f"{name}.truth.json").read_text())
    image = np.asarray(cv2.imread(str(folder / truth["image"])), np.uint8)
    seen = see_table(linear_grey(image), true_camera(truth), TILE_NUMBERS)
    finder = BareFinder(seen.pose, FOLD_HEIGHT_IN)
    maps = finder.maps(image, seen.markers.sightings)
    plane = LevelPlane(
        view=seen.pose.view,
        z_in=FOLD_HEIGHT_IN,
        west_in=-1.0,
        south_in=-1.0,
        width_in=seen.pose.width_in + 2,
        height_in=seen.pose.height_in + 2,
        px_per_in=SEARCH_PX_PER_IN,
    )
    everywhere = np.ones(plane.map_px.shape[:2], bool)
    capped = np.array([(f["x"], f["y"]) for f in truth["figures"] if f["capped"]]).reshape(-1, 2)
    poses = find_poses(finder.model, maps, seen.pose, plane, everywhere, (capped, APART_IN))
    poses, _, scores = fit_poses(finder.model, maps, poses)
    right = np.zeros(len(poses))
    bare = [figure for figure in truth["figures"] if not figure["capped"]]
    for figure in bare:
        off_in = np.linalg.norm(poses[:, :2] - (figure["x"], figure["y"]), axis=1)
        off_deg = np.abs((np.degrees(poses[:, 2]) - figure["facing_deg"] + 180) % 360 - 180)
        right[off_in < NEAR_IN] = -1
        right[(off_in < RIGHT_IN) & (off_deg < RIGHT_DEG)] = 1
    return Examples(poses, scores.argmax(axis=1), features(finder.model, maps, poses, scores), right, bare)


def learn(pictures: Sequence[Examples]) -> Array:
    """Weights of a logistic regression by Newton's method, shrunk in units of each feature's spread."""
    look = np.concatenate([picture.look for picture in pictures])
    right = np.concatenate([picture.right for picture in pictures])
    look, right = look[right >= 0], right[right >= 0]
    mean, spread = look.mean(axis=0), look.std(axis=0) + 1e-6
    mean[0], spread[0] = 0, 1
    scaled = (look - mean) / spread
    shrink = SHRINKAGE * np.r_[0, np.ones(scaled.shape[1] - 1)]
    weights = np.zeros(scaled.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (chance - right) + shrink * weights
        bend = (scaled.T * (chance * (1 - chance))) @ scaled + np.diag(shrink + 1e-9)
        weights -= np.linalg.solve(bend, slope)
    weights = weights / spread
    weights[0] -= (weights[1:] * mean[1:]).sum()
    return np.asarray(weights)


def judged(pictures: Sequence[Examples], weights: Array, least: float) -> str:
    """How figures chosen by these weights compare with the truth."""
    must = found = invented = faction = turned = 0
    off_in, off_deg = [], []
    for picture in pictures:
        odds = picture.look @ weights
        kept: list[int] = []
        for index in np.argsort(-odds):
            apart = np.linalg.norm(picture.poses[kept, :2] - picture.poses[index, :2], axis=1)
            if odds[index] > least and apart.min(initial=np.inf) > APART_IN:
                kept.append(int(index))
        matched = set()
        for figure in picture.truth:
            visible = figure["visible_fraction"] >= 0.6
            must += visible
            for index in kept:
                error = float(np.hypot(*(picture.poses[index, :2] - (figure["x"], figure["y"]))))
                if error < NEAR_IN:
                    matched.add(index)
                    if visible:
                        found += 1
                        turn = np.degrees(picture.poses[index, 2]) - figure["facing_deg"]
                        turn = abs((turn + 180) % 360 - 180)
                        turned += turn > 90
                        faction += FACTIONS[picture.factions[index]] == figure["faction"]
                        off_in.append(error)
                        off_deg.append(turn)
                    break
        invented += len(kept) - len(matched)
    return (
        f"found {found}/{must}, invented {invented}, faction {faction}, turned {turned}, "
        f"p95 {np.percentile(off_in, 95):.3f} in {np.percentile(off_deg, 95):.1f} deg"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to tell bare figures from what looks like them.")
    parser.add_argument(
        "--folder", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "photos"
    )
    options = parser.parse_args()
    names = sorted(
        path.name.removesuffix(".truth.json") for path in options.folder.glob("[A-Z]-??.truth.json")
    )
    pictures = [examples(options.folder, name) for name in names]
    for least in (-1.0, 0.0, 1.0, 2.0):
        for seen, unseen, which in ((0, 1, "odd, judged on even"), (1, 0, "even, judged on odd")):
            weights = learn(pictures[seen::2])
            result = judged(pictures[unseen::2], weights, least)
            print(f"log odds over {least:4.1f}, learnt on {which}: {result}")
    weights = learn(pictures)
    print(f"learnt and judged on all, over 1.0: {judged(pictures, weights, 1.0)}")
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"    {weight:+.2f},  # {name}")


if __name__ == "__main__":
    main()
