"""Caps: discs that make any figure readable from above, and the saddles that hold them on a fold."""

import numpy as np
from pennysight.calibration.printspec import (
    CAP_CODES,
    CAP_DIAMETER_IN,
    CAP_RIM_IN,
    CAP_SECTOR_CENTRES_DEG,
    CAP_SECTOR_DEG,
    CHARACTERS,
    FACTION_SRGB,
    FACTIONS,
)
from pennysight.calibration.sheets.book import Book, Page
from pennysight.calibration.sheets.marks import CUT, GREY, HAIRLINE, INK, fold_line
from pennysight.calibration.sheets.pen import BLACK, SERIF, Edge, Pen, box, polar
from pennysight.calibration.tile_art import Point

SLOT_IN = 0.46
TONGUE_IN = 0.12  # of a saddle, up through the slot
LEG_IN = 0.45  # of a saddle, down either side of the fold
SADDLE_IN = (2 * (LEG_IN + TONGUE_IN), SLOT_IN - 0.02)
UP_DEG = 90.0  # the way that caps face on the sheet
PRINT_IN = CAP_DIAMETER_IN / 2 - CAP_RIM_IN


def cap_sheet(book: Book) -> None:
    """A cap and a saddle for every figure, and how they go together."""
    page = book.page(
        "Caps",
        "Card. Cut each disc out along its line and slit it along the slot; the strip below is its saddle.",
    )
    cell = (SADDLE_IN[0], CAP_DIAMETER_IN + 0.2 + SADDLE_IN[1])
    names = [(faction, number) for faction in FACTIONS for number in range(1, CHARACTERS + 1)]
    for at, (faction, number) in zip(
        page.grid(CHARACTERS, len(FACTIONS), cell, (0.1, 0.28)), names, strict=True
    ):
        pen = page.pen.placed(at)
        saddle_in = SADDLE_IN[1]
        draw_cap(pen.placed((cell[0] / 2, cell[1] - CAP_DIAMETER_IN / 2)), faction, number)
        pen.text(f"{faction} {number}", (cell[0] / 2, saddle_in + 0.08), 0.07, GREY, align="middle")
        for fold in (LEG_IN, LEG_IN + TONGUE_IN, LEG_IN + 2 * TONGUE_IN):
            fold_line(pen, (fold, 0.0), (fold, saddle_in))
        outline = box(0, 0, *SADDLE_IN)
        pen.line(CUT, [*outline, outline[0]])
    _guide(page, page.top - len(FACTIONS) * (cell[1] + 0.28) - 0.15)


def draw_cap(pen: Pen, faction: str, number: int) -> None:
    """A cap about the pen's origin, facing up the page."""
    pen.fill(FACTION_SRGB[faction], _sector(0.0, 180.0))
    centres = zip(CAP_SECTOR_CENTRES_DEG, CAP_CODES[number], strict=True)
    pen.fill(BLACK, *(_sector(centre, CAP_SECTOR_DEG) for centre, black in centres if black))
    pen.disc(None, (0.0, 0.0), CAP_DIAMETER_IN / 2, CUT)
    pen.line(CUT, [(-SLOT_IN / 2, 0.0), (SLOT_IN / 2, 0.0)])


def _sector(centre_deg: float, width_deg: float) -> list[Point]:
    """A piece of the cap's print, by its middle's turn from the facing."""
    turns = np.linspace(-width_deg / 2, width_deg / 2, round(width_deg) + 1) + UP_DEG + centre_deg
    return [(0.0, 0.0), *polar((0.0, 0.0), PRINT_IN, turns.tolist())]


def _guide(page: Page, top: float) -> None:
    """Three pictures, as seen along the fold."""
    pen, width = page.pen, (page.right - page.left) / 3
    steps = (
        ("1  Fold the saddle", "A ridge in the middle, pinched flat:", "its tongue. The legs hang down."),
        (
            "2  Through the slot",
            "Push its tongue up through the cap,",
            "bend the tip over or dab it with glue.",
        ),
        (
            "3  Over the fold",
            "The legs grip either side; the cap lies",
            "level, its colour where the front is.",
        ),
    )
    for n, (title, *lines) in enumerate(steps):
        x = page.left + n * width
        pen.text(title, (x, top - 0.14), 0.12, INK, SERIF)
        for k, line in enumerate(lines):
            pen.text(line, (x, top - 0.34 - 0.14 * k), 0.08, INK)
        _picture(pen.placed((x + 1.0, top - 1.3)), n)


def _picture(pen: Pen, step: int) -> None:
    card = Edge(INK, 0.022)
    if step == 2:
        pen.line(Edge(GREY, 0.03), [(-0.19, -0.5), (0, 0.0), (0.19, -0.5)])
    spread = (0.3, 0.22, 0.16)[step]
    for side in (-1, 1):
        tongue: Point = (side * 0.012, 0.17)
        pen.line(card, [(side * spread, -0.42), (side * 0.02, 0.02), tongue])
    if step:
        cap = Edge(INK, 0.03)
        pen.line(cap, [(-0.375, 0.045), (-0.04, 0.045)], [(0.04, 0.045), (0.375, 0.045)])
    pen.line(HAIRLINE, [(-0.7, -0.52), (0.7, -0.52)])
