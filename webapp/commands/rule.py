"""`pennysight rule`: what the rules say between figures of a scene."""

from typing import TYPE_CHECKING

import click
from pennysight.webapp.commands.answers import no_answer_on, read_input, write_out

if TYPE_CHECKING:
    from pennysight.rules.ruling import Ruling


@click.command(short_help="Say what the rules say between two figures.")
@click.argument("scene", metavar="SCENE.json")
@click.option("--from", "from_id", metavar="ID", help="The figure that acts.")
@click.option("--to", "to_id", metavar="ID", help="The figure it acts upon.")
@click.option(
    "--all", "every_pair", is_flag=True, help="Every ordered pair of living figures, as a JSON array."
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (pennysight-ruling/1) instead of sentences."
)
def rule(scene: str, from_id: str | None, to_id: str | None, every_pair: bool, as_json: bool) -> None:
    """Say how far apart two figures are, and about melee, facing and sight between them.

    SCENE.json is a scene (pennysight-scene/1), or - for standard input.

    \b
    Example:
      pennysight rule scene.json --from marsh-1 --to cult-2
      pennysight rule scene.json --all
    """
    from pennysight.rules import ruling
    from pennysight.rules.scene import SceneError, parse_scene

    with no_answer_on(SceneError, ruling.RulingError):
        if every_pair and from_id is None and to_id is None:
            write_out(ruling.ruling_json(ruling.rule_all(parse_scene(read_input(scene)))))
        elif from_id is not None and to_id is not None and not every_pair:
            given = ruling.rule(parse_scene(read_input(scene)), from_id, to_id)
            if as_json:
                write_out(ruling.ruling_json(given))
            else:
                write_out(_in_words(given))
        else:
            raise click.UsageError("give either --from ID and --to ID, or --all")


def _in_words(given: "Ruling") -> str:
    def said(answer: str, because: str, doubt: str | None) -> str:
        return f"{answer}: {because}" if doubt is None else f"{answer}: {because}; too close to call: {doubt}"

    melee, facing, faces, sight = given.melee, given.facing, given.faces_target, given.sight
    yes = {True: "yes", False: "no", None: "unknown"}
    zone = facing.zone if facing.modifier is None else f"{facing.zone}, +{facing.modifier}"
    answers = {
        "melee": said(yes[melee.answer], melee.because, melee.doubt),
        "facing": said(zone, facing.because, facing.doubt),
        "faces target": said(yes[faces.answer], faces.because, faces.doubt),
        "sight": said(sight.answer, sight.because, sight.doubt),
    }
    lines = [f"{given.from_id} to {given.to_id}: {given.distance_in:.2f} in apart (± {given.sd_in:.2f})"]
    return "\n".join(lines + [f"  {name:<13} {answer}" for name, answer in answers.items()])
