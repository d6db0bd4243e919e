"""The still part of the picture: a wooden table and the tiles that lie on it, in linear light, unblurred."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from pennysight.calibration.printspec import TILE_SIDE_IN
from pennysight.calibration.tile_art import TileArt
from pennysight.vision.simulated.eye import Eye, Rect
from pennysight.vision.simulated.light import Lamp, Linear, ink_light
from pennysight.vision.simulated.printing import CORNER_REACH_IN, PX_PER_IN, Print

SAMPLES = 3  # each way in a pixel
CARD_IN = 0.06
WHITE = 0.95  # what white paper in full light makes of the camera's range
WOOD_PX_PER_IN = 14
WOOD_REACH_IN = 20.0  # beyond the board on each side
PLANK_IN = 5.5


@dataclass(frozen=True)
class LaidTile:
    """A tile where it lies: its south-west corner in the board frame, its turn about it, its side."""

    art: TileArt
    x_in: float
    y_in: float
    rotation_deg: float
    side_in: float = TILE_SIDE_IN


@dataclass(frozen=True)
class LaidCorner:
    """A corner piece with table markers: where its inner corner lies, and its turn about that."""

    name: str
    x_in: float
    y_in: float
    rotation_deg: float


@dataclass(frozen=True, eq=False)
class Flat:
    """Something printed that lies flat: where the point about which it is placed and turned lies.

    `corner_in` is the print's south-west corner seen from there, all as drawn, before it was printed `scale`
    times as large.
    """

    print: Print
    corner_in: tuple[float, float]
    x_in: float
    y_in: float
    rotation_deg: float
    scale: float = 1.0


def laid_tile(tile: LaidTile, print_: Print) -> Flat:
    """A tile with its print."""
    return Flat(print_, (0.0, 0.0), tile.x_in, tile.y_in, tile.rotation_deg, tile.side_in / TILE_SIDE_IN)


def laid_corner(corner: LaidCorner, print_: Print) -> Flat:
    """A corner piece with its print."""
    return Flat(print_, (-CORNER_REACH_IN, -CORNER_REACH_IN), corner.x_in, corner.y_in, corner.rotation_deg)


def draw_board(eye: Eye, lamp: Lamp, flats: list[Flat], wood: Linear, size_in: tuple[float, float]) -> Linear:
    """The whole picture (H, W, 3) without anything that stands on the tiles."""
    light = np.zeros((eye.picture.bottom, eye.picture.right, 3), np.float32)
    share = np.zeros(light.shape[:2], np.float32)  # of each pixel, that sees something printed
    for flat in flats:
        rect = _around(eye, flat)
        if not rect.empty:
            flat_light, flat_share = _print_seen(eye, flat, rect)
            light[rect.slices] += flat_light
            share[rect.slices] += flat_share
    light += np.maximum(1 - share, 0)[..., None] * _wood_seen(eye, wood, size_in)
    light /= np.maximum(share, 1)[..., None]  # where tiles overlap
    return np.asarray(light * brightness(eye, lamp, eye.picture)[..., None])


def draw_flat(eye: Eye, lamp: Lamp, flat: Flat) -> tuple[Rect, Linear, npt.NDArray[np.float32]]:
    """One print alone: the piece of the picture that shows it, its light there, and what it covers."""
    rect = _around(eye, flat)
    if rect.empty:
        return rect, np.zeros((0, 0, 3), np.float32), np.zeros((0, 0), np.float32)
    light, share = _print_seen(eye, flat, rect)
    return rect, np.asarray(light * brightness(eye, lamp, rect)[..., None], np.float32), share


def brightness(eye: Eye, lamp: Lamp, rect: Rect, samples: int = 1) -> npt.NDArray[np.float32]:
    """What the lamp, and the lens that darkens toward its edge, make of white paper lying on the board."""
    slopes = eye.slopes(rect, samples)
    reach = slopes * np.float32(eye.centre[2])
    fall = 1 / (1 + 0.35 * (slopes[..., 0] ** 2 + slopes[..., 1] ** 2)) ** 2
    light = lamp.on_board(
        reach[..., 0] + np.float32(eye.centre[0]), reach[..., 1] + np.float32(eye.centre[1])
    )
    return np.asarray(WHITE * light * fall, np.float32)


def _around(eye: Eye, flat: Flat) -> Rect:
    """The piece of the picture that shows it."""
    height, width = (side / PX_PER_IN for side in flat.print.look.shape[:2])
    edge = np.linspace(0, 1, 9)
    rim = np.concatenate([np.stack([edge, 0 * edge + side], 1) for side in (0, 1)])
    rim = (np.concatenate([rim, rim[:, ::-1]]) * (width, height) + flat.corner_in) * flat.scale
    c, s = math.cos(math.radians(flat.rotation_deg)), math.sin(math.radians(flat.rotation_deg))
    x, y = flat.x_in + c * rim[:, 0] - s * rim[:, 1], flat.y_in + s * rim[:, 0] + c * rim[:, 1]
    return eye.around(np.stack([x, y, 0 * x], 1), 1)


def _print_seen(eye: Eye, flat: Flat, rect: Rect) -> tuple[Linear, npt.NDArray[np.float32]]:
    """The print in the pixels of `rect`, weighted by the share of each that sees it; the share."""
    board_in = eye.slopes(rect, SAMPLES) * np.float32(eye.centre[2]) + eye.centre[:2].astype(np.float32)
    c, s = math.cos(math.radians(flat.rotation_deg)), math.sin(math.radians(flat.rotation_deg))
    east, north = board_in[..., 0] - np.float32(flat.x_in), board_in[..., 1] - np.float32(flat.y_in)
    x = (c * east + s * north) / np.float32(flat.scale) - np.float32(flat.corner_in[0])
    y = (c * north - s * east) / np.float32(flat.scale) - np.float32(flat.corner_in[1])
    height, width = (side / PX_PER_IN for side in flat.print.look.shape[:2])
    column = (x * PX_PER_IN - 0.5).astype(np.float32)
    row = ((height - y) * PX_PER_IN - 0.5).astype(np.float32)
    look = cv2.remap(flat.print.look, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    on = (x >= 0) & (x <= width) & (y >= 0) & (y <= height)
    if flat.print.card is not None:
        on &= cv2.remap(flat.print.card, column, row, cv2.INTER_NEAREST) > 0
    size = (rect.right - rect.left, rect.bottom - rect.top)
    light = cv2.resize(look * on[..., None], size, interpolation=cv2.INTER_AREA)
    share = cv2.resize(on.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    return np.asarray(light / 65535, np.float32), np.asarray(share, np.float32)


def _wood_seen(eye: Eye, wood: Linear, size_in: tuple[float, float]) -> Linear:
    """The table top, a card's thickness below the prints; it has no edges that need finer sampling."""
    place = eye.slopes(eye.picture, 1) * np.float32(eye.centre[2] + CARD_IN) + eye.centre[:2].astype(
        np.float32
    )
    column = (place[..., 0] + WOOD_REACH_IN) * WOOD_PX_PER_IN - 0.5
    row = (size_in[1] + WOOD_REACH_IN - place[..., 1]) * WOOD_PX_PER_IN - 0.5
    seen = cv2.remap(wood, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.float32)


