"""Whether a fitted pose is a bare figure at all: one number from what each of its faces shows.

The number is the logarithm of the odds. The weights are a logistic regression's, on pictures whose truth is
known (`python -m benchmarks.learn_bare` prints them); all is counted by how much of a face the camera sees.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from pennysight.vision.figures.bare_evidence import (
    BACK_FEATURES,
    FRONT_FEATURES,
    back_features,
    front_features,
)
from pennysight.vision.figures.bare_fit import edge_distances
from pennysight.vision.figures.bare_model import BareModel, Side, visible
from pennysight.vision.figures.colour_maps import ColourMaps
from pennysight.vision.figures.level import Array, Floats

Describe = Callable[[ColourMaps, Floats, NDArray[np.intp]], Floats]

ENOUGH_AREA_PX = 250.0
DESCRIBED: dict[Side, tuple[Describe, tuple[str, ...]]] = {
    "back": (back_features, BACK_FEATURES),
    "front": (front_features, FRONT_FEATURES),
}
WEIGHTS = {
    "always": -7.81,
    "back: there": -0.67,
    "back: solid": +0.01,
    "back: worst quarter": -0.19,
    "back: edge": +0.54,
    "back: third edge": +0.97,
    "back: edges": +1.87,
    "back: edges seen": +12.95,
    "back: edges off": -0.32,
    "front: there": -2.95,
    "front: even": +2.25,
    "front: not card": +0.16,
    "front: frame": +0.72,
    "front: third frame edge": +1.35,
    "front: frame light": -2.61,
    "front: worst end": +2.03,
    "front: third end": +0.36,
    "front: ends": +0.25,
    "front: drawing": +2.33,
    "front: light": -0.51,
    "front: edges seen": +6.87,
    "front: edges off": -1.91,
    "front: faction's lead": +0.35,
}
FEATURES = (
    "always",
    *(f"back: {name}" for name in (*BACK_FEATURES, "edges seen", "edges off")),
    *(f"front: {name}" for name in (*FRONT_FEATURES, "edges seen", "edges off")),
    "front: faction's lead",
)


def features(model: BareModel, maps: ColourMaps, poses: Array, scores: Array) -> Array:
    """`FEATURES` (N, M) of figures in the poses (N, 3), of the factions that have the best `scores`."""
    corners = model.faces(maps.picture, poses)
    distances = edge_distances(model, maps.picture, poses)
    faction, ranked = scores.argmax(axis=1), np.sort(scores, axis=1)
    columns = [np.ones((len(poses), 1))]
    for side in DESCRIBED:
        describe, names = DESCRIBED[side]
        seen = visible(corners[side], side)
        block = np.zeros((len(poses), len(names) + 2))
        if len(seen.index):
            share = np.minimum(seen.area_px / ENOUGH_AREA_PX, 1)[:, None]
            described = describe(maps, seen.corners, faction[seen.index])
            block[seen.index] = share * np.hstack([described, distances[side].agreement()[seen.index]])
        columns.append(block)
    lead = columns[-1][:, :1] * np.minimum(ranked[:, -1:] - ranked[:, -2:-1], 5)
    return np.hstack([*columns, lead])


def log_odds(model: BareModel, maps: ColourMaps, poses: Array, scores: Array) -> Array:
    """The logarithm of the odds (N,) that a figure of its best faction stands in each pose."""
    return np.asarray(features(model, maps, poses, scores) @ [WEIGHTS[name] for name in FEATURES])
