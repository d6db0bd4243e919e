"""A tile as a person writes it down: the format `pennysight-tile/1`, one JSON file a tile.

Inches in the tile's own frame: origin at its south-west corner, x east, y north. A building is its floors
and the openings in its walls; the walls are what stands between (`walls.py`), so they are never written.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from pennysight.rules.wording import mid_sentence

FORMAT = "pennysight-tile/1"
SCHEMA = "https://json-schema.org/draft/2020-12/schema"

Inch = Annotated[float, Meta(ge=-100, le=100)]
Length = Annotated[float, Meta(gt=0, le=100)]
Degrees = Annotated[float, Meta(ge=-360, le=360)]
Shade = Annotated[int, Meta(ge=0, le=255)]

Point = tuple[Inch, Inch]
Segment = tuple[Point, Point]
Line = Annotated[list[Point], Meta(min_length=2)]
Outline = Annotated[list[Point], Meta(min_length=3)]
Rgb = tuple[Shade, Shade, Shade]

RoomKind = Literal["shack", "mansion-room", "mansion-hallway", "building"]
Ground = Literal["meadow", "marsh", "heath", "wood", "churchyard"]
PatchKind = Literal["lush", "dry", "mud", "water", "leaves"]
OrnamentKind = Literal[
    "flowers",
    "stones",
    "reeds",
    "rug",
    "table",
    "bed",
    "bones",
    "signpost",
    "gallows",
    "cauldron",
    "boat",
    "sigil",
]


class TileError(ValueError):
    """A tile file that cannot be read, in one sentence that says where."""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a file: a name that we do not know is a slip of the pen, and is refused."""


class Room(Written, frozen=True):
    """A floor, as a ring of corners, up to which figures inside may move (H-124)."""

    kind: RoomKind
    floor: Outline


class Building(Written, frozen=True):
    """Rooms, and openings given as segments of a floor's edge.

    The plan has a frame of its own, whose origin lies at `at` on the tile; it is turned there by `turn_deg`.
    """

    rooms: Annotated[list[Room], Meta(min_length=1)]
    doors: list[Segment] = []
    windows: list[Segment] = []
    mansion_doors: list[Segment] = []
    at: Point = (0.0, 0.0)
    turn_deg: Degrees = 0.0


class Disc(Written, frozen=True):
    """A tree or a bush: its crown, which is a total obstacle (H-028)."""

    at: Point
    radius_in: Length


class Stone(Written, frozen=True):
    """A tombstone by its middle; unturned, its wide side lies east-west."""

    at: Point
    turn_deg: Degrees = 0.0


class Circle(Written, frozen=True):
    """A summoning circle with its innermost ring (H-036), in the colour of the home it belongs to."""

    at: Point
    radius_in: Length
    innermost_in: Length
    rgb: Rgb


class Path(Written, frozen=True):
    """A road or footpath along a line, drawn smooth; no rule knows of it."""

    line: Line
    width_in: Length


class Patch(Written, frozen=True):
    """A spot of other ground, drawn with a smooth edge; no rule knows of it."""

    kind: PatchKind
    outline: Outline


class Ornament(Written, frozen=True):
    """Furniture, flowers and the like: no effect at all (H-029)."""

    kind: OrnamentKind
    at: Point
    turn_deg: Degrees = 0.0


class TileFile(Written, frozen=True, kw_only=True):
    """One tile. `faction` is the name shown in the lower right corner of a home tile (H-022)."""

    format: str
    number: int
    name: str
    title: str
    size_in: Length
    wall_in: Annotated[float, Meta(gt=0, le=1)] = 0.18
    faction: str | None = None
    ground: Ground
    buildings: list[Building] = []
    walls: list[Line] = []
    fences: list[Line] = []
    trees: list[Disc] = []
    bushes: list[Disc] = []
    tombstones: list[Stone] = []
    summoning_circle: Circle | None = None
    paths: list[Path] = []
    patches: list[Patch] = []
    ornaments: list[Ornament] = []


def tile_schema() -> bytes:
    """The JSON Schema (2020-12) that every file of this format fulfils."""
    described = msgspec.json.schema(TileFile)
    described["$defs"]["TileFile"]["properties"]["format"]["const"] = FORMAT
    return msgspec.json.format(msgspec.json.encode({"$schema": SCHEMA, **described}), indent=2)


def read_tile_file(data: bytes | str) -> TileFile:
    """The file's values; raises `TileError` naming the place that is wrong."""
    try:
        written = msgspec.json.decode(data, type=TileFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TileError(f"this is not a tile file: {mid_sentence(str(error))}") from None
    if written.format != FORMAT:
        raise TileError(f"unknown tile format {written.format!r}: expected {FORMAT!r}")
    return written
