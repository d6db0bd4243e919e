"""What all commands have in common: how input is read, and how an answer that cannot be given is refused."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import click

MOST_BYTES = 10_000_000  # a table of 3,000 edges takes less than one million


class NoAnswer(click.ClickException):
    """The input does not allow an answer: the sentence goes to standard error, the exit status is 1."""


@contextmanager
def no_answer_on(*errors: type[Exception]) -> Iterator[None]:
    """Turn errors whose message is a sentence for people into a refusal."""
    try:
        yield
    except errors as error:
        raise NoAnswer(str(error)) from error


def read_input(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; not of one without end."""
    named = "standard input" if path == "-" else path
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise NoAnswer(f"{named} cannot be read: {(error.strerror or str(error)).lower()}") from error
    if len(data) > MOST_BYTES:
        raise NoAnswer(f"{named} has more than {MOST_BYTES // 1_000_000} MB, and no scene is so long")
    return data


def write_out(answer: bytes | str) -> None:
    """Put an answer and a line's end on standard output.

    Raises NoAnswer where it cannot be written. A reader that has had enough, as `head` has, is left to click.
    """
    try:
        click.echo(answer.rstrip())
    except BrokenPipeError:
        raise
    except OSError as error:
        # What Python still holds of it would fail once more when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise NoAnswer(f"the answer cannot be written: {(error.strerror or str(error)).lower()}") from error
