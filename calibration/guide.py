"""Guiding a person who shows a ChArUco board to a camera: what is still missing, and what to do next.

Everything here is a value made of the views of the board so far; nothing looks at pictures or at a clock.
"""

import functools
from collections import Counter
from dataclasses import dataclass, replace

import cv2
import msgspec
import numpy as np
from pennysight.calibration.charuco_board import BoardView, CharucoBoard, apart_px, is_same_view
from pennysight.calibration.projection import Array, turn_matrix

Part = tuple[int, int]
"""A part of the view: 0, 1, 2 from the top, then from the left."""

_CUTS = (0.3, 0.7)  # of the picture's sides: where its parts meet
_WANTED_CORNERS = 8  # in each part
_ORDER: tuple[Part, ...] = ((1, 1), (0, 0), (0, 2), (2, 2), (2, 0), (0, 1), (1, 2), (2, 1), (1, 0))
_PLACES = (
    ("in the upper left corner", "at the top", "in the upper right corner"),
    ("at the left edge", "in the middle", "at the right edge"),
    ("in the lower left corner", "at the bottom", "in the lower right corner"),
)
_TILTED_DEG = (15.0, 65.0)
_TILTS_EACH = 3
_MOST_SPEED = 0.025  # of the picture's width, a second: half a pixel's blur in a dim room
_USUAL_FOCAL_LENGTH = 0.8  # of the picture's width; tells tilts well enough before anything is known
_SPAN, _LEAN_DEG = 0.48, 32.0  # of the outline to fill: its share of the picture's width, and its tilt
_MIDDLES = (0.28, 0.5, 0.72)  # where its middle lies for each part, in shares of the picture's sides

_AWAY = {
    "top": (0.0, -1.0),
    "right": (1.0, 0.0),
    "bottom": (0.0, 1.0),
    "left": (-1.0, 0.0),
}
"""The side of the board that is farther from the camera -> where depth grows in the picture, y down."""
_SIDES = {side: side if side in ("top", "bottom") else f"{side} side" for side in _AWAY}


class Step(msgspec.Struct, frozen=True):
    """What to show next: the board in this part of the view, this side of it tilted away (None: anyhow)."""

    part: Part
    away: str | None

    @property
    def text(self) -> str:
        """The same in a sentence for people, who see the picture before them."""
        row, column = self.part
        where = f"Hold the board {_PLACES[row][column]} of the picture"
        if self.away is None:
            return f"{where}, so that it fills half of it."
        return f"{where}, its {_SIDES[self.away]} tilted away from the camera."

    @property
    def brief(self) -> str:
        """The same in a few words."""
        row, column = self.part
        return _PLACES[row][column] + ("" if self.away is None else f", its {_SIDES[self.away]} away")


class Needs(msgspec.Struct, frozen=True):
    """What the views so far lack: corners by part, and views by the side that was tilted away."""

    corners: dict[Part, int]
    tilts: dict[str, int]

    @property
    def met(self) -> bool:
        """Whether nothing is missing."""
        return not self.corners and not self.tilts

    @property
    def step(self) -> Step:
        """What helps most: a part of the view that is bare, with a tilt that is missing."""
        part = next((part for part in _ORDER if part in self.corners), (1, 1))
        away = max(self.tilts, key=lambda side: self.tilts[side], default=None)
        return Step(part, away)


