"""Lines as directions and offsets, and what shades them.

A line is the points p with p . normal = offset, its normal a quarter turn to the left of its direction. At
one direction a piece shades an interval of offsets. The ends of two intervals meet only at the direction of
a line through two corners, or tangent to discs; between two such directions next to one another the picture
is one and the same.
"""

from dataclasses import dataclass

import numpy as np
from pennysight.rules.plane import Bools, Floats, Ints, Points, dot
from pennysight.rules.seeing.nearby import packed
from pennysight.rules.seeing.views import Views

FAR_IN = 1e6  # an offset beyond every line
TOUCH_IN = 1e-6  # a gap no wider than this is none, and an overlap of less is touching
SAME_IN = 1e-9  # points no farther apart than this are one
BROADEST = 10  # pieces that are tried on their own
WELL_INSIDE_IN = 1e-3


@dataclass(frozen=True)
class TurningPoints:
    """Lines through two corners, fold ends or tangents, all toward fold b."""

    view: Ints
    normal: Points  # (t,) unit
    offset: Floats
    one: Ints  # the columns of the two corners
    other: Ints

    def rows(self, rows: Bools | Ints) -> "TurningPoints":
        """The turning points of those rows."""
        return TurningPoints(*(getattr(self, name)[rows] for name in TurningPoints.__dataclass_fields__))


@dataclass(frozen=True)
class Rims:
    """What bounds gaps at one side: corners, or discs about them that `bulge` toward greater offsets."""

    centre: Points  # (g,)
    bulge: Floats  # (g,)

    def rows(self, rows: Bools | Ints) -> "Rims":
        """The rims of those rows."""
        return Rims(self.centre[rows], self.bulge[rows])

    def and_(self, more: "Rims") -> "Rims":
        """These rims and more."""
        return Rims(np.concatenate([self.centre, more.centre]), np.concatenate([self.bulge, more.bulge]))

    def offset(self, normal: Points) -> Floats:
        """The offset of the line that touches each rim."""
        return dot(normal, self.centre) + self.bulge


def fold_lines(views: Views, grown: Floats) -> TurningPoints:
    """The lines that touch two fold ends on the same side, the folds being `grown` (2, m)."""
    ends = _fold_ends(views)
    bulge = np.repeat(grown.T, 2, axis=1)
    all_there = np.ones(ends.shape, dtype=np.bool_)
    if (grown[0] == grown[1]).all():
        return lines_through(views.way, ends, np.zeros(ends.shape), all_there)
    one, other = (lines_through(views.way, ends, side * bulge, all_there) for side in (1.0, -1.0))
    return TurningPoints(
        *(
            np.concatenate([getattr(one, name), getattr(other, name)])
            for name in TurningPoints.__dataclass_fields__
        )
    )


def turning_points(
    views: Views, beside_in: Floats | None = None, slack: Floats | None = None
) -> TurningPoints:
    """All turning points of the views.

    With `beside_in` (m,), only of corners and discs that reach to within so much of the ground straight
    between the folds. With `slack` (m, k), also of parts that are less by so much on either side.
    """
    parts, folds = views.parts, _fold_ends(views)
    round_ = parts.radius > 0
    again = np.zeros(parts.ok.shape, dtype=np.bool_)  # the end of an edge that is the start of the next
    again[:, :-1] = (parts.v1[:, :-1] == parts.v0[:, 1:]) & ~round_[:, :-1] & ~round_[:, 1:] & parts.ok[:, 1:]
    starts, ends = np.where(round_, parts.centre, parts.v0), np.where(round_, parts.centre, parts.v1)
    rims = [(starts, parts.radius, parts.ok), (ends, -parts.radius, parts.ok & ~again)]
    if slack is not None and slack.any():
        loose = parts.ok & (slack > 0)
        less = parts.radius - slack
        rims += [(starts, less, loose), (ends, -less, loose)]
        rims += [(starts, -less, loose & ~round_), (ends, less, loose & ~round_)]
    corner, bulge, ok = (np.concatenate(part, axis=1) for part in zip(*rims, strict=True))
    if beside_in is not None:
        across = 1j * views.way[:, None]
        side, reach = dot(across, corner), np.abs(bulge) + beside_in[:, None]
        of_folds = dot(across, folds)
        ok &= side + reach >= of_folds.min(axis=1, keepdims=True)
        ok &= side - reach <= of_folds.max(axis=1, keepdims=True)
    return lines_through(
        views.way,
        np.concatenate([folds, corner], axis=1),
        np.concatenate([np.zeros(folds.shape), bulge], axis=1),
        np.concatenate([np.ones(folds.shape, dtype=np.bool_), ok], axis=1),
    )


def _fold_ends(views: Views) -> Points:
    return np.stack([views.a0, views.a1, views.b0, views.b1], axis=1)


