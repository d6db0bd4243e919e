"""The skirmish is played by the rules of the ground, and what it promises to show happens."""

import itertools
import math
from functools import cache

import numpy as np
import pytest
import shapely
from pennysight.calibration.printspec import CAP_CODES, FACTIONS, FOLD_LENGTH_IN, PENNY_DIAMETER_IN
from pennysight.rules.scene import Obstacle, Tile
from pennysight.rules.tile_library import library, place
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import REACH_S, Move
from pennysight.vision.simulated.skirmish import LAYOUT, SKIRMISH
from shapely.geometry import LineString, Point, shape

BASE_IN = PENNY_DIAMETER_IN
SLOP_IN = 0.05  # tiles lie this far off the grid at most
TOTAL = ("wall", "tree", "bush", "mansion-door")
TIMES_S = np.arange(0.0, SKIRMISH.length_s, 0.1)


@cache
def ground() -> tuple[Obstacle, ...]:
    """Everything printed on the board, the tiles exactly on their grid."""
    found: list[Obstacle] = []
    for down, row in enumerate(LAYOUT):
        for across, name in enumerate(row):
            found += place(library()[name], Tile(name, 9.0 * across, 9.0 * (3 - down)))[0]
    return tuple(found)


def solid(obstacle: Obstacle) -> shapely.Geometry:
    geometry = shape({"type": obstacle.geometry.type, "coordinates": obstacle.geometry.coordinates})
    return geometry if obstacle.radius_in is None else geometry.buffer(obstacle.radius_in)


def union(*kinds: str) -> shapely.Geometry:
    return shapely.union_all([solid(obstacle) for obstacle in ground() if obstacle.kind in kinds])


def fold(pose: Pose) -> LineString:
    left = math.radians(pose.facing_deg + 90)
    x, y = FOLD_LENGTH_IN / 2 * math.cos(left), FOLD_LENGTH_IN / 2 * math.sin(left)
    return LineString([(pose.x_in - x, pose.y_in - y), (pose.x_in + x, pose.y_in + y)])


def spot(pose: Pose) -> Point:
    return Point(pose.x_in, pose.y_in)


def standing(t_s: float) -> dict[str, Pose]:
    return {pose.id: pose for pose in SKIRMISH.figures_at(t_s)}


def move_of(figure: str) -> tuple[Pose, Pose, Move]:
    """A figure before and after its first move."""
    move = next(move for move in SKIRMISH.moves if move.figure == figure)
    return standing(move.start_s)[figure], standing(move.end_s)[figure], move


def test_the_board_is_one_that_four_players_may_lay() -> None:
    """H-073, H-080."""
    names = [name for row in LAYOUT for name in row]
    assert sorted(names) == sorted(set(library()) - {"black-goat-field", "witch-grove"})
    corners = {LAYOUT[down][across] for down in (0, 3) for across in (0, 3)}
    assert corners == {f"{faction}-home" for faction in FACTIONS}
    assert "thuh-mansion" in (LAYOUT[1][1], LAYOUT[1][2], LAYOUT[2][1], LAYOUT[2][2])


def test_every_figure_is_one_of_the_printed_ones() -> None:
    for pose in SKIRMISH.figures:
        assert pose.id == f"{pose.faction}-{pose.number}"
        assert pose.faction in FACTIONS
        assert pose.number in CAP_CODES
    assert len({pose.id for pose in SKIRMISH.figures}) == len(SKIRMISH.figures)
    assert {pose.faction for pose in SKIRMISH.figures} == set(FACTIONS)


def test_no_base_is_ever_in_a_wall_a_tree_another_base_or_off_the_board() -> None:
    """H-114, H-120, H-122, H-265; a lifted figure is nowhere on the ground."""
    board = shapely.box(0, 0, 36, 36)
    total = union(*TOTAL)
    seen: set[Pose] = set()
    for t_s in TIMES_S:
        poses = [pose for pose in SKIRMISH.figures_at(t_s) if pose.z_in < 1e-9]
        for a, b in itertools.combinations(poses, 2):
            assert spot(a).distance(spot(b)) >= BASE_IN, (t_s, a.id, b.id)
        for pose in set(poses) - seen:
            base = spot(pose).buffer(BASE_IN / 2 + SLOP_IN)
            assert board.contains(base), (t_s, pose)
            assert not base.intersects(total), (t_s, pose)
        seen |= set(poses)


def test_only_a_lifted_figure_crosses_a_partial_obstacle() -> None:
    partial = union("window", "fence", "tombstone")
    for move in SKIRMISH.moves:
        before = standing(move.start_s)[move.figure]
        way = LineString([(before.x_in, before.y_in), *move.path, move.path[-1]])
        assert move.lifted == way.intersects(partial), move.figure


