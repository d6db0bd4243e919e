"""Poses in which bare figures may stand: tried wherever colours show that are rare on this board."""

import functools
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose
from pennysight.calibration.printspec import FEET_APART_IN, FOLD_HEIGHT_IN
from pennysight.vision.figures.bare_evidence import score, silhouette
from pennysight.vision.figures.bare_fit import fit_bare
from pennysight.vision.figures.bare_model import BareModel
from pennysight.vision.figures.colour_maps import ColourMaps
from pennysight.vision.figures.level import Array, Floats, LevelPlane

FACE_MIDDLE_IN = FOLD_HEIGHT_IN * 0.52
"""Height of the middle of a face."""
SEED_BLUR_PX, SEED_APART_PX = 3.0, 5
LEAST_SEED = 0.4
MOST_SEEDS = 140
FACINGS = 18
OFF_MIDDLE_IN = ((0.0, 0.0), (0.22, 0.0), (-0.22, 0.0), (0.0, 0.2), (0.0, -0.2))
"""How far forward and to the left of a seed the middle of a face is tried."""
SCORED_A_SEED, POSES_A_SEED = 60, 4
"""Of the ways to stand tried for each seed, how many are looked at closely, and how many are fitted."""
ROUGH_SD, GOOD_SD = (0.15, 0.15, 0.35), (0.08, 0.08, 0.2)
"""How far off a pose (in, in, radians) may be that was tried, and that was fitted once."""
FIT_STEPS = 4
LEAST_SCORE = 2.0
BEYOND_BOARD_IN = 0.7
AT_ONCE = 8000


def find_poses(
    model: BareModel,
    maps: ColourMaps,
    table: TablePose,
    plane: LevelPlane,
    look: NDArray[np.bool_],
    free_of: tuple[Array, float],
) -> Array:
    """Poses (N, 3) of what may be bare figures.

    They are looked for where `look` says so of the pixels of `plane`, and further than a distance from the
    places (M, 2) of figures that are known, `free_of`.
    """
    seeds = table.view.to_plane(maps.picture.there(_rare_spots(maps.rare)), FACE_MIDDLE_IN)
    size = np.array([table.width_in, table.height_in])
    seeds = seeds[((seeds > -BEYOND_BOARD_IN) & (seeds < size + BEYOND_BOARD_IN)).all(axis=1)]
    seeds = seeds[[bool(look[plane.pixel(x, y)]) for x, y in seeds]][:MOST_SEEDS]
    tried = np.concatenate([seeds, np.zeros((len(seeds), 1))], axis=1)[:, None] + _ways_to_stand()
    poses = _promising(model, maps, tried, *free_of)
    if not len(poses):
        return poses
    poses, _ = fit_bare(model, maps.picture, poses, FIT_STEPS, ROUGH_SD)
    return poses[_distinct(poses, score_poses(model, maps, poses).max(axis=1), 0.12, 0.3, len(poses))]


def fit_poses(model: BareModel, maps: ColourMaps, poses: Array) -> tuple[Array, Array, Array]:
    """Good poses (N, 3) made exact, N at least 1: with covariances (N, 3, 3) and scores (N, factions)."""
    poses, covariance = fit_bare(model, maps.picture, poses, FIT_STEPS, GOOD_SD)
    return poses, covariance, score_poses(model, maps, poses)


def _promising(model: BareModel, maps: ColourMaps, tried: Array, places: Array, apart_in: float) -> Array:
    """The few best poses (N, 3) of the many tried for each seed (S, K, 3)."""
    standing_out = np.full(tried.shape[:2], -np.inf)
    free = (np.linalg.norm(tried[:, :, None, :2] - places, axis=3) > apart_in).all(axis=2)
    if not free.any():
        return np.empty((0, 3))
    standing_out[free] = _in_parts(
        lambda poses: silhouette(maps, model.faces(maps.picture, poses)), tried[free]
    )
    best = np.argsort(-standing_out, axis=1)[:, :SCORED_A_SEED]
    some = np.take_along_axis(tried, best[..., None], axis=1)
    scores = score_poses(model, maps, some.reshape(-1, 3)).max(axis=1).reshape(best.shape)
    scores[~np.isfinite(np.take_along_axis(standing_out, best, axis=1))] = -np.inf
    chosen = [
        poses[_distinct(poses, score, 0.25, 0.6, POSES_A_SEED)]
        for poses, score in zip(some, scores, strict=True)
    ]
    return np.concatenate(chosen)


def score_poses(model: BareModel, maps: ColourMaps, poses: Array) -> Array:
    """Scores (N, factions) of poses (N, 3), N at least 1."""
    return _in_parts(lambda some: score(maps, model.faces(maps.picture, some)), poses)


def _in_parts(look: Callable[[Array], Floats], poses: Array) -> Array:
    """What `look` gives for poses (N, 3), N at least 1, some at a time to spare memory."""
    parts = [look(poses[first : first + AT_ONCE]) for first in range(0, len(poses), AT_ONCE)]
    return np.concatenate(parts).astype(float)


def _rare_spots(rare: Floats) -> Floats:
    """Pixels (N, 2) in whose midst colours are rare, the rarest first."""
    smooth = cv2.GaussianBlur(rare, (0, 0), SEED_BLUR_PX)
    highest = cv2.dilate(smooth, np.ones((SEED_APART_PX, SEED_APART_PX), np.uint8))
    rows, columns = np.nonzero((smooth >= highest) & (smooth > LEAST_SEED))
    order = np.argsort(-smooth[rows, columns])
    return np.column_stack([columns[order], rows[order]]).astype(np.float32)


@functools.cache
def _ways_to_stand() -> Array:
    """Poses (K, 3) of figures of which one face's middle is at or near (0, 0)."""
    facing = np.arange(FACINGS) * (2 * np.pi / FACINGS)
    forward = np.stack([np.cos(facing), np.sin(facing)], axis=1)
    left = np.stack([-forward[:, 1], forward[:, 0]], axis=1)
    ways = [
        np.column_stack([(ahead - side * FEET_APART_IN / 4) * forward + aside * left, facing])
        for side in (1, -1)
        for ahead, aside in OFF_MIDDLE_IN
    ]
    return np.concatenate(ways)


def _distinct(poses: Array, scores: Array, apart_in: float, apart_rad: float, most: int) -> NDArray[np.intp]:
    """Indices of the poses that score enough and are unlike every better one: the best, at most `most`."""
    kept: list[int] = []
    for index in np.argsort(-scores):
        if len(kept) == most or scores[index] < LEAST_SCORE:
            break
        near = np.linalg.norm(poses[kept, :2] - poses[index, :2], axis=1) < apart_in
        turn = np.abs((poses[kept, 2] - poses[index, 2] + np.pi) % (2 * np.pi) - np.pi)
        if not (near & (turn < apart_rad)).any():
            kept.append(int(index))
    return np.array(kept, np.intp)
