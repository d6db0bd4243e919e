"""What goes wrong with a simulated table, as values: a camera bumped, zoomed, out of focus, a tile nudged."""

import math
from collections.abc import Sequence

import msgspec
import numpy as np
from pennysight.vision.simulated.eye import Eye, Floats


class Bump(msgspec.Struct, frozen=True):
    """Somebody knocks against the camera: it swings, and hangs elsewhere from then on.

    `shift_in` is along east, north and up, `turn_deg` about these axes.
    """

    start_s: float
    end_s: float
    shift_in: tuple[float, float, float]
    turn_deg: tuple[float, float, float]


class Zoom(msgspec.Struct, frozen=True):
    """The lens is zoomed: from then on its focal length is `factor` times as long."""

    start_s: float
    factor: float


class Blur(msgspec.Struct, frozen=True):
    """The lens is out of focus for a while: its blur has a deviation of `spread_px`."""

    start_s: float
    end_s: float
    spread_px: float


class Nudge(msgspec.Struct, frozen=True):
    """A tile slides aside: its south-west corner by `shift_in`, and it turns about it by `turn_deg`."""

    tile: str
    start_s: float
    end_s: float
    shift_in: tuple[float, float]
    turn_deg: float = 0.0


Mishap = Bump | Zoom | Blur | Nudge

_SWINGS = 1.5  # to and fro before a bumped camera hangs still
_SWING = 0.6  # of the way, beyond and back


class Setup(msgspec.Struct, frozen=True):
    """How everything is at one moment, against how it was set up; equal where nothing differs."""

    shift_in: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turn_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)
    zoom: float = 1.0
    spread_px: float | None = None
    tiles: tuple[tuple[str, float, float, float], ...] = ()
    """Tiles that were nudged: name, shift east and north in inches, turn in degrees."""


def setup_at(mishaps: Sequence[Mishap], t_s: float) -> Setup:
    """What has become of the table by a time."""
    shift, turn, zoom, spread = np.zeros(3), np.zeros(3), 1.0, None
    tiles: dict[str, Floats] = {}
    for mishap in mishaps:
        if t_s <= mishap.start_s:
            continue
        match mishap:
            case Bump():
                share = _swung(_share(mishap.start_s, mishap.end_s, t_s))
                shift += share * np.array(mishap.shift_in)
                turn += share * np.array(mishap.turn_deg)
            case Zoom():
                zoom *= mishap.factor
            case Blur():
                spread = mishap.spread_px if t_s < mishap.end_s else spread
            case Nudge():
                share = _share(mishap.start_s, mishap.end_s, t_s)
                way = share * np.array([*mishap.shift_in, mishap.turn_deg])
                tiles[mishap.tile] = tiles.get(mishap.tile, np.zeros(3)) + way
    return Setup(
        shift_in=(float(shift[0]), float(shift[1]), float(shift[2])),
        turn_deg=(float(turn[0]), float(turn[1]), float(turn[2])),
        zoom=zoom,
        spread_px=spread,
        tiles=tuple((name, float(x), float(y), float(deg)) for name, (x, y, deg) in sorted(tiles.items())),
    )


def moved(eye: Eye, setup: Setup) -> Eye:
    """The eye as it is then."""
    camera = eye.camera
    if setup.zoom != 1.0:
        (fx, skew, cx), (_, fy, cy), last = camera.K
        K = ((fx * setup.zoom, skew * setup.zoom, cx), (0.0, fy * setup.zoom, cy), last)
        camera = msgspec.structs.replace(camera, K=K)
    R = eye.R
    for axis, turn_deg in enumerate(setup.turn_deg):
        R = R @ _turn_about(axis, -turn_deg)
    return Eye(camera, R, -R @ (eye.centre + np.array(setup.shift_in)))


def _share(start_s: float, end_s: float, t_s: float) -> float:
    return min(1.0, (t_s - start_s) / (end_s - start_s))


def _swung(share: float) -> float:
    """Of the way that a bumped camera goes, when a share of the time is over."""
    return share + _SWING * (1 - share) * math.sin(2 * math.pi * _SWINGS * share)


def _turn_about(axis: int, turn_deg: float) -> Floats:
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    one, other = (axis + 1) % 3, (axis + 2) % 3
    turn = np.eye(3)
    turn[one, one] = turn[other, other] = c
    turn[one, other], turn[other, one] = -s, s
    return turn
