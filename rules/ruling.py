"""Rulings: what the rules say between two figures of a scene, as values (`pennysight-ruling/1`)."""

from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np
from pennysight.rules.facing import FacesTarget, Facing, faces, facing
from pennysight.rules.measure import between_folds
from pennysight.rules.melee import Melee, melees
from pennysight.rules.prepared import Prepared, prepare
from pennysight.rules.scene import Figure, Scene
from pennysight.rules.seeing.looks import looks
from pennysight.rules.sight import Sight, sight_line, sights, with_weapon
from pennysight.rules.weapon import PLAIN, Weapon

FORMAT: Literal["pennysight-ruling/1"] = "pennysight-ruling/1"


class RulingError(ValueError):
    """A ruling that cannot be given; the sentence says why."""


class Ruling(msgspec.Struct, frozen=True, rename={"from_id": "from", "to_id": "to"}):
    """Everything between an attacker and a target; distances in inches, angles in degrees."""

    format: Literal["pennysight-ruling/1"]
    from_id: str
    to_id: str
    distance_in: float
    sd_in: float
    melee: Melee
    facing: Facing
    faces_target: FacesTarget
    sight: Sight


def rule(scene: Scene | Prepared, from_id: str, to_id: str, weapon: Weapon = PLAIN) -> Ruling:
    """The ruling between two figures, the attacker using `weapon`.

    Raises `RulingError` for figures that are not there, dead, not on the board or one and the same,
    `SceneError` for a scene that makes no sense. A scene prepared once (`prepared.prepare`) is quicker to
    rule on again.
    """
    prepared = scene if isinstance(scene, Prepared) else prepare(scene)
    if from_id == to_id:
        raise RulingError(f"a ruling is between two figures, and both are {from_id!r}")
    for name in (from_id, to_id):
        if name not in prepared.figure_of:
            there = ", ".join(sorted(prepared.figure_of)) or "none"
            raise RulingError(f"there is no figure {name!r} in the scene, expected one of: {there}")
        figure = prepared.scene.figures[prepared.figure_of[name]]
        if figure.dead:
            raise RulingError(f"figure {name!r} is dead, and rulings are between the living")
        if not on_board(prepared.scene, figure):
            board = prepared.scene.board
            raise RulingError(
                f"figure {name!r} stands off the board, at ({figure.x_in:g}, {figure.y_in:g}) in: "
                f"the board is {board.width_in:g} x {board.height_in:g} in"
            )
    return _rulings(prepared, [prepared.figure_of[from_id]], [prepared.figure_of[to_id]], weapon)[0]


def rule_all(scene: Scene | Prepared) -> list[Ruling]:
    """The rulings of every ordered pair of living figures on the board, in the scene's order."""
    prepared = scene if isinstance(scene, Prepared) else prepare(scene)
    figures = prepared.scene.figures
    living = [n for n, figure in enumerate(figures) if not figure.dead and on_board(prepared.scene, figure)]
    pairs = [(one, other) for one in living for other in living if one != other]
    return _rulings(prepared, [one for one, _ in pairs], [other for _, other in pairs]) if pairs else []


def ruling_json(ruling: Ruling | Sequence[Ruling]) -> bytes:
    """One ruling, or an array of them, as JSON."""
    return msgspec.json.encode(ruling)


def on_board(scene: Scene, figure: Figure) -> bool:
    """Whether the figure's base centre is on the board: who is off it is not in play (H-122)."""
    return 0 <= figure.x_in <= scene.board.width_in and 0 <= figure.y_in <= scene.board.height_in


def _rulings(
    prepared: Prepared, attackers: list[int], targets: list[int], weapon: Weapon = PLAIN
) -> list[Ruling]:
    attacker, target = np.array(attackers), np.array(targets)
    distance, sd, start, end = between_folds(prepared, attacker, target)
    seen = looks(prepared, attacker, target)
    figures = prepared.scene.figures
    return [
        Ruling(
            FORMAT,
            figures[one].id,
            figures[other].id,
            apart,
            off,
            melee,
            facing(figures[one], figures[other]),
            faces(figures[one], figures[other]),
            with_weapon(sight, weapon, sight_line(*nearest)),
        )
        for one, other, apart, off, melee, sight, nearest in zip(
            attackers,
            targets,
            distance.tolist(),
            sd.tolist(),
            melees(prepared, seen, distance, weapon.melee_reach_in),
            sights(prepared, seen),
            zip(start.tolist(), end.tolist(), strict=True),
            strict=True,
        )
    ]
