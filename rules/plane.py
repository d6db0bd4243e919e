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
    return np.clip(dot(span, point - a) / np.maximum(length2, _NO_LENGTH_IN2), 0.0, 1.0)


def point_distance(point: Points, a: Points, b: Points) -> Floats:
    """From the point to the nearest point of the segment from a to b."""
    return np.abs(a + fraction_along(point, a, b) * (b - a) - point)


def crosses(a: Points, b: Points, c: Points, d: Points) -> Bools:
    """Whether the segments ab and cd pass through one another, which touching is not."""
    ab, cd = b - a, d - c
    return (cross(ab, c - a) * cross(ab, d - a) < 0) & (cross(cd, a - c) * cross(cd, b - c) < 0)


def segment_distance(a: Points, b: Points, c: Points, d: Points) -> Floats:
    """The least distance between the segments ab and cd."""
    ends = np.minimum(
        np.minimum(point_distance(a, c, d), point_distance(b, c, d)),
        np.minimum(point_distance(c, a, b), point_distance(d, a, b)),
    )
    return np.where(crosses(a, b, c, d), 0.0, ends)


def nearest_points(a: Points, b: Points, c: Points, d: Points) -> tuple[Points, Points]:
    """The points of the segments ab and cd that are nearest to one another."""
    ab, cd = b - a, d - c
    own = np.stack(
        np.broadcast_arrays(a, b, a + fraction_along(c, a, b) * ab, a + fraction_along(d, a, b) * ab)
    )
    other = np.stack(
        np.broadcast_arrays(c + fraction_along(a, c, d) * cd, c + fraction_along(b, c, d) * cd, c, d)
    )
    best = np.argmin(np.abs(own - other), axis=0)[None]
    near_own = np.take_along_axis(own, best, 0)[0]
    near_other = np.take_along_axis(other, best, 0)[0]
    through = crosses(a, b, c, d)
    turn = cross(ab, cd)
    meeting = a + ab * cross(c - a, cd) / np.where(turn == 0, 1.0, turn)
    return np.where(through, meeting, near_own), np.where(through, meeting, near_other)
