"""Who may leave melee without a roll (H-137 to H-139)."""

import msgspec
import numpy as np
from pennysight.rules.facing import facing
from pennysight.rules.prepared import Prepared
from pennysight.rules.seeing.certainty import surely_joined, surely_unseen
from pennysight.rules.seeing.looks import looks_in
from pennysight.rules.seeing.scope import scope_of
from pennysight.rules.weapon import MELEE_IN

ROUNDING_IN = 1e-9


class FreeBreak(msgspec.Struct, frozen=True):
    """Whether the mover needs no roll to break melee with an enemy."""

    answer: bool
    sure: bool
    because: str


def free_break(prepared: Prepared, mover_id: str, enemy_id: str) -> FreeBreak:
    """Whether the mover may leave melee with the enemy freely.

    He may if its back is toward him (H-137, HA-23), if it is Slammed, Unconscious (H-138) or dead, or if a
    partial obstacle is between them (H-139, H-194): if every line of at most an inch past the total ones
    crosses one.
    """
    mover = prepared.scene.figures[prepared.figure_of[mover_id]]
    enemy = prepared.scene.figures[prepared.figure_of[enemy_id]]
    if enemy.dead:
        return FreeBreak(True, True, f"{enemy_id} is dead, and in nobody's way [H-118]")
    if enemy.hat in ("slam", "unk"):
        state = "Slammed" if enemy.hat == "slam" else "Unconscious"
        return FreeBreak(True, True, f"{enemy_id} is {state} [H-138]")
    behind = facing(mover, enemy)
    between, certain = _between(prepared, prepared.figure_of[mover_id], prepared.figure_of[enemy_id])
    how_many = "a" if between else "no"
    ways = [
        FreeBreak(behind.zone == "back", behind.sure, f"{behind.because} [H-137, HA-23]"),
        FreeBreak(
            between,
            certain,
            f"{how_many} partial obstacle is between {mover_id} and {enemy_id} [H-139, H-194]",
        ),
    ]
    free = sorted((way for way in ways if way.answer), key=lambda way: not way.sure)
    if free:
        return free[0]
    return FreeBreak(False, all(way.sure for way in ways), "; ".join(way.because for way in ways))


def _between(prepared: Prepared, mover: int, enemy: int) -> tuple[bool, bool]:
    """Whether a partial obstacle is between two figures, and whether that is certain."""
    scope = scope_of(prepared, np.array([mover]), np.array([enemy])).without_exemption()
    seen = looks_in(prepared, scope)
    clear, partial = float(seen.clear.length_in[0]), float(seen.partial.length_in[0])
    between = partial <= MELEE_IN + ROUNDING_IN < clear
    if scope.exact[0]:
        return between, True
    if between:
        return True, bool(surely_unseen(prepared, scope)[0])
    return False, bool(surely_joined(prepared, scope, scope.total | scope.partial, MELEE_IN)[0])