@dataclass(frozen=True, eq=False)
class Gathered:
    """The views of a board taken so far, in pictures of `size` (width, height), the board all the same.

    `tilts_each` is how many views each side of the board is to be tilted away in; more where the focal
    length is not known well enough yet.
    """

    size: tuple[int, int]
    views: tuple[BoardView, ...] = ()
    tilts_each: int = _TILTS_EACH

    def with_view(self, view: BoardView) -> "Gathered":
        """The same with one more view."""
        return replace(self, views=(*self.views, view))

    def with_more_tilts(self) -> "Gathered":
        """The same, asking for more tilted views."""
        return replace(self, tilts_each=self.tilts_each + 1)

    @functools.cached_property
    def needs(self) -> Needs:
        """What is still missing."""
        corners: Counter[Part] = Counter()
        tilts: Counter[str] = Counter()
        for view in self.views:
            corners.update(self._parts(view))
            tilts.update(side for side in [self.away(view)] if side is not None)
        return Needs(
            {part: _WANTED_CORNERS - corners[part] for part in _ORDER if corners[part] < _WANTED_CORNERS},
            {side: self.tilts_each - tilts[side] for side in _AWAY if tilts[side] < self.tilts_each},
        )

    @property
    def progress(self) -> float:
        """How much of what is wanted is there, 0 to 1."""
        wanted = len(_ORDER) + self.tilts_each * len(_AWAY)
        missing = sum(self.needs.corners.values()) / _WANTED_CORNERS + sum(self.needs.tilts.values())
        return 1 - missing / wanted

    def gains(self, view: BoardView) -> bool:
        """Whether a view shows something that is still missing."""
        needs = self.needs
        return self.away(view) in needs.tilts or any(part in needs.corners for part in self._parts(view))

    def had(self, view: BoardView) -> bool:
        """Whether a view as good as this one was taken already."""
        return any(is_same_view(view, other, self.size[0]) for other in self.views)

    def still(self, view: BoardView, before: BoardView, passed_s: float) -> bool:
        """Whether the board hardly moved since another look at it, so many seconds ago."""
        return apart_px(view, before) <= _MOST_SPEED * self.size[0] * passed_s

    def away(self, view: BoardView) -> str | None:
        """The side of the board that is tilted away from the camera; None where hardly any is."""
        recedes = self._recedes(view)
        tilt_deg = np.degrees(np.arctan(np.linalg.norm(recedes)))
        if not _TILTED_DEG[0] <= tilt_deg <= _TILTED_DEG[1]:
            return None
        return max(_AWAY, key=lambda side: float(recedes @ _AWAY[side]))

    def outline(self, step: Step, board: CharucoBoard) -> Array:
        """The outline (4, 2) in pixels that the board fills about when it is held as a step says."""
        width, height = self.size
        x, y = (_MIDDLES[place] for place in step.part[::-1])
        sides = np.array([board.columns, board.rows]) * board.square_in
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2 * sides
        focal_px = _USUAL_FOCAL_LENGTH * width
        depth_in = focal_px * sides[0] / (_SPAN * width)
        turn = np.eye(3)
        if step.away is not None:
            right, down = _AWAY[step.away]
            turn = turn_matrix(np.radians(_LEAN_DEG) * np.array([down, -right, 0.0]))
        points = np.pad(corners, ((0, 0), (0, 1))) @ turn.T + (0, 0, depth_in)
        return np.asarray(points[:, :2] / points[:, 2:] * focal_px + (x * width, y * height))

    def _parts(self, view: BoardView) -> Counter[Part]:
        """How many of the board's corners each part of the view shows."""
        column, row = (
            np.searchsorted(_CUTS, view.corners_px[:, axis] / self.size[axis]).tolist() for axis in (0, 1)
        )
        return Counter(zip(row, column, strict=True))

    def _recedes(self, view: BoardView) -> Array:
        """How much depth grows along the picture's x and y, (2,): the tilt's tangent, by its direction."""
        width, height = self.size
        focal_px = _USUAL_FOCAL_LENGTH * width
        K = np.array([(focal_px, 0, width / 2), (0, focal_px, height / 2), (0, 0, 1.0)])
        to_board, _ = cv2.findHomography(view.corners_px, view.points_in[:, :2])
        # The board's plane n . X = 1 has 1 / depth = n . (x, y, 1) along the ray (x, y, 1).
        normal = to_board[2] @ K
        return np.asarray(-normal[:2] / normal[2], float)
