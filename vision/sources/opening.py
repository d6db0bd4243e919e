"""From what people type to a source, or to a sentence that says what to do."""

import functools
import os
import re
import sys
from pathlib import Path

from pennysight.vision.sources.capture import Capture, capture_address, capture_device, capture_file
from pennysight.vision.sources.frame import Source, SourceError
from pennysight.vision.sources.live import LiveSource
from pennysight.vision.sources.picamera import capture_pi
from pennysight.vision.sources.pictures import SUFFIXES, Pictures, pictures_in
from pennysight.vision.sources.recording import Recording

USUAL_SIZE_PX = (1920, 1080)
PICTURE_EVERY_S = 5.0
DEVICES = Path("/dev") if sys.platform == "linux" else None
"""Where cameras appear as `video0` and so on."""
VIDEO_SUFFIXES = frozenset(
    {
        ".3gp",
        ".avi",
        ".gif",
        ".m4v",
        ".mjpeg",
        ".mjpg",
        ".mkv",
        ".mov",
        ".mp4",
        ".mpeg",
        ".mpg",
        ".ts",
        ".webm",
        ".wmv",
    }
)
"""By name, because FFmpeg would make a video even of a text."""
SCHEMES = ("http", "https", "rtsp", "rtsps")
EXPECTED = (
    "expected a camera's number such as 0, an address such as http://phone:8080/video, picamera for a "
    "Raspberry Pi's own camera, a video, a picture, or a folder of pictures"
)


def open_source(
    spec: str,
    *,
    size_px: tuple[int, int] = USUAL_SIZE_PX,
    paced: bool = True,
    picture_every_s: float = PICTURE_EVERY_S,
) -> Source:
    """The source that `spec` names: a camera's number, `picamera`, an address, a video, a picture, a folder.

    A camera is asked for pictures of `size_px` (width, height). Recordings and folders keep the pace of their
    times, for people who watch; `paced=False` gives them as fast as they are taken.

    Raises:
        SourceError: there is no such source, or it gives no frames; one sentence that says what to do.
    """
    if not spec:
        raise SourceError(f"no source is named: {EXPECTED}")
    if device := re.fullmatch(r"(?:/dev/video)?(\d{1,4})", spec):
        index = int(device[1])
        return LiveSource(f"camera {index}", functools.partial(open_camera, index, size_px))
    if device := re.fullmatch(r"picamera(?::(\d))?", spec):
        index = int(device[1] or 0)
        name = f"Raspberry Pi camera {index}"
        return LiveSource(name, functools.partial(capture_pi, index, *size_px))
    if "://" in spec:
        return LiveSource(_without_password(spec), functools.partial(_open_address, spec))
    path = Path(spec)
    try:
        is_folder, is_file = path.is_dir(), path.is_file()
    except OSError as error:
        raise SourceError(f"'{spec}' cannot be read: {(error.strerror or str(error)).lower()}") from None
    if is_folder:
        return Pictures(path.name, pictures_in(path), every_s=picture_every_s, paced=paced)
    if not is_file:
        raise SourceError(f"there is no '{spec}': {EXPECTED}")
    if path.suffix.lower() in SUFFIXES:
        return Pictures(path.name, [path], every_s=picture_every_s, paced=paced)
    if path.suffix.lower() not in VIDEO_SUFFIXES:
        known = ", ".join(sorted(SUFFIXES | VIDEO_SUFFIXES))
        raise SourceError(f"'{spec}' is neither a video nor a picture by its name, expected one of {known}")
    return Recording(path.name, capture_file(str(path)), paced=paced)


def open_camera(index: int, size_px: tuple[int, int], devices: Path | None = DEVICES) -> Capture:
    """Open a camera of this machine; `devices` is the folder in which cameras are listed, where there is one.

    Raises:
        SourceError: there is no such camera, it may not be read, or it does not open.
    """
    capture = capture_device(index, *size_px)
    if capture is not None:
        return capture
    if devices is None:
        raise SourceError(
            f"camera {index} does not open: check that it is plugged in, that no other program uses it, "
            "and that this program may use cameras; the first camera is number 0"
        )
    present = sorted(int(path.name[5:]) for path in devices.glob("video*") if path.name[5:].isdecimal())
    if not present:
        raise SourceError(
            f"there is no camera {index}, nor any other: plug one in, or see that its driver is loaded"
        )
    if index not in present:
        raise SourceError(
            f"there is no camera {index}, only {', '.join(map(str, present))}: name one of these"
        )
    if not os.access(devices / f"video{index}", os.R_OK | os.W_OK):
        raise SourceError(
            f"camera {index} may not be read by this user: add them to the group 'video' and log in again"
        )
    raise SourceError(
        f"camera {index} is there but does not open: another program, a video call or a browser tab may be "
        f"using it, or it is no camera but a part of one (there are {', '.join(map(str, present))})"
    )


def _open_address(address: str) -> Capture:
    scheme = address.partition("://")[0].lower()
    if scheme not in SCHEMES:
        raise SourceError(
            f"'{_without_password(address)}' is not a stream's address, "
            f"expected one that starts with {', '.join(SCHEMES)}"
        )
    capture = capture_address(address)
    if capture is None:
        raise SourceError(
            f"no video comes from {_without_password(address)}: check that the camera or phone is on and on "
            "this network, and that a browser on this machine shows moving pictures at that address"
        )
    return capture


def _without_password(address: str) -> str:
    """The address as it may be shown to everyone at the table."""
    return re.sub(r"//[^/]*@", "//", address)
