"""A tile of the rules as it is printed: what sheets and the simulated table draw, and as a picture of it."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.tile_art import Ink, TileArt
from pennysight.rules.tile_drawing import drawing
from pennysight.rules.tile_library import TileDesign, library
from pennysight.vision.art_matching import ART_SIDE_PX
from pennysight.vision.simulated.light import srgb
from pennysight.vision.simulated.printing import print_tile


def tile_art(design: TileDesign) -> TileArt:
    """The design's print, but for its markers."""
    inks = [
        Ink(shape.rgb, shape.points, shape.width_in, shape.text, shape.height_in) for shape in drawing(design)
    ]
    return TileArt(design.name, design.number, inks)


@lru_cache(maxsize=64)
def tile_picture(name: str) -> NDArray[np.uint8] | None:
    """The print of a tile of the library, as `straightened` gives that of a registered one; None: no such."""
    design = library().get(name)
    if design is None:
        return None
    light = print_tile(tile_art(design), marked=True).look
    small = cv2.resize(light, (ART_SIDE_PX, ART_SIDE_PX), interpolation=cv2.INTER_AREA)
    return srgb(np.asarray(small / np.float32(65535), np.float32))
