"""In whose zone somebody stands and whom a figure faces, with what is said where it is too near to tell."""

import math
from typing import Any

import msgspec
import pytest
from pennysight.rules.facing import FacesTarget, Facing, faces, facing
from pennysight.rules.scene import Figure

FRONT, SIDE, BACK = ("front", 0), ("side", 2), ("back", 4)
BEARINGS = {0: FRONT, 44.9: FRONT, 45: FRONT, 45.1: SIDE, 90: SIDE, 135: SIDE, 135.1: BACK, 180: BACK}


def stood(
    bearing_deg: float, faced_deg: float | None = 0.0, off_in: float = 3.0, **more: object
) -> tuple[Figure, Figure]:
    """One in the middle, facing so; and another at a bearing from that, so far off."""
    at = math.radians((faced_deg or 0.0) + bearing_deg)
    around = {"id": "b", "faction": "cult", "x_in": 18.0, "y_in": 18.0, "facing_deg": faced_deg, **more}
    other = Figure("a", "marsh", 18 + off_in * math.cos(at), 18 + off_in * math.sin(at))
    return msgspec.convert(around, Figure), other


def seen_from(bearing_deg: float, **more: Any) -> Facing:
    target, attacker = stood(bearing_deg, **more)
    return facing(attacker, target)


def looking(bearing_deg: float, **more: Any) -> FacesTarget:
    attacker, target = stood(bearing_deg, **more)
    return faces(attacker, target)


@pytest.mark.parametrize(("bearing_deg", "expected"), BEARINGS.items())
def test_the_zone_is_that_of_the_attackers_centre_and_ties_give_the_lower_bonus(
    bearing_deg: float, expected: tuple[str, int]
) -> None:  # H-169, H-170, H-173, HA-21, HA-22
    for target_faces in (0.0, 73.0, 251.4):
        for side in (1, -1):
            seen = seen_from(side * bearing_deg, faced_deg=target_faces)
            assert (seen.zone, seen.modifier) == expected
            assert (seen.sure, seen.doubt) == (True, None)
            assert seen.bearing_deg == pytest.approx(bearing_deg)
            margin_deg = min(abs(bearing_deg - 45), abs(bearing_deg - 135))
            assert seen.margin_deg == pytest.approx(margin_deg, abs=1e-9)


@pytest.mark.parametrize(
    ("bearing_deg", "expected", "doubted"),
    [
        (41.9, FRONT, None),
        (42.1, FRONT, "its side, +2"),
        (45.1, FRONT, "its side, +2"),
        (47.9, FRONT, "its side, +2"),
        (48.1, SIDE, None),
        (131.9, SIDE, None),
        (135.1, SIDE, "its back, +4"),
        (137.9, SIDE, "its back, +4"),
        (138.1, BACK, None),
    ],
)
def test_within_what_a_bearing_is_known_to_of_a_border_the_lower_bonus_holds_and_is_not_sure(
    bearing_deg: float, expected: tuple[str, int], doubted: str | None
) -> None:  # HA-21: here three deviations of the facing are 3 degrees
    for side in (1, -1):
        seen = seen_from(side * bearing_deg, sd_deg=1.0)
        assert (seen.zone, seen.modifier) == expected
        assert seen.sure is (doubted is None)
        assert seen.bearing_deg == pytest.approx(bearing_deg)  # what was measured is told as it is
        if doubted is not None:
            assert doubted in (seen.doubt or "")
            believed = bearing_deg > (45 if expected == FRONT else 135)
            assert ("so the lower bonus holds" in seen.because) is believed


def test_where_all_three_zones_are_possible_it_is_the_front_and_both_others_are_told() -> None:  # HA-21
    seen = seen_from(90.0, sd_deg=16.0)
    assert (seen.zone, seen.sure) == ("front", False)
    assert "it may be its side, +2 or its back, +4" in (seen.doubt or "")


def test_places_count_toward_what_a_bearing_is_known_to() -> None:  # HA-21
    assert seen_from(46.0, sd_in=0.01).sure  # 0.042 in, three inches off: 0.8 degrees
    near = seen_from(46.0, sd_in=0.01, off_in=1.0)
    assert (near.zone, near.sure) == ("front", False)


def test_the_attacker_faces_who_is_in_front_of_him_and_a_tie_is_in_his_favour() -> None:  # H-168, HA-21
    for bearing_deg, answer in ((0, True), (44, True), (45, True), (45.1, False), (180, False)):
        seen = looking(bearing_deg)
        assert (seen.answer, seen.sure, seen.doubt) == (answer, True, None)
        assert seen.margin_deg == pytest.approx(abs(bearing_deg - 45), abs=1e-9)
        assert seen.because == (
            f"a is {bearing_deg:.1f}° round from where b faces, the front reaches to 45° [H-168, H-169]"
        )


def test_what_is_too_near_to_tell_is_in_the_favour_of_who_could_have_turned() -> None:  # HA-21
    for bearing_deg, answer, sure in ((41.9, True, True), (45.1, True, False), (48.1, False, True)):
        seen = looking(bearing_deg, sd_deg=1.0)
        assert (seen.answer, seen.sure, seen.doubt is None) == (answer, sure, sure)
    believed = looking(47.0, sd_deg=1.0)
    assert "so b is believed, who could have turned [HA-21]" in believed.because
    assert "it may be outside it" in (believed.doubt or "")


def test_who_is_unconscious_has_no_facing_and_faces_nobody() -> None:  # H-171
    seen = seen_from(170.0, hat="unk")
    assert (seen.zone, seen.modifier, seen.sure, seen.bearing_deg) == ("none", 0, True, None)
    assert (looking(0.0, hat="unk").answer, looking(0.0, hat="unk").sure) == (False, True)


def test_a_facing_that_nobody_knows_is_in_no_zone_and_faces_nobody_for_sure() -> None:
    seen = seen_from(170.0, faced_deg=None)
    assert (seen.zone, seen.modifier, seen.sure, seen.bearing_deg) == ("none", None, False, None)
    assert (looking(0.0, faced_deg=None).answer, looking(0.0, faced_deg=None).sure) == (None, False)


@pytest.mark.parametrize("faced_deg", [0.0, 90.0, 170.0])
@pytest.mark.parametrize("off_in", [0.0, 1e-9])
def test_two_on_one_spot_are_to_no_side_of_one_another(faced_deg: float, off_in: float) -> None:  # HA-22
    seen = seen_from(0.0, faced_deg=faced_deg, off_in=off_in)
    assert (seen.zone, seen.modifier, seen.sure) == ("none", None, False)
    assert (seen.bearing_deg, seen.margin_deg) == (None, None)
    assert "b and a stand on one spot" in seen.because
    looked = looking(0.0, faced_deg=faced_deg, off_in=off_in)
    assert (looked.answer, looked.sure, looked.margin_deg) == (None, False, None)
    assert "stand on one spot" in looked.because


def test_two_who_may_stand_on_one_spot_are_sure_to_no_side() -> None:  # HA-21
    seen = seen_from(90.0, off_in=0.04, sd_in=0.01)
    assert (seen.zone, seen.sure) == ("front", False)
