"""Facing: in whose zone somebody stands, and whom a figure faces (H-168 to H-171, HA-21, HA-22)."""

import math
from typing import Literal

import msgspec
from pennysight.rules.prepared import SURE_SD, place_slack_in
from pennysight.rules.scene import Figure

Zone = Literal["front", "side", "back", "none"]

FRONT_DEG, BACK_DEG = 45.0, 135.0  # the borders of the zones, from straight ahead (H-169)
MODIFIER: dict[Zone, int] = {"front": 0, "side": 2, "back": 4, "none": 0}  # H-173
TIE_DEG = 1e-6  # nearer to a border than this is on it, however exactly the places are known
SAME_SPOT_IN = 1e-6  # centres nearer to one another than this have no direction from one to the other


class Facing(msgspec.Struct, frozen=True):
    """Where around the target the attacker's base centre lies; `bearing_deg` 0 is straight ahead of the
    target.

    Within what the bearing is known to of a border, the lower bonus holds (HA-21), and the zone is not sure.
    Modifier, bearing and margin are None where an unknown facing, or two who stand on one spot, leave them
    open, bearing and margin also where the target has no facing. `doubt` says why it may be otherwise, None
    where it is sure.
    """

    zone: Zone
    modifier: int | None
    sure: bool
    bearing_deg: float | None
    margin_deg: float | None
    because: str
    doubt: str | None


class FacesTarget(msgspec.Struct, frozen=True):
    """Whether the attacker faces the target, as he must to attack (H-168).

    Within what the bearing is known to of the front's border, he is taken to (HA-21), and it is not sure.
    None where his facing is unknown or both stand on one spot. `doubt` as in `Facing`.
    """

    answer: bool | None
    sure: bool
    margin_deg: float | None
    because: str
    doubt: str | None


def has_no_facing(figure: Figure) -> bool:
    """Whether there is no front and back to it: it is unconscious or dead (H-171)."""
    return figure.dead or figure.hat == "unk"


def facing(attacker: Figure, target: Figure) -> Facing:
    """The zone of the target in which the attacker stands."""
    if has_no_facing(target):
        return Facing("none", 0, True, None, None, f"{_prone(target)} and has no facing [H-171]", None)
    known = _bearing(target, attacker)
    if known is None:
        return Facing("none", None, False, None, None, _why_no_bearing(target, attacker), None)
    bearing, off = known
    zone = _zone(bearing - off)
    margin = min(abs(bearing - FRONT_DEG), abs(bearing - BACK_DEG))
    round_from = f"{attacker.id} is {bearing:.1f}° round from where {target.id} faces"
    because = f"{round_from}, {_said(zone)} [H-169, H-173]"
    if zone != _zone(bearing):
        because = f"{round_from}, too near a border to tell, so the lower bonus holds: {_said(zone)} [HA-21]"
    doubt = None
    if _undecided(margin, off):
        others = [_said(other) for other in _zones_between(bearing - off, bearing + off) if other != zone]
        doubt = f"that is known to within {off:.1f}°, and it may be {' or '.join(others)} [HA-21]"
    return Facing(zone, MODIFIER[zone], doubt is None, bearing, margin, because, doubt)


def faces(attacker: Figure, target: Figure) -> FacesTarget:
    """Whether the target's base centre lies in the attacker's front zone."""
    if has_no_facing(attacker):
        return FacesTarget(False, True, None, f"{_prone(attacker)} and faces nobody [H-171]", None)
    known = _bearing(attacker, target)
    if known is None:
        return FacesTarget(None, False, None, _why_no_bearing(attacker, target), None)
    bearing, off = known
    answer = _zone(bearing - off) == "front"
    margin = abs(bearing - FRONT_DEG)
    because = (
        f"{target.id} is {bearing:.1f}° round from where {attacker.id} faces, "
        f"the front reaches to {FRONT_DEG:.0f}° [H-168, H-169]"
    )
    if answer and _zone(bearing) != "front":
        because += f"; too near to tell, so {attacker.id} is believed, who could have turned [HA-21]"
    doubt = None
    if _undecided(margin, off):
        where = "outside it" if answer else "in it"
        doubt = f"that is known to within {off:.1f}°, and it may be {where} [HA-21]"
    return FacesTarget(answer, doubt is None, margin, because, doubt)


def _prone(figure: Figure) -> str:
    return f"{figure.id} is {'dead' if figure.dead else 'unconscious'}"


def _bearing(around: Figure, other: Figure) -> tuple[float, float] | None:
    """How far round from where a figure faces another's base centre is, 0 to 180, and how far off that may
    be; None where there is no such bearing.
    """
    east, north = other.x_in - around.x_in, other.y_in - around.y_in
    apart_in = math.hypot(east, north)
    if around.facing_deg is None or apart_in <= SAME_SPOT_IN:
        return None
    bearing = abs(math.remainder(math.degrees(math.atan2(north, east)) - around.facing_deg, 360.0))
    off_in = place_slack_in(around.sd_in) + place_slack_in(other.sd_in)
    if off_in >= apart_in:
        return bearing, 180.0
    return bearing, min(math.degrees(math.asin(off_in / apart_in)) + SURE_SD * around.sd_deg, 180.0)


def _why_no_bearing(around: Figure, other: Figure) -> str:
    if around.facing_deg is None:
        return f"nobody knows which way {around.id} faces"
    return f"{around.id} and {other.id} stand on one spot, so neither is to any side of the other [HA-22]"


def _undecided(margin_deg: float, off_deg: float) -> bool:
    """Whether a bearing that may be so far off may be on the other side of the nearest border."""
    return off_deg > 0 and margin_deg <= off_deg + TIE_DEG


def _zone(bearing_deg: float) -> Zone:
    if bearing_deg <= FRONT_DEG + TIE_DEG:
        return "front"
    return "side" if bearing_deg <= BACK_DEG + TIE_DEG else "back"


def _zones_between(low_deg: float, high_deg: float) -> list[Zone]:
    """The zones that bearings from low to high touch."""
    low, high = _zone(low_deg), _zone(min(high_deg, 180.0))
    order: list[Zone] = ["front", "side", "back"]
    return order[order.index(low) : order.index(high) + 1]


def _said(zone: Zone) -> str:
    return f"its {zone}" + (f", +{MODIFIER[zone]}" if MODIFIER[zone] else "")
