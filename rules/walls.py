"""Walls raised round floors: all within a wall's thickness of a floor that is neither floor nor opening.

So what is drawn dark is what hinders, exactly (H-124), and each door or window fills its opening from corner
to corner: walls and openings share their corner points, to the last bit, wherever the tile lies.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import shapely
from pennysight.rules.tile_file import Building, Point, Segment, TileError
from shapely.geometry import CAP_STYLE, JOIN_STYLE, LineString, Polygon
from shapely.geometry.polygon import orient

Ring = list[Point]

GRID_IN = 1e-6  # all corners are rounded to this, so that touching parts have equal corners
ON_EDGE_IN = 1e-3


@dataclass(frozen=True)
class Raised:
    """A building in tile coordinates; every part is a list of rings, the outer one first."""

    floors: list[list[Ring]]  # in the order of the building's rooms
    walls: list[list[Ring]]
    doors: list[list[Ring]]
    windows: list[list[Ring]]
    mansion_doors: list[list[Ring]]


def raise_walls(building: Building, wall_in: float) -> Raised:
    """The building's parts; raises `TileError` for a floor or an opening that makes no sense."""
    floors = [_floor(room.floor) for room in building.rooms]
    doors, windows, mansion_doors = (
        [_opening(segment, kind, floors, wall_in) for segment in segments]
        for kind, segments in (
            ("door", building.doors),
            ("window", building.windows),
            ("mansion door", building.mansion_doors),
        )
    )
    shell = _snapped(shapely.union_all(floors).buffer(wall_in, join_style=JOIN_STYLE.mitre))
    holes = shapely.union_all([*floors, *doors, *windows, *mansion_doors], grid_size=GRID_IN)
    walls = sorted(_polygons(shapely.difference(shell, holes, grid_size=GRID_IN)), key=_from_the_north_west)

    def placed(parts: list[Polygon]) -> list[list[Ring]]:
        rings = ([part.exterior, *part.interiors] for part in parts)
        return [[turned(ring.coords, building.at, building.turn_deg) for ring in part] for part in rings]

    return Raised(placed(floors), placed(walls), placed(doors), placed(windows), placed(mansion_doors))


def free_wall(line: Sequence[Point], wall_in: float) -> list[Ring]:
    """A wall of no building, along the middle of its thickness; raises `TileError` for a ring."""
    band = LineString(line).buffer(wall_in / 2, cap_style=CAP_STYLE.flat, join_style=JOIN_STYLE.mitre)
    snapped = _snapped(band)
    if snapped.interiors:
        corners = [list(corner) for corner in line]
        raise TileError(f"wall {corners} closes on itself, expected a gap for figures to get through (H-120)")
    return [[(x, y) for x, y in snapped.exterior.coords]]


def turned(points: Sequence[Sequence[float]], at: Point, turn_deg: float) -> Ring:
    """Points turned by `turn_deg` about the origin, counter-clockwise, then moved by `at`."""
    if turn_deg == 0:
        return [(at[0] + x, at[1] + y) for x, y in points]
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    return [(at[0] + c * x - s * y, at[1] + s * x + c * y) for x, y in points]


def _floor(corners: Ring) -> Polygon:
    floor = Polygon(corners) if len(corners) >= 3 else Polygon()
    if floor.is_empty or not floor.is_valid:
        ring = [list(corner) for corner in corners]
        raise TileError(f"floor {ring}: expected a ring of corners that does not cross itself")
    return orient(_snapped(floor))


def _opening(segment: Segment, kind: str, floors: list[Polygon], wall_in: float) -> Polygon:
    """The rectangle from a floor's edge outward through the wall."""
    (ax, ay), (bx, by) = segment
    if math.dist(*segment) < ON_EDGE_IN:
        raise TileError(f"{kind} from {[ax, ay]} to {[bx, by]}: expected two ends that differ")
    for floor in floors:
        corners = list(floor.exterior.coords)
        for (x0, y0), (x1, y1) in itertools.pairwise(corners):
            length = math.hypot(x1 - x0, y1 - y0)
            ux, uy = (x1 - x0) / length, (y1 - y0) / length
            along = [(x - x0) * ux + (y - y0) * uy for x, y in segment]
            aside = [(y - y0) * ux - (x - x0) * uy for x, y in segment]
            if (
                max(map(abs, aside)) < ON_EDGE_IN
                and min(along) > -ON_EDGE_IN
                and max(along) < length + ON_EDGE_IN
            ):
                dx, dy = uy * wall_in, -ux * wall_in  # floors run counter-clockwise: outward is to the right
                return _snapped(Polygon([(ax, ay), (bx, by), (bx + dx, by + dy), (ax + dx, ay + dy)]))
    raise TileError(f"{kind} from {[ax, ay]} to {[bx, by]}: expected a piece of the edge of a room's floor")


def _snapped(polygon: Polygon) -> Polygon:
    return shapely.set_precision(polygon, GRID_IN)


def _polygons(shape: shapely.Geometry) -> list[Polygon]:
    return [part for part in shapely.get_parts(shape) if isinstance(part, Polygon) and not part.is_empty]


def _from_the_north_west(wall: Polygon) -> tuple[float, float]:
    west, _, _, north = wall.bounds
    return (-north, west)
