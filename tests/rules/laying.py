"""How tests lay figures and obstacles on a table."""

import math
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import shapely
from pennysight.rules.ruling import rule
from pennysight.rules.scene import Board, Figure, Geometry, Obstacle, Scene, Tile
from pennysight.rules.sight import Sight

Spot = tuple[float, float]


def obstacle(
    name: str, kind: str, *points: complex, closed: bool = False, radius: float | None = None
) -> Obstacle:
    """A line through the points (x + iy, inches), an outline of them, or a disc about the one."""
    spots = [[point.real, point.imag] for point in points]
    geometry = Geometry("LineString", spots)
    if radius is not None:
        geometry = Geometry("Point", spots[0])
    elif closed:
        geometry = Geometry("Polygon", [[*spots, spots[0]]])
    return Obstacle(name, kind, geometry, radius_in=radius)


def some_way(chance: random.Random) -> complex:
    """A direction, as a number of length 1."""
    turn = chance.uniform(0, math.tau)
    return complex(math.cos(turn), math.sin(turn))


def figure(name: str, x: float, y: float, facing_deg: float | None = 0.0, **more: object) -> Figure:
    return msgspec.convert(
        {"id": name, "faction": "marsh", "x_in": x, "y_in": y, "facing_deg": facing_deg, **more}, Figure
    )


def line(kind: str, *spots: Spot, name: str = "") -> Obstacle:
    return Obstacle(name or f"{kind} {spots}", kind, Geometry("LineString", [list(spot) for spot in spots]))


def outline(kind: str, *spots: Spot, name: str = "") -> Obstacle:
    ring = [list(spot) for spot in (*spots, spots[0])]
    return Obstacle(name or f"{kind} {spots}", kind, Geometry("Polygon", [ring]))


def disc(kind: str, x: float, y: float, radius: float, name: str = "") -> Obstacle:
    return Obstacle(name or f"{kind} {x} {y}", kind, Geometry("Point", [x, y]), radius_in=radius)


def scene(*things: Figure | Obstacle, tiles: Sequence[Tile] = ()) -> Scene:
    return Scene(
        board=Board(36.0, 36.0),
        tiles=list(tiles),
        figures=[thing for thing in things if isinstance(thing, Figure)],
        obstacles=[thing for thing in things if isinstance(thing, Obstacle)],
    )


def turned(given: Scene, turn_deg: float, mirrored: bool) -> Scene:
    """The scene about the point (18, 18), where it lies about (0, 0) in these examples."""
    turn = complex(math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg)))

    def at(x: float, y: float) -> list[float]:
        moved = turn * complex(x, -y if mirrored else y) + 18 + 18j
        return [moved.real, moved.imag]

    def shape(coordinates: Any) -> Any:
        if isinstance(coordinates[0], float | int):
            return at(*coordinates)
        return [shape(part) for part in coordinates]

    def stood(one: Figure) -> Figure:
        x, y = at(one.x_in, one.y_in)
        facing = (
            one.facing_deg if one.facing_deg is None else turn_deg + (-1 if mirrored else 1) * one.facing_deg
        )
        return msgspec.structs.replace(one, x_in=x, y_in=y, facing_deg=facing)

    return msgspec.structs.replace(
        given,
        figures=[stood(one) for one in given.figures],
        obstacles=[
            msgspec.structs.replace(
                one, geometry=Geometry(one.geometry.type, shape(one.geometry.coordinates))
            )
            for one in given.obstacles
        ],
    )


def sight(attacker: str, target: str, *things: Figure | Obstacle, turn_deg: float = 0.0) -> Sight:
    return rule(turned(scene(*things), turn_deg, False), attacker, target).sight


def placed(scene: Scene, chance: random.Random) -> Scene:
    """The same table as it may really lie: everything within three deviations, often at their very end."""

    def off(sd: float) -> float:
        return 3 * sd * chance.choice([-1.0, 1.0, chance.uniform(-1, 1)])

    shifts = {tile.tile: (off(tile.sd_in), off(tile.sd_in)) for tile in scene.tiles}

    def moved(obstacle: Obstacle) -> Obstacle:
        dx, dy = shifts.get(obstacle.id.partition("/")[0], (0.0, 0.0))
        drawn = shapely.affinity.translate(
            shapely.from_geojson(msgspec.json.encode(obstacle.geometry).decode()), dx, dy
        )
        geometry = msgspec.json.decode(shapely.to_geojson(drawn), type=Geometry)
        return msgspec.structs.replace(obstacle, geometry=geometry)

    figures = [
        msgspec.structs.replace(
            figure,
            x_in=figure.x_in + off(figure.sd_in),
            y_in=figure.y_in + off(figure.sd_in),
            facing_deg=chance.uniform(0, 360)
            if figure.facing_deg is None
            else figure.facing_deg + off(figure.sd_deg),
            sd_in=0.0,
            sd_deg=0.0,
        )
        for figure in scene.figures
    ]
    board = Board(scene.board.width_in + 2, scene.board.height_in + 2)
    return msgspec.structs.replace(
        scene,
        board=board,
        tiles=[],
        obstacles=[moved(obstacle) for obstacle in scene.obstacles],
        figures=figures,
    )
