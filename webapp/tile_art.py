"""A tile of the rules as it is printed: what sheets and the simulated table draw."""

from pennysight.calibration.tile_art import Ink, TileArt
from pennysight.rules.tile_drawing import drawing
from pennysight.rules.tile_library import TileDesign


def tile_art(design: TileDesign) -> TileArt:
    """The design's print, but for its markers."""
    inks = [
        Ink(shape.rgb, shape.points, shape.width_in, shape.text, shape.height_in) for shape in drawing(design)
    ]
    return TileArt(design.name, design.number, inks)
