"""Paper to print on, in inches, and how much larger to draw for a printer that shrinks what it prints."""

from types import MappingProxyType
from typing import Final

import msgspec
from pennysight.calibration.lengths import LengthError, parse_length

MM_PER_IN: Final = 25.4
RULER_IN: Final = 6.0
"""What the ruler on every sheet has to read."""

_WORTH_CORRECTING = 0.001
_MOST_CORRECTED = (
    0.03  # what is drawn still keeps clear of the paper's edge; beyond it a printer was told to fit
)


class SheetError(ValueError):
    """Something that cannot be printed as asked; the message is one sentence."""


class Paper(msgspec.Struct, frozen=True):
    """A size of paper, upright."""

    name: str
    width_in: float
    height_in: float


PAPERS: Final = MappingProxyType(
    {
        "letter": Paper("Letter", 8.5, 11.0),
        "a4": Paper("A4", 210 / MM_PER_IN, 297 / MM_PER_IN),
        "tabloid": Paper("Tabloid", 11.0, 17.0),
        "a3": Paper("A3", 297 / MM_PER_IN, 420 / MM_PER_IN),
    }
)


def parse_reading(text: str) -> float:
    """Inches that a person's ruler reads: `5.97`, `5 31/32` or `151.6mm`.

    Raises:
        SheetError: it is no length.
    """
    try:
        return parse_length(text)
    except LengthError:
        raise SheetError(f"expected what the ruler reads, like 5.97 or 151.6mm, got '{text}'") from None


def print_scale(reads_in: float) -> float:
    """How many times its size a print has whose ruler of 6 in reads that; 1 when within 0.1 percent.

    Raises:
        SheetError: as `correction`.
    """
    return 1 / correction(reads_in)


def correction(reads_in: float) -> float:
    """How much larger to draw, given what a sheet's ruler of 6 in reads; 1 when it is within 0.1 percent.

    Raises:
        SheetError: it is so far off that the printer fitted the sheet to the page.
    """
    scale = RULER_IN / reads_in if reads_in > 0 else 0.0
    if abs(scale - 1) > _MOST_CORRECTED:
        raise SheetError(
            f"a ruler that reads {reads_in:.4g} in for {RULER_IN:g} was printed to fit the page: choose "
            "'actual size' or 100 percent in the printing dialogue and print again"
        )
    return scale if abs(scale - 1) > _WORTH_CORRECTING else 1.0
