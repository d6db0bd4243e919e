"""Distances from folds, and what lies within what (H-063, H-064, HA-40, HA-41)."""

import math

import msgspec
import numpy as np
import shapely
from pennysight.rules.plane import Floats, Ints, Points, cross, nearest_points, unit
from pennysight.rules.prepared import Prepared, folds, place_slack_in
from pennysight.rules.scene import Area, Figure, Obstacle, Token, area_shape, obstacle_shape

TOKEN_IN = 1.1  # the side of a token's card
TOUCH_IN = 1e-9


class Measured(msgspec.Struct, frozen=True):
    """A distance with one standard deviation."""

    distance_in: float
    sd_in: float


class Within(msgspec.Struct, frozen=True):
    """Whether a base is wholly inside an area, and how far its rim is from the area's edge.

    Within what places are known to, it is the mover's call, so it is inside, and that is not sure.
    `doubt` says why it may be otherwise, None where it is sure.
    """

    answer: bool
    sure: bool
    margin_in: float
    because: str
    doubt: str | None


def between_folds(prepared: Prepared, one: Ints, other: Ints) -> tuple[Floats, Floats, Points, Points]:
    """The least distances between folds of figures (n,), indices into the scene, and their deviations, in
    inches; and the points, one on each fold, that are nearest to one another.
    """
    ends = prepared.folds.ends
    start, end = nearest_points(ends[one, 0], ends[one, 1], ends[other, 0], ends[other, 1])
    way = unit(end - start)
    variance = np.zeros(len(one))
    for figure, near in ((one, start), (other, end)):
        variance += _variance(prepared, figure, near, way)
    return np.abs(end - start), np.sqrt(variance), start, end


def _variance(prepared: Prepared, figure: Ints, near: Points, way: Points) -> Floats:
    """Of the place along the way of the fold's nearest point: it moves with the figure and turns with its
    facing.
    """
    known = prepared.folds
    lever = cross(near - known.centre[figure], way)
    return known.sd_in[figure] ** 2 + (lever * known.sd_rad[figure]) ** 2


def fold_to_token(figure: Figure, token: Token) -> Measured:
    """From any point of the fold to the nearest point of the token (HA-40)."""
    half, turn = TOKEN_IN / 2, math.radians(token.rotation_deg)
    corners = [
        (
            token.x_in + u * math.cos(turn) - v * math.sin(turn),
            token.y_in + u * math.sin(turn) + v * math.cos(turn),
        )
        for u, v in ((-half, -half), (half, -half), (half, half), (-half, half))
    ]
    return _measured(figure, shapely.Polygon(corners), token.sd_in)


def fold_to_obstacle(figure: Figure, obstacle: Obstacle, sd_in: float = 0.0) -> Measured:
    """From any point of the fold to the nearest point of a door, a fence or any obstacle (HA-40)."""
    shape = obstacle_shape(obstacle)
    if len(shape.discs):
        centres, radii = shapely.points(shape.discs[:, :2]), shape.discs[:, 2]
        distance = np.maximum(shapely.distance(_fold(figure), centres) - radii, 0.0).min()
        return Measured(float(distance), math.hypot(figure.sd_in, sd_in))
    parts = [shapely.Polygon(rings[0], rings[1:]) for rings in shape.polygons] or shapely.linestrings(
        shape.edges
    )
    return _measured(figure, shapely.union_all(parts), sd_in)


def fold_to_area(figure: Figure, area: Area, sd_in: float = 0.0) -> Measured:
    """From any point of the fold to the nearest point of the area, 0 inside it (HA-40)."""
    return _measured(figure, _ground(area), sd_in)


def base_within(figure: Figure, area: Area, sd_in: float = 0.0) -> Within:
    """Whether the whole base is inside the area; touching its edge is inside (HA-41)."""
    ground = _ground(area)
    centre = shapely.Point(figure.x_in, figure.y_in)
    inside = shapely.distance(centre, shapely.boundary(ground)) * (
        1 if shapely.covers(ground, centre) else -1
    )
    room = float(inside) - figure.base_in / 2
    off = place_slack_in(figure.sd_in) + place_slack_in(sd_in)
    close = off > 0 and abs(room) <= off
    answer = room >= -TOUCH_IN or close
    where = "inside" if room >= -TOUCH_IN else "not wholly inside"
    because = f"the base of {figure.id} is {where} {area.id}, by {abs(room):.2f} in [HA-41]"
    if answer and room < -TOUCH_IN:
        because += f"; too near to tell, so {figure.id} is believed, who moved there [HA-41]"
    doubt = f"places are known to within {off:.2f} in [HA-41]" if close else None
    return Within(answer, not close, abs(room), because, doubt)


def _ground(area: Area) -> shapely.Geometry:
    return shapely.union_all([shapely.Polygon(rings[0], rings[1:]) for rings in area_shape(area).polygons])


def _fold(figure: Figure) -> shapely.Geometry:
    ends = folds([figure]).ends[0]
    return shapely.LineString([(end.real, end.imag) for end in ends])


def _measured(figure: Figure, other: shapely.Geometry, sd_in: float) -> Measured:
    known = folds([figure])
    start, end = shapely.get_coordinates(shapely.shortest_line(_fold(figure), other))
    near, far = complex(*start), complex(*end)
    lever = cross(near - known.centre, unit(np.array([far - near])))
    return Measured(abs(far - near), float(np.hypot(np.hypot(known.sd_in, lever * known.sd_rad), sd_in)[0]))
