"""Where a move may begin and end, and why not (H-114, H-122, HA-14)."""

import numpy as np
from pennysight.rules.moving.board_edge import in_strip, strips
from pennysight.rules.moving.ground import Ground, on_board
from pennysight.rules.moving.overlaps import overlapped, ways_out
from pennysight.rules.moving.questions import place_of, said
from pennysight.rules.moving.rays import TOUCH_IN
from pennysight.rules.moving.terrain import covering
from pennysight.rules.scene import Figure, Scene


def no_start(scene: Scene, mover: Figure, land: Ground) -> str | None:
    """Why a figure cannot move from where it stands, if so."""
    start = place_of(mover)
    if not on_board(np.array([start]), land.corner)[0]:
        return f"{mover.id} stands off the board, at {said(start)} [H-122]"
    inside = covering(land.land, start)
    if inside is not None:
        return f"{mover.id} stands inside {scene.obstacles[inside].id} [H-114]"
    overlap = overlapped(land, start)
    if overlap is None or ways_out(land, start) or by_the_edge(land, start):
        return None
    return f"{mover.id} overlaps {overlap[0]} by {overlap[1]:.2f} in, and has no room to come clear [H-120]"


def no_end(scene: Scene, mover: Figure, land: Ground, goal: complex) -> str | None:
    """Why a figure cannot end at a place, whatever the way there, if so."""
    if not on_board(np.array([goal]), land.corner)[0]:
        return f"{said(goal)} is off the board [H-122]"
    inside = covering(land.land, goal)
    if inside is not None:
        return f"{said(goal)} is inside {scene.obstacles[inside].id} [H-114]"
    overlap = overlapped(land, goal)
    if overlap is not None and goal != place_of(mover) and not by_the_edge(land, goal):
        return f"the base would overlap {overlap[0]} by {overlap[1]:.2f} in [H-114, H-120]"
    for figure in unconscious(scene, mover):
        if room_beside(mover, figure, goal) < -TOUCH_IN:
            return f"the base would end on {figure.id}, who is unconscious [HA-14]"
    return None


def by_the_edge(land: Ground, point: complex) -> bool:
    """Whether the edge of the board gives room to a base there (H-121)."""
    return any(in_strip(land, strip, point) for strip in strips(land))


def unconscious(scene: Scene, mover: Figure) -> list[Figure]:
    """Those on whom the mover may not end."""
    return [
        figure
        for figure in scene.figures
        if figure.id != mover.id and figure.hat == "unk" and not figure.dead
    ]


def room_beside(mover: Figure, figure: Figure, goal: complex) -> float:
    """How far a base at the goal would be from the figure's, negative where it would lie on it."""
    return abs(place_of(figure) - goal) - (figure.base_in + mover.base_in) / 2
