"""Distances from folds to what lies about, bases inside areas, and who leaves melee freely."""

import math

import msgspec
import pytest
from pennysight.rules.break_melee import free_break
from pennysight.rules.measure import base_within, fold_to_area, fold_to_obstacle, fold_to_token
from pennysight.rules.prepared import prepare
from pennysight.rules.scene import Area, Board, Figure, Geometry, Obstacle, Scene, SceneError, Token


def figure(name: str, x: float, y: float, facing_deg: float | None = 90.0, **more: object) -> Figure:
    given = {"id": name, "faction": "marsh", "x_in": x, "y_in": y, "facing_deg": facing_deg, **more}
    return msgspec.convert(given, Figure)


SHACK = Area("shack-1", "shack", Geometry("Polygon", [[[10, 10], [14, 10], [14, 14], [10, 14], [10, 10]]]))
TWO_ROOMS = Area(
    "rooms",
    "mansion-room",
    Geometry("MultiPolygon", [[[[0, 0], [2, 0], [2, 2], [0, 0]]], [[[5, 0], [9, 0], [9, 4], [5, 0]]]]),
)


def test_to_a_token_it_is_the_nearest_point_of_its_card() -> None:  # HA-40
    token = Token(131, "item", 5.0, 8.0, 0.0, 0.04)
    measured = fold_to_token(figure("a", 5, 5, sd_in=0.03), token)
    assert measured.distance_in == pytest.approx(3 - 0.55)
    assert measured.sd_in == pytest.approx(0.05)
    on_edge = msgspec.structs.replace(token, rotation_deg=45.0)
    assert fold_to_token(figure("a", 5, 5), on_edge).distance_in == pytest.approx(3 - 0.55 * math.sqrt(2))


def test_to_a_door_a_fence_or_a_tree_it_is_their_nearest_point() -> None:  # HA-40
    door = Obstacle("d", "door", Geometry("LineString", [[5.5, 6], [7, 6]]))
    assert fold_to_obstacle(figure("a", 5, 5), door).distance_in == pytest.approx(math.hypot(0.125, 1))
    tree = Obstacle("t", "tree", Geometry("Point", [5, 7]), radius_in=0.5)
    assert fold_to_obstacle(figure("a", 5, 5, sd_in=0.03), tree, 0.04).distance_in == pytest.approx(1.5)
    assert fold_to_obstacle(figure("a", 5, 5, sd_in=0.03), tree, 0.04).sd_in == pytest.approx(0.05)
    assert fold_to_obstacle(figure("a", 5, 7), tree).distance_in == 0.0


def test_a_fold_that_may_turn_makes_a_distance_less_certain() -> None:
    door = Obstacle("d", "door", Geometry("LineString", [[5.375, 6], [7, 6]]))
    assert fold_to_obstacle(figure("a", 5, 5, sd_deg=2.0), door).sd_in == pytest.approx(
        0.375 * math.radians(2)
    )
    assert fold_to_obstacle(figure("a", 5, 5, None), door).sd_in == pytest.approx(
        0.125
    )  # 3 sd are half a fold


def test_to_an_area_it_is_nothing_from_inside() -> None:  # HA-40
    assert fold_to_area(figure("a", 12, 12), SHACK).distance_in == 0.0
    assert fold_to_area(figure("a", 12, 8.5), SHACK).distance_in == pytest.approx(1.5)
    assert fold_to_area(figure("a", 4, 0.5, 0.0), TWO_ROOMS).distance_in == pytest.approx(
        math.hypot(1, 0.125)
    )


@pytest.mark.parametrize(
    ("x", "y", "answer", "margin_in"),
    [
        (12, 12, True, 1.625),
        (10.375, 12, True, 0.0),  # touching the line is inside
        (10.3, 12, False, 0.075),
        (9.0, 12, False, 1.375),
    ],
)
def test_a_base_is_inside_if_the_whole_of_it_is(
    x: float, y: float, answer: bool, margin_in: float
) -> None:  # HA-41
    within = base_within(figure("a", x, y), SHACK)
    assert (within.answer, within.sure) == (answer, True)
    assert within.margin_in == pytest.approx(margin_in)