def test_one_walks_through_a_door_into_a_shack() -> None:
    before, after, move = move_of("cult-2")
    way = LineString([(before.x_in, before.y_in), *move.path])
    crossed = [obstacle.id for obstacle in ground() if solid(obstacle).intersects(way)]
    assert crossed == ["crossroads/door-1"]
    shack = place(library()["crossroads"], Tile("crossroads", 9.0, 9.0))[1][0]
    inside = shape({"type": "Polygon", "coordinates": shack.geometry.coordinates})
    assert not inside.contains(spot(before))
    assert inside.contains(spot(after).buffer(BASE_IN / 2))
    assert not move.lifted


def test_one_comes_into_melee() -> None:
    """H-126."""
    before, after, move = move_of("marsh-1")
    enemy = standing(move.end_s)["whateley-1"]
    assert fold(before).distance(fold(enemy)) > 2.0
    assert fold(after).distance(fold(enemy)) < 1.0 - 2 * SLOP_IN


def test_one_turns_in_place() -> None:
    before, after, _ = move_of("deghoule-1")
    assert spot(before) == spot(after)
    assert abs(before.facing_deg - after.facing_deg) == 180.0


@pytest.mark.parametrize(
    ("figure", "watcher", "kind"),
    [("whateley-3", "deghoule-4", "wall"), ("deghoule-2", "marsh-3", "fence")],
)
def test_one_steps_behind_something(figure: str, watcher: str, kind: str) -> None:
    """Any line from fold to fold: free before, none that is free after (H-178, H-179)."""
    before, after, move = move_of(figure)
    other = standing(move.end_s)[watcher]
    in_the_way = union(kind)

    def free(pose: Pose) -> bool:
        ends = [fold(pose).interpolate(part, normalized=True) for part in np.linspace(0, 1, 9)]
        starts = [fold(other).interpolate(part, normalized=True) for part in np.linspace(0, 1, 9)]
        return any(not LineString([a, b]).intersects(in_the_way) for a in starts for b in ends)

    assert free(before)
    assert not free(after)


def test_the_hand_moves_one_at_a_time_and_leaves_all_still_for_seconds_between() -> None:
    for first, then in itertools.pairwise(SKIRMISH.moves):
        assert then.start_s - REACH_S - (first.end_s + REACH_S) >= 4.0
    assert SKIRMISH.moves[0].start_s - REACH_S >= 4.0
    for before, after in itertools.pairwise(TIMES_S):
        pairs = zip(SKIRMISH.figures_at(before), SKIRMISH.figures_at(after), strict=True)
        moved = {one.id for one, two in pairs if one != two}
        held = {SKIRMISH.held_at(before), SKIRMISH.held_at(after)}
        assert moved <= held
        if moved:
            assert SKIRMISH.hand_at(after) is not None


def test_a_card_lies_on_each_shack_that_nobody_has_searched() -> None:
    """H-089."""
    shacks: dict[str, shapely.Geometry] = {}
    for down, row in enumerate(LAYOUT):
        for across, name in enumerate(row):
            for area in place(library()[name], Tile(name, 9.0 * across, 9.0 * (3 - down)))[1]:
                if area.kind == "shack":
                    shacks[area.id] = shape({"type": "Polygon", "coordinates": area.geometry.coordinates})
    for card in SKIRMISH.cards_at(0.0):
        (under,) = [name for name, floor in shacks.items() if floor.contains(Point(card.x_in, card.y_in))]
        del shacks[under]
    assert sorted(shacks) == ["crossroads/shack-1", "devil-hill/shack-1"]


def test_a_card_is_taken_and_laid_back_by_a_hand_that_does_nothing_else() -> None:
    counts = [len(SKIRMISH.cards_at(float(t_s))) for t_s in TIMES_S]
    assert [count for count, _ in itertools.groupby(counts)] == [10, 9, 10]
    for take in SKIRMISH.takes:
        card = SKIRMISH.cards[take.card]
        hand = SKIRMISH.hand_at(take.start_s + 0.1)
        assert hand is not None
        assert (hand.x_in, hand.y_in) == (card.x_in, card.y_in)
        assert SKIRMISH.held_at(take.start_s + 0.1) is None
    spans = [(move.start_s, move.end_s) for move in SKIRMISH.moves]
    spans += [(take.start_s, take.end_s) for take in SKIRMISH.takes]
    for (_, end_s), (start_s, _) in itertools.pairwise(sorted(spans)):
        assert start_s - REACH_S - (end_s + REACH_S) >= 4.0


def test_it_runs_round_and_round() -> None:
    assert 60.0 <= SKIRMISH.length_s <= 105.0
    last = SKIRMISH.figures_at(SKIRMISH.length_s - 1e-6)
    for start, end in zip(SKIRMISH.figures, last, strict=True):
        assert start == end
    assert SKIRMISH.figures_at(SKIRMISH.length_s + 7.0) == SKIRMISH.figures_at(7.0)
    assert SKIRMISH.hand_at(0.0) is None
