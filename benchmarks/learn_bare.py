"""Learn the networks of vision/figures/bare_net.py: how bare figures differ from what only looks like one.

    python -m benchmarks.learn_bare [--folder ../shared/photos] [--out bare_nets.npz]

First they learn from figures drawn (`drawn_bare`) into the pictures on which no bare figure stands, then go
on with the pictures that have some, too. Prints how well they do on pictures that they did not learn from:
with drawn figures alone, and with one half of the given pictures, judged on the other. Then writes those that
learnt from all. Takes about an hour. The file in the package came of these steps taken one by one, by an
earlier form of this script: a new run gives networks alike, not the same.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import FACTIONS, FOLD_HEIGHT_IN, TILE_NUMBERS
from pennysight.vision.figures.bare import APART_IN, PRINTED_INKS, BareFinder
from pennysight.vision.figures.bare_judge import ACROSS, DOWN, LOOKS, for_net
from pennysight.vision.figures.bare_model import SIDES
from pennysight.vision.figures.bare_net import BareNets, packed
from pennysight.vision.figures.bare_search import ASIDE_IN, FACINGS, OUT_IN, grid

from benchmarks.bare_examples import (
    Scene,
    drawn_scene,
    face_examples,
    hard_examples,
    own_scene,
    seen_scene,
    site_examples,
)
from benchmarks.train_net import Examples, Source, batch, joined, started, train

Array = NDArray[np.float64]
Floats = NDArray[np.float32]

COPIES, FACE_COPIES = 14, 4
SITE_LAYERS, FACE_LAYERS = (80, 48, FACINGS + 3), (64, 24, 1)
SITE_STEPS, FACE_STEPS, MORE_STEPS = 6000, 3500, 2000
RATE, MORE_RATE = 2e-3, 1e-3
HARD_STEPS, HARD_RATE = 400, 7e-4
OFF_WEIGHT = 15.0
"""How much a square inch off counts, against the loss of a wrong answer."""
LIGHT_SD, STRENGTH_SD, HUE_SD, NOISE_SD = 0.1, 0.1, 0.1, 0.02
NEAR_IN, VISIBLE = 0.35, 0.6


def other_light(looks: Floats, rng: np.random.Generator) -> Floats:
    """Looks (N, ..., 3) as they might be in somewhat other light, one for each of N."""
    count, ones = len(looks), (1,) * (looks.ndim - 2)

    def some(sd: float) -> Floats:
        return rng.normal(0, sd, (count, *ones)).astype(np.float32)

    turn, strength, light = some(HUE_SD), np.exp(some(STRENGTH_SD)), np.exp(some(LIGHT_SD))
    red, green = looks[..., 1] * strength, looks[..., 2] * strength
    cos, sin = np.cos(turn), np.sin(turn)
    return np.stack([looks[..., 0] * light, cos * red - sin * green, sin * red + cos * green], axis=-1)


def site_batch(sources: Sequence[Source], rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Places, half of them mirrored in the way in which figures lean there."""
    seen, target = batch(sources, rng)
    picture = seen[:, :-2].reshape(len(seen), len(OUT_IN), len(ASIDE_IN), 3)
    mirrored = rng.random(len(seen)) < 0.5
    picture[mirrored] = picture[mirrored][:, :, ::-1]
    target[mirrored, 1] = -target[mirrored, 1] % FACINGS
    target[mirrored, 3] *= -1
    return np.hstack([other_light(picture, rng).reshape(len(seen), -1), seen[:, -2:]]), target


def site_loss(answers: Floats, target: Floats) -> tuple[float, Floats]:
    """None, or the two facings next to the true one, and how far outward and to the left the figure is."""
    there, rows = target[:, 0] > 0, np.arange(len(target))
    low = np.floor(target[:, 1]).astype(int)
    share = target[:, 1] - low
    wanted = np.zeros((len(target), FACINGS + 1), np.float32)
    wanted[rows, 1 + low % FACINGS] += (1 - share) * there
    wanted[rows, 1 + (low + 1) % FACINGS] += share * there
    wanted[:, 0] = ~there
    lost, slope = _cross_entropy(answers[:, : FACINGS + 1], wanted)
    off = (answers[:, FACINGS + 1 :] - target[:, 2:]) * there[:, None]
    lost += OFF_WEIGHT * float((off**2).sum()) / len(target)
    return lost, np.hstack([slope, 2 * OFF_WEIGHT * off / len(target)]).astype(np.float32)


