"""What is sure holds wherever things may lie within their deviations."""

import random

import msgspec
import pytest
from pennysight.rules.ruling import rule_all
from pennysight.rules.scene import Scene, Tile

from tests.rules.crowded import table
from tests.rules.laying import placed


def uncertain(seed: int) -> Scene:
    """A table on two tiles, each with its own deviation; figures with theirs, one with a facing that nobody
    knows.
    """
    chance = random.Random(seed)
    scene = table(seed, figures=4)
    tiles = [Tile(name, 0.0, 0.0, 0.0, chance.choice([0.0, 0.01, 0.03])) for name in ("west", "east")]
    obstacles = [
        msgspec.structs.replace(obstacle, id=f"{chance.choice(['west', 'east', 'lone'])}/{obstacle.id}")
        for obstacle in scene.obstacles
    ]
    figures = [
        msgspec.structs.replace(
            figure,
            facing_deg=None if chance.random() < 0.1 else figure.facing_deg,
            sd_in=chance.choice([0.005, 0.015, 0.05]),
            sd_deg=chance.choice([0.5, 1.5, 4.0]),
        )
        for figure in scene.figures
    ]
    return msgspec.structs.replace(scene, tiles=tiles, obstacles=obstacles, figures=figures)


@pytest.mark.slow
def test_what_is_sure_holds_wherever_things_may_lie() -> None:
    chance = random.Random(11)
    sure = {"sight": 0, "melee": 0, "facing": 0, "faces_target": 0}
    asked = 0
    for seed in range(5000, 5200):
        scene = uncertain(seed)
        claimed = {(ruling.from_id, ruling.to_id): ruling for ruling in rule_all(scene)}
        asked += len(claimed)
        for verdict in sure:
            sure[verdict] += sum(getattr(ruling, verdict).sure for ruling in claimed.values())
        for _ in range(3):
            for real in rule_all(placed(scene, chance)):
                said = claimed.get((real.from_id, real.to_id))
                if said is None:
                    continue
                told = f"table {seed}: said {said}, in truth {real}"
                assert not said.sight.sure or said.sight.answer == real.sight.answer, told
                assert not said.melee.sure or said.melee.answer == real.melee.answer, told
                assert not said.facing.sure or said.facing.zone == real.facing.zone, told
                assert not said.faces_target.sure or said.faces_target.answer == real.faces_target.answer, (
                    told
                )
    assert min(sure.values()) > asked / 2, f"of {asked}: {sure}"
