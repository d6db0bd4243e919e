"""`pennysight calibrate`: a camera's lens from pictures of a ChArUco board, or live from the camera."""

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from pennysight.webapp.commands.answers import NoAnswer, no_answer_on, write_out
from pennysight.webapp.settings import settings

if TYPE_CHECKING:
    from pennysight.calibration.charuco import Calibration, LeftOut
    from pennysight.calibration.charuco_board import CharucoBoard


def _size(_context: click.Context, _option: click.Parameter, written: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{3,5})x(\d{3,5})", written)
    if match is None:
        raise click.BadParameter(f"{written!r} is no size, expected WIDTHxHEIGHT in pixels such as 1920x1080")
    return int(match[1]), int(match[2])


@click.command(short_help="Find out what a camera's lens does, from pictures or live.")
@click.argument("pictures", metavar="[IMAGES...]", nargs=-1)
@click.option(
    "--source",
    metavar="SOURCE",
    help="Instead of pictures: a camera's number, an address, or a video. You are guided.",
)
@click.option(
    "--size",
    default="1920x1080",
    show_default=True,
    callback=_size,
    help="The picture size to ask a camera for; it is the one at the table later.",
)
@click.option("--board", default="charuco-9x6", show_default=True, help="The board: squares across x down.")
@click.option("--square-in", default=1.0, show_default=True, help="Side of a square in inches, measured.")
@click.option("--marker-in", default=0.75, show_default=True, help="Side of a marker in inches, measured.")
@click.option(
    "-o", "--output", default="-", metavar="CAMERA.json", help="Where to write.  [default: standard output]"
)
@settings("host", "port", "allow-host")
def calibrate(
    pictures: tuple[str, ...],
    source: str | None,
    size: tuple[int, int],
    board: str,
    square_in: float,
    marker_in: float,
    output: str,
    host: str,
    port: int,
    allow_host: tuple[str, ...],
) -> None:
    """Find out what a camera's lens does, from a printed ChArUco board (`pennysight print charuco`).

    With --source you hold the board before the camera and are told how; the views are picked, and it ends,
    by itself. A page shows what the camera sees. Or give ten or more pictures: the board in each corner of
    the view and in the middle, in half of them tilted by 20 to 40 degrees. Focus and size must be as they
    will be at the table.

    \b
    Example:
      pennysight calibrate --source 0 -o camera.json
      pennysight calibrate pictures/*.jpg --square-in 1.0 --marker-in 0.75 -o camera.json
    """
    if bool(pictures) == (source is not None):
        raise click.UsageError("expected either pictures of the board or --source, the camera that sees it")
    from pennysight.calibration.camera import camera_json
    from pennysight.calibration.charuco import CalibrationRefused
    from pennysight.calibration.charuco_board import BoardError, parse_board

    try:
        described = parse_board(board, square_in, marker_in)
    except BoardError as error:
        raise click.UsageError(str(error)) from error
    name = "camera" if output == "-" else Path(output).stem
    try:
        if source is None:
            made = _from_pictures(pictures, described, name)
        else:
            made = _live(source, size, described, name, host, port, allow_host)
    except CalibrationRefused as refused:
        _say_left_out(refused.left_out)
        raise NoAnswer(str(refused)) from refused
    _say_left_out(made.left_out)
    camera = made.camera
    click.echo(
        f"{len(made.used)} {'pictures' if source is None else 'views'} at "
        f"{camera.width_px}x{camera.height_px}, rms {camera.rms_px:.2f} px; "
        f"focal length {camera.K[0][0]:.1f} ± {camera.sd['fx']:.1f} px",
        err=True,
    )
    if output == "-":
        write_out(camera_json(camera))
        return
    try:
        Path(output).write_bytes(camera_json(camera))
    except OSError as error:
        raise NoAnswer(f"{output} cannot be written: {error.strerror}") from error


def _from_pictures(pictures: tuple[str, ...], board: "CharucoBoard", name: str) -> "Calibration":
    from pennysight.calibration.charuco import calibrate as solve
    from pennysight.calibration.pictures import PictureError, read_picture

    def read() -> Iterator[tuple[str, Any]]:
        with click.progressbar(pictures, label="Reading the pictures", file=sys.stderr) as names:
            for picture in names:
                yield picture, read_picture(picture)

    with no_answer_on(PictureError):
        return solve(read(), board, name, _today())


def _live(
    source: str,
    size: tuple[int, int],
    board: "CharucoBoard",
    name: str,
    host: str,
    port: int,
    allow_host: tuple[str, ...],
) -> "Calibration":
    from contextlib import closing

    from pennysight.vision.sources import SourceError, open_source
    from pennysight.webapp.inviting import invite
    from pennysight.webapp.lens_app import create_lens_app
    from pennysight.webapp.lens_guide import LensGuide
    from pennysight.webapp.lens_progress import lens_progress
    from pennysight.webapp.lens_session import LensSession
    from pennysight.webapp.server import ListenError, listen, serving

    with no_answer_on(ListenError, SourceError), listen(host, port) as listening:
        click.echo(f"Opening {source} ...", err=True)
        with closing(open_source(source, size_px=size, paced=False)) as camera:
            address, free_port = listening.getsockname()[:2]
            invite(address, free_port, lambda line: click.echo(line, err=True))
            guide = LensGuide(board, name, _today(), still=camera.still)
            with lens_progress(sys.stderr) as tell:
                session = LensSession(camera, guide, tell)
                with serving(create_lens_app(session, allow_host), listening, session.end):
                    return session.run()


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _say_left_out(left_out: "tuple[LeftOut, ...]") -> None:
    for one in left_out:
        click.echo(f"Left out {one.picture}: {one.reason}", err=True)
