"""A `pennysight serve` that takes pictures as fast as it reads them, as if they came 0.1 s apart.

python -m benchmarks.hurried_server ADDRESS CAMERA.json LOG
"""

import sys
from collections.abc import Iterator

from pennysight.calibration.camera import Camera, load_camera
from pennysight.vision.sources import Frame, Source, open_source
from pennysight.webapp.serving import Serving, serve_table
from pennysight.webapp.table_facts import TableFacts

PICTURE_EVERY_S = 0.1


class Hurried:
    """A live source that waits for its reader, and whose clock counts its pictures."""

    still = False
    waits = True

    def __init__(self, source: Source) -> None:
        self._source = source
        self.name, self.status, self.close = source.name, source.status, source.close

    def frames(self) -> Iterator[Frame]:
        for number, frame in enumerate(self._source.frames()):
            yield Frame(frame.image, number * PICTURE_EVERY_S, number)


def main() -> None:
    address, lens, log = sys.argv[1:]
    camera = load_camera(lens)

    def opened() -> tuple[Source, Camera]:
        return Hurried(open_source(address, size_px=(camera.width_px, camera.height_px))), camera

    facts = TableFacts(figure_height_in=1.75)
    serve_table(Serving("127.0.0.1", 0, (), log, "hour", facts), opened, lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()