def face_batch(sources: Sequence[Source], rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Poses, as seen in the inks of all factions: (N x factions) of them. Half are mirrored."""
    seen, target = batch(sources, rng)
    sides = len(SIDES)
    looks = seen[:, :-sides].reshape(len(seen), sides, DOWN, ACROSS, LOOKS)
    mirrored = rng.random(len(seen)) < 0.5
    looks[mirrored] = looks[mirrored][:, :, :, ::-1]
    shown = seen[:, -sides:, None, None] > 0
    looks = other_light(looks, rng) + rng.normal(0, NOISE_SD, looks.shape).astype(np.float32)
    looks *= shown[..., None]
    inks = target[:, 1:].reshape(len(seen), len(FACTIONS), 3)
    each = [
        for_net(looks[k : k + 1], seen[k : k + 1, -sides:], ink) for k in range(len(seen)) for ink in inks[k]
    ]
    return np.concatenate(each), target


def face_loss(answers: Floats, target: Floats) -> tuple[float, Floats]:
    """No figure, or one of the true faction."""
    by_faction = answers.reshape(len(target), len(FACTIONS))
    none = np.zeros((len(target), 1), np.float32)
    wanted = np.zeros((len(target), 1 + len(FACTIONS)), np.float32)
    wanted[np.arange(len(target)), 1 + target[:, 0].astype(int)] = 1
    lost, slope = _cross_entropy(np.hstack([none, by_faction]), wanted)
    return lost, slope[:, 1:].reshape(-1, 1)


def _cross_entropy(logits: Floats, wanted: Floats) -> tuple[float, Floats]:
    chance = np.exp(logits - logits.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    lost = -(wanted * np.log(chance + 1e-9)).sum(axis=1).mean()
    return float(lost), ((chance - wanted) / len(wanted)).astype(np.float32)


def learn(scenes: Sequence[Scene], rng: np.random.Generator) -> tuple[BareNets, tuple[Examples, Examples]]:
    """Networks that learnt from figures drawn into scenes without any, and what they learnt from."""
    sites, drawn = [site_examples(scene, rng, 0, 1500) for scene in scenes], []
    for copy in range(COPIES):
        for scene in scenes:
            with_figures = drawn_scene(scene, rng)
            sites.append(site_examples(with_figures, rng, 6, 600))
            drawn += [with_figures] if copy < FACE_COPIES else []
        print(f"drawn: {copy + 1} of {COPIES}", flush=True)
    of_sites = joined(sites)
    site = started(of_sites.seen[::11].astype(np.float32), SITE_LAYERS, rng)
    source = Source(of_sites, 50, 206)
    site = train(site, lambda: site_batch([source], rng), site_loss, SITE_STEPS, RATE)
    of_faces = joined([face_examples(scene, site, rng) for scene in (*drawn, *scenes)])
    some = Source(of_faces, 200, 800)
    face = started(face_batch([some], rng)[0], FACE_LAYERS, rng)
    source = Source(of_faces, 40, 64)
    face = train(face, lambda: face_batch([source], rng), face_loss, FACE_STEPS, RATE)
    return BareNets(site, face), (of_sites, of_faces)


def learn_more(
    nets: BareNets,
    learnt_from: tuple[Examples, Examples],
    scenes: Sequence[Scene],
    without: Sequence[Scene],
    rng: np.random.Generator,
) -> BareNets:
    """The networks after they went on with real figures among the drawn ones, and with what misled them."""
    sites, faces = learnt_from
    real = joined([site_examples(scene, rng, 24, 1200) for scene in scenes])
    mixed = [Source(sites, 36, 140), Source(real, 30, 50)]
    site = train(nets.site, lambda: site_batch(mixed, rng), site_loss, MORE_STEPS, MORE_RATE)
    real = joined([face_examples(scene, site, rng) for scene in scenes])
    mixed = [Source(faces, 26, 40), Source(real, 14, 24)]
    face = train(nets.face, lambda: face_batch(mixed, rng), face_loss, MORE_STEPS, MORE_RATE)
    hard = joined([hard_examples(scene, BareNets(site, face)) for scene in (*scenes, *without)])
    mixed = [Source(faces, 18, 16), Source(real, 18, 14), Source(hard, 0, 30)]
    face = train(face, lambda: face_batch(mixed, rng), face_loss, HARD_STEPS, HARD_RATE)
    return BareNets(site, face)


def judged(nets: BareNets, scenes: Sequence[Scene]) -> str:
    """How the figures found in some scenes compare with the truth."""
    must = found = invented = wrong = 0
    off_in: list[float] = []
    for scene in scenes:
        finder = BareFinder(scene.table, FOLD_HEIGHT_IN, PRINTED_INKS, nets)
        places = grid(scene.table)
        for place in scene.capped:
            places = places[np.linalg.norm(places - place, axis=1) > APART_IN]
        weighed = finder.weigh(scene.maps(), places, ())
        kept = weighed.standing(scene.capped)
        poses, odds = weighed.poses, weighed.by_faction
        matched = set()
        for pose, faction, shown in zip(scene.poses, scene.factions, scene.shown, strict=True):
            must += shown >= VISIBLE
            apart = np.linalg.norm(poses[kept, :2] - pose[:2], axis=1)
            if apart.min(initial=np.inf) < NEAR_IN:
                matched.add(index := kept[int(apart.argmin())])
                found += shown >= VISIBLE
                wrong += odds[index].argmax() != faction
                off_in.append(float(apart.min()))
        invented += len(kept) - len(matched)
    far = np.percentile(off_in, 95) if off_in else np.nan
    return (
        f"found {found} of {must}, {wrong} of another faction, invented {invented}, 95 % within {far:.3f} in"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to tell bare figures from what looks like them.")
    here = Path(__file__).resolve().parents[2]
    parser.add_argument("--folder", type=Path, default=here / "shared" / "photos")
    parser.add_argument("--out", type=Path, default=Path("bare_nets.npz"))
    options = parser.parse_args()
    rng = np.random.default_rng(7)
    names = sorted(path.name.removesuffix(".truth.json") for path in options.folder.glob("?-??.truth.json"))
    scenes = [seen_scene(options.folder, name) for name in names]
    without, given = ([scene for scene in scenes if bool(len(scene.poses)) is some] for some in (False, True))
    tiles = sorted(TILE_NUMBERS.values())
    without += [own_scene([tiles[at : at + 3] for at in range(first, first + 9, 3)]) for first in (0, 9)]
    nets, drawn = learn(without, rng)
    _write(options.out, nets)
    print(f"learnt from drawn figures: {judged(nets, given)}", flush=True)
    for half in (0, 1):
        more = learn_more(nets, drawn, given[half::2], without, rng)
        print(f"learnt from every other picture, too: {judged(more, given[1 - half :: 2])}", flush=True)
    more = learn_more(nets, drawn, given, without, rng)
    print(f"learnt from all, judged on the same: {judged(more, given)}")
    _write(options.out, more)


def _write(path: Path, nets: BareNets) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **packed(nets))


if __name__ == "__main__":
    main()
