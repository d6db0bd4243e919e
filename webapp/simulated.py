"""The simulated table, printed with the tiles of the library."""

from pennysight.calibration.camera import Camera
from pennysight.rules.tile_drawing import drawing
from pennysight.rules.tile_library import TileDesign, library
from pennysight.vision.simulated.art import Ink, TileArt
from pennysight.vision.simulated.table import SimulatedCamera
from pennysight.vision.sources import Source


def simulated_camera() -> tuple[Source, Camera]:
    """A camera over a skirmish that is not there, and its lens."""
    source = SimulatedCamera({name: _printed(design) for name, design in library().items()})
    return source, source.camera


def _printed(design: TileDesign) -> TileArt:
    """A tile as the simulated table prints it."""
    inks = [
        Ink(shape.rgb, shape.points, shape.width_in, shape.text, shape.height_in) for shape in drawing(design)
    ]
    return TileArt(design.name, design.number, inks)
