"""QR labels stuck on the simulated tiles: not in the patterns that are printed, but readers read both."""

from typing import NamedTuple

import cv2
import numpy as np
from pennysight.calibration.printspec import TILE_CODE_PREFIX, TILE_CODE_SIDE_IN, TILE_LABEL_SIDE_IN
from pennysight.calibration.tile_art import Ink, TileArt

WHITE, BLACK = (245, 245, 245), (24, 24, 24)
_ENCODER_BORDER = 2


class StuckLabel(NamedTuple):
    """A label on a tile: where its middle is in the tile's frame, its turn, and how large it came out."""

    x_in: float
    y_in: float
    turn_deg: float = 0.0
    times: float = 1.0


def labelled(art: TileArt, label: StuckLabel, text: str | None = None) -> TileArt:
    """A tile with a label stuck on it, which says the tile's name or another text."""
    cells = _cells(TILE_CODE_PREFIX + art.name if text is None else text)
    half, cell = TILE_LABEL_SIDE_IN / 2, TILE_CODE_SIDE_IN / len(cells)
    shapes = [(WHITE, np.array([(-half, -half), (half, -half), (half, half), (-half, half)]))]
    for row, column in np.argwhere(cells):
        west, north = np.array([column, -row]) * cell + (-TILE_CODE_SIDE_IN / 2, TILE_CODE_SIDE_IN / 2)
        corners = [(west, north), (west + cell, north), (west + cell, north - cell), (west, north - cell)]
        shapes.append((BLACK, np.array(corners)))
    turn = np.deg2rad(label.turn_deg)
    matrix = label.times * np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    inks = [
        Ink(rgb, [(float(x), float(y)) for x, y in corners @ matrix + (label.x_in, label.y_in)])
        for rgb, corners in shapes
    ]
    return TileArt(art.name, art.number, [*art.inks, *inks])


def _cells(text: str) -> np.ndarray:
    how = cv2.QRCodeEncoder.Params()
    how.correction_level = cv2.QRCodeEncoder_CORRECT_LEVEL_M
    code = cv2.QRCodeEncoder.create(how).encode(text)
    inner = slice(_ENCODER_BORDER, -_ENCODER_BORDER)
    return np.asarray(code[inner, inner] < 128, bool)
