"""A plausible table to measure on: 16 tiles with buildings, trees, fences and tombstones, and figures about.

The same seed gives the same table. What is counted as an edge: every straight piece of an outline or a line,
and every disc once.
"""

import itertools
import math
import random
from collections.abc import Callable

import shapely
from pennysight.rules.scene import Board, Figure, Geometry, Obstacle, Scene, Tile
from shapely import Polygon
from shapely.geometry import JOIN_STYLE, LineString, Point, box

TILE_IN = 9.0
TILES_ACROSS = 4
WALL_IN = 0.2
GRID_IN = 1e-6  # corners are rounded to this, so that no slivers are left
BASE_IN = 0.75
FACTIONS = ("marsh", "deghoule", "whateley", "cult")
TOTAL = {"wall", "tree", "bush"}

Part = tuple[str, shapely.Geometry, float | None]  # kind, shape in tile inches, radius if it is a disc


def table(edges: int = 300, figures: int = 24, seed: int = 1) -> Scene:
    """A board of 36 x 36 in with at least `edges` obstacle edges, and `figures` figures of four factions.

    Tiles lie as people lay them: each a little off (sd 0.03 in) and turned (sd 0.3 degrees).
    """
    chance = random.Random(seed)
    places = [(column, row) for row in range(TILES_ACROSS) for column in range(TILES_ACROSS)]
    tiles = [
        Tile(
            f"tile-{number}",
            column * TILE_IN + chance.gauss(0, 0.03),
            row * TILE_IN + chance.gauss(0, 0.03),
            chance.gauss(0, 0.3),
        )
        for number, (column, row) in enumerate(places)
    ]
    parts: list[list[Part]] = [[] for _ in tiles]
    taken: list[list[shapely.Geometry]] = [[] for _ in tiles]
    grown = 0
    full: set[tuple[int, int]] = set()  # tiles with no room left for a kind
    for turn in itertools.count():
        if grown >= edges:
            break
        tile = turn % len(tiles)
        kind = (turn // len(tiles) + tile) % len(KINDS)
        if (tile, kind) in full:
            continue
        made = KINDS[kind](chance, taken[tile])
        parts[tile] += made
        grown += sum(edge_count(shape) for _, shape, _ in made)
        if not made:
            full.add((tile, kind))
        if len(full) == len(tiles) * len(KINDS):
            raise ValueError(f"no room for {edges} edges on the board, only for {grown}")
    obstacles = [
        _obstacle(f"{tile.tile}/{kind}-{number}", kind, _laid(shape, tile), radius)
        for tile, mine in zip(tiles, parts, strict=True)
        for number, (kind, shape, radius) in enumerate(mine)
    ]
    total = shapely.union_all(
        [
            _laid(shape, tile).buffer(radius or 0)
            for tile, mine in zip(tiles, parts, strict=True)
            for kind, shape, radius in mine
            if kind in TOTAL
        ]
    )
    side = TILE_IN * TILES_ACROSS
    return Scene(
        board=Board(side, side),
        tiles=tiles,
        obstacles=obstacles,
        figures=_figures(chance, figures, total, side),
    )


def edge_count(shape: shapely.Geometry) -> int:
    """How many straight edges a shape has; a point (the centre of a disc) counts once."""
    if isinstance(shape, Polygon):
        return sum(len(ring.coords) - 1 for ring in (shape.exterior, *shape.interiors))
    return max(1, len(shape.coords) - 1)


def _building(chance: random.Random, taken: list[shapely.Geometry]) -> list[Part]:
    """Four walls with two doors and a window, each opening a piece cut from the middle part of a side."""
    place = _free_place(
        chance, taken, lambda x, y: box(x, y, x + chance.uniform(2.2, 3.4), y + chance.uniform(2.2, 3.4))
    )
    if place is None:
        return []
    floor = place.buffer(-WALL_IN, join_style=JOIN_STYLE.mitre)
    x0, y0, x1, y1 = floor.bounds
    sides = chance.sample(["south", "north", "west", "east"], 3)
    openings: list[Part] = []
    for side, kind in zip(sides, ("door", "door", "window"), strict=True):
        width = chance.choice([0.6, 0.7, 0.9])
        if side in ("south", "north"):
            start = chance.uniform(x0 + 0.3, x1 - 0.3 - width)
            low, high = (y0 - WALL_IN, y0) if side == "south" else (y1, y1 + WALL_IN)
            opening = box(start, low, start + width, high)
        else:
            start = chance.uniform(y0 + 0.3, y1 - 0.3 - width)
            low, high = (x0 - WALL_IN, x0) if side == "west" else (x1, x1 + WALL_IN)
            opening = box(low, start, high, start + width)
        openings.append((kind, opening, None))
    holes = shapely.union_all([floor, *(shape for _, shape, _ in openings)], grid_size=GRID_IN)
    walls = shapely.difference(place, holes, grid_size=GRID_IN)
    return [("wall", wall, None) for wall in shapely.get_parts(walls)] + openings


def _disc(kind: str) -> Callable[[random.Random, list[shapely.Geometry]], list[Part]]:
    def grow(chance: random.Random, taken: list[shapely.Geometry]) -> list[Part]:
        radius = chance.uniform(0.25, 0.75)
        place = _free_place(chance, taken, lambda x, y: Point(x, y).buffer(radius))
        return [] if place is None else [(kind, place.centroid, radius)]

    return grow


def _fence(chance: random.Random, taken: list[shapely.Geometry]) -> list[Part]:
    length, way = chance.uniform(1.2, 3.0), chance.uniform(0, math.pi)
    place = _free_place(
        chance,
        taken,
        lambda x, y: LineString([(x, y), (x + length * math.cos(way), y + length * math.sin(way))]),
    )
    return [] if place is None else [("fence", place, None)]


def _tombstone(chance: random.Random, taken: list[shapely.Geometry]) -> list[Part]:
    place = _free_place(chance, taken, lambda x, y: box(x, y, x + 0.5, y + 0.22), apart_in=0.1)
    return [] if place is None else [("tombstone", place, None)]


KINDS: list[Callable[[random.Random, list[shapely.Geometry]], list[Part]]] = [
    _building,
    _disc("tree"),
    _fence,
    _disc("tree"),
    _tombstone,
    _disc("bush"),
    _tombstone,
]


def _free_place(
    chance: random.Random,
    taken: list[shapely.Geometry],
    drawn_at: Callable[[float, float], shapely.Geometry],
    apart_in: float = 0.5,
) -> shapely.Geometry | None:
    """A shape on the tile that keeps `apart_in` from what is there; None where there seems to be no room."""
    for _ in range(40):
        shape = drawn_at(chance.uniform(0.2, TILE_IN), chance.uniform(0.2, TILE_IN))
        x0, y0, x1, y1 = shape.bounds
        inside = x0 > 0.2 and y0 > 0.2 and x1 < TILE_IN - 0.2 and y1 < TILE_IN - 0.2
        if inside and not (shapely.distance(shape, taken) <= apart_in).any():
            taken.append(shape)
            return shape
    return None


def _laid(shape: shapely.Geometry, tile: Tile) -> shapely.Geometry:
    turned = shapely.affinity.rotate(shape, tile.rotation_deg, origin=(0, 0))
    return shapely.affinity.translate(turned, tile.x_in, tile.y_in)


def _obstacle(name: str, kind: str, shape: shapely.Geometry, radius: float | None) -> Obstacle:
    if isinstance(shape, Polygon):
        rings = [[list(corner) for corner in ring.coords] for ring in (shape.exterior, *shape.interiors)]
        return Obstacle(name, kind, Geometry("Polygon", rings))
    corners = [list(corner) for corner in shape.coords]
    if isinstance(shape, Point):
        return Obstacle(name, kind, Geometry("Point", corners[0]), radius_in=radius)
    return Obstacle(name, kind, Geometry("LineString", corners))


def _figures(chance: random.Random, count: int, total: shapely.Geometry, side: float) -> list[Figure]:
    standing: list[Figure] = []
    shapely.prepare(total)
    while len(standing) < count:
        x, y = chance.uniform(0.5, side - 0.5), chance.uniform(0.5, side - 0.5)
        if total.distance(Point(x, y)) <= BASE_IN / 2 + 0.02:
            continue
        if any(math.hypot(x - other.x_in, y - other.y_in) < BASE_IN + 0.02 for other in standing):
            continue
        faction = FACTIONS[len(standing) % len(FACTIONS)]
        number = len(standing) // len(FACTIONS) + 1
        standing.append(Figure(f"{faction}-{number}", faction, x, y, chance.uniform(0, 360)))
    return standing
