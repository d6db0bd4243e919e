"""Bare figures and loose things drawn into pictures of tables, for `learn_bare`: what they are is then known.

Everything is drawn in even light (white card being 1), at random within what paper, ink, coins and lamps do.
Nothing is drawn as the pictures with truth files were made: those judge what was learnt.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import (
    FEET_APART_IN,
    FOLD_HEIGHT_IN,
    FOLD_LENGTH_IN,
    PENNY_DIAMETER_IN,
    PENNY_THICKNESS_IN,
)
from pennysight.calibration.projection import View
from pennysight.vision.figures.bare_model import SIDES, BareModel, Side, on_face, signed_area_px
from pennysight.vision.figures.even_light import EvenPicture

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
_Put = Callable[[Array | list[tuple[float, float]], Array], None]
"""Prints a shape, in face coordinates, in an ink."""

FINER = 3
"""Pixels drawn for each of the picture's, each way."""
CARD, COPPER, SILVER = np.array([0.84, 0.80, 0.74]), np.array([0.45, 0.22, 0.12]), np.array([0.5, 0.5, 0.48])
DARK = 0.002
TALL = 1 / 0.43
"""How much longer a face is than wide, nearly."""


@dataclass(frozen=True)
class Light:
    """One picture's light and camera."""

    toward: Array
    ambient: float
    gloss: float
    tint: Array
    shadow: float
    soft_in: float
    noise: float
    spread_px: float

    def on(self, normal: Array) -> float:
        """Light on a surface, as a share of that on the board."""
        direct = max(0.0, float(normal @ self.toward)) / float(self.toward[2])
        return self.ambient * (0.55 + 0.45 * float(normal[2])) + (1 - self.ambient) * direct


def random_light(colour: Floats, rng: np.random.Generator) -> Light:
    """Some lamp, and noise like that of the picture."""
    around, down = rng.uniform(0, 2 * np.pi), rng.uniform(0.25, 1.1)
    ambient = rng.uniform(0.2, 0.65)
    return Light(
        toward=np.array([-np.cos(around) * np.sin(down), -np.sin(around) * np.sin(down), np.cos(down)]),
        ambient=ambient,
        gloss=rng.uniform(0, 0.06),
        tint=1 + rng.normal(0, 0.05, 3),
        shadow=rng.uniform(0.15, 0.7) * (1 - ambient / 2),
        soft_in=rng.uniform(0.03, 0.3),
        noise=_noise(colour) * rng.uniform(0.7, 1.2),
        spread_px=rng.uniform(0.4, 0.75),
    )


def _noise(colour: Floats) -> float:
    """Deviation of the light, as a multiple of its root."""
    grey = colour.mean(axis=2)
    fine = np.abs(grey - cv2.GaussianBlur(grey, (0, 0), 1.0))
    return float(np.median(fine) * 1.9 / np.sqrt(np.median(grey) + 0.03))


