"""Questions about a figure that moves: who and where it is, and how those without sense are refused."""

import math

from pennysight.rules.scene import Figure, Scene

MOST_MOVE_IN = 100.0  # twice as far as across a board of 36 in, corner to corner
_FAR_IN = 1e6  # numbers from here on are told in short


class ReachError(ValueError):
    """A question that makes no sense; the sentence quotes what came."""


def mover_of(scene: Scene, figure_id: str) -> Figure:
    """The figure of that id; raises `ReachError` if there is none or it is dead."""
    for figure in scene.figures:
        if figure.id == figure_id:
            if figure.dead:
                raise ReachError(f"figure {figure_id!r} is dead, and moves no more")
            return figure
    there = ", ".join(sorted(figure.id for figure in scene.figures)) or "none"
    raise ReachError(f"figure {figure_id!r} is not on the table, expected one of: {there}")


def place_of(figure: Figure) -> complex:
    """Where the figure's base centre is."""
    return complex(figure.x_in, figure.y_in)


def said(point: complex) -> str:
    """`(12.50, 9.00)`."""
    written = (f"{value:.2f}" if abs(value) < _FAR_IN else f"{value:g}" for value in (point.real, point.imag))
    return f"({', '.join(written)})"


def check_movement(move_in: float) -> None:
    """Raise `ReachError` for a movement that is none, or above `MOST_MOVE_IN`."""
    if not (math.isfinite(move_in) and move_in >= 0):
        raise ReachError(f"the movement is {move_in}, expected a number of inches, 0 or more")
    if move_in > MOST_MOVE_IN:
        raise ReachError(f"the movement is {move_in:g} in, expected at most {MOST_MOVE_IN:g} in")
