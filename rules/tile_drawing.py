"""How a tile is drawn: inked shapes in the order they are laid, for paper, screen and the simulated table.

What hinders is drawn from the same geometry that the rules use, so the two cannot differ. Doors are red and
windows light blue (H-024). Clip at the tile's edge.
"""

import itertools
import math
from collections.abc import Iterator

import shapely
from pennysight.rules.ink import Shape, around, disc, scattered, smooth, tinted
from pennysight.rules.scene import Area, Geometry, Obstacle
from pennysight.rules.tile_file import Circle, Point, Rgb, TileFile
from pennysight.rules.tile_library import TileDesign
from pennysight.rules.tile_ornaments import INK, STONE, ornament
from pennysight.rules.walls import turned
from shapely.geometry import LineString, Polygon

GROUND: dict[str, Rgb] = {
    "meadow": (151, 165, 101),
    "marsh": (128, 152, 122),
    "heath": (178, 166, 110),
    "wood": (118, 138, 90),
    "churchyard": (148, 156, 130),
}
PATCH: dict[str, Rgb] = {
    "lush": (128, 152, 86),
    "dry": (188, 178, 120),
    "mud": (136, 118, 88),
    "water": (112, 150, 158),
    "leaves": (158, 128, 80),
}
FLOOR: dict[str, Rgb] = {
    "shack": (172, 128, 84),
    "building": (164, 124, 88),
    "mansion-room": (138, 92, 68),
    "mansion-hallway": (176, 166, 148),
}
PATH: Rgb = (206, 184, 140)
WALL: Rgb = (58, 47, 43)
DOOR: Rgb = (200, 40, 34)
WINDOW: Rgb = (142, 206, 238)
TREE: Rgb = (62, 94, 54)
BUSH: Rgb = (98, 112, 50)
RAIL: Rgb = (124, 88, 54)
PLATE: Rgb = (232, 218, 180)

PLANK_IN = 0.3
POST_SPACING_IN = 0.8
TITLE_MIDDLE_IN = (4.5, 0.42)
FACTION_MIDDLE_IN = (6.72, 0.4)


def drawing(design: TileDesign) -> list[Shape]:
    """Everything on the tile but its markers, first what lies lowest."""
    written = design.written
    shapes = [*_ground(written), *_patches(written), *_paths(written)]
    if written.summoning_circle is not None:
        shapes += _circle(written.summoning_circle)
    shapes += [*_tufts(design), *_shade(design)]
    for area in design.areas:
        shapes += _floor(area)
    for small in written.ornaments:
        shapes += ornament(small)
    for stone in written.tombstones:
        mound = turned([(-0.2, 0.0), (-0.2, -0.72), (0.2, -0.72), (0.2, 0.0)], stone.at, stone.turn_deg)
        shapes.append(Shape("grave", tinted(PATCH["mud"], 1.1), smooth(mound, closed=True)))
    for n, obstacle in enumerate(design.obstacles):
        shapes += _obstacle(obstacle, n)
    return [*shapes, *_lettering(written)]


def _ground(written: TileFile) -> Iterator[Shape]:
    size, rgb = written.size_in, GROUND[written.ground]
    yield Shape("ground", rgb, [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)])
    for n, at in enumerate(scattered(44, 50 * written.number, size)):
        reach = 0.35 + 0.5 * ((n * 0.618) % 1)
        lobes = [
            (at[0] + reach * (1 + 0.3 * math.sin(5 * a + n)) * math.cos(a), at[1] + 0.7 * reach * math.sin(a))
            for a in (math.tau * k / 9 for k in range(9))
        ]
        yield Shape("ground", tinted(rgb, (0.965, 1.03)[n % 2]), smooth(lobes, closed=True))


def _patches(written: TileFile) -> Iterator[Shape]:
    for patch in written.patches:
        edge, rgb = smooth(patch.outline, closed=True), PATCH[patch.kind]
        yield Shape("patch", tinted(rgb, 0.86), [*edge, edge[0]], 0.12)
        yield Shape("patch", rgb, edge)
        inner = Polygon(edge).buffer(-0.28)
        if patch.kind == "water":
            yield from (
                Shape("patch", tinted(rgb, 1.09), list(part.exterior.coords)) for part in _polygons(inner)
            )


def _paths(written: TileFile) -> Iterator[Shape]:
    lines = [(smooth(path.line, closed=False), path.width_in) for path in written.paths]
    for line, width in lines:
        yield Shape("path", tinted(PATH, 0.8), line, width + 0.1)
    for line, width in lines:
        yield Shape("path", PATH, line, width)
    for line, width in lines:
        for side in (-0.25, 0.25):
            rut = LineString(line).offset_curve(side * width)
            if rut.geom_type == "LineString" and width > 0.6:
                yield Shape("path", tinted(PATH, 0.92), list(rut.coords), 0.07)


