"""Crowded tables laid at random, and what lines drawn with shapely show on them."""

import math
import random
from dataclasses import dataclass

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray
from pennysight.rules.ruling import Ruling, rule_all
from pennysight.rules.scene import Board, Figure, Hat, Obstacle, Scene

from tests.rules.laying import obstacle, some_way

SIDE_IN = 9.0
BASE_IN = 0.75
NEAR_AN_INCH_IN = 0.05  # whether a partial obstacle is exempt is left open so near to an inch

TOTAL = ("wall", "tree", "bush")


def table(seed: int, figures: int = 5) -> Scene:
    """Walls with corners, joints and windows, rows of fences, trees and stones, and figures free of them
    all.
    """
    chance = random.Random(seed)
    obstacles: list[Obstacle] = []

    def at() -> complex:
        return complex(chance.uniform(0, SIDE_IN), chance.uniform(0, SIDE_IN))

    def way() -> complex:
        return some_way(chance)

    def add(kind: str, *points: complex, closed: bool = False, radius: float | None = None) -> None:
        name = f"{kind}-{len(obstacles)}"
        obstacles.append(obstacle(name, kind, *points, closed=closed, radius=radius))

    for _ in range(chance.randint(4, 10)):
        start, along = at(), way()
        across, length = along * 1j, chance.uniform(0.5, 2.5)
        match chance.randrange(8):
            case 0:  # a wall and one that meets it
                add("wall", start, start + length * along)
                add("wall", start + 0.5 * length * along, start + 0.5 * length * along + across)
            case 1:  # a window between two walls
                add("wall", start, start + length * along)
                add("window", start + length * along, start + (length + 0.8) * along)
                add("wall", start + (length + 0.8) * along, start + (2 * length + 0.8) * along)
            case 2:  # a thick wall round a corner
                corner = start + length * along
                inner = [corner + 0.2 * across - 0.2 * along, start + 0.2 * across]
                add(
                    "wall", start, corner, corner + across, corner + across - 0.2 * along, *inner, closed=True
                )
            case 3:  # a run of two fences
                add("fence", start, start + length * along)
                add("fence", start + length * along, start + length * along + across)
            case 4:
                add(
                    "tombstone",
                    *(start + x * along + y * across for x, y in ((0, 0), (0.5, 0), (0.5, 0.2), (0, 0.2))),
                    closed=True,
                )
            case _:
                add(chance.choice(["tree", "bush"]), start, radius=chance.uniform(0.15, 0.8))
    standing: list[Figure] = []
    solids = [solid for obstacle in obstacles if obstacle.kind in TOTAL for solid in [shape(obstacle)]]
    for _ in range(300):
        spot = at()
        if len(standing) == figures:
            break
        free = all(
            shapely.distance(shapely.Point(spot.real, spot.imag), solid) > BASE_IN / 2 for solid in solids
        )
        if free and all(abs(spot - complex(other.x_in, other.y_in)) > BASE_IN for other in standing):
            hat: Hat | None = chance.choice([None, None, None, None, "stun", "slam", "unk"])
            standing.append(
                Figure(
                    f"marsh-{len(standing)}", "marsh", spot.real, spot.imag, chance.uniform(0, 360), hat=hat
                )
            )
    return Scene(board=Board(SIDE_IN, SIDE_IN), obstacles=obstacles, figures=standing)


def shape(obstacle: Obstacle) -> shapely.Geometry:
    """The obstacle as shapely draws it, a disc by its outline with 400 corners."""
    drawn = shapely.from_geojson(msgspec.json.encode(obstacle.geometry).decode())
    return drawn if obstacle.radius_in is None else drawn.buffer(obstacle.radius_in, quad_segs=100)


@dataclass
class DenseLines:
    """What many lines from fold to fold show: of each kind the shortest, inf where none was found."""

    clear_in: float
    partial_in: float
    unsettled: bool  # whether it depends on an exemption that is too near to call here