class _Sheet:
    """Something drawn finely round points of a picture, then laid into it."""

    def __init__(self, colour: Floats, around: Floats) -> None:
        size = np.array(colour.shape[1::-1])
        self._low = np.clip(np.floor(around.min(axis=0)).astype(int) - 4, 0, size - 1)
        high = np.clip(np.ceil(around.max(axis=0)).astype(int) + 5, self._low + 1, size)
        self._part = np.s_[self._low[1] : high[1], self._low[0] : high[0]]
        rows, columns = (high - self._low)[::-1] * FINER
        self.light = np.zeros((rows, columns, 3), np.float32)
        self._cover = np.zeros((rows, columns), np.float32)

    def fill(self, corners: Floats, ink: Array) -> None:
        at = np.rint(((corners - self._low + 0.5) * FINER - 0.5) * 16).astype(np.int32)
        cv2.fillPoly(self.light, [at], tuple(float(share) for share in ink), shift=4)
        cv2.fillPoly(self._cover, [at], (1.0,), shift=4)

    def line(self, start: Floats, end: Floats, ink: Array, width: int) -> None:
        at = np.rint(((np.stack([start, end]) - self._low + 0.5) * FINER - 0.5) * 16).astype(np.int32)
        cv2.line(self.light, at[0], at[1], tuple(float(share) for share in ink), width, cv2.LINE_8, 4)
        cv2.line(self._cover, at[0], at[1], (1.0,), width, cv2.LINE_8, 4)

    def speckle(self, depth: float, rng: np.random.Generator) -> None:
        rows, columns = (side // FINER for side in self._cover.shape)
        grain = np.exp(rng.normal(-(depth**2) / 2, depth, (rows, columns)))
        self.light *= grain.repeat(FINER, axis=0).repeat(FINER, axis=1)[..., None].astype(np.float32)

    def lay(self, colour: Floats, light: Light, rng: np.random.Generator) -> None:
        seen = colour[self._part]
        spread, size = (0, 0), seen.shape[1::-1]
        drawn, cover = (
            cv2.resize(
                cv2.GaussianBlur(part, spread, light.spread_px * FINER), size, interpolation=cv2.INTER_AREA
            )
            for part in (self.light, self._cover)
        )
        noise = (
            rng.normal(0, light.noise, drawn.shape) * np.sqrt(np.maximum(drawn, 0) + 0.03) * cover[..., None]
        )
        seen[:] = np.maximum(seen * (1 - cover[..., None]) + drawn + noise, 0)


def random_ink(rng: np.random.Generator) -> Array:
    """Any strong colour, in linear light: other sets' factions."""
    hue = rng.uniform(0, 6)
    pure = np.clip([abs(hue - 3) - 1, 2 - abs(hue - 2), 2 - abs(hue - 4)], 0, 1)
    return np.asarray(pure * rng.uniform(0.2, 1) + rng.uniform(0, 0.03))


def _any_colour(rng: np.random.Generator) -> Array:
    return rng.uniform(0, 1, 3) ** 1.8


def _at(picture: EvenPicture, view: View, places_in: Array, z_in: float) -> Floats:
    points = np.column_stack([places_in, np.full(len(places_in), z_in)])
    return picture.here(view.to_pixels(points).astype(np.float32))


def _disc(radius: float, corners: int = 20) -> Array:
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _box(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


class FigureArtist:
    """Draws figures into one picture."""

    def __init__(self, picture: EvenPicture, view: View, model: BareModel, light: Light) -> None:
        self._picture, self._view, self._model, self._light = picture, view, model, light

    def draw(self, pose: Array, ink: Array, rng: np.random.Generator) -> None:
        """A figure in a pose (x, y, facing)."""
        colour, ahead = self._picture.colour, np.array([np.cos(pose[2]), np.sin(pose[2])])
        left = np.array([-ahead[1], ahead[0]]) * (FOLD_LENGTH_IN / 2)
        step = ahead * (FEET_APART_IN / 2)
        feet = pose[:2] + np.stack([step + left, step - left, -step - left, -step + left])
        ring = pose[:2] + _disc(PENNY_DIAMETER_IN / 2)
        self._cast_shadow(np.concatenate([ring, feet]), pose[:2] + np.stack([left, -left]), rng)
        faces = self._model.faces(self._picture, pose[None])
        penny = [_at(self._picture, self._view, ring, z_in) for z_in in (0.03, PENNY_THICKNESS_IN)]
        sheet = _Sheet(colour, np.concatenate([*penny, faces["front"][0], faces["back"][0]]))
        copper = COPPER * rng.uniform(0.3, 1.1)
        sheet.fill(penny[0], 0.4 * copper)
        sheet.fill(penny[1], copper * rng.uniform(0.4, 1))
        if rng.random() < 0.7:
            sheet.fill(
                _at(self._picture, self._view, feet, PENNY_THICKNESS_IN), copper * rng.uniform(0.15, 0.5)
            )
        shown = [side for side in SIDES if signed_area_px(faces[side], side)[0] > 0]
        for side in SIDES:
            if side not in shown:
                sheet.fill(faces[side][0], CARD * 0.74 * rng.uniform(0.08, 0.45))
        if len(shown) < len(SIDES):
            sheet.speckle(max(0.01, rng.uniform(-0.2, 1.2)), rng)
        for side in shown:
            self._draw_face(sheet, side, faces[side], ahead, ink, rng)
        sheet.lay(colour, self._light, rng)

    def _cast_shadow(self, low_in: Array, fold_in: Array, rng: np.random.Generator) -> None:
        light = self._light
        run = -light.toward[:2] / light.toward[2] * FOLD_HEIGHT_IN
        hull = cv2.convexHull(_at(self._picture, self._view, np.concatenate([low_in, fold_in + run]), 0.0))[
            :, 0
        ]
        inch = _at(self._picture, self._view, fold_in[:1] + np.array([(-0.5, 0), (0.5, 0)]), 0.0)
        soft_px = max(0.5, 0.6 * light.soft_in * float(np.linalg.norm(inch[1] - inch[0])))
        size = np.array(self._picture.colour.shape[1::-1])
        low = np.clip(np.floor(hull.min(axis=0) - 3 * soft_px).astype(int), 0, size - 1)
        high = np.clip(np.ceil(hull.max(axis=0) + 3 * soft_px).astype(int), low + 1, size)
        shade = np.zeros((high - low)[::-1], np.float32)
        cv2.fillConvexPoly(shade, np.rint((hull - low) * 16).astype(np.int32), (1.0,), cv2.LINE_AA, 4)
        shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), soft_px), np.float32)
        part = self._picture.colour[low[1] : high[1], low[0] : high[0]]
        part *= (1 - light.shadow * rng.uniform(0.7, 1.1) * shade)[..., None]

    def _draw_face(
        self, sheet: _Sheet, side: Side, corners: Floats, ahead: Array, ink: Array, rng: np.random.Generator
    ) -> None:
        light = self._light
        toward = ahead if side == "front" else -ahead
        normal = np.array([*(toward * (FOLD_HEIGHT_IN - PENNY_THICKNESS_IN)), FEET_APART_IN / 2])
        share = light.on(normal / np.linalg.norm(normal))
        haze = share * light.gloss * rng.uniform(0, 2) + DARK

        def put(at: Array | list[tuple[float, float]], printed: Array) -> None:
            where = on_face(corners, np.asarray(at, np.float32))[0]
            sheet.fill(where, np.maximum(printed, 0) * light.tint * share + haze)

        if side == "front":
            _print_front(put, ink, rng)
        else:
            _print_back(put, ink, rng)
        if rng.random() < 0.6:
            for edge in np.flatnonzero(rng.random(4) < 0.4):
                paper = CARD * share * rng.uniform(0.3, 1)
                sheet.line(corners[0][edge], corners[0][(edge + 1) % 4], paper, int(rng.integers(1, 3)))


