"""A camera's lens as a value, and its JSON (`pennysight-camera/1`).

OpenCV's model: `K` in pixels, pixel centres whole numbers, `dist` = (k1, k2, p1, p2, k3).
"""

import json
import math
import os
import re
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

FORMAT = "pennysight-camera/1"

Row = tuple[float, float, float]

_MOST_BYTES = 1_000_000
_MOST_SIDE_PX = 100_000
_FOCAL_LENGTHS = (0.1, 100.0)  # of the picture's longer side: views of 157 down to 0.6 degrees
_MOST_BENT = 10.0  # of a point's distance from the middle, by each term: past anything that a lens does


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
    if isinstance(data, bytes) and (encoding := json.detect_encoding(data)) != "utf-8":
        raise CameraError(
            f"this is not a camera file: its text is in {encoding.upper()}, expected UTF-8 without a mark"
        )
    try:
        head = msgspec.json.decode(data, type=dict[str, object])
        if head.get("format") != FORMAT:
            raise CameraError(f"the format is '{head.get('format')}', expected '{FORMAT}'")
        camera = msgspec.json.decode(data, type=Camera)
    except RecursionError:
        raise CameraError("this is not a camera file: it is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = re.sub("^[A-Z](?=[a-z])", lambda first: first[0].lower(), str(error))
        raise CameraError(f"this is not a camera file: {reason}") from None
    _check(camera)
    return camera


def _check(camera: Camera) -> None:
    """Raise CameraError for numbers that no lens has, or none that a picture can be read with."""
    width_px, height_px = camera.width_px, camera.height_px
    if not (1 <= width_px <= _MOST_SIDE_PX and 1 <= height_px <= _MOST_SIDE_PX):
        raise CameraError(
            f"the size is {width_px:g}x{height_px:g} pixels, expected sides from 1 to {_MOST_SIDE_PX}"
        )
    (fx, skew, cx), (zero, fy, cy), last = camera.K
    if not all(map(math.isfinite, (fx, skew, cx, fy, cy))) or zero != 0 or last != (0, 0, 1):
        raise CameraError(f"K is {camera.K}, expected finite numbers [[fx, s, cx], [0, fy, cy], [0, 0, 1]]")
    side_px = max(width_px, height_px)
    least_px, most_px = (share * side_px for share in _FOCAL_LENGTHS)
    if not (least_px <= fx <= most_px and least_px <= fy <= most_px and 0.5 <= fx / fy <= 2.0):
        raise CameraError(
            f"the focal lengths are {fx:g} and {fy:g} pixels, expected {least_px:g} to {most_px:g} "
            f"for a picture of {width_px}x{height_px}, both about the same"
        )
    if not (-width_px <= cx <= 2 * width_px and -height_px <= cy <= 2 * height_px and abs(skew) <= fx):
        raise CameraError(
            f"the lens's middle is at ({cx:g}, {cy:g}) with skew {skew:g}, expected it near the picture of "
            f"{width_px}x{height_px}, and a skew of about 0"
        )
    corner = math.hypot(width_px / fx, height_px / fy) / 2
    for name, factor, power in zip(("k1", "k2", "p1", "p2", "k3"), camera.dist, (2, 4, 1, 1, 6), strict=True):
        most = _MOST_BENT / corner**power
        if not abs(factor) <= most:  # refuses nan too
            raise CameraError(
                f"the distortion {name} is {factor:g}, expected at most {most:.3g} for this lens"
            )
    for name, deviation_px in (("rms_px", camera.rms_px), *camera.sd.items()):
        if not 0 <= deviation_px < math.inf:
            raise CameraError(f"{name} is {deviation_px:g}, expected a deviation of 0 or more")


def load_camera(path: str | os.PathLike[str]) -> Camera:
    """The camera in a file.

    Raises:
        CameraError: the file is missing, unreadable or not a camera's; the message names it.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)  # a device may have no end
        if len(data) > _MOST_BYTES:
            raise CameraError(f"this is not a camera file: it has more than {_MOST_BYTES / 1e6:.0f} MB")
        return parse_camera(data)
    except FileNotFoundError:
        raise CameraError(f"there is no camera file '{path}': make one with 'pennysight calibrate'") from None
    except OSError as error:
        raise CameraError(f"'{path}' cannot be read: {(error.strerror or str(error)).lower()}") from None
    except CameraError as error:
        raise CameraError(f"'{path}': {error}") from None


def camera_json(camera: Camera) -> bytes:
    """The camera as a `pennysight-camera/1` document."""
    return msgspec.json.format(msgspec.json.encode(camera), indent=2) + b"\n"
