"""Paths and reach beside what people would take instead, and how the time grows with the table.

    python -m benchmarks.paths [--tries 20] [--plot docs/images/paths-growth.svg]

The tables are those of `benchmarks/scenes.py`. The others (`pip install --group bench`) know points among
polygons, not bases among walls: they get every total obstacle and figure grown by the base's radius, round
ones with 8 sides, and no fences, windows or doors, of which they cannot say what they cost.
"""

import argparse
import importlib
import math
import random
import statistics
from collections.abc import Callable, Iterable

import msgspec
import numpy as np
import shapely
from pennysight.rules.path import find_path
from pennysight.rules.reach import reach
from pennysight.rules.scene import Scene, is_partial, is_total

from benchmarks.growth_plot import plotted
from benchmarks.rulings import by_camera
from benchmarks.scenes import edge_count, table
from benchmarks.timing import timed

Place = tuple[float, float]
Question = tuple[str, Place, Place]  # who goes, from where, to where
Finder = Callable[[Place, Place], float]  # the length of the way between two places

GROWTH = ((100, 6), (300, 24), (1000, 24), (3000, 48))  # edges and figures
MOVE_IN = 5.0
FAR_IN = (4.0, 20.0)
MOVES_IN = (MOVE_IN, 8.0)
SIDES_TO_A_QUARTER = 2
GOES = 8  # of which the quickest counts: other work on the same processor slows some


def grown(scene: Scene) -> shapely.Geometry:
    """Every total obstacle and figure grown by the radius of a base."""
    shapes = [
        shapely.from_geojson(msgspec.json.encode(part.geometry)).buffer(
            (part.radius_in or 0) + 0.375, quad_segs=SIDES_TO_A_QUARTER
        )
        for part in scene.obstacles
        if is_total(part)
    ]
    bases = [
        shapely.Point(figure.x_in, figure.y_in).buffer(0.75, quad_segs=SIDES_TO_A_QUARTER)
        for figure in scene.figures[1:]
    ]
    return shapely.union_all([*shapes, *bases])


def questions(scene: Scene, far_in: float, tries: int) -> list[Question]:
    """Places for the first figure to set out from, each with one so far off that ground joins to it."""
    chance = random.Random(round(far_in))
    board = shapely.box(0, 0, scene.board.width_in, scene.board.height_in)
    free = max(shapely.get_parts(board.difference(grown(scene).buffer(0.01))), key=shapely.area)
    shapely.prepare(free)
    found: list[Question] = []
    while len(found) < tries:
        start = complex(chance.uniform(0, 36), chance.uniform(0, 36))
        way = chance.uniform(0, 2 * math.pi)
        goal = start + far_in * complex(math.cos(way), math.sin(way))
        ends = [(start.real, start.imag), (goal.real, goal.imag)]
        if shapely.contains_xy(free, ends).all():
            found.append((scene.figures[0].id, ends[0], ends[1]))
    return found


def set_out(scene: Scene, start: Place) -> Scene:
    """The table with its first figure at that place."""
    first = msgspec.structs.replace(scene.figures[0], x_in=start[0], y_in=start[1])
    return msgspec.structs.replace(scene, figures=[first, *scene.figures[1:]])


def ours(scene: Scene, tries: int) -> dict[str, list[float]]:
    """Milliseconds of each kind of answer, on a table that was asked about before."""
    taken: dict[str, list[float]] = {}
    find_path(scene, scene.figures[0].id, MOVE_IN, (18.0, 18.0))
    for far_in in FAR_IN:
        taken[f"cheapest path, {far_in:.0f} in off"] = [
            timed(find_path, set_out(scene, start), who, MOVE_IN, goal, times=GOES)[0]
            for who, start, goal in questions(scene, far_in, tries)
        ]
    taken["and whether sure, 4 in off"] = [
        timed(find_path, by_camera(set_out(scene, start)), who, MOVE_IN, goal, times=GOES)[0]
        for who, start, goal in questions(scene, 4.0, tries)
    ]
    for move_in in MOVES_IN:
        taken[f"reach region, {move_in:.0f} in"] = [
            timed(reach, set_out(scene, start), who, move_in, times=GOES)[0]
            for who, start, _ in questions(scene, 4.0, tries)
        ]
    return taken


def first_path(edges: int, figures: int) -> list[float]:
    """Milliseconds of the first path on tables that nobody asked about before."""
    tables = [table(edges, figures, seed=seed) for seed in range(2, 6)]
    return [timed(find_path, scene, scene.figures[0].id, MOVE_IN, (18.0, 18.0))[0] for scene in tables]


