"""Which partial obstacles cost the attacker nothing because he stands beside them (H-190, HA-07).

A partial obstacle, for fences the whole run of those that touch, is exempt if a line of at most an inch joins
the attacker's fold to it past every total obstacle.
"""

from dataclasses import dataclass

import numpy as np
from pennysight.rules.plane import Bools, Floats, Ints, nearest_points, segment_distance
from pennysight.rules.prepared import Pieces, Prepared
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
    pieces = prepared.pieces
    nowhere = np.zeros(piece.shape, dtype=np.bool_)
    row, column = np.nonzero((piece >= 0) & pieces.partial[piece])
    if len(row) == 0:
        return Exempt(nowhere, nowhere, nowhere)
    figures, figure = np.unique(attacker, return_inverse=True)
    partial = np.flatnonzero(pieces.partial)
    run = prepared.runs[pieces.owner[partial]]
    away = _distances(prepared, figures, partial)
    slack = prepared.folds.inner_in[figures][:, None] + pieces.slack_in[partial]
    slack_out = prepared.folds.outer_in[figures][:, None] + pieces.slack_in[partial]
    least = np.full((len(prepared.names), len(figures)), np.inf)
    np.minimum.at(least, run, (away - slack_out).T)
    owner_run = prepared.runs[pieces.owner[piece[row, column]]]
    candidate = least[owner_run, figure[row]] <= BESIDE_IN + ROUNDING_IN
    if not candidate.any():
        return Exempt(nowhere, nowhere, nowhere)
    row, column, owner_run = row[candidate], column[candidate], owner_run[candidate]
    total = _total_near(prepared, figures)
    base = prepared.bases_from + target[row]
    ignoring = np.where((total[figure[row]] == base[:, None]).any(axis=1), base, -1)
    cases, case = np.unique(np.stack([figure[row], owner_run, ignoring], axis=1), axis=0, return_inverse=True)
    case = case.reshape(-1)
    of_case, member = np.nonzero(
        (run == cases[:, 1][:, None]) & (away[cases[:, 0]] <= BESIDE_IN + ROUNDING_IN)
    )
    of_figure = cases[of_case, 0]
    around = np.where(total[of_figure] == cases[of_case, 2][:, None], -1, total[of_figure])
    ends = prepared.folds.ends[figures[of_figure]]
    far = partial[member]
    joins, room = _joined(Pairs(ends[:, 0], ends[:, 1], pieces.a[far], pieces.b[far], around), far, pieces)
    near_slack = slack[of_figure, member]
    firm = (
        joins
        & (away[of_figure, member] + near_slack <= BESIDE_IN)
        & ((room >= near_slack) | (near_slack == 0))
    )
    said, surely = np.zeros(len(cases), dtype=np.bool_), np.zeros(len(cases), dtype=np.bool_)
    said[of_case[joins]] = True
    surely[of_case[firm]] = True
    exact = slack_out.max() == 0
    perhaps = said if exact else np.ones(len(cases), dtype=np.bool_)
    return Exempt(
        *(_placed(nowhere, row, column, found[case]) for found in (said, said if exact else surely, perhaps))
    )


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


def _joined(pairs: Pairs, far: Ints, pieces: Pieces) -> tuple[Bools, Floats]:
    """Whether a line of at most an inch past total pieces joins the folds to the pieces `far`, and the room
    that the nearest such line leaves, total pieces being as near as they may be.
    """
    start, end = nearest_points(pairs.a0, pairs.a1, pairs.b0, pairs.b1)
    there = pairs.piece >= 0
    radius, slack = pieces.radius_in[pairs.piece], pieces.slack_in[pairs.piece]
    room = (
        segment_distance(start[:, None], end[:, None], pieces.a[pairs.piece], pieces.b[pairs.piece]) - radius
    )
    room = np.where(there, room, np.inf)
    firm_room = (room - np.where(there, slack, 0.0)).min(axis=1, initial=np.inf)
    joins = (room.min(axis=1, initial=np.inf) > ROUNDING_IN) | (np.abs(end - start) <= ROUNDING_IN)
    unclear = np.flatnonzero(~joins)
    if len(unclear):
        hard = pairs.rows(unclear)
        seen = views(hard, pieces)
        counts = pieces.total[seen.parts.piece]
        clear, _ = shortest_lines(seen, counts, np.zeros_like(counts), len(unclear))
        joins[unclear] = clear.length_in - pieces.radius_in[far[unclear]] <= BESIDE_IN + ROUNDING_IN
    return joins, firm_room