def _print_front(put: _Put, ink: Array, rng: np.random.Generator) -> None:
    """Light card in a frame of the faction's ink, with some person or other drawn on it."""
    put(_box(0, 0, 1, 1), ink * rng.uniform(0.75, 1.1))
    frame = rng.uniform(0.04, 0.09)
    card = CARD * rng.uniform(0.8, 1.1) * np.exp(rng.normal(0, 0.05, 3))
    put(_box(frame, frame / TALL, 1 - frame, 1 - frame / TALL), card)
    inks = [_any_colour(rng) for _ in range(3)]
    if rng.random() < 0.15:
        for _ in range(rng.integers(3, 9)):
            place, size = rng.uniform((0.15, 0.12), (0.85, 0.88)), rng.uniform(0.05, 0.2, 2) * (1, 0.6)
            put(np.clip(place + size * _disc(1, 9), 0.1, 0.9), inks[rng.integers(3)])
        return
    middle, wide = 0.5 + float(rng.normal(0, 0.02)), rng.uniform(0.12, 0.26)
    neck, belt, leg = rng.uniform(0.16, 0.36), rng.uniform(0.55, 0.72), rng.uniform(0.05, 0.12)
    foot, lean, head = rng.uniform(0.8, 0.92), rng.uniform(-0.4, 0.4) * wide, rng.uniform(0.09, 0.17)
    for side in (-1, 1):
        at = middle + side * wide * 0.6
        put(_box(at - leg / 2, belt - 0.02, at + leg / 2, foot), inks[1])
        hand, arm = neck + 0.1 + rng.uniform(-0.05, 0.3), middle + side * wide
        put(
            [
                (arm, neck + 0.1),
                (arm + side * 0.16, hand),
                (arm + side * 0.14, hand + 0.05),
                (arm, neck + 0.2),
            ],
            inks[rng.integers(2)],
        )
    put(
        [
            (middle - wide + lean, neck + 0.08),
            (middle + wide - lean, neck + 0.08),
            (middle + wide, belt),
            (middle - wide, belt),
        ],
        inks[0],
    )
    put(np.array([middle, neck]) + head * _disc(1, 12) * (1, 1 / TALL), inks[2])
    if rng.random() < 0.5:
        put(_box(middle - head, neck - head / TALL - 0.03, middle + head, neck - 0.1 * head), inks[1])


