"""Sight: what one figure sees of another, by which line, and what stands in the way (H-177 to H-182, HA-01
to HA-07).
"""

import math
from typing import Literal

import msgspec
import numpy as np
from pennysight.rules.pieces import Pieces
from pennysight.rules.plane import Floats, Ints, segment_distance
from pennysight.rules.prepared import Prepared
from pennysight.rules.seeing.lines import Shortest
from pennysight.rules.seeing.looks import BLOCKED, CLEAR, PARTIAL, Looks
from pennysight.rules.seeing.room import MOST_IN
from pennysight.rules.seeing.scope import EXEMPT, met, met_or_touched, names_along
from pennysight.rules.weapon import Weapon
from pennysight.rules.wording import inches, joined, listed

Answer = Literal["clear", "partial", "blocked"]
ANSWERS: dict[int, Answer] = {CLEAR: "clear", PARTIAL: "partial", BLOCKED: "blocked"}

Line = tuple[tuple[float, float], tuple[float, float]]


class SightLine(msgspec.Struct, frozen=True):
    """A line from the attacker's fold to the target's, board frame."""

    line: Line
    length_in: float


class ShortestLines(msgspec.Struct, frozen=True):
    """The shortest line of each kind: range is judged on the line used (HA-05)."""

    clear: SightLine | None
    partial: SightLine | None


class Sight(msgspec.Struct, frozen=True):
    """What is seen. `partials` count on the `line`, `exempt` ones on it cost nothing; `blockers` stand in
    the straight line between the base centres. `doubt` says why it may be otherwise, None where it is sure.
    """

    answer: Answer
    sure: bool
    margin_in: float
    length_in: float | None
    line: Line | None
    shortest: ShortestLines
    partials: list[str]
    exempt: list[str]
    blockers: list[str]
    because: str
    doubt: str | None


def sights(prepared: Prepared, seen: Looks) -> list[Sight]:
    """The sight of each look."""
    scope, folds, pieces = seen.scope, prepared.folds, prepared.pieces
    blocked, clear = seen.answer == BLOCKED, seen.answer == CLEAR
    start = np.where(
        clear, seen.clear.start, np.where(blocked, folds.centre[scope.attacker], seen.partial.start)
    )
    end = np.where(clear, seen.clear.end, np.where(blocked, folds.centre[scope.target], seen.partial.end))
    counts = scope.counting
    among = np.where(blocked[:, None], scope.total, counts & ~clear[:, None])
    crossed = met_or_touched(prepared, scope, start, end, among)
    spared = met(prepared, scope, start, end, scope.marked(EXEMPT) & ~blocked[:, None])
    off = np.maximum(folds.outer_in[scope.attacker], folds.outer_in[scope.target])
    clear_lines, partial_lines = _drawn(seen.clear), _drawn(seen.partial)
    names, exempt_names = (names_along(prepared, scope, start, some) for some in (crossed, spared))
    answers = []
    for row in range(len(start)):
        named, exempt = names[row], exempt_names[row]
        shortest = ShortestLines(clear_lines[row], partial_lines[row])
        answer = ANSWERS[int(seen.answer[row])]
        used = {"clear": shortest.clear, "partial": shortest.partial, "blocked": None}[answer]
        doubt = None
        if not seen.sure[row]:
            piece = scope.pairs.piece[row]
            away = np.where(piece >= 0, _away(pieces, piece, start[row], end[row]), np.inf)
            nearest = prepared.names[pieces.owner[piece[int(away.argmin())]]]
            doubt = _doubt(answer, float(seen.room_in[row]), float(off[row]), named, nearest)
        answers.append(
            Sight(
                answer=answer,
                sure=bool(seen.sure[row]),
                margin_in=float(seen.room_in[row]),
                length_in=used.length_in if used else None,
                line=used.line if used else None,
                shortest=shortest,
                partials=named if answer == "partial" else [],
                exempt=exempt,
                blockers=named if answer == "blocked" else [],
                because=_because(answer, shortest, named, exempt),
                doubt=doubt,
            )
        )
    return answers


def with_weapon(sight: Sight, weapon: Weapon, nearest: SightLine) -> Sight:
    """What the weapon makes of a sight; `nearest` is the line between the folds' nearest points."""
    if weapon.sight == "ignores":
        return Sight(
            answer="clear",
            sure=True,
            margin_in=MOST_IN,
            length_in=nearest.length_in,
            line=nearest.line,
            shortest=ShortestLines(nearest, None),
            partials=[],
            exempt=[],
            blockers=[],
            because="the weapon ignores line of sight, so no obstacle matters [H-182]",
            doubt=None,
        )
    if weapon.sight == "bends" and sight.answer != "clear":
        bent = "the weapon bends its line of sight, which the players trace [H-182]"
        doubt = bent if sight.doubt is None else f"{sight.doubt}; {bent}"
        return msgspec.structs.replace(sight, sure=False, doubt=doubt)
    return sight


def sight_line(start: complex, end: complex) -> SightLine:
    """The line between two points."""
    return SightLine(((start.real, start.imag), (end.real, end.imag)), abs(end - start))


def _drawn(shortest: Shortest) -> list[SightLine | None]:
    lines = zip(shortest.length_in.tolist(), shortest.start.tolist(), shortest.end.tolist(), strict=True)
    return [
        None if length == math.inf else SightLine(((start.real, start.imag), (end.real, end.imag)), length)
        for length, start, end in lines
    ]


def _away(pieces: Pieces, piece: Ints, start: complex, end: complex) -> Floats:
    apart = segment_distance(np.array(start), np.array(end), pieces.a[piece], pieces.b[piece])
    return apart - pieces.radius_in[piece]


def _because(answer: Answer, shortest: ShortestLines, named: list[str], exempt: list[str]) -> str:
    if answer == "blocked":
        return f"no line is free; in the straight one {listed(named)} [H-178, H-180]"
    if answer == "partial" and shortest.partial is not None:
        return (
            f"every line past the total obstacles crosses a partial one that counts; the shortest, "
            f"{inches(shortest.partial.length_in)}, crosses {joined(named)}: -3, once [H-174, HA-06]"
        )
    length = shortest.clear.length_in if shortest.clear else 0.0
    because = f"a line of {inches(length)} crosses nothing that counts [H-180, HA-01]"
    if exempt:
        because += f"; {joined(exempt)}, within 1 in of the attacker, costs nothing [H-190, HA-07]"
    if shortest.partial is not None and shortest.partial.length_in < length:
        because += f"; a shorter line of {inches(shortest.partial.length_in)} is partial [HA-05]"
    return because


def _doubt(answer: Answer, room_in: float, off_in: float, named: list[str], nearest: str) -> str:
    known = f"places are known to within {inches(off_in)}, and within that"
    if answer == "blocked":
        if room_in >= MOST_IN:
            return f"{known} a line may open, though none does before both folds grow by 1 in [HA-04]"
        return f"{known} a line may open: it does once both folds grow by {inches(room_in)} [HA-04]"
    if answer == "partial":
        return f"{known} a line may miss {joined(named)}, or none be free [HA-04]"
    return f"{known} {nearest} may be in the way of every line [HA-04]"
