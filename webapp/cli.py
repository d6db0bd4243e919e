"""The command line, `pennysight`: one module a command in `webapp/commands/`.

Exit status: 0 done; 1 the input does not allow an answer, with the reason on standard error and nothing on
standard output; 2 wrong usage.
"""

import click
from pennysight.webapp.commands.calibrate import calibrate
from pennysight.webapp.commands.check import check
from pennysight.webapp.commands.detect import detect
from pennysight.webapp.commands.log import log
from pennysight.webapp.commands.plan import plan
from pennysight.webapp.commands.print import print_
from pennysight.webapp.commands.reach import reach
from pennysight.webapp.commands.rule import rule
from pennysight.webapp.commands.serve import demo, serve
from pennysight.webapp.commands.snapshot import snapshot
from pennysight.webapp.commands.tiles import tiles
from pennysight.webapp.commands.track import track


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="pennysight")
def main() -> None:
    """A camera over a real game table, and what the rules say about what it sees.

    \b
    Example, for which you need no camera:
      pennysight demo
    """


COMMANDS = (
    demo,
    serve,
    plan,
    calibrate,
    check,
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
