"""A check as pictures: what errors to expect where on the board, and which way the markers are off.

Colours run from dark blue to yellow (cividis), which colour-blind people tell apart as others do and which
stays in order in grey; every tile also has its number written on it.
"""

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.accuracy import WITHIN_95
from pennysight.calibration.printspec import MARKER_SIDE_IN, TILE_SIDE_IN
from pennysight.calibration.sheets.marks import GREY, INK
from pennysight.calibration.sheets.pen import SANS, SANS_BOLD, WHITE, Canvas, Edge
from pennysight.calibration.tile_art import Rgb
from pennysight.webapp.check_panel import (
    ARROW,
    FOOT_IN,
    GROUND,
    LETTER_IN,
    MAP_IN,
    WIDTH_IN,
    Panel,
    arrow,
    arrow_on_page,
    canvas_of,
    hatch,
    nice_above,
    outlines,
    picture_of,
    tile_names,
)
from pennysight.webapp.checking import Check
from PIL import Image

CIVIDIS: Final = np.array(
    [
        (0, 34, 78), (18, 53, 112), (59, 73, 108), (87, 93, 109), (112, 113, 115),
        (138, 134, 120), (165, 156, 116), (195, 179, 105), (225, 204, 85), (254, 232, 56),
    ]
)  # fmt: skip
LEAST_SCALE_IN = 0.01
"""The colours never run to less than this: a good table should not look bad."""
UNSEEN: Final[Rgb] = (226, 219, 207)
_SMOOTH_PX_PER_STEP = 16


def check_picture(made: Check) -> Image.Image:
    """Both panels side by side."""
    canvas = canvas_of(made, panels=2)
    _draw_errors(canvas, 0.0, made)
    _draw_residuals(canvas, WIDTH_IN, made)
    return picture_of(canvas)


def errors_picture(made: Check) -> Image.Image:
    """The errors to expect over the board."""
    canvas = canvas_of(made)
    _draw_errors(canvas, 0.0, made)
    return picture_of(canvas)


def residuals_picture(made: Check) -> Image.Image:
    """Which way, and how far, each marker is off."""
    canvas = canvas_of(made)
    _draw_residuals(canvas, 0.0, made)
    return picture_of(canvas)


def _draw_errors(canvas: Canvas, left_in: float, made: Check) -> None:
    apart_in = made.expected.apart_in
    panel = Panel(
        canvas,
        left_in,
        made,
        "How exact distances are",
        f"± inches that hold 95 of 100 distances of {apart_in:.3g} in between capped figures",
    )
    within_in = WITHIN_95 * np.array(made.expected.sd_in, float)
    most_in = nice_above(float(np.max(within_in[np.isfinite(within_in)], initial=LEAST_SCALE_IN)))
    _heat(panel, within_in / most_in)
    outlines(panel, made, WHITE)
    for column, row in made.board.empty:
        hatch(panel, column, row, made.board.tile_side_in)
    _spans(panel, made)
    side_in, step_in = made.board.tile_side_in, made.expected.step_in
    for column in range(round(made.board.width_in / side_in)):
        for row in range(round(made.board.height_in / side_in)):
            x, y = (column + 0.5) * side_in, (row + 0.5) * side_in
            value = _between(within_in, x / step_in, y / step_in)
            text, colour = ("not seen", INK) if np.isnan(value) else (f"{value:.3f}", _on(value / most_in))
            plate = WHITE if np.isnan(value) else _rgb(value / most_in)
            height_in = panel.letters(LETTER_IN)
            panel.board.rect(plate, x - 2.6 * height_in, y - height_in, 5.2 * height_in, 2 * height_in)
            panel.board.text(text, (x, y - height_in / 2), height_in, colour, SANS_BOLD, "middle")
    _span_numbers(panel, made)
    _foot_of_the_camera(panel, made)
    _colour_bar(panel, most_in)
    if np.isnan(within_in).any():
        panel.page.rect(UNSEEN, 3.1, 0.15, 0.14, 0.14, Edge(GREY, 0.006))
        panel.page.text("not in the picture", (3.3, 0.19), LETTER_IN, INK, within_in=0.95)
    _scale_bar(panel)


