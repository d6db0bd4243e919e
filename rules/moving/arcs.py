"""Which parts of the circles round corners and bases a centre can go along, and where it pays on them."""

from dataclasses import dataclass

import numpy as np
from pennysight.rules.moving.ground import Ground, on_board
from pennysight.rules.moving.rays import TOUCH_IN, Barriers, Borders
from pennysight.rules.plane import Bools, Floats, Ints, Points, cross, point_distance, unit

FULL_TURN = 2 * np.pi

Pairs = tuple[Ints, Ints]  # circles, in ascending order, each with something near it


@dataclass(frozen=True)
class Arcs:
    """For each circle its free arcs, and the angles at which a border crosses it. Angles in radians.

    An arc runs counter-clockwise from `start` for `extent`; a circle that is free all round has one of
    infinite extent. Rows are padded with arcs of extent -1 and tolls at nan. `toll_ccw` and `toll_cw` are 1
    where going that way round pays at that angle.
    """

    start: Floats  # (n, arcs)
    extent: Floats  # (n, arcs)
    toll_at: Floats  # (n, tolls)
    toll_ccw: Floats  # (n, tolls)
    toll_cw: Floats  # (n, tolls)
    toll_owner: Ints  # (n, tolls) which obstacle

    def room(self, circle: Ints, angle: Floats, side: Ints) -> Floats:
        """How far one can go from `angle` round `circle`, counter-clockwise where side is 1, else clockwise.

        Negative where the angle is in no free arc.
        """
        start, extent = self.start[circle], self.extent[circle]
        off = (angle[..., None] - start) % FULL_TURN
        off = np.where(off > FULL_TURN - 1e-9, 0.0, off)
        ahead = np.where(side[..., None] > 0, extent - off, np.where(np.isinf(extent), np.inf, off))
        room: Floats = np.where(off <= extent + 1e-9, np.maximum(ahead, 0.0), -1.0).max(axis=-1)
        return room

    def tolls(self, circle: int, side: int, angle: float) -> list[tuple[float, int]]:
        """How far round `circle` from `angle` one pays, in radians, ascending, and for which obstacle."""
        price = self.toll_ccw[circle] if side > 0 else self.toll_cw[circle]
        paid = np.flatnonzero(price)
        off = (side * (self.toll_at[circle, paid] - angle)) % FULL_TURN
        return sorted(zip(off.tolist(), self.toll_owner[circle, paid].tolist(), strict=True))


def free_arcs(ground: Ground) -> Arcs:
    """The arcs of all discs of the ground, in their order."""
    barriers = ground.barriers
    at, radius = barriers.disc_at, barriers.disc_radius
    discs = _near_discs(barriers)
    edges = _near_edges(barriers, barriers.edge_a, barriers.edge_b, barriers.edge_radius)
    cuts = [
        _cuts_by_discs(barriers, discs),
        _cuts_by_edges(barriers, edges),
        _cuts_by_the_board(barriers, ground.corner),
    ]
    circle = np.concatenate([found for found, _ in cuts])
    angle = np.concatenate([found for _, found in cuts]) % FULL_TURN
    uncut = np.setdiff1d(np.arange(len(at)), circle)
    circle, angle = np.concatenate([circle, uncut]), np.concatenate([angle, np.zeros(len(uncut))])
    order = np.lexsort((angle, circle))
    circle, angle = circle[order], angle[order]
    last = np.append(circle[1:] != circle[:-1], True)[: len(circle)]
    first = np.insert(last[:-1], 0, True)[: len(circle)]
    following = np.roll(angle, -1)
    following[last] = angle[first] + FULL_TURN
    middle = at[circle] + radius[circle] * np.exp(0.5j * (angle + following))
    free = on_board(middle, ground.corner) & _outside(barriers, circle, middle, discs, edges)
    start, extent = _merged(len(at), circle, angle, following - angle, free)
    return Arcs(start, extent, *_tolls(barriers, ground.borders))


def _near_discs(barriers: Barriers) -> Pairs:
    at, radius = barriers.disc_at, barriers.disc_radius
    pairs = np.abs(at[:, None] - at) < radius[:, None] + radius
    np.fill_diagonal(pairs, False)
    circle, disc = np.nonzero(pairs)
    return circle, disc


def _near_edges(barriers: Barriers, a: Points, b: Points, grown: Floats) -> Pairs:
    """Each circle with the edges whose bounds, grown, meet its own."""
    near = np.ones((len(barriers.disc_at), len(a)), dtype=np.bool_)
    for at, one, other in (
        (barriers.disc_at.real, a.real, b.real),
        (barriers.disc_at.imag, a.imag, b.imag),
    ):
        near &= (at + barriers.disc_radius)[:, None] > np.minimum(one, other) - grown
        near &= (at - barriers.disc_radius)[:, None] < np.maximum(one, other) + grown
    circle, edge = np.nonzero(near)
    return circle, edge


def _cuts_by_discs(barriers: Barriers, discs: Pairs) -> tuple[Ints, Floats]:
    circle, disc = discs
    mine, other = barriers.disc_radius[circle], barriers.disc_radius[disc] - TOUCH_IN
    span = barriers.disc_at[disc] - barriers.disc_at[circle]
    apart = np.abs(span)
    with np.errstate(divide="ignore", invalid="ignore"):
        half = np.arccos((mine**2 + apart**2 - other**2) / (2 * mine * apart))
    cut = np.isfinite(half)
    heading = np.angle(span[cut])
    return np.tile(circle[cut], 2), np.concatenate([heading - half[cut], heading + half[cut]])


