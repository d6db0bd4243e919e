"""Who plays: the figures whose names may be given, from what people write down."""

import re
from contextlib import suppress
from pathlib import Path

from pennysight.calibration.printspec import CHARACTERS, FACTIONS
from pennysight.vision.naming import faction_and_number

MOST_FIGURES = 48
LARGEST_FILE_BYTES = 64 * 1024


class RosterError(ValueError):
    """A roster that names nobody, or not so that it can be understood."""


def read_roster(written: str) -> frozenset[str] | None:
    """The names in a roster, None where nothing is written: then everybody may play.

    `written` is names and factions with commas between them (`marsh, cult-2`), or the path of a file that
    holds them, one or several a line, with remarks after `#`. A faction stands for all its characters.

    Raises:
        RosterError: it cannot be understood, names nobody, or more than 48 figures.
    """
    if not written.strip():
        return None
    names: set[str] = set()
    for word in _words(written):
        if word in FACTIONS:
            names.update(f"{word}-{number}" for number in range(1, CHARACTERS + 1))
        elif faction_and_number(word):
            names.add(word)
        else:
            raise RosterError(
                f"'{word[:60]}' is neither a figure such as marsh-1 nor a faction ({', '.join(FACTIONS)}) "
                "nor a file that can be read"
            )
    if not 0 < len(names) <= MOST_FIGURES:
        raise RosterError(f"the roster names {len(names)} figures, expected 1 to {MOST_FIGURES}")
    return frozenset(names)


def names_to_give(roster: frozenset[str] | None) -> list[str]:
    """The names that people may choose from, those of a faction together; without a roster all of ours."""
    if roster is None:
        return [f"{faction}-{number}" for faction in FACTIONS for number in range(1, CHARACTERS + 1)]
    return sorted(roster, key=lambda name: faction_and_number(name) or (name, 0))


def _words(written: str) -> list[str]:
    path = Path(written)
    with suppress(OSError, ValueError):  # a long list of names is no path
        if path.is_file():
            written = _read(path)
    lines = [line.partition("#")[0] for line in written.splitlines()]
    return [word for line in lines for word in re.split(r"[,\s]+", line) if word]


def _read(path: Path) -> str:
    with path.open("rb") as opened:
        return opened.read(LARGEST_FILE_BYTES).decode(errors="replace")
