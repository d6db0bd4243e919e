"""The way from the camera to what it sees.

Reading may be slower than a camera. One thread takes frames and another has them read; between the two lies
a short queue that drops its oldest frame, so that what is read is never far behind the table. A recording can
wait: one thread takes each frame when the one before it was read, and all are read before it has ended.
"""

import logging
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain

import msgspec
from pennysight.calibration.camera import Camera
from pennysight.vision.observation import Observation
from pennysight.vision.sources import Frame, Source

logger = logging.getLogger(__name__)

FRAMES_WAITING = 1
LOOK_UP_S = 0.5
"""How often a thread that waits looks whether it should end, in seconds."""


class Fault(msgspec.Struct, frozen=True):
    """A picture that could not be read through a fault of ours: a sentence for people."""

    text: str


def frames_of(source: Source, camera: Camera) -> Iterator[Frame]:
    """The frames of a source, if they are this camera's; raises CameraError if they cannot be."""
    frames = source.frames()
    first = next(frames, None)
    if first is None:
        return frames
    height_px, width_px = first.image.shape[:2]
    camera.for_size(width_px, height_px)
    return chain([first], frames)


class Watcher:
    """`frames` of a source, read by `see`, each told to `tell` as an observation or a fault."""

    def __init__(
        self,
        source: Source,
        frames: Iterator[Frame],
        see: Callable[[Frame], Observation],
        tell: Callable[[Observation | Fault], None],
    ) -> None:
        self._source = source
        self._incoming = frames
        self._see = see
        self._tell = tell
        self._frames: queue.Queue[Frame] = queue.Queue(FRAMES_WAITING)
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(
                target=self._capture,
                args=(self._read if source.waits else self._offer,),
                name="capture",
                daemon=True,
            )
        ]
        if not source.waits:
            self._threads.append(threading.Thread(target=self._read_offered, name="vision", daemon=True))

    def start(self) -> None:
        """Begin to watch."""
        for thread in self._threads:
            thread.start()

    def close(self, wait_s: float) -> None:
        """Give the camera back and end; a camera that does not answer is left behind."""
        self._closing.set()
        self._source.close()
        for thread in self._threads:
            thread.join(wait_s)

    def _capture(self, pass_on: Callable[[Frame], None]) -> None:
        try:
            for frame in self._incoming:
                pass_on(frame)
                if self._closing.is_set():
                    return
        except Exception as error:
            logger.exception("the source %s failed", self._source.name)
            self._tell(Fault(f"{self._source.name} gives no more pictures ({error}); start Pennysight again"))

    def _offer(self, frame: Frame) -> None:
        while True:
            with suppress(queue.Full):
                self._frames.put_nowait(frame)
                return
            with suppress(queue.Empty):
                self._frames.get_nowait()

    def _read_offered(self) -> None:
        while not self._closing.is_set():
            with suppress(queue.Empty):
                self._read(self._frames.get(timeout=LOOK_UP_S))

    def _read(self, frame: Frame) -> None:
        try:
            seen: Observation | Fault = self._see(frame)
        except Exception as error:
            logger.exception("picture %d could not be read", frame.number)
            seen = Fault(f"a picture was left out through a fault in Pennysight ({type(error).__name__})")
        self._tell(seen)
