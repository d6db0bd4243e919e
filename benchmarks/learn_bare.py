"""Learn the networks of vision/figures/bare_net.py: how bare figures differ from what only looks like one.

    python -m benchmarks.learn_bare [--folder ../shared/photos] [--out .] [--left-out A-11 A-13 ...]

First they learn from figures drawn (`drawn_bare`) into the pictures on which no bare figure stands, then go
on with the pictures that have some, too, but for those left out, on which they are judged in the end. Writes
both networks' files. Needs PyTorch (`pip install --group learn`) and takes an hour or two.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from pennysight.calibration.printspec import FOLD_HEIGHT_IN, TILE_NUMBERS
from pennysight.vision.figures.bare import APART_IN, PRINTED_INKS, BareFinder
from pennysight.vision.figures.bare_judge import ACROSS, DOWN
from pennysight.vision.figures.bare_net import FACE_FILE, SITE_FILE, BareNets, Net
from pennysight.vision.figures.bare_site import PX_PER_CELL, grid

from benchmarks.bare_faces import FaceExamples, face_examples, joined, some
from benchmarks.bare_networks import (
    Batch,
    as_onnx,
    face_loss,
    face_network,
    site_loss,
    site_network,
    train,
)
from benchmarks.bare_scenes import Scene, drawn_scene, own_scene, seen_scene
from benchmarks.bare_sites import CELLS, SiteView, piece, site_view

Array = NDArray[np.float64]

COPIES, FACE_COPIES, REAL_COPIES = 30, 8, 8
"""How often figures are drawn into each scene without any, and how often given ones are looked at."""
PIECES, RIGHT, WRONG = 12, 40, 60
"""Examples in a batch."""
SITE_STEPS, SITE_RATE, MORE_SITE_STEPS = 2400, 4e-3, 800
FACE_STEPS, FACE_RATE, MORE_FACE_STEPS = 1500, 3e-3, 1500
MORE_RATE = 1.5e-3
SIDE_PX = CELLS * PX_PER_CELL
NEAR_IN, VISIBLE = 0.35, 0.6


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to tell bare figures from what looks like them.")
    here = Path(__file__).resolve().parents[2]
    parser.add_argument("--folder", type=Path, default=here / "shared" / "photos")
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--left-out", nargs="*", default=[], metavar="NAME", help="pictures to judge on only")
    options = parser.parse_args()
    torch.manual_seed(7)
    rng = np.random.default_rng(7)
    names = sorted(path.name.removesuffix(".truth.json") for path in options.folder.glob("?-??.truth.json"))
    seen = {name: seen_scene(options.folder, name) for name in names}
    tiles = sorted(TILE_NUMBERS.values())
    empty = [scene for scene in seen.values() if not len(scene.poses)]
    empty += [own_scene([tiles[at : at + 3] for at in range(first, first + 9, 3)]) for first in (0, 9)]
    given = [scene for name, scene in seen.items() if len(scene.poses) and name not in options.left_out]
    nets = _learnt(empty, given, options.out, rng)
    for which in options.left_out:
        print(f"{which}, left out: {judged(nets, [seen[which]])}", flush=True)
    print(f"pictures learnt from: {judged(nets, given)}", flush=True)


def _learnt(empty: Sequence[Scene], given: Sequence[Scene], out: Path, rng: np.random.Generator) -> BareNets:
    """The networks, learnt from figures drawn into empty scenes and from given ones, and written to files."""
    views, drawn = [site_view(scene) for scene in empty] * (COPIES // 10), []
    for copy in range(COPIES):
        for scene in empty:
            with_figures = drawn_scene(scene, rng)
            views.append(site_view(with_figures))
            drawn += [with_figures] if copy < FACE_COPIES else []
        print(f"drawn: {copy + 1} of {COPIES}", flush=True)
    site, face = site_network(), face_network()
    train(site, _pieces([views], rng), site_loss, SITE_STEPS, SITE_RATE)
    mixed = _pieces([views, [site_view(scene) for scene in given]], rng)
    train(site, mixed, site_loss, MORE_SITE_STEPS, MORE_RATE)
    finder = _written(site, torch.zeros(1, 5, SIDE_PX, SIDE_PX), (2, 3), out / SITE_FILE)
    scenes = [*drawn, *empty]
    of_drawn = joined([face_examples(scene, finder, None, rng) for scene in scenes])
    train(face, _faces([of_drawn], rng), face_loss, FACE_STEPS, FACE_RATE)
    looks = torch.zeros(1, face[0].in_channels, DOWN, ACROSS)
    judge = _written(face, looks, (0,), out / FACE_FILE)
    of_drawn = joined([face_examples(scene, finder, judge, rng) for scene in scenes])
    of_given = joined([face_examples(scene, finder, judge, rng) for scene in [*given] * REAL_COPIES])
    train(face, _faces([of_drawn, of_given], rng), face_loss, MORE_FACE_STEPS, MORE_RATE)
    return BareNets(finder, _written(face, looks, (0,), out / FACE_FILE))


def _pieces(views: Sequence[Sequence[SiteView]], rng: np.random.Generator) -> Iterator[Batch]:
    """Batches of pieces of boards, from each of the kinds of views as often."""
    while True:
        kinds = rng.integers(0, len(views), PIECES)
        pieces = [piece(views[kind][int(rng.integers(len(views[kind])))], rng) for kind in kinds.tolist()]
        yield tuple(torch.from_numpy(np.stack(part)) for part in zip(*pieces, strict=True))


def _faces(kinds: Sequence[FaceExamples], rng: np.random.Generator) -> Iterator[Batch]:
    """Batches of faces, as many of each kind."""
    while True:
        parts = [some(kind, RIGHT // len(kinds), WRONG // len(kinds), rng) for kind in kinds]
        yield tuple(torch.from_numpy(np.concatenate(part)) for part in zip(*parts, strict=True))


def _written(network: torch.nn.Module, example: torch.Tensor, free: tuple[int, ...], path: Path) -> Net:
    """The network, as OpenCV runs it, written to its file."""
    path.write_bytes(as_onnx(network, example, free))
    return Net(path.read_bytes())


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


if __name__ == "__main__":
    main()
