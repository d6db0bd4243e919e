"""What a board's picture looks like to the networks: lightness, and colour apart from it.

Colour is told by shares of red, green and blue, so that shade does not change it; where there is next to no
light, it fades to none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from pennysight.vision.figures.even_light import EvenPicture
from pennysight.vision.figures.level import Array, Floats

FINE_PX, FINE_IN = 0.7, 0.03
"""Spread of the picture in which faces are looked at, the larger of the two."""
FAINT = 0.06
"""Total light at which a colour counts half."""
MOST_LIGHT = 2.25
VIVID = 3.0
LEAST_VIVID2 = 0.02
SHADE, HAZE = 0.6, 0.05
"""A printed colour as it is usually seen: this much of its own light, and this much white."""
_CHROMA = np.array([[2, -1, -1], [0, 3**0.5, -(3**0.5)]], np.float32) / np.float32(6**0.5)


@dataclass(frozen=True, eq=False)
class ColourMaps:
    """A board's picture in even light, and its looks (rows, columns, 3), a little softened.

    `flat` (rows, columns) is 1 where something flat is known to lie open.
    """

    picture: EvenPicture
    fine: Floats
    flat: Floats


def colour_maps(picture: EvenPicture, open_quads: Sequence[Floats] = ()) -> ColourMaps:
    """The maps of a picture; on the quads (4, 2) in it, if any, nothing stands."""
    spread = max(FINE_PX, FINE_IN * picture.px_per_in)
    fine = looks(np.asarray(cv2.GaussianBlur(picture.colour, (0, 0), spread), np.float32))
    flat = np.zeros(picture.colour.shape[:2], np.float32)
    for quad in open_quads:
        cv2.fillConvexPoly(flat, np.rint(quad).astype(np.int32), (1.0,))
    return ColourMaps(picture, fine, flat)


def looks(colour: Floats) -> Floats:
    """Lightness and two chroma (..., 3) of linear colours (..., 3), white card being 1."""
    total = colour.sum(axis=-1, keepdims=True)
    lightness = np.sqrt(np.clip(total / 3, 0, MOST_LIGHT))
    chroma = (colour / (total + np.float32(FAINT))) @ _CHROMA.T
    return np.concatenate([lightness, np.float32(VIVID) * chroma], axis=-1)


def ink_chroma(ink: Array) -> Array:
    """The chroma (2,) of a linear `ink` (3,) as printed and usually seen."""
    return np.asarray(looks(np.asarray(ink * SHADE + HAZE, np.float32))[1:], float)


def relative_to(ink: Array, seen: Floats) -> Floats:
    """Looks (..., 3) with their chroma turned and scaled so that a linear `ink` (3,) would have (1, 0).

    What tells a faction's figures is then the same for every faction, whatever its colour.
    """
    red, green = ink_chroma(ink)
    scale = max(float(red**2 + green**2), LEAST_VIVID2)
    turn = np.array([[1, 0, 0], [0, red / scale, -green / scale], [0, green / scale, red / scale]])
    return seen @ turn.astype(np.float32)
