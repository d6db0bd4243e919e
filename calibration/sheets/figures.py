"""Figures: strips of card that fold into an A over a penny, six to a faction."""

import math

from pennysight.calibration.printspec import (
    CHARACTERS,
    FACTION_SRGB,
    FACTIONS,
    FEET_APART_IN,
    FOLD_HEIGHT_IN,
    FOLD_LENGTH_IN,
    PENNY_DIAMETER_IN,
    PENNY_THICKNESS_IN,
)
from pennysight.calibration.sheets.book import Book, Page
from pennysight.calibration.sheets.caps import draw_cap
from pennysight.calibration.sheets.characters.cast import draw_character
from pennysight.calibration.sheets.marks import CUT, GREY, HAIRLINE, INK, PAPER, crop_marks, fold_line
from pennysight.calibration.sheets.pen import SANS_BOLD, SERIF, WHITE, Edge, Pen, toned

FACE_IN = math.hypot(FOLD_HEIGHT_IN - PENNY_THICKNESS_IN, FEET_APART_IN / 2)
"""From foot to fold along a face: the feet stand on the penny."""

FLAP_IN = 0.3
STRIP_IN = FEET_APART_IN + 2 * FACE_IN + FLAP_IN
FRAME_IN = 0.07
PLATE_IN = (0.09, 0.2)  # where the name goes: its foot above the figure's, its height


def figure_sheets(book: Book) -> None:
    """A page for each faction."""
    for faction in FACTIONS:
        page = book.page(
            f"Figures: {faction}",
            "Card of 160 to 250 g/m². Cut at the marks, fold at the dashes, print outside, and "
            "write the names in.",
        )
        cells = page.grid(CHARACTERS, 1, (FOLD_LENGTH_IN, STRIP_IN), (0.42, 0.0))
        for n, (x, y) in enumerate(cells, 1):
            _draw_strip(page.pen.placed((x, y - 0.1)), faction, n)
        _guide(page, page.top - STRIP_IN - 0.5)
        _roster(page, faction, page.top - STRIP_IN - 2.45)


def _draw_strip(pen: Pen, faction: str, number: int) -> None:
    """A figure laid flat, from the pen's origin up: base, front, back upside down, a flap to glue."""
    width, foot, fold = FOLD_LENGTH_IN, FEET_APART_IN, FEET_APART_IN + FACE_IN
    top = fold + FACE_IN
    pen.disc(None, (width / 2, foot / 2), PENNY_DIAMETER_IN / 2 - 0.02, HAIRLINE)
    pen.text("penny", (width / 2, foot / 2 + 0.02), 0.06, GREY, align="middle")
    pen.text("under here", (width / 2, foot / 2 - 0.09), 0.06, GREY, align="middle")
    _draw_front(pen.placed((0.0, foot)), faction, number)
    _draw_back(pen.placed((width, top), 180), faction, number)
    flap = [(0.0, top), (0.08, top + FLAP_IN), (width - 0.08, top + FLAP_IN), (width, top)]
    pen.line(CUT, flap)
    pen.text("glue onto the base", (width / 2, top + 0.12), 0.05, GREY, align="middle")
    for side in (0.0, width):
        pen.line(CUT, [(side, 0.0), (side, foot)])
    pen.line(CUT, [(0.0, 0.0), (width, 0.0)])
    for y in (foot, fold, top):
        for outer, inner in ((-0.14, -0.03), (width + 0.03, width + 0.14)):
            fold_line(pen, (outer, y), (inner, y))
    crop_marks(pen, 0, 0, width, top + FLAP_IN, arm_in=0.09)


