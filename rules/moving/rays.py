"""Straight lines among what a moving base's centre meets: where a ray is stopped, what a path pays to cross.

Points are complex numbers, inches, board frame, in arrays, so that thousands of rays are cast at once. To
keep a base of radius r clear of a wall is to keep its centre out of the wall grown by r: an edge with a
radius is the strip on both sides of it, and the discs at its ends are listed with the discs.
"""

from dataclasses import dataclass

import numpy as np
from pennysight.rules.plane import Bools, Floats, Ints, Points, cross, point_distance, unit

TOUCH_IN = 1e-6  # entering no deeper than this is touching, which is allowed
AT_END_IN = 1e-8  # a border this near to where two pieces of a path meet is crossed there
_ON_LINE_IN = 1e-9
_BLOCK = 1 << 16  # pairs of ray and obstacle worked on at once, to stay within the processor's cache


@dataclass(frozen=True)
class Barriers:
    """What a centre may touch but not enter: strips of `edge_radius` on both sides of edges, and discs."""

    edge_a: Points  # (m,)
    edge_b: Points  # (m,)
    edge_radius: Floats  # (m,)
    disc_at: Points  # (n,)
    disc_radius: Floats  # (n,)


@dataclass(frozen=True)
class Borders:
    """Lines that a centre may cross at a price: fences, and the outlines of windows and tombstones.

    An outline has its inside to the left of a to b, and only the way in has a price (HA-10).
    """

    a: Points  # (k,)
    b: Points  # (k,)
    one_way: Bools  # (k,)
    owner: Ints  # (k,) which obstacle


@dataclass(frozen=True)
class Stops:
    """Where each ray is stopped: how far along it, and along which line (`lying`) what it met lies there."""

    distance_in: Floats  # (rays,), infinite where nothing is in the way
    lying: Points  # (rays,), a unit direction


def stops(start: Points, way: Points, barriers: Barriers) -> Stops:
    """The first entry of each ray, from `start` in the unit direction `way`, into a barrier."""
    size = max(1, _BLOCK // max(1, len(barriers.edge_a) + len(barriers.disc_at)))
    edge = unit(barriers.edge_b - barriers.edge_a)
    distance, lying = np.full(len(start), np.inf), np.ones(len(start), dtype=np.complex128)
    for first in range(0, len(start), size):
        rays = slice(first, first + size)
        strips, discs = entries(start[rays], way[rays], barriers)
        each = np.arange(len(strips))
        if len(edge):
            nearest = strips.argmin(axis=1)
            distance[rays], lying[rays] = strips[each, nearest], edge[nearest]
        if len(barriers.disc_at):
            nearest = discs.argmin(axis=1)
            reach = discs[each, nearest]
            nearer = reach < distance[rays]
            met = start[rays][nearer] + reach[nearer] * way[rays][nearer]
            distance[rays][nearer] = reach[nearer]
            lying[rays][nearer] = unit(1j * (met - barriers.disc_at[nearest[nearer]]))
    return Stops(distance, lying)


def entries(start: Points, way: Points, barriers: Barriers) -> tuple[Floats, Floats]:
    """How far each ray goes before it enters each strip (rays, m) and each disc (rays, n), infinite if never.

    A ray that starts in a strip or a disc enters it at once if it leads further in, and never if it does not.
    """
    edge = unit(barriers.edge_b - barriers.edge_a)
    length = np.abs(barriers.edge_b - barriers.edge_a)
    place = (start[:, None] - barriers.edge_a) * edge.conj()  # along the edge, and to its left
    speed = way[:, None] * edge.conj()
    gap = np.abs(place.imag) - (barriers.edge_radius - TOUCH_IN)
    closing = -np.sign(place.imag) * speed.imag
    with np.errstate(divide="ignore", invalid="ignore"):
        strips = gap / closing
        along = place.real + strips * speed.real
    inside = gap < 0
    strips = np.where(inside, 0.0, strips)
    along = np.where(inside, place.real, along)
    met = (closing > 0) & (along >= 0) & (along <= length)
    middle = (barriers.disc_at - start[:, None]) * way.conj()[:, None]  # ahead of the start, and to its left
    half2 = np.maximum(barriers.disc_radius - TOUCH_IN, 0.0) ** 2 - middle.imag**2
    discs = np.maximum(middle.real - np.sqrt(np.maximum(half2, 0.0)), 0.0)
    return np.where(met, strips, np.inf), np.where((half2 > 0) & (middle.real > _ON_LINE_IN), discs, np.inf)


def crossings(start: Points, way: Points, length_in: Floats, borders: Borders) -> Floats:
    """How far along each segment it crosses each border, (segments, borders), infinite where it does not.

    Only crossings that have a price are given. A segment that runs through the end of a border, or along
    it, is taken to run beside it, on the side where it crosses fewer, the same side for all borders: a line
    through the joint of two fences crosses one of them (HA-09). A border that a segment ends on is crossed,
    one that it starts on is not: so a path pays once where its pieces meet, for ending on a fence, also at
    its tip or having come along it, and not for having stood on it (HA-10).
    """
    crossed = np.empty((len(start), len(borders.a)))
    size = max(1, _BLOCK // max(1, len(borders.a)))
    for first in range(0, len(start), size):
        rays = slice(first, first + size)
        crossed[rays] = _crossings(start[rays], way[rays], length_in[rays], borders)
    return crossed


def _crossings(start: Points, way: Points, length_in: Floats, borders: Borders) -> Floats:
    edge = borders.b - borders.a
    to_a = cross(way[:, None], borders.a - start[:, None])
    to_b = cross(way[:, None], borders.b - start[:, None])
    slope = cross(way[:, None], edge)
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = cross(borders.a - start[:, None], edge) / slope
    priced = (
        (reach > AT_END_IN) & (reach <= length_in[:, None] + AT_END_IN) & ~(borders.one_way & (slope > 0))
    )
    on_the_right = priced & ((to_a > -_ON_LINE_IN) != (to_b > -_ON_LINE_IN))
    on_the_left = priced & ((to_a > _ON_LINE_IN) != (to_b > _ON_LINE_IN))
    fewer = on_the_left.sum(axis=1) < on_the_right.sum(axis=1)
    crossed = np.where(np.where(fewer[:, None], on_the_left, on_the_right), reach, np.inf)
    along = (np.abs(to_a) <= _ON_LINE_IN) & (np.abs(to_b) <= _ON_LINE_IN)
    at_end = np.abs(reach - length_in[:, None]) <= AT_END_IN
    each, border = np.nonzero((along | at_end) & ~borders.one_way)
    a, b, last = borders.a[border], borders.b[border], length_in[each]
    ended_on = point_distance(start[each] + last * way[each], a, b) <= AT_END_IN
    begun_on = point_distance(start[each], a, b) <= AT_END_IN
    paid = (np.abs(crossed[each] - last[:, None]) <= AT_END_IN).any(axis=1)
    due = np.flatnonzero(ended_on & ~begun_on & ~paid)
    due = due[np.unique(each[due], return_index=True)[1]]  # one of several that meet there (HA-09)
    crossed[each[due], border[due]] = last[due]
    return crossed
