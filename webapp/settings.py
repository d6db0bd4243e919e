"""Everything that can be set, in one table: what it is called, what it is when nothing is said, and what for.

A setting is an option of `serve` and `demo` and, for machines that start by themselves, a variable of the
environment: `--port` is `PENNYSIGHT_PORT`.
"""

from collections.abc import Callable
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


SETTINGS = (
    Setting("host", "0.0.0.0", "The address to listen on; 127.0.0.1 keeps phones out."),  # noqa: S104
    Setting("port", 8765, "The port to listen on."),
    Setting(
        "allow-host", (), "A name that the table answers to, beside local names. Again for another.", "none"
    ),
    Setting("log", "", "The log: a file, or a database URL.", "log.db in your user data folder"),
    Setting("table", "table", "What this table is called, where several share one log."),
    Setting("figure-height-in", 1.75, "How high the figures' folds stand, in inches."),
)


def setting(name: str, default: str | None = None) -> Callable[[Command], Command]:
    """The click option of a setting."""
    found = next(setting for setting in SETTINGS if setting.name == name)
    multiple = isinstance(found.default, tuple)
    return click.option(
        f"--{name}",
        default=found.default if default is None else default,
        envvar="PENNYSIGHT_" + name.upper().replace("-", "_"),
        multiple=multiple,
        show_default=found.shown or True,
        help=found.help,
    )


def data_folder() -> Path:
    """The user's folder for what Pennysight keeps."""
    return platformdirs.user_data_path("pennysight", appauthor=False)


def log_address(log: str) -> str:
    """Where the log is, given what was set; makes the user's data folder if it is to lie there."""
    if log:
        return log
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "log.db")
