"""Stun, Slam and Unk hats: discs that lie level over a figure, in the colour of whose faction placed them."""

from pennysight.calibration.printspec import (
    FACTION_SRGB,
    FACTIONS,
    HAT_CODES,
    HAT_DIAMETER_IN,
    HAT_RINGS_IN,
    HATS_OF_A_KIND,
)
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.caps import SLOT_IN
from pennysight.calibration.sheets.marks import CUT, GREY, fold_line
from pennysight.calibration.sheets.pen import BLACK, SANS_BOLD, WHITE, Pen
from pennysight.calibration.tile_art import Rgb

FLAP_IN = (0.40, 0.26)
"""A flap's width, and how far it hangs down beside the cap."""
CELL_IN = (HAT_DIAMETER_IN, HAT_DIAMETER_IN + 2 * FLAP_IN[1])


def hat_sheets(book: Book) -> None:
    """A set of hats for every faction."""
    how = (
        "Card. Cut out and fold both flaps down: they hold the hat on a cap. For a figure without a cap, "
        "slit the slot and push a cap's saddle through."
    )
    hats = [(faction, kind) for faction in FACTIONS for kind in HAT_CODES for _ in range(HATS_OF_A_KIND)]
    for pen, (faction, kind) in book.spread(hats, "Hats", how, HATS_OF_A_KIND, CELL_IN, (0.14, 0.1)):
        draw_hat(pen.placed((CELL_IN[0] / 2, CELL_IN[1] / 2)), faction, kind)


def draw_hat(pen: Pen, faction: str, kind: str) -> None:
    """A hat with its flaps about the pen's origin."""
    width, drop = FLAP_IN
    radius = HAT_DIAMETER_IN / 2
    root = (radius**2 - (width / 2) ** 2) ** 0.5  # where a flap meets the disc
    for way in (1, -1):
        foot = way * (radius + drop)
        flap = [(-width / 2, way * root), (-width / 2, foot), (width / 2, foot), (width / 2, way * root)]
        pen.line(CUT, flap)
        words = pen.placed((0.0, way * (radius + 0.46 * drop)), 0.0 if way < 0 else 180.0)
        words.text(kind.upper(), (0.0, 0.0), 0.09, FACTION_SRGB[faction], SANS_BOLD, "middle")
        words.text(faction, (0.0, -0.08), 0.05, GREY, align="middle")
    pen.disc(None, (0.0, 0.0), radius, CUT)
    inks: dict[str, Rgb] = {"white": WHITE, "black": BLACK, "colour": FACTION_SRGB[faction]}
    middle, ring = HAT_CODES[kind]
    for outer_in, ink in zip(reversed(HAT_RINGS_IN), ("colour", ring, middle), strict=True):
        pen.disc(inks[ink], (0.0, 0.0), outer_in)
    pen.line(CUT, [(-SLOT_IN / 2, 0.0), (SLOT_IN / 2, 0.0)])
    for way in (1, -1):
        fold_line(pen, (-width / 2, way * root), (width / 2, way * root))