def extremitypathfinder(scene: Scene) -> Finder:
    environment = importlib.import_module("extremitypathfinder.extremitypathfinder").PolygonEnvironment()
    board = shapely.box(0, 0, scene.board.width_in, scene.board.height_in)
    free = max(shapely.get_parts(board.difference(grown(scene))), key=shapely.area)
    free = shapely.geometry.polygon.orient(free)
    environment.store(
        np.array(free.exterior.coords)[:-1], [np.array(hole.coords)[:-1] for hole in free.interiors]
    )
    environment.prepare()

    def length(start: Place, goal: Place) -> float:
        return float(environment.find_shortest_path(start, goal)[1] or math.inf)

    return length


def pyvisgraph(scene: Scene) -> Finder:
    library = importlib.import_module("pyvisgraph")
    graph = library.VisGraph()
    parts = shapely.get_parts(grown(scene))
    graph.build([[library.Point(x, y) for x, y in part.exterior.coords[:-1]] for part in parts], status=False)

    def length(start: Place, goal: Place) -> float:
        way = graph.shortest_path(library.Point(*start), library.Point(*goal))
        return float(shapely.LineString([(point.x, point.y) for point in way]).length)

    return length


def beside(scene: Scene, build: Callable[[Scene], Finder], tries: int) -> None:
    """Time another's building and asking, and compare its ways with ours where nothing has to be paid for.

    Its obstacles are a little smaller than the true ones, so its ways may be up to a hundredth shorter.
    """
    name = build.__name__
    bare = msgspec.structs.replace(
        scene, obstacles=[part for part in scene.obstacles if is_total(part) and not is_partial(part)]
    )
    try:
        building, find = timed(build, bare)
    except ModuleNotFoundError as missing:
        print(f"{name}: left out, {missing.name} is not installed (pip install --group bench)")
        return
    times, off = [], 0
    for who, start, goal in questions(bare, 20.0, tries):
        taken, length = timed(find, start, goal, times=GOES)
        times.append(taken)
        path = find_path(set_out(bare, start), who, 99.0, goal).path
        off += path is None or not 0.99 <= length / path.length_in <= 1.0001
    print(
        f"{name:28} {spread(times)}   after building for {building:,.0f} ms; {off} of {tries} ways too long"
    )


def spread(times: Iterable[float]) -> str:
    every = sorted(times)
    return f"{statistics.median(every):8.1f} {every[math.ceil(0.9 * len(every)) - 1]:8.1f} {every[-1]:8.1f}"


def growth(tries: int) -> dict[str, dict[int, float]]:
    """Print the medians by the size of the table, and give them by kind and number of edges."""
    kinds = [f"cheapest path, {FAR_IN[0]:.0f} in off", f"cheapest path, {FAR_IN[1]:.0f} in off"]
    kinds += [f"reach region, {move_in:.0f} in" for move_in in MOVES_IN]
    print("\nmedian ms by the size of the table")
    print(f"{'edges':>6}{'figures':>9}" + "".join(f"{kind:>26}" for kind in kinds) + f"{'first path':>12}")
    grown: dict[str, dict[int, float]] = {kind: {} for kind in kinds}
    for edges, figures in GROWTH:
        taken = ours(table(edges, figures), tries)
        for kind in kinds:
            grown[kind][edges] = statistics.median(taken[kind])
        first = statistics.median(first_path(edges, figures))
        medians = "".join(f"{grown[kind][edges]:26.1f}" for kind in kinds)
        print(f"{edges:6}{figures:9}{medians}{first:12.1f}")
    return grown


def only(grown_ms: dict[str, dict[int, float]], what: str) -> dict[str, dict[int, float]]:
    """The kinds of answer that are about paths, or about reach."""
    return {kind: times for kind, times in grown_ms.items() if what in kind}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tries", type=int, default=20, help="questions of each kind (20)")
    parser.add_argument("--plot", metavar="FILE", help="draw the growth to this file (.png, .svg or .pdf)")
    given = parser.parse_args()
    tries = given.tries
    scene = table()
    shapes = [shapely.from_geojson(msgspec.json.encode(part.geometry)) for part in scene.obstacles]
    count = sum(map(edge_count, shapes))
    print(f"{len(scene.tiles)} tiles, {len(scene.figures)} figures, {count} edges")
    print(f"{'ms':28} {'median':>8} {'p90':>8} {'worst':>8}")
    for what, times in ours(scene, tries).items():
        print(f"{what:28} {spread(times)}")
    print(f"{'first path on a new table':28} {spread(first_path(300, 24))}")
    for other in (extremitypathfinder, pyvisgraph):
        beside(scene, other, tries)
    grown_ms = growth(max(tries // 4, 3))
    if given.plot:
        plotted(given.plot, {f"edges: {what}": only(grown_ms, what) for what in ("path", "reach")})


if __name__ == "__main__":
    main()
