"""The command line, `pennysight`: one module a command in `webapp/commands/`.

Exit status: 0 done; 1 the input does not allow an answer, with the reason on standard error and nothing on
standard output; 2 wrong usage.
"""

import click
from pennysight.webapp.commands.answers import no_answer_on
from pennysight.webapp.commands.calibrate import calibrate
from pennysight.webapp.commands.check import check
from pennysight.webapp.commands.colours import colours
from pennysight.webapp.commands.detect import detect
from pennysight.webapp.commands.heights import heights
from pennysight.webapp.commands.log import log
from pennysight.webapp.commands.plan import plan
from pennysight.webapp.commands.print import print_
from pennysight.webapp.commands.reach import reach
from pennysight.webapp.commands.rule import rule
from pennysight.webapp.commands.serve import demo, serve
from pennysight.webapp.commands.snapshot import snapshot
from pennysight.webapp.commands.tiles import tiles
from pennysight.webapp.commands.track import track
from pennysight.webapp.settings import settings_path
from pennysight.webapp.settings_file import SettingsFileError, read_settings


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="pennysight")
@click.pass_context
def main(context: click.Context) -> None:
    """A camera over a real game table, and what the rules say about what it sees.

    \b
    Example, for which you need no camera:
      pennysight demo
    """
    with no_answer_on(SettingsFileError):
        kept = {name.replace("-", "_"): value for name, value in read_settings(settings_path()).items()}
    context.default_map = {command.name or "": kept for command in COMMANDS}


COMMANDS = (
    demo,
    serve,
    plan,
    calibrate,
    check,
    heights,
    colours,
    detect,
    track,
    rule,
    reach,
    log,
    snapshot,
    print_,
    tiles,
)
for command in COMMANDS:
    main.add_command(command)
