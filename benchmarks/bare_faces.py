"""What the network learns from that judges poses: faces of figures, and of what only looks like one."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import FACTIONS
from pennysight.vision.figures.bare import PRINTED_INKS
from pennysight.vision.figures.bare_fit import fit_bare
from pennysight.vision.figures.bare_judge import ACROSS, DOWN, LOOKS, OFF_UNITS, face_looks, for_net, judged
from pennysight.vision.figures.bare_model import SIDES
from pennysight.vision.figures.bare_net import Net
from pennysight.vision.figures.bare_search import EXACT_SD, EXACT_STEPS, LOOKS_TAKEN, moved
from pennysight.vision.figures.bare_site import grid, suggested

from benchmarks.bare_scenes import INKS, LEAST_SHOWN, Scene

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
Whole = NDArray[np.intp]

NEAR_SD = ((0.015, 0.015, 0.03), (0.03, 0.03, 0.07), (0.06, 0.06, 0.12), (0.25, 0.25, 0.5))
"""How far off true poses (in, in, radians) others are tried."""
ANYWHERE = 20
ROUGH_SD = (0.15, 0.15, 0.35)
"""How far off a pose may be that is suggested."""
TURNED = 0.4
"""This share of the right poses is tried turned round, too."""
RIGHT_IN, RIGHT_DEG, WRONG_IN, WRONG_DEG = 0.09, 14.0, 0.15, 28.0
"""Poses this near a true one are right, this far from every one wrong, and between neither."""
CAP_IN = 0.6
HUE_SD, STRENGTH_SD, LIGHT_SD, SIDE_SD, NOISE_SD = 0.1, 0.1, 0.1, 0.1, 0.02


@dataclass(frozen=True, eq=False)
class FaceExamples:
    """Looks (N, sides, points, 3), in half precision to spare memory, sizes (N, sides), the true faction
    (N), -1 for none, how far off the pose is (N, 3), in OFF_UNITS, and the inks (N, factions, 3) to look in.
    """

    seen: NDArray[np.float16]
    size: Floats
    faction: Whole
    off: Floats
    inks: Floats


def joined(parts: Sequence[FaceExamples]) -> FaceExamples:
    """All examples together."""
    return FaceExamples(
        *(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(FaceExamples))
    )


def face_examples(scene: Scene, site: Net, face: Net | None, rng: np.random.Generator) -> FaceExamples:
    """Poses that are suggested, before and after they are made exact, true ones a little off, and any.

    `face` is the network that puts poses right, when it has learnt some.
    """
    maps = scene.maps()
    true = scene.poses[scene.shown > LEAST_SHOWN]
    rough = suggested(site, scene.model, maps.picture, grid(scene.table)).poses
    most = (scene.table.width_in, scene.table.height_in, 2 * np.pi)
    tried = [rng.uniform(0, most, (ANYWHERE, 3))]
    tried += [true + rng.normal(0, 1, true.shape) * sd for sd in NEAR_SD]
    if len(rough):
        tried.append(fit_bare(scene.model, maps.picture, rough, EXACT_STEPS, ROUGH_SD)[0])
    if face is not None and len(rough):
        for _ in range(LOOKS_TAKEN):
            rough = moved(rough, judged(face, scene.model, maps, rough, PRINTED_INKS).off)
        tried += [rough, fit_bare(scene.model, maps.picture, rough, EXACT_STEPS, EXACT_SD)[0]]
    poses = np.concatenate(tried)
    right, whose = _judged(scene, poses)
    turned = poses[(right == 1) & (rng.random(len(poses)) < TURNED)] + np.array([0, 0, np.pi])
    poses = np.concatenate([poses, turned])
    right = np.concatenate([right, np.zeros(len(turned), np.intp)])
    whose = np.concatenate([whose, np.zeros(len(turned), np.intp)])
    clear = np.linalg.norm(poses[:, None, :2] - scene.capped, axis=2).min(axis=1, initial=np.inf) > CAP_IN
    use = (right >= 0) & clear
    poses, right, whose = poses[use], right[use], whose[use]
    faction, off = np.full(len(poses), -1), np.zeros((len(poses), 3))
    inks = np.tile(INKS, (len(poses), 1, 1))
    for index in np.flatnonzero(right == 1):
        of = scene.factions[whose[index]]
        faction[index] = of if of >= 0 else rng.integers(len(FACTIONS))
        inks[index, faction[index]] = scene.inks[whose[index]]
        off[index] = _off(poses[index], scene.poses[whose[index]]) / OFF_UNITS
    seen, size = face_looks(scene.model, maps, poses)
    return FaceExamples(
        seen.astype(np.float16), size, faction, off.astype(np.float32), inks.astype(np.float32)
    )


def _off(pose: Array, true: Array) -> Array:
    """How far forward, to the left (in) and turned (radians) of a pose (3,) the true one is."""
    (east, north), turn = true[:2] - pose[:2], (true[2] - pose[2] + np.pi) % (2 * np.pi) - np.pi
    cos, sin = np.cos(pose[2]), np.sin(pose[2])
    return np.array([east * cos + north * sin, north * cos - east * sin, turn])


def _judged(scene: Scene, poses: Array) -> tuple[Whole, Whole]:
    """Whether each pose is right (1), wrong (0) or neither (-1), and the figure next to it."""
    if not len(scene.poses):
        return np.zeros(len(poses), np.intp), np.zeros(len(poses), np.intp)
    apart = np.linalg.norm(poses[:, None, :2] - scene.poses[:, :2], axis=2)
    whose, apart = apart.argmin(axis=1), apart.min(axis=1)
    turn = np.degrees(np.abs((poses[:, 2] - scene.poses[whose, 2] + np.pi) % (2 * np.pi) - np.pi))
    right = np.full(len(poses), -1)
    right[(apart > WRONG_IN) | (turn > WRONG_DEG)] = 0
    right[(apart < RIGHT_IN) & (turn < RIGHT_DEG)] = 1
    right[(apart < 0.5) & (scene.shown[whose] < LEAST_SHOWN)] = -1
    return right.astype(np.intp), whose


def some(
    examples: FaceExamples, right: int, wrong: int, rng: np.random.Generator
) -> tuple[Floats, Whole, Floats]:
    """So many examples with and without a figure, as the network sees them in every faction's ink, in other
    light, half of them mirrored: (N x factions, channels, DOWN, ACROSS), the true factions (N), and how far
    off they are (N, 3), in OFF_UNITS.
    """
    of = examples.faction
    chosen = np.concatenate(
        [rng.choice(np.flatnonzero(which), count) for which, count in ((of >= 0, right), (of < 0, wrong))]
    )
    size, off = examples.size[chosen], examples.off[chosen]
    seen = examples.seen[chosen].astype(np.float32).reshape(len(chosen), len(SIDES), DOWN, ACROSS, LOOKS)
    mirrored = rng.random(len(chosen)) < 0.5
    seen[mirrored] = seen[mirrored][:, :, :, ::-1]
    off[mirrored, 1:] *= -1
    seen = _other_light(seen, rng) * (size > 0)[:, :, None, None, None]
    each = [
        for_net(seen[k : k + 1], size[k : k + 1], ink)
        for k, index in enumerate(chosen)
        for ink in examples.inks[index]
    ]
    return np.concatenate(each), of[chosen], off


def _other_light(seen: Floats, rng: np.random.Generator) -> Floats:
    """Looks (N, sides, DOWN, ACROSS, 3) as they might be in somewhat other light."""
    count = len(seen)

    def some_sd(sd: float, sides: int = 1) -> Floats:
        return rng.normal(0, sd, (count, sides, 1, 1)).astype(np.float32)

    turn, strength, light = some_sd(HUE_SD), np.exp(some_sd(STRENGTH_SD)), np.exp(some_sd(LIGHT_SD))
    red, green = seen[..., 1] * strength, seen[..., 2] * strength
    cos, sin = np.cos(turn), np.sin(turn)
    other = np.stack([seen[..., 0] * light, cos * red - sin * green, sin * red + cos * green], axis=-1)
    other += rng.normal(0, NOISE_SD, other.shape)
    other[..., 0] *= np.exp(some_sd(SIDE_SD, len(SIDES)))
    return np.asarray(other, np.float32)
