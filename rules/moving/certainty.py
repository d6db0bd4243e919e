"""Whether a way is affordable however the table may lie, within what its places are known to.

It surely is if it still is where all that is in the way is larger by as much as it may be off; it surely is
not if it is not even where all that is smaller by so much. Between where the mover is said to stand and where
it really stands is no more than that may be off. Fences and the like stay as they are drawn: those beside
which a way runs, turns or ends, so that it may or may not cross them, count for it and against it.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from pennysight.rules.moving.board_edge import GROUND_SHOWS_IN
from pennysight.rules.moving.course import Course
from pennysight.rules.moving.ground import Ground
from pennysight.rules.moving.overlaps import overlapped
from pennysight.rules.moving.paths import cheapest
from pennysight.rules.moving.search import TOLL_IN
from pennysight.rules.plane import Floats, crosses, point_distance, segment_distance
from pennysight.rules.prepared import place_slack_in
from pennysight.rules.scene import Figure, Scene

_ROUND_END = 8 * math.pi / 3 - 2 * math.sqrt(3)  # an arc of 240° twice as far off an end, less its chord
_MOST_TOLLS_IN = 3 * TOLL_IN  # that may be in doubt; a way with more of them is beyond what is looked for


@dataclass(frozen=True)
class Slack:
    """How far places may be from where they are said to be, within three deviations."""

    start_in: float  # of the mover
    owner_in: Floats  # (names,) of what the ground's owners are

    @property
    def most_in(self) -> float:
        """How far the mover and something in its way may be off together."""
        return self.start_in + float(self.owner_in.max(initial=0.0))


def slack(scene: Scene, mover: Figure, ground: Ground) -> Slack:
    """That of a scene; what lies on a tile is off as the tile is."""
    tiles = {tile.tile: place_slack_in(tile.sd_in) for tile in scene.tiles}
    figures = {figure.id: place_slack_in(figure.sd_in) for figure in scene.figures}
    printed = [tiles.get(obstacle.id.partition("/")[0], 0.0) for obstacle in scene.obstacles]
    standing = [figures[name] for name in ground.names[ground.printed :]]
    return Slack(place_slack_in(mover.sd_in), np.array([*printed, *standing], dtype=np.float64))


def surely_within(ground: Ground, slack: Slack, start: complex, goal: complex, most_in: float) -> bool:
    """Whether some way costs at most `most_in` in every placement."""
    tight = resized(ground, slack, 1.0)
    room_in = most_in - _off(ground, slack, start)
    beside_in = min(start.real, start.imag, ground.corner.real - start.real, ground.corner.imag - start.imag)
    if room_in < 0 or beside_in < slack.start_in or _laid_in_doubt(ground, slack, start):
        return False
    way = cheapest(tight, start, goal, room_in)
    return way is not None and way.cost_in + _in_doubt(ground, slack, way) <= room_in


def surely_beyond(ground: Ground, slack: Slack, start: complex, goal: complex, most_in: float) -> bool:
    """Whether every way costs more than `most_in` in every placement."""
    loose = resized(ground, slack, -1.0)
    room_in = most_in + _off(ground, slack, start)
    if slack.most_in >= ground.radius_in or _laid_in_doubt(ground, slack, start):
        return False
    way = cheapest(loose, start, goal, room_in + _MOST_TOLLS_IN)
    return way is None or way.cost_in - _in_doubt(ground, slack, way) > room_in


def resized(ground: Ground, slack: Slack, sign: float) -> Ground:
    """The ground with all that is in the way larger (1) or smaller (-1) by what it may be off."""
    barriers = ground.barriers
    off = sign * slack.owner_in
    return replace(
        ground,
        barriers=replace(
            barriers,
            edge_radius=np.maximum(barriers.edge_radius + off[ground.edge_owner], 0.0),
            disc_radius=np.maximum(barriers.disc_radius + off[ground.disc_owner], 0.0),
        ),
    )


def _off(ground: Ground, slack: Slack, start: complex) -> float:
    """How much longer or shorter a way may be for where it begins, and for coming clear there."""
    overlap = overlapped(ground, start, slack.most_in)
    return slack.start_in + (0.0 if overlap is None else 2 * slack.most_in)


def _in_doubt(ground: Ground, slack: Slack, way: Course) -> float:
    """What a way may cost more or less for pieces of fences that it comes near without plainly crossing them.

    Near its ends that is what crossing costs; on the way it may as well go round, within what places are off.
    """
    borders = ground.borders
    off = slack.owner_in[borders.owner]
    a, b = (way.corners[:-1], way.corners[1:]) if len(way.corners) > 1 else (way.corners, way.corners)
    c, d = borders.a, borders.b
    near = segment_distance(a[:, None], b[:, None], c, d) <= off
    plain = crosses(a[:, None], b[:, None], c, d)
    for point, one, other in ((a, c, d), (b, c, d)):
        plain &= point_distance(point[:, None], one, other) > off
    for point in (c, d):
        plain &= point_distance(point, a[:, None], b[:, None]) > off
    begun, ended = (point_distance(way.corners[end], c, d) for end in (0, -1))
    at_ends = (begun <= off + slack.start_in) | (ended <= off)
    doubtful = (near & ~plain).any(axis=0) | at_ends
    cost = np.where(at_ends, TOLL_IN, np.minimum(TOLL_IN, _ROUND_END * off))
    return float(cost[doubtful].sum())


def _laid_in_doubt(ground: Ground, slack: Slack, start: complex) -> bool:
    """Whether things lie so that a hair decides which way is open, somewhere.

    The mover stands more on something than it may be off, or may even have its centre on it, so that it may
    come clear on either side; or so little ground shows along the board's edge that it may be too little
    (H-121).
    """
    overlap = overlapped(ground, start)
    if overlap is not None and overlap[1] > min(slack.most_in, ground.radius_in - slack.most_in):
        return True
    drawn = ground.land.drawn
    points = np.concatenate([drawn.a, drawn.b, drawn.disc_at])
    radius = np.concatenate([np.zeros(len(drawn.a) + len(drawn.b)), drawn.disc_radius])
    owner = np.concatenate([drawn.owner, drawn.owner, drawn.disc_owner])
    board = np.array([ground.corner.real, ground.corner.imag])
    shows = np.minimum(points, board - points).min(axis=1, initial=np.inf) - radius
    return bool((np.abs(shows - GROUND_SHOWS_IN) <= slack.owner_in[owner]).any())
