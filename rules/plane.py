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
    rank = max(np.ndim(end) for end in (a, b, c, d))
    a, b, c, d = (np.reshape(end, (1,) * (rank - np.ndim(end)) + np.shape(end)) for end in (a, b, c, d))
    one, other = np.stack(np.broadcast_arrays(a, b)), np.stack(np.broadcast_arrays(c, d))
    ends = np.minimum(point_distance(one, c, d).min(axis=0), point_distance(other, a, b).min(axis=0))
    return np.where(crosses(a, b, c, d), 0.0, ends)


def nearest_points(a: Points, b: Points, c: Points, d: Points) -> tuple[Points, Points]:
    """The points of the segments ab and cd that are nearest to one another."""
    a, b, c, d = np.broadcast_arrays(a, b, c, d)
    one, other = np.stack([a, b]), np.stack([c, d])
    own = np.concatenate([one, a + fraction_along(other, a, b) * (b - a)])
    far = np.concatenate([c + fraction_along(one, c, d) * (d - c), other])
    best = np.argmin(np.abs(own - far), axis=0).ravel()
    column, shape = np.arange(len(best)), own.shape[1:]
    near_own = own.reshape(4, -1)[best, column].reshape(shape)
    near_far = far.reshape(4, -1)[best, column].reshape(shape)
    through = crosses(a, b, c, d)
    if not through.any():
        return near_own, near_far
    turn = cross(b - a, d - c)
    meeting = a + (b - a) * cross(c - a, d - c) / np.where(turn == 0, 1.0, turn)
    return np.where(through, meeting, near_own), np.where(through, meeting, near_far)
