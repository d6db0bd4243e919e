"""A video file as a source: a recording is a first-class camera, with its own frame times."""

import threading
import time
from collections.abc import Callable, Iterator

from pennysight.vision.sources.capture import Capture
from pennysight.vision.sources.frame import Frame, SourceError, Status


class Recording:
    """The frames of a video file, at the pace they were filmed or, unpaced, as fast as they are taken.

    Whoever takes them more slowly sees the recording more slowly, and all of it.
    """

    still = False
    waits = True

    def __init__(
        self,
        name: str,
        capture: Capture,
        *,
        paced: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take over an opened file.

        Raises:
            SourceError: not one frame of it can be decoded.
        """
        self.name = name
        self._capture = capture
        self._paced = paced
        self._clock = clock
        self._closed = threading.Event()
        self._status = Status("live")
        first = capture.retrieve() if capture.grab() else None
        if first is None:
            capture.release()
            raise SourceError(
                f"no frame of '{name}' can be decoded: the video is damaged or of an unknown kind"
            )
        self._first = first

    @property
    def length_s(self) -> float:
        """How long the file says it is, 0 where it says nothing."""
        return self._capture.frame_count * self._capture.period_s

    def status(self) -> Status:
        return self._status

    def close(self) -> None:
        self._closed.set()

    def frames(self) -> Iterator[Frame]:
        started_s = self._clock()
        taken = 0
        try:
            for frame in self._decoded():
                if self._paced:
                    early_s = started_s + frame.captured_s - self._clock()
                    started_s -= min(early_s, 0.0)
                    self._closed.wait(early_s)
                if self._closed.is_set():
                    break
                taken = frame.number + 1
                yield frame
        finally:
            self._capture.release()
            self._status = Status("ended", self._ending(taken))

    def _decoded(self) -> Iterator[Frame]:
        """Every frame with its time; damaged ones are left out, and leave a gap in the numbers."""
        image = self._first
        number = 0
        captured_s = first_s = self._capture.position_s
        yield Frame(image, 0.0, 0)
        while self._capture.grab():
            number += 1
            # Some containers hold no times, and their position stands still or goes back.
            position_s = self._capture.position_s
            captured_s = position_s if position_s > captured_s else captured_s + self._capture.period_s
            decoded = self._capture.retrieve()
            if decoded is not None:
                yield Frame(decoded, captured_s - first_s, number)

    def _ending(self, taken: int) -> str:
        expected = self._capture.frame_count
        if not self._closed.is_set() and taken < 0.9 * expected:
            return f"'{self.name}' ended after {taken} of its {expected} frames: the file may be cut off"
        return f"'{self.name}' has ended"
