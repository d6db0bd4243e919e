"""What is about two figures: their folds, and the pieces that can matter to what one sees of the other."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from pennysight.rules.plane import Bools, Ints, Points, crosses, point_distance, segment_distance
from pennysight.rules.prepared import Prepared
from pennysight.rules.seeing.exemption import exemption
from pennysight.rules.seeing.lines import TOUCH_IN
from pennysight.rules.seeing.nearby import packed, pieces_about
from pennysight.rules.seeing.room import MOST_IN
from pennysight.rules.seeing.views import Pairs

ABOUT_IN = 0.01  # what is farther than this outside the folds' hull is in no line's way


@dataclass(frozen=True)
class Scope:
    """Attackers and targets (n,), indices into the scene's figures, with the pieces about them (n, k)."""

    attacker: Ints
    target: Ints
    pairs: Pairs
    total: Bools
    partial: Bools
    close: Bools  # whether a line from fold to fold can meet it
    exempt: Bools  # HA-07
    surely_exempt: Bools  # for every placement within the deviations
    perhaps_exempt: Bools  # for any
    exact: Bools  # (n,) whether nothing about the row has any deviation

    def rows(self, rows: Ints) -> "Scope":
        """The scope of those rows."""
        flags = {name: getattr(self, name)[rows] for name in Scope.__dataclass_fields__ if name != "pairs"}
        return Scope(pairs=self.pairs.rows(rows), **flags)

    def only(self, chosen: Bools) -> "Scope":
        """The scope with the chosen pieces alone."""
        column = packed(chosen)
        at = np.maximum(column, 0)

        def kept(flags: Bools) -> Bools:
            return np.take_along_axis(flags, at, 1) & (column >= 0)

        piece = np.where(column >= 0, np.take_along_axis(self.pairs.piece, at, 1), -1)
        return Scope(
            self.attacker,
            self.target,
            Pairs(self.pairs.a0, self.pairs.a1, self.pairs.b0, self.pairs.b1, piece),
            kept(self.total),
            kept(self.partial),
            kept(self.close),
            kept(self.exempt),
            kept(self.surely_exempt),
            kept(self.perhaps_exempt),
            self.exact,
        )

    def batches(self) -> Iterator[tuple[Ints, "Scope"]]:
        """The rows in batches with about as many pieces each, so that little is looked at for nothing."""
        count = (self.pairs.piece >= 0).sum(axis=1)
        size = np.ceil(np.log2(np.maximum(count, 1)))
        for step in np.unique(size):
            rows = np.flatnonzero(size == step)
            yield rows, self.rows(rows).only(np.arange(self.pairs.piece.shape[1]) < count[rows, None])


def scope_of(prepared: Prepared, attacker: Ints, target: Ints) -> Scope:
    """The scope of what figures `attacker` see of figures `target`."""
    pieces = prepared.pieces
    low, high = np.minimum(attacker, target), np.maximum(attacker, target)
    _, first, of = np.unique(low * len(prepared.folds.centre) + high, return_index=True, return_inverse=True)
    outside, hinders = pieces_about(prepared, low[first], high[first])
    loose = pieces.slack_in.max(initial=0.0) + prepared.folds.outer_in.max(initial=0.0)
    about = hinders & (outside <= np.where(pieces.total, MOST_IN, 0.0) + ABOUT_IN + loose)
    piece = packed(about)[of]
    there = piece >= 0
    close = there & (np.take_along_axis(outside[of], np.maximum(piece, 0), 1) <= ABOUT_IN)
    exempt = exemption(prepared, attacker, target, piece)
    ends = prepared.folds.ends
    pairs = Pairs(ends[attacker, 0], ends[attacker, 1], ends[target, 0], ends[target, 1], piece)
    off = prepared.folds.outer_in[attacker] + prepared.folds.outer_in[target]
    slack = np.where(there, pieces.slack_in[piece], 0.0).max(axis=1, initial=0.0)
    return Scope(
        attacker,
        target,
        pairs,
        there & pieces.total[piece],
        there & pieces.partial[piece],
        close,
        exempt.said,
        exempt.surely,
        exempt.perhaps,
        off + slack == 0,
    )


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


def names_along(prepared: Prepared, piece: Ints, start: complex) -> list[str]:
    """The names of what pieces (k,) belong to, each once, the nearest to the start of a line first."""
    pieces = prepared.pieces
    away = point_distance(np.array(start), pieces.a[piece], pieces.b[piece])
    return list(dict.fromkeys(prepared.names[pieces.owner[piece[at]]] for at in np.argsort(away)))
