"""Where a figure can get to, by which way, and where a blow throws it (H-103 to H-124, HA-09 to HA-14).

The ground under the base's centre is what is judged (HA-11): total obstacles and standing figures are kept
clear of by the base's radius, partial obstacles cost 2 in when the centre crosses them, doors and windows
are always wide enough (HA-12), and the board's edge gives room as long as ground shows (H-121). The centre
stays on the board (H-122); the base may hang over its edge.

What a figure may do this turn (stunned, movement spent, in melee) is for the game to say; here is only the
ground.
"""

import math
from typing import Any

import msgspec
import numpy as np
import shapely
from pennysight.rules.moving.board_edge import in_strip, strips
from pennysight.rules.moving.course import Course
from pennysight.rules.moving.ground import Ground, ground, on_board
from pennysight.rules.moving.knock_back import first_contacts
from pennysight.rules.moving.melee_zones import Zone, enemies_beside, enemies_within, kept_out, zones
from pennysight.rules.moving.overlaps import overlapped, ways_out
from pennysight.rules.moving.paths import cheapest
from pennysight.rules.moving.rays import TOUCH_IN
from pennysight.rules.moving.region import region
from pennysight.rules.moving.search import TOLL_IN
from pennysight.rules.moving.terrain import covering
from pennysight.rules.scene import Figure, Geometry, Scene

FORMAT = "pennysight-reach/1"
MOST_MOVE_IN = 100.0  # twice as far as across a board of 36 in, corner to corner
_SAME_IN = 1e-9
_FAR_IN = 1e6  # numbers from here on are told in short
_DECIMALS = 4  # of the inches that outlines are told in


class ReachError(ValueError):
    """A question that makes no sense; the sentence quotes what came."""


class Reach(msgspec.Struct, frozen=True):
    """All places the base's centre can get to with `move_in`: a MultiPolygon in inches, board frame.

    Round outlines are within 0.02 in. `because` says why there is nowhere to go where that is so.
    """

    figure: str
    move_in: float
    region: Geometry
    because: str | None = None


class Path(msgspec.Struct, frozen=True):
    """A way for the base's centre, inches, board frame; arcs are given as corners that lie just outside them.

    `partials_crossed` names each partial obstacle as often as it has to be paid for, in order.
    `in_range_of` are the enemies whose melee range it enters, other than to end there; also to leave it and
    come again is to enter it (HA-43).
    """

    points: list[tuple[float, float]]
    length_in: float
    partials_crossed: list[str]
    in_range_of: list[str]

    @property
    def cost_in(self) -> float:
        """The movement it takes (H-103, H-115)."""
        return self.length_in + TOLL_IN * len(self.partials_crossed)


class PathAnswer(msgspec.Struct, frozen=True):
    """The cheapest legal path to a place, or why there is none; affordable or not.

    `avoiding` is the cheapest affordable path that keeps out of every enemy's melee range but theirs in whose
    range it has to begin or end (HA-42); None where the cheapest does so already, or where there is none.
    """

    figure: str
    move_in: float
    to_in: tuple[float, float]
    path: Path | None
    avoiding: Path | None
    because: str

    @property
    def affordable(self) -> bool:
        """Whether there is a path that costs no more than the movement (H-104)."""
        return self.path is not None and self.path.cost_in <= self.move_in + _SAME_IN


class KnockBack(msgspec.Struct, frozen=True):
    """How far a figure is knocked back, and what stops it: ids, or "board edge"; none where nothing does."""

    figure: str
    from_in: tuple[float, float]
    to_in: tuple[float, float]
    moved_in: float
    stopped_by: list[str]


def reach(scene: Scene, figure_id: str, move_in: float) -> Reach:
    """All places that the figure can get to and end at (HA-10, HA-14) with `move_in` inches of movement.

    Raises `ReachError` for a figure that is not there or dead, or a movement that is none or above
    `MOST_MOVE_IN`: no turn gives a figure so much, and all the ways of such length are too many to follow.
    Raises `SceneError` for a senseless shape.
    """
    mover = _figure(scene, figure_id)
    _check_movement(move_in)
    start = _place(mover)
    land = ground(scene, mover)
    stuck = _no_start(scene, mover, land)
    if stuck is not None:
        return Reach(figure_id, move_in, Geometry("MultiPolygon", []), stuck)
    ends = shapely.difference(region(land, start, move_in), _lying_about(scene, mover))
    told = _multipolygon(ends)
    nowhere = f"{figure_id} gets nowhere from {_said(start)} with {move_in:g} in of movement [H-103, H-104]"
    return Reach(figure_id, move_in, told, None if told.coordinates else nowhere)


