"""The simulated table, printed with the tiles of the library."""

from pennysight.calibration.camera import Camera
from pennysight.rules.tile_library import library
from pennysight.vision.simulated.table import SimulatedCamera
from pennysight.vision.sources import Source
from pennysight.webapp.tile_art import tile_art


def simulated_camera() -> tuple[Source, Camera]:
    """A camera over a skirmish that is not there, and its lens."""
    source = SimulatedCamera({name: tile_art(design) for name, design in library().items()})
    return source, source.camera