def fold(figure: Figure) -> shapely.LineString:
    assert figure.facing_deg is not None
    side = complex(0, figure.fold_in / 2) * complex(
        math.cos(math.radians(figure.facing_deg)), math.sin(math.radians(figure.facing_deg))
    )
    return shapely.LineString(
        [
            (figure.x_in - side.real, figure.y_in - side.imag),
            (figure.x_in + side.real, figure.y_in + side.imag),
        ]
    )


def between(one: shapely.Geometry, other: shapely.Geometry, count: int) -> NDArray[np.object_]:
    """Lines from points along one line to points along another."""
    shares = np.linspace(0, 1, count)
    starts, ends = (
        shapely.get_coordinates(shapely.line_interpolate_point(line, shares, normalized=True))
        for line in (one, other)
    )
    lines = np.stack(np.broadcast_arrays(starts[:, None], ends[None]), axis=2)
    return np.asarray(shapely.linestrings(lines.reshape(-1, 2, 2)))


class Oracle:
    """It knows lines, shapes and distances of shapely, and nothing of the code under test."""

    def __init__(self, scene: Scene) -> None:
        self.figures = scene.figures
        self.fixed = shapely.union_all([shape(part) for part in scene.obstacles if part.kind in TOTAL])
        shapely.prepare(self.fixed)
        fences = [shape(part) for part in scene.obstacles if part.kind == "fence"]
        rows = shapely.get_parts(shapely.union_all([fence.buffer(1e-6) for fence in fences]))
        self.runs = [shapely.multilinestrings([one for one in fences if row.covers(one)]) for row in rows]
        self.runs += [shape(part) for part in scene.obstacles if part.kind in ("window", "tombstone")]

    def room(self, lines: NDArray[np.object_], attacker: Figure, target: Figure) -> NDArray[np.float64]:
        """How far lines keep from all total obstacles and standing bases."""
        room: NDArray[np.float64] = shapely.distance(self.fixed, lines)
        return np.minimum(room, self.room_of_bases(lines, attacker, target))

    def room_of_bases(
        self, lines: NDArray[np.object_], attacker: Figure, target: Figure
    ) -> NDArray[np.float64]:
        room = np.full(len(lines), math.inf)
        for other in self.figures:
            if other not in (attacker, target) and other.hat != "unk":
                away = shapely.distance(shapely.Point(other.x_in, other.y_in), lines) - BASE_IN / 2
                room = np.minimum(room, np.maximum(away, 0.0))
        return room

    def free(self, lines: NDArray[np.object_], attacker: Figure, target: Figure) -> NDArray[np.object_]:
        """The lines that meet none of them."""
        lines = lines[~shapely.intersects(self.fixed, lines)]
        return np.asarray(lines[self.room_of_bases(lines, attacker, target) > 0])

    def lines(self, attacker: Figure, target: Figure, count: int) -> DenseLines:
        """What as many points on each fold show."""
        own = fold(attacker)
        free = self.free(between(own, fold(target), count), attacker, target)
        hindered = np.zeros(len(free), dtype=np.bool_)
        unsettled = False
        for run in self.runs:
            crossed = shapely.intersects(run, free)
            if not crossed.any():
                continue
            away = shapely.distance(own, run)
            if away < 1 + NEAR_AN_INCH_IN:
                near = away <= 1 - NEAR_AN_INCH_IN
                if near and len(self.free(reaching(own, run), attacker, target)):
                    continue
                unsettled = True
            hindered |= crossed
        lengths = shapely.length(free)
        clear, partial = (lengths[kind].min(initial=math.inf) for kind in (~hindered, hindered))
        return DenseLines(float(clear), float(partial), unsettled)


def reaching(own: shapely.LineString, run: shapely.Geometry) -> NDArray[np.object_]:
    """Lines of at most an inch from a fold to a partial obstacle."""
    outline = shapely.boundary(run) if run.geom_type == "Polygon" else run
    lines = np.concatenate([between(own, part, 40) for part in shapely.get_parts(outline)])
    return np.asarray(lines[shapely.length(lines) <= 1])


def pairs(scene: Scene) -> list[tuple[Ruling, Figure, Figure]]:
    by_id = {figure.id: figure for figure in scene.figures}
    return [(ruling, by_id[ruling.from_id], by_id[ruling.to_id]) for ruling in rule_all(scene)]