def make_wood(size_in: tuple[float, float], rng: np.random.Generator) -> Linear:
    """Planks that run east-west, with grain, seams, and the tiles' shade round the board's edge."""
    width, height = (round((size + 2 * WOOD_REACH_IN) * WOOD_PX_PER_IN) for size in size_in)
    grain = np.zeros((height, width), np.float32)
    for along_px, across_px, weight in ((90, 1.2, 0.5), (40, 0.7, 0.3), (200, 6.0, 0.6)):
        streaks = rng.standard_normal((height, width // along_px), np.float32)
        soft = cv2.GaussianBlur(streaks, (0, 0), 0.8, sigmaY=across_px)
        grain += weight / soft.std() * cv2.resize(soft, (width, height), interpolation=cv2.INTER_CUBIC)
    plank = np.arange(height) // round(PLANK_IN * WOOD_PX_PER_IN)
    tone = 1 + 0.12 * rng.standard_normal(plank.max() + 1)
    seam = np.arange(height) % round(PLANK_IN * WOOD_PX_PER_IN) < 2
    light = (1 + 0.16 * grain) * tone[plank][:, None] * np.where(seam, 0.45, 1.0)[:, None]
    x = (np.arange(width) + 0.5) / WOOD_PX_PER_IN - WOOD_REACH_IN
    y = (np.arange(height) + 0.5) / WOOD_PX_PER_IN - WOOD_REACH_IN
    beyond_x = np.maximum(np.abs(x - size_in[0] / 2) - size_in[0] / 2, 0)
    beyond_y = np.maximum(np.abs(y - size_in[1] / 2) - size_in[1] / 2, 0)
    shade = 1 - 0.6 * np.exp(-((np.hypot(beyond_x[None], beyond_y[:, None]) / 0.22) ** 2))
    colour = np.array(ink_light((122, 84, 56)))
    return np.asarray(np.clip((light * shade)[..., None] * colour, 0, 1), np.float32)
