"""Front or back by history: where a card's visible face does not tell them apart, it faces as it did before.

That is believed only of one that never left sight: it stands where it stood, or went there from frame to
frame with nothing near that it could be confused with, and turned by clearly less than a right angle. What a
hand hid, or nothing showed for a while, may have been turned about: then nobody knows until a frame tells.
"""

from collections.abc import Sequence

import msgspec
from pennysight.vision.observation import SeenFigure
from pennysight.vision.tracker.averaging import HALF_TURN_DEG, turn_deg
from pennysight.vision.tracker.spots import FOLLOWED_IN, SAME_PLACE_IN, SPOT_LIMIT_DEG, Spot

IN_SIGHT_S = 0.5
"""In so short a time nobody takes a figure up, turns it about and puts it down again."""


def told_by_history(
    figures: Sequence[SeenFigure], spots: Sequence[Spot], frame: int, now_s: float
) -> list[SeenFigure]:
    """The figures of a new frame; one whose front and back the frame confuses, faces as the `spots` say.

    Where they do not, the spot that it stands on forgets which is which.
    """
    recent = [spot for spot in spots if not spot.capped and now_s - spot.headed_s <= IN_SIGHT_S]
    told = []
    for seen in figures:
        facing_deg = None
        if seen.facing_deg is None and seen.axis_deg is not None:
            facing_deg = _facing_deg(seen, seen.axis_deg, figures, recent, frame)
            for spot in spots:
                if facing_deg is None and _apart_in(spot, seen) < SAME_PLACE_IN:
                    spot.pose.forget_sense()
        if facing_deg is not None:
            seen = msgspec.structs.replace(seen, facing_deg=facing_deg, axis_deg=None)
        told.append(seen)
    return told


def _facing_deg(
    seen: SeenFigure, axis_deg: float, figures: Sequence[SeenFigure], recent: Sequence[Spot], frame: int
) -> float | None:
    before = [spot for spot in recent if _apart_in(spot, seen) < SAME_PLACE_IN]
    if not before and (came_from := _came_from(seen, figures, recent, frame)) is not None:
        before = [came_from]
    said = {_sense(axis_deg, spot.pose.facing_deg) for spot in before} - {None}
    return said.pop() if len(said) == 1 else None


def _came_from(
    seen: SeenFigure, figures: Sequence[SeenFigure], recent: Sequence[Spot], frame: int
) -> Spot | None:
    """Where the last frame showed it, if no other could have come here, nor it have gone elsewhere."""
    there = [spot for spot in recent if spot.last_frame == frame - 1]
    nearest = min(there, key=lambda spot: _apart_in(spot, seen), default=None)
    if nearest is None or _apart_in(nearest, seen) > FOLLOWED_IN:
        return None
    if None not in (nearest.faction, seen.faction) and nearest.faction != seen.faction:
        return None
    clear_in = _apart_in(nearest, seen) + SAME_PLACE_IN
    here = [figure for figure in figures if not figure.capped]
    alone = sum(_apart_in(spot, seen) <= clear_in for spot in there) == 1
    return nearest if alone and sum(_apart_in(nearest, each) <= clear_in for each in here) == 1 else None


def _sense(axis_deg: float, before_deg: float | None) -> float | None:
    """Of the two facings along an axis the one that is near to how it faced before."""
    if before_deg is None:
        return None
    for facing_deg in (axis_deg % 360.0, (axis_deg + HALF_TURN_DEG) % 360.0):
        if abs(turn_deg(before_deg, facing_deg)) < SPOT_LIMIT_DEG:
            return facing_deg
    return None


def _apart_in(spot: Spot, seen: SeenFigure) -> float:
    return spot.pose.distance_in(seen.x_in, seen.y_in)
