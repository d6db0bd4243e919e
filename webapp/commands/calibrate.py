"""`pennysight calibrate`: a camera's lens from pictures of a ChArUco board."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from pennysight.webapp.commands.answers import NoAnswer, no_answer_on, write_out

if TYPE_CHECKING:
    from pennysight.calibration.charuco import LeftOut


@click.command(short_help="Find out what a camera's lens does, from pictures.")
@click.argument("pictures", metavar="IMAGES...", nargs=-1, required=True)
@click.option("--board", default="charuco-9x6", show_default=True, help="The board: squares across x down.")
@click.option("--square-in", default=1.0, show_default=True, help="Side of a square in inches, measured.")
@click.option("--marker-in", default=0.75, show_default=True, help="Side of a marker in inches, measured.")
@click.option(
    "-o", "--output", default="-", metavar="CAMERA.json", help="Where to write.  [default: standard output]"
)
def calibrate(pictures: tuple[str, ...], board: str, square_in: float, marker_in: float, output: str) -> None:
    """Find out what a camera's lens does, from ten or more pictures of a printed ChArUco board.

    The board should be in each corner of the view and in the middle, and in half the pictures tilted by 20 to
    40 degrees. Focus and size must be as they will be at the table.

    \b
    Example:
      pennysight calibrate pictures/*.jpg --square-in 1.0 --marker-in 0.75 -o camera.json
    """
    from pennysight.calibration.camera import camera_json
    from pennysight.calibration.charuco import CalibrationRefused
    from pennysight.calibration.charuco import calibrate as solve
    from pennysight.calibration.charuco_board import BoardError, parse_board
    from pennysight.calibration.pictures import PictureError, read_picture

    try:
        described = parse_board(board, square_in, marker_in)
    except BoardError as error:
        raise click.UsageError(str(error)) from error

    def read() -> Iterator[tuple[str, Any]]:
        with click.progressbar(pictures, label="Reading the pictures", file=sys.stderr) as names:
            for name in names:
                yield name, read_picture(name)

    camera_name = "camera" if output == "-" else Path(output).stem
    with no_answer_on(PictureError):
        try:
            made = solve(read(), described, camera_name, datetime.now(UTC).date().isoformat())
        except CalibrationRefused as refused:
            _say_left_out(refused.left_out)
            raise NoAnswer(str(refused)) from refused
    _say_left_out(made.left_out)
    camera = made.camera
    click.echo(
        f"{len(made.used)} pictures at {camera.width_px}x{camera.height_px}, rms {camera.rms_px:.2f} px; "
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


def _say_left_out(left_out: "tuple[LeftOut, ...]") -> None:
    for one in left_out:
        click.echo(f"Left out {one.picture}: {one.reason}", err=True)