def _heat(panel: Panel, shares: NDArray[np.float64]) -> None:
    """The values (rows from the south, columns), 0 to 1, as colours, smooth between nodes that are seen."""
    rows, columns = shares.shape
    size = ((columns - 1) * _SMOOTH_PX_PER_STEP + 1, (rows - 1) * _SMOOTH_PX_PER_STEP + 1)
    x, y = np.meshgrid(np.linspace(0, columns - 1, size[0]), np.linspace(0, rows - 1, size[1]))

    def smooth(values: NDArray[np.float64]) -> NDArray[np.float64]:
        at = x.astype(np.float32), y.astype(np.float32)
        return np.asarray(cv2.remap(values.astype(np.float32), *at, cv2.INTER_LINEAR), float)

    seen = smooth(np.isfinite(shares).astype(float))
    colours = _coloured(smooth(np.nan_to_num(shares)) / np.maximum(seen, 1e-6))
    colours[seen < 0.5] = UNSEEN
    image = Image.fromarray(colours[::-1])
    panel.page.canvas.settle()
    width_in, height_in = ((count - 1) / (max(rows, columns) - 1) * MAP_IN for count in (columns, rows))
    top_in = panel.page.canvas.h - panel.at[1] - height_in
    panel.page.canvas.image(image, panel.left_in + panel.at[0], top_in, width_in, height_in)


def _coloured(shares: NDArray[np.float64]) -> NDArray[np.uint8]:
    place = np.clip(shares, 0, 1) * (len(CIVIDIS) - 1)
    stops = np.arange(len(CIVIDIS))
    return np.stack([np.interp(place, stops, CIVIDIS[:, part]) for part in range(3)], axis=-1).astype(
        np.uint8
    )


def _on(share: float) -> Rgb:
    """The colour of letters that can be read on the colour of a share."""
    red, green, blue = _rgb(share)
    return WHITE if 0.3 * red + 0.6 * green + 0.1 * blue < 125 else INK


def _rgb(share: float) -> Rgb:
    red, green, blue = _coloured(np.array([share]))[0].tolist()
    return red, green, blue


def _between(values: NDArray[np.float64], column: float, row: float) -> float:
    near = values[
        math.floor(row) : math.floor(row) + 2,
        math.floor(column) : math.floor(column) + 2,
    ]
    return float(near.mean())


def _spans(panel: Panel, made: Check) -> None:
    """The distances to measure."""
    for span in made.distances:
        ends = [(mark.x_in, mark.y_in) for mark in (span.start, span.end)]
        panel.board.line(Edge(WHITE, panel.letters(0.014)), ends, dash_in=panel.letters(0.05))


def _span_numbers(panel: Panel, made: Check) -> None:
    for n, span in enumerate(made.distances, 1):
        start, end = ((mark.x_in, mark.y_in) for mark in (span.start, span.end))
        # Near its start: in the middle several cross.
        at = (0.92 * start[0] + 0.08 * end[0], 0.92 * start[1] + 0.08 * end[1])
        panel.board.disc(GROUND, at, panel.letters(0.085), Edge(INK, panel.letters(0.008)))
        height_in = panel.letters(0.08)
        panel.board.text(f"{n}", (at[0], at[1] - height_in / 2), height_in, INK, SANS_BOLD, "middle")


def _foot_of_the_camera(panel: Panel, made: Check) -> None:
    x, y, arm = made.camera_x_in, made.camera_y_in, panel.letters(0.07)
    if 0 <= x <= made.board.width_in and 0 <= y <= made.board.height_in:
        cross = ([(x - arm, y), (x + arm, y)], [(x, y - arm), (x, y + arm)])
        panel.board.line(Edge(WHITE, panel.letters(0.035)), *cross)
        panel.board.line(Edge(ARROW, panel.letters(0.018)), *cross)


