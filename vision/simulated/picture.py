"""A picture that is repainted only where something changed: the board, cards, figures, a hand over all."""

import math
from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt
from pennysight.vision.simulated.eye import Rect
from pennysight.vision.simulated.figures import Layer
from pennysight.vision.simulated.light import Linear, srgb

SPREAD_PX = 0.55  # one standard deviation of the lens's blur, pixel not included
MARGIN_PX = 3


class Picture:
    """What the sensor would see without noise, kept from one frame to the next."""

    def __init__(self, board: Linear, spread_px: float = SPREAD_PX) -> None:
        self._board = board
        self._spread_px = spread_px
        self._margin_px = max(MARGIN_PX, math.ceil(4 * spread_px))
        self._whole = Rect(0, 0, board.shape[1], board.shape[0])
        self._layers: dict[str, Layer] = {}
        self._tiers: list[list[Layer]] = []
        self.clean = np.empty(board.shape, np.uint8)
        self._repaint(self._whole)

    def show(
        self, figures: Mapping[str, Layer], hand: Layer | None, cards: Mapping[str, Layer]
    ) -> npt.NDArray[np.uint8]:
        """Paint what changed, and give the picture; `figures` in the order in which they cover one another.

        A layer that has not changed must be the same object as last time.
        """
        now = {**cards, **figures} if hand is None else {**cards, **figures, "hand": hand}
        changed = [
            layer
            for name in now.keys() | self._layers.keys()
            if now.get(name) is not self._layers.get(name)
            for layer in (now.get(name), self._layers.get(name))
            if layer is not None
        ]
        self._layers = now
        self._tiers = [list(cards.values()), list(figures.values()), [] if hand is None else [hand]]
        for layer in changed:
            for rect in (layer.rect, layer.shadow_rect):
                self._repaint(rect.grown(self._margin_px))
        return self.clean

    def _repaint(self, rect: Rect) -> None:
        rect = rect.within(self._whole)
        if rect.empty:
            return
        wide = rect.grown(self._margin_px).within(self._whole)
        light = self._board[wide.slices].copy()
        for tier in self._tiers:
            for layer in tier:
                _shade(light, wide, layer)
            for layer in tier:
                _cover(light, wide, layer)
        spread = cv2.GaussianBlur(light, (0, 0), self._spread_px)
        rows = slice(rect.top - wide.top, rect.bottom - wide.top)
        columns = slice(rect.left - wide.left, rect.right - wide.left)
        self.clean[rect.slices] = srgb(np.asarray(spread[rows, columns], np.float32))


def _shade(light: Linear, of: Rect, layer: Layer) -> None:
    here, there = _shared(of, layer.shadow_rect)
    if here is not None:
        light[here] *= layer.shadow[there][..., None]


def _cover(light: Linear, of: Rect, layer: Layer) -> None:
    here, there = _shared(of, layer.rect)
    if here is not None:
        light[here] = light[here] * (1 - layer.cover[there])[..., None] + layer.light[there]


def _shared(a: Rect, b: Rect) -> tuple[tuple[slice, slice] | None, tuple[slice, slice]]:
    """The part that two pieces share, as an index into each; None when there is none."""
    both = a.within(b)
    here = Rect(both.left - a.left, both.top - a.top, both.right - a.left, both.bottom - a.top)
    there = Rect(both.left - b.left, both.top - b.top, both.right - b.left, both.bottom - b.top)
    return (None if both.empty else here.slices), there.slices
