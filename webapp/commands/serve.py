"""`pennysight serve` and `pennysight demo`: a table on the phones."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

import click
from pennysight.webapp.commands.answers import no_answer_on
from pennysight.webapp.settings import SETTINGS, TABLE_FACTS, Command, parameter, setting

NO_CAMERA_FILE = (
    "--camera CAMERA.json is missing: lenses differ, and a guess would put figures an inch off. Hold a "
    "printed ChArUco board (pennysight print charuco) before this camera and run\n"
    "  pennysight calibrate --source 0 -o camera.json"
)


def all_settings(real: bool, table: str | None = None) -> Callable[[Command], Command]:
    """The click options of all settings; those about a real table are for one.

    `table` is what the table is called when nothing is said.
    """

    def add(command: Command) -> Command:
        for known in reversed(SETTINGS):
            if real or not known.real:
                command = setting(known.name, table if known.name == "table" else None)(command)
        return command

    return add


@contextmanager
def _ended_when_told() -> Iterator[None]:
    """End well on Ctrl+C and a service manager's signal, while the table is still being laid too."""

    def end(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise SystemExit(0)

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@click.command(short_help="Watch a table, and show it on the phones.")
@click.option(
    "--source",
    required=True,
    metavar="SOURCE",
    help="A camera's number, picamera, phone, an address, a video, a picture or a folder of pictures.",
)
@click.option("--camera", metavar="CAMERA.json", help="The camera's file, made by `pennysight calibrate`.")
@all_settings(real=True)
@_ended_when_told()
def serve(
    source: str,
    camera: str | None,
    **settings: Any,
) -> None:
    """Watch a table, and show it with its rulings on the phones.

    \b
    Example:
      pennysight serve --source 0 --camera camera.json
      pennysight serve --source http://phone.local:8080/video --camera phone.json --port 9000
      pennysight serve --source phone --camera phone.json
    """
    if camera is None:
        raise click.UsageError(NO_CAMERA_FILE)
    click.echo("Starting ...", err=True)
    from pennysight.calibration.camera import Camera, CameraError, load_camera
    from pennysight.calibration.pictures import PictureError
    from pennysight.gamelog import LogError
    from pennysight.vision.sources import Source, SourceError, Uploads, open_source
    from pennysight.webapp.server import ListenError
    from pennysight.webapp.serving import Serving, serve_table
    from pennysight.webapp.table_facts import FACTS_ERRORS, read_facts

    def open_camera() -> tuple[Source, Camera]:
        lens = load_camera(camera)
        if source == "phone":
            return Uploads(), lens
        click.echo(f"Opening {source} ...", err=True)
        return open_source(source, size_px=(lens.width_px, lens.height_px)), lens

    with no_answer_on(
        *FACTS_ERRORS,
        PictureError,
        CameraError,
        ListenError,
        LogError,
        SourceError,
    ):
        facts = read_facts(**{name: settings.pop(name) for name in map(parameter, TABLE_FACTS)})
        serve_table(Serving(facts=facts, **settings), open_camera, click.echo)


@click.command(short_help="Show a simulated table: no camera is needed.")
@all_settings(real=False, table="demo")
@_ended_when_told()
def demo(roster: str, figure_height_in: float, **settings: Any) -> None:
    """Show a table that does not exist on the phones: no camera and no print is needed to try Pennysight.

    \b
    Example:
      pennysight demo
      pennysight demo --port 9000
    """
    click.echo("Laying a table ...", err=True)
    from pennysight.gamelog import LogError
    from pennysight.webapp.rosters import RosterError, read_roster
    from pennysight.webapp.server import ListenError
    from pennysight.webapp.serving import Serving, serve_table
    from pennysight.webapp.simulated import simulated_camera
    from pennysight.webapp.table_facts import TableFacts

    with no_answer_on(ListenError, LogError, RosterError):
        facts = TableFacts(figure_height_in, read_roster(roster))
        serve_table(Serving(facts=facts, **settings), simulated_camera, click.echo)
