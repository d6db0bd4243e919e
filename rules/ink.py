"""Ink on a tile: the one shape that everything drawn is made of, and the few ways to bend a line."""

import itertools
import math
from collections.abc import Sequence

import msgspec
from pennysight.rules.tile_file import Point, Rgb


class Shape(msgspec.Struct, frozen=True):
    """The inside of `points`; or with `width_in`, a line of that width along them, round at corners and ends;
    or with `text`, letters `height_in` high whose middle is the one point. Inches, tile coordinates.

    `role` says what it is of (`tree`, `path`), for pages that have colours of their own.
    """

    role: str
    rgb: Rgb
    points: list[Point]
    width_in: float = 0.0
    text: str = ""
    height_in: float = 0.0


def tinted(rgb: Rgb, factor: float) -> Rgb:
    """The colour made lighter (factor above 1) or darker."""
    red, green, blue = (min(255, round(value * factor)) for value in rgb)
    return red, green, blue


def disc(at: Point, radius_in: float, sides: int = 36) -> list[Point]:
    """A circle's outline, its corners on the circle."""
    turns = (math.tau * n / sides for n in range(sides))
    return [(at[0] + radius_in * math.cos(a), at[1] + radius_in * math.sin(a)) for a in turns]


def around(at: Point, radius_in: float, count: int, start_rad: float = 0.0) -> list[Point]:
    """`count` places spaced evenly round a circle."""
    turns = (start_rad + math.tau * n / count for n in range(count))
    return [(at[0] + radius_in * math.cos(a), at[1] + radius_in * math.sin(a)) for a in turns]


def smooth(points: Sequence[Point], closed: bool) -> list[Point]:
    """The line with its corners cut three times (Chaikin); the ends of an open one stay where they are."""
    line = list(points)
    for _ in range(3):
        pairs = itertools.pairwise([*line, line[0]] if closed else line)
        cut = [
            (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
            for a, b in pairs
            for part in (0.25, 0.75)
        ]
        line = cut if closed else [line[0], *cut[1:-1], line[-1]]
    return line


def scattered(count: int, start: int, size_in: float) -> list[Point]:
    """Places spread evenly over a square without a pattern that the eye finds (the R2 sequence)."""
    return [
        (
            size_in * ((0.5 + (start + n) * 0.7548776662466927) % 1),
            size_in * ((0.5 + (start + n) * 0.5698402909980532) % 1),
        )
        for n in range(count)
    ]
