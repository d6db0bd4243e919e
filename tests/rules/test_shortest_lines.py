"""The shortest line past obstacles, against a search of ever finer grids of lines (HA-05, HA-15)."""

import cmath
import math
import random
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from pennysight.rules.ruling import Ruling, rule
from pennysight.rules.scene import Figure, Obstacle

from tests.rules.laying import disc, figure, line, scene

Complexes = NDArray[np.complex128]

GRID, FINER_GRID, STARTS, ROUNDS = 201, 61, 6, 16
EXACT_IN = 1e-6
DRAWN_IN = 0.002  # a line given out keeps off what the shortest one touches
COARSE_IN = 0.002  # how far the search may miss a line that curves round discs


def cross(a: Complexes, b: Complexes) -> NDArray[np.float64]:
    return a.real * b.imag - a.imag * b.real


@dataclass
class Table:
    """Two figures about an inch apart, with walls and trees between and about them that clear their folds."""

    figures: list[Figure]
    walls: list[tuple[complex, complex]] = field(default_factory=list)
    trees: list[tuple[complex, float]] = field(default_factory=list)

    def ruled(self) -> Ruling:
        obstacles: list[Obstacle] = [
            line("wall", (a.real, a.imag), (b.real, b.imag), name=f"wall-{n}")
            for n, (a, b) in enumerate(self.walls)
        ]
        obstacles += [disc("tree", at.real, at.imag, radius) for at, radius in self.trees]
        return rule(scene(*self.figures, *obstacles), "a", "b")

    def folds(self) -> list[tuple[complex, complex]]:
        ends = []
        for one in self.figures:
            assert one.facing_deg is not None
            half = 0.5j * one.fold_in * cmath.rect(1.0, math.radians(one.facing_deg))
            ends.append((complex(one.x_in, one.y_in) - half, complex(one.x_in, one.y_in) + half))
        return ends

    def crossed(self, start: Complexes, end: Complexes) -> NDArray[np.bool_]:
        found = np.zeros(np.broadcast_shapes(start.shape, end.shape), dtype=np.bool_)
        for a, b in self.walls:
            way, along = end - start, np.asarray(b - a)
            found |= (cross(way, a - start) * cross(way, b - start) < 0) & (
                cross(along, start - a) * cross(along, end - a) < 0
            )
        for at, radius in self.trees:
            way = end - start
            share = np.clip(((at - start) * way.conj()).real / np.maximum(np.abs(way) ** 2, 1e-24), 0, 1)
            found |= np.abs(start + share * way - at) < radius - 1e-12
        return found

    def lengths(self, along_a: NDArray[np.float64], along_b: NDArray[np.float64]) -> NDArray[np.float64]:
        (a0, a1), (b0, b1) = self.folds()
        start: Complexes = (a0 + along_a * (a1 - a0)).astype(np.complex128)[:, None]
        end: Complexes = (b0 + along_b * (b1 - b0)).astype(np.complex128)[None]
        return np.where(self.crossed(start, end), math.inf, np.abs(end - start))

    def searched(self) -> float:
        """The length of the shortest line found, inf where there is none."""
        share = np.linspace(0, 1, GRID)
        coarse = self.lengths(share, share)
        best = math.inf
        for _ in range(STARTS):
            i, j = np.unravel_index(coarse.argmin(), coarse.shape)
            if not math.isfinite(coarse[i, j]):
                break
            near_i, near_j = (slice(max(0, int(k) - GRID // 20), int(k) + GRID // 20) for k in (i, j))
            coarse[near_i, near_j] = math.inf
            at, reach = (share[i], share[j]), 2 / GRID
            for _ in range(ROUNDS):
                s, t = (np.clip(np.linspace(k - reach, k + reach, FINER_GRID), 0, 1) for k in at)
                finer = self.lengths(s, t)
                i, j = np.unravel_index(finer.argmin(), finer.shape)
                best = min(best, float(finer[i, j]))
                at, reach = (s[i], t[j]), 0.4 * reach
        return best


def laid(seed: int) -> Table:
    chance = random.Random(seed)
    far = complex(chance.uniform(5.4, 6.2), chance.uniform(4.3, 5.7))
    table = Table(
        [
            figure("a", 5, 5, chance.uniform(0, 360)),
            figure("b", far.real, far.imag, chance.uniform(0, 360)),
        ]
    )
    for _ in range(chance.randint(1, 4)):
        at = complex(chance.uniform(5, 6.2), chance.uniform(4.3, 5.7))
        if chance.random() < 0.7:
            along = cmath.rect(chance.uniform(0.3, 3), chance.uniform(0, math.tau))
            table.walls.append((at, at + along))
        else:
            radius = chance.uniform(0.05, 0.3)
            for a, b in table.folds():
                share = min(max(((at - a) / (b - a)).real, 0), 1)
                radius = min(radius, 0.9 * abs(a + share * (b - a) - at))
            table.trees.append((at, radius))
    return table


def test_the_shortest_line_is_that_of_a_search_and_is_free() -> None:  # HA-05, HA-15
    compared = 0
    for seed in range(60):
        table = laid(seed)
        ruling, searched = table.ruled(), table.searched()
        shortest = ruling.sight.shortest.clear
        if shortest is None:
            assert math.isinf(searched), seed
            continue
        compared += 1
        assert shortest.length_in < searched + EXACT_IN, seed
        assert table.trees or math.isinf(searched) or shortest.length_in > searched - EXACT_IN, seed
        assert math.isinf(searched) or shortest.length_in > searched - COARSE_IN, seed
        start, end = (np.array(complex(*at)) for at in shortest.line)
        assert not table.crossed(start, end), seed
        assert -EXACT_IN < abs(end - start) - shortest.length_in < DRAWN_IN, seed
        assert ruling.melee.answer == (shortest.length_in <= 1), seed
        assert ruling.melee.sure, seed
    assert compared > 45
