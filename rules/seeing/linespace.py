"""Lines as directions and offsets, and what shades them.

A line is the points p with p . normal = offset, its normal a quarter turn to the left of its direction. At
one direction a piece shades an interval of offsets. The ends of two intervals meet only at the direction of
a line through two corners, or tangent to discs; between two such directions next to one another the picture
is one and the same.
"""

from dataclasses import dataclass

import numpy as np
from pennysight.rules.plane import Bools, Floats, Ints, Points, dot
from pennysight.rules.seeing.views import BEHIND_IN, Views

FAR_IN = 1e6  # an offset beyond every line


def normals(views: Views, view: Ints, turn: Floats) -> Points:
    """The normals of lines turned by `turn` (radians) from their view's way."""
    return np.asarray(1j * views.way[view] * np.exp(1j * turn))


@dataclass(frozen=True)
class TurningPoints:
    """Lines through two corners, fold ends or tangents; `of_folds` marks those through two fold ends."""

    view: Ints
    turn: Floats  # radians from the view's way
    offset: Floats
    of_folds: Bools

    def rows(self, rows: Bools | Ints) -> "TurningPoints":
        """The turning points of those rows."""
        return TurningPoints(self.view[rows], self.turn[rows], self.offset[rows], self.of_folds[rows])


def turning_points(views: Views) -> TurningPoints:
    """All turning points of the views."""
    round_ = views.parts.radius > 0
    folds = np.stack([views.a0, views.a1, views.b0, views.b1], axis=1)
    centre0, centre1 = (
        np.where(round_, views.parts.centre, views.parts.v0),
        np.where(round_, views.parts.centre, views.parts.v1),
    )
    again = np.zeros(views.parts.ok.shape, dtype=np.bool_)  # the end of an edge that is the start of the next
    again[:, :-1] = (
        (views.parts.v1[:, :-1] == views.parts.v0[:, 1:])
        & ~round_[:, :-1]
        & ~round_[:, 1:]
        & views.parts.ok[:, 1:]
    )
    corner = np.concatenate([folds, centre0, centre1], axis=1)
    bulge = np.concatenate([np.zeros(folds.shape), views.parts.radius, -views.parts.radius], axis=1)
    ok = np.concatenate(
        [np.ones(folds.shape, dtype=np.bool_), views.parts.ok, views.parts.ok & ~again], axis=1
    )
    one, other = np.triu_indices(corner.shape[1], 1)
    row, column = np.nonzero(ok[:, one] & ok[:, other])
    one, other = one[column], other[column]
    span, rise = corner[row, other] - corner[row, one], bulge[row, one] - bulge[row, other]
    apart = np.abs(span)
    real = (np.abs(rise) <= apart) & (apart > 1e-9)
    row, one, other, span, rise, apart = (part[real] for part in (row, one, other, span, rise, apart))
    heading = np.angle(span * np.conj(views.way[row]))
    lift = np.arcsin(rise / apart)
    turn = np.concatenate([heading - lift, heading + np.pi + lift])
    turn -= 2 * np.pi * np.round(turn / (2 * np.pi))
    view, one = np.concatenate([row, row]), np.concatenate([one, one])
    offset = dot(normals(views, view, turn), corner[view, one]) + bulge[view, one]
    return TurningPoints(view, turn, offset, np.concatenate([other, other]) < folds.shape[1])


def allowed(views: Views, view: Ints, normal: Points) -> tuple[Floats, Floats]:
    """The offsets of lines that meet both folds."""
    a = dot(normal, views.a0[view]), dot(normal, views.a1[view])
    b = dot(normal, views.b0[view]), dot(normal, views.b1[view])
    low = np.maximum(np.minimum(*a), np.minimum(*b))
    high = np.minimum(np.maximum(*a), np.maximum(*b))
    return low, high


def shades(views: Views, view: Ints, normal: Points) -> tuple[Floats, Floats]:
    """The offsets (r, k) that each piece shades, beyond every line where there is no piece."""
    normal = normal[:, None]
    one, other = dot(normal, views.parts.v0[view]), dot(normal, views.parts.v1[view])
    low, high = np.minimum(one, other), np.maximum(one, other)
    radius = views.parts.radius[view]
    if radius.any():
        centre = views.parts.centre[view]
        for side in (-1.0, 1.0):
            top = centre + side * radius * normal
            seen = (
                (radius > 0)
                & (
                    dot(views.front_a.normal[view][:, None], top - views.front_a.anchor[view][:, None])
                    >= -BEHIND_IN
                )
                & (
                    dot(views.front_b.normal[view][:, None], top - views.front_b.anchor[view][:, None])
                    >= -BEHIND_IN
                )
            )
            offset = np.where(seen, dot(normal, top), low)
            low, high = np.minimum(low, offset), np.maximum(high, offset)
    ok = views.parts.ok[view]
    return np.where(ok, low, FAR_IN), np.where(ok, high, FAR_IN)
