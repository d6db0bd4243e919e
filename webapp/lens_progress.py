"""How far finding a lens is, on a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import click
from pennysight.webapp.lens_session import LensShown

BELL = "\a"
"""Whoever holds the board hears that a view was taken."""


@contextmanager
def lens_progress(file: TextIO) -> Iterator[Callable[[LensShown], None]]:
    """Show a bar with what to do next; where `file` is no terminal, a line for each new step."""
    if not file.isatty():
        yield _Lines(file).tell
        return
    with click.progressbar(
        length=100, show_eta=False, width=24, item_show_func=lambda words: words, file=file
    ) as bar:
        views = 0

        def tell(shown: LensShown) -> None:
            nonlocal views
            words = shown.note.partition(":")[0] if shown.trouble else shown.brief
            bar.update(round(100 * shown.progress) - bar.pos, words)
            bar.render_progress()
            if shown.views > views:
                views = shown.views
                click.echo(BELL, nl=False, file=file)

        yield tell


class _Lines:
    """What is new, a line each."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._step = ""

    def tell(self, shown: LensShown) -> None:
        if shown.step != self._step:
            self._step = shown.step
            click.echo(f"{shown.progress:4.0%}  {shown.step}", file=self._file)
