"""How tests walk figures over a table."""

import msgspec
from pennysight.rules.path import Path as Way
from pennysight.rules.path import PathAnswer, find_path
from pennysight.rules.reach import reach
from pennysight.rules.scene import Board, Figure, Geometry, Obstacle, Scene
from shapely.geometry import Polygon, shape

RADIUS_IN = 0.375


def line(name: str, kind: str, *at: tuple[float, float], open_: bool | None = None) -> Obstacle:
    return Obstacle(name, kind, Geometry("LineString", [list(point) for point in at]), open=open_)


def ring(name: str, kind: str, *at: tuple[float, float]) -> Obstacle:
    return Obstacle(name, kind, Geometry("Polygon", [[list(point) for point in (*at, at[0])]]))


def tree(x: float, y: float, radius: float) -> Obstacle:
    return Obstacle("tree", "tree", Geometry("Point", [x, y]), radius_in=radius)


def mover(x: float, y: float) -> Figure:
    return Figure("marsh-1", "marsh", x, y)


def table(*obstacles: Obstacle, figures: tuple[Figure, ...] = (mover(18, 17),)) -> Scene:
    return Scene(board=Board(36, 36), obstacles=list(obstacles), figures=list(figures))


def go(scene: Scene, to: tuple[float, float], move: float = 5.0) -> PathAnswer:
    return find_path(scene, "marsh-1", move, to)


def cost(scene: Scene, to: tuple[float, float]) -> float | None:
    answer = go(scene, to)
    return None if answer.path is None else answer.path.cost_in


def gap(width: float, *more: Obstacle) -> Scene:
    """A wall across the table with a gap in the middle, the mover an inch south of it."""
    west, east = 18 - width / 2, 18 + width / 2
    return table(line("west", "wall", (0, 18), (west, 18)), line("east", "wall", (east, 18), (36, 18)), *more)


def path_to(scene: Scene, to: tuple[float, float]) -> Way:
    path = go(scene, to).path
    assert path is not None
    return path


def ground_of(scene: Scene, move: float) -> Polygon:
    (part,) = shape(msgspec.to_builtins(reach(scene, "marsh-1", move).region)).geoms
    assert isinstance(part, Polygon)
    return part
