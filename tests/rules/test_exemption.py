"""Partial obstacles beside the attacker cost him nothing (H-190, HA-07)."""

from tests.rules.laying import figure, line, sight


def test_a_fence_within_an_inch_of_the_attacker_costs_him_alone_nothing() -> None:  # H-190, HA-07
    near = figure("near", 0, 0), figure("far", 6, 0, 180), line("fence", (0.99, -9), (0.99, 9), name="f")
    seen = sight("near", "far", *near)
    assert (seen.answer, seen.exempt, seen.partials) == ("clear", ["f"], [])
    seen = sight("far", "near", *near)
    assert (seen.answer, seen.exempt, seen.partials) == ("partial", [], ["f"])


def test_an_inch_is_beside_and_a_hair_more_is_not() -> None:  # HA-07
    for away, answer in ((1.0, "clear"), (1.0001, "partial")):
        for turn_deg in (0.0, 37.1, 200.7):
            fence = line("fence", (away, -9), (away, 9))
            assert (
                sight("a", "b", figure("a", 0, 0), figure("b", 6, 0), fence, turn_deg=turn_deg).answer
                == answer
            )


def test_other_partial_obstacles_on_the_line_still_count() -> None:  # HA-07
    things = figure("a", 0, 0), figure("b", 6, 0), line("window", (0.5, -9), (0.5, 9), name="near")
    seen = sight("a", "b", *things, line("window", (3, -9), (3, 9), name="far"))
    assert (seen.answer, seen.partials, seen.exempt) == ("partial", ["far"], ["near"])


def test_a_run_of_fences_is_one_obstacle_and_windows_are_each_their_own() -> None:  # HA-07
    for kind, answer in (("fence", "clear"), ("window", "partial")):
        run = line(kind, (0.5, 0), (0.5, 3)), line(kind, (0.5, 3), (4, 3))
        seen = sight("a", "b", figure("a", 0, 0), figure("b", 2, 6, 90), *run)
        assert seen.answer == answer


def test_a_fence_behind_a_wall_is_not_beside_the_attacker() -> None:  # HA-07
    fence = line("fence", (0.8, -9), (0.8, 9), name="f")
    wall = line("wall", (0.5, -0.9), (0.5, 0.9))
    target = figure("b", 1.2, 6, 270)
    assert sight("a", "b", figure("a", 0, 0), target, fence).answer == "clear"
    seen = sight("a", "b", figure("a", 0, 0), target, fence, wall)
    assert (seen.answer, seen.partials) == ("partial", ["f"])


def test_a_base_between_keeps_a_fence_from_being_beside_unless_it_is_the_targets() -> None:  # HA-02, HA-07
    attacker, fence = figure("a", 0, 0, fold_in=0.01), line("fence", (0.9, -0.1), (0.9, 0.1))
    aside, behind = figure("b", 0.5, 0), figure("c", 6, 0)
    assert sight("a", "b", attacker, aside, fence).answer == "clear"
    assert sight("a", "c", attacker, behind, fence).answer == "clear"
    assert sight("a", "c", attacker, behind, aside, fence).answer == "blocked"


def test_what_may_or_may_not_be_exempt_is_too_close_to_call() -> None:  # HA-07
    for away in (0.98, 1.02):
        things = figure("a", 0, 0, sd_in=0.02), figure("b", 6, 0, 180), line("fence", (away, -9), (away, 9))
        seen = sight("a", "b", *things)
        assert (seen.answer, seen.sure) == ("clear" if away < 1 else "partial", False)


def test_a_fence_at_exactly_an_inch_past_the_end_of_a_wall_is_beside() -> None:  # HA-07, HA-04
    for turn_deg in (0.0, 37.1, 200.7):
        for away, answer in ((1.0, "clear"), (1.000001, "partial")):
            things = figure("a", 0, 0), figure("b", 6, 0), line("fence", (away, -9), (away, 9))
            wall = line("wall", (0.5, -9), (0.5, 0.3))  # the fold reaches to 0.375
            assert sight("a", "b", *things, wall, turn_deg=turn_deg).answer == answer
