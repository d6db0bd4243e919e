"""Cheapest paths against a full visibility graph, written with shapely and nothing of the code under test.

A disc's way among walls becomes a point's way among grown walls, whose round corners the oracle draws as
polygons. With the corners of these on the true outline its obstacles are too small, and its answer is at
most the true one; with their sides on the true outline they are too large, and it is at least the true one.
Ours must lie between.
"""

import math
import random
from dataclasses import dataclass

import msgspec
import numpy as np
import pytest
import shapely
from pennysight.rules.path import find_path
from pennysight.rules.scene import Board, Figure, Geometry, Obstacle, Scene
from shapely import LineString, Point, Polygon
from shapely.geometry import box

SIDE_IN = 12.0
RADIUS_IN = 0.375
QUARTER = 6  # sides in a quarter of a circle
OUTER = 1 / math.cos(math.pi / 4 / QUARTER)  # a polygon this much larger has its sides on the circle
NUDGE_IN = 1e-6


@dataclass
class Table:
    """The same table for both: a scene for ours, shapes for the oracle."""

    scene: Scene
    solids: list[tuple[shapely.Geometry, float]]  # and how far a centre must keep from it
    lanes: list[Polygon]  # straight through openings narrower than the base, hardly wider than a line
    fences: list[LineString]
    stones: list[Polygon]


def table(seed: int) -> Table:
    chance = random.Random(seed)
    obstacles: list[Obstacle] = []
    solids: list[tuple[shapely.Geometry, float]] = []
    lanes: list[Polygon] = []
    fences: list[LineString] = []
    stones: list[Polygon] = []
    taken: list[shapely.Geometry] = []

    def room_for(shape: shapely.Geometry, apart: float) -> bool:
        x0, y0, x1, y1 = shape.bounds
        inside = min(x0, y0) > 0.8 and max(x1, y1) < SIDE_IN - 0.8
        if inside and all(shape.distance(other) > apart for other in taken):
            taken.append(shape)
            return True
        return False

    def place(shape: shapely.Geometry) -> shapely.Geometry:
        turned = shapely.affinity.rotate(shape, chance.uniform(0, 360), origin=(0, 0))
        return shapely.affinity.translate(turned, chance.uniform(1, 11), chance.uniform(1, 11))

    for number in range(2):  # a hut of four walls with a narrow door and a wide one, or a window
        hut = box(-1.3, -1.1, 1.3, 1.1)
        width = chance.choice([0.4, 0.6, 0.7])
        at = chance.uniform(-0.6, 0.6)
        door = box(at - width / 2, -1.1, at + width / 2, -0.95)
        wide = box(-0.5, 0.95, 0.5, 1.1)
        ring = hut.difference(box(-1.15, -0.95, 1.15, 0.95))
        walls = list(ring.difference(door.union(wide)).geoms)
        cut = ring.difference(box(at - RADIUS_IN, -2, at + RADIUS_IN, 0)).difference(wide)
        lane = box(at - 1e-5, -1.1 - RADIUS_IN, at + 1e-5, -0.95 + RADIUS_IN)
        parts = shapely.GeometryCollection([*walls, door, wide, cut, lane])
        for _ in range(50):
            laid = place(parts)
            if room_for(laid.convex_hull, 0.3):
                break
        else:
            continue
        pieces = list(laid.geoms)
        obstacles += [
            obstacle(f"wall-{number}-{n}", "wall", wall) for n, wall in enumerate(pieces[: len(walls)])
        ]
        solids.append((pieces[-2], RADIUS_IN))
        lanes.append(pieces[-1])
        kind = chance.choice(["door", "window"])
        obstacles.append(obstacle(f"opening-{number}", kind, pieces[len(walls)]))
        if kind == "window":
            stones.append(pieces[len(walls)])
        kind = chance.choice(["door", "window"])
        obstacles.append(obstacle(f"wide-{number}", kind, pieces[len(walls) + 1]))
        if kind == "window":
            stones.append(pieces[len(walls) + 1])
    for number in range(3):
        wall = place(LineString([(0, 0), (chance.uniform(0.8, 3), 0)]))
        if room_for(wall, 0.1):
            obstacles.append(obstacle(f"free-{number}", "wall", wall))
            solids.append((wall, RADIUS_IN))
    for number in range(4):
        radius, middle = chance.uniform(0.2, 0.7), place(Point(0, 0))
        if room_for(middle.buffer(radius), 0.1):
            obstacles.append(
                Obstacle(f"tree-{number}", "tree", Geometry("Point", [middle.x, middle.y]), radius_in=radius)
            )
            solids.append((middle, radius + RADIUS_IN))
    for number in range(4):
        corners = [(0.0, 0.0), (chance.uniform(1, 3), 0.0)]
        if chance.random() < 0.5:
            corners.append((corners[1][0], chance.uniform(-2, 2)))
        fence = place(LineString(corners))
        if room_for(fence, 0.02):
            obstacles.append(obstacle(f"fence-{number}", "fence", fence))
            fences.append(fence)
    for number in range(4):
        stone = place(box(-0.25, -0.11, 0.25, 0.11))
        if room_for(stone, 0.05):
            obstacles.append(obstacle(f"stone-{number}", "tombstone", stone))
            stones.append(stone)
    figures = [Figure("marsh-0", "marsh", 0.0, 0.0)]
    for number in range(1, 7):
        middle = place(Point(0, 0))
        if all(middle.distance(solid) > keep + 0.01 for solid, keep in solids):
            faction = chance.choice(["marsh", "cult"])
            lying = number == 6
            figures.append(
                Figure(f"{faction}-{number}", faction, middle.x, middle.y, hat="unk" if lying else None)
            )
            if not lying:
                solids.append((middle, 2 * RADIUS_IN))
    return Table(
        Scene(board=Board(SIDE_IN, SIDE_IN), obstacles=obstacles, figures=figures),
        solids,
        lanes,
        fences,
        stones,
    )


