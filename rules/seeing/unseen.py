"""Whether the hidden stay hidden from folds that have grown, with every body as far off as it may be.

A piece counts as far as it surely stands between the grown folds (see between).
"""

import numpy as np
from pennysight.rules.pieces import Pieces
from pennysight.rules.plane import Bools, Floats, Ints
from pennysight.rules.seeing.between import between_grown
from pennysight.rules.seeing.linespace import (
    TOUCH_IN,
    allowed,
    fold_lines,
    hidden,
    shades,
    turning_points,
)
from pennysight.rules.seeing.views import Pairs

ANY_IN = 1e-3  # more growth than this is not looked at
BESIDE = np.exp(1e-5j)  # so little beside a turning point, on either side, is looked


def stays_hidden(pairs: Pairs, pieces: Pieces, hiding: Bools, grown: Floats) -> Bools:
    """Whether no line is open (n,) past what of the pieces `hiding` (n, k) stands between folds a and b that
    have `grown` (2, n), every body being off by its slack.

    Along the rim of what is shaded the growth that opens a line is least where the rim has a corner, or
    where both folds are equally far from the line: at turning points, and at lines that touch both folds.
    """
    seen, slack, body = between_grown(pairs, pieces, hiding, grown, True)
    least = np.full(len(pairs.a0), ANY_IN)
    points = fold_lines(seen, grown)
    for last in (False, True):
        view = np.concatenate([points.view, points.view])
        normal = np.concatenate([points.normal * BESIDE, points.normal / BESIDE])
        low, high = allowed(seen, view, normal, grown)
        opens = _opens(low, high, shades(seen, view, normal), slack[view], body[view], least[view])
        np.minimum.at(least, view, np.maximum(opens, 0.0))
        if not last:
            points = turning_points(seen, least + grown.max(axis=0), slack)
            low, high = allowed(seen, points.view, points.normal, grown)
            points = points.rows(np.maximum(low - points.offset, points.offset - high) < least[points.view])
            points = points.rows(~hidden(seen, points.view, points.normal, points.offset, slack))
    return least > 0


def _reach(
    middle: Floats, shades: tuple[Floats, Floats], seed: Ints, slack: Floats, body: Ints, enough: Floats
) -> Floats:
    """How far the shade that hangs together with the shade `seed` (r,), which covers the middle, surely
    reaches towards greater offsets; if beyond `enough` (r,), at least beyond that.

    Shades (r, k) hang together where they touch, or overlap by more than their bodies may move apart.
    """
    low, high = shades
    rows = np.arange(len(middle))
    edge, edge_slack, edge_body = high[rows, seed], slack[rows, seed], body[rows, seed]
    while True:
        rows = rows[(edge - edge_slack)[rows] < enough[rows]]
        apart = np.where(body[rows] == edge_body[rows, None], 0.0, slack[rows] + edge_slack[rows, None])
        top = np.where(low[rows] + apart <= edge[rows, None] + TOUCH_IN, high[rows], -np.inf)
        best = top.argmax(axis=1)
        farther = top[np.arange(len(rows)), best] > edge[rows]
        rows, best = rows[farther], best[farther]
        if len(rows) == 0:
            return np.maximum(edge - edge_slack, middle)
        edge[rows], edge_slack[rows], edge_body[rows] = high[rows, best], slack[rows, best], body[rows, best]


def _opens(
    low: Floats, high: Floats, shades: tuple[Floats, Floats], slack: Floats, body: Ints, enough: Floats
) -> Floats:
    """How much the wanted offsets (r,) must grow to reach out of the shade that covers their middle; if as
    much as `enough` (r,), at least so much.
    """
    middle, growth = (low + high) / 2, (low - high) / 2
    if shades[0].shape[1] == 0:
        return growth
    depth = np.minimum(middle[:, None] - shades[0], shades[1] - middle[:, None])
    seed = depth.argmax(axis=1)
    covered = np.flatnonzero(depth[np.arange(len(seed)), seed] >= -TOUCH_IN)
    middle, seed, low, high, enough = (
        middle[covered],
        seed[covered],
        low[covered],
        high[covered],
        enough[covered],
    )
    slack, body = slack[covered], body[covered]
    starts, ends = shades[0][covered], shades[1][covered]
    up = _reach(middle, (starts, ends), seed, slack, body, high + enough) - high
    nearest = np.minimum(up, enough)
    down = low + _reach(-middle, (-ends, -starts), seed, slack, body, nearest - low)
    growth[covered] = np.minimum(nearest, down)
    return growth
