"""What a user tells of a board that its markers do not: how large it is, and which tile lies where."""

import re

import msgspec
from pennysight.calibration.printspec import TILE_SIDE_IN

EMPTY_CELL = "-"
_SIDES_IN = (3.0, 240.0)


class LayoutError(ValueError):
    """A board's size or layout that cannot be; the message is one sentence."""


class BoardLayout(msgspec.Struct, frozen=True):
    """A board of `columns` by `rows` cells, `scale` how much larger than drawn its corner pieces are printed.

    `tiles` are known by lying there: name -> column from the west, row from the south.
    """

    columns: float
    rows: float
    tiles: dict[str, tuple[int, int]] = {}
    scale: float = 1.0


def parse_board(size: str, tile_side_in: float = TILE_SIDE_IN) -> BoardLayout:
    """A board told as `36x36`, width by height in inches.

    Raises:
        LayoutError: it is no such size.
    """
    found = re.fullmatch(r"\s*([\d.]+)\s*[x×]\s*([\d.]+)\s*(?:in)?\s*", size)
    try:
        sides = [float(side) for side in found.groups()] if found else []
    except ValueError:
        sides = []
    if len(sides) != 2 or not all(_SIDES_IN[0] <= side <= _SIDES_IN[1] for side in sides):
        raise LayoutError(
            f"a board's size is its width and height in inches, such as 36x36, not {size[:40]!r}"
        )
    return BoardLayout(sides[0] / tile_side_in, sides[1] / tile_side_in)


def parse_layout(text: str) -> BoardLayout:
    """A board whose tiles are listed from the north-west corner, across, then down.

    A line for each row, names parted by spaces or commas, `-` for a cell without a tile.

    Raises:
        LayoutError: rows differ in length, a tile is named twice, or nothing is named.
    """
    rows = [re.split(r"[\s,]+", line.strip(" \t,")) for line in text.splitlines() if line.strip(" \t,")]
    if not rows:
        raise LayoutError("the layout is empty, expected a line of tile names for each row of the board")
    tiles: dict[str, tuple[int, int]] = {}
    for down, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise LayoutError(
                f"row {down + 1} of the layout has {len(row)} tiles and row 1 has {len(rows[0])}, expected "
                f"rows of one length: write {EMPTY_CELL} where there is no tile"
            )
        for across, name in enumerate(row):
            if name in tiles:
                raise LayoutError(f"the layout names {name[:40]!r} twice, expected each tile once")
            if name != EMPTY_CELL:
                tiles[name] = (across, len(rows) - 1 - down)
    return BoardLayout(len(rows[0]), len(rows), tiles)