def _cuts_by_edges(barriers: Barriers, edges: Pairs) -> tuple[Ints, Floats]:
    circle, edge = np.tile(edges[0], 2), edges[1]
    a, b = barriers.edge_a[edge], barriers.edge_b[edge]
    aside = 1j * unit(b - a) * (barriers.edge_radius[edge] - TOUCH_IN)
    a, b = np.concatenate([a + aside, a - aside]), np.concatenate([b + aside, b - aside])
    where, angle, along = _crossed(barriers, circle, a, b)
    there = (along >= 0) & (along <= 1)
    return circle[where[there]], angle[there]


def _cuts_by_the_board(barriers: Barriers, corner: complex) -> tuple[Ints, Floats]:
    count = len(barriers.disc_at)
    circle = np.repeat(np.arange(count), 4)
    corners = np.array([0, corner.real, corner, 1j * corner.imag])
    where, angle, _ = _crossed(
        barriers, circle, np.tile(corners, count), np.tile(np.roll(corners, -1), count)
    )
    return circle[where], angle


def _crossed(barriers: Barriers, circle: Ints, a: Points, b: Points) -> tuple[Ints, Floats, Floats]:
    """Where each circle crosses the line through the a and b of the same index.

    Index, angle on the circle, and place on the line (0 at a, 1 at b) of every crossing.
    """
    at, radius, span = barriers.disc_at[circle], barriers.disc_radius[circle], b - a
    with np.errstate(divide="ignore", invalid="ignore"):
        half = np.arccos(cross(unit(span), at - a) / -radius)
    cut = np.flatnonzero(np.isfinite(half))
    where = np.tile(cut, 2)
    heading = np.angle(1j * span[cut])
    angle = np.concatenate([heading - half[cut], heading + half[cut]])
    point = at[where] + radius[where] * np.exp(1j * angle)
    along = ((point - a[where]) / span[where]).real
    return where, angle, along


def _outside(barriers: Barriers, group: Ints, points: Points, discs: Pairs, edges: Pairs) -> Bools:
    """Whether each point is in none of the discs and strips that are near the circle of its group."""
    inside = np.zeros(len(points), dtype=np.bool_)
    point, disc = _joined(group, discs)
    far = np.abs(points[point] - barriers.disc_at[disc])
    inside[point[far < barriers.disc_radius[disc] - TOUCH_IN]] = True
    point, edge = _joined(group, edges)
    far = point_distance(points[point], barriers.edge_a[edge], barriers.edge_b[edge])
    inside[point[far < barriers.edge_radius[edge] - TOUCH_IN]] = True
    return ~inside


def _joined(group: Ints, pairs: Pairs) -> Pairs:
    """Every index of `group` with everything that is near the circle it names."""
    circle, near = pairs
    first = np.searchsorted(circle, group, side="left")
    count = np.searchsorted(circle, group, side="right") - first
    index = np.repeat(np.arange(len(group)), count)
    before = np.repeat(np.cumsum(count) - count, count)
    return index, near[np.repeat(first, count) + np.arange(len(index)) - before]


def _merged(count: int, circle: Ints, angle: Floats, width: Floats, free: Bools) -> tuple[Floats, Floats]:
    """Neighbouring free pieces of each circle as one arc: starts and extents, padded to (count, arcs)."""
    arcs: list[list[tuple[float, float]]] = [[] for _ in range(count)]
    bounds = np.searchsorted(circle, np.arange(count + 1))
    for number in np.unique(circle[free]).tolist():
        own = slice(bounds[number], bounds[number + 1])
        if free[own].all():
            arcs[number].append((0.0, np.inf))
            continue
        pieces = list(zip(angle[own].tolist(), width[own].tolist(), free[own].tolist(), strict=True))
        blocked = next(index for index, (_, _, is_free) in enumerate(pieces) if not is_free)
        start, extent = 0.0, 0.0
        for begin, wide, is_free in pieces[blocked:] + pieces[: blocked + 1]:
            if is_free:
                start, extent = start if extent else begin, extent + wide
            elif extent:
                arcs[number].append((start, extent))
                extent = 0.0
    padded = np.zeros((count, max(map(len, arcs), default=0) + 1, 2))
    padded[:, :, 1] = -1.0
    for number, found in enumerate(arcs):
        if found:
            padded[number, : len(found)] = found
    return padded[:, :, 0], padded[:, :, 1]


def _tolls(barriers: Barriers, borders: Borders) -> tuple[Floats, Floats, Floats, Ints]:
    """Where each circle crosses a border, and which way round that costs something."""
    circle, border = _near_edges(barriers, borders.a, borders.b, np.zeros(len(borders.a)))
    where, angle, along = _crossed(barriers, circle, borders.a[border], borders.b[border])
    there = (along >= 0) & (along < 1)  # half open, so that a joint counts once
    angle, circle, border = angle[there], circle[where[there]], border[where[there]]
    inward = cross(borders.b[border] - borders.a[border], 1j * np.exp(1j * angle)) > 0  # counter-clockwise
    one_way = borders.one_way[border]
    count = np.bincount(circle, minlength=len(barriers.disc_at))
    order = np.argsort(circle, kind="stable")
    column = np.arange(len(circle)) - np.repeat(np.cumsum(count) - count, count)
    shape = len(barriers.disc_at), int(count.max(initial=0)) + 1
    at, ccw, cw, owner = (
        np.full(shape, np.nan),
        np.zeros(shape),
        np.zeros(shape),
        np.zeros(shape, dtype=np.int64),
    )
    place = circle[order], column
    at[place], owner[place] = angle[order], borders.owner[border[order]]
    ccw[place], cw[place] = (~one_way | inward)[order], (~one_way | ~inward)[order]
    return at, ccw, cw, owner
