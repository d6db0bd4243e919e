"""A Raspberry Pi's own camera, by picamera2, where that is installed."""

import importlib
from typing import Any

import numpy as np
from pennysight.vision.sources.capture import READ_TIMEOUT_MS, USUAL_FPS
from pennysight.vision.sources.frame import Image, SourceError

MISSING = (
    "picamera2 is not here, by which a Raspberry Pi's camera is read: sudo apt install python3-picamera2, "
    "and make the environment with --system-site-packages"
)


class PiCapture:
    """A `Capture` by picamera2."""

    frame_count = 0
    position_s = 0.0

    def __init__(self, camera: Any) -> None:
        """Take over a started camera."""
        self._camera = camera
        self._request: Any = None
        self.period_s = 1.0 / USUAL_FPS

    def grab(self) -> bool:
        self._give_back()
        try:
            self._request = self._camera.capture_request(wait=READ_TIMEOUT_MS / 1000)
        except (RuntimeError, TimeoutError):  # unplugged, or it sends nothing
            return False
        return True

    def retrieve(self) -> Image | None:
        # What libcamera calls RGB888 lies in memory as blue, green, red.
        image = np.asarray(self._request.make_array("main"), np.uint8)
        return image if image.ndim == 3 and image.shape[2] == 3 else None

    def release(self) -> None:
        self._give_back()
        self._camera.stop()
        self._camera.close()

    def _give_back(self) -> None:
        """Let the camera fill the buffer again."""
        if self._request is not None:
            self._request.release()
        self._request = None


def capture_pi(index: int, width_px: int, height_px: int) -> PiCapture:
    """Open the camera of that index at that picture size.

    Raises:
        SourceError: picamera2 is not installed, there is no such camera, or it does not open.
    """
    try:
        library = importlib.import_module("picamera2")
    except ImportError as error:
        raise SourceError(f"{MISSING} ({error})") from None
    count = len(library.Picamera2.global_camera_info())
    if index >= count:
        there = "none is connected: check its ribbon cable" if not count else f"there are {count}, from 0"
        raise SourceError(f"there is no Raspberry Pi camera {index}; {there}")
    try:
        camera = library.Picamera2(index)
        main = {"size": (width_px, height_px), "format": "RGB888"}
        camera.configure(camera.create_video_configuration(main=main))
        camera.start()
    except (RuntimeError, ValueError) as error:
        raise SourceError(
            f"Raspberry Pi camera {index} does not open: another program may be using it ({error})"
        ) from error
    return PiCapture(camera)