def test_a_base_near_the_line_is_too_close_to_call() -> None:  # HA-41
    within = base_within(figure("a", 10.4, 12, sd_in=0.02), SHACK)
    assert (within.answer, within.sure) == (True, False)
    assert within.doubt == "places are known to within 0.08 in [HA-41]"
    outside = base_within(figure("a", 10.3, 12, sd_in=0.02), SHACK)  # by 0.075, known to within 0.085
    assert (outside.answer, outside.sure) == (True, False)
    assert "so a is believed" in outside.because
    outside = base_within(figure("a", 10.205, 12, sd_in=0.02), SHACK)
    assert (outside.answer, outside.sure, outside.doubt) == (False, True, None)
    assert outside.because == "the base of a is not wholly inside shack-1, by 0.17 in [HA-41]"
    assert base_within(figure("a", 12, 12, sd_in=0.02), SHACK).sure
    assert not base_within(figure("a", 12, 12, sd_in=0.02), SHACK, sd_in=0.5).sure


def test_an_area_without_ground_is_refused() -> None:
    line = Area("path", "building", Geometry("LineString", [[0, 0], [1, 1]]))
    with pytest.raises(SceneError, match="area 'path': its geometry is a LineString, expected a Polygon"):
        base_within(figure("a", 1, 1), line)


def leaves_freely(*things: Figure | Obstacle) -> tuple[bool, bool]:
    scene = Scene(
        board=Board(36, 36),
        figures=[thing for thing in things if isinstance(thing, Figure)],
        obstacles=[thing for thing in things if isinstance(thing, Obstacle)],
    )
    verdict = free_break(prepare(scene), "mover", "enemy")
    assert "[H-1" in verdict.because
    return verdict.answer, verdict.sure


MOVER = figure("mover", 5, 5, 0.0)
FENCE = Obstacle("f", "fence", Geometry("LineString", [[5.4, 0], [5.4, 9]]))


def test_who_may_leave_melee_without_a_roll() -> None:
    facing_him, back_to_him = figure("enemy", 5.8, 5, 180.0), figure("enemy", 5.8, 5, 0.0)
    assert leaves_freely(MOVER, facing_him) == (False, True)
    assert leaves_freely(MOVER, back_to_him) == (True, True)  # H-137, HA-23
    assert leaves_freely(MOVER, figure("enemy", 5.8, 5, 180.0, hat="slam")) == (True, True)  # H-138
    assert leaves_freely(MOVER, figure("enemy", 5.8, 5, 180.0, hat="unk")) == (True, True)  # H-138
    assert leaves_freely(MOVER, figure("enemy", 5.8, 5, 180.0, hat="stun")) == (False, True)
    assert leaves_freely(MOVER, figure("enemy", 5.8, 5, 180.0, dead=True)) == (True, True)  # H-118
    assert leaves_freely(MOVER, facing_him, FENCE) == (True, True)  # H-139, H-194


def test_a_fence_that_a_line_of_an_inch_passes_by_is_not_between() -> None:  # H-139
    short = Obstacle("f", "fence", Geometry("LineString", [[5.4, 0], [5.4, 5.2]]))
    assert leaves_freely(MOVER, figure("enemy", 5.8, 5, 180.0), short) == (False, True)


def test_a_free_break_is_only_sure_if_places_are() -> None:
    known, unknown = figure("enemy", 5.8, 5, 180.0, sd_in=0.01), figure("enemy", 5.8, 5, None)
    assert leaves_freely(MOVER, known, FENCE) == (True, True)
    assert leaves_freely(MOVER, known) == (False, True)
    assert leaves_freely(MOVER, unknown) == (False, False)
    loose = figure("enemy", 5.8, 5, 180.0, sd_in=0.1)
    assert leaves_freely(MOVER, loose, FENCE) == (True, False)
