"""Bases that overlap something: how far, and the way out of it.

A figure that was put down, or measured, a hair too near to a wall can still walk away. First it comes
clear, straight and by the shortest way, or nearly so where it overlaps several things; from then on they are
in its way as they are in everybody's (H-120).
"""

import numpy as np
from pennysight.rules.moving.board_edge import shows
from pennysight.rules.moving.ground import Ground, on_board, part
from pennysight.rules.moving.rays import TOUCH_IN
from pennysight.rules.plane import Floats, Points, fraction_along, unit

_STEPS = (
    60  # each clear of one thing; between two that stand askew they come nearer and nearer to clear of both
)
_DIRECTIONS = 16  # that are tried by who stands in the very middle of another


def overlapped(ground: Ground, point: complex, spare_in: float = 0.0) -> tuple[str, float] | None:
    """What a base there would overlap most, and by how much; None where it would touch at most.

    With `spare_in` to spare, what is nearer than that to it, too.
    """
    short, _ = _overlaps(ground, point)
    if short.max(initial=-np.inf) <= TOUCH_IN - spare_in:
        return None
    owner = np.concatenate([ground.edge_owner, ground.disc_owner])[short.argmax()]
    return ground.names[owner], float(short.max())


def ways_out(ground: Ground, start: complex) -> list[complex]:
    """Where a base that overlaps something at `start` comes clear of everything; none if it overlaps nothing,
    or has no room near by.
    """
    if overlapped(ground, start) is None:
        return []
    short, out = _overlaps(ground, start)
    begun = [start]
    if out[short.argmax()] == 0:
        begun = (start + TOUCH_IN * np.exp(2j * np.pi * np.arange(_DIRECTIONS) / _DIRECTIONS)).tolist()
    found = [place for place in (_clear_place(ground, one) for one in begun) if place is not None]
    return [place for place in found if _open(ground, start, place)]


def let_out(ground: Ground, points: list[complex]) -> list[tuple[int, int]]:
    """Add to `points` where the first of them, where the path begins, comes clear of what it overlaps.

    The answer says which of them are joined so.
    """
    places = ways_out(ground, points[0])
    points += places
    return [(0, index) for index in range(len(points) - len(places), len(points))]


def _clear_place(ground: Ground, place: complex) -> complex | None:
    for _ in range(_STEPS):
        short, out = _overlaps(ground, place)
        deepest = short.argmax()
        if short[deepest] <= TOUCH_IN:
            return place if on_board(np.array([place]), ground.corner)[0] else None
        place += complex(out[deepest] * short[deepest])
    return None


def _open(ground: Ground, start: complex, place: complex) -> bool:
    """Whether nothing printed lies between: the nearest clear place may be behind a wall (H-114)."""
    printed = part(
        ground, np.ones_like(ground.edge_owner, dtype=np.bool_), ground.disc_owner < ground.printed
    )
    return shows(printed, start, place)


def _overlaps(ground: Ground, point: complex) -> tuple[Floats, Points]:
    """How far a base there would overlap each edge and disc, and the direction out of each, 0 if none."""
    barriers = ground.barriers
    a, b, here = barriers.edge_a, barriers.edge_b, np.array(point)
    nearest = np.concatenate([a + fraction_along(here, a, b) * (b - a), barriers.disc_at])
    keep = np.concatenate([barriers.edge_radius, barriers.disc_radius])
    return keep - np.abs(here - nearest), unit(here - nearest)
