"""The whole table at one moment: the values, and their JSON (`pennysight-scene/1`).

One frame everywhere: origin at the board's south-west corner, x east, y north, inches; angles in degrees
counter-clockwise from east. Geometries are GeoJSON in that frame.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec
from pennysight.rules.shapes import LARGEST_IN, Shape, ShapeError, read_shape
from pennysight.rules.wording import mid_sentence

FORMAT = "pennysight-scene/1"

Hat = Literal["stun", "slam", "unk"]

TOTAL_KINDS = frozenset(
    {"wall", "tree", "bush", "mansion-door"}
)  # H-114, H-178; a mansion door while not open
PARTIAL_KINDS = frozenset({"window", "fence", "tombstone"})  # H-113, H-179
OBSTACLE_KINDS = TOTAL_KINDS | PARTIAL_KINDS | {"door"}
AREA_KINDS = frozenset({"shack", "mansion-room", "mansion-hallway", "summoning-circle", "building"})

MOST_FIGURES = 200  # the largest game has 48, and the pairs to rule on grow with their square
MOST_LETTERS = 100  # of a name

_TOO_DEEP = "this is not a scene: it is nested too deeply"


class SceneError(ValueError):
    """A scene that makes no sense; the sentence names the object and the number, shortened where long."""

    def __init__(self, sentence: str) -> None:
        super().__init__(re.sub(r"(\S{40})\S{20,}", r"\1…", sentence))


class Board(msgspec.Struct, frozen=True):
    """The rectangle of ground, from (0, 0) to (width_in, height_in)."""

    width_in: float
    height_in: float


class Tile(msgspec.Struct, frozen=True):
    """A tile where it lies: `x_in, y_in` is its south-west corner, `rotation_deg` its turn about it.

    `side_in` is the length of its sides; whatever is printed on it is scaled with them.
    """

    tile: str
    x_in: float
    y_in: float
    rotation_deg: float = 0.0
    sd_in: float = 0.0
    side_in: float = 9.0


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


def is_total(obstacle: Obstacle) -> bool:
    """Whether nothing sees or goes through (H-114, H-178). A mansion door not said to be open is closed."""
    return obstacle.kind in TOTAL_KINDS and not (obstacle.kind == "mansion-door" and obstacle.open)


def is_partial(obstacle: Obstacle) -> bool:
    """Whether it hinders without stopping (H-113, H-179)."""
    return obstacle.kind in PARTIAL_KINDS


def hinders(figure: Figure) -> bool:
    """Whether the figure's base is a total obstacle: it stands, hit or not (H-118, H-119, HA-03)."""
    return not figure.dead and figure.hat != "unk"


def obstacle_shape(obstacle: Obstacle) -> Shape:
    """The obstacle's edges and discs; raises `SceneError`."""
    return _shape(f"obstacle {obstacle.id!r}", obstacle.geometry, obstacle.radius_in)


def area_shape(area: Area) -> Shape:
    """The area's outline; raises `SceneError`, also for an area that is not a Polygon or MultiPolygon."""
    shape = _shape(f"area {area.id!r}", area.geometry)
    if not shape.polygons:
        raise SceneError(f"area {area.id!r}: its geometry is a {area.geometry.type}, expected a Polygon")
    return shape


def _shape(name: str, geometry: Geometry, radius_in: float | None = None) -> Shape:
    try:
        return read_shape(geometry.type, geometry.coordinates, radius_in)
    except ShapeError as error:
        raise SceneError(f"{name}: {error}") from None


def scene_json(scene: Scene) -> bytes:
    """The scene as `pennysight-scene/1`."""
    return msgspec.json.encode(scene)


def parse_scene(data: bytes | str) -> Scene:
    """The scene that the JSON describes; raises `SceneError` for what is none or makes no sense."""
    if isinstance(data, bytes) and (encoding := json.detect_encoding(data)) != "utf-8":
        raise SceneError(
            f"this is not JSON in UTF-8: its text is in {encoding.upper()}, save it as plain UTF-8"
        )
    try:
        version = msgspec.json.decode(data, type=_Versioned).format
        if version != FORMAT:
            raise SceneError(f"format is {_quoted(version)}, expected {FORMAT!r}")
        scene = msgspec.json.decode(data, type=Scene)
    except RecursionError:
        raise SceneError(_TOO_DEEP) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SceneError(_explained(data, str(error))) from None
    _check_keys(data)
    check_scene(scene)
    return scene


def check_scene(scene: Scene) -> None:
    """Raise `SceneError` for numbers that cannot be, unknown kinds, names that are none or used twice,
    senseless shapes.
    """
    check_names_and_numbers(scene)
    for obstacle in scene.obstacles:
        obstacle_shape(obstacle)
    for area in scene.areas:
        area_shape(area)


def check_names_and_numbers(scene: Scene) -> None:
    """Raise `SceneError` for all of that but senseless shapes."""
    if scene.format != FORMAT:
        raise SceneError(f"format is {_quoted(scene.format)}, expected {FORMAT!r}")
    _check_numbers("board", scene.board, above_zero=("width_in", "height_in"))
    _check_names("tiles", "name", (tile.tile for tile in scene.tiles))
    for tile in scene.tiles:
        _check_numbers(f"tile {tile.tile!r}", tile, above_zero=("side_in",), not_below_zero=("sd_in",))
    for token in scene.tokens:
        _check_plain(f"token {token.marker}", "kind", token.kind)
        _check_numbers(f"token {token.marker}", token, not_below_zero=("sd_in",))
    check_figures(scene.figures)
    _check_names("obstacles", "id", (obstacle.id for obstacle in scene.obstacles))
    for obstacle in scene.obstacles:
        _check_kind(f"obstacle {obstacle.id!r}", obstacle.kind, OBSTACLE_KINDS)
    for both in {obstacle.id for obstacle in scene.obstacles} & {figure.id for figure in scene.figures}:
        raise SceneError(f"an obstacle and a figure have the id {both!r}, expected each once")
    _check_names("areas", "id", (area.id for area in scene.areas))
    for area in scene.areas:
        _check_kind(f"area {area.id!r}", area.kind, AREA_KINDS)


