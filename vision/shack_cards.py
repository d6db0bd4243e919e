"""Whether a card lies face down on each shack: present, gone, or not to be told (H-089).

A card is known by its outline alone, whatever its back shows: four straight edges at right angles, of the
card's size, each lighter than what lies outside it, or each darker. The lines of a shack's floor do not pass
for it (they are as dark on both sides), nor do its walls (they are no card's length and width apart).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.projection import View
from pennysight.vision.figures.level import Floats, Image, LevelPlane, sampled
from pennysight.vision.observation import CardState, PointIn, SeenCard, SeenFigure

CARD_SIZE_IN = (1.75, 2.5)
"""A small ("mini") playing card: the largest usual size that leaves a shack's doors free (H-090)."""

PX_PER_IN = 12.0
TURNS_DEG = np.arange(0.0, 180.0, 7.5)
"""Every turn of a card; half a step more shifts the ends of its edges by less than a pixel."""
BAND_PX = 2
"""How deep the strips inside and outside an edge are that are compared."""
ALONG_PX = 5
"""How far along an edge each step is averaged: straight edges last, noise and foliage do not."""
STEP_SHARE = 0.12
LEAST_STEP = 5.0
"""A strip is lighter or darker by this share of the brightness about it, and by so many of 255 at least."""
ALONG_EDGE = 2.0
"""A step across an edge is so many times as high as the one along it, or the edge may run another way."""
DARKEST = 14.0
"""Of 255: where it is darker, nothing is told."""
PRESENT_EDGE = 0.8
GONE_EDGE = 0.65
"""The share of each edge that shows, of a card that lies there, and at most of one that does not."""
SEEN_EDGE = 0.5
"""So much of each edge must be in plain view of a card that is said to be there."""
ALIKE, UNLIKE = 0.95, 0.85
"""Correlation of a shack with how it looked before: the same, and no longer the same."""
WALL_REACH_IN = 0.2
WALL_ASKEW_DEG = 20.0
"""A floor's outline may show as an edge within this of it, the walls being thick, if so nearly along it."""
FIGURE_REACH_IN = 0.5
"""A figure hides so much about the line from its base to below its top."""

Shade = NDArray[np.float32]
Mask = NDArray[np.bool_]
Part = tuple[slice, slice]


class Shack(msgspec.Struct, frozen=True):
    """A shack on the board: its id ("storm-hollow/shack-1"), its floor as (x_in, y_in) corners."""

    id: str
    corners_in: tuple[PointIn, ...]


@dataclass(frozen=True, eq=False)
class _Look:
    """How a shack looked: shades (rows, columns), and which of them something hid."""

    shades: Shade
    hidden: Mask

    def likeness(self, other: "_Look") -> float:
        """Correlation, of what both show; 0 where they show too little in common."""
        both = ~(self.hidden | other.hidden)
        if both.mean() < SEEN_EDGE:
            return 0.0
        return float(np.corrcoef(self.shades[both], other.shades[both])[0, 1])


class ShackCards:
    """Looks for cards on the shacks of one table that a view shows."""

    def __init__(
        self,
        view: View,
        shacks: Sequence[Shack],
        figure_height_in: float,
        card_size_in: tuple[float, float] = CARD_SIZE_IN,
    ) -> None:
        """`figure_height_in` is that of the figures' folds, for what they hide."""
        self._view = view
        self._figure_height_in = figure_height_in
        self._card_size_in = card_size_in
        self._due = {shack.id: shack for shack in shacks}
        self._shacks = tuple(shacks)
        self._states: dict[str, CardState] = {}
        self._looks: dict[tuple[str, CardState], _Look] = {}

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
        patch = _Patch(self._view, shack, math.hypot(*self._card_size_in), image)
        if not patch.in_picture:
            return "unknown"
        hiding = [
            _hidden_line(self._view, figure.x_in, figure.y_in, self._figure_height_in) for figure in figures
        ]
        look = patch.look(hiding)
        if np.median(look.shades) < DARKEST:
            return "unknown"
        state = self._by_outline(patch, hiding)
        if state == "unknown":
            return self._by_likeness(shack.id, look)
        self._looks[shack.id, state] = look
        return state

    def _by_outline(self, patch: "_Patch", hiding: Sequence[NDArray[np.float64]]) -> CardState:
        most = 0.0
        for turn_deg in TURNS_DEG:
            light, hidden, inside, walls = patch.turned(float(turn_deg), hiding)
            middles = _extent(inside)
            plain, possible, free = _outline(light, hidden, walls, middles, self._card_size_in)
            inside = inside[middles]
            most = max(most, float(possible[inside].max(initial=0.0)))
            sure = (possible >= PRESENT_EDGE) & (plain >= SEEN_EDGE) & (free >= PRESENT_EDGE)
            if (sure & inside).any():
                return "present"
        return "gone" if most < GONE_EDGE else "unknown"

    def _by_likeness(self, shack: str, look: _Look) -> CardState:
        """What it was when it looked like this; unknown where it looked like this both ways, or never."""
        like = {
            state: before.likeness(look) for (name, state), before in self._looks.items() if name == shack
        }
        present, gone = like.get("present", 0.0), like.get("gone", 0.0)
        if max(present, gone) < ALIKE or min(present, gone) > UNLIKE:
            return "unknown"
        return "present" if present > gone else "gone"


