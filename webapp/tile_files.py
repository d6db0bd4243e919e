"""Tiles by name or from files that people wrote, and what is wrong with those."""

from collections.abc import Sequence
from pathlib import Path

from pennysight.rules.tile_check import clashes, faults
from pennysight.rules.tile_file import TileError, read_tile_file
from pennysight.rules.tile_library import TileDesign, design, library

LARGEST_FILE_BYTES = 1_000_000  # ours take less than a hundredth of it


class FaultyTilesError(ValueError):
    """Tiles with faults; the message is one line for each."""


def read_tiles(files: Sequence[str]) -> list[TileDesign]:
    """The tiles in files, checked one by one and against each other and the library.

    Raises:
        FaultyTilesError: a file cannot be read, or a tile has faults; all files are looked at.
    """
    found: list[str] = []
    read: list[TileDesign] = []
    for file in files:
        try:
            made = design(read_tile_file(_read(file)))
        except OSError as error:
            found.append(f"{file} cannot be read: {(error.strerror or str(error)).lower()}")
        except TileError as error:
            found.append(f"{file}: {error}")
        else:
            found += [f"{file}: {fault}" for fault in faults(made)]
            read.append(made)
    found += clashes(read, library())
    if found:
        raise FaultyTilesError("\n".join(found))
    return read


def chosen_tiles(names: Sequence[str]) -> list[TileDesign]:
    """The tiles of these names, in that order: of the library, or in files. All of the library without names.

    Raises:
        FaultyTilesError: there is no such tile, or a file's tile has faults.
    """
    known = library()
    files = read_tiles([name for name in names if name not in known and _is_file(name)])
    from_files = iter(files)
    chosen = []
    for name in names:
        if name in known:
            chosen.append(known[name])
        elif _is_file(name):
            chosen.append(next(from_files))
        else:
            raise FaultyTilesError(f"there is no tile '{name}', expected a file or one of {', '.join(known)}")
    return chosen or list(known.values())


def _read(file: str) -> bytes:
    """The bytes of a tile file, not of one without end; raises OSError and TileError."""
    with Path(file).open("rb") as opened:
        data = opened.read(LARGEST_FILE_BYTES + 1)
    if len(data) > LARGEST_FILE_BYTES:
        raise TileError(f"it has more than {LARGEST_FILE_BYTES // 1_000_000} MB, and no tile is so long")
    return data


def _is_file(name: str) -> bool:
    return name.endswith(".json") or Path(name).is_file()
