"""`pennysight detect`: what is on a picture of a table."""

import click
from pennysight.webapp.commands.answers import no_answer_on, write_out
from pennysight.webapp.settings import setting


@click.command(short_help="Say what lies on the table in a picture.")
@click.argument("pictures", metavar="IMAGE...", nargs=-1, required=True)
@click.option(
    "--camera",
    required=True,
    metavar="CAMERA.json",
    help="The camera's file, made by `pennysight calibrate`.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (pennysight-scene/1), an array for several pictures."
)
@click.option(
    "--draw",
    metavar="OUT",
    help="Write the picture with what was found drawn over it: .jpg or .png, or a folder.",
)
@click.option("--walls", is_flag=True, help="Draw the walls and other obstacles too.")
@setting("roster")
@setting("figure-height-in")
@setting("heights")
@setting("colours")
@setting("board")
@setting("layout")
@setting("art")
@setting("tile-size-in")
@setting("ruler-reads")
def detect(
    pictures: tuple[str, ...],
    camera: str,
    as_json: bool,
    draw: str | None,
    walls: bool,
    roster: str,
    figure_height_in: float,
    heights: dict[str, tuple[float, float]],
    colours: dict[str, tuple[int, int, int]],
    board: str,
    layout: str,
    art: str,
    tile_size_in: float,
    ruler_reads: float,
) -> None:
    """Say which tiles, figures and tokens lie on the table in a picture, and where.

    \b
    Example:
      pennysight detect table.jpg --camera camera.json
      pennysight detect table.jpg --camera camera.json --json > scene.json
      pennysight detect table.jpg --camera camera.json --draw seen.jpg
    """
    import msgspec
    from pennysight.calibration.camera import CameraError, load_camera
    from pennysight.calibration.layout import LayoutError
    from pennysight.calibration.pictures import PictureError
    from pennysight.calibration.sheets.paper import SheetError
    from pennysight.vision.pipeline import Pipeline
    from pennysight.webapp import detection, drawing
    from pennysight.webapp.layouts import board_layout
    from pennysight.webapp.print_sizes import print_sizes, sizes_text
    from pennysight.webapp.registered_art import ArtError, read_art
    from pennysight.webapp.rosters import RosterError, read_roster
    from pennysight.webapp.scenes import shacks, tile_numbers

    found = []
    with no_answer_on(
        ArtError,
        CameraError,
        LayoutError,
        PictureError,
        RosterError,
        SheetError,
        detection.NoTableError,
        drawing.DrawingError,
    ):
        sizes, names = print_sizes(tile_size_in, ruler_reads), read_roster(roster)
        if text := sizes_text(sizes):
            click.echo(text, err=True)
        laid = board_layout(board, layout, sizes)
        lens = load_camera(camera)
        pipeline = Pipeline(
            lens,
            tile_numbers(),
            figure_height_in,
            sizes,
            names,
            layout=laid,
            art=read_art(art, sizes.side_in),
            heights_in=heights,
            faction_srgb=colours,
            still=True,
            shacks=shacks,
        )
        drawn = drawing.targets(draw, pictures) if draw else []
        for n, picture in enumerate(pictures, 1):
            if len(pictures) > 1:
                click.echo(f"{n}/{len(pictures)} {picture}", err=True)
            found.append(detection.detect(picture, pipeline))
        for one, target in zip(found, drawn, strict=False):
            drawing.draw(one, target, figure_height_in, walls=walls)
            click.echo(f"drawn on {target}", err=True)
    if as_json:
        scenes = [detection.detection_builtins(one) for one in found]
        write_out(msgspec.json.encode(scenes[0] if len(scenes) == 1 else scenes))
    else:
        write_out("\n".join(detection.detection_text(one) for one in found))
