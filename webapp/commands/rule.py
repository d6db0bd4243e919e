"""`pennysight rule`: what the rules say between figures of a scene."""

import click


@click.command()
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
      pennysight detect table.jpg --camera camera.json --json > scene.json
      pennysight rule scene.json --from marsh-1 --to cult-2
      pennysight rule scene.json --all
    """
    if every_pair == (from_id is not None and to_id is not None) or (every_pair and (from_id or to_id)):
        raise click.UsageError("give either --from ID and --to ID, or --all")
