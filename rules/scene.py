"""The whole table at one moment: the values, and their JSON (`pennysight-scene/1`).

One frame everywhere: origin at the board's south-west corner, x east, y north, inches; angles in degrees
counter-clockwise from east. Geometries are GeoJSON in that frame.
"""

from typing import Any, Literal

import msgspec

FORMAT = "pennysight-scene/1"

Hat = Literal["stun", "slam", "unk"]


class Board(msgspec.Struct, frozen=True):
    """The rectangle of ground, from (0, 0) to (width_in, height_in)."""

    width_in: float
    height_in: float


class Tile(msgspec.Struct, frozen=True):
    """A tile where it lies: `x_in, y_in` is its south-west corner, `rotation_deg` its turn about that corner."""

    tile: str
    x_in: float
    y_in: float
    rotation_deg: float = 0.0
    sd_in: float = 0.0


class Geometry(msgspec.Struct, frozen=True):
    """A GeoJSON geometry, coordinates in inches in the board frame."""

    type: str
    coordinates: list[Any]


class Obstacle(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something printed on a tile that hinders sight or movement (H-113, H-114, H-178, H-179).

    A Point with `radius_in` is an exact disc: a tree or a bush.
    """

    id: str
    kind: str
    geometry: Geometry
    open: bool | None = None
    radius_in: float | None = None


class Area(msgspec.Struct, frozen=True):
    """A place that a figure can be in: a shack, a room, a summoning circle."""

    id: str
    kind: str
    geometry: Geometry


class Figure(msgspec.Struct, frozen=True):
    """A figure: the midpoint of its fold, and the way its front points; the fold is perpendicular to that.

    `facing_deg` None is a facing that nobody knows; it is never treated as 0.
    `sd_in` and `sd_deg` are one standard deviation of the measurement, 0 for exact.
    """

    id: str
    faction: str
    x_in: float
    y_in: float
    facing_deg: float | None = None
    fold_in: float = 0.75
    base_in: float = 0.75
    hat: Hat | None = None
    dead: bool = False
    sd_in: float = 0.0
    sd_deg: float = 0.0


class Token(msgspec.Struct, frozen=True):
    """A flat printed token lying on the board, by the number of its marker."""

    marker: int
    kind: str
    x_in: float
    y_in: float
    rotation_deg: float = 0.0
    sd_in: float = 0.0


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """The one thing that vision makes and rules read."""

    format: str = FORMAT
    board: Board
    tiles: list[Tile] = []
    obstacles: list[Obstacle] = []
    areas: list[Area] = []
    figures: list[Figure] = []
    tokens: list[Token] = []
