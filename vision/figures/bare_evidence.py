"""What speaks for a bare figure in a given pose: its faces' colours within, and that they end at its edges.

The back is one solid colour of a faction. The front is light card within a thin frame of the faction's
colour, with some drawing in its middle, of which nothing is assumed.
"""

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import FACTIONS
from pennysight.vision.figures.bare_model import SIDES, Faces, edges, on_face, outward, visible
from pennysight.vision.figures.colour_maps import (
    ANY_COLOUR,
    DARK_NOISE,
    ColourMaps,
    faction_shares,
    shares,
)
from pennysight.vision.figures.even_light import sample
from pennysight.vision.figures.level import Array, Floats

BESIDE_PX = 2.2
"""This far outside its edges a face's surroundings are looked at."""
FULL_AREA_PX = 400.0
LIGHTNESS_SD = 0.35
"""Spread of the lightness, as a logarithm, over one face."""
PANEL_SHARE_SD = 0.05
CARD_SHARES = np.array([0.345, 0.335, 0.32])
CARD_SHARES_SD = 0.07
WORST = -2.5
FLAT_WEIGHT = 3.0
FRAME_HAZE = 0.3
"""Frames are a pixel or two wide: this much of the white beside them is mixed in."""


def _grid(across: int, down: int, margin: float) -> Floats:
    over = np.linspace(margin, 1 - margin, across)
    along = np.linspace(margin * 0.56, 1 - margin * 0.56, down)
    return np.stack(np.meshgrid(over, along), axis=-1).reshape(-1, 2).astype(np.float32)


def _lines(*lines: tuple[float | Array, float | Array]) -> Floats:
    return np.concatenate([np.column_stack(np.broadcast_arrays(*line)) for line in lines]).astype(np.float32)


SOLID = _grid(4, 6, 0.1)
PANEL = _lines(
    (0.15, np.linspace(0.12, 0.88, 6)),
    (0.85, np.linspace(0.12, 0.88, 6)),
    (np.array([0.35, 0.65]), 0.085),
    (np.array([0.3, 0.5, 0.7]), 0.925),
)
_FRAME = _lines(
    (0.035, np.linspace(0.05, 0.95, 9)),
    (0.965, np.linspace(0.05, 0.95, 9)),
    (np.linspace(0.15, 0.85, 4), 0.016),
    (np.linspace(0.15, 0.85, 4), 0.984),
)
_DRAWING = _grid(4, 6, 0.27)
_BESIDE, _OUT = edges(7, 4)
_WITHIN = _lines(
    (0.12, np.linspace(0.1, 0.9, 7)),
    (0.88, np.linspace(0.1, 0.9, 7)),
    (np.linspace(0.15, 0.85, 4), 0.07),
    (np.linspace(0.15, 0.85, 4), 0.93),
)
_SPREAD = _grid(3, 4, 0.15)
_AROUND, _AROUND_OUT = edges(3, 2)
_EDGES = np.split(np.arange(len(_BESIDE)), np.cumsum([7, 7, 4]))
_FRAME_EDGES = np.split(np.arange(len(_FRAME)), np.cumsum([9, 9, 4]))
_FRAME_WAY = faction_shares(FRAME_HAZE) - 1 / 3
_FRAME_WAY = (_FRAME_WAY / np.linalg.norm(_FRAME_WAY, axis=1, keepdims=True)).astype(np.float32)

BACK_FEATURES = ("there", "solid", "worst quarter", "edge", "third edge", "edges")
FRONT_FEATURES = (
    "there", "even", "not card", "frame", "third frame edge", "frame light",
    "worst end", "third end", "ends", "drawing", "light",
)  # fmt: skip


def score(maps: ColourMaps, corners: Faces) -> Floats:
    """How much speaks for N figures whose faces are at `corners`, of each faction: (N, factions)."""
    total = np.zeros((len(corners["front"]), len(FACTIONS)), np.float32)
    for side in SIDES:
        look = _front if side == "front" else _back
        seen = visible(corners[side], side)
        if len(seen.index):
            weight = np.minimum(seen.area_px, FULL_AREA_PX)[:, None] / 100
            total[seen.index] += weight * look(maps, seen.corners)
    return total


