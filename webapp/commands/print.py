"""`pennysight print`: tiles, figures and all that is cut out, at exact size."""

from pathlib import Path

import click
from pennysight.webapp.commands.answers import NoAnswer, no_answer_on, write_out

SHEETS = ("tiles", "figures", "caps", "hats", "tokens", "markers", "charuco", "ruler", "all")
WITH_TILES = ("tiles", "markers", "all")
HOW_TO = (
    "Print at 100 percent ('actual size', never 'fit'), then lay your ruler on the 6 in ruler of any sheet. "
    "If it reads otherwise, print again with --ruler-reads and what it reads."
)


@click.command("print", short_help="Make sheets to print and cut out.")
@click.argument("sheets", type=click.Choice(SHEETS))
@click.argument("tiles", metavar="[TILE...]", nargs=-1)
@click.option(
    "--paper",
    type=click.Choice(("letter", "a4", "tabloid", "a3")),
    default="letter",
    show_default=True,
    help="The paper. Tiles of 9 in come in two halves where it is too small for them.",
)
@click.option(
    "--tile-size-in",
    default=9.0,
    show_default=True,
    help="Side of a tile in inches; all that is on it grows or shrinks with it.",
)
@click.option(
    "--ruler-reads",
    metavar="READING",
    help="What your ruler reads on a sheet's 6 in ruler: 5.97, or 151.6mm. Corrects for the printer.",
)
@click.option(
    "--png", is_flag=True, help="Write pictures at 300 dots to the inch, one a page, instead of a PDF."
)
@click.option(
    "-o", "--output", metavar="FILE", help="Where to write.  [default: pennysight-SHEETS-PAPER.pdf, here]"
)
def print_(
    sheets: str,
    tiles: tuple[str, ...],
    paper: str,
    tile_size_in: float,
    ruler_reads: str | None,
    png: bool,
    output: str | None,
) -> None:
    """Make sheets to print and cut out: what stands on the table and what the camera looks for.

    TILE is a tile's name (`pennysight tiles list`) or a tile file of your own; without any, all that come
    with Pennysight are printed. `markers` are stickers and labels for tiles that you have, and corner pieces
    for a board that shall carry none.

    \b
    Example:
      pennysight print ruler
      pennysight print tiles storm-hollow my-tile.json --paper a4
      pennysight print all --ruler-reads 5.97 -o evening.pdf
    """
    if tiles and sheets not in WITH_TILES:
        raise click.UsageError(f"tiles can be chosen for {', '.join(WITH_TILES)}, not for {sheets}")
    from pennysight.calibration.sheets.paper import PAPERS, RULER_IN, SheetError, correction, parse_reading
    from pennysight.webapp.printing import Order, drawn, write_pictures
    from pennysight.webapp.tile_art import tile_art
    from pennysight.webapp.tile_files import FaultyTilesError, chosen_tiles

    try:
        reads_in = parse_reading(ruler_reads) if ruler_reads is not None else RULER_IN
    except SheetError as error:
        raise click.UsageError(str(error)) from error
    with no_answer_on(FaultyTilesError, SheetError):
        scale = correction(reads_in)
        chosen = chosen_tiles(tiles) if sheets in WITH_TILES else []
        click.echo("Drawing ...", err=True)
        book = drawn(sheets, Order(paper, scale, [tile_art(design) for design in chosen], tile_size_in))
    path = Path(output or f"pennysight-{sheets}-{paper}.{'png' if png else 'pdf'}")
    try:
        if png:
            written = list(write_pictures(book.pdf(), path.with_suffix("")))
        else:
            path.write_bytes(book.pdf())
            written = [path]
    except OSError as error:
        raise NoAnswer(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from error
    if ruler_reads is not None:
        write_out(_said(reads_in, scale))
    names = str(written[0]) if len(written) == 1 else f"{written[0]} to {written[-1].name}"
    write_out(
        f"Wrote {names}: {book.pages} {'page' if book.pages == 1 else 'pages'} of {PAPERS[paper].name}."
    )
    write_out(HOW_TO)


def _said(reads_in: float, scale: float) -> str:
    reading = f"Your ruler reads {reads_in:.4g} in for 6"
    if scale == 1:
        return f"{reading}: within 0.1 percent, nothing to correct."
    return f"{reading}: everything is drawn at {100 * scale:.2f} percent to make up for it."
