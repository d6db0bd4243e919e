"""What the network learns from that says where bare figures may stand: turned pieces of boards."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.vision.figures.bare_site import (
    CELL_IN,
    FACINGS,
    PX_PER_CELL,
    board_looks,
    cells_round,
    grid,
)

from benchmarks.bare_scenes import LEAST_SHOWN, Scene

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
Marks = NDArray[np.int8]

CELLS = 40
"""A piece of the board is so many cells long and wide."""
PX_PER_IN = PX_PER_CELL / CELL_IN
SURE_IN, NEAR_IN, CAP_IN, HIDDEN_IN = 0.2, 0.3, 0.3, 0.45
"""Cells up to the first from a figure have it, further than the second they have none; about a cap, and about
a figure hardly seen, either answer is right."""
NEAR_FIGURE, NEAR_FIGURE_IN = 0.75, 3.0
SCALE_SD, HUE_SD, STRENGTH_SD, LIGHT_SD = 0.02, 0.12, 0.12, 0.13
OTHER_HUES, NOISY, BLURRED = 0.15, 0.5, 0.2
"""These shares of the pieces are seen in any other colours, with noise, and out of focus."""


@dataclass(frozen=True, eq=False)
class SiteView:
    """A scene's board as the network sees it, and what is on it; its picture would take more room.

    `looks` (rows, columns, 3) start at `corner_in`, south first; the camera is at `centre_in` (3,).
    """

    looks: NDArray[np.float16]
    corner_in: Array
    size_in: Array
    centre_in: Array
    poses: Array
    shown: Array
    capped: Array


def site_view(scene: Scene) -> SiteView:
    """The board of a scene."""
    cells = cells_round(grid(scene.table))
    seen = board_looks(scene.model, scene.picture, cells)[:3].transpose(1, 2, 0)
    return SiteView(
        looks=np.ascontiguousarray(seen, np.float16),
        corner_in=np.array([cells.west_in, cells.south_in]),
        size_in=np.array([scene.table.width_in, scene.table.height_in]),
        centre_in=scene.table.view.centre_in,
        poses=scene.poses,
        shown=scene.shown,
        capped=scene.capped,
    )


def piece(view: SiteView, rng: np.random.Generator) -> tuple[Floats, Floats, Marks]:
    """A piece of a board, turned and mirrored at random, in other light: (5, rows, columns).

    With it what is true in its cells (CELLS, CELLS, 3): facing in bins, and the fold's place (in) off the
    middle; and whether there is a figure (1), none (0), or it does not matter (-1).
    """
    middle = _middle(view, rng)
    turn, scale = rng.uniform(0, 2 * np.pi), np.exp(rng.normal(0, SCALE_SD))
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    if rng.random() < 0.5:
        turned = turned @ np.diag([1.0, -1.0])
    side_px = CELLS * PX_PER_CELL
    from_px = np.column_stack(
        [
            scale * turned,
            (middle - view.corner_in) * PX_PER_IN - 0.5 - scale * turned @ np.full(2, side_px / 2 - 0.5),
        ]
    )
    seen = cv2.warpAffine(
        view.looks.astype(np.float32),
        from_px,
        (side_px, side_px),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    at_in = _square(side_px, 1 / PX_PER_IN)
    lean = (middle + scale * at_in @ turned.T - view.centre_in[:2]) / view.centre_in[2] @ turned
    looks = _other_light(np.asarray(seen, np.float32), rng)
    truth, marks = _truth(view, middle, turned / scale)
    return np.concatenate([looks, lean], axis=2).astype(np.float32).transpose(2, 0, 1), truth, marks


def _middle(view: SiteView, rng: np.random.Generator) -> Array:
    shown = view.poses[view.shown > LEAST_SHOWN]
    if len(shown) and rng.random() < NEAR_FIGURE:
        return np.asarray(
            shown[rng.integers(len(shown)), :2] + rng.uniform(-NEAR_FIGURE_IN, NEAR_FIGURE_IN, 2)
        )
    return rng.uniform(0, view.size_in)


def _square(count: int, step_in: float) -> Array:
    """Middles (count, count, 2) of a square's parts, its own middle being (0, 0)."""
    along = (np.arange(count) + 0.5 - count / 2) * step_in
    return np.stack(np.meshgrid(along, along), axis=-1)


def _truth(view: SiteView, middle: Array, turned: Array) -> tuple[Floats, Marks]:
    """What is true in the cells of a piece round `middle`, turned (2, 2) from it to the board."""
    cells = _square(CELLS, CELL_IN)
    truth, marks = np.zeros((CELLS, CELLS, 3), np.float32), np.zeros((CELLS, CELLS), np.int8)
    nearest = np.full((CELLS, CELLS), np.inf)
    for place in view.capped:
        marks[np.linalg.norm(cells - (place - middle) @ turned, axis=2) < CAP_IN] = -1
    for pose, shown in zip(view.poses, view.shown, strict=True):
        at = (pose[:2] - middle) @ turned
        apart = np.linalg.norm(cells - at, axis=2)
        if shown <= LEAST_SHOWN:
            marks[(apart < HIDDEN_IN) & (marks == 0)] = -1
            continue
        ahead = np.array([np.cos(pose[2]), np.sin(pose[2])]) @ turned
        mine = (apart < NEAR_IN) & (apart < nearest)
        nearest = np.minimum(nearest, apart)
        marks[mine] = np.where(apart[mine] < SURE_IN, 1, -1)
        truth[mine, 0] = np.arctan2(ahead[1], ahead[0]) % (2 * np.pi) / (2 * np.pi) * FACINGS
        truth[mine, 1:] = (at - cells)[mine]
    return truth, marks


def _other_light(looks: Floats, rng: np.random.Generator) -> Floats:
    """Looks (rows, columns, 3) as they might be in somewhat other light, or by another camera."""
    turn = rng.uniform(-np.pi, np.pi) if rng.random() < OTHER_HUES else rng.normal(0, HUE_SD)
    strength, light = np.exp(rng.normal(0, STRENGTH_SD)), np.exp(rng.normal(0, LIGHT_SD))
    cos, sin = strength * np.cos(turn), strength * np.sin(turn)
    of_looks = np.array([[light, 0, 0], [0, cos, -sin], [0, sin, cos]])
    other = looks @ of_looks.T + rng.normal(0, (0.02, 0.01, 0.01))
    if rng.random() < NOISY:
        other += rng.normal(0, rng.uniform(0, 0.06), looks.shape)
    if rng.random() < BLURRED:
        other = np.asarray(cv2.GaussianBlur(other, (0, 0), rng.uniform(0.4, 1.0)))
    return np.asarray(other, np.float32)
