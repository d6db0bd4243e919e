"""Taking pictures with a live camera, one at each press of a key."""

from collections.abc import Iterator

import click
from pennysight.calibration.camera import Camera
from pennysight.vision.sources import Image, open_source


def pictures_taken(spec: str, lens: Camera) -> Iterator[Image]:
    """A picture each time that the person says so, until they are done.

    Raises:
        SourceError: there is no such source, or it gives no frames.
        CameraError: its pictures are not of the lens's shape.
    """
    source = open_source(spec, size_px=(lens.width_px, lens.height_px))
    try:
        taken = 0
        frames = source.frames()
        while click.confirm(
            f"{taken} taken. Take one now?" if taken else "Ready for the first?", default=True
        ):
            frame = next(frames, None)  # a live camera gives its newest
            if frame is None:
                return
            height_px, width_px = frame.image.shape[:2]
            lens.for_size(width_px, height_px)
            taken += 1
            yield frame.image
    finally:
        source.close()
