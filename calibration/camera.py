"""A camera's lens as a value, and its JSON (`pennysight-camera/1`).

OpenCV's model: `K` in pixels, pixel centres whole numbers, `dist` = (k1, k2, p1, p2, k3).
"""

import math
import os
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

FORMAT = "pennysight-camera/1"

Row = tuple[float, float, float]


class CameraError(ValueError):
    """A camera file that cannot be used, or not with this picture; the message is one sentence."""


class Camera(msgspec.Struct, frozen=True, kw_only=True):
    """A calibrated lens at one picture size.

    `rms_px` is the residual of its calibration; `sd` one standard deviation of `fx`, `fy`, `cx`, `cy`
    (pixels) and of `k1`, `k2`, `p1`, `p2`, `k3`; `made` an ISO date.
    """

    format: str = FORMAT
    name: str
    width_px: int
    height_px: int
    K: tuple[Row, Row, Row]
    dist: tuple[float, float, float, float, float]
    rms_px: float = 0.0
    sd: dict[str, float] = {}
    made: str = ""

    @property
    def matrix(self) -> NDArray[np.float64]:
        """`K` as an array, (3, 3)."""
        return np.array(self.K, float)

    @property
    def distortion(self) -> NDArray[np.float64]:
        """`dist` as an array, (5,)."""
        return np.array(self.dist, float)

    def for_size(self, width_px: int, height_px: int) -> "Camera":
        """This camera for its pictures at another size of the same shape.

        Raises:
            CameraError: the shape differs, so part of the view was cut off and nobody knows which.
        """
        if (width_px, height_px) == (self.width_px, self.height_px):
            return self
        scale = width_px / self.width_px
        if width_px < 1 or abs(self.height_px * scale - height_px) >= 1:
            raise CameraError(
                f"the picture is {width_px}x{height_px} but camera '{self.name}' was calibrated at "
                f"{self.width_px}x{self.height_px}, expected the same shape: calibrate it at this size"
            )
        (fx, skew, cx), (_, fy, cy), last = self.K
        # Pixel centres are whole numbers, so the picture's edge, not its first pixel, stays in place.
        K = (
            (fx * scale, skew * scale, (cx + 0.5) * scale - 0.5),
            (0.0, fy * scale, (cy + 0.5) * scale - 0.5),
            last,
        )
        sd = {
            key: value * scale if key in ("fx", "fy", "cx", "cy") else value for key, value in self.sd.items()
        }
        return msgspec.structs.replace(
            self, width_px=width_px, height_px=height_px, K=K, rms_px=self.rms_px * scale, sd=sd
        )


def parse_camera(data: bytes | str) -> Camera:
    """The camera in a `pennysight-camera/1` document.

    Raises:
        CameraError: the text is not that, or its numbers are no camera's.
    """
    try:
        head = msgspec.json.decode(data, type=dict[str, object])
        if head.get("format") != FORMAT:
            raise CameraError(f"the format is '{head.get('format')}', expected '{FORMAT}'")
        camera = msgspec.json.decode(data, type=Camera)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = str(error)
        raise CameraError(f"this is not a camera file: {reason[:1].lower()}{reason[1:]}") from None
    (fx, skew, cx), (zero, fy, cy), last = camera.K
    numbers = (fx, skew, cx, fy, cy, *camera.dist, camera.rms_px, *camera.sd.values())
    if camera.width_px < 1 or camera.height_px < 1:
        raise CameraError(f"the size is {camera.width_px}x{camera.height_px}, expected at least 1x1 pixels")
    if not all(map(math.isfinite, numbers)) or zero != 0 or last != (0, 0, 1):
        raise CameraError(f"K is {camera.K}, expected finite numbers [[fx, s, cx], [0, fy, cy], [0, 0, 1]]")
    if fx <= 0 or fy <= 0:
        raise CameraError(f"the focal lengths are {fx:g} and {fy:g}, expected more than 0")
    return camera


def load_camera(path: str | os.PathLike[str]) -> Camera:
    """The camera in a file.

    Raises:
        CameraError: the file is missing, unreadable or not a camera's; the message names it.
    """
    path = Path(path)
    try:
        return parse_camera(path.read_bytes())
    except FileNotFoundError:
        raise CameraError(f"there is no camera file '{path}': make one with 'pennysight calibrate'") from None
    except OSError as error:
        raise CameraError(f"'{path}' cannot be read: {(error.strerror or str(error)).lower()}") from None
    except CameraError as error:
        raise CameraError(f"'{path}': {error}") from None


def camera_json(camera: Camera) -> bytes:
    """The camera as a `pennysight-camera/1` document."""
    return msgspec.json.format(msgspec.json.encode(camera), indent=2) + b"\n"
