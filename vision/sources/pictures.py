"""Pictures as a source: one that stays, or a folder stepped through."""

import re
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from pennysight.calibration.pictures import PictureError, read_picture
from pennysight.vision.sources.frame import Frame, SourceError, Status

SUFFIXES = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})


class Pictures:
    """Pictures one after another, each settled by itself.

    `frames` ends after the last one, and the source stays live: the last picture is how the table looks.
    """

    still = True
    waits = True

    def __init__(self, name: str, paths: Sequence[Path], *, every_s: float, paced: bool = True) -> None:
        """Show `paths`, `every_s` seconds apart by their capture times and, where paced, by the clock.

        Raises:
            SourceError: the first picture cannot be read.
        """
        self.name = name
        self._paths = paths
        self._every_s = every_s
        self._paced = paced
        self._closed = threading.Event()
        self._text = ""
        try:
            self._first = read_picture(paths[0])
        except PictureError as error:
            raise SourceError(str(error)) from None

    def status(self) -> Status:
        return (
            Status("ended", f"{self.name} was closed")
            if self._closed.is_set()
            else Status("live", self._text)
        )

    def close(self) -> None:
        self._closed.set()

    def frames(self) -> Iterator[Frame]:
        for number, path in enumerate(self._paths):
            if number and self._paced:
                self._closed.wait(self._every_s)
            if self._closed.is_set():
                return
            try:
                image = read_picture(path) if number else self._first
            except PictureError as error:
                self._text = f"a picture was left out: {error}"
                continue
            yield Frame(image, number * self._every_s, number)


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder in the order of their names, where 2 comes before 10.

    Raises:
        SourceError: the folder cannot be read or holds no picture.
    """
    try:
        found = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file()]
    except OSError as error:
        raise SourceError(
            f"the folder '{folder}' cannot be read: {(error.strerror or str(error)).lower()}"
        ) from None
    if not found:
        raise SourceError(f"the folder '{folder}' holds no pictures, expected JPEG or PNG files")
    return sorted(found, key=lambda path: _by_numbers(path.name))


def _by_numbers(name: str) -> list[str | int]:
    return [int(part) if part.isdecimal() else part.lower() for part in re.split(r"(\d+)", name)]
