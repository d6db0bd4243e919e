"""What a source of frames is: one frame, how the source is doing, and what every source offers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""A picture (H, W, 3), uint8, blue-green-red as OpenCV has it."""

State = Literal["live", "stalled", "gone", "ended"]


class SourceError(OSError):
    """There are no frames to be had; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table.

    `captured_s` is in seconds on the source's own clock, of which only differences mean anything: the
    machine's monotonic clock for a live camera, the recording's own time for a recording. It never goes
    back. `number` counts up; a gap means that frames were dropped.
    """

    image: Image
    captured_s: float
    number: int


class Status(msgspec.Struct, frozen=True):
    """How a source is doing, for people: `text` is a sentence that says what is wrong and what to do.

    `live`: what it last gave is how the table looks. `stalled`: no frame for longer than there should be.
    `gone`: the camera is not there, and it is being reopened. `ended`: nothing more will come.
    """

    state: State
    text: str = ""


class Source(Protocol):
    """Where frames come from. One thread runs through `frames`; any other may ask `status` or `close`."""

    @property
    def name(self) -> str:
        """What people call it: `camera 0`, a file's name, an address."""

    @property
    def still(self) -> bool:
        """Whether each frame is a picture to be taken as settled by itself, rather than part of a film."""

    @property
    def waits(self) -> bool:
        """Whether no frame is lost while nobody asks for one: so with files, never with the table itself."""

    def status(self) -> Status:
        """How it is doing at this moment."""

    def frames(self) -> Iterator[Frame]:
        """Give frames, oldest first, until the source ends or is closed; a live camera gives its newest."""

    def close(self) -> None:
        """Make `frames` end soon and give the device back; harmless when done twice."""
