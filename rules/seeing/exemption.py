"""Which partial obstacles cost the attacker nothing because he stands beside them (H-190, HA-07).

A partial obstacle, for fences the whole run of those that touch, is exempt if a line of at most an inch joins
the attacker's fold to it past every total obstacle.
"""

from dataclasses import dataclass

import numpy as np
from pennysight.rules.plane import Bools, Floats, Ints, nearest_points, segment_distance
from pennysight.rules.prepared import Prepared
from pennysight.rules.seeing.lines import shortest_lines
from pennysight.rules.seeing.nearby import packed
from pennysight.rules.seeing.views import Pairs, views

BESIDE_IN = 1.0
ROUNDING_IN = 1e-9


@dataclass(frozen=True)
class Exempt:
    """For pieces (n, k) on the way from attackers to targets: whether each is exempt.

    And whether it is so for every placement within the deviations, and whether for any.
    """

    said: Bools
    surely: Bools
    perhaps: Bools


def exemption(prepared: Prepared, attacker: Ints, target: Ints, piece: Ints) -> Exempt:
    """The exemption of pieces (n, k) for attackers (n,) of targets (n,); total pieces are never exempt."""
    pieces, runs = prepared.pieces, prepared.runs
    nowhere = np.zeros(piece.shape, dtype=np.bool_)
    row, column = np.nonzero((piece >= 0) & pieces.partial[piece])
    if len(row) == 0:
        return Exempt(nowhere, nowhere, nowhere)
    figures, figure = np.unique(attacker, return_inverse=True)
    partial = np.flatnonzero(pieces.partial)
    away = _distances(prepared, figures, partial)
    off = prepared.folds.outer_in[figures][:, None] + pieces.slack_in[partial]
    nearest = np.full((len(prepared.names), len(figures)), np.inf)
    np.minimum.at(nearest, runs.perhaps[pieces.owner[partial]], (away - off).T)
    owner = pieces.owner[piece[row, column]]
    near = nearest[runs.perhaps[owner], figure[row]] <= BESIDE_IN + ROUNDING_IN
    row, column, owner = row[near], column[near], owner[near]
    if len(row) == 0:
        return Exempt(nowhere, nowhere, nowhere)
    total = _total_near(prepared, figures)
    base = prepared.bases_from + target[row]
    ignoring = np.where((total[figure[row]] == base[:, None]).any(axis=1), base, -1)
    asked = np.stack([figure[row], runs.said[owner], runs.surely[owner], ignoring], axis=1)
    cases, case = np.unique(asked, axis=0, return_inverse=True)
    beside = away <= BESIDE_IN + ROUNDING_IN
    of_case, member = np.nonzero(beside[cases[:, 0]] & (runs.said[pieces.owner[partial]] == cases[:, 1:2]))
    joins, firm = _joined(
        prepared, figures[cases[of_case, 0]], partial[member], total[cases[of_case, 0]], cases[of_case, 3]
    )
    firm &= runs.surely[pieces.owner[partial[member]]] == cases[of_case, 2]
    said, surely = np.zeros(len(cases), dtype=np.bool_), np.zeros(len(cases), dtype=np.bool_)
    said[of_case[joins]] = True
    surely[of_case[firm]] = True
    exact = off.max() == 0
    answers = said, said if exact else surely, said if exact else np.ones_like(said)
    return Exempt(*(_placed(nowhere, row, column, answer[case.reshape(-1)]) for answer in answers))


def _placed(nowhere: Bools, row: Ints, column: Ints, found: Bools) -> Bools:
    placed = nowhere.copy()
    placed[row, column] = found
    return placed


def _distances(prepared: Prepared, figures: Ints, piece: Ints) -> Floats:
    """From the folds of figures (f,) to pieces (p,)."""
    pieces, ends = prepared.pieces, prepared.folds.ends[figures]
    apart = segment_distance(ends[:, :1], ends[:, 1:], pieces.a[piece], pieces.b[piece])
    return np.maximum(apart - pieces.radius_in[piece], 0.0)


def _total_near(prepared: Prepared, figures: Ints) -> Ints:
    """The total pieces that can stand between each figure and what is within an inch of it, but for its own
    base.
    """
    pieces = prepared.pieces
    near = np.zeros((len(figures), len(pieces.a)), dtype=np.bool_)
    total = np.flatnonzero(pieces.total)
    near[:, total] = _distances(prepared, figures, total) <= BESIDE_IN + pieces.slack_in[total]
    near[np.arange(len(figures)), prepared.bases_from + figures] = False
    return packed(near)


def _joined(prepared: Prepared, figure: Ints, far: Ints, total: Ints, ignoring: Ints) -> tuple[Bools, Bools]:
    """Whether a line of at most an inch joins figures' folds (n,) to pieces `far` (n,) past the total
    pieces (n, k) but those they are `ignoring`, and whether the nearest such line does so for certain.
    """
    pieces, folds = prepared.pieces, prepared.folds
    around = np.where(total == ignoring[:, None], -1, total)
    pairs = Pairs(folds.ends[figure, 0], folds.ends[figure, 1], pieces.a[far], pieces.b[far], around)
    start, end = nearest_points(pairs.a0, pairs.a1, pairs.b0, pairs.b1)
    apart = np.abs(end - start) - pieces.radius_in[far]
    room = segment_distance(start[:, None], end[:, None], pieces.a[around], pieces.b[around])
    room = np.where(around >= 0, room - pieces.radius_in[around], np.inf)
    joins = (room.min(axis=1, initial=np.inf) > ROUNDING_IN) | (np.abs(end - start) <= ROUNDING_IN)
    unclear = np.flatnonzero(~joins)
    if len(unclear):
        seen = views(pairs.rows(unclear), pieces)
        counts = pieces.total[seen.parts.piece]
        free, _ = shortest_lines(seen, counts, np.zeros_like(counts), len(unclear))
        joins[unclear] = free.length_in - pieces.radius_in[far[unclear]] <= BESIDE_IN + ROUNDING_IN
    off = folds.inner_in[figure] + pieces.slack_in[far]
    spare = (room - np.where(around >= 0, pieces.slack_in[around], 0.0)).min(axis=1, initial=np.inf)
    firm = joins & (apart + off <= BESIDE_IN + ROUNDING_IN) & ((spare > off) | (off == 0))
    return joins, firm
