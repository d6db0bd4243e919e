"""How tests lay obstacles on a table."""

import math
import random

from pennysight.rules.scene import Geometry, Obstacle


def obstacle(
    name: str, kind: str, *points: complex, closed: bool = False, radius: float | None = None
) -> Obstacle:
    """A line through the points (x + iy, inches), an outline of them, or a disc about the one."""
    spots = [[point.real, point.imag] for point in points]
    geometry = Geometry("LineString", spots)
    if radius is not None:
        geometry = Geometry("Point", spots[0])
    elif closed:
        geometry = Geometry("Polygon", [[*spots, spots[0]]])
    return Obstacle(name, kind, geometry, radius_in=radius)


def some_way(chance: random.Random) -> complex:
    """A direction, as a number of length 1."""
    turn = chance.uniform(0, math.tau)
    return complex(math.cos(turn), math.sin(turn))
