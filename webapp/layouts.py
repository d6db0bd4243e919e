"""What people tell of their board: its size, and a file with the tiles that lie on it."""

from pathlib import Path

import msgspec
from pennysight.calibration.layout import BoardLayout, LayoutError, parse_board, parse_layout
from pennysight.calibration.printspec import PrintSizes
from pennysight.webapp.scenes import tile_numbers

_MOST_BYTES = 20_000


def board_layout(board: str, layout: str, sizes: PrintSizes) -> BoardLayout | None:
    """The board as its size (`36x36`) and the file with its layout tell it; None where neither is given.

    Raises:
        LayoutError: the one or the other cannot be, or they contradict each other.
    """
    if not board and not layout:
        return None
    size = parse_board(board, sizes.side_in) if board else None
    laid = _read(layout) if layout else None
    if size is not None and laid is not None:
        told, counted = ((one.columns * sizes.side_in, one.rows * sizes.side_in) for one in (size, laid))
        if max(abs(a - b) for a, b in zip(told, counted, strict=True)) > sizes.side_in / 4:
            raise LayoutError(
                f"the board is told to be {told[0]:g} x {told[1]:g} in, but its layout in '{layout}' is "
                f"{counted[0]:g} x {counted[1]:g} in: leave out the one that is wrong"
            )
    known = laid or size
    return None if known is None else msgspec.structs.replace(known, scale=sizes.scale)


def _read(path: str) -> BoardLayout:
    try:
        with Path(path).open("rb") as file:
            text = file.read(_MOST_BYTES).decode()
    except OSError as error:
        raise LayoutError(f"the layout in '{path}' cannot be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise LayoutError(f"the layout in '{path}' is no text, expected names of tiles") from None
    laid = parse_layout(text)
    known = set(tile_numbers().values())
    for name in laid.tiles:
        if name not in known:
            raise LayoutError(
                f"the layout in '{path}' names {name[:40]!r}, which is no tile; all are named by "
                "`pennysight tiles list`"
            )
    return laid
