"""A picture of the table with what was found drawn over it, and how sure that is."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray
from pennysight.calibration.board import TilePose
from pennysight.calibration.printspec import (
    CAP_DIAMETER_IN,
    FACTION_SRGB,
    FOLD_HEIGHT_IN,
    FOLD_LENGTH_IN,
    HAT_DIAMETER_IN,
    HAT_RINGS_IN,
    PENNY_DIAMETER_IN,
    TOKEN_SIDE_IN,
)
from pennysight.vision.observation import Observation, SeenFigure, SeenHat, SeenToken
from pennysight.vision.overlay_pen import FONT, INK, WHITE, Colour, Pen
from pennysight.vision.sources import Image

ENLARGED = 10
"""Deviations are drawn so many times as large as they are, for they would hardly be seen."""
DEVIATIONS = 3.0
WIDEST_FAN_DEG = 80.0
ARROW_IN = 0.95
BARB_IN = 0.22
LIGHTENED = 0.35
"""Faction colours are printed dark; lines of them over a dark picture are drawn lighter by this share."""

TILE: Colour = (235, 225, 120)
MARKER: Colour = (120, 255, 120)
TOKEN: Colour = (255, 160, 255)
HAND: Colour = (60, 150, 255)
WALL: Colour = (80, 90, 255)
NAMELESS: Colour = (210, 210, 210)


def overlay(
    image: Image,
    observation: Observation,
    *,
    figure_height_in: float = FOLD_HEIGHT_IN,
    walls_in: Sequence[ArrayLike] = (),
    summary: bool = True,
) -> Image:
    """A copy of the picture with what the observation says of it.

    `figure_height_in` is that of the folds; `walls_in` are lines on the board, each (N, 2), to be drawn too.
    A `summary` and what the rings mean stand in a corner.
    A picture in which no table was seen comes back with the reason written on it.
    """
    table = observation.table
    if table is None:
        return _with_problem(image, observation.problem or "no table can be seen")
    pen = Pen(image, table.view)
    for tile in table.tiles:
        _draw_tile(pen, tile)
    for wall_in in walls_in:
        pen.line(wall_in, WALL, weight=1.2)
    for marker in observation.markers:
        pen.stroke(np.vstack([marker.corners_px, marker.corners_px[:1]]), MARKER, 1.2)
    for covered in observation.covered:
        pen.fill(covered, HAND, 0.28)
        pen.line(covered, HAND, closed=True, dashed=True)
    for token in observation.tokens:
        _draw_token(pen, token)
    for figure in observation.figures:
        _draw_figure(pen, figure, figure_height_in)
    for hat in observation.hats:
        _draw_hat(pen, hat, figure_height_in)
    pen.write_labels()
    if summary:
        pen.plate(_summary(observation, len(table.tiles), table.marker_rms_px))
    return pen.picture


def _draw_tile(pen: Pen, tile: TilePose) -> None:
    side = tile.side_in
    corner = np.array([tile.x_in, tile.y_in])
    turned = _turned(tile.rotation_deg)
    outline = np.array([(0, 0), (side, 0), (side, side), (0, side)]) @ turned.T + corner
    pen.line(outline, TILE, weight=1.2, closed=True)
    (foot,) = pen.pixels(np.array([side / 2, side / 9]) @ turned.T + corner)
    pen.name_place(foot, _title(tile.tile))


def _draw_token(pen: Pen, token: SeenToken) -> None:
    half = TOKEN_SIDE_IN / 2
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    middle = np.array([token.x_in, token.y_in])
    pen.line(corners @ _turned(token.rotation_deg).T + middle, TOKEN, closed=True)
    _draw_deviation(pen, middle, token.sd_in, TOKEN, 0.0)
    (at_px,) = pen.pixels(middle)
    pen.label(at_px, _radius_px(pen, middle, half, 0.0), [f"token {token.marker}"], TOKEN)


def _draw_figure(pen: Pen, figure: SeenFigure, z_in: float) -> None:
    colour = _colour(figure.faction)
    middle = np.array([figure.x_in, figure.y_in])
    head = pen.pixels(middle, z_in)
    pen.line(_circle(middle, PENNY_DIAMETER_IN / 2), colour, weight=0.8)
    pen.stroke(np.vstack([pen.pixels(middle), head]), colour, 0.8)
    pen.line(_circle(middle, CAP_DIAMETER_IN / 2), colour, z_in=z_in, weight=1.8, dashed=not figure.capped)
    _draw_deviation(pen, middle, figure.sd_in, WHITE, z_in)
    if figure.facing_deg is not None:
        _draw_facing(pen, middle, figure.facing_deg, figure.sd_deg, colour, z_in)
    radius_px = _radius_px(pen, middle, CAP_DIAMETER_IN / 2, z_in)
    pen.keep_clear(head[0], radius_px)
    words = [_name(figure), _how_sure(figure.confidence)]
    if figure.facing_deg is None:
        words.append("facing unknown")
    pen.label(head[0], radius_px, words, colour)


def _draw_hat(pen: Pen, hat: SeenHat, z_in: float) -> None:
    colour = _colour(hat.faction)
    middle = np.array([hat.x_in, hat.y_in])
    for radius_in in (HAT_RINGS_IN[-1], HAT_DIAMETER_IN / 2):
        pen.line(_circle(middle, radius_in), colour, z_in=z_in, weight=1.2)
    _draw_deviation(pen, middle, hat.sd_in, WHITE, z_in)
    (head,) = pen.pixels(middle, z_in)
    radius_px = _radius_px(pen, middle, HAT_DIAMETER_IN / 2, z_in)
    pen.keep_clear(head, radius_px)
    pen.label(head, radius_px, [f"{_title(hat.kind)} hat", f"of {_title(hat.faction)}"], colour)


def _draw_facing(
    pen: Pen, middle: NDArray[np.float64], facing_deg: float, sd_deg: float, colour: Colour, z_in: float
) -> None:
    turned = _turned(facing_deg)

    def placed(points: ArrayLike) -> NDArray[np.float64]:
        return np.asarray(points, float) @ turned.T + middle

    half_deg = min(ENLARGED * DEVIATIONS * sd_deg, WIDEST_FAN_DEG)
    angles = np.radians(np.linspace(-half_deg, half_deg, 13))
    fan = ARROW_IN * np.column_stack([np.cos(angles), np.sin(angles)])
    pen.fill(placed([(0, 0), *fan]), colour, 0.3, z_in=z_in)
    pen.line(placed([(0, -FOLD_LENGTH_IN / 2), (0, FOLD_LENGTH_IN / 2)]), WHITE, z_in=z_in, weight=1.4)
    pen.line(placed([(0, 0), (ARROW_IN, 0)]), WHITE, z_in=z_in, weight=1.0)
    barbs = [(ARROW_IN - BARB_IN, -BARB_IN / 2), (ARROW_IN, 0), (ARROW_IN - BARB_IN, BARB_IN / 2)]
    pen.line(placed(barbs), WHITE, z_in=z_in, weight=1.0)


def _draw_deviation(pen: Pen, middle: NDArray[np.float64], sd_in: float, colour: Colour, z_in: float) -> None:
    if sd_in > 0:
        ring = _circle(middle, ENLARGED * DEVIATIONS * sd_in)
        pen.line(ring, colour, z_in=z_in, weight=1.0, dashed=True, edge=False)


def _summary(observation: Observation, tiles: int, rms_px: float) -> list[str]:
    counts = f"{tiles} tiles, {len(observation.figures)} figures, {len(observation.tokens)} tokens"
    if observation.hats:
        counts += f", {len(observation.hats)} hats"
    return [
        counts + (", a hand" if observation.hand else ""),
        f"{len(observation.markers)} markers, off by {rms_px:.2f} px",
        f"dashed rings and fans: {DEVIATIONS:.0f} deviations, drawn {ENLARGED} times as large",
    ]


def _with_problem(image: Image, problem: str) -> Image:
    picture = image.copy()
    tall, wide = picture.shape[:2]
    words = [problem[at : at + 60] for at in range(0, len(problem), 60)]
    scale = min(wide / 1100, tall / 300, 2.0)
    for number, line in enumerate(words):
        place = (round(16 * scale), round((40 + 34 * number) * scale))
        for tone, weight in ((INK, 5), (WHITE, 2)):
            thick = max(1, round(weight * scale))
            cv2.putText(picture, line, place, FONT, 0.9 * scale, tone, thick, cv2.LINE_AA)
    return picture


def _circle(middle: NDArray[np.float64], radius_in: float) -> NDArray[np.float64]:
    angles = np.linspace(0.0, 2 * np.pi, 25)
    return middle + radius_in * np.column_stack([np.cos(angles), np.sin(angles)])


def _turned(angle_deg: float) -> NDArray[np.float64]:
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    return np.array([(c, -s), (s, c)])


def _radius_px(pen: Pen, middle: NDArray[np.float64], radius_in: float, z_in: float) -> float:
    ring = pen.pixels(_circle(middle, radius_in), z_in)
    return float(np.hypot(*(ring - ring.mean(axis=0)).T).max())


def _colour(faction: str | None) -> Colour:
    if faction not in FACTION_SRGB:
        return NAMELESS
    red, green, blue = (round(part + LIGHTENED * (255 - part)) for part in FACTION_SRGB[faction])
    return blue, green, red


def _how_sure(confidence: float) -> str:
    """Nothing that is seen is quite sure."""
    percent = round(100 * confidence)
    return "over 99% sure" if percent == 100 else f"{percent}% sure"


def _name(figure: SeenFigure) -> str:
    if figure.number is not None:
        return _title(figure.id)
    return f"{_title(figure.faction)} ?" if figure.faction else "?"


def _title(name: str) -> str:
    return " ".join(word.capitalize() for word in name.split("-"))