def obstacle(name: str, kind: str, shape: shapely.Geometry) -> Obstacle:
    if isinstance(shape, Polygon):
        return Obstacle(name, kind, Geometry("Polygon", [[list(at) for at in shape.exterior.coords]]))
    return Obstacle(name, kind, Geometry("LineString", [list(at) for at in shape.coords]))


class Oracle:
    """All turns of all outlines, each joined to each that it sees."""

    def __init__(self, table: Table, grown: float) -> None:
        lanes = shapely.union_all(table.lanes)
        shapes = [
            solid.buffer(keep * grown, quad_segs=QUARTER).difference(lanes) for solid, keep in table.solids
        ]
        self.table = table
        self.free = box(0, 0, SIDE_IN, SIDE_IN).difference(shapely.union_all(shapes))
        turns = [at for ring in rings(self.free) for at in turning_in(ring)]
        for fence in table.fences:
            turns += beside(np.array(fence.coords), closed=False)
        for stone in table.stones:
            turns += beside(np.array(stone.exterior.normalize().coords)[::-1], closed=True)
        self.inside = [shape.buffer(-2e-7, join_style="mitre") for shape in shapes]
        points = np.array(turns)
        self.turns = points[~self.blocked(shapely.points(points))]
        self.between = np.full((len(self.turns), len(self.turns)), np.inf)
        one, other = np.triu_indices(len(self.turns), 1)
        there = np.stack([self.turns[one], self.turns[other]], axis=1)
        seen = ~self.blocked(shapely.linestrings(there))
        one, other, there = one[seen], other[seen], there[seen]
        self.between[one, other] = self.paid(there)
        self.between[other, one] = self.paid(there[:, ::-1])

    def blocked(self, shapes: np.ndarray) -> np.ndarray:
        found = np.zeros(len(shapes), dtype=bool)
        found[shapely.STRtree(shapes).query(self.inside, predicate="intersects")[1]] = True
        return found

    def costs(self, from_: np.ndarray, to: np.ndarray) -> np.ndarray:
        """From each straight to the one of the same index, infinite where something is in the way."""
        ends = np.stack(np.broadcast_arrays(from_, to), axis=1)
        cost = np.full(len(ends), np.inf)
        seen = ~self.blocked(shapely.linestrings(ends))
        cost[seen] = self.paid(ends[seen])
        return cost

    def paid(self, ends: np.ndarray) -> np.ndarray:
        """What straight ways cost, with 2 in for each crossing of a fence and each stone that is entered."""
        lines, starts = shapely.linestrings(ends), shapely.points(ends[:, 0])
        cost: np.ndarray = shapely.length(lines)
        for fence in self.table.fences:
            met = shapely.intersection(lines, fence)
            cost += 2 * shapely.get_num_geometries(met) * ~shapely.is_empty(met)
        for stone in self.table.stones:
            entered = shapely.length(shapely.intersection(lines, stone)) > 1e-9
            cost += 2 * (entered & ~shapely.contains_properly(stone.buffer(-NUDGE_IN), starts))
        return cost

    def cheapest(self, start: tuple[float, float], goal: tuple[float, float]) -> float:
        ends = np.array([start, goal])
        out, last = self.costs(ends[:1], self.turns), self.costs(self.turns, ends[1:])
        best = float(self.costs(ends[:1], ends[1:])[0])
        open_ = np.ones(len(out), dtype=bool)
        while open_.any():
            nearest = np.where(open_, out, np.inf).argmin()
            if not open_[nearest] or out[nearest] >= best:
                break
            open_[nearest] = False
            best = min(best, out[nearest] + last[nearest])
            out = np.minimum(out, out[nearest] + self.between[nearest])
        return best


