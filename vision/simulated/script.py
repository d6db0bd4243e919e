"""What happens on the simulated table, as values: who stands where, and which hand moves whom and when.

A script runs round and round: the last move leaves everything as the first one found it.
"""

import itertools
import math
from collections.abc import Sequence
from typing import TypeVar

import msgspec
from pennysight.vision.simulated.cards import Card
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.hand import Reach
from pennysight.vision.simulated.mishaps import Mishap

Spot = tuple[float, float]

REACH_S = 0.9  # the hand comes, or goes
LIFT_IN = 1.6
GRIP_IN = 1.75  # height of the fingertips that hold a figure
PICK_IN = 0.15  # and of those that pick up a card
AWAY_IN = 26.0  # where the hand comes from, along its arm
AWAY_UP_IN = 2.5


class Move(msgspec.Struct, frozen=True):
    """One figure is taken along a path, in inches in the board frame, and put down facing another way.

    The hand touches it at `start_s` and lets go at `end_s`; its arm lies from the figure toward `arm_deg`. A
    figure that is lifted is carried over what is in between; else it slides.
    """

    figure: str
    start_s: float
    end_s: float
    path: list[Spot]
    facing_deg: float
    arm_deg: float
    lifted: bool = False


class Take(msgspec.Struct, frozen=True):
    """A card is taken away by a hand that is at it from `start_s` to `end_s`; or it is laid back.

    `card` is its number in the script.
    """

    card: int
    start_s: float
    end_s: float
    arm_deg: float
    laid_back: bool = False


class Script(msgspec.Struct, frozen=True):
    """`layout` names the tiles from the north-west corner, across, then down; `figures` is how all begins.

    Moves and `takes` are in order and do not overlap, the hand's coming and going included. The `mishaps`
    happen once. Without `marked`, the tiles carry no markers; with `corner_pieces`, table markers lie at the
    corners. The `cards` lie face down.
    """

    layout: list[list[str]]
    figures: list[Pose]
    moves: list[Move]
    length_s: float
    mishaps: tuple[Mishap, ...] = ()
    marked: bool = True
    corner_pieces: bool = False
    cards: tuple[Card, ...] = ()
    takes: tuple[Take, ...] = ()

    def figures_at(self, t_s: float) -> list[Pose]:
        """Every figure's pose at a time."""
        t_s %= self.length_s
        poses = {figure.id: figure for figure in self.figures}
        for move in self.moves:
            if t_s > move.start_s:
                poses[move.figure] = _moved(poses[move.figure], move, t_s)
        return list(poses.values())

    def hand_at(self, t_s: float) -> Reach | None:
        """The hand at a time, None while there is none."""
        doing = self.move_at(t_s) or _now(self.takes, t_s % self.length_s)
        if doing is None:
            return None
        t_s %= self.length_s
        if isinstance(doing, Move):
            held = next(figure for figure in self.figures_at(t_s) if figure.id == doing.figure)
            x_in, y_in, z_in = held.x_in, held.y_in, held.z_in + GRIP_IN
        else:
            x_in, y_in, z_in = self.cards[doing.card].x_in, self.cards[doing.card].y_in, PICK_IN
        before, after = (doing.start_s - t_s) / REACH_S, (t_s - doing.end_s) / REACH_S
        away = _eased(max(before, after, 0.0))
        back = math.radians(doing.arm_deg)
        return Reach(
            x_in + AWAY_IN * away * math.cos(back),
            y_in + AWAY_IN * away * math.sin(back),
            z_in + AWAY_UP_IN * away,
            doing.arm_deg,
        )

    def cards_at(self, t_s: float) -> list[Card]:
        """The cards that lie there at a time."""
        t_s %= self.length_s
        lying = dict(enumerate(self.cards))
        for take in self.takes:
            if t_s > (take.start_s + take.end_s) / 2:
                if take.laid_back:
                    lying[take.card] = self.cards[take.card]
                else:
                    del lying[take.card]
        return list(lying.values())

    def move_at(self, t_s: float) -> Move | None:
        """The move whose hand is over the table at a time."""
        return _now(self.moves, t_s % self.length_s)

    def held_at(self, t_s: float) -> str | None:
        """The figure that a hand is moving at a time."""
        move = self.move_at(t_s)
        return move.figure if move and move.start_s < t_s % self.length_s < move.end_s else None


Doing = TypeVar("Doing", Move, Take)


def _now(doings: Sequence[Doing], t_s: float) -> Doing | None:
    """The one whose hand is over the table."""
    return next((one for one in doings if one.start_s - REACH_S < t_s < one.end_s + REACH_S), None)


def _moved(pose: Pose, move: Move, t_s: float) -> Pose:
    share = _eased(min(1.0, (t_s - move.start_s) / (move.end_s - move.start_s)))
    x, y = _along([(pose.x_in, pose.y_in), *move.path], share)
    turn = (move.facing_deg - pose.facing_deg + 180) % 360 - 180
    lift = LIFT_IN * 4 * share * (1 - share) if move.lifted else 0.0
    return msgspec.structs.replace(
        pose, x_in=x, y_in=y, facing_deg=(pose.facing_deg + share * turn) % 360, z_in=lift
    )


def _along(path: list[Spot], share: float) -> Spot:
    """The spot at a share of the path's length."""
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(path)]
    left = share * sum(lengths)
    for (a, b), length in zip(itertools.pairwise(path), lengths, strict=True):
        if left < length:
            part = left / length
            return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
        left -= length
    return path[-1]


def _eased(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)
