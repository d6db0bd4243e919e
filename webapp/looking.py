"""One look at a table, for commands that want no session: through a camera, or at a picture."""

from contextlib import closing

from pennysight.calibration.board import TableNotSeenError
from pennysight.calibration.camera import Camera
from pennysight.calibration.layout import BoardLayout
from pennysight.calibration.printspec import PrintSizes
from pennysight.vision.markers import linear_grey
from pennysight.vision.sources import open_source
from pennysight.vision.table import see_table
from pennysight.webapp.checking import Seen
from pennysight.webapp.detection import NoTableError
from pennysight.webapp.scenes import tile_numbers

__all__ = ["NoTableError", "look"]

SETTLING_FRAMES = 10
"""A camera that was just opened still finds its exposure."""
MOST_FRAMES = 40


def look(spec: str, camera: Camera, sizes: PrintSizes, layout: BoardLayout | None = None) -> Seen:
    """The table that a source shows first, once its exposure has settled; `layout` is what is told of it.

    Raises:
        NoTableError, CameraError, SourceError: it shows none, or not through this camera.
    """
    problem = "it gives no pictures"
    with closing(open_source(spec, size_px=(camera.width_px, camera.height_px), paced=False)) as source:
        first = 0 if source.still or source.waits else SETTLING_FRAMES
        for n, frame in enumerate(source.frames()):
            if n >= first:
                height_px, width_px = frame.image.shape[:2]
                lens = camera.for_size(width_px, height_px)
                try:
                    table = see_table(
                        linear_grey(frame.image),
                        lens,
                        tile_numbers(),
                        tile_side_in=sizes.side_in,
                        layout=layout,
                    )
                except TableNotSeenError as error:
                    problem = str(error)
                else:
                    return Seen(table.pose, table.markers.sightings)
            if n >= first + MOST_FRAMES:
                break
        problem = source.status().text or problem
    raise NoTableError(f"{spec}: {problem}")
