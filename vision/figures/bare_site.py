"""Where bare figures may stand, and how turned: a network looks at the whole board as if from straight above.

The board is seen in the plane at the middle of a figure's height. Every figure leans outward from the point
below the camera; which way and how far is told to the network for each pixel, beside its colour.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from pennysight.calibration.board import TablePose
from pennysight.vision.figures.bare_model import BareModel
from pennysight.vision.figures.bare_net import Net
from pennysight.vision.figures.colour_maps import looks
from pennysight.vision.figures.even_light import EvenPicture, sample
from pennysight.vision.figures.level import Array, Floats

CELL_IN = 0.25
"""The network answers for each cell of this side: no figure, or facing so, its fold so far off."""
PX_PER_CELL = 4
FACINGS = 24
SPREAD = 0.45
"""The picture is softened by this share of the pixels that it is then seen in."""
BEYOND_BOARD_IN = 0.6
AROUND_CELLS = 8
"""How far round a place the network looks."""
STRIP_CELLS = 50
"""A board is looked at in strips so wide: the network keeps 50 MB after all of a large one at once."""
LEAST_CHANCE, MOST_POSES, MOST_FACINGS = 0.03, 150, 2
SUREST = 1e-3
"""No chance is taken to be nearer to 0 or 1."""
APART_IN, APART_RAD = 0.3, 0.6
"""Poses nearer than both are one figure's: pennies cannot stand that close."""


def grid(table: TablePose) -> Array:
    """The middles (N, 2) of the cells, on the board and just off it, in which figures are looked for."""
    east, north = (
        np.arange(-BEYOND_BOARD_IN, extent + BEYOND_BOARD_IN, CELL_IN)
        for extent in (table.width_in, table.height_in)
    )
    return np.stack(np.meshgrid(east, north), axis=-1).reshape(-1, 2)


@dataclass(frozen=True)
class Cells:
    """A rectangle of the board's cells, with its corner at (`west_in`, `south_in`)."""

    west_in: float
    south_in: float
    columns: int
    rows: int


def cells_round(places: Array) -> Cells:
    """The cells with their middles at places (N, 2), and as many round them as tell about them."""
    low, high = places.min(axis=0), places.max(axis=0)
    west, south = low - (AROUND_CELLS + 0.5) * CELL_IN
    columns, rows = np.rint((high - low) / CELL_IN).astype(int) + 1 + 2 * AROUND_CELLS
    return Cells(float(west), float(south), int(columns), int(rows))


def board_looks(model: BareModel, picture: EvenPicture, cells: Cells) -> Floats:
    """What the network sees of cells: (5, rows, columns), south first: looks, and the lean east and north."""
    step = CELL_IN / PX_PER_CELL
    x, y = np.meshgrid(
        cells.west_in + (np.arange(cells.columns * PX_PER_CELL) + 0.5) * step,
        cells.south_in + (np.arange(cells.rows * PX_PER_CELL) + 0.5) * step,
    )
    at = picture.here(model.middle.pixels(x, y))
    spread = max(SPREAD * step * picture.px_per_in, 0.5)
    reach = int(4 * spread) + 2
    size = np.array(picture.colour.shape[1::-1])
    low = np.clip(np.floor(at.min(axis=(0, 1))).astype(int) - reach, 0, size - 1)
    high = np.clip(np.ceil(at.max(axis=(0, 1))).astype(int) + reach, low + 1, size)
    part = picture.colour[low[1] : high[1], low[0] : high[0]]
    soft = np.asarray(cv2.GaussianBlur(part, (0, 0), spread), np.float32)
    seen = looks(sample(soft, at - low.astype(np.float32)))
    out, slope = model.lean(np.column_stack([x.ravel(), y.ravel()]))
    lean = (out * slope[:, None]).reshape(*x.shape, 2)
    return np.ascontiguousarray(np.concatenate([seen, lean], axis=2).transpose(2, 0, 1), np.float32)


@dataclass(frozen=True, eq=False)
class Suggested:
    """Rough poses (N, 3), the likeliest first, and in log how much likelier a figure is than none, (N,)."""

    poses: Array
    log_odds: Array


def suggested(site: Net, model: BareModel, picture: EvenPicture, places: Array) -> Suggested:
    """What may be bare figures in the cells with their middles at places (M, 2)."""
    if not len(places):
        return Suggested(np.empty((0, 3)), np.empty(0))
    strip = np.rint((places[:, 1] - places[:, 1].min()) / CELL_IN) // STRIP_CELLS
    parts = [
        _poses(some, _answers(site, model, picture, some))
        for some in (places[strip == which] for which in np.unique(strip))
    ]
    return _unlike(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _answers(site: Net, model: BareModel, picture: EvenPicture, places: Array) -> Array:
    """What the network says (M, FACINGS + 3) of the cells with their middles at places (M, 2)."""
    cells = cells_round(places)
    answers = site.answers(board_looks(model, picture, cells)[None])[0]
    columns, rows = np.rint((places - (cells.west_in, cells.south_in)) / CELL_IN - 0.5).astype(int).T
    return np.asarray(answers[:, rows, columns].T, float)


def _poses(places: Array, answers: Array) -> tuple[Array, Array]:
    """Poses (N, 3) of which the answers (M, FACINGS + 3) at places (M, 2) speak, and their chances (N,)."""
    logits = answers[:, : FACINGS + 1]
    chance = np.exp(logits - logits.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    at = places + answers[:, FACINGS + 1 :]
    poses: list[tuple[float, float, float]] = []
    chances: list[float] = []
    for index in np.flatnonzero(chance[:, 0] < 1 - LEAST_CHANCE):
        facings = chance[index, 1:].copy()
        for _ in range(MOST_FACINGS):
            share, facing = _pop_facing(facings)
            if share < LEAST_CHANCE:
                break
            poses.append((at[index, 0], at[index, 1], facing))
            chances.append(share)
    return np.array(poses).reshape(-1, 3), np.array(chances)


def _pop_facing(chances: Array) -> tuple[float, float]:
    """The likeliest facing (radians) of those left in chances (FACINGS,), with its chance; takes it away."""
    best = int((chances + np.roll(chances, 1) + np.roll(chances, -1)).argmax())
    left, here, right = chances[[best - 1, best, (best + 1) % FACINGS]]
    off = (right - left) / max(float(left + here + right), 1e-6)
    about = [(best + shift) % FACINGS for shift in range(-3, 4)]
    share = float(chances[about].sum())
    chances[about] = 0
    return share, float((best + off) * 2 * np.pi / FACINGS)


def _unlike(poses: Array, chances: Array) -> Suggested:
    """The poses that are unlike every better one."""
    kept: list[int] = []
    for index in np.argsort(-chances):
        near = np.linalg.norm(poses[kept, :2] - poses[index, :2], axis=1) < APART_IN
        turn = np.abs((poses[kept, 2] - poses[index, 2] + np.pi) % (2 * np.pi) - np.pi)
        if not (near & (turn < APART_RAD)).any():
            kept.append(int(index))
    kept = kept[:MOST_POSES]
    return Suggested(poses[kept], np.log((chances[kept] + SUREST) / (1 - chances[kept] + SUREST)))