def _circle(circle: Circle) -> Iterator[Shape]:
    at, outer, inner = circle.at, circle.radius_in, circle.innermost_in
    yield Shape("circle", (92, 86, 96), disc(at, outer, 72))
    yield Shape("circle", (134, 128, 136), disc(at, outer - 0.07, 72))
    yield Shape("circle", (112, 106, 116), disc(at, outer * 0.8, 72))
    yield Shape("circle", (134, 128, 136), disc(at, outer * 0.8 - 0.05, 72))
    for spot in around(at, outer * 0.89, 14):
        yield Shape("circle", (92, 86, 96), disc(spot, 0.05, 8))
    points = around(at, outer * 0.79, 7, math.pi / 2)
    star = [points[3 * n % 7] for n in range(8)]
    yield Shape("circle", (214, 204, 186), star, 0.05)
    yield Shape("circle", circle.rgb, disc(at, inner + 0.03, 72))
    yield Shape("circle", (226, 218, 200), disc(at, inner - 0.03, 72))
    yield Shape("circle", (190, 180, 166), [*disc(at, inner * 0.45), (at[0] + inner * 0.45, at[1])], 0.03)


def _tufts(design: TileDesign) -> Iterator[Shape]:
    """Blades of grass where the ground is bare."""
    written = design.written
    covered = [
        LineString(smooth(path.line, closed=False)).buffer(path.width_in / 2 + 0.15) for path in written.paths
    ]
    covered += [Polygon(patch.outline) for patch in written.patches if patch.kind in ("water", "mud")]
    covered += [Polygon(area.geometry.coordinates[0]).buffer(0.35) for area in design.areas]
    covered += [
        shapely.Point(disc.at).buffer(disc.radius_in + 0.1) for disc in (*written.trees, *written.bushes)
    ]
    covered.append(shapely.box(1.5, 0.0, 7.5, 0.8))
    bare = shapely.box(0.3, 0.3, written.size_in - 0.3, written.size_in - 0.3).difference(
        shapely.union_all(covered)
    )
    rgb = tinted(GROUND[written.ground], 0.78)
    for x, y in scattered(130, 31 * written.number, written.size_in):
        if shapely.contains_xy(bare, x, y):
            for lean, height in ((-0.09, 0.11), (0.0, 0.16), (0.08, 0.1)):
                yield Shape("grass", rgb, [(x + lean * 0.3, y), (x + lean, y + height)], 0.028)


def _shade(design: TileDesign) -> Iterator[Shape]:
    """The dark side of what stands up, as under a low light from the north-west."""
    rgb = tinted(GROUND[design.written.ground], 0.74)
    for obstacle in design.obstacles:
        if obstacle.kind in ("wall", "window", "door", "mansion-door"):
            outline = _outline(obstacle.geometry)
            yield Shape("shade", rgb, [(x + 0.09, y - 0.09) for x, y in outline])
        elif obstacle.radius_in is not None:
            x, y = obstacle.geometry.coordinates
            yield Shape("shade", rgb, disc((x + 0.1, y - 0.1), obstacle.radius_in))


def _floor(area: Area) -> Iterator[Shape]:
    if area.kind not in FLOOR:
        return
    floor, rgb = Polygon(_outline(area.geometry)), FLOOR[area.kind]
    yield Shape(area.kind, rgb, _outline(area.geometry))
    (x0, y0), (x1, y1) = floor.exterior.coords[:2]
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    for row in range(-20, 40):
        for column in range(-3, 6):
            boards = column + (row % 3) / 3
            start, end = 1.55 * boards, 1.55 * (boards + 1)
            low, high = PLANK_IN * row, PLANK_IN * (row + 1)
            corners = [(start, low), (end, low), (end, high), (start, high)]
            board = Polygon([(x0 + ux * a - uy * b, y0 + uy * a + ux * b) for a, b in corners]).intersection(
                floor
            )
            tone = (0.95, 1.0, 1.05, 0.98)[(row * 7 + column * 3) % 4]
            for part in _polygons(board):
                outline = list(part.exterior.coords)
                yield Shape(area.kind, tinted(rgb, tone), outline)
                yield Shape(area.kind, tinted(rgb, 0.8), outline, 0.02)


