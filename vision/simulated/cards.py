"""Cards that lie face down on the simulated table: no game's backs."""

import msgspec
import numpy as np
from pennysight.vision.simulated.board import Flat, draw_flat
from pennysight.vision.simulated.eye import Eye, Rect
from pennysight.vision.simulated.figures import Layer
from pennysight.vision.simulated.light import Lamp, linear16
from pennysight.vision.simulated.printing import PX_PER_IN, Print

SIZE_IN = (1.75, 2.5)
WHITE, FIELD, LINE = (236, 234, 230), (112, 52, 44), (176, 132, 96)  # blue, green, red
BORDER_IN, FRAME_IN, LINE_IN = 0.1, 0.2, 0.04


class Card(msgspec.Struct, frozen=True):
    """A card on the board: where its middle lies, and its turn from lying upright."""

    x_in: float
    y_in: float
    turn_deg: float = 0.0


def print_card() -> Print:
    """A card's back: a frame on a plain field, in a white border."""
    width, length = (round(side * PX_PER_IN) for side in SIZE_IN)
    back = np.empty((length, width, 3), np.uint8)
    back[:] = WHITE
    for inset_in, rgb in ((BORDER_IN, FIELD), (FRAME_IN, LINE), (FRAME_IN + LINE_IN, FIELD)):
        inset = round(inset_in * PX_PER_IN)
        back[inset:-inset, inset:-inset] = rgb
    return Print(linear16(back))


def draw_card(eye: Eye, lamp: Lamp, card: Card, back: Print) -> Layer:
    """The card's layer; it is too thin for a shadow."""
    corner_in = (-SIZE_IN[0] / 2, -SIZE_IN[1] / 2)
    rect, light, cover = draw_flat(eye, lamp, Flat(back, corner_in, card.x_in, card.y_in, card.turn_deg))
    return Layer(rect, light, cover, Rect(0, 0, 0, 0), np.ones((0, 0), np.float32))