def silhouette(maps: ColourMaps, corners: Faces) -> Floats:
    """How much the faces stand out from what is beside them by rare colours, (N,): quickly told."""
    total = np.zeros(len(corners["front"]), np.float32)
    for side in SIDES:
        seen = visible(corners[side], side)
        if len(seen.index):
            within = sample(maps.rare, on_face(seen.corners, _SPREAD)).mean(axis=1)
            beside = on_face(seen.corners, _AROUND) + np.float32(BESIDE_PX) * outward(
                seen.corners, _AROUND_OUT
            )
            weight = np.minimum(seen.area_px, FULL_AREA_PX) / 100
            total[seen.index] += weight * (within - sample(maps.rare, beside).mean(axis=1))
    return total


def _back(maps: ColourMaps, corners: Floats) -> Floats:
    """A face of one solid colour, and other colours beside it: (N, factions)."""
    back, beside = _Solid(maps, corners), _beside(corners)
    solid = on_face(corners, SOLID)
    within = back.likely(solid).mean(axis=1)
    around = np.clip(back.likely(beside), -1, 2).mean(axis=1)
    rarer = sample(maps.rare, solid).mean(axis=1) - sample(maps.rare, beside).mean(axis=1)
    against = FLAT_WEIGHT * sample(maps.flat, solid).mean(axis=1) - rarer / 4
    return np.asarray(within - around - against[:, None])


def _front(maps: ColourMaps, corners: Floats) -> Floats:
    """Even light card, a frame in a faction's colour, and something else beside it: (N, factions)."""
    card, beside, panel = _Card(maps, corners), _beside(corners), on_face(corners, PANEL)
    ends = -np.clip(1 - card.unlike(beside), -1, 1).mean(axis=1)
    frame = np.mean([part * len(at) for part, at in zip(card.frame(), _FRAME_EDGES, strict=True)], axis=0)
    rare = (sample(maps.rare, places).mean(axis=1) for places in (panel, on_face(corners, _FRAME), beside))
    of_panel, of_frame, around = rare
    against = card.not_card() / 2 + FLAT_WEIGHT * sample(maps.flat, panel).mean(axis=1)
    like = card.even() + ends + (of_panel + of_frame) / 4 - around / 2 - against
    return np.asarray(like[:, None] + frame * 4 / len(_FRAME))


def _beside(corners: Floats) -> Floats:
    """Places just outside the faces, (N, M, 2)."""
    return on_face(corners, _BESIDE) + np.float32(BESIDE_PX) * outward(corners, _OUT)


class _Solid:
    """Backs, judged by their own usual lightness."""

    def __init__(self, maps: ColourMaps, corners: Floats) -> None:
        self._maps, self._corners = maps, corners
        light = sample(maps.smooth, on_face(corners, SOLID)).mean(axis=-1)
        self._usual = np.median(light, axis=1, keepdims=True)

    def likely(self, places: Floats) -> Floats:
        """Log likelihood ratio (N, M, factions) that the places belong to the back."""
        light = sample(self._maps.smooth, places).mean(axis=-1)
        uneven = _log_ratio(light, self._usual) ** 2 / (2 * LIGHTNESS_SD**2)
        return np.asarray(
            np.clip(sample(self._maps.likely, places) - np.minimum(uneven, 3)[..., None], -2, 3)
        )