def rings(shape: shapely.Geometry) -> list[np.ndarray]:
    return [
        np.array(ring.coords)
        for part in shapely.get_parts(shape)
        for ring in (part.normalize().exterior, *part.normalize().interiors)
    ]


def turning_in(ring: np.ndarray) -> list[tuple[float, float]]:
    """The corners where free ground has more than half a turn; in normal form it lies to the right."""
    at = ring[:-1]
    before, after = at - np.roll(at, 1, axis=0), np.roll(at, -1, axis=0) - at
    turn = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    return [tuple(point) for point in at[turn > 1e-12]]


def beside(line: np.ndarray, closed: bool) -> list[tuple[float, float]]:
    """A hair beyond each end of a line and outside each of its corners."""
    points = []
    line = line[:-1] if closed else line
    for index in range(len(line)):
        ways = []
        if closed or index > 0:
            ways.append(line[index] - line[index - 1])
        if closed or index < len(line) - 1:
            ways.append(line[index] - line[(index + 1) % len(line)])
        outward = sum(way / np.hypot(*way) for way in ways)
        if np.hypot(*outward) > 1e-9:
            points.append(tuple(line[index] + NUDGE_IN * outward / np.hypot(*outward)))
    return points


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(15))
def test_the_cheapest_path_costs_what_a_full_visibility_graph_says(seed: int) -> None:
    """Twenty paths on each of 15 tables: H-103, H-114, H-115, H-118, H-120, HA-09 to HA-13."""
    laid = table(seed)
    small, large = Oracle(laid, 1.0), Oracle(laid, OUTER)
    chance = random.Random(seed)
    for _ in range(20):
        start, goal = free_place(chance, laid), free_place(chance, laid)
        mover = msgspec.structs.replace(laid.scene.figures[0], x_in=start[0], y_in=start[1])
        scene = msgspec.structs.replace(laid.scene, figures=[mover, *laid.scene.figures[1:]])
        answer = find_path(scene, mover.id, 5.0, goal)
        cost = math.inf if answer.path is None else answer.path.cost_in
        assert small.cheapest(start, goal) - 1e-5 <= cost <= large.cheapest(start, goal) + 1e-5, (start, goal)


def free_place(chance: random.Random, laid: Table) -> tuple[float, float]:
    """Where a base stands clear of everything, and not on somebody unconscious, on whom nobody may end."""
    while True:
        x, y = chance.uniform(0.1, SIDE_IN - 0.1), chance.uniform(0.1, SIDE_IN - 0.1)
        lying = [figure for figure in laid.scene.figures if figure.hat == "unk"]
        if all(Point(x, y).distance(solid) > keep * OUTER + 1e-4 for solid, keep in laid.solids) and all(
            math.hypot(x - figure.x_in, y - figure.y_in) > 2 * RADIUS_IN for figure in lying
        ):
            return x, y
