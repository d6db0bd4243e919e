"""Everything that can be set, in one table: what it is called, what it is when nothing is said, and what for.

A setting is an option of `serve` and `demo` and, for machines that start by themselves, a variable of the
environment: `--port` is `PENNYSIGHT_PORT`.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
import platformdirs

Command = TypeVar("Command", bound=Callable[..., Any])


class Setting(msgspec.Struct, frozen=True):
    """One setting: its `default` gives its type too; `shown` is the default in words, where needed."""

    name: str
    default: str | int | float | tuple[str, ...]
    help: str
    shown: str | None = None
    least: float | None = None
    most: float | None = None


SETTINGS = (
    Setting("host", "0.0.0.0", "The address to listen on; 127.0.0.1 keeps phones out."),  # noqa: S104
    Setting("port", 8765, "The port to listen on; 0 takes any that is free.", least=0, most=65535),
    Setting(
        "allow-host", (), "A name that the table answers to, beside local names. Again for another.", "none"
    ),
    Setting("log", "", "The log: a file, or a database URL.", "log.db in your user data folder"),
    Setting("table", "table", "What this table is called, where several share one log."),
    Setting("figure-height-in", 1.75, "How high the figures' folds stand, in inches.", least=0.25, most=6.0),
)


def setting(name: str, default: str | None = None) -> Callable[[Command], Command]:
    """The click option of a setting."""
    found = next(setting for setting in SETTINGS if setting.name == name)
    return click.option(
        f"--{name}",
        default=found.default if default is None else default,
        envvar="PENNYSIGHT_" + name.upper().replace("-", "_"),
        multiple=isinstance(found.default, tuple),
        callback=None if found.least is None else partial(_in_range, found),
        show_default=found.shown or True,
        help=found.help,
    )


def log_address(log: str) -> str:
    """Where the log is, given what was set."""
    return log or str(data_folder() / "log.db")


def data_folder() -> Path:
    """The user's folder for what Pennysight keeps; it may not be there yet."""
    return platformdirs.user_data_path("pennysight", appauthor=False)


def _in_range(of: Setting, _context: click.Context, _option: click.Parameter, value: float) -> float:
    if of.least is not None and of.most is not None and not of.least <= value <= of.most:  # refuses nan too
        raise click.BadParameter(f"{value:g} is not in the range from {of.least:g} to {of.most:g}")
    return value
