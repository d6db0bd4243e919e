"""How large the prints on a person's table are, from what the settings say of them."""

from pennysight.calibration.printspec import TILE_SIDE_IN, PrintSizes
from pennysight.calibration.sheets.paper import print_scale


def print_sizes(tile_size_in: float, ruler_reads: float) -> PrintSizes:
    """The sizes of prints ordered with tiles of that side, on which a ruler of 6 in reads that.

    Raises:
        SheetError: the ruler is so far off that they were fitted to the page.
    """
    return PrintSizes(tile_size_in, print_scale(ruler_reads))


def sizes_text(sizes: PrintSizes) -> str:
    """What people should know of the sizes; empty where they are the usual ones."""
    if sizes.side_in == TILE_SIDE_IN:
        return ""
    how = f"printed at {100 * sizes.scale:.2f} percent" if sizes.scale != 1 else "as ordered"
    return f"A tile is {sizes.side_in:.3f} in wide, {how}: distances are in true inches all the same."