class _Card:
    """Fronts, judged by the white of their own card, which is what most of the panel shows."""

    def __init__(self, maps: ColourMaps, corners: Floats) -> None:
        self._maps, self._corners = maps, corners
        self._panel = sample(maps.smooth, on_face(corners, PANEL))
        self.white = np.percentile(self._panel, 60, axis=1).astype(np.float32)
        self._share = shares(self.white)[0]

    def even(self) -> Floats:
        """How much the panel is of one colour, (N,)."""
        share, light = shares(self._panel)
        variance = PANEL_SHARE_SD**2 + (DARK_NOISE / (light + 0.02)) ** 2
        apart2 = ((share - self._share[:, None]) ** 2).sum(axis=-1) / (2 * variance)
        uneven = _log_ratio(light, self.white.mean(axis=-1)[:, None]) ** 2 / (2 * LIGHTNESS_SD**2)
        likely = np.log(ANY_COLOUR / (2 * np.pi * variance)) - apart2 - uneven
        return np.asarray(np.clip(likely, WORST, 2).mean(axis=1))

    def not_card(self) -> Floats:
        """How far the panel's colour is from card's, (N,)."""
        apart2 = ((self._share - CARD_SHARES) ** 2).sum(axis=1) / CARD_SHARES_SD**2
        return np.asarray(np.minimum(apart2, 8))

    def relative(self, places: Floats) -> Floats:
        """Colours (N, M, 3) at places (N, M, 2), the card being white."""
        return np.asarray(sample(self._maps.smooth, places) / np.maximum(self.white, 0.02)[:, None])

    def unlike(self, places: Floats) -> Floats:
        """How unlike the card places (N, M, 2) are, 0 and up."""
        ratio = np.log(np.clip(self.relative(places), 0.05, 5))
        return np.asarray((ratio**2).sum(axis=-1) / (2 * LIGHTNESS_SD**2))

    def frame(self) -> list[Floats]:
        """How much each of the four edges has a frame in a faction's colour: (N, factions) each.

        A frame's colour is told from its surroundings' by being further toward the faction's than they are.
        """
        share, light = shares(self.relative(on_face(self._corners, _FRAME)))
        around = (shares(self.relative(_beside(self._corners)))[0] - np.float32(1 / 3)) @ _FRAME_WAY.T
        off = share - np.float32(1 / 3)
        toward = off @ _FRAME_WAY.T
        aside2 = np.maximum((off**2).sum(axis=-1)[..., None] - toward**2, 0) / 0.08**2
        darker = np.clip(1.1 - light, -1, 1)[..., None]
        parts = []
        for at, beside in zip(_FRAME_EDGES, _EDGES, strict=True):
            ground = 0.7 * np.maximum(around[:, beside], 0).mean(axis=1, keepdims=True)
            coloured = np.clip((toward[:, at] - ground - 0.04) / 0.07, -1, 1.5)
            parts.append((coloured - np.clip(aside2[:, at] / 2, 0, 1.5) + darker[:, at]).mean(axis=1))
        return parts


def _log_ratio(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.log(np.maximum(one, 2e-3) / np.maximum(other, 2e-3)))


def back_features(maps: ColourMaps, corners: Floats, faction: NDArray[np.intp]) -> Floats:
    """`BACK_FEATURES` (N, 6) of backs at `corners`, each of one faction."""
    back, which = _Solid(maps, corners), np.arange(len(corners))
    solid = back.likely(on_face(corners, SOLID))[which, :, faction]
    quarters = solid.reshape(-1, 2, 3, 2, 2).mean(axis=(2, 4)).reshape(-1, 4)
    within = back.likely(on_face(corners, _WITHIN))[which, :, faction]
    beside = back.likely(_beside(corners))[which, :, faction]
    ends = np.sort(np.stack([(within - beside)[:, at].mean(axis=1) for at in _EDGES], axis=1), axis=1)
    there = np.ones(len(corners))
    return np.column_stack([there, solid.mean(axis=1), quarters.min(axis=1), ends[:, :2], ends.mean(axis=1)])


def front_features(maps: ColourMaps, corners: Floats, faction: NDArray[np.intp]) -> Floats:
    """`FRONT_FEATURES` (N, 11) of fronts at `corners`, each of one faction."""
    card, which = _Card(maps, corners), np.arange(len(corners))
    frame = np.sort(np.stack([part[which, faction] for part in card.frame()], axis=1), axis=1)
    frame_light = card.relative(on_face(corners, _FRAME)).mean(axis=(1, 2))
    unlike = np.minimum(card.unlike(_beside(corners)), 3)
    ends = np.sort(np.stack([unlike[:, at].mean(axis=1) for at in _EDGES], axis=1), axis=1)
    drawn = np.abs(np.log(np.clip(card.relative(on_face(corners, _DRAWING)), 0.05, 5))).max(axis=-1)
    return np.column_stack(
        [
            np.ones(len(corners)),
            card.even(),
            np.minimum(card.not_card(), 6),
            frame.mean(axis=1),
            frame[:, 1],
            np.minimum(frame_light, 1.5),
            ends[:, :2],
            ends.mean(axis=1),
            np.minimum(drawn, 1.5).mean(axis=1),
            np.clip(np.log(card.white.mean(axis=1) + 0.02), -3, 0.5),
        ]
    )
