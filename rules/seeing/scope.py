"""What is about two figures: their folds, and the pieces that can matter to what one sees of the other."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pennysight.rules.plane import Bools, Ints, Points, crosses, point_distance, segment_distance
from pennysight.rules.prepared import Prepared
from pennysight.rules.seeing.exemption import exemption
from pennysight.rules.seeing.linespace import TOUCH_IN
from pennysight.rules.seeing.nearby import packed, pieces_about
from pennysight.rules.seeing.room import MOST_IN
from pennysight.rules.seeing.views import Pairs

ABOUT_IN = 0.01  # what is farther than this outside the folds' hull is in no line's way


TOTAL, PARTIAL, CLOSE, EXEMPT, SURELY_EXEMPT, PERHAPS_EXEMPT = (np.uint8(1 << bit) for bit in range(6))

FEWEST = 8  # pieces: rows with less are not told apart
SMALL = 8  # rows: a batch of no more is not divided


@dataclass(frozen=True)
class Scope:
    """Attackers and targets (n,), indices into the scene's figures, with the pieces about them.

    `marks` (n, k) has bits for each of the pairs' pieces: what it is, whether it is close enough for a line
    from fold to fold to meet it, and whether it is exempt (HA-07), surely or perhaps.
    """

    attacker: Ints
    target: Ints
    pairs: Pairs
    marks: NDArray[np.uint8]
    exact: Bools  # (n,) whether nothing about the row has any deviation

    @property
    def total(self) -> Bools:
        """Which pieces are total."""
        return self.marked(TOTAL)

    @property
    def partial(self) -> Bools:
        """Which pieces are partial."""
        return self.marked(PARTIAL)

    @property
    def counting(self) -> Bools:
        """Which pieces are partial and not exempt."""
        return np.asarray(self.marks & (PARTIAL | EXEMPT) == PARTIAL)

    def marked(self, mark: np.uint8) -> Bools:
        """Which pieces have the mark."""
        return np.asarray(self.marks & mark != 0)

    def without_exemption(self) -> "Scope":
        """The scope as if nothing were exempt."""
        return self._with(self.pairs.piece, self.marks & (TOTAL | PARTIAL | CLOSE))

    def rows(self, rows: Ints) -> "Scope":
        """The scope of those rows."""
        return Scope(
            self.attacker[rows], self.target[rows], self.pairs.rows(rows), self.marks[rows], self.exact[rows]
        )

    def only(self, chosen: Bools) -> "Scope":
        """The scope with the chosen pieces alone."""
        column = packed(chosen)
        row = np.arange(len(column))[:, None]
        there = column >= 0
        piece = np.where(there, self.pairs.piece[row, column], -1)
        return self._with(piece, np.where(there, self.marks[row, column], 0).astype(np.uint8))

    def batches(self) -> Iterator[tuple[Ints, "Scope"]]:
        """The rows in batches with about as many pieces each, so that little is looked at for nothing."""
        count = (self.pairs.piece >= 0).sum(axis=1)
        size = np.ceil(np.log2(np.maximum(count, FEWEST)))
        if len(size) <= SMALL:
            size[:] = 0
        for step in sorted(set(size.tolist())):
            rows = np.flatnonzero(size == step)
            width = int(count[rows].max())
            part = self.rows(rows)
            yield rows, part._with(part.pairs.piece[:, :width], part.marks[:, :width])

    def batches_of(self, rows: Ints, chosen: Bools) -> Iterator[tuple[Ints, "Scope"]]:
        """Those rows with the chosen pieces (n, k) alone, in batches."""
        if len(rows):
            for some, batch in self.rows(rows).only(chosen[rows]).batches():
                yield rows[some], batch

    def _with(self, piece: Ints, marks: NDArray[np.uint8]) -> "Scope":
        pairs = Pairs(self.pairs.a0, self.pairs.a1, self.pairs.b0, self.pairs.b1, piece)
        return Scope(self.attacker, self.target, pairs, marks, self.exact)


def scope_of(prepared: Prepared, attacker: Ints, target: Ints) -> Scope:
    """The scope of what figures `attacker` see of figures `target`."""
    pieces, folds = prepared.pieces, prepared.folds
    low, high = np.minimum(attacker, target), np.maximum(attacker, target)
    _, first, of = np.unique(low * len(folds.centre) + high, return_index=True, return_inverse=True)
    outside, hinders = pieces_about(prepared, low[first], high[first])
    loose = pieces.slack_in.max(initial=0.0) + folds.outer_in.max(initial=0.0)
    piece = packed(hinders & (outside <= np.where(pieces.total, MOST_IN, 0.0) + ABOUT_IN + loose))[of]
    there = piece >= 0
    marks = np.where(there & pieces.total[piece], TOTAL, 0) | np.where(
        there & pieces.partial[piece], PARTIAL, 0
    )
    marks |= np.where(there & (outside[of[:, None], piece] <= ABOUT_IN), CLOSE, 0)
    exempt = exemption(prepared, attacker, target, piece)
    for which, mark in (
        (exempt.said, EXEMPT),
        (exempt.surely, SURELY_EXEMPT),
        (exempt.perhaps, PERHAPS_EXEMPT),
    ):
        marks |= np.where(which, mark, 0)
    pairs = Pairs(
        folds.ends[attacker, 0], folds.ends[attacker, 1], folds.ends[target, 0], folds.ends[target, 1], piece
    )
    off = folds.outer_in[attacker] + folds.outer_in[target]
    slack = np.where(there, pieces.slack_in[piece], 0.0).max(axis=1, initial=0.0)
    return Scope(attacker, target, pairs, marks.astype(np.uint8), off + slack == 0)


def met(prepared: Prepared, scope: Scope, start: Points, end: Points, among: Bools) -> Bools:
    """Which of the pieces `among` (n, k) the lines (n,) from start to end cross."""
    pieces, piece = prepared.pieces, scope.pairs.piece
    a, b, radius = pieces.a[piece], pieces.b[piece], pieces.radius_in[piece]
    start, end = start[:, None], end[:, None]
    round_ = point_distance(a, start, end) < radius - TOUCH_IN
    return np.asarray(among & np.where(radius > 0, round_, crosses(start, end, a, b)))


def met_or_touched(prepared: Prepared, scope: Scope, start: Points, end: Points, among: Bools) -> Bools:
    """Which of the pieces the lines cross, or touch where a line crosses none: it may run through a joint."""
    crossed: Bools = met(prepared, scope, start, end, among)
    pieces, piece = prepared.pieces, scope.pairs.piece
    away = (
        segment_distance(start[:, None], end[:, None], pieces.a[piece], pieces.b[piece])
        - pieces.radius_in[piece]
    )
    return np.where(crossed.any(axis=1, keepdims=True), crossed, among & (away <= TOUCH_IN))


def names_along(prepared: Prepared, scope: Scope, start: Points, among: Bools) -> list[list[str]]:
    """For each line the names of what the pieces `among` (n, k) belong to, each once, the nearest to the
    line's start (n,) first.
    """
    pieces = prepared.pieces
    row, column = np.nonzero(among)
    piece = scope.pairs.piece[row, column]
    order = np.lexsort((point_distance(start[row], pieces.a[piece], pieces.b[piece]), row))
    names: list[dict[str, None]] = [{} for _ in start]
    for line, owner in zip(row[order].tolist(), pieces.owner[piece[order]].tolist(), strict=True):
        names[line][prepared.names[owner]] = None
    return [list(named) for named in names]
