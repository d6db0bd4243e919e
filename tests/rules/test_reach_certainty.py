"""What is said to be surely affordable, or surely not, is so however the table may really lie."""

import math
import random

import msgspec
import pytest
from pennysight.rules.path import PathAnswer, find_path
from pennysight.rules.scene import Figure, Scene, Tile

from tests.rules.laying import placed
from tests.rules.rough_ground import MIDDLE, table
from tests.rules.walking import go, line, mover
from tests.rules.walking import table as laid


def off(figure: Figure, sd_in: float = 0.01) -> Figure:
    return msgspec.structs.replace(figure, sd_in=sd_in)


def asked(scene: Scene, to: tuple[float, float], sd_in: float = 0.01) -> PathAnswer:
    first, *others = scene.figures
    return go(msgspec.structs.replace(scene, figures=[off(first, sd_in), *others]), to)


def test_exact_places_make_every_answer_sure() -> None:
    for to in ((18, 21.99), (18, 22), (18, 22.001), (-1, 3)):
        answer = go(laid(), to)
        assert (answer.sure, answer.doubt, answer.tolerance_in) == (True, None, 0.0)


def test_within_what_a_place_is_known_to_the_mover_is_believed() -> None:
    """HA-11: here three deviations are 0.042 in."""
    for y, affordable, sure in (
        (21.9, True, True),
        (21.97, True, False),
        (22.03, True, False),
        (22.05, False, True),
        (22.2, False, True),
    ):
        answer = asked(laid(), (18, y))
        assert (answer.affordable, answer.sure, answer.doubt is None) == (affordable, sure, sure), y
        assert answer.margin_in == pytest.approx(abs(y - 22))
    assert "so the mover is believed [HA-11]" in asked(laid(), (18, 22.03)).because


def test_a_gap_hardly_wider_or_narrower_than_the_base_is_too_close_to_call() -> None:
    """H-120: a gap between two figures, each known to 0.085 in."""
    beside = line("north", "wall", (0, 18), (16.7, 18)), line("south", "wall", (19.3, 18), (36, 18))
    for wide, sure in ((0.5, True), (0.74, False), (0.76, False), (1.0, True)):
        guards = [Figure(f"cult-{n}", "cult", 18 + n * (wide / 2 + 0.375), 18, sd_in=0.02) for n in (-1, 1)]
        answer = asked(laid(*beside, figures=(mover(18, 17), *guards)), (18, 19.2))
        assert (answer.affordable, answer.sure) == (wide > 0.75, sure), wide


def test_on_which_side_of_a_fence_one_stands_is_worth_two_inches() -> None:
    """HA-10."""
    fence = line("fence", "fence", (0, 18), (36, 18))
    for y, sure in ((17.9, True), (17.99, False), (18.01, False), (18.1, True)):
        assert asked(laid(fence, figures=(mover(18, y),)), (18, 21.5)).sure is sure


def test_a_place_in_a_wall_s_room_is_surely_none_only_well_inside_it() -> None:
    """H-120."""
    wall, yard = line("yard/wall", "wall", (10, 18), (26, 18)), Tile("yard", 0.0, 0.0, sd_in=0.01)
    scene = msgspec.structs.replace(laid(wall), tiles=[yard])
    for y, sure in ((17.5, True), (17.6, False), (17.65, False), (17.7, True), (18.0, True)):
        answer = asked(scene, (18, y))
        assert (answer.affordable, answer.sure) == (y < 17.625, sure), y


@pytest.mark.parametrize("seed", range(20))
def test_what_is_sure_holds_wherever_things_may_lie(seed: int) -> None:
    """H-104, HA-11: five places on each of 20 tables, in six placements within three deviations each."""
    chance = random.Random(seed)
    scene = uncertain(seed, chance)
    claimed = []
    for _ in range(5):
        far_in, angle = chance.uniform(2, 6), chance.uniform(0, math.tau)
        to = MIDDLE[0] + far_in * math.cos(angle), MIDDLE[1] + far_in * math.sin(angle)
        claimed.append((to, find_path(scene, "marsh-1", 5, to)))
    for _ in range(6):
        real = placed(scene, chance)
        for to, said in claimed:
            if said.sure:
                assert find_path(real, "marsh-1", 5, to).affordable is said.affordable, (to, said)


def test_not_too_much_is_called_too_close() -> None:
    """Places known to 0.01 in: of all answers on crowded ground, most are sure, of both kinds."""
    chance = random.Random(1)
    answers = []
    for seed in range(12):
        scene = uncertain(seed, chance, sd_in=0.01)
        for _ in range(5):
            to = MIDDLE[0] + chance.uniform(-5, 5), MIDDLE[1] + chance.uniform(-5, 5)
            answers.append(find_path(scene, "marsh-1", 5, to))
    assert sum(answer.sure for answer in answers) > 0.6 * len(answers)
    assert sum(answer.sure and answer.affordable for answer in answers) > 5
    assert sum(answer.sure and not answer.affordable for answer in answers) > 5


def uncertain(seed: int, chance: random.Random, sd_in: float | None = None) -> Scene:
    """Rough ground on two tiles, each with its own deviation; figures with theirs."""

    def deviation() -> float:
        return chance.choice([0.0, 0.005, 0.015, 0.04]) if sd_in is None else sd_in

    scene = table(seed)
    obstacles = [
        msgspec.structs.replace(part, id=f"{chance.choice(['west', 'east'])}/{part.id}")
        for part in scene.obstacles
    ]
    tiles = [Tile(name, 0.0, 0.0, sd_in=deviation()) for name in ("west", "east")]
    figures = [msgspec.structs.replace(figure, sd_in=deviation()) for figure in scene.figures]
    return msgspec.structs.replace(scene, tiles=tiles, obstacles=obstacles, figures=figures)
