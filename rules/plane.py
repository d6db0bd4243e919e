"""The plane as complex numbers: a point is x + iy in inches, so that whole arrays are measured in one
expression.
"""

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.complex128]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_NO_LENGTH_IN2 = 1e-24


def dot(a: Points, b: Points) -> Floats:
    """How far b goes along a, times the length of a."""
    return a.real * b.real + a.imag * b.imag


def cross(a: Points, b: Points) -> Floats:
    """Twice the area to the left of a toward b: positive where b points to the left of a."""
    return a.real * b.imag - a.imag * b.real


def unit(a: Points) -> Points:
    """The direction of a; 0 stays 0."""
    return a / np.maximum(np.abs(a), 1e-300)


def fraction_along(point: Points, a: Points, b: Points) -> Floats:
    """Where on the segment from a (0) to b (1) is nearest to the point."""
    span = b - a
    length2 = span.real**2 + span.imag**2
    share = dot(span, point - a) / np.maximum(length2, _NO_LENGTH_IN2)
    return np.minimum(np.maximum(share, 0.0), 1.0)  # many times faster than np.clip where arrays are short


def point_distance(point: Points, a: Points, b: Points) -> Floats:
    """From the point to the nearest point of the segment from a to b."""
    return np.abs(a + fraction_along(point, a, b) * (b - a) - point)


def crosses(a: Points, b: Points, c: Points, d: Points) -> Bools:
    """Whether the segments ab and cd pass through one another, which touching is not."""
    ab, cd = b - a, d - c
    return (cross(ab, c - a) * cross(ab, d - a) < 0) & (cross(cd, a - c) * cross(cd, b - c) < 0)


def segment_distance(a: Points, b: Points, c: Points, d: Points) -> Floats:
    """The least distance between the segments ab and cd."""
    ab, cd, ca, cb, ad = b - a, d - c, a - c, b - c, d - a
    on_cd, on_ab = _shares(cd, ca, cb), _shares(ab, -ca, ad)
    ends = np.minimum(
        np.minimum(np.abs(on_cd[0] * cd - ca), np.abs(on_cd[1] * cd - cb)),
        np.minimum(np.abs(on_ab[0] * ab + ca), np.abs(on_ab[1] * ab - ad)),
    )
    return np.where(on_cd[2] & on_ab[2], 0.0, ends)


def nearest_points(a: Points, b: Points, c: Points, d: Points) -> tuple[Points, Points]:
    """The points of the segments ab and cd that are nearest to one another."""
    ab, cd, ca, cb, ad = b - a, d - c, a - c, b - c, d - a
    on_cd, on_ab = _shares(cd, ca, cb), _shares(ab, -ca, ad)
    near, far = a, c + on_cd[0] * cd
    least = np.abs(far - near)
    for one, other in ((b, c + on_cd[1] * cd), (a + on_ab[0] * ab, c), (a + on_ab[1] * ab, d)):
        away = np.abs(other - one)
        closer = away < least
        near, far, least = np.where(closer, one, near), np.where(closer, other, far), np.minimum(away, least)
    through = on_cd[2] & on_ab[2]
    if not through.any():
        return near, far
    turn = cross(ab, cd)
    meeting = a + ab * cross(-ca, cd) / np.where(turn == 0, 1.0, turn)
    return np.where(through, meeting, near), np.where(through, meeting, far)


def _shares(span: Points, one: Points, other: Points) -> tuple[Floats, Floats, Bools]:
    """How far along a span two points, given from its start, are nearest to it, 0 to 1; and whether they
    lie to different sides of its line.
    """
    length2 = np.maximum(span.real**2 + span.imag**2, _NO_LENGTH_IN2)
    back = np.conj(span)
    turned_one, turned_other = back * one, back * other
    return (
        np.minimum(np.maximum(turned_one.real / length2, 0.0), 1.0),
        np.minimum(np.maximum(turned_other.real / length2, 0.0), 1.0),
        turned_one.imag * turned_other.imag < 0,
    )