def check_figures(figures: list[Figure], unchecked: list[Figure] | None = None) -> None:
    """Raise `SceneError` for figures that cannot be, of which only `unchecked` ones may have changed, if
    given.

    Figures may overlap or stand off the board.
    """
    if len(figures) > MOST_FIGURES:
        raise SceneError(f"there are {len(figures)} figures, expected at most {MOST_FIGURES}")
    _check_names("figures", "id", (figure.id for figure in figures))
    for figure in figures if unchecked is None else unchecked:
        _check_plain(f"figure {figure.id!r}", "faction", figure.faction)
        _check_numbers(
            f"figure {figure.id!r}",
            figure,
            above_zero=("base_in",),
            not_below_zero=("fold_in", "sd_in", "sd_deg"),
        )


def _check_names(of: str, what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for number, name in enumerate(names, 1):
        if name in seen:
            raise SceneError(f"two {of} have the {what} {name!r}, expected each once")
        _check_plain(f"{of.removesuffix('s')} number {number}", what, name)
        seen.add(name)


def _check_plain(whose: str, what: str, name: str) -> None:
    """Any name goes, of a faction too, for other sets have their own, if it can be read out and typed in."""
    if not (name.isprintable() and name == name.strip() and 0 < len(name) <= MOST_LETTERS):
        raise SceneError(
            f"{whose}: its {what} is {name!r}, expected 1 to {MOST_LETTERS} letters, digits and signs, "
            f"with no blank at either end"
        )


def _check_kind(name: str, kind: str, known: frozenset[str]) -> None:
    if kind not in known:
        raise SceneError(f"{name}: its kind is {kind!r}, expected one of {', '.join(sorted(known))}")


def _check_numbers(
    name: str, thing: msgspec.Struct, above_zero: Iterable[str] = (), not_below_zero: Iterable[str] = ()
) -> None:
    for field in thing.__struct_fields__:
        number = getattr(thing, field)
        if not isinstance(number, float | int):
            continue
        if not abs(number) <= LARGEST_IN:  # refuses nan too
            raise SceneError(f"{name}: {field} is {number}, expected a number up to {LARGEST_IN:.0f}")
        if field in above_zero and number <= 0:
            raise SceneError(f"{name}: {field} is {number}, expected more than 0")
        if field in not_below_zero and number < 0:
            raise SceneError(f"{name}: {field} is {number}, expected 0 or more")


def _check_keys(data: bytes | str) -> None:
    """Raise `SceneError` for an object with two values for one key, of which JSON readers take either."""

    def once(pairs: list[tuple[str, Any]]) -> None:
        if len(dict(pairs)) < len(pairs):
            twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
            raise SceneError(f"an object has the key {twice!r} twice, expected each once")

    try:
        json.loads(data, object_pairs_hook=once, parse_int=str, parse_float=str)
    except RecursionError:
        raise SceneError(_TOO_DEEP) from None


class _Versioned(msgspec.Struct):
    format: Any = None


def _quoted(version: Any) -> str:
    return "missing" if version is None else repr(version)


def _explained(data: bytes | str, error: str) -> str:
    """What is wrong with JSON that is not a scene, with the object's id where there is one."""
    try:
        found = json.loads(data)
    except RecursionError:
        return _TOO_DEEP
    except (json.JSONDecodeError, UnicodeDecodeError):
        return f"this is not JSON: {mid_sentence(error.removeprefix('JSON is malformed: '))}"
    except ValueError:  # more digits than Python makes a number of
        return "a number of the scene has thousands of digits"
    for path, number in _numbers(found, "$"):
        if not math.isfinite(number):  # JSON has no nan and no infinity, but many programs write them
            return f"{_object_at(found, path)} is {number}, expected a finite number"
    what, _, path = error.partition(" - at `")
    return f"{_object_at(found, path.rstrip('`') or '$')}: {mid_sentence(what)}"


def _numbers(found: Any, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(found, dict):
        for key, value in found.items():
            yield from _numbers(value, f"{path}.{key}")
    elif isinstance(found, list):
        for index, value in enumerate(found):
            yield from _numbers(value, f"{path}[{index}]")
    elif isinstance(found, float):
        yield path, found


def _object_at(found: Any, path: str) -> str:
    """The place at a JSON path, told by the object's name: figure 'marsh-1': x_in."""
    match = re.match(r"\$\.(\w+?)s\[(\d+)\]\.?(.*)", path)
    if match is None:
        return path.removeprefix("$").removeprefix(".") or "the scene"
    of, index, field = match[1], int(match[2]), match[3]
    entry = found[f"{of}s"][index]
    named = (
        next((entry[key] for key in ("id", "tile", "marker") if key in entry), None)
        if isinstance(entry, dict)
        else None
    )
    name = f"{of} {named!r}" if named is not None else f"{of} number {index + 1}"
    return f"{name}: {field}" if field else name
