"""The file of settings that outlast an evening (`pennysight-settings/1`), in the user's data folder.

A setting on the command line comes before one of the environment, that before the file, that before what is
usual.
"""

from pathlib import Path

import msgspec

FORMAT = "pennysight-settings/1"
_MOST_BYTES = 100_000


class SettingsFileError(ValueError):
    """The file of settings cannot be read or written; the message is one sentence."""


class _File(msgspec.Struct):
    """`settings`: what each is set to, by the option's name without its hyphens in front."""

    format: str = FORMAT
    settings: dict[str, str | int | float] = {}


def read_settings(path: Path) -> dict[str, str | int | float]:
    """What the file sets; nothing where there is none.

    Raises:
        SettingsFileError: it is no such file.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise SettingsFileError(f"the settings in {path} cannot be read: {error.strerror}") from error
    try:
        found = msgspec.json.decode(data, type=_File)
    except msgspec.DecodeError as error:
        raise SettingsFileError(
            f"the settings in {path} are not as expected: {error}; mend or delete it"
        ) from error
    if found.format != FORMAT:
        raise SettingsFileError(f"the settings in {path} are {found.format[:40]!r}, expected {FORMAT!r}")
    return found.settings


def keep_setting(path: Path, name: str, value: str | float) -> None:
    """Set one thing in the file, and leave the others as they are.

    Raises:
        SettingsFileError: it cannot be written.
    """
    settings = read_settings(path) | {name: value}
    text = msgspec.json.format(msgspec.json.encode(_File(settings=settings)), indent=2)
    new = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(text + b"\n")
        new.replace(path)
    except OSError as error:
        raise SettingsFileError(f"the settings in {path} cannot be written: {error.strerror}") from error
