"""`pennysight tiles`: the tiles that there are, and what is wrong with one's own."""

from collections import Counter
from typing import TYPE_CHECKING

import click
from pennysight.webapp.commands.answers import no_answer_on, write_out
from pennysight.webapp.settings import setting

if TYPE_CHECKING:
    from pennysight.rules.tile_library import TileDesign


@click.group(short_help="List the tiles, check your own, and register pictures of them.")
def tiles() -> None:
    """List the tiles, check tiles of your own before they are printed, and register pictures of tiles.

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


@tiles.command()
@click.argument("name")
@click.argument("picture")
@click.option(
    "--corners",
    metavar="'X,Y X,Y X,Y X,Y'",
    help="Where the tile's corners are in the picture, in pixels, from the north-west one clockwise.",
)
@setting("art")
def register(name: str, picture: str, corners: str | None, art: str) -> None:
    """Keep a picture of a tile, by which it is known on the table with no markers on it.

    PICTURE is a scan or a photo of the one tile, cropped to its edges, north up; or tell its --corners.
    Where it shows the tile's QR label, the place of that is kept, too.

    \b
    Example:
      pennysight tiles register storm-hollow scan.png
      pennysight tiles register storm-hollow photo.jpg --corners "412,133 1630,150 1622,1371 405,1352"
    """
    from pennysight.calibration.pictures import PictureError
    from pennysight.rules.tile_library import library
    from pennysight.webapp import registered_art

    with no_answer_on(PictureError, registered_art.ArtError):
        places = None if corners is None else registered_art.parse_corners(corners)
        path = registered_art.register(name, picture, places, registered_art.art_folder(art))
    write_out(f"{name} is registered, in {path}")
    if name not in library():
        click.echo(
            f"Note: no tile of the library is called {name}, so nobody knows its walls; `pennysight tiles "
            "list` has the names.",
            err=True,
        )


def _line(design: "TileDesign") -> str:
    from pennysight.calibration.printspec import tile_marker_ids

    first, second = tile_marker_ids(design.number)
    kinds = Counter[str](area.kind for area in design.areas)
    kinds.update(part.kind for part in design.obstacles if part.kind != "wall")
    kinds["summoning-circle"] //= 2  # its innermost ring is an area too
    stands = ", ".join(f"{kind} {count}" for kind, count in kinds.items() if count)
    return f"{design.number:>3}  {design.name:<18} markers {first:>2} and {second:>2}   {stands}"
