"""`pennysight check`: how exact a table is seen, and what a tape measure says to it."""

from typing import TYPE_CHECKING

import click
from pennysight.webapp.commands.answers import NoAnswer, no_answer_on, write_out
from pennysight.webapp.commands.options import camera_option
from pennysight.webapp.settings import settings

if TYPE_CHECKING:
    from pennysight.webapp.checking import Check

SKIPPED = "-"


@click.command(short_help="Say how exact a table is seen, and check it with a tape measure.")
@click.argument("picture", metavar="[PICTURE]", required=False)
@click.option("--source", metavar="SOURCE", help="A camera over the table instead, as for `serve`.")
@camera_option
@click.option("--measure", is_flag=True, help="Go through five distances with a tape measure, step by step.")
@click.option(
    "--tape",
    multiple=True,
    metavar="READING",
    help="What the tape reads for the first of the five, again for the next: 12 3/8, 314mm; - for none.",
)
@settings("figure-height-in", "board", "layout", "tile-size-in", "ruler-reads")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (pennysight-check/1).")
@click.option("-o", "--output", metavar="CHECK.png", help="Draw the errors to expect and the residuals.")
def check(
    picture: str | None,
    source: str | None,
    camera: str,
    measure: bool,
    tape: tuple[str, ...],
    figure_height_in: float,
    board: str,
    layout: str,
    tile_size_in: float,
    ruler_reads: float,
    as_json: bool,
    output: str | None,
) -> None:
    """Say how exact a table is seen: how well markers fit, what errors to expect, what a tape measure says.

    \b
    Example:
      pennysight check table.jpg --camera camera.json -o check.png
      pennysight check --source 0 --camera camera.json --measure
    """
    if (picture is None) == (source is None):
        raise click.UsageError("give a picture, or a camera over the table with --source 0")
    if measure and (as_json or tape):
        raise click.UsageError(
            "--measure asks for readings; --json and --tape are for programs that have them"
        )
    from pennysight.calibration.camera import CameraError, load_camera
    from pennysight.calibration.layout import LayoutError
    from pennysight.calibration.lengths import LengthError, parse_length
    from pennysight.calibration.sheets.paper import SheetError
    from pennysight.vision.sources import SourceError
    from pennysight.webapp.checking import check as answer
    from pennysight.webapp.checking import check_text, verdict_text
    from pennysight.webapp.layouts import board_layout
    from pennysight.webapp.looking import NoTableError, look
    from pennysight.webapp.print_sizes import print_sizes

    try:
        readings = [None if text == SKIPPED else parse_length(text) for text in tape]
    except LengthError as error:
        raise click.UsageError(str(error)) from error
    with no_answer_on(CameraError, LayoutError, NoTableError, SheetError, SourceError):
        sizes = print_sizes(tile_size_in, ruler_reads)
        lens = load_camera(camera)
        name = picture if source is None else source
        assert name is not None  # noqa: S101  # one of the two was given
        seen = look(name, lens, sizes, board_layout(board, layout, sizes))
    made = answer(name, seen, figure_height_in, sizes, readings)
    if len(readings) > len(made.distances):
        raise click.UsageError(f"{len(readings)} readings are given, expected at most {len(made.distances)}")
    if output is not None:
        _draw(made, output)
    if as_json:
        import msgspec

        write_out(msgspec.json.encode(made))
        return
    write_out(check_text(made))
    if measure:
        made = answer(name, seen, figure_height_in, sizes, _ask(made))
    if measure or readings:
        write_out("\n" + verdict_text(made))


def _draw(made: "Check", output: str) -> None:
    from pennysight.webapp.check_drawing import check_picture

    try:
        check_picture(made).save(output, format="PNG")
    except OSError as error:
        raise NoAnswer(f"{output} cannot be written: {(error.strerror or str(error)).lower()}") from error


def _ask(made: "Check") -> list[float | None]:
    """What people read off their tape, distance by distance."""
    from pennysight.calibration.lengths import LengthError, parse_length

    click.echo("\nLay the tape from mark to mark and type what it reads; Enter alone leaves one out.")
    readings: list[float | None] = []
    for n, span in enumerate(made.distances, 1):
        click.echo(f"{n}. From the {span.start.words}\n   to the {span.end.words}.")
        while True:
            text = click.prompt("   The tape reads", default="", show_default=False)
            try:
                readings.append(parse_length(text) if text.strip() else None)
                break
            except LengthError as error:
                click.echo(f"   {error}")
    return readings
