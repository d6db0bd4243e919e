"""The narrow part of OpenCV's video input that the sources use, quiet and with time limits."""

import os
import sys
from typing import Protocol

import cv2
import numpy as np
from pennysight.vision.sources.frame import Image, SourceError

OPEN_TIMEOUT_MS = 5_000
READ_TIMEOUT_MS = 5_000
USUAL_FPS = 30.0

# A source that fails says so in one sentence of its own; the libraries' lines on standard error would bury
# it. Both are read at the first capture. Whoever looks for a fault sets them and OPENCV_LOG_LEVEL otherwise.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", str(READ_TIMEOUT_MS // 1000))
if "OPENCV_LOG_LEVEL" not in os.environ:
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class Capture(Protocol):
    """An opened device, stream or file that hands out frames one after another."""

    @property
    def period_s(self) -> float:
        """Seconds from one frame to the next, as the device says or as is usual."""

    @property
    def frame_count(self) -> int:
        """How many frames a file says it has, 0 where that is unknown."""

    @property
    def position_s(self) -> float:
        """The time, in the file, of the frame taken last."""

    def grab(self) -> bool:
        """Take the next frame, waiting for it; False when none came."""

    def retrieve(self) -> Image | None:
        """The picture of the frame taken last, None where it is damaged."""

    def release(self) -> None:
        """Give the device back."""


class OpenCvCapture:
    """A `Capture` by OpenCV."""

    def __init__(self, opened: cv2.VideoCapture) -> None:
        """Take over an opened capture."""
        self._opened = opened
        fps = opened.get(cv2.CAP_PROP_FPS)
        self.period_s = 1.0 / (fps if 0.0 < fps <= 1000.0 else USUAL_FPS)
        self.frame_count = max(int(opened.get(cv2.CAP_PROP_FRAME_COUNT)), 0)

    @property
    def position_s(self) -> float:
        return float(self._opened.get(cv2.CAP_PROP_POS_MSEC)) / 1000.0

    def grab(self) -> bool:
        return self._opened.grab()

    def retrieve(self) -> Image | None:
        done, image = self._opened.retrieve()
        if not done or image is None or image.ndim != 3 or not image.size:
            return None
        return np.asarray(image, np.uint8)

    def get(self, setting: int) -> float:
        return float(self._opened.get(setting))

    def set(self, setting: int, value: float) -> bool:
        return self._opened.set(setting, value)

    def release(self) -> None:
        self._opened.release()


def capture_device(index: int, width_px: int, height_px: int) -> OpenCvCapture | None:
    """Open the camera of that index, asking for that picture size; None where it does not open.

    The driver takes the nearest size it has. Motion JPEG, because uncompressed frames of 1080p do not fit
    through USB 2 at more than 5 a second; one buffer, because a frame that waited shows the past.
    """
    opened = cv2.VideoCapture(index, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
    if not opened.isOpened():
        return None
    opened.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    opened.set(cv2.CAP_PROP_FRAME_WIDTH, width_px)
    opened.set(cv2.CAP_PROP_FRAME_HEIGHT, height_px)
    opened.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return OpenCvCapture(opened)


def capture_address(address: str) -> OpenCvCapture | None:
    """Open a network stream, None where none comes in time."""
    limits = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        OPEN_TIMEOUT_MS,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        READ_TIMEOUT_MS,
    ]
    opened = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    return OpenCvCapture(opened) if opened.isOpened() else None


def capture_file(path: str) -> OpenCvCapture:
    """Open a recording.

    Raises:
        SourceError: it cannot be decoded.
    """
    opened = cv2.VideoCapture(path)
    if not opened.isOpened():
        raise SourceError(
            f"'{path}' cannot be decoded as a video: it is damaged, cut off or of an unknown kind; "
            "expected a file that a player shows, such as MP4 with H.264"
        )
    return OpenCvCapture(opened)
