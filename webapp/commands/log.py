"""`pennysight log`: read the record of the evenings."""

from datetime import datetime

import click
from pennysight.webapp.commands.answers import no_answer_on, write_out
from pennysight.webapp.settings import log_address, setting

one_table = click.option("--table", metavar="NAME", help="Only what happened at this table.  [default: all]")


@click.group(short_help="Read the record of the evenings.")
def log() -> None:
    """Read the log: every move that the camera saw and every ruling asked for.

    \b
    Example:
      pennysight log list
    """


@log.command("list")
@setting("log")
@one_table
def list_(log: str, table: str | None) -> None:
    """Print the log for people, oldest first, in local time.

    \b
    Example:
      pennysight log list --table kitchen
    """
    from pennysight.gamelog import LogError, read_log

    with no_answer_on(LogError):
        for entry in read_log(log_address(log), table):
            at = datetime.fromisoformat(entry.at).astimezone()
            write_out(f"{entry.seq:>6}  {at:%Y-%m-%d %H:%M:%S}  {entry.table}  {entry.kind}: {entry.text}")


@log.command()
@setting("log")
@one_table
def export(log: str, table: str | None) -> None:
    """Print the log for programs: JSON Lines, one event a line (pennysight-log/1).

    \b
    Example:
      pennysight log export > evening.jsonl
    """
    from pennysight.gamelog import LogError, exported, read_log

    with no_answer_on(LogError):
        for entry in read_log(log_address(log), table):
            write_out(exported(entry))
