"""Where a figure ends that is knocked back (HA-27, H-123)."""

import math

import pytest
from pennysight.rules.knock_back import KnockBack, knock_back
from pennysight.rules.moving.questions import ReachError
from pennysight.rules.scene import Board, Figure, Geometry, Obstacle, Scene


def struck(
    *obstacles: Obstacle,
    figures: tuple[Figure, ...] = (),
    at: tuple[float, float] = (18, 18),
    distance: float = 5,
) -> KnockBack:
    """A figure knocked east, by an attacker an inch to its west."""
    scene = Scene(
        board=Board(36, 36), obstacles=list(obstacles), figures=[Figure("marsh-1", "marsh", *at), *figures]
    )
    return knock_back(scene, "marsh-1", (at[0] - 1, at[1]), distance)


def line(name: str, kind: str, *at: tuple[float, float]) -> Obstacle:
    return Obstacle(name, kind, Geometry("LineString", [list(point) for point in at]))


def test_on_open_ground_it_goes_straight_away_from_the_attacker() -> None:
    scene = Scene(board=Board(36, 36), figures=[Figure("marsh-1", "marsh", 18, 18)])
    thrown = knock_back(scene, "marsh-1", (17, 17), 2)
    assert thrown.to_in == pytest.approx((18 + math.sqrt(2), 18 + math.sqrt(2)))
    assert thrown.moved_in == 2
    assert thrown.stopped_by == []


@pytest.mark.parametrize("kind", ["wall", "fence", "window", "tombstone", "mansion-door"])
def test_the_base_stops_where_it_touches_an_object_partial_ones_too(kind: str) -> None:
    thrown = struck(line("thing", kind, (20, 0), (20, 36)))
    assert thrown.moved_in == pytest.approx(2 - 0.375)
    assert thrown.stopped_by == ["thing"]


def test_a_door_stops_nobody_and_an_object_out_of_reach_does_not() -> None:
    assert struck(line("door", "door", (20, 17), (20, 19))).moved_in == 5
    assert struck(line("wall", "wall", (20, 18.376), (20, 19))).moved_in == 5
    assert struck(line("wall", "wall", (24, 0), (24, 36))).moved_in == 5


def test_a_base_stops_against_the_rim_of_a_tree_and_of_a_figure() -> None:
    tree = Obstacle("tree", "tree", Geometry("Point", [21, 18.5]), radius_in=0.5)
    assert struck(tree).moved_in == pytest.approx(3 - math.sqrt(0.875**2 - 0.5**2))
    thrown = struck(figures=(Figure("cult-1", "cult", 20, 18), Figure("cult-2", "cult", 19, 18, hat="unk")))
    assert thrown.moved_in == pytest.approx(2 - 0.75)
    assert thrown.stopped_by == ["cult-1"]


def test_it_stops_at_the_end_of_a_wall() -> None:
    thrown = struck(line("wall", "wall", (20, 18.2), (20, 30)))
    assert thrown.moved_in == pytest.approx(2 - math.sqrt(0.375**2 - 0.2**2))


def test_all_that_is_struck_at_once_is_named() -> None:
    """Each struck character rolls."""
    beside = [Figure(f"cult-{n}", "cult", 20, 18 + side) for n, side in ((1, 0.4), (2, -0.4))]
    assert struck(figures=tuple(beside)).stopped_by == ["cult-1", "cult-2"]


def test_the_board_s_edge_stops_the_base_from_within() -> None:
    """H-123: as a total obstacle does; a base that hangs over it already goes no further."""
    thrown = struck(at=(34, 18))
    assert thrown.moved_in == pytest.approx(2 - 0.375)
    assert thrown.stopped_by == ["board edge"]
    assert struck(at=(35.9, 18)).moved_in == 0


def test_what_it_touches_already_stops_it_only_if_pushed_toward_it() -> None:
    ahead = line("ahead", "wall", (18.375, 0), (18.375, 36))
    behind = line("behind", "fence", (17.7, 0), (17.7, 36))
    along = line("along", "wall", (0, 18.375), (36, 18.375))
    assert struck(ahead).moved_in == 0
    assert struck(behind).moved_in == 5
    assert struck(along).moved_in == 5


def test_questions_that_make_no_sense_are_refused_with_a_sentence() -> None:
    scene = Scene(board=Board(36, 36), figures=[Figure("marsh-1", "marsh", 18, 18)])
    with pytest.raises(ReachError, match=r"marsh-1 is knocked back from where it stands, \(18\.00, 18\.00\)"):
        knock_back(scene, "marsh-1", (18, 18), 2)
    with pytest.raises(ReachError, match="the knock-back is -2"):
        knock_back(scene, "marsh-1", (17, 18), -2)
    with pytest.raises(ReachError, match="the blow comes from nan, 18, expected two finite numbers"):
        knock_back(scene, "marsh-1", (math.nan, 18), 2)


def test_it_does_not_matter_how_far_off_the_blow_comes_from() -> None:
    """HA-27: only the direction counts."""
    scene = Scene(board=Board(36, 36), figures=[Figure("marsh-1", "marsh", 18, 18)])
    for far in (1e3, 1e308):
        assert knock_back(scene, "marsh-1", (-far, 18), 2).to_in == pytest.approx((20, 18))
