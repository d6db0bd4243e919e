"""`pennysight track`: who moved in a recording of a table."""

import click
from pennysight.webapp.commands.answers import NoAnswer, no_answer_on, write_out
from pennysight.webapp.settings import setting

PROGRESS_EVERY_S = 5.0


@click.command(short_help="Say who moved in a recording of a table.")
@click.argument("video")
@click.option(
    "--camera",
    required=True,
    metavar="CAMERA.json",
    help="The camera's file, made by `pennysight calibrate`.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines: moves and notes, last the scene.")
@setting("roster")
@setting("figure-height-in")
@setting("heights")
@setting("colours")
@setting("board")
@setting("layout")
@setting("art")
@setting("tile-size-in")
@setting("ruler-reads")
def track(
    video: str,
    camera: str,
    as_json: bool,
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
    """Say who moved in a recording of a table, from where to where and when, and how it stands in the end.

    \b
    Example:
      pennysight track evening.mp4 --camera camera.json
      pennysight track evening.mp4 --camera camera.json --json > evening.jsonl
    """
    import msgspec
    from pennysight.calibration.camera import CameraError, load_camera
    from pennysight.calibration.layout import LayoutError
    from pennysight.calibration.pictures import PictureError
    from pennysight.calibration.sheets.paper import SheetError
    from pennysight.vision.pipeline import Pipeline
    from pennysight.vision.sources import Recording, SourceError, open_source
    from pennysight.webapp import filming
    from pennysight.webapp.layouts import board_layout
    from pennysight.webapp.print_sizes import print_sizes
    from pennysight.webapp.registered_art import ArtError, read_art
    from pennysight.webapp.rosters import RosterError, read_roster
    from pennysight.webapp.scenes import tile_numbers

    with no_answer_on(
        ArtError,
        PictureError,
        CameraError,
        LayoutError,
        RosterError,
        SheetError,
        SourceError,
        filming.NeverAtRestError,
    ):
        sizes, names = print_sizes(tile_size_in, ruler_reads), read_roster(roster)
        laid = board_layout(board, layout, sizes)
        lens = load_camera(camera)
        recording = open_source(video, paced=False)
        if not isinstance(recording, Recording):
            raise NoAnswer(f"'{video}' is not a recording, expected a video file; `detect` reads pictures")
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
        )
        said_s = 0.0
        for event in filming.track(recording, lens, pipeline.see):
            if isinstance(event, filming.Event):
                line = msgspec.json.encode(event.data) if as_json else f"{event.at_s:8.1f} s  {event.text}"
                write_out(line)
            elif event - said_s >= PROGRESS_EVERY_S:
                said_s = event
                click.echo(f"{event:.0f} of {recording.length_s:.0f} s", err=True)
