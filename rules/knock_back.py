"""Where a blow throws a figure (HA-27, H-123)."""

import math

import msgspec
from pennysight.rules.moving.contacts import first_contacts
from pennysight.rules.moving.ground import ground
from pennysight.rules.moving.questions import ReachError, mover_of, place_of, said
from pennysight.rules.moving.rays import TOUCH_IN
from pennysight.rules.scene import Scene


class KnockBack(msgspec.Struct, frozen=True):
    """How far a figure is knocked back, and what stops it: ids, or "board edge"; none where nothing does."""

    figure: str
    from_in: tuple[float, float]
    to_in: tuple[float, float]
    moved_in: float
    stopped_by: list[str]


def knock_back(scene: Scene, figure_id: str, from_in: tuple[float, float], distance_in: float) -> KnockBack:
    """The figure pushed straight away from `from_in`, the attacker's base centre, by `distance_in` (HA-27).

    It moves as a disc, and stops where its base first touches a total or partial obstacle, a standing
    figure, or the edge of the board, from within (H-123). What it touches already stops it only if it is
    pushed toward it. Raises `ReachError` for a figure that is not there or dead, a distance that is none, or
    no direction to be pushed in.
    """
    struck = mover_of(scene, figure_id)
    start = place_of(struck)
    way = start - complex(*from_in)
    if not (math.isfinite(distance_in) and distance_in >= 0):
        raise ReachError(f"the knock-back is {distance_in}, expected a number of inches, 0 or more")
    if not all(map(math.isfinite, from_in)):
        raise ReachError(f"the blow comes from {from_in[0]}, {from_in[1]}, expected two finite numbers")
    if way == 0:
        raise ReachError(
            f"{figure_id} is knocked back from where it stands, {said(start)}, expected another place"
        )
    way /= max(abs(way.real), abs(way.imag))  # first, for the length of what is very far overflows
    way /= abs(way)
    contacts = first_contacts(ground(scene, struck), start, way)
    moved = min(distance_in, contacts[0][0])
    end = start + moved * way
    return KnockBack(
        figure=figure_id,
        from_in=(start.real, start.imag),
        to_in=(end.real, end.imag),
        moved_in=moved,
        stopped_by=[name for at, name in contacts if at <= moved + TOUCH_IN],
    )
