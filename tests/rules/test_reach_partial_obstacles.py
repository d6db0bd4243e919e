"""What fences, windows and tombstones cost on the way."""

import math

import pytest

from tests.rules.walking import cost, line, mover, path_to, ring, table


def test_the_end_of_a_fence_is_free_to_go_round_with_the_base_overhanging() -> None:
    """HA-10: what counts is the centre."""
    fence = line("fence", "fence", (18, 18), (36, 18))
    assert cost(table(fence), (18, 19)) == pytest.approx(2)
    assert cost(table(fence), (18.5, 19)) == pytest.approx(1 + math.hypot(0.5, 1), abs=1e-4)
    assert cost(table(fence), (24, 19)) == pytest.approx(1 + math.hypot(6, 1), abs=1e-4)


def test_a_fence_costs_two_each_time_it_is_crossed() -> None:
    """H-115, H-116, HA-09."""
    there_and_back = line("fence", "fence", (0, 18), (36, 18), (36, 18.5), (0, 18.5))
    path = path_to(table(there_and_back), (18, 19))
    assert path.partials_crossed == ["fence", "fence"]
    assert path.cost_in == pytest.approx(2 + 2 * 2)


@pytest.mark.parametrize("turned", range(0, 180, 15))
def test_the_joint_of_two_fences_is_crossed_once_and_is_no_way_through(turned: int) -> None:
    """HA-09: abutting fences, and one fence's corner, count once where the centre crosses once."""
    far = 40 * complex(math.cos(math.radians(turned)), math.sin(math.radians(turned)))
    joint = (18.0, 18.0)
    west, east = (18 - far.real, 18 - far.imag), (18 + far.real, 18 + far.imag)
    square = (18 - far.imag, 18 + far.real)
    start = mover(18 + far.imag / 40, 18 - far.real / 40)
    to = (18 - far.imag / 40, 18 + far.real / 40)
    two = table(line("f1", "fence", west, joint), line("f2", "fence", joint, east), figures=(start,))
    assert cost(two, to) == pytest.approx(2 + 2)
    bend = table(line("f1", "fence", west, joint, square), figures=(start,))
    assert cost(bend, (18 + far.real / 40, 18 + far.imag / 40)) == pytest.approx(math.sqrt(2))
    assert cost(
        bend, (18 - far.real / 40 - far.imag / 40, 18 - far.imag / 40 + far.real / 40)
    ) == pytest.approx(math.sqrt(5) + 2)


def test_a_fence_drawn_twice_is_one_fence() -> None:
    fence = line("f1", "fence", (0, 18), (36, 18))
    again = line("f2", "fence", (36, 18), (0, 18))
    assert cost(table(fence, again), (18, 19)) == pytest.approx(4)


def test_a_tombstone_is_paid_for_on_entering_and_left_freely() -> None:
    """HA-10."""
    stone = ring("stone", "tombstone", (16, 18), (20, 18), (20, 19), (16, 19))
    assert cost(table(stone), (18, 18.5)) == pytest.approx(1.5 + 2)
    assert cost(table(stone), (18, 20)) == pytest.approx(3 + 2)
    assert cost(table(stone, figures=(mover(18, 18.5),)), (18, 20)) == pytest.approx(1.5)
    assert cost(table(stone, figures=(mover(18, 18.5),)), (18, 18.9)) == pytest.approx(0.4)


def test_a_small_tombstone_is_walked_round() -> None:
    stone = ring("stone", "tombstone", (17.9, 17.9), (18.1, 17.9), (18.1, 18.1), (17.9, 18.1))
    path = path_to(table(stone), (18, 19))
    assert path.partials_crossed == []
    assert path.cost_in == pytest.approx(2 * math.hypot(0.1, 0.9) + 0.2, abs=1e-4)


def test_ending_on_a_fence_is_paid_for_and_standing_on_one_leaves_to_both_sides_freely() -> None:
    """HA-10."""
    fence = line("fence", "fence", (0, 18), (36, 18))
    assert cost(table(fence), (18, 18)) == pytest.approx(1 + 2)
    for y in (17, 19):
        assert cost(table(fence, figures=(mover(18, 18),)), (18, y)) == pytest.approx(1)


@pytest.mark.parametrize("from_", [(18, 17), (17.9, 17), (16, 19), (18, 22)])
@pytest.mark.parametrize("to", [(18, 19), (18, 18), (18, 20)], ids=["middle", "tip", "other tip"])
def test_whoever_ends_on_a_fence_has_paid_for_it_from_wherever_he_came(
    from_: tuple[float, float], to: tuple[float, float]
) -> None:
    """HA-10: also having come along it, past its tip."""
    fence = line("fence", "fence", (18, 18), (18, 20))
    path = path_to(table(fence, figures=(mover(*from_),)), to)
    assert path.partials_crossed == ["fence"]
    assert path.cost_in == pytest.approx(math.dist(from_, to) + 2, abs=1e-4)


def test_whoever_stands_on_a_fence_may_end_elsewhere_on_it() -> None:
    """HA-10: it was paid for when it was stepped on."""
    fence = line("fence", "fence", (18, 18), (18, 20))
    from_ = (18, 18.5)
    for to in ((18, 19.5), (18, 18), (18, 21)):
        assert cost(table(fence, figures=(mover(*from_),)), to) == pytest.approx(math.dist(from_, to))


@pytest.mark.parametrize("x", [18, 17.9])
def test_ending_on_a_fence_behind_another_costs_both_where_they_abut_too(x: float) -> None:
    """HA-09, HA-10: straight through the foot of a T, or the middle of a Y, and on along the fence ahead."""
    along, across = line("along", "fence", (18, 18), (18, 30)), line("across", "fence", (0, 18), (36, 18))
    arms = [
        line(name, "fence", (18, 18), (18 + 20 * math.cos(turn), 18 + 20 * math.sin(turn)))
        for name, turn in (("west", math.radians(210)), ("east", math.radians(330)))
    ]
    for fences in ([along, across], [along, *arms]):
        scene = table(*fences, figures=(mover(x, 17),))
        assert cost(scene, (18, 19)) == pytest.approx(math.dist((x, 17), (18, 19)) + 4)
        assert cost(scene, (18, 18)) == pytest.approx(math.dist((x, 17), (18, 18)) + 2)  # once, HA-09
