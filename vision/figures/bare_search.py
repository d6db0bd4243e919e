"""Poses in which bare figures may stand: a network looks at the board's picture round a grid of places.

Every figure leans outward from the point below the camera, so the picture round a place is taken in that
direction, and two figures that face alike against it look alike wherever they stand.
"""

import numpy as np
from pennysight.calibration.board import TablePose
from pennysight.vision.figures.bare_fit import fit_bare
from pennysight.vision.figures.bare_model import BareModel
from pennysight.vision.figures.bare_net import Net
from pennysight.vision.figures.colour_maps import ColourMaps
from pennysight.vision.figures.even_light import sample
from pennysight.vision.figures.level import Array, Floats

FACINGS = 24
STEP_IN = 0.25
"""Places are this far apart; the network knows a figure from up to 0.15 in aside, either way."""
BEYOND_BOARD_IN = 0.6
OUT_IN, ASIDE_IN = np.linspace(-1.3, 1.3, 19), np.linspace(-0.95, 0.95, 14)
"""How far outward and to the left the picture round a place is looked at."""
_ASIDE, _OUT = (grid.ravel().astype(np.float32) for grid in np.meshgrid(ASIDE_IN, OUT_IN))
LEAST_CHANCE, LEAST_SHARE = 0.1, 0.08
"""A place is tried if a figure is that likely there, and a facing with that share of its chance."""
AT_ONCE = 1000
MOST_PLACES, MOST_FACINGS = 300, 2
APART_IN, APART_RAD = 0.1, 0.25
ROUGH_SD, GOOD_SD = (0.15, 0.15, 0.35), (0.08, 0.08, 0.2)
"""How far off a pose (in, in, radians) may be that was suggested, and that was fitted once."""
ROUGH_STEPS, GOOD_STEPS = 4, 3
MOST_VARIED, LEAST_VARIED_ODDS = 60, -6.0
_VARIATIONS = np.array(
    [
        (east, north, turn)
        for east, north in ((0, 0), (0.1, 0), (-0.1, 0), (0, 0.1), (0, -0.1))
        for turn in (-0.35, 0.0, 0.35)
        if (east, north, turn) != (0, 0, 0)
    ]
)


def grid(table: TablePose) -> Array:
    """The places (N, 2), on the board and just off it, round which figures are looked for."""
    east, north = (
        np.arange(-BEYOND_BOARD_IN, extent + BEYOND_BOARD_IN, STEP_IN)
        for extent in (table.width_in, table.height_in)
    )
    return np.stack(np.meshgrid(east, north), axis=-1).reshape(-1, 2)


def fit_poses(model: BareModel, maps: ColourMaps, poses: Array) -> tuple[Array, Array]:
    """Rough poses (N, 3) made exact, N at least 1: with covariances (N, 3, 3)."""
    poses, _ = fit_bare(model, maps.picture, poses, ROUGH_STEPS, ROUGH_SD)
    return fit_bare(model, maps.picture, poses, GOOD_STEPS, GOOD_SD)


def varied(poses: Array, odds: Array) -> Array:
    """Poses (M, 3) round the likeliest of those given (N, 3): where the fit may have gone astray."""
    likely = np.argsort(-odds)[:MOST_VARIED]
    likely = likely[odds[likely] > LEAST_VARIED_ODDS]
    unlike = _unlike(poses[likely], odds[likely])
    return np.asarray((unlike[:, None] + _VARIATIONS).reshape(-1, 3))


def site_looks(model: BareModel, maps: ColourMaps, places: Array) -> Floats:
    """What the network looks at round places (N, 2): the picture there, and how far outward it leans."""
    out, slope = model.lean(places)
    (x, y), (east, north) = places.T.astype(np.float32)[..., None], out.T.astype(np.float32)[..., None]
    here = maps.picture.here(
        model.middle.pixels(x + _OUT * east - _ASIDE * north, y + _OUT * north + _ASIDE * east)
    )
    seen = sample(maps.soft, here).reshape(len(places), -1)
    return np.column_stack([seen, slope, slope**2]).astype(np.float32)


def suggested(site: Net, model: BareModel, maps: ColourMaps, places: Array) -> Array:
    """Rough poses (N, 3) of what may be bare figures near places (M, 2), the likeliest first, all unlike."""
    if not len(places):
        return np.empty((0, 3))
    parts = [places[first : first + AT_ONCE] for first in range(0, len(places), AT_ONCE)]
    answers = np.concatenate([site.answers(site_looks(model, maps, part)) for part in parts]).astype(float)
    logits = answers[:, : FACINGS + 1]
    chance = np.exp(logits - logits.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    tried = np.argsort(chance[:, 0])[:MOST_PLACES]
    tried = tried[chance[tried, 0] < 1 - LEAST_CHANCE]
    out, _ = model.lean(places)
    left = np.stack([-out[:, 1], out[:, 0]], axis=1)
    at = places + answers[:, -2:-1] * out + answers[:, -1:] * left
    lean = np.arctan2(out[:, 1], out[:, 0])
    poses: list[tuple[float, float, float]] = []
    scores: list[float] = []
    for index in tried:
        facings = chance[index, 1:].copy()
        for _ in range(MOST_FACINGS):
            score, facing = _pop_facing(facings)
            if score < LEAST_SHARE * (1 - chance[index, 0]):
                break
            poses.append((at[index, 0], at[index, 1], lean[index] + facing))
            scores.append(score)
    return _unlike(np.array(poses).reshape(-1, 3), np.array(scores))


def _pop_facing(chances: Array) -> tuple[float, float]:
    """The likeliest facing (radians) of those left in chances (FACINGS,), with its chance; takes it away."""
    wide = chances + np.roll(chances, 1) + np.roll(chances, -1)
    best = int(wide.argmax())
    around = chances[[best - 1, best, (best + 1) % FACINGS]]
    off = (around[2] - around[0]) / max(float(around.sum()), 1e-6)
    chances[[(best + shift) % FACINGS for shift in range(-2, 3)]] = 0
    return float(wide[best]), float((best + off) * 2 * np.pi / FACINGS)


def _unlike(poses: Array, scores: Array) -> Array:
    """The poses that are unlike every better one."""
    kept: list[int] = []
    for index in np.argsort(-scores):
        near = np.linalg.norm(poses[kept, :2] - poses[index, :2], axis=1) < APART_IN
        turn = np.abs((poses[kept, 2] - poses[index, 2] + np.pi) % (2 * np.pi) - np.pi)
        if not (near & (turn < APART_RAD)).any():
            kept.append(int(index))
    return poses[kept]
