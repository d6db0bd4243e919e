"""How far both folds of a blocked pair must grow before a line opens.

A piece counts as far as it surely stands between the grown folds (see between), so the growth found is
never more than the true one.
"""

import numpy as np
from pennysight.rules.pieces import Pieces
from pennysight.rules.plane import Bools, Floats, Ints, dot, nearest_points
from pennysight.rules.seeing.between import between_grown, lasting
from pennysight.rules.seeing.linespace import (
    TOUCH_IN,
    TurningPoints,
    allowed,
    fold_lines,
    shades,
    turning_points,
)
from pennysight.rules.seeing.room import CLOSE_IN, MOST_IN
from pennysight.rules.seeing.views import Pairs, Views

ANY_IN = 1e-3
TRIED_AT_ONCE = 16
FINER = 40  # into which a stretch of growth is divided, twice
BROADEST = 10  # pieces that are tried on their own
WELL_INSIDE_IN = 1e-3
BESIDE = np.exp(1e-5j)  # so little beside a turning point, on either side, is looked


def most_growth(pairs: Pairs, pieces: Pieces, total: Bools) -> Floats:
    """The greatest growth (n,) of both folds that opens no line past the pieces `total` (n, k).

    At most `MOST_IN`; half the distance is always enough, since then the grown folds meet. What stands
    between when the folds have grown a lot also stands there before, so one look proves a growth for all
    that is less. Growth opens a line round the pieces, or through one that no longer counts whole, and it
    is looked for there.
    """
    near_a, near_b = nearest_points(pairs.a0, pairs.a1, pairs.b0, pairs.b1)
    most = np.minimum(MOST_IN, np.abs(near_b - near_a) / 2)
    growth = _proven(pairs, pieces, total, most)
    left = np.flatnonzero(growth < most - CLOSE_IN)
    high = opening(pairs.rows(left), pieces, total[left], np.zeros((2, len(left))), most[left])
    undecided = high - growth[left] > CLOSE_IN
    growth[left[~undecided]] = high[~undecided]
    left, high = left[undecided], high[undecided]
    if len(left) == 0:
        return growth
    some, of_some = pairs.rows(left), total[left]
    ends = np.where(of_some, lasting(some, pieces) - TOUCH_IN, np.inf)
    ends = np.where(ends > growth[left, None], ends, np.inf)
    steps = np.minimum(np.sort(ends, axis=1), high[:, None])
    low, high = _narrowed(some, pieces, of_some, steps, growth[left], high)
    beyond = _proven(some, pieces, of_some, low + CLOSE_IN) >= low + CLOSE_IN
    wide = np.flatnonzero(beyond & (high - low > CLOSE_IN))
    for _ in range(2):
        grid = low[wide, None] + np.linspace(0.0, 1.0, FINER + 1)[1:] * (high - low)[wide, None]
        low[wide], high[wide] = _narrowed(some.rows(wide), pieces, of_some[wide], grid, low[wide], high[wide])
    growth[left] = low
    return growth


def _narrowed(
    pairs: Pairs, pieces: Pieces, total: Bools, steps: Floats, low: Floats, high: Floats
) -> tuple[Floats, Floats]:
    """The growth that is proven, and one of the growths `steps` (n, c), in order, that is not, or `high`."""
    count = steps.shape[1]
    low, high = low.copy(), high.copy()
    below, above = np.full(len(low), -1), np.full(len(low), count)
    while True:
        left = np.flatnonzero(above - below > 1)
        if len(left) == 0:
            return low, high
        tries = min(max(1, TRIED_AT_ONCE // len(left)), count)
        share = np.arange(1, tries + 1)[:, None] / (tries + 1)
        column = below[left] + np.ceil(share * (above[left] - below[left])).astype(np.int64)
        column = np.minimum(column, above[left] - 1)
        many = np.tile(left, tries)
        tried = steps[left, column]
        proven = _proven(pairs.rows(many), pieces, total[many], tried.ravel()).reshape(tries, -1)
        shut = proven >= tried
        below[left] = np.maximum(below[left], np.where(shut, column, -1).max(axis=0))
        above[left] = np.minimum(above[left], np.where(shut, count, column).min(axis=0))
        low[left] = np.maximum(low[left], proven.max(axis=0))
        high[left] = np.minimum(high[left], np.where(shut, np.inf, tried).min(axis=0))


def _proven(pairs: Pairs, pieces: Pieces, total: Bools, growth: Floats) -> Floats:
    """How much growth of both folds, at most `growth`, is proven to open no line by what stands between
    then.
    """
    return opening(pairs, pieces, total, np.stack([growth, growth]), growth)


def opening(
    pairs: Pairs,
    pieces: Pieces,
    total: Bools,
    standing: Floats,
    within: Floats | float,
    grown: Floats | None = None,
    loose: bool = False,
) -> Floats:
    """How much farther than `grown` (2, n), not at all if None, folds a and b must grow for a line to open
    past what stands between folds grown by `standing` (2, n).

    That is 0 if one is open. Only what opens `within` so much is looked for. With `loose`, every body may
    besides be off by its slack.

    Along the rim of what is shaded the growth that opens a line is least where the rim has a corner, or
    where both folds are equally far from the line: at turning points, and at lines that touch both folds.
    """
    grown = np.zeros_like(standing) if grown is None else grown
    seen, slack, body = between_grown(pairs, pieces, total, standing, loose)
    least = np.zeros(len(pairs.a0)) + within
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
            points = points.rows(~_hidden(seen, points, slack))
    return least


def _hidden(seen: Views, points: TurningPoints, slack: Floats) -> Bools:
    """Which turning points lie well inside the shade of one piece, so that no line opens there.

    Broad pieces are tried first; what is left then is looked at as a whole.
    """
    breadth = np.where(
        seen.parts.ok,
        np.abs(dot(seen.way[:, None], 1j * (seen.parts.v1 - seen.parts.v0))) + seen.parts.radius,
        0.0,
    )
    broadest = np.argsort(-breadth, axis=1)[:, :BROADEST]
    hidden = np.zeros(len(points.view), dtype=np.bool_)
    normal = points.normal
    for column in broadest.T:
        left = np.flatnonzero(~hidden)
        view = points.view[left]
        piece = column[view]
        one, other = (
            dot(normal[left], seen.parts.v0[view, piece]),
            dot(normal[left], seen.parts.v1[view, piece]),
        )
        keep = seen.parts.radius[view, piece] - slack[view, piece] - WELL_INSIDE_IN
        offset = points.offset[left]
        inside = (np.minimum(one, other) - keep < offset) & (offset < np.maximum(one, other) + keep)
        hidden[left] = inside & seen.parts.ok[view, piece]
    return hidden


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
