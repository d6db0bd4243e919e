"""`pennysight colours`: the colour of a faction's bare figures, learnt from one picture."""

import click
from pennysight.webapp.commands.answers import NoAnswer, no_answer_on
from pennysight.webapp.commands.options import camera_option
from pennysight.webapp.settings import settings


@click.command(short_help="Learn the colour of one faction's bare figures.")
@click.argument("faction")
@click.argument("picture", metavar="IMAGE")
@camera_option
@click.option(
    "--at",
    metavar="X,Y",
    multiple=True,
    help="Where one of its figures stands, in inches east and north of the board's south-west corner, if "
    "others are in the picture too. Again for another.",
)
@click.option("--dry-run", is_flag=True, help="Only say the colour; keep none.")
@settings("figure-height-in", "board", "layout", "tile-size-in", "ruler-reads")
def colours(
    faction: str,
    picture: str,
    camera: str,
    at: tuple[str, ...],
    dry_run: bool,
    figure_height_in: float,
    board: str,
    layout: str,
    tile_size_in: float,
    ruler_reads: float,
) -> None:
    """Learn the colour of a faction's bare figures, and keep it for `serve`, `detect` and `track`.

    Leave only that faction's figures on the board, some inches apart, their backs to the camera. FACTION is
    marsh, deghoule, whateley or cult. Caps keep the colours in which they are printed here.

    \b
    Example:
      pennysight colours marsh marsh.jpg --camera camera.json
      pennysight colours cult table.jpg --camera camera.json --at 14.5,20 --at 9,31.5
    """
    from pennysight.calibration.board import TableNotSeenError
    from pennysight.calibration.camera import CameraError, load_camera
    from pennysight.calibration.layout import LayoutError
    from pennysight.calibration.pictures import PictureError, read_picture
    from pennysight.calibration.printspec import FACTION_SRGB
    from pennysight.calibration.sheets.paper import SheetError
    from pennysight.vision.figures.ink import LEAST_APART_DEG, InkRefused, learn_ink, nearest
    from pennysight.vision.markers import linear_grey
    from pennysight.vision.table import see_table
    from pennysight.webapp.layouts import board_layout
    from pennysight.webapp.print_sizes import print_sizes
    from pennysight.webapp.scenes import tile_numbers
    from pennysight.webapp.set_colours import ColoursError, colours_text, parse_colours
    from pennysight.webapp.settings import settings_path
    from pennysight.webapp.settings_file import SettingsFileError, keep_setting, read_settings

    if faction not in FACTION_SRGB:
        raise click.BadParameter(
            f"{faction[:40]!r} is no faction, expected {', '.join(FACTION_SRGB)}", param_hint="FACTION"
        )
    places = [_place(one) for one in at]
    with no_answer_on(
        CameraError,
        ColoursError,
        InkRefused,
        LayoutError,
        PictureError,
        SettingsFileError,
        SheetError,
        TableNotSeenError,
    ):
        sizes = print_sizes(tile_size_in, ruler_reads)
        laid = board_layout(board, layout, sizes)
        image = read_picture(picture)
        lens = load_camera(camera).for_size(image.shape[1], image.shape[0])
        seen = see_table(linear_grey(image), lens, tile_numbers(), sizes.side_in, laid)
        ink = learn_ink(image, seen.pose, seen.markers.sightings, figure_height_in, places)
        path = settings_path()
        before = parse_colours(str(read_settings(path).get("colours", "")))
        before.pop(faction, None)
        if before:
            other, apart_deg = nearest(ink.srgb, before)
            if apart_deg < LEAST_APART_DEG:
                raise NoAnswer(
                    f"{faction} and {other} look too much alike: their colours are {apart_deg:.0f} degrees "
                    f"apart on the colour circle, expected {LEAST_APART_DEG:.0f} or more; print one of them "
                    "in another colour, or use caps"
                )
        told = before | {faction: ink.srgb}
        click.echo(
            f"{colours_text({faction: ink.srgb})} ({ink.backs} back{'s' * (ink.backs > 1)}, which differ by "
            f"{ink.spread_deg:.0f} degrees on the colour circle)"
        )
        usual = {name: srgb for name, srgb in FACTION_SRGB.items() if name not in told}
        if usual:
            other, apart_deg = nearest(ink.srgb, usual)
            if apart_deg < LEAST_APART_DEG:
                click.echo(
                    f"That is near to the colour in which {other} is printed here; if {other} plays too, "
                    "learn its colour as well.",
                    err=True,
                )
        if not dry_run:
            keep_setting(path, "colours", colours_text(told))
            click.echo(f"Kept in {path} for the next start.", err=True)


def _place(written: str) -> tuple[float, float]:
    """Where a figure is said to stand, in inches."""
    try:
        x_in, y_in = (float(part) for part in written.split(","))
    except ValueError:
        raise click.BadParameter(
            f"{written[:40]!r} is no place, expected inches east and north such as 14.5,20", param_hint="--at"
        ) from None
    return x_in, y_in
