"""`pennysight plan`: where to hang a camera, and how exact that will be."""

from pathlib import Path

import click
from pennysight.webapp.commands.answers import NoAnswer, no_answer_on, write_out
from pennysight.webapp.settings import settings


@click.command(short_help="Say how high to hang a camera, and how exact it will be.")
@click.option("--fov", type=float, metavar="DEG", help="The lens's field of view along the picture's width.")
@click.option(
    "--diagonal-fov",
    type=float,
    metavar="DEG",
    help="The same along the diagonal, as webcams' boxes give it.",
)
@click.option("--camera", metavar="CAMERA.json", help="Or a camera that you have, by its file.")
@click.option(
    "--resolution",
    metavar="SIZE",
    help="The picture: 720p, 1080p, 1440p, 4k, pi2, pi3, pi-hq, or like 1920x1080.  [default: 1080p]",
)
@click.option("--board", default="36x36", show_default=True, help="The board, width x height in inches.")
@click.option(
    "--table-markers", is_flag=True, help="The tiles carry no markers: table markers round the board do."
)
@click.option(
    "--margin-in",
    default=0.5,
    show_default=True,
    type=click.FloatRange(0, 24),
    help="How much more than board and figures shall be in view, all round.",
)
@click.option(
    "--height-in",
    "--height",
    type=click.FloatRange(8, 400),
    metavar="INCHES",
    help="How high the lens will be, where that is given (a low ceiling).  [default: the least that serves]",
)
@click.option(
    "--offset-in",
    default=0.0,
    type=click.FloatRange(-100, 100),
    metavar="INCHES",
    help="How far from over the board's middle a boom arm leaves it, toward the picture's lower edge.",
)
@click.option(
    "--tilt-deg",
    type=click.FloatRange(-60, 60),
    metavar="DEG",
    help="How far it looks from straight down.  [default: at the board's middle]",
)
@click.option("--ideal-lens", is_flag=True, help="Leave out the barrel distortion that usual lenses have.")
@settings("figure-height-in", "tile-size-in")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (pennysight-plan/1).")
@click.option("-o", "--output", metavar="PLAN.svg", help="Draw the set-up, too.")
def plan(
    fov: float | None,
    diagonal_fov: float | None,
    camera: str | None,
    resolution: str | None,
    board: str,
    table_markers: bool,
    margin_in: float,
    height_in: float | None,
    offset_in: float,
    tilt_deg: float | None,
    ideal_lens: bool,
    figure_height_in: float,
    tile_size_in: float,
    as_json: bool,
    output: str | None,
) -> None:
    """Say how high to hang a camera so that the board is in view, and how exact it will then be.

    \b
    Example:
      pennysight plan --fov 65 --resolution 1080p --board 36x36
      pennysight plan --diagonal-fov 78 --resolution 4k --height-in 48 --offset-in 6
      pennysight plan --camera camera.json --board 27x27 -o plan.svg
    """
    if sum(given is not None for given in (fov, diagonal_fov, camera)) != 1:
        raise click.UsageError(
            "give one of --fov, --diagonal-fov and --camera: a lens decides how high to go"
        )
    if camera is not None and ideal_lens:
        raise click.UsageError(
            "--ideal-lens is for a camera given by its field of view, not for a camera file"
        )
    import msgspec
    from pennysight.calibration.camera import CameraError, load_camera
    from pennysight.calibration.planned_camera import (
        NO_DIST,
        USUAL_DIST,
        PlanError,
        parse_size,
        planned_camera,
    )
    from pennysight.calibration.planner import InView, parse_board
    from pennysight.webapp.plan_drawing import plan_svg
    from pennysight.webapp.plan_words import plan_text
    from pennysight.webapp.planning import Question
    from pennysight.webapp.planning import plan as answer

    try:
        size_px = parse_size(resolution or "1080p")
        tiles = parse_board(board, tile_size_in)
        if camera is None:
            angle_deg = fov if fov is not None else diagonal_fov
            lens = planned_camera(
                size_px, angle_deg or 0.0, fov is None, NO_DIST if ideal_lens else USUAL_DIST
            )
    except PlanError as error:
        raise click.UsageError(str(error)) from error
    with no_answer_on(CameraError, PlanError):
        if camera is not None:
            lens = load_camera(camera)
            lens = lens if resolution is None else lens.for_size(*size_px)
        question = Question(
            camera=lens,
            in_view=InView(tiles, figure_height_in, margin_in, table_markers),
            height_in=height_in,
            offset_in=offset_in,
            tilt_deg=tilt_deg,
        )
        planned = answer(question)
    if output is not None:
        try:
            Path(output).write_text(plan_svg(question, planned), encoding="utf-8")
        except OSError as error:
            raise NoAnswer(f"{output} cannot be written: {(error.strerror or str(error)).lower()}") from error
    write_out(msgspec.json.encode(planned) if as_json else plan_text(question, planned))
