"""Everything that can be set, in one table: what it is called, what it is when nothing is said, and what for.

A setting is an option of `serve` and, unless it is about a `real` table, of `demo`; and, for machines that
start by themselves, a variable of the environment: `--port` is `PENNYSIGHT_PORT`.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
import platformdirs
from pennysight.calibration.sheets.paper import SheetError, parse_reading
from pennysight.webapp.card_size import CardSizeError, parse_card_size
from pennysight.webapp.set_colours import ColoursError, parse_colours
from pennysight.webapp.set_heights import HeightsError, parse_heights

Command = TypeVar("Command", bound=Callable[..., Any])


class Setting(msgspec.Struct, frozen=True):
    """One setting: its `default` gives its type too; `shown` is the default in words, where needed.

    `read` makes a value of what is typed where click cannot; it raises SheetError, CardSizeError,
    HeightsError or ColoursError.
    """

    name: str
    default: str | int | float | tuple[str, ...]
    help: str
    shown: str | None = None
    least: float | None = None
    most: float | None = None
    read: Callable[[str], Any] | None = None
    real: bool = False


SETTINGS = (
    Setting("host", "0.0.0.0", "The address to listen on; 127.0.0.1 keeps phones out."),  # noqa: S104
    Setting("port", 8765, "The port to listen on; 0 takes any that is free.", least=0, most=65535),
    Setting(
        "allow-host", (), "A name that the table answers to, beside local names. Again for another.", "none"
    ),
    Setting("log", "", "The log: a file, or a database URL.", "log.db in your user data folder"),
    Setting("table", "table", "What this table is called, where several share one log."),
    Setting(
        "roster",
        "",
        "Who plays: names and factions such as `marsh,cult-2`, or a file of them. Nobody else is named.",
        "everybody",
    ),
    Setting("figure-height-in", 1.75, "How high the figures' folds stand, in inches.", least=0.25, most=6.0),
    Setting(
        "heights",
        "",
        "Heights of folds that were measured (`pennysight heights`), such as marsh=1.743,cult-2=1.76.",
        "the height above for all",
        read=parse_heights,
        real=True,
    ),
    Setting(
        "colours",
        "",
        "Colours of bare figures that were learnt (`pennysight colours`), such as marsh=#66cc77.",
        "as printed here",
        read=parse_colours,
        real=True,
    ),
    Setting(
        "board",
        "",
        "The board's size, such as 36x36, where no tile carries markers and table markers lie round it.",
        "what its tiles make",
        real=True,
    ),
    Setting(
        "layout",
        "",
        "A file that names the tiles without markers, from the north-west corner, across, then down.",
        "none",
        real=True,
    ),
    Setting(
        "art",
        "",
        "A folder of registered pictures of tiles (`pennysight tiles register`), which need no markers then.",
        "tile-art in your user data folder",
        real=True,
    ),
    Setting(
        "tile-size-in",
        9.0,
        "The side of the tiles in inches, as they were ordered from `print`.",
        least=4.0,
        most=24.0,
        real=True,
    ),
    Setting(
        "ruler-reads",
        "6",
        "What your ruler reads on the 6 in ruler of the printed sheets: 5.98, or 151.9mm.",
        read=parse_reading,
        real=True,
    ),
    Setting(
        "card-size",
        "1.75x2.5",
        "The sides in inches of the cards that lie face down on shacks.",
        read=parse_card_size,
        real=True,
    ),
)


TABLE_FACTS = (
    "roster",
    "figure-height-in",
    "heights",
    "colours",
    "board",
    "layout",
    "art",
    "tile-size-in",
    "ruler-reads",
    "card-size",
)
"""The settings that tell what is on a table, for all that sees one."""


def settings(*names: str) -> Callable[[Command], Command]:
    """The click options of several settings, in this order."""

    def add(command: Command) -> Command:
        for name in reversed(names):
            command = setting(name)(command)
        return command

    return add


def parameter(name: str) -> str:
    """What a setting is called where it is handed to a command."""
    return name.replace("-", "_")


def setting(name: str, default: str | None = None) -> Callable[[Command], Command]:
    """The click option of a setting."""
    found = next(setting for setting in SETTINGS if setting.name == name)
    return click.option(
        f"--{name}",
        default=found.default if default is None else default,
        envvar="PENNYSIGHT_" + parameter(name).upper(),
        multiple=isinstance(found.default, tuple),
        callback=partial(_checked, found),
        show_default=found.shown or True,
        help=found.help,
    )


def log_address(log: str) -> str:
    """Where the log is, given what was set."""
    return log or str(data_folder() / "log.db")


def settings_path() -> Path:
    """The file of settings that last."""
    return data_folder() / "settings.json"


def data_folder() -> Path:
    """The user's folder for what Pennysight keeps; it may not be there yet."""
    return platformdirs.user_data_path("pennysight", appauthor=False)


def _checked(of: Setting, _context: click.Context, _option: click.Parameter, value: Any) -> Any:
    """The value that a person gave; refused where it is out of range or cannot be read."""
    if of.read is not None:
        try:
            return of.read(value)
        except (SheetError, CardSizeError, HeightsError, ColoursError) as error:
            raise click.BadParameter(str(error)) from None
    if of.least is not None and of.most is not None and not of.least <= value <= of.most:  # refuses nan too
        raise click.BadParameter(f"{value:g} is not in the range from {of.least:g} to {of.most:g}")
    return value
