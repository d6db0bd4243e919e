"""The last minutes of what the camera saw, for whoever wants to see it or to report a wrong reading.

Pictures hold the board alone, so that no face and nothing of the room is kept; nothing is written to disk.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import cv2
import msgspec
import numpy as np
from pennysight.vision.cropping import board_cut
from pennysight.vision.observation import Observation
from pennysight.vision.overlay import overlay
from pennysight.vision.sources import Frame, Image

logger = logging.getLogger(__name__)

MOST_BYTES = 48 * 1024 * 1024
KEPT_QUALITY, SHOWN_QUALITY = 88, 80
EVERY_S, STILL_EVERY_S = 0.5, 4.0
"""How often a picture is kept: while something changes, and while nothing does."""
DRAWN_EVERY_S = 1.0
LONGEST_SHOWN_PX = 1600
LABEL_ROOM = 0.04
"""Room for labels round the board, as a share of the picture's smaller side."""


class Kept(msgspec.Struct, frozen=True):
    """A picture that was kept: the board alone, as a JPEG file, and what was seen in it."""

    number: int
    captured_s: float
    jpeg: bytes
    observation: Observation


class _Drawn(msgspec.Struct, frozen=True):
    number: int
    at_s: float
    jpeg: bytes | None


class Recorder:
    """Keeps the last minutes, as many as fit; any thread may ask."""

    def __init__(
        self,
        figure_height_in: float,
        *,
        most_bytes: int = MOST_BYTES,
        every_s: float = EVERY_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`figure_height_in` is that of the folds; pictures of up to `most_bytes` together are kept."""
        self._clock = clock
        self._figure_height_in = figure_height_in
        self._most_bytes = most_bytes
        self._every_s = every_s
        self._newest: tuple[Frame, Observation] | None = None
        self._kept: deque[Kept] = deque()
        self._kept_bytes = 0
        self._lock = threading.Lock()
        self._drawing = threading.Lock()
        # OpenCV lays out its fonts anew in each thread that writes with them, and keeps these 8 MB as long as
        # the thread lives. So one thread draws, whichever of the server's many was asked.
        self._drawer = ThreadPoolExecutor(1, "drawing")
        self._drawn: _Drawn | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="recorder", daemon=True)

    def start(self) -> None:
        """Begin to keep pictures."""
        self._thread.start()

    def close(self, wait_s: float) -> None:
        """Keep no more."""
        self._closing.set()
        self._thread.join(wait_s)

    def watching(self, see: Callable[[Frame], Observation]) -> Callable[[Frame], Observation]:
        """The same `see`, of which the recorder hears; it costs the frame's reader nothing."""

        def seen(frame: Frame) -> Observation:
            observation = see(frame)
            self._newest = (frame, observation)
            return observation

        return seen

    @property
    def newest(self) -> Observation | None:
        """What was seen last, None before the first picture."""
        return None if self._newest is None else self._newest[1]

    def kept(self) -> list[Kept]:
        """The pictures that are kept, oldest first."""
        with self._lock:
            return list(self._kept)

    def picture(self) -> bytes | None:
        """The newest picture with what was found drawn over it, as a JPEG file; None where no table is seen.

        It is drawn when someone asks, once for all who do, and not more than once a second.
        """
        with self._drawing:
            if self._newest is None:
                return None
            frame, observation = self._newest
            now_s = self._clock()
            if self._drawn is None or (
                self._drawn.number != frame.number and now_s - self._drawn.at_s >= DRAWN_EVERY_S
            ):
                drawn = self._drawer.submit(_shown, frame.image, observation, self._figure_height_in)
                self._drawn = _Drawn(frame.number, now_s, drawn.result())
            return self._drawn.jpeg

    def _run(self) -> None:
        last: Kept | None = None
        while not self._closing.wait(self._every_s):
            newest = self._newest
            if newest is None or (last is not None and newest[0].number == last.number):
                continue
            frame, observation = newest
            still = last is not None and _looks_like(observation, last.observation)
            if last is not None and still and frame.captured_s - last.captured_s < STILL_EVERY_S:
                continue
            try:
                jpeg = _board_alone(frame.image, observation)
            except cv2.error:
                logger.exception("picture %d could not be kept", frame.number)
                continue
            if jpeg is not None:
                last = Kept(frame.number, frame.captured_s, jpeg, observation)
                self._keep(last)

    def _keep(self, kept: Kept) -> None:
        with self._lock:
            self._kept.append(kept)
            self._kept_bytes += len(kept.jpeg)
            while self._kept_bytes > self._most_bytes:
                self._kept_bytes -= len(self._kept.popleft().jpeg)


def _looks_like(one: Observation, other: Observation) -> bool:
    """Whether nothing changed: where a picture did not change, its figures are the very same."""
    return one.figures == other.figures and not one.hand and not other.hand


def _board_alone(image: Image, observation: Observation) -> bytes | None:
    if observation.table is None:
        return None
    cut = board_cut(observation.table, observation.width_px, observation.height_px)
    return None if cut is None else _jpeg(cut.cut(image), KEPT_QUALITY)


def _shown(image: Image, observation: Observation, figure_height_in: float) -> bytes | None:
    if observation.table is None:
        return None
    height_px, width_px = image.shape[:2]
    cut = board_cut(observation.table, width_px, height_px)
    if cut is None:
        return None
    drawn = overlay(cut.blackened(image), observation, figure_height_in=figure_height_in, summary=False)
    drawn = cut.cropped(drawn, pad_px=round(LABEL_ROOM * min(height_px, width_px)))
    shrink = LONGEST_SHOWN_PX / max(drawn.shape[:2])
    if shrink < 1:
        drawn = np.asarray(
            cv2.resize(drawn, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
    return _jpeg(drawn, SHOWN_QUALITY)


def _jpeg(image: Image, quality: int) -> bytes:
    _, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return coded.tobytes()
