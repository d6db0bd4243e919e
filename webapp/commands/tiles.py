"""`pennysight tiles`: the tiles that there are, and what is wrong with one's own."""

from collections import Counter
from typing import TYPE_CHECKING

import click
from pennysight.webapp.commands.answers import no_answer_on, write_out

if TYPE_CHECKING:
    from pennysight.rules.tile_library import TileDesign


@click.group(short_help="List the tiles, and check your own.")
def tiles() -> None:
    """List the tiles, and check tiles of your own before they are printed.

    \b
    Example:
      pennysight tiles list
    """


@tiles.command("list")
def list_() -> None:
    """Print the tiles that come with Pennysight: number, name, markers, and what is on them.

    \b
    Example:
      pennysight tiles list
    """
    from pennysight.rules.tile_library import library

    for design in library().values():
        write_out(_line(design))


@tiles.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
def check(files: tuple[str, ...]) -> None:
    """Say what is wrong with tile files (pennysight-tile/1); exit status 1 if anything is.

    \b
    Example:
      pennysight tiles check my-tile.json
    """
    from pennysight.webapp.tile_files import FaultyTilesError, read_tiles

    with no_answer_on(FaultyTilesError):
        for file, design in zip(files, read_tiles(files), strict=True):
            write_out(f"{file}: tile {design.name} is as it should be")
            write_out(_line(design))


@tiles.command()
def schema() -> None:
    """Print the JSON Schema of tile files (pennysight-tile/1), for editors that check while you write.

    \b
    Example:
      pennysight tiles schema > tile.schema.json
    """
    from pennysight.rules.tile_file import tile_schema

    write_out(tile_schema())


def _line(design: "TileDesign") -> str:
    from pennysight.calibration.printspec import tile_marker_ids

    first, second = tile_marker_ids(design.number)
    kinds = Counter[str](area.kind for area in design.areas)
    kinds.update(part.kind for part in design.obstacles if part.kind != "wall")
    kinds["summoning-circle"] //= 2  # its innermost ring is an area too
    stands = ", ".join(f"{kind} {count}" for kind, count in kinds.items() if count)
    return f"{design.number:>3}  {design.name:<18} markers {first:>2} and {second:>2}   {stands}"