def find_path(scene: Scene, figure_id: str, move_in: float, to_in: tuple[float, float]) -> PathAnswer:
    """The cheapest path of the figure's base centre to `to_in` (inches, board frame), and one out of melee.

    Raises `ReachError` for a figure that is not there or dead, a movement as `reach` does, or a place that is
    none, `SceneError` for a senseless shape.
    """
    mover = _figure(scene, figure_id)
    _check_movement(move_in)
    if not all(map(math.isfinite, to_in)):
        raise ReachError(f"the place to go to is {to_in[0]}, {to_in[1]}, expected two finite numbers")
    start, goal = _place(mover), complex(*to_in)
    land = ground(scene, mover)
    refused = _no_start(scene, mover, land) or _no_end(scene, mover, land, goal)
    if refused is not None:
        return PathAnswer(figure_id, move_in, to_in, None, None, refused)
    found = cheapest(land, start, goal, math.inf)
    if found is None:
        because = f"no way leads there for a base of {mover.base_in:g} in [H-114, H-120]"
        return PathAnswer(figure_id, move_in, to_in, None, None, because)
    path = _path(scene, found, zones(land, scene, mover, enemies_beside(scene, mover, found.corners)))
    avoiding = None
    if path.in_range_of and path.cost_in <= move_in + _SAME_IN:
        every = zones(land, scene, mover, enemies_within(scene, mover, goal, move_in))
        round_about = cheapest(kept_out(land, _avoidable(every, start, goal)), start, goal, move_in)
        avoiding = None if round_about is None else _path(scene, round_about, every)
    return PathAnswer(figure_id, move_in, to_in, path, avoiding, _told(path, move_in))


def knock_back(scene: Scene, figure_id: str, from_in: tuple[float, float], distance_in: float) -> KnockBack:
    """The figure pushed straight away from `from_in`, the attacker's base centre, by `distance_in` (HA-27).

    It moves as a disc, and stops where its base first touches a total or partial obstacle, a standing
    figure, or the edge of the board, from within (H-123). What it touches already stops it only if it is
    pushed toward it. Raises `ReachError` for a figure that is not there or dead, a distance that is none, or
    no direction to be pushed in.
    """
    struck = _figure(scene, figure_id)
    start = _place(struck)
    way = start - complex(*from_in)
    if not (math.isfinite(distance_in) and distance_in >= 0):
        raise ReachError(f"the knock-back is {distance_in}, expected a number of inches, 0 or more")
    if not all(map(math.isfinite, from_in)):
        raise ReachError(f"the blow comes from {from_in[0]}, {from_in[1]}, expected two finite numbers")
    if way == 0:
        raise ReachError(
            f"{figure_id} is knocked back from where it stands, {_said(start)}, expected another place"
        )
    way /= max(abs(way.real), abs(way.imag))  # first, for the length of what is very far overflows
    way /= abs(way)
    contacts = first_contacts(ground(scene, struck), start, way)
    moved = min(distance_in, contacts[0][0])
    end = start + moved * way
    return KnockBack(
        figure=figure_id,
        from_in=(start.real, start.imag),
        to_in=(end.real, end.imag),
        moved_in=moved,
        stopped_by=[name for at, name in contacts if at <= moved + TOUCH_IN],
    )


def reach_json(reach: Reach, answer: PathAnswer | None = None) -> bytes:
    """`pennysight-reach/1`, with the path to a place where an answer is given."""
    return msgspec.json.encode(to_builtins(reach, answer))


def to_builtins(reach: Reach, answer: PathAnswer | None = None) -> dict[str, Any]:
    """What `reach_json` writes, as dictionaries and lists."""
    told: dict[str, Any] = {
        "format": FORMAT,
        "figure": reach.figure,
        "move_in": reach.move_in,
        "region": msgspec.to_builtins(reach.region),
    }
    if answer is not None:
        told |= {"to": list(answer.to_in), **_path_builtins(answer.path), "affordable": answer.affordable}
        told["avoiding"] = None if answer.avoiding is None else _path_builtins(answer.avoiding)
    because = reach.because if answer is None else answer.because
    return told if because is None else told | {"because": because}


