"""`pennysight detect`: what is on a picture of a table."""

from typing import Any

import click
from pennysight.webapp.commands.answers import no_answer_on, write_out
from pennysight.webapp.commands.options import camera_option
from pennysight.webapp.settings import TABLE_FACTS, settings


@click.command(short_help="Say what lies on the table in a picture.")
@click.argument("pictures", metavar="IMAGE...", nargs=-1, required=True)
@camera_option
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (pennysight-scene/1), an array for several pictures."
)
@click.option(
    "--draw",
    metavar="OUT",
    help="Write the picture with what was found drawn over it: .jpg or .png, or a folder.",
)
@click.option("--walls", is_flag=True, help="Draw the walls and other obstacles too.")
@settings(*TABLE_FACTS)
def detect(
    pictures: tuple[str, ...],
    camera: str,
    as_json: bool,
    draw: str | None,
    walls: bool,
    **facts: Any,
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
    from pennysight.calibration.pictures import PictureError
    from pennysight.webapp import detection, drawing
    from pennysight.webapp.print_sizes import sizes_text
    from pennysight.webapp.table_facts import FACTS_ERRORS, pipeline_by, read_facts

    found = []
    with no_answer_on(
        *FACTS_ERRORS,
        CameraError,
        PictureError,
        detection.NoTableError,
        drawing.DrawingError,
    ):
        table = read_facts(**facts)
        if text := sizes_text(table.sizes):
            click.echo(text, err=True)
        pipeline = pipeline_by(table, load_camera(camera), still=True)
        drawn = drawing.targets(draw, pictures) if draw else []
        for n, picture in enumerate(pictures, 1):
            if len(pictures) > 1:
                click.echo(f"{n}/{len(pictures)} {picture}", err=True)
            found.append(detection.detect(picture, pipeline))
        for one, target in zip(found, drawn, strict=False):
            drawing.draw(one, target, table.figure_height_in, walls=walls)
            click.echo(f"drawn on {target}", err=True)
    if as_json:
        scenes = [detection.detection_builtins(one) for one in found]
        write_out(msgspec.json.encode(scenes[0] if len(scenes) == 1 else scenes))
    else:
        write_out("\n".join(detection.detection_text(one) for one in found))
