"""Random ground for figures to walk over."""

import random

import msgspec
from pennysight.rules.scene import Board, Figure, Obstacle, Scene

from tests.rules.laying import obstacle, some_way

MIDDLE = (50.0, 50.0)  # of a board so large that its edge does not matter


def table(seed: int) -> Scene:
    """Walls with doors in them, trees, fences, tombstones and figures within six inches of the middle."""
    chance = random.Random(seed)
    obstacles: list[Obstacle] = []

    def at(spread: float = 6.0) -> complex:
        return complex(*MIDDLE) + complex(chance.uniform(-spread, spread), chance.uniform(-spread, spread))

    def way() -> complex:
        return some_way(chance)

    def add(kind: str, *points: complex, closed: bool = False, radius: float | None = None) -> None:
        name = f"{kind}-{len(obstacles)}"
        obstacles.append(obstacle(name, kind, *points, closed=closed, radius=radius))

    for _ in range(3):
        start, along, width = at(), way(), chance.choice([0.5, 0.7, 1.2])
        first, gap = start + 1.5 * along, start + (1.5 + width) * along
        add("wall", start, first)
        add("wall", gap, gap + 1.5 * along, gap + 1.5 * along * (1 + 1j))
        add(chance.choice(["door", "window", "fence"]), first, gap)
    for _ in range(3):
        add(chance.choice(["tree", "bush"]), at(), radius=chance.uniform(0.2, 0.8))
        start, along = at(), way()
        add("fence", start, start + 2 * along, start + along * (2 + 1j))
        start, along = at(), way()
        add("tombstone", *(start + along * corner for corner in (0, 0.5, 0.5 + 0.22j, 0.22j)), closed=True)
    figures = [Figure("marsh-1", "marsh", *MIDDLE)]
    for number in range(5):
        spot = at()
        hat = "unk" if number == 4 else None
        figures.append(
            msgspec.convert(
                {
                    "id": f"cult-{number}",
                    "faction": "cult",
                    "x_in": spot.real,
                    "y_in": spot.imag,
                    "hat": hat,
                    "facing_deg": chance.uniform(0, 360),
                },
                type=Figure,
            )
        )
    return Scene(board=Board(100, 100), obstacles=obstacles, figures=figures)
