"""By which way a figure gets to a place, what that costs, and past whom it leads (H-103 to H-130).

What a figure may do this turn (stunned, movement spent, in melee) is for the game to say; here is only the
ground.
"""

import math

import msgspec
import numpy as np
import shapely
from pennysight.rules.moving.certainty import Slack, resized, slack, surely_beyond, surely_within
from pennysight.rules.moving.course import Course
from pennysight.rules.moving.footing import by_the_edge, no_end, no_start, room_beside, unconscious
from pennysight.rules.moving.ground import Ground, ground, on_board
from pennysight.rules.moving.melee_zones import Zone, enemies_beside, enemies_within, kept_out, zones
from pennysight.rules.moving.overlaps import overlapped
from pennysight.rules.moving.paths import cheapest
from pennysight.rules.moving.questions import ReachError, check_movement, mover_of, place_of
from pennysight.rules.moving.search import TOLL_IN
from pennysight.rules.moving.terrain import covering
from pennysight.rules.prepared import place_slack_in
from pennysight.rules.scene import Figure, Scene

_SAME_IN = 1e-9


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
    What costs more than the movement by no more than `tolerance_in`, what the mover's place is known to, is
    affordable (HA-11). `sure` says whether that is answered alike for every placement within three
    deviations, `doubt` why it may be otherwise, None where it is sure.
    """

    figure: str
    move_in: float
    to_in: tuple[float, float]
    path: Path | None
    avoiding: Path | None
    because: str
    tolerance_in: float = 0.0
    sure: bool = True
    doubt: str | None = None

    @property
    def affordable(self) -> bool:
        """Whether there is a path that costs no more than the movement (H-104)."""
        return self.path is not None and self.path.cost_in <= self.move_in + self.tolerance_in + _SAME_IN

    @property
    def margin_in(self) -> float | None:
        """How far what the path costs is from the movement; None where there is no path."""
        return None if self.path is None else abs(self.path.cost_in - self.move_in)


def find_path(scene: Scene, figure_id: str, move_in: float, to_in: tuple[float, float]) -> PathAnswer:
    """The cheapest path of the figure's base centre to `to_in` (inches, board frame), and one out of melee.

    Raises `ReachError` for a figure that is not there or dead, a movement as `reach` does, or a place that is
    none, `SceneError` for a senseless shape.
    """
    mover = mover_of(scene, figure_id)
    check_movement(move_in)
    if not all(map(math.isfinite, to_in)):
        raise ReachError(f"the place to go to is {to_in[0]}, {to_in[1]}, expected two finite numbers")
    start, goal = place_of(mover), complex(*to_in)
    land = ground(scene, mover)
    off = slack(scene, mover, land)
    most_in = move_in + off.start_in  # HA-11
    refused = no_start(scene, mover, land) or no_end(scene, mover, land, goal)
    found = None if refused is not None else cheapest(land, start, goal, math.inf)
    if found is None:
        because = refused or f"no way leads there for a base of {mover.base_in:g} in [H-114, H-120]"
        path = avoiding = None
    else:
        path = _path(scene, found, zones(land, scene, mover, enemies_beside(scene, mover, found.corners)))
        because = _told(path, move_in, most_in)
        avoiding = _avoiding(land, scene, mover, goal, most_in) if path.in_range_of else None
    within = path is not None and path.cost_in <= most_in + _SAME_IN
    sure = off.most_in == 0 or _sure(scene, mover, land, off, goal, move_in, within)
    doubt = f"places are known to within {off.most_in:.2f} in, and within that it may "
    doubt += "cost too much, or the way be shut [HA-11]" if within else "cost less, or a way be open [HA-11]"
    return PathAnswer(
        figure_id, move_in, to_in, path, avoiding, because, off.start_in, sure, None if sure else doubt
    )


def _avoiding(land: Ground, scene: Scene, mover: Figure, goal: complex, most_in: float) -> Path | None:
    """The cheapest path of at most `most_in` that keeps out of the melee zones that it can keep out of."""
    start = place_of(mover)
    every = zones(land, scene, mover, enemies_within(scene, mover, goal, most_in))
    found = cheapest(kept_out(land, _avoidable(every, start, goal)), start, goal, most_in)
    return None if found is None else _path(scene, found, every)


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


def _told(path: Path, move_in: float, most_in: float) -> str:
    crossed = len(path.partials_crossed)
    over = "" if crossed == 0 else f" and {crossed} partial obstacle{'s' if crossed > 1 else ''} [H-115]"
    enough = "of" if path.cost_in <= most_in + _SAME_IN else "more than the"
    cost = f"{path.length_in:.2f} in{over} cost {path.cost_in:.2f} in, {enough} {move_in:g} in [H-103, H-104]"
    if move_in + _SAME_IN < path.cost_in <= most_in + _SAME_IN:
        cost += "; too near to tell, so the mover is believed [HA-11]"
    return cost


def _sure(
    scene: Scene, mover: Figure, land: Ground, off: Slack, goal: complex, move_in: float, within: bool
) -> bool:
    """Whether the goal is `within` the movement, or is not, in every placement."""
    start = place_of(mover)
    if not on_board(np.array([goal]), land.corner)[0]:
        return True
    if no_start(scene, mover, land) is not None:
        return False
    slack_in = {figure.id: place_slack_in(figure.sd_in) for figure in scene.figures}
    room = {figure.id: room_beside(mover, figure, goal) for figure in unconscious(scene, mover)}
    if within:
        clear = all(room[name] >= slack_in[name] for name in room)
        return clear and surely_within(land, off, start, goal, move_in)
    if any(room[name] < -slack_in[name] for name in room):
        return True
    hindered = overlapped(resized(land, off, -1.0), goal) is not None and not by_the_edge(land, goal)
    return hindered or (covering(land.land, goal) is None and surely_beyond(land, off, start, goal, move_in))
