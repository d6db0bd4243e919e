"""`pennysight heights`: how high the figures of each set stand, measured by the camera."""

import click
from pennysight.webapp.commands.answers import NoAnswer, no_answer_on
from pennysight.webapp.commands.options import camera_option
from pennysight.webapp.settings import settings

GUIDE = """Stand figures with caps on the tiles' markers, each coin in the middle of a black square, as far
out on the board as you can, on opposite sides. Take a picture. Move each to another marker far from the
first, and take the next one. Three or four pictures are enough."""


@click.command(short_help="Measure how high the figures of each set stand.")
@click.argument("pictures", metavar="IMAGE...", nargs=-1)
@click.option("--source", metavar="SOURCE", help="Take the pictures now, with this camera, guided.")
@camera_option
@click.option(
    "--single", is_flag=True, help="Keep the height of each single figure too, not only of each set."
)
@click.option("--dry-run", is_flag=True, help="Only say the heights; keep none.")
@settings("figure-height-in", "tile-size-in", "ruler-reads")
def heights(
    pictures: tuple[str, ...],
    source: str | None,
    camera: str,
    single: bool,
    dry_run: bool,
    figure_height_in: float,
    tile_size_in: float,
    ruler_reads: float,
) -> None:
    """Measure how high the figures of each set stand, and keep that for `serve`, `detect` and `track`.

    Stand figures with caps on the tiles' markers, each coin in the middle of a black square, far out on the
    board and on opposite sides; take a picture; move each to another marker; take the next.

    \b
    Example:
      pennysight heights one.jpg two.jpg three.jpg --camera camera.json
      pennysight heights --source 0 --camera camera.json
    """
    from pennysight.calibration.camera import CameraError, load_camera
    from pennysight.calibration.heights import HeightRefused
    from pennysight.calibration.pictures import PictureError, read_picture
    from pennysight.calibration.sheets.paper import SheetError
    from pennysight.vision.pipeline import Pipeline
    from pennysight.vision.sources import Frame, SourceError
    from pennysight.webapp.measuring import measure_heights
    from pennysight.webapp.print_sizes import print_sizes
    from pennysight.webapp.scenes import tile_numbers
    from pennysight.webapp.set_heights import HeightsError, heights_text, parse_heights
    from pennysight.webapp.settings import settings_path
    from pennysight.webapp.settings_file import SettingsFileError, keep_setting, read_settings
    from pennysight.webapp.taking import pictures_taken

    if bool(pictures) == (source is not None):
        raise click.UsageError("name pictures, or a --source to take them with, but not both")
    with no_answer_on(
        CameraError, HeightRefused, HeightsError, PictureError, SettingsFileError, SheetError, SourceError
    ):
        lens = load_camera(camera)
        sizes = print_sizes(tile_size_in, ruler_reads)
        pipeline = Pipeline(lens, tile_numbers(), figure_height_in, sizes, still=True)
        if source is not None:
            click.echo(GUIDE, err=True)
        images = map(read_picture, pictures) if source is None else pictures_taken(source, lens)
        seen = [pipeline.see(Frame(image, float(n), n)) for n, image in enumerate(images)]
        found = measure_heights(seen, figure_height_in)
        for one in found:
            if one.height is None:
                click.echo(f"{one.name}: {one.problem}", err=True)
            else:
                height, sd = one.height
                click.echo(f"{one.name}: folds stand {height:.3f} in high, +-{sd:.3f} ({one.stands} stands)")
        kept = {one.name: one.height for one in found if one.height and (single or "-" not in one.name)}
        if not kept:
            raise NoAnswer("no height could be told, so none is kept")
        if not dry_run:
            path = settings_path()
            before = parse_heights(str(read_settings(path).get("heights", "")))
            keep_setting(path, "heights", heights_text(before | kept))
            click.echo(f"Kept in {path} for the next start.", err=True)
