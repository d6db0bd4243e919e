"""What a base meets that is pushed straight on (HA-27)."""

import numpy as np
from pennysight.rules.moving.ground import Ground
from pennysight.rules.moving.rays import TOUCH_IN, Barriers, entries

BOARD_EDGE = "board edge"


def first_contacts(ground: Ground, start: complex, way: complex) -> list[tuple[float, str]]:
    """How far a base goes from `start` in the unit direction `way` before it touches things, nearest first.

    Partial obstacles count as things, and so does the edge of the board, touched from within. What the base
    touches at the start is met at once if it is pushed toward it, else not at all.
    """
    barriers, borders = ground.barriers, ground.borders
    corners = np.concatenate([borders.a, borders.b])
    strips, discs = entries(
        np.array([start]),
        np.array([way]),
        Barriers(
            np.concatenate([barriers.edge_a, borders.a]),
            np.concatenate([barriers.edge_b, borders.b]),
            np.concatenate([barriers.edge_radius, np.full(len(borders.a), ground.radius_in)]),
            np.concatenate([barriers.disc_at, corners]),
            np.concatenate([barriers.disc_radius, np.full(len(corners), ground.radius_in)]),
        ),
    )
    owners = np.concatenate(
        [ground.edge_owner, borders.owner, ground.disc_owner, borders.owner, borders.owner]
    )
    met = np.maximum(np.concatenate([strips[0], discs[0]]) - TOUCH_IN, 0.0)
    nearest = np.full(len(ground.names), np.inf)
    np.minimum.at(nearest, owners, met)
    contacts = [(float(nearest[owner]), ground.names[owner]) for owner in np.flatnonzero(nearest < np.inf)]
    return sorted([*contacts, *_edge_contact(ground, start, way)])


def _edge_contact(ground: Ground, start: complex, way: complex) -> list[tuple[float, str]]:
    """Where the base's rim touches the edge of the board (H-123); at once where it hangs over it."""
    sides = (
        (ground.corner.real - start.real, way.real),
        (start.real, -way.real),
        (ground.corner.imag - start.imag, way.imag),
        (start.imag, -way.imag),
    )
    reached = [max(room - ground.radius_in, 0.0) / speed for room, speed in sides if speed > 0]
    return [(min(reached), BOARD_EDGE)]
