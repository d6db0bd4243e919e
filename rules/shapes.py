"""GeoJSON to arrays: the edges, discs and filled outlines that a shape on the board is made of.

Inches, board frame. A line's edges and an outline's edges are alike for whoever measures or looks; `rings`
keeps which edges enclose ground. A Point with a radius is an exact disc.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LARGEST_IN = (
    10_000.0  # no table reaches this far, and squares of such numbers still keep a millionth of an inch
)


class ShapeError(ValueError):
    """A shape that makes no sense; the sentence says which number does not."""


@dataclass(frozen=True)
class Shape:
    """What a geometry consists of: `edges` (n, 2, 2) and `discs` (m, 3: x, y, radius) are all there is to
    meet.

    `polygons` lists the closed rings (k, 2), the outer one first, of each filled outline.
    """

    edges: Floats
    discs: Floats
    polygons: tuple[tuple[Floats, ...], ...] = ()


def read_shape(kind: str, coordinates: Sequence[Any], radius_in: float | None = None) -> Shape:
    """The shape that a GeoJSON geometry describes (RFC 7946); raises `ShapeError`.

    An edge of no length is let through, and hinders nothing. `radius_in` belongs to points only.
    """
    if radius_in is not None:
        if kind not in ("Point", "MultiPoint"):
            raise ShapeError(f"radius_in goes with a Point, and this is a {kind}")
        if not 0 < radius_in <= LARGEST_IN:  # refuses nan too
            raise ShapeError(f"radius_in is {radius_in}, expected more than 0, up to {LARGEST_IN:.0f}")
    parts = list(_parts(kind, coordinates)) if kind.startswith("Multi") else [coordinates]
    match kind.removeprefix("Multi"):
        case "Point":
            points = np.array([_position(part) for part in parts])
            if radius_in is None:
                raise ShapeError(f"its geometry is a {kind} without radius_in, expected a disc or lines")
            return Shape(np.empty((0, 2, 2)), np.hstack([points, np.full((len(points), 1), radius_in)]))
        case "LineString":
            edges = [_edges(_positions(part, 2, "a line")) for part in parts]
            return Shape(np.concatenate(edges), np.empty((0, 3)))
        case "Polygon":
            polygons = tuple(_rings(part) for part in parts)
            edges = [_edges(ring) for rings in polygons for ring in rings]
            return Shape(np.concatenate(edges), np.empty((0, 3)), polygons)
    raise ShapeError(
        f"its geometry is a {kind!r}, expected a Point, LineString, Polygon or a Multi form of these"
    )


def _parts(kind: str, coordinates: Sequence[Any]) -> Iterator[Sequence[Any]]:
    if not coordinates:
        raise ShapeError(f"its {kind} is empty, expected at least one part")
    for part in coordinates:
        if not isinstance(part, Sequence):
            raise ShapeError(f"a part of its {kind} is {part!r}, expected a list")
        yield part


def _position(given: Any) -> tuple[float, float]:
    """x and y of a position; a third number, a height, is passed over."""
    if not (isinstance(given, Sequence) and len(given) >= 2):
        raise ShapeError(f"a position of it is {given!r}, expected [x, y]")
    x, y = given[0], given[1]
    for number in (x, y):
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise ShapeError(f"a position of it is {given!r}, expected [x, y]")
        if not abs(number) <= LARGEST_IN:  # refuses nan too
            raise ShapeError(f"a coordinate of it is {number}, expected a number up to {LARGEST_IN:.0f}")
    return float(x), float(y)


def _positions(given: Any, least: int, of: str) -> Floats:
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise ShapeError(f"{of} of it is {given!r}, expected a list of positions")
    if len(given) < least:
        raise ShapeError(f"{of} of it has {len(given)} positions, expected at least {least}")
    return np.array([_position(position) for position in given])


def _edges(positions: Floats) -> Floats:
    return np.stack([positions[:-1], positions[1:]], axis=1)


def _rings(given: Sequence[Any]) -> tuple[Floats, ...]:
    if not given:
        raise ShapeError("its Polygon is empty, expected at least an outer ring")
    rings = tuple(_positions(ring, 4, "a ring") for ring in given)
    for ring in rings:
        if (ring[0] != ring[-1]).any():
            raise ShapeError(
                f"a ring of it starts at {_said(ring[0])} and ends at {_said(ring[-1])}, expected it closed"
            )
    polygon = shapely.Polygon(rings[0], rings[1:])
    if not shapely.is_valid(polygon):
        raise ShapeError(
            f"its outline crosses or touches itself ({shapely.is_valid_reason(polygon).lower()})"
        )
    if shapely.area(polygon) == 0:
        raise ShapeError("its outline encloses no ground")
    return rings


def _said(position: Floats) -> str:
    return f"({position[0]:g}, {position[1]:g})"
