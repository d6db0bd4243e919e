"""A camera or a stream that may stall, vanish and come back."""

import threading
import time
from collections.abc import Callable, Iterator

from pennysight.vision.sources.capture import Capture
from pennysight.vision.sources.controls import Adjustable, Control, Lock, lock, looked_at_again
from pennysight.vision.sources.frame import Frame, Source, SourceError, Status

STALLED_AFTER_S = 2.0
LOCK_AFTER_S = 2.0
"""How long a camera's automatics may settle on the table before they are switched off."""
LOOK_AGAIN_S = 5.0
"""How often it is looked whether what was locked stays so."""
FAULTS_IN_A_ROW = 3
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 15.0
WAITED_FOR = 0.7
"""Share of a period: a grab that took less may have been no more than decoding."""
MOST_SKIPPED = 60
"""Frames skipped at once to reach the newest: two seconds' worth, more than any device buffers."""


class LiveSource:
    """Frames as they come from a device or an address; when they stop, it is reopened with growing pauses."""

    still = False
    waits = False

    def __init__(
        self,
        name: str,
        open_capture: Callable[[], Capture],
        *,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        """Open at once.

        `open_capture` raises SourceError, with a sentence for people, where nothing can be opened. `clock`
        gives seconds and `pause` waits for some; a pause of ours ends early when the source is closed.

        Raises:
            SourceError: it does not open, or opens and gives no frame.
        """
        self.name = name
        self._open_capture = open_capture
        self._clock = clock
        self._closed = threading.Event()
        self._pause = pause or self._closed.wait
        self._gone_because: str | None = None
        self._lock: Lock | None = None
        self.controls: tuple[Control, ...] = ()
        """What became of focus, exposure and white balance; empty until they were locked."""
        self._capture: Capture | None = self._opened()
        self._last_frame_s = self._due_s = clock()

    def status(self) -> Status:
        if self._closed.is_set():
            return Status("ended", f"{self.name} was closed")
        if self._gone_because is not None:
            return Status("gone", f"{self._gone_because}; trying again")
        silent_s = self._clock() - self._last_frame_s
        if silent_s > STALLED_AFTER_S:
            return Status(
                "stalled", f"{self.name} has sent nothing for {silent_s:.0f} s: check its cable or network"
            )
        return Status("live")

    def close(self) -> None:
        self._closed.set()

    def frames(self) -> Iterator[Frame]:
        number = 0
        pause_s = FIRST_PAUSE_S
        try:
            while not self._closed.is_set():
                if self._capture is None:
                    self._pause(pause_s)
                    pause_s = min(2.0 * pause_s, LONGEST_PAUSE_S)
                    self._reopen()
                    continue
                for frame in self._read(self._capture, number):
                    number = frame.number + 1
                    pause_s = FIRST_PAUSE_S
                    yield frame
                self._let_go(f"{self.name} stopped sending pictures")
        finally:
            self._closed.set()
            self._let_go(f"{self.name} was closed")

    def _opened(self) -> Capture:
        capture = self._open_capture()
        if not capture.grab():
            capture.release()
            raise SourceError(
                f"{self.name} is there but gives no picture: another program, a video call or a browser tab "
                "may be using it; close that and try again"
            )
        return capture

    def _reopen(self) -> None:
        if self._closed.is_set():
            return
        try:
            self._capture = self._opened()
        except SourceError as error:
            self._gone_because = str(error)
            return
        self._gone_because = None
        self._last_frame_s = self._due_s = self._clock()

    def _let_go(self, because: str) -> None:
        if self._capture is not None:
            self._capture.release()
        self._capture = None
        self._gone_because = because

    def _read(self, capture: Capture, number: int) -> Iterator[Frame]:
        """Frames until several in a row fail or the source is closed."""
        faults = 0
        self._lock, look_at_s = None, self._clock() + LOCK_AFTER_S
        while faults < FAULTS_IN_A_ROW and not self._closed.is_set():
            skipped = self._grab_newest(capture)
            captured_s = self._clock()
            image = None if skipped is None else capture.retrieve()
            if skipped is None or image is None:
                faults += 1
                continue
            faults = 0
            self._last_frame_s = captured_s
            number += skipped
            if captured_s >= look_at_s:
                look_at_s = captured_s + LOOK_AGAIN_S
                self._look_at_controls(capture)
            yield Frame(image, captured_s, number)
            number += 1

    def _look_at_controls(self, capture: Capture) -> None:
        """Lock the controls, or see whether they are still as they were locked."""
        if not isinstance(capture, Adjustable):
            return
        if self._lock is None:
            self._lock = lock(capture)
            self.controls = self._lock.controls
        else:
            self.controls = looked_at_again(capture, self._lock)

    def _grab_newest(self, capture: Capture) -> int | None:
        """Take the newest frame; how many older ones were skipped, None when no frame came.

        Not every driver keeps to one buffer, and a network stream never does: whoever was slow to ask would
        see the past. A frame that had to be waited for is the newest; one there at once may have queued.
        """
        skipped = 0
        while True:
            asked_s = self._clock()
            if not capture.grab():
                return None
            came_s = self._clock()
            if came_s - asked_s > WAITED_FOR * capture.period_s:
                self._due_s = came_s
            self._due_s = min(self._due_s, came_s) + capture.period_s
            if self._due_s > came_s or skipped == MOST_SKIPPED:
                return skipped
            skipped += 1


def controls_of(source: Source) -> tuple[Control, ...]:
    """What became of the camera's controls, where the source is a camera and they were locked."""
    return source.controls if isinstance(source, LiveSource) else ()
