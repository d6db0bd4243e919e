"""What one frame showed: the values that vision hands on.

Board frame: inches, x east, y north, origin at the board's south-west corner; angles in degrees
counter-clockwise from east. Every deviation is one standard deviation.
"""

from dataclasses import dataclass
from typing import Literal

import msgspec
from pennysight.calibration.board import MarkerSighting, TablePose
from pennysight.vision.watch.findings import Finding

PointIn = tuple[float, float]
Hat = Literal["stun", "slam", "unk"]
CardState = Literal["present", "gone", "unknown"]


class SeenFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure as one frame shows it: the midpoint of its fold, and the way its front points.

    `id` is a name ("marsh-1") only where the cap says so; otherwise it numbers the unnamed figures of this
    frame ("marsh-unnamed-1", "unnamed-2") and means nothing in the next one.
    `faction`, `number` and `facing_deg` are None where the frame cannot tell. Where it only does not tell
    front from back, `axis_deg` is the way that one of them points.
    `sd_in` holds for x and for y; `confidence` (0 to 1) is how sure it is that this figure is there as named.
    """

    id: str
    faction: str | None
    number: int | None
    capped: bool
    x_in: float
    y_in: float
    facing_deg: float | None
    sd_in: float
    sd_deg: float
    confidence: float
    axis_deg: float | None = None


class SeenHat(msgspec.Struct, frozen=True):
    """A hat over a figure: its kind ("stun", "slam" or "unk"), and the faction that placed it."""

    kind: Hat
    faction: str
    x_in: float
    y_in: float
    sd_in: float


class SeenToken(msgspec.Struct, frozen=True, kw_only=True):
    """A flat token on the board: the centre of its card, by the number of its marker."""

    marker: int
    x_in: float
    y_in: float
    rotation_deg: float
    sd_in: float


class SeenCard(msgspec.Struct, frozen=True):
    """Whether a card lies face down on a shack ("storm-hollow/shack-1"); "unknown": nobody can tell."""

    shack: str
    state: CardState


@dataclass(frozen=True, kw_only=True)
class Observation:
    """Everything one frame showed, or in `problem` one sentence on why it shows no table (`table` None).

    `captured_s` is the frame's own capture time. `markers` are those read in the picture. `covered` are the
    parts of the board that a hand, or something else that does not belong on the table, hides: polygons as
    (x_in, y_in) corners. `findings` are what is to be told of camera and tiles at this moment.
    """

    captured_s: float
    width_px: int
    height_px: int
    table: TablePose | None = None
    figures: tuple[SeenFigure, ...] = ()
    tokens: tuple[SeenToken, ...] = ()
    hats: tuple[SeenHat, ...] = ()
    cards: tuple[SeenCard, ...] = ()
    markers: tuple[MarkerSighting, ...] = ()
    hand: bool = False
    covered: tuple[tuple[PointIn, ...], ...] = ()
    findings: tuple[Finding, ...] = ()
    problem: str | None = None
