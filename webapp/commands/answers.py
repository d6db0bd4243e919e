"""What all commands have in common: how input is read, and how an answer that cannot be given is refused."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click


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
    """The bytes of a file, or of standard input for `-`."""
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise NoAnswer(f"{path} cannot be read: {error.strerror}") from error


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
