"""Whatever hands do in an evening, seeded at random: every move once, every name kept."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from tests.vision.filmed import Film, Standing, place_of


@dataclass
class Evening:
    """Sixteen figures, and hands that move them; one reading in ten is missing, and many are wrong."""

    capped: bool
    seed: int

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)
        self.figures = {
            f"{faction}-{number}": Standing(
                2.0 + 3.0 * number,
                3.0 + 3.5 * row,
                90.0,
                faction,
                reads=number if self.capped else None,
                capped=self.capped,
            )
            for row, faction in enumerate(["marsh", "cult", "deghoule", "whateley"])
            for number in range(1, 5)
        }
        self.film = Film(dict(self.figures), noise_in=0.02, seed=self.seed)

    def show(self, frames: int, *, hand: bool = False, under: Iterable[str] = ()) -> None:
        for _ in range(frames):
            for name, at in self.figures.items():
                self.film.figures[name] = self._misread(at)
            missed = [name for name in self.figures if self.random.random() < 0.1]
            self.film.show(1, hand=hand, unseen=[*under, *missed])

    def _misread(self, at: Standing) -> Standing:
        chance = self.random.random(5)
        changes: dict[str, Any] = {}
        if self.capped and chance[0] < 0.4:
            changes["reads"] = int(self.random.integers(1, 7)) if chance[0] < 0.03 else None
        if chance[1] < 0.02:
            changes["faction"] = "marsh"
        if chance[2] < 0.01:
            changes["x_in"] = at.x_in + self.random.normal()
        if chance[3] < 0.03 and at.facing_deg is not None:
            changes["facing_deg"] = at.facing_deg + 180.0 if chance[4] < 0.5 else None
        return replace(at, **changes)

    def move(self) -> str:
        """A hand moves some figure to some free place, half of the way in sight."""
        name = str(self.random.choice(sorted(self.figures)))
        others = list(
            self.random.choice([other for other in self.figures if other != name], 3, replace=False)
        )
        self.show(3, hand=True)
        for _ in range(6):
            self._put(name, *self.random.uniform(1.0, 17.0, 2))
            self.show(1, hand=True, under=[name, *others] if self.random.random() < 0.5 else others)
        taken = [(at.x_in, at.y_in) for other, at in self.figures.items() if other != name]
        places = self.random.uniform(1.0, 17.0, (200, 2)).tolist()
        x_in, y_in = next(place for place in places if all(math.dist(place, other) > 0.9 for other in taken))
        self._put(name, x_in, y_in, facing_deg=self.random.uniform(0.0, 360.0))
        self._leave()
        return name

    def swap(self) -> list[str]:
        """A hand makes two figures change places."""
        one, other = (str(name) for name in self.random.choice(sorted(self.figures), 2, replace=False))
        self.show(3, hand=True)
        self.show(6, hand=True, under=[one, other])
        at = self.figures[one]
        self._put(one, self.figures[other].x_in, self.figures[other].y_in)
        self._put(other, at.x_in, at.y_in)
        self._leave()
        return [one, other]

    def _put(self, name: str, x_in: float, y_in: float, **changes: Any) -> None:
        self.figures[name] = replace(self.figures[name], x_in=x_in, y_in=y_in, **changes)

    def _leave(self) -> None:
        self.show(3, hand=True)
        self.show(14)

    def names(self) -> dict[str, str]:
        """Whom the tracker takes each figure for."""
        found = {
            figure.id: place_of(self.film.tables[-1], figure.id) for figure in self.film.tables[-1].figures
        }
        return {
            name: min(found, key=lambda known: math.dist(found[known], (at.x_in, at.y_in)))
            for name, at in self.figures.items()
        }

    def worst_in(self) -> float:
        """The largest distance of a figure from where the tracker has it."""
        table = self.film.tables[-1]
        return max(
            math.dist(place_of(table, known), (self.figures[name].x_in, self.figures[name].y_in))
            for name, known in self.names().items()
        )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_whatever_the_hands_do_every_move_of_a_capped_figure_comes_out_once(seed: int) -> None:
    evening = Evening(capped=True, seed=seed)
    evening.show(12)
    moved: list[str] = []
    for _ in range(8):
        moved += evening.swap() if evening.random.random() < 0.3 else [evening.move()]
        assert evening.worst_in() < 0.06
        assert evening.names() == {name: name for name in evening.figures}
    assert sorted(move.figure for move in evening.film.moves) == sorted(moved)
    assert {code for code, _ in evening.film.notes} <= {"named"}
    assert len(evening.film.tables[-1].figures) == 16


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_whatever_the_hands_do_every_bare_figure_keeps_its_name(seed: int) -> None:
    evening = Evening(capped=False, seed=seed)
    evening.show(12)
    names = evening.names()
    moved = []
    for _ in range(8):
        moved.append(names[evening.move()])
        assert evening.worst_in() < 0.06
        assert evening.names() == names
    assert sorted(move.figure for move in evening.film.moves) == sorted(moved)
    assert evening.film.notes == []
    assert len(evening.film.tables[-1].figures) == 16
