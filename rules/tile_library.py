"""The tiles as the rules see them: each design's obstacles and areas, and where they lie on the board.

The same designs draw the printed sheet, the map and the simulated table (`rules/tile_drawing.py`).
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from types import MappingProxyType

import msgspec
from pennysight.rules.scene import Area, Geometry, Obstacle, Tile
from pennysight.rules.tile_file import Point, Stone, TileError, TileFile, read_tile_file
from pennysight.rules.walls import Raised, Ring, free_wall, raise_walls, turned

TOMBSTONE_IN = (0.48, 0.22)
CIRCLE_SIDES = 96  # a polygon on a ring of 1.5 in stays within 0.001 in of it


class TileDesign(msgspec.Struct, frozen=True):
    """A tile before it lies anywhere: geometry in tile coordinates (inches, origin south-west corner).

    Ids are without the tile's name (`wall-3`). `written` is the file it was made from, for drawing.
    """

    number: int
    name: str
    title: str
    size_in: float
    obstacles: list[Obstacle]
    areas: list[Area]
    written: TileFile


@cache
def library() -> Mapping[str, TileDesign]:
    """The tiles that come with Pennysight, by name, in the order of their numbers."""
    files = (
        file
        for file in resources.files("pennysight.rules").joinpath("tiles").iterdir()
        if file.name.endswith(".json")
    )
    designs = sorted(
        (design(read_tile_file(file.read_bytes())) for file in files), key=lambda made: made.number
    )
    return MappingProxyType({made.name: made for made in designs})


def design(written: TileFile) -> TileDesign:
    """The design that a tile file describes; raises `TileError` where it makes no sense."""
    try:
        raised = [raise_walls(building, written.wall_in) for building in written.buildings]
        obstacles = list(_obstacles(written, raised))
    except TileError as error:
        raise TileError(f"tile {written.name}: {error}") from None
    return TileDesign(
        number=written.number,
        name=written.name,
        title=written.title,
        size_in=written.size_in,
        obstacles=obstacles,
        areas=list(_areas(written, raised)),
        written=written,
    )


def place(design: TileDesign, tile: Tile) -> tuple[list[Obstacle], list[Area]]:
    """The design's obstacles and areas where the tile lies, in the board frame: `storm-hollow/wall-3`.

    On a tile that was printed at another size, everything is larger or smaller with it.
    """
    scale = tile.side_in / design.size_in

    def laid(points: Sequence[Sequence[float]]) -> list[list[float]]:
        if scale != 1:
            points = [(x * scale, y * scale) for x, y in points]
        return _pairs(turned(points, (tile.x_in, tile.y_in), tile.rotation_deg))

    def moved(geometry: Geometry) -> Geometry:
        if geometry.type == "Point":
            return Geometry("Point", laid([geometry.coordinates])[0])
        if geometry.type == "LineString":
            return Geometry("LineString", laid(geometry.coordinates))
        return Geometry("Polygon", [laid(ring) for ring in geometry.coordinates])

    def moved_obstacle(part: Obstacle) -> Obstacle:
        return msgspec.structs.replace(
            part,
            id=f"{tile.tile}/{part.id}",
            geometry=moved(part.geometry),
            radius_in=None if part.radius_in is None else part.radius_in * scale,
        )

    def moved_area(part: Area) -> Area:
        return msgspec.structs.replace(part, id=f"{tile.tile}/{part.id}", geometry=moved(part.geometry))

    return [moved_obstacle(part) for part in design.obstacles], [moved_area(part) for part in design.areas]


def _obstacles(written: TileFile, raised: list[Raised]) -> Iterator[Obstacle]:
    walls = [wall for building in raised for wall in building.walls]
    walls += [free_wall(line, written.wall_in) for line in written.walls]
    yield from _numbered("wall", walls)
    mansion_doors = [door for building in raised for door in building.mansion_doors]
    for n, rings in enumerate(mansion_doors, 1):
        yield Obstacle(f"door-{n}", "mansion-door", _polygon(rings), open=False)
    doors = [door for building in raised for door in building.doors]
    yield from _numbered("door", doors, first=len(mansion_doors) + 1)
    yield from _numbered("window", [window for building in raised for window in building.windows])
    for n, line in enumerate(written.fences, 1):
        yield Obstacle(f"fence-{n}", "fence", Geometry("LineString", _pairs(line)))
    for kind, discs in (("tree", written.trees), ("bush", written.bushes)):
        for n, disc in enumerate(discs, 1):
            yield Obstacle(f"{kind}-{n}", kind, Geometry("Point", list(disc.at)), radius_in=disc.radius_in)
    yield from _numbered("tombstone", [[tombstone_corners(stone)] for stone in written.tombstones])


def _numbered(kind: str, shapes: list[list[Ring]], first: int = 1) -> Iterator[Obstacle]:
    for n, rings in enumerate(shapes, first):
        yield Obstacle(f"{kind}-{n}", kind, _polygon(rings))


def _areas(written: TileFile, raised: list[Raised]) -> Iterator[Area]:
    counts: Counter[str] = Counter()
    for building, parts in zip(written.buildings, raised, strict=True):
        for room, floor in zip(building.rooms, parts.floors, strict=True):
            counts[room.kind] += 1
            yield Area(f"{room.kind}-{counts[room.kind]}", room.kind, _polygon(floor))
    if written.summoning_circle is not None:
        circle = written.summoning_circle
        yield Area("summoning-circle", "summoning-circle", _polygon([ring(circle.at, circle.radius_in)]))
        yield Area("innermost-ring", "summoning-circle", _polygon([ring(circle.at, circle.innermost_in)]))


def tombstone_corners(stone: Stone) -> Ring:
    """The rectangle that a tombstone is, closed."""
    w, h = TOMBSTONE_IN[0] / 2, TOMBSTONE_IN[1] / 2
    return turned([(-w, -h), (w, -h), (w, h), (-w, h), (-w, -h)], stone.at, stone.turn_deg)


def ring(at: Point, radius_in: float) -> Ring:
    """A circle as a closed polygon with its corners on the circle."""
    turns = (math.tau * n / CIRCLE_SIDES for n in range(CIRCLE_SIDES))
    corners = [(at[0] + radius_in * math.cos(a), at[1] + radius_in * math.sin(a)) for a in turns]
    return [*corners, corners[0]]


def _polygon(rings: list[Ring]) -> Geometry:
    return Geometry("Polygon", [_pairs(ring) for ring in rings])


def _pairs(points: Sequence[Point]) -> list[list[float]]:
    return [list(point) for point in points]