def _path_builtins(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {"path": None}
    return {
        "path": [list(point) for point in path.points],
        "length_in": path.length_in,
        "partials_crossed": path.partials_crossed,
        "cost_in": path.cost_in,
        "in_range_of": path.in_range_of,
    }


def _figure(scene: Scene, figure_id: str) -> Figure:
    for figure in scene.figures:
        if figure.id == figure_id:
            if figure.dead:
                raise ReachError(f"figure {figure_id!r} is dead, and moves no more")
            return figure
    there = ", ".join(sorted(figure.id for figure in scene.figures)) or "none"
    raise ReachError(f"figure {figure_id!r} is not on the table, expected one of: {there}")


def _check_movement(move_in: float) -> None:
    if not (math.isfinite(move_in) and move_in >= 0):
        raise ReachError(f"the movement is {move_in}, expected a number of inches, 0 or more")
    if move_in > MOST_MOVE_IN:
        raise ReachError(f"the movement is {move_in:g} in, expected at most {MOST_MOVE_IN:g} in")


def _place(figure: Figure) -> complex:
    return complex(figure.x_in, figure.y_in)


def _no_start(scene: Scene, mover: Figure, land: Ground) -> str | None:
    """Why a figure cannot move from where it stands, if so."""
    start = _place(mover)
    if not on_board(np.array([start]), land.corner)[0]:
        return f"{mover.id} stands off the board, at {_said(start)} [H-122]"
    inside = covering(land.land, start)
    if inside is not None:
        return f"{mover.id} stands inside {scene.obstacles[inside].id} [H-114]"
    overlap = overlapped(land, start)
    if overlap is None or ways_out(land, start) or _by_the_edge(land, start):
        return None
    return f"{mover.id} overlaps {overlap[0]} by {overlap[1]:.2f} in, and has no room to come clear [H-120]"


def _no_end(scene: Scene, mover: Figure, land: Ground, goal: complex) -> str | None:
    """Why a figure cannot end at a place, whatever the way there, if so."""
    if not on_board(np.array([goal]), land.corner)[0]:
        return f"{_said(goal)} is off the board [H-122]"
    inside = covering(land.land, goal)
    if inside is not None:
        return f"{_said(goal)} is inside {scene.obstacles[inside].id} [H-114]"
    overlap = overlapped(land, goal)
    if overlap is not None and goal != _place(mover) and not _by_the_edge(land, goal):
        return f"the base would overlap {overlap[0]} by {overlap[1]:.2f} in [H-114, H-120]"
    for figure in _unconscious(scene, mover):
        if (figure.base_in + mover.base_in) / 2 - abs(_place(figure) - goal) > TOUCH_IN:
            return f"the base would end on {figure.id}, who is unconscious [HA-14]"
    return None


def _by_the_edge(land: Ground, point: complex) -> bool:
    """Whether the edge of the board gives room to a base there (H-121)."""
    return any(in_strip(land, strip, point) for strip in strips(land))


def _unconscious(scene: Scene, mover: Figure) -> list[Figure]:
    return [
        figure
        for figure in scene.figures
        if figure.id != mover.id and figure.hat == "unk" and not figure.dead
    ]


def _lying_about(scene: Scene, mover: Figure) -> shapely.Geometry:
    """Where the base would overlap an unconscious figure, on which it must not end (HA-14)."""
    lying = _unconscious(scene, mover)
    radius = [(figure.base_in + mover.base_in) / 2 for figure in lying]
    places = shapely.points([(figure.x_in, figure.y_in) for figure in lying]) if lying else []
    return shapely.union_all(shapely.buffer(places, radius))


def _avoidable(zones: list[Zone], start: complex, goal: complex) -> list[Zone]:
    """The melee zones in which the path need not begin or end."""
    ends = shapely.points([(start.real, start.imag), (goal.real, goal.imag)])
    return [zone for zone in zones if not shapely.intersects(zone.shape, ends).any()]


def _path(scene: Scene, found: Course, zones: list[Zone]) -> Path:
    points = list(zip(found.corners.real.tolist(), found.corners.imag.tolist(), strict=True))
    met = {enemy for zone in zones if _enters(zone, points) for enemy in zone.enemies}
    return Path(
        points=points,
        length_in=found.length_in,
        partials_crossed=[scene.obstacles[owner].id for owner in found.partials],
        in_range_of=[figure.id for figure in scene.figures if figure.id in met],
    )


def _enters(zone: Zone, points: list[tuple[float, float]]) -> bool:
    """Whether a path comes into a zone, other than once to end there."""
    if len(points) == 1:
        return False
    begins, ends = shapely.intersects(zone.shape, shapely.points([points[0], points[-1]])).tolist()
    inside = shapely.line_merge(shapely.intersection(shapely.LineString(points), zone.shape))
    comes = len(shapely.get_parts(inside)) - begins
    return bool(comes > ends)


def _told(path: Path, move_in: float) -> str:
    crossed = len(path.partials_crossed)
    over = "" if crossed == 0 else f" and {crossed} partial obstacle{'s' if crossed > 1 else ''} [H-115]"
    enough = "of" if path.cost_in <= move_in + _SAME_IN else "more than the"
    return f"{path.length_in:.2f} in{over} cost {path.cost_in:.2f} in, {enough} {move_in:g} in [H-103, H-104]"


def _multipolygon(shape: shapely.Geometry) -> Geometry:
    """The polygons of a shape with rounded corners, without hairlines that rounding would turn over."""
    return Geometry(
        "MultiPolygon",
        [
            [np.round(ring.coords, _DECIMALS).tolist() for ring in (part.exterior, *part.interiors)]
            for part in shapely.get_parts(shapely.set_precision(shape, 10.0**-_DECIMALS))
            if isinstance(part, shapely.Polygon) and not part.is_empty
        ],
    )


def _said(point: complex) -> str:
    written = (f"{value:.2f}" if abs(value) < _FAR_IN else f"{value:g}" for value in (point.real, point.imag))
    return f"({', '.join(written)})"
