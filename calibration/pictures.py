"""Reading pictures from files: whole ones, of a sane size, or one sentence that says why not."""

import os
import stat
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration import MAX_PICTURE_PIXELS

_MOST_BYTES = 200_000_000
_JPEG_START, _JPEG_END = b"\xff\xd8", b"\xff\xd9"
_JPEG_SCAN = 0xDA
_PNG_START, _PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND"


class PictureError(ValueError):
    """A file that cannot be used as a picture; the message is one sentence."""


def read_picture(path: str | os.PathLike[str]) -> NDArray[np.uint8]:
    """The picture in a file, (height, width, 3) BGR, as the sensor read it.

    A phone's note on which way up it was held is ignored: turning the picture would move the lens's centre.

    Raises:
        PictureError: the file is missing, unreadable, not a picture, cut off, or too large to unpack.
    """
    path = os.fspath(path)  # quoted as it was given: a Path would drop a slash of http://
    try:
        file = Path(path)
        data = file.read_bytes() if _can_be_picture(file.stat()) else None  # a device may have no end
    except FileNotFoundError:
        raise PictureError(f"there is no file '{path}'") from None
    except OSError as error:
        raise PictureError(f"'{path}' cannot be read: {(error.strerror or str(error)).lower()}") from None
    if data is None:
        raise PictureError(
            f"'{path}' cannot be read as a picture, expected a file of at most {_MOST_BYTES / 1e6:.0f} MB"
        )
    return decode_picture(data, path)


def decode_picture(data: bytes, name: str) -> NDArray[np.uint8]:
    """The picture in the bytes of a file called `name`, as `read_picture` gives it; raises PictureError."""
    if not data:
        raise PictureError(f"'{name}' is empty, expected a picture")
    if _is_cut_off(data):
        raise PictureError(f"'{name}' is cut off: the end of the picture is missing, copy it again")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error as error:
        if "CV_IO_MAX_IMAGE" not in str(error):
            raise PictureError(f"'{name}' is damaged and cannot be read as a picture") from None
        limit = int(os.environ.get("OPENCV_IO_MAX_IMAGE_PIXELS", MAX_PICTURE_PIXELS)) // 1_000_000
        raise PictureError(f"'{name}' is too large, expected at most {limit} megapixels") from None
    if image is None:
        raise PictureError(f"'{name}' is not a picture, expected a JPEG or PNG file")
    return np.asarray(image, np.uint8)


def _can_be_picture(status: os.stat_result) -> bool:
    return stat.S_ISREG(status.st_mode) and status.st_size <= _MOST_BYTES


def _is_cut_off(data: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end; decoders fill the missing part with grey and say nothing."""
    if data.startswith(_PNG_START):
        return _PNG_END not in data[-64:]
    if not data.startswith(_JPEG_START):
        return False
    place = 2
    while place + 4 <= len(data) and data[place] == 0xFF:
        if data[place + 1] == _JPEG_SCAN:
            # Within a scan the end mark cannot occur by chance, whatever a phone appends to the file.
            return data.find(_JPEG_END, place) < 0
        place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return True
