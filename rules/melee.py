"""Melee: who is within an inch, looked at round the ends of walls but not through them (H-126 to H-128,
HA-15).
"""

import msgspec
import numpy as np
from pennysight.rules.plane import Floats, Ints, nearest_points
from pennysight.rules.prepared import Prepared
from pennysight.rules.seeing.certainty import surely_joined
from pennysight.rules.seeing.looks import BLOCKED, Looks
from pennysight.rules.seeing.scope import Scope, met_or_touched, names_along
from pennysight.rules.weapon import MELEE_IN
from pennysight.rules.wording import inches, listed

ROUNDING_IN = 1e-9


class Melee(msgspec.Struct, frozen=True):
    """Whether a line of at most an inch joins the folds without crossing a total obstacle (HA-15).

    `margin_in` is how far the shortest such line is from an inch; where total obstacles leave no line, how
    far both folds can grow before there is one. `doubt` says why it may be otherwise, None where it is sure.
    """

    answer: bool
    sure: bool
    margin_in: float
    because: str
    doubt: str | None


def melees(prepared: Prepared, seen: Looks, distance_in: Floats, reach_in: float = MELEE_IN) -> list[Melee]:
    """The answer for each look, its folds being `distance_in` (n,) apart.

    `reach_in` is more for a weapon that reaches beyond melee range (H-062).
    """
    scope, folds = seen.scope, prepared.folds
    free = np.minimum(seen.clear.length_in, seen.partial.length_in)
    answer = free <= reach_in + ROUNDING_IN
    apart = distance_in > reach_in + ROUNDING_IN
    off = folds.outer_in[scope.attacker] + folds.outer_in[scope.target]
    margin = np.where(
        apart, distance_in - reach_in, np.where(np.isinf(free), seen.room_in, np.abs(free - reach_in))
    )
    sure = scope.exact | (apart & (margin > off)) | ((seen.answer == BLOCKED) & seen.sure)
    doubted = np.flatnonzero(answer & ~sure)
    if len(doubted):
        near = scope.rows(doubted)
        sure[doubted] = surely_joined(prepared, near, near.total, reach_in)
    in_the_way = _in_the_way(prepared, scope, np.flatnonzero(~apart & (free > distance_in + ROUNDING_IN)))
    return [
        Melee(
            bool(answer[row]),
            bool(sure[row]),
            float(margin[row]),
            _because(float(distance_in[row]), float(free[row]), reach_in, in_the_way.get(row, [])),
            None if sure[row] else _doubt(float(off[row]), bool(apart[row]), in_the_way.get(row, [])),
        )
        for row in range(len(answer))
    ]


def _in_the_way(prepared: Prepared, scope: Scope, rows: Ints) -> dict[int, list[str]]:
    """What stands between the nearest points of the folds, by row."""
    if len(rows) == 0:
        return {}
    some = scope.rows(rows)
    start, end = nearest_points(some.pairs.a0, some.pairs.a1, some.pairs.b0, some.pairs.b1)
    stopping = met_or_touched(prepared, some, start, end, some.total)
    return dict(zip(rows.tolist(), names_along(prepared, some, start, stopping), strict=True))


def _because(distance_in: float, free_in: float, reach_in: float, in_the_way: list[str]) -> str:
    border = f"melee range is {reach_in:g} in"
    if not in_the_way:
        return f"{inches(distance_in, reach_in)} apart, {border} [H-126]"
    apart = f"{inches(distance_in, reach_in)} apart, but {listed(in_the_way)} in the way"
    if np.isinf(free_in):
        return f"{apart} of every line [H-127, HA-15]"
    return f"{apart}; the shortest line past is {inches(free_in, reach_in)}, {border} [H-127, HA-15]"


def _doubt(off_in: float, apart: bool, in_the_way: list[str]) -> str:
    known = f"together the folds are known to within {inches(off_in)}"
    return known if apart or not in_the_way else f"{known}, and a line may open or close by that"