def lines_through(way: Points, corner: Points, bulge: Floats, ok: Bools) -> TurningPoints:
    """The lines through each two corners (m, c), or tangent to discs about them that bulge to one side, all
    toward where `way` (m,) points.
    """
    there = packed(ok)
    count = ok.sum(axis=1)
    pairs = count * (count - 1) // 2
    view = np.repeat(np.arange(len(ok)), pairs)
    other, one = np.tril_indices(there.shape[1], -1)  # the first n (n - 1) / 2 pair the first n
    row = np.arange(len(view)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
    one, other = there[view, one[row]], there[view, other[row]]
    span, rise = corner[view, other] - corner[view, one], bulge[view, one] - bulge[view, other]
    apart = np.abs(span)
    real = np.flatnonzero((np.abs(rise) <= apart) & (apart > SAME_IN))
    span, sine = span[real] / apart[real], rise[real] / apart[real]
    cosine = np.sqrt(1.0 - sine**2)
    along = span * (cosine - 1j * sine)
    along = np.where((sine == 0) & (dot(way[view[real]], along) < 0), -along, along)
    second = np.flatnonzero(
        sine
    )  # one line goes through two points, but two are tangent from a point to a disc
    along = np.concatenate([along, -span[second] * (cosine[second] + 1j * sine[second])])
    real = np.concatenate([real, real[second]])
    view, one, other = view[real], one[real], other[real]
    toward = np.flatnonzero(dot(way[view], along) > 0)
    view, one, other, normal = view[toward], one[toward], other[toward], 1j * along[toward]
    return TurningPoints(view, normal, dot(normal, corner[view, one]) + bulge[view, one], one, other)


def allowed(views: Views, view: Ints, normal: Points, grown: Floats | None = None) -> tuple[Floats, Floats]:
    """The offsets of lines that meet both folds, the wrong way round if there are none.

    The folds may be `grown` (2, m), a and b of each view.
    """
    a = dot(normal, views.a0[view]), dot(normal, views.a1[view])
    b = dot(normal, views.b0[view]), dot(normal, views.b1[view])
    more_a, more_b = (0.0, 0.0) if grown is None else grown[:, view]
    low = np.maximum(np.minimum(*a) - more_a, np.minimum(*b) - more_b)
    high = np.minimum(np.maximum(*a) + more_a, np.maximum(*b) + more_b)
    return low, high


def shades(views: Views, view: Ints, normal: Points) -> tuple[Floats, Floats]:
    """The offsets (r, k) that each piece shades, beyond every line where there is no piece."""
    normal = normal[:, None]
    one, other = dot(normal, views.parts.s0[view]), dot(normal, views.parts.s1[view])
    low, high = np.minimum(one, other), np.maximum(one, other)
    radius = views.parts.radius[view]
    if radius.any():
        centre = views.parts.centre[view]
        front_a, front_b = views.front_a.rows(view), views.front_b.rows(view)
        for side in (-1.0, 1.0):
            top = centre + side * radius * normal
            seen = (radius > 0) & (front_a.depth(top) >= -SAME_IN) & (front_b.depth(top) >= -SAME_IN)
            offset = np.where(seen, dot(normal, top), low)
            low, high = np.minimum(low, offset), np.maximum(high, offset)
    if views.parts.flush.any():
        along = views.parts.flush[view] & (high - low <= 2 * TOUCH_IN)
        low, high = low - 4 * TOUCH_IN * along, high + 4 * TOUCH_IN * along
    ok = views.parts.ok[view]
    return np.where(ok, low, FAR_IN), np.where(ok, high, FAR_IN)


def shade_rims(views: Views, view: Ints, normal: Points, column: Ints) -> Rims:
    """What is at an end (r,) of shades: of all their lower ends, all their upper ones, and then the least and
    the greatest of the offsets allowed.
    """
    count = views.parts.ok.shape[1]
    centre, bulge = _fold_ends_at(views, view, normal, column == 2 * count), np.zeros(len(view))
    of_part = np.flatnonzero(column < 2 * count)
    if len(of_part) == 0:
        return Rims(centre, bulge)
    view, normal, column = view[of_part], normal[of_part], column[of_part]
    at, side = (view, column % count), np.where(column < count, -1.0, 1.0)
    one, other = views.parts.v0[at], views.parts.v1[at]
    corner = np.where(side * dot(normal, other - one) > 0, other, one)
    middle, radius = views.parts.centre[at], views.parts.radius[at]
    top = middle + side * radius * normal
    round_ = (radius > 0) & (side * dot(normal, top - corner) > 0)
    for front in (views.front_a, views.front_b):
        round_ &= dot(front.normal[view], top - front.anchor[view]) >= -SAME_IN
    centre[of_part], bulge[of_part] = np.where(round_, middle, corner), np.where(round_, side * radius, 0.0)
    return Rims(centre, bulge)


def _fold_ends_at(views: Views, view: Ints, normal: Points, least: Bools) -> Points:
    """The fold end that the least of the allowed offsets is at, or else the greatest."""
    side = np.where(least, -1.0, 1.0)
    foremost = []
    for one, other in ((views.a0[view], views.a1[view]), (views.b0[view], views.b1[view])):
        foremost.append(np.where(side * dot(normal, other - one) > 0, other, one))
    a, b = foremost
    return np.where(side * dot(normal, b - a) < 0, b, a)  # the innermost of the two


def hidden(views: Views, view: Ints, normal: Points, offset: Floats, slack: Floats) -> Bools:
    """Which lines run well inside the shade of one part, each being less by its slack (m, k).

    Broad parts are tried first, and only so many.
    """
    parts = views.parts
    breadth = np.where(
        parts.ok, np.abs(dot(views.way[:, None], 1j * (parts.v1 - parts.v0))) + parts.radius, 0.0
    )
    broadest = np.argsort(-breadth, axis=1)[:, :BROADEST]
    keep = np.where(parts.ok, parts.radius - slack - WELL_INSIDE_IN, -FAR_IN)
    v0, v1, keep = (np.take_along_axis(some, broadest, axis=1) for some in (parts.v0, parts.v1, keep))
    found = np.zeros(len(view), dtype=np.bool_)
    left = np.arange(len(view))
    for column in range(broadest.shape[1]):
        at = view[left], column
        one, other, place = dot(normal[left], v0[at]), dot(normal[left], v1[at]), offset[left]
        inside = (np.minimum(one, other) - keep[at] < place) & (place < np.maximum(one, other) + keep[at])
        found[left[inside]] = True
        left = left[~inside]
    return found
