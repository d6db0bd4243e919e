"""Which pieces can matter between two folds, told by a box about both."""

from collections.abc import Iterator

import numpy as np
from pennysight.rules.plane import Bools, Floats, Ints, unit
from pennysight.rules.prepared import Prepared


def pieces_about(prepared: Prepared, one: Ints, other: Ints) -> tuple[Floats, Bools]:
    """How far each piece (n, p) is outside the box about the folds of figures `one` and `other` (n,), 0
    inside; and whether it can hinder them: neither their own bases nor who lies down can (HA-02, HA-03).
    """
    centre, ends = prepared.folds.centre, prepared.folds.ends
    pieces = prepared.pieces
    way = unit(centre[other] - centre[one])
    way = np.where(way == 0, 1.0, way)
    half = np.abs(ends[:, 1] - ends[:, 0]) / 2
    reach = np.maximum(half[one], half[other])[:, None]
    length = np.abs(centre[other] - centre[one])[:, None]
    a = (pieces.a - centre[one][:, None]) * np.conj(way)[:, None]
    b = (pieces.b - centre[one][:, None]) * np.conj(way)[:, None]
    ahead = np.minimum(a.real, b.real) - length
    behind = -np.maximum(a.real, b.real)
    left, right = np.minimum(a.imag, b.imag), -np.maximum(a.imag, b.imag)
    outside = np.maximum(np.maximum(ahead, behind), np.maximum(left, right)) - reach - pieces.radius_in
    hinders = np.broadcast_to(pieces.total | pieces.partial, outside.shape).copy()
    row = np.arange(len(one))
    hinders[row, prepared.bases_from + one] = False
    hinders[row, prepared.bases_from + other] = False
    return np.maximum(outside, 0.0), hinders


def packed(chosen: Bools) -> Ints:
    """The columns that are chosen in each row, to the left, and then -1 (n, k)."""
    row, column = np.nonzero(chosen)
    count = chosen.sum(axis=1)
    table = np.full((len(chosen), int(count.max(initial=0))), -1, dtype=np.int64)
    table[row, np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)] = column
    return table


def batches(piece: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Rows with about as many pieces each, and their pieces, so that padding costs little."""
    count = (piece >= 0).sum(axis=1)
    size = np.ceil(np.log2(np.maximum(count, 1))).astype(np.int64)
    for step in np.unique(size):
        rows = np.flatnonzero(size == step)
        yield rows, piece[rows, : int(count[rows].max())]
