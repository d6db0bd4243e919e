"""`pennysight track`: who moved in a recording of a table."""

from typing import Any

import click
from pennysight.webapp.commands.answers import NoAnswer, no_answer_on, write_out
from pennysight.webapp.commands.options import camera_option
from pennysight.webapp.settings import TABLE_FACTS, settings

PROGRESS_EVERY_S = 5.0


@click.command(short_help="Say who moved in a recording of a table.")
@click.argument("video")
@camera_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines: moves and notes, last the scene.")
@settings(*TABLE_FACTS)
def track(
    video: str,
    camera: str,
    as_json: bool,
    **facts: Any,
) -> None:
    """Say who moved in a recording of a table, from where to where and when, and how it stands in the end.

    \b
    Example:
      pennysight track evening.mp4 --camera camera.json
      pennysight track evening.mp4 --camera camera.json --json > evening.jsonl
    """
    import msgspec
    from pennysight.calibration.camera import CameraError, load_camera
    from pennysight.calibration.pictures import PictureError
    from pennysight.vision.sources import Recording, SourceError, open_source
    from pennysight.webapp import filming
    from pennysight.webapp.table_facts import FACTS_ERRORS, pipeline_by, read_facts

    with no_answer_on(
        *FACTS_ERRORS,
        PictureError,
        CameraError,
        SourceError,
        filming.NeverAtRestError,
    ):
        table = read_facts(**facts)
        lens = load_camera(camera)
        recording = open_source(video, paced=False)
        if not isinstance(recording, Recording):
            raise NoAnswer(f"'{video}' is not a recording, expected a video file; `detect` reads pictures")
        pipeline = pipeline_by(table, lens, still=False)
        said_s = 0.0
        for event in filming.track(recording, lens, pipeline.see):
            if isinstance(event, filming.Event):
                line = msgspec.json.encode(event.data) if as_json else f"{event.at_s:8.1f} s  {event.text}"
                write_out(line)
            elif event - said_s >= PROGRESS_EVERY_S:
                said_s = event
                click.echo(f"{event:.0f} of {recording.length_s:.0f} s", err=True)
