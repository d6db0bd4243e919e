"""Flat tokens: a marker in front, folded over a back that says what it is."""

from pennysight.calibration.printspec import (
    CHARACTERS,
    DEAD_FIGURE_IDS,
    FACTION_SRGB,
    FACTIONS,
    FLAG_IDS,
    ITEM_IDS,
    TOKEN_SIDE_IN,
)
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.characters.gear import bone, sack
from pennysight.calibration.sheets.characters.hats import skull_mask
from pennysight.calibration.sheets.characters.strokes import OUTLINE, WOOD, bar
from pennysight.calibration.sheets.markers import draw_marker
from pennysight.calibration.sheets.marks import INK, PAPER, crop_marks, fold_line
from pennysight.calibration.sheets.pen import SANS_BOLD, SERIF, WHITE, Pen, toned
from pennysight.calibration.tile_art import Rgb

ITEM_COLOUR: Rgb = (110, 92, 70)
CARD_IN = (TOKEN_SIDE_IN, 2 * TOKEN_SIDE_IN)
FRAME_IN = 0.07


def token_sheets(book: Book) -> None:
    """Dead figures, items and flags."""
    how = (
        "Cut at the marks, fold each in two at the dashes, print outside, and glue. The marker goes face "
        "up on the table."
    )
    for title, ids, columns in (
        ("Dead figures", [*DEAD_FIGURE_IDS], CHARACTERS),
        ("Items and flags", [*ITEM_IDS, *FLAG_IDS], 5),
    ):
        for pen, marker_id in book.spread(ids, title, how, columns, CARD_IN, (0.12, 0.09)):
            _draw_card(pen, marker_id)


def _draw_card(pen: Pen, marker_id: int) -> None:
    side = TOKEN_SIDE_IN
    draw_marker(pen, marker_id, (side / 2, 1.5 * side))
    if marker_id in DEAD_FIGURE_IDS:
        faction, n = divmod(marker_id - DEAD_FIGURE_IDS.start, CHARACTERS)
        _draw_dead(pen, FACTIONS[faction], n + 1)
    elif marker_id in FLAG_IDS:
        _draw_flag(pen, FACTIONS[marker_id - FLAG_IDS.start])
    else:
        _draw_back(pen, ITEM_COLOUR, f"item {marker_id - ITEM_IDS.start + 1}")
        sack(pen.placed((side / 2, 0.88), scale=1.5))
    for outer, inner in ((-0.07, -0.02), (side + 0.02, side + 0.07)):
        fold_line(pen, (outer, side), (inner, side))
    crop_marks(pen, 0, 0, *CARD_IN, arm_in=0.05)


def _draw_back(pen: Pen, colour: Rgb, caption: str) -> None:
    side = TOKEN_SIDE_IN
    pen.rect(colour, 0, 0, side, side)
    pen.rect(PAPER, FRAME_IN, FRAME_IN, side - 2 * FRAME_IN, side - 2 * FRAME_IN)
    pen.disc(toned(colour, 1.75), (side / 2, 0.63), 0.36)
    pen.text(caption, (side / 2, 0.14), 0.09, INK, SERIF, "middle")


def _draw_dead(pen: Pen, faction: str, number: int) -> None:
    middle = (TOKEN_SIDE_IN / 2, 0.62)
    _draw_back(pen, FACTION_SRGB[faction], f"{faction} {number}")
    for turn_deg in (-62, 62):
        bone(pen.placed((middle[0], middle[1] - 0.02), turn_deg, 1.5).placed((0.0, -0.04)))
    skull_mask(pen.placed((middle[0], middle[1] + 0.04), scale=2.0), INK)


def _draw_flag(pen: Pen, faction: str) -> None:
    colour = FACTION_SRGB[faction]
    _draw_back(pen, colour, f"{faction}'s flag")
    bar(pen, WOOD, [(0.34, 0.32), (0.34, 0.94)], 0.03)
    pen.blob(
        colour,
        [
            (0.34, 0.96),
            (0.34, 0.5),
            (0.5, 0.52),
            (0.66, 0.58),
            (0.86, 0.52),
            (0.86, 0.86),
            (0.66, 0.94),
            (0.5, 0.88),
        ],
        OUTLINE,
    )
    pen.disc(toned(colour, 0.55), (0.6, 0.73), 0.12)
    pen.text(faction[0].upper(), (0.6, 0.675), 0.11, WHITE, SANS_BOLD, "middle")