def _obstacle(obstacle: Obstacle, n: int) -> Iterator[Shape]:
    kind = obstacle.kind
    if obstacle.radius_in is not None:
        yield from _crown(kind, tuple(obstacle.geometry.coordinates), obstacle.radius_in, n)
    elif kind == "fence":
        yield from _fence(list(map(tuple, obstacle.geometry.coordinates)))
    elif kind == "tombstone":
        outline = _outline(obstacle.geometry)
        yield Shape(kind, tinted(STONE, 0.5), outline)
        yield from _inset(kind, tinted(STONE, 1.12), outline, 0.035)
        a, b, c, d = outline[:4]
        for p, q in ((_between(a, b, 0.5), _between(d, c, 0.5)), (_between(a, d, 0.5), _between(b, c, 0.5))):
            yield Shape(kind, tinted(STONE, 0.6), [_between(p, q, 0.24), _between(p, q, 0.76)], 0.035)
    else:
        outline = _outline(obstacle.geometry)
        outer, inner = {
            "wall": (WALL, tinted(WALL, 1.5)),
            "window": (tinted(WINDOW, 0.62), WINDOW),
        }.get(kind, (tinted(DOOR, 0.55), DOOR))
        yield Shape(kind, outer, outline)
        yield from _inset(kind, inner, outline, 0.05 if kind == "wall" else 0.03)
        if kind == "mansion-door":
            middle = Polygon(outline).centroid
            yield Shape(kind, (232, 196, 96), disc((middle.x, middle.y), 0.05, 12))


def _crown(kind: str, at: Point, radius_in: float, n: int) -> Iterator[Shape]:
    """A tree or bush from above; nothing of it reaches beyond its radius."""
    rgb, lobes = (TREE, 8) if kind == "tree" else (BUSH, 6)
    yield Shape(kind, tinted(rgb, 0.55), disc(at, radius_in, 48))
    yield Shape(kind, tinted(rgb, 0.85), disc(at, radius_in - 0.04, 48))
    for spot in around(at, 0.58 * radius_in, lobes, 2.4 * n):
        yield Shape(kind, rgb, disc(spot, 0.34 * radius_in, 20))
    lit = (at[0] - 0.1 * radius_in, at[1] + 0.1 * radius_in)
    for spot in around(lit, 0.42 * radius_in, lobes - 2, 1.1 * n):
        yield Shape(kind, tinted(rgb, 1.18), disc(spot, 0.23 * radius_in, 18))
    for spot in around((lit[0] - 0.06, lit[1] + 0.06), 0.22 * radius_in, 3, 0.7 * n):
        yield Shape(kind, tinted(rgb, 1.4), disc(spot, 0.14 * radius_in, 14))


def _fence(line: list[Point]) -> Iterator[Shape]:
    yield Shape("fence", tinted(RAIL, 0.5), line, 0.1)
    yield Shape("fence", tinted(RAIL, 1.25), line, 0.05)
    for a, b in itertools.pairwise(line):
        spaces = max(1, round(math.dist(a, b) / POST_SPACING_IN))
        for n in range(spaces + 1):
            x, y = (a[k] + (b[k] - a[k]) * n / spaces for k in (0, 1))
            yield Shape("fence", tinted(RAIL, 0.5), disc((x, y), 0.1, 12))
            yield Shape("fence", RAIL, disc((x, y), 0.065, 12))


def _lettering(written: TileFile) -> Iterator[Shape]:
    size, (x, y) = written.size_in, TITLE_MIDDLE_IN
    half = 0.092 * len(written.title) + 0.32
    ribbon = [
        (x - half, y - 0.25), (x + half, y - 0.25), (x + half - 0.14, y), (x + half, y + 0.25),
        (x - half, y + 0.25), (x - half + 0.14, y),
    ]  # fmt: skip
    yield Shape("title", PLATE, ribbon)
    yield Shape("title", INK, [*ribbon, ribbon[0]], 0.035)
    yield Shape("title", INK, [TITLE_MIDDLE_IN], text=written.title, height_in=0.24)
    if written.faction is not None:
        yield Shape("title", INK, [FACTION_MIDDLE_IN], text=written.faction, height_in=0.18)
    yield Shape("edge", INK, [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size), (0.0, 0.0)], 0.06)


def _inset(role: str, rgb: Rgb, outline: list[Point], by_in: float) -> Iterator[Shape]:
    for part in _polygons(Polygon(outline).buffer(-by_in, join_style="mitre")):
        yield Shape(role, rgb, list(part.exterior.coords))


def _outline(geometry: Geometry) -> list[Point]:
    return [(x, y) for x, y in geometry.coordinates[0]]


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _polygons(shape: shapely.Geometry) -> list[Polygon]:
    return [part for part in shapely.get_parts(shape) if isinstance(part, Polygon) and not part.is_empty]