class _Patch:
    """A shack and as much about it as a card on it may reach, seen from above at any turn."""

    def __init__(self, view: View, shack: Shack, card_in: float, image: Image) -> None:
        self._corners = np.asarray(shack.corners_in, float)
        self._middle = self._corners.mean(axis=0)
        radius = float(np.hypot(*(self._corners - self._middle).T).max())
        self._reach = radius + card_in / 2 + 0.25
        west, south = self._middle - 1.5 * self._reach
        side = 3 * self._reach
        self._plane = LevelPlane(view, 0.0, float(west), float(south), side, side, PX_PER_IN)
        pixels = self._pixels(0.0)[0]
        low = np.maximum(np.floor(pixels.min(axis=(0, 1)) - 40), 0).astype(int)
        high = np.ceil(pixels.max(axis=(0, 1)) + 40).astype(int)
        cut = image[low[1] : high[1], low[0] : high[0]]
        self._offset = low.astype(np.float32)
        outline = view.to_pixels(np.column_stack([self._corners, np.zeros(len(self._corners))]))
        height, width = image.shape[:2]
        self.in_picture = bool(((outline >= 0) & (outline < (width, height))).all()) and cut.size > 0
        if self.in_picture:
            across = float(np.hypot(*(pixels[0, 1] - pixels[0, 0])))
            self._cut = np.asarray(cv2.GaussianBlur(cut, (0, 0), max(0.5, 0.4 * across)), np.uint8)

    def turned(
        self, turn_deg: float, hiding: Sequence[NDArray[np.float64]]
    ) -> tuple[Shade, Mask, Mask, Mask]:
        """Light (rows, columns, 3) with a card so turned upright; what is hidden; the floor; by its walls."""
        pixels, turn = self._pixels(turn_deg)
        light = sampled(self._cut, pixels - self._offset).astype(np.float32)
        hidden, inside, walls = (np.zeros(light.shape[:2], np.uint8) for _ in range(3))
        floor = [self._at(self._corners, turn)]
        cv2.fillPoly(inside, floor, 1)
        for one, other in zip(floor[0], np.roll(floor[0], -1, axis=0), strict=True):
            askew_deg = (math.degrees(math.atan2(*(other - one))) + 45.0) % 90.0 - 45.0
            if abs(askew_deg) < WALL_ASKEW_DEG:
                cv2.line(walls, one.tolist(), other.tolist(), 1, round(2 * WALL_REACH_IN * PX_PER_IN))
        for line in hiding:
            thick = round(2 * FIGURE_REACH_IN * PX_PER_IN)
            one, other = self._at(line, turn)
            cv2.line(hidden, one.tolist(), other.tolist(), 1, thick)
        return light, hidden.astype(bool), inside.astype(bool), walls.astype(bool)

    def look(self, hiding: Sequence[NDArray[np.float64]]) -> _Look:
        """How the shack looks, without what is about it."""
        light, hidden, inside, _ = self.turned(0.0, hiding)
        part = _extent(inside)
        return _Look(light[part].mean(axis=2), hidden[part])

    def _pixels(self, turn_deg: float) -> tuple[Floats, NDArray[np.float64]]:
        c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        turn = np.array([[c, -s], [s, c]])
        steps = np.arange(-self._reach, self._reach, 1 / PX_PER_IN)
        u, v = np.meshgrid(steps, -steps)
        x, y = np.tensordot(turn, np.stack([u, v]), 1) + self._middle[:, None, None]
        return self._plane.pixels(x, y), turn

    def _at(self, points_in: NDArray[np.float64], turn: NDArray[np.float64]) -> NDArray[np.int32]:
        """Columns and rows of board places in the patch so turned."""
        places = (points_in - self._middle) @ turn * (1, -1) + self._reach
        return np.asarray(np.round(places * PX_PER_IN), np.int32)