def _print_back(put: _Put, ink: Array, rng: np.random.Generator) -> None:
    """The faction's ink, darker, with stripes, slants or diamonds in it, or none, and perhaps a border."""
    ground = ink * rng.uniform(0.22, 0.75)
    pattern = ground * rng.uniform(0.75, 1.3)
    put(_box(0, 0, 1, 1), ground)
    kind, apart = rng.integers(4), rng.uniform(0.08, 0.25)
    if kind == 0:
        for down in np.arange(0, 1, apart):
            put(_box(0, down, 1, min(1, down + 0.05)), pattern)
    elif kind == 1:
        for down in np.arange(-0.5, 1, apart):
            slant = [(0, down), (1, down + 0.45), (1, down + 0.45 + apart / 2), (0, down + apart / 2)]
            put(np.clip(slant, 0, 1), pattern)
    elif kind == 2:
        for across in np.arange(0.1, 1, 0.25):
            for down in np.arange(0.06, 1, 0.13):
                put(np.array([across, down]) + _disc(1, 4) * (0.08, 0.03), pattern)
    if rng.random() < 0.4:
        wide, border = rng.uniform(0.04, 0.1), ground * rng.uniform(0.5, 1.6)
        for left in (0, 1 - wide):
            put(_box(left, 0, left + wide, 1), border)
        for top in (0, 1 - wide / TALL):
            put(_box(0, top, 1, top + wide / TALL), border)


def draw_loose(
    picture: EvenPicture, view: View, place_in: Array, light: Light, rng: np.random.Generator
) -> None:
    """A coin, a die, a playing card or a scrap of print, lying about."""
    kind, turn = rng.choice(["coin", "die", "card", "scrap", "scrap"]), rng.uniform(0, 2 * np.pi)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])

    def at(shape: Array | list[tuple[float, float]], z_in: float) -> Floats:
        return _at(picture, view, np.asarray(shape) @ turned.T + place_in, z_in)

    if kind == "coin":
        radius = rng.uniform(0.34, 0.5)
        metal = (COPPER if rng.random() < 0.5 else SILVER) * rng.uniform(0.3, 1.2)
        sheet = _Sheet(picture.colour, at(_disc(radius), 0.0))
        sheet.fill(at(_disc(radius), 0.0), 0.3 * metal)
        sheet.fill(at(_disc(radius), PENNY_THICKNESS_IN), metal)
        sheet.fill(at(_disc(radius / 2), PENNY_THICKNESS_IN), metal * rng.uniform(0.6, 1.4))
    elif kind == "die":
        high = rng.uniform(0.45, 0.75)
        square, ink, pip = np.array(_box(-0.5, -0.5, 0.5, 0.5)) * high, _any_colour(rng), _any_colour(rng)
        solid = np.concatenate([at(square, 0.0), at(square, high)])
        sheet = _Sheet(picture.colour, solid)
        sheet.fill(np.asarray(cv2.convexHull(solid)[:, 0], np.float32), ink * rng.uniform(0.3, 0.8))
        sheet.fill(at(square, high), ink)
        for _ in range(rng.integers(1, 7)):
            sheet.fill(at(rng.uniform(-0.3, 0.3, 2) * high + _disc(0.07 * high), high), pip)
    else:
        size = np.array([2.5, 3.5]) if kind == "card" else rng.uniform(0.5, (1.2, 1.8))
        card = np.array(_box(-0.5, -0.5, 0.5, 0.5)) * size
        sheet = _Sheet(picture.colour, at(card, 0.0))
        sheet.fill(at(card, 0.01), _any_colour(rng) * rng.uniform(0.3, 1))
        if rng.random() < 0.7:
            inner = _any_colour(rng) if rng.random() < 0.5 else CARD * rng.uniform(0.6, 1.1)
            sheet.fill(at(card * (0.88, 0.92), 0.01), inner)
        if rng.random() < 0.7:
            sheet.fill(at(card * 0.4, 0.01), _any_colour(rng))
    sheet.lay(picture.colour, light, rng)