def _colour_bar(panel: Panel, most_in: float) -> None:
    pen, left, bottom, width, height = panel.page, 0.2, FOOT_IN - 0.32, 2.3, 0.14
    pen.canvas.settle()
    shades = Image.fromarray(_coloured(np.linspace(0, 1, 256)[None]))
    pen.canvas.image(shades, panel.left_in + left, pen.canvas.h - bottom - height, width, height)
    for n in range(5):
        x = left + width * n / 4
        pen.line(Edge(INK, 0.008), [(x, bottom), (x, bottom - 0.04)])
        text = f"{most_in * n / 4:.3g}" + (" in" if n == 4 else "")
        pen.text(text, (x, bottom - 0.15), LETTER_IN, INK, SANS, "middle" if n else "left")
    pen.line(Edge(ARROW, 0.018), [(left, bottom - 0.3), (left + 0.12, bottom - 0.3)])
    pen.line(Edge(ARROW, 0.018), [(left + 0.06, bottom - 0.36), (left + 0.06, bottom - 0.24)])
    pen.text("below the lens; 1 to 5: distances to measure", (left + 0.2, bottom - 0.34), LETTER_IN, INK)


def _scale_bar(panel: Panel) -> None:
    """Six inches on the table."""
    length_in, right = 6 * panel.scale, 0.2 + MAP_IN
    y = FOOT_IN - 0.25
    ends = [right - length_in, right]
    panel.page.line(Edge(INK, 0.012), [(ends[0], y), (ends[1], y)])
    panel.page.line(Edge(INK, 0.012), *([(x, y - 0.04), (x, y + 0.04)] for x in ends))
    panel.page.text("6 in", (sum(ends) / 2, y - 0.17), LETTER_IN, INK, SANS, "middle")


def _draw_residuals(canvas: Canvas, left_in: float, made: Check) -> None:
    panel = Panel(
        canvas,
        left_in,
        made,
        "How well the markers fit",
        f"where each is seen, from where a flat board has it; {made.marker_rms_px:.2f} pixels (rms) in all",
    )
    panel.board.rect(WHITE, 0, 0, made.board.width_in, made.board.height_in)
    outlines(panel, made, GREY)
    tile_names(panel, made)
    for column, row in made.board.empty:
        hatch(panel, column, row, made.board.tile_side_in)
    side_in = MARKER_SIDE_IN * made.board.tile_side_in / TILE_SIDE_IN
    longest_in = max((math.hypot(one.dx_in, one.dy_in) for one in made.markers), default=0.0)
    unit_in = nice_above(max(longest_in, 1e-4))
    stretch = 3.0 / unit_in
    for one in made.markers:
        corner = one.x_in - side_in / 2, one.y_in - side_in / 2
        panel.board.rect((214, 206, 194), *corner, side_in, side_in)
    for one in made.markers:
        start = one.x_in, one.y_in
        arrow(panel, start, (start[0] + stretch * one.dx_in, start[1] + stretch * one.dy_in))
    for tile in made.tiles:
        lying = panel.board.placed((tile.x_in, tile.y_in), tile.rotation_deg)
        text = "not used" if tile.rms_px is None else f"{tile.rms_px:.2f} px"
        middle = made.board.tile_side_in / 2
        height_in = panel.letters(LETTER_IN)
        lying.text(text, (middle, middle - height_in / 2), height_in, INK, SANS, "middle")
    y = FOOT_IN - 0.25
    length_in = 3.0 * panel.scale
    arrow_on_page(panel.page, (0.2, y), (0.2 + length_in, y))
    panel.page.text(
        f"{unit_in:.2g} in on the table, drawn {stretch:.0f} times as long",
        (0.3 + length_in, y - LETTER_IN / 2),
        LETTER_IN,
        INK,
    )
    if made.left_out:
        ids = ", ".join(map(str, made.left_out))
        panel.page.text(f"left out, for they contradict the others: {ids}", (0.2, y - 0.22), LETTER_IN, INK)