def _hidden_line(view: View, x_in: float, y_in: float, height_in: float) -> NDArray[np.float64]:
    """From a figure's base to the place of the board that the camera sees behind its top, (2, 2)."""
    base, eye = np.array([x_in, y_in]), np.asarray(view.centre_in, float)
    return np.stack([base, base + (base - eye[:2]) * height_in / (eye[2] - height_in)])


def _outline(
    light: Shade, hidden: Mask, walls: Mask, middles: Part, size_in: tuple[float, float]
) -> tuple[Shade, ...]:
    """For a card with its middle at each pixel of a part: shares of its edges that show, in three ways.

    The first is that of the edge which shows least, the second with what is `hidden` taken to show, and the
    third that of the edge which shows second best, without what `walls` may show in its stead. An edge that
    shows is a step, of one sign and in one colour all round.
    """
    width, length = (round(side * PX_PER_IN) for side in size_in)
    least = np.maximum(STEP_SHARE * cv2.blur(light, (9, 9)), LEAST_STEP)
    band = np.repeat([-1.0, 0.0, 1.0], [BAND_PX, 1, BAND_PX]).astype(np.float32) / BAND_PX
    along = np.full(ALONG_PX, 1 / ALONG_PX, np.float32)
    east = cv2.sepFilter2D(light, -1, band, along) / least
    south = cv2.sepFilter2D(light, -1, along, band) / least
    veil, wall = hidden[..., None], walls[..., None]

    def shares(step: Shade, other: Shade, size: tuple[int, int], grow: tuple[int, int]) -> list[Shade]:
        may = (step > 1.0) & ~veil
        shows, may_show = (
            cv2.dilate(edge.astype(np.float32), np.ones(grow, np.float32))
            for edge in (may & (step > ALONG_EDGE * abs(other)), may)
        )
        edges = (shows, np.maximum(may_show, veil), shows * ~wall)
        return [np.asarray(cv2.blur(edge, size), np.float32) for edge in edges]

    # Of the edges that it is lighter east, west, south, north of.
    lighter = [
        shares(step, other, size, grow)
        for axis, other, size, grow in (
            (east, south, (1, length), (1, 3)),
            (south, east, (width, 1), (3, 1)),
        )
        for step in (axis, -axis)
    ]
    # Where these edges are, seen from the middle of a card that is lighter than the floor.
    aways = [(0, -width // 2), (0, width // 2), (-length // 2, 0), (length // 2, 0)]
    found = []
    for sign in (1, -1):
        edges = [
            [share[_moved(middles, sign * down, sign * across)] for share in edge]
            for edge, (down, across) in zip(lighter, aways, strict=True)
        ]
        plain, possible, free = (np.stack(of) for of in zip(*edges, strict=True))
        found.append((plain.min(axis=0), possible.min(axis=0), np.sort(free, axis=0)[-2]))
    plain, possible, free = (np.concatenate(of, axis=2) for of in zip(*found, strict=True))
    best = (possible + np.minimum(plain, free)).argmax(axis=2)[..., None]
    return tuple(np.take_along_axis(of, best, axis=2)[..., 0] for of in (plain, possible, free))


def _moved(part: Part, down_px: int, across_px: int) -> Part:
    rows, columns = part
    return (
        slice(rows.start + down_px, rows.stop + down_px),
        slice(columns.start + across_px, columns.stop + across_px),
    )


def _extent(mask: Mask) -> Part:
    """The smallest part that holds all that is True."""
    rows, columns = np.nonzero(mask)
    return slice(int(rows.min()), int(rows.max()) + 1), slice(int(columns.min()), int(columns.max()) + 1)
