"""Facing: in whose zone somebody stands, and whom a figure faces (H-168 to H-171, HA-21, HA-22)."""

import math
from typing import Literal

import msgspec
from pennysight.rules.prepared import SURE_SD, place_slack_in
from pennysight.rules.scene import Figure

Zone = Literal["front", "side", "back", "none"]

FRONT_DEG, BACK_DEG = 45.0, 135.0  # the borders of the zones, from straight ahead (H-169)
MODIFIER: dict[Zone, int] = {"front": 0, "side": 2, "back": 4, "none": 0}  # H-173
TIE_DEG = 1e-6  # nearer to a border than this is on it: the lower bonus holds (HA-21)


class Facing(msgspec.Struct, frozen=True):
    """Where around the target the attacker's base centre lies; `bearing_deg` 0 is straight ahead of the
    target.

    Modifier, bearing and margin are None where an unknown facing leaves them open, bearing and margin also
    where the target has no facing.
    """

    zone: Zone
    modifier: int | None
    sure: bool
    bearing_deg: float | None
    margin_deg: float | None
    because: str


class FacesTarget(msgspec.Struct, frozen=True):
    """Whether the attacker faces the target, as he must to attack (H-168); None where his facing is
    unknown.
    """

    answer: bool | None
    sure: bool
    margin_deg: float | None
    because: str


def has_no_facing(figure: Figure) -> bool:
    """Whether there is no front and back to it: it is unconscious or dead (H-171)."""
    return figure.dead or figure.hat == "unk"


def facing(attacker: Figure, target: Figure) -> Facing:
    """The zone of the target in which the attacker stands."""
    if has_no_facing(target):
        return Facing("none", 0, True, None, None, f"{_prone(target)} and has no facing [H-171]")
    if target.facing_deg is None:
        return Facing("none", None, False, None, None, f"nobody knows which way {target.id} faces")
    bearing, off = _bearing(target, target.facing_deg, attacker)
    zone = _zone(bearing)
    margin = min(abs(bearing - FRONT_DEG), abs(bearing - BACK_DEG))
    sure = off == 0 or margin > off
    because = (
        f"{attacker.id} is {bearing:.1f}° round from where {target.id} faces, {_said(zone)} [H-169, H-173]"
    )
    if not sure:
        others = " or ".join(
            _said(other)
            for other in dict.fromkeys((_zone(max(bearing - off, 0)), "side", _zone(min(bearing + off, 180))))
            if other != zone and _between(other, bearing - off, bearing + off)
        )
        because += f"; too close to call: that is known to within {off:.1f}°, and it may be {others} [HA-21]"
    return Facing(zone, MODIFIER[zone], sure, bearing, margin, because)


def faces(attacker: Figure, target: Figure) -> FacesTarget:
    """Whether the target's base centre lies in the attacker's front zone."""
    if has_no_facing(attacker):
        return FacesTarget(False, True, None, f"{_prone(attacker)} and faces nobody [H-171]")
    if attacker.facing_deg is None:
        return FacesTarget(None, False, None, f"nobody knows which way {attacker.id} faces")
    bearing, off = _bearing(attacker, attacker.facing_deg, target)
    answer = bearing <= FRONT_DEG + TIE_DEG
    margin = abs(bearing - FRONT_DEG)
    sure = off == 0 or margin > off
    because = (
        f"{target.id} is {bearing:.1f}° round from where {attacker.id} faces, "
        f"the front reaches to {FRONT_DEG:.0f}° [H-168, H-169]"
    )
    if not sure:
        other = "outside it" if answer else "in it"
        because += f"; too close to call: that is known to within {off:.1f}°, and it may be {other} [HA-21]"
    return FacesTarget(answer, sure, margin, because)


def _prone(figure: Figure) -> str:
    return f"{figure.id} is {'dead' if figure.dead else 'unconscious'}"


def _bearing(around: Figure, facing_deg: float, other: Figure) -> tuple[float, float]:
    """How far round from where a figure faces another's base centre is, 0 to 180, and how far off that may
    be.
    """
    east, north = other.x_in - around.x_in, other.y_in - around.y_in
    bearing = abs(math.remainder(math.degrees(math.atan2(north, east)) - facing_deg, 360.0))
    off_in = place_slack_in(around.sd_in) + place_slack_in(other.sd_in)
    apart_in = math.hypot(east, north)
    if off_in >= apart_in and off_in > 0:
        return bearing, 180.0
    off_deg = math.degrees(math.asin(off_in / apart_in)) if apart_in else 0.0
    return bearing, min(off_deg + SURE_SD * around.sd_deg, 180.0)


def _zone(bearing_deg: float) -> Zone:
    if bearing_deg <= FRONT_DEG + TIE_DEG:
        return "front"
    return "side" if bearing_deg <= BACK_DEG + TIE_DEG else "back"


def _between(zone: Zone, low_deg: float, high_deg: float) -> bool:
    """Whether bearings from low to high touch the zone."""
    start, stop = {"front": (0.0, FRONT_DEG), "side": (FRONT_DEG, BACK_DEG), "back": (BACK_DEG, 180.0)}[zone]
    return low_deg < stop and high_deg > start


def _said(zone: Zone) -> str:
    return f"its {zone}" + (f", +{MODIFIER[zone]}" if MODIFIER[zone] else "")
