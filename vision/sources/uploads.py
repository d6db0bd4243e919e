"""Pictures that someone takes with a phone and sends, one after another."""

import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from pennysight.vision.sources.frame import Frame, Image, Status

LOOK_UP_S = 0.5


class Uploads:
    """Pictures as they are sent, each settled by itself; of those that wait only the newest is looked at."""

    name = "phone"
    still = True
    waits = False

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._clock = clock
        self._sent: queue.Queue[Frame] = queue.Queue(1)
        self._sending = threading.Lock()
        self._closed = threading.Event()
        self._number = 0

    def put(self, image: Image) -> None:
        """Send a picture; any thread may."""
        with self._sending:
            with suppress(queue.Empty):
                self._sent.get_nowait()
            self._sent.put(Frame(image, self._clock(), self._number))
            self._number += 1

    def status(self) -> Status:
        if self._closed.is_set():
            return Status("ended", f"{self.name} was closed")
        return Status("live", "" if self._number else "no picture was sent yet")

    def frames(self) -> Iterator[Frame]:
        while not self._closed.is_set():
            with suppress(queue.Empty):
                yield self._sent.get(timeout=LOOK_UP_S)

    def close(self) -> None:
        self._closed.set()
