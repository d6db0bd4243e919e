"""`pennysight reach`: where a figure of a scene can get to."""

from typing import TYPE_CHECKING

import click
from pennysight.webapp.commands.answers import no_answer_on, read_input, write_out

if TYPE_CHECKING:
    from pennysight.rules.path import PathAnswer
    from pennysight.rules.reach import Reach


def _place(
    _context: click.Context, _option: click.Parameter, written: str | None
) -> tuple[float, float] | None:
    if written is None:
        return None
    try:
        x_in, y_in = map(float, written.split(","))
    except ValueError:
        raise click.BadParameter(f"{written!r} is no place, expected X,Y in inches such as 12.5,9") from None
    return x_in, y_in


@click.command(short_help="Say where a figure can get to.")
@click.argument("scene", metavar="SCENE.json")
@click.option("--figure", required=True, metavar="ID", help="The figure that moves.")
@click.option("--move", "move_in", required=True, type=float, metavar="INCHES", help="The movement it has.")
@click.option(
    "--to",
    "to_in",
    callback=_place,
    metavar="X,Y",
    help="A place in inches: also find the cheapest way there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (pennysight-reach/1) instead of sentences.")
def reach(scene: str, figure: str, move_in: float, to_in: tuple[float, float] | None, as_json: bool) -> None:
    """Say where a figure can get to, and by which way.

    SCENE.json is a scene (pennysight-scene/1), or - for standard input.

    \b
    Example:
      pennysight reach scene.json --figure marsh-1 --move 5 --to 12.5,9
      pennysight reach scene.json --figure marsh-1 --move 5 --json
    """
    from pennysight.rules import reach as ground
    from pennysight.rules.moving.questions import ReachError
    from pennysight.rules.path import find_path
    from pennysight.rules.scene import SceneError, parse_scene

    with no_answer_on(SceneError, ReachError):
        parsed = parse_scene(read_input(scene))
        places = ground.reach(parsed, figure, move_in)
        way = None if to_in is None else find_path(parsed, figure, move_in, to_in)
    if as_json:
        write_out(ground.reach_json(places, way))
    else:
        write_out(_in_words(places, way))


def _in_words(places: "Reach", way: "PathAnswer | None") -> str:
    import msgspec
    from shapely.geometry import shape

    area_in2 = shape(msgspec.to_builtins(places.region)).area
    lines = [
        f"{places.figure} can get to {area_in2:.1f} square inches with {places.move_in:g} in of movement"
    ]
    if places.because is not None:
        lines = [f"{places.figure} can go nowhere: {places.because}"]
    if way is not None:
        doubt = "" if way.doubt is None else f"; too close to call: {way.doubt}"
        lines.append(f"to {way.to_in[0]:g},{way.to_in[1]:g}: {way.because}{doubt}")
        if way.path is not None:
            lines.append("by " + "  ".join(f"{x_in:.2f},{y_in:.2f}" for x_in, y_in in way.path.points))
    return "\n".join(lines)
