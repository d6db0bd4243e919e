"""Whether a card lies face down on each shack: present, gone, or not to be told (H-089)."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.projection import View
from pennysight.vision.card_on_print import PrintedPatch, printed_patch, state_by_print
from pennysight.vision.card_outline import FINER, state_by_outline
from pennysight.vision.figures.level import Array, Image, LevelPlane
from pennysight.vision.observation import CardState, SeenCard, SeenFigure
from pennysight.vision.shack_patch import Mask, Shack, ShackPatch, extent, hidden_line

CARD_SIZE_IN = (1.75, 2.5)
"""A small ("mini") playing card: the largest usual size that leaves a shack's doors free (H-090)."""

DARKEST = 14.0
"""Of 255: where it is darker, nothing is told."""
SEEN_LOOK = 0.5
"""So much of a shack must show in two looks that are compared."""
ALIKE, UNLIKE = 0.95, 0.85
"""Correlation of a shack with how it looked before: the same, and no longer the same."""

Shade = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class _Look:
    """How a shack looked: shades (rows, columns), and which of them something hid."""

    shades: Shade
    hidden: Mask

    def likeness(self, other: "_Look") -> float:
        """Correlation, of what both show; 0 where they show too little in common."""
        both = ~(self.hidden | other.hidden)
        if both.mean() < SEEN_LOOK:
            return 0.0
        return float(np.corrcoef(self.shades[both], other.shades[both])[0, 1])


class ShackCards:
    """Looks for cards on the shacks of one table that a view shows.

    A card is known by what does not look as the tile's print does, where that is known, else by its outline,
    else by how the shack looked before.
    """

    def __init__(
        self,
        view: View,
        shacks: Sequence[Shack],
        figure_height_in: float,
        card_size_in: tuple[float, float] = CARD_SIZE_IN,
        tile_picture: Callable[[str], Image | None] = lambda _: None,
    ) -> None:
        """`figure_height_in` is that of the figures' folds, for what they hide.

        `tile_picture` gives what is printed on a tile of some name: all of it (rows, columns, 3) in BGR,
        north up; None where nobody knows.
        """
        self._view = view
        self._figure_height_in = figure_height_in
        self._card_size_in = card_size_in
        self._tile_picture = tile_picture
        self._shacks: tuple[Shack, ...] = ()
        self._due: dict[str, Shack] = {}
        self._states: dict[str, CardState] = {}
        self._looks: dict[tuple[str, CardState], _Look] = {}
        self._patches: dict[str, ShackPatch] = {}
        self._prints: dict[str, PrintedPatch | None] = {}
        self.lie(shacks)

    def lie(self, shacks: Sequence[Shack]) -> None:
        """Have these be all shacks; those that were there and lie as they lay stay as they were seen."""
        before = {shack.id: shack for shack in self._shacks}
        self._shacks = tuple(shacks)
        for shack in shacks:
            if shack.id not in before or before[shack.id].tile != shack.tile:
                self._due[shack.id] = shack
                self._patches.pop(shack.id, None)
                self._prints.pop(shack.id, None)

    def changed(self, where: Mask, plane: LevelPlane) -> None:
        """Take note of the pixels of a plane's rectified picture that are to be looked at again."""
        for shack in self._shacks:
            rows, columns = zip(*(plane.pixel(*corner) for corner in shack.corners_in), strict=True)
            if where[min(rows) : max(rows) + 1, min(columns) : max(columns) + 1].any():
                self._due[shack.id] = shack

    def find(
        self, image: Image, figures: Sequence[SeenFigure], most: int | None = None
    ) -> tuple[SeenCard, ...]:
        """Every shack's card, of a frame in which nothing moves and no hand is.

        Only shacks that changed are seen anew, and of those at most `most`: the others stay as they were.
        """
        for shack in list(self._due.values())[:most]:
            self._states[shack.id] = self._see(image, shack, figures)
            del self._due[shack.id]
        return tuple(SeenCard(shack.id, self._states.get(shack.id, "unknown")) for shack in self._shacks)

    def _see(self, image: Image, shack: Shack, figures: Sequence[SeenFigure]) -> CardState:
        patch = self._patches.get(shack.id)
        if patch is None:
            patch = self._patches[shack.id] = ShackPatch(self._view, shack, math.hypot(*self._card_size_in))
        fine = patch.softened(image, FINER)
        if fine is None:
            return "unknown"
        hiding = [hidden_line(self._view, figure, self._figure_height_in) for figure in figures]
        look = _look(patch, fine, hiding)
        if np.median(look.shades) < DARKEST:
            return "unknown"
        printed = self._printed(shack, patch)
        by_print: CardState | None = None
        if printed is not None:
            by_print = state_by_print(patch, printed, image, hiding, self._card_size_in)
        state = by_print or "unknown"
        if state == "unknown":
            by_outline = state_by_outline(patch, fine, hiding, self._card_size_in)
            # A card as dark as the floor has no outline: it may lie where the print fails to show.
            state = by_outline if by_print is None or by_outline == "present" else "unknown"
        if state == "unknown":
            return self._by_likeness(shack.id, look)
        self._looks[shack.id, state] = look
        return state

    def _printed(self, shack: Shack, patch: ShackPatch) -> PrintedPatch | None:
        if shack.id not in self._prints:
            picture = self._tile_picture(shack.tile.tile)
            self._prints[shack.id] = None if picture is None else printed_patch(patch, picture, shack.tile)
        return self._prints[shack.id]

    def _by_likeness(self, shack: str, look: _Look) -> CardState:
        """What it was when it looked like this; unknown where it looked like this both ways, or never."""
        like = {
            state: before.likeness(look) for (name, state), before in self._looks.items() if name == shack
        }
        present, gone = like.get("present", 0.0), like.get("gone", 0.0)
        if max(present, gone) < ALIKE or min(present, gone) > UNLIKE:
            return "unknown"
        return "present" if present > gone else "gone"


def _look(patch: ShackPatch, fine: Image, hiding: Sequence[Array]) -> _Look:
    """How the shack looks, without what is about it."""
    part = extent(patch.floor())
    light = np.asarray(patch.turned(fine, 0.0, FINER), np.float32)
    return _Look(light[part].mean(axis=2), patch.hidden(hiding)[part])