def _draw_front(pen: Pen, faction: str, number: int) -> None:
    colour, width = FACTION_SRGB[faction], FOLD_LENGTH_IN
    room, foot = width - 2 * FRAME_IN, PLATE_IN[0] + PLATE_IN[1] + 0.02
    pen.rect(colour, 0, 0, width, FACE_IN)
    pen.rect(PAPER, FRAME_IN, FRAME_IN, room, FACE_IN - 2 * FRAME_IN)
    with pen.clipped(FRAME_IN, FRAME_IN, room, FACE_IN - 2 * FRAME_IN):
        pen.disc(toned(colour, 1.82), (width / 2, 1.08), 0.29)
        pen.disc(toned(colour, 1.65), (width / 2, foot + 0.02 - 1.2), 1.25)
        draw_character(pen.placed((width / 2 - 0.03, foot + 0.05), scale=0.93), faction, number)
    dark, top = toned(colour, 0.55), FACE_IN - FRAME_IN - 0.09
    pen.disc(dark, (FRAME_IN + 0.09, top), 0.068)
    pen.text(f"{number}", (FRAME_IN + 0.09, top - 0.036), 0.072, WHITE, SANS_BOLD, "middle")
    pen.text(faction, (FRAME_IN + 0.19, top - 0.03), 0.06, dark, SERIF)
    pen.rect(WHITE, FRAME_IN + 0.03, PLATE_IN[0], room - 0.06, PLATE_IN[1], edge=Edge(INK, 0.009))
    pen.line(
        Edge(GREY, 0.005),
        [(FRAME_IN + 0.06, PLATE_IN[0] + 0.05), (width - FRAME_IN - 0.06, PLATE_IN[0] + 0.05)],
    )


def _draw_back(pen: Pen, faction: str, number: int) -> None:
    dark = toned(FACTION_SRGB[faction], 0.55)
    pen.rect(dark, 0, 0, FOLD_LENGTH_IN, FACE_IN)
    light = toned(FACTION_SRGB[faction], 0.78)
    pen.line(
        Edge(light, 0.012),
        [(0.07, 0.07), (0.68, 0.07), (0.68, FACE_IN - 0.07), (0.07, FACE_IN - 0.07), (0.07, 0.07)],
    )
    pen.text(f"{number}", (FOLD_LENGTH_IN / 2, 0.72), 0.3, light, SERIF, "middle")


def _guide(page: Page, top: float) -> None:
    """Four pictures, as seen along the fold."""
    pen, width = page.pen, (page.right - page.left) / 4
    steps = (
        ("1  Crease", "All three dashed lines,", "print outside."),
        ("2  Fold to an A", "Front and back meet in", "the fold on top."),
        ("3  Close it", "Glue the back's flap", "onto the base."),
        ("4  Add the penny", "Glue it under the base,", "its middle below the fold."),
    )
    for n, (title, *lines) in enumerate(steps):
        x = page.left + n * width
        pen.text(title, (x, top - 0.14), 0.12, INK, SERIF)
        for k, line in enumerate(lines):
            pen.text(line, (x, top - 0.34 - 0.14 * k), 0.08, INK)
        _picture(pen.placed((x + 0.75, top - 1.55), scale=0.52), n)


def _picture(pen: Pen, step: int) -> None:
    front, back = Edge(INK, 0.04), Edge(GREY, 0.04)
    half, high = FEET_APART_IN / 2, FOLD_HEIGHT_IN
    if step == 0:
        pen.line(front, [(-half - 0.5, 0.25), (-half, 0.0), (0.3, 1.0)])
        pen.line(back, [(0.3, 1.0), (1.25, 1.15), (1.5, 1.02)])
        return
    open_by = 0.35 if step == 1 else 0.0
    pen.line(front, [(-half, 0.0), (0, high - PENNY_THICKNESS_IN)])
    pen.line(back, [(0, high - PENNY_THICKNESS_IN), (half + open_by, 0.0 + open_by * 0.3)])
    pen.line(front, [(-half, 0.0), (half - 0.03, -0.12 * (step == 1))])
    pen.line(back, [(half + open_by, open_by * 0.3), (half - 0.27 + open_by, 0.05 + open_by * 0.1)])
    if step == 3:
        pen.rect((176, 112, 72), -half, -0.12, 2 * half, 0.08, edge=Edge(INK, 0.015))


def _roster(page: Page, faction: str, top: float) -> None:
    """Who is who, with the caps that say so from above."""
    pen, width = page.pen, (page.right - page.left) / 3
    pen.text("Who is who, and their caps", (page.left, top - 0.1), 0.12, INK, SERIF)
    for n in range(CHARACTERS):
        x, y = page.left + (n % 3) * width, top - 0.62 - 0.7 * (n // 3)
        draw_cap(pen.placed((x + 0.25, y), scale=0.6), faction, n + 1)
        pen.text(f"{n + 1}", (x + 0.6, y - 0.06), 0.12, INK, SANS_BOLD)
        pen.line(HAIRLINE, [(x + 0.78, y - 0.06), (x + width - 0.2, y - 0.06)])
