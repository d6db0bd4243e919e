"""A capped figure as the eye sees it: a card folded to an A over a penny, a cap on its fold, and its shadow.

Drawn by asking, for each part of each pixel, what its line of sight meets first. In the figure's own frame
`ahead` is the way it faces and `left` is along its fold.
"""

import math
from dataclasses import dataclass

import cv2
import msgspec
import numpy as np
import numpy.typing as npt
from pennysight.calibration.printspec import (
    CAP_CODES,
    CAP_DIAMETER_IN,
    CAP_RIM_IN,
    CAP_SECTOR_CENTRES_DEG,
    CAP_SECTOR_DEG,
    FACTION_SRGB,
    FEET_APART_IN,
    FOLD_HEIGHT_IN,
    FOLD_LENGTH_IN,
    HAT_CODES,
    HAT_DIAMETER_IN,
    HAT_RINGS_IN,
    PENNY_DIAMETER_IN,
    PENNY_THICKNESS_IN,
)
from pennysight.vision.simulated.board import brightness
from pennysight.vision.simulated.eye import Eye, Floats, Rect
from pennysight.vision.simulated.light import Lamp, Linear, ink_light

SAMPLES = 4  # each way in a pixel
SHADOW_SAMPLES = 2
SHADOW_EDGE_IN = 0.07  # half the width of its soft edge
SHADOW_DEPTH = 0.5
WHITE_INK = ink_light((245, 245, 245))
BLACK_INK = ink_light((24, 24, 24))
PAPER = ink_light((238, 230, 212))
INSIDE = ink_light((160, 154, 143))  # in its own shade
COPPER = ink_light((176, 112, 72))
COPPER_EDGE = ink_light((112, 66, 40))
HAT_OVER_FOLD_IN = 0.04
PENNY_RINGS = 3  # the coin's rim is drawn as this many discs
FRAME_IN = 0.07

Mask = npt.NDArray[np.bool_]


class Pose(msgspec.Struct, frozen=True):
    """A figure as it stands: the middle of its penny, the way it faces, and how far a hand has lifted it.

    `hat` is the kind of hat it wears over its cap and the faction that placed it. A figure that is not
    `capped` may be of a set with other colours, `srgb`.
    """

    id: str
    faction: str
    number: int
    x_in: float
    y_in: float
    facing_deg: float
    z_in: float = 0.0
    hat: tuple[str, str] | None = None
    capped: bool = True
    srgb: tuple[int, int, int] | None = None


@dataclass(frozen=True, eq=False)
class Layer:
    """Something over the board in a piece of the picture: its light (h, w, 3), already weighted by the share
    of each pixel that it covers (h, w); and what share of the board's light its shadow leaves, elsewhere.
    """

    rect: Rect
    light: Linear
    cover: npt.NDArray[np.float32]
    shadow_rect: Rect
    shadow: npt.NDArray[np.float32]


def draw_figure(eye: Eye, lamp: Lamp, pose: Pose) -> Layer:
    """The figure's layer."""
    rect = eye.around(_hull(pose), 2)
    light, seen = _colours(eye, lamp, pose, eye.slopes(rect, SAMPLES))
    light *= brightness(eye, lamp, rect, SAMPLES)[..., None]
    size = (rect.right - rect.left, rect.bottom - rect.top)
    shadow_rect, shadow = _shadow(eye, lamp, pose)
    return Layer(
        rect,
        np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), np.float32),
        np.asarray(cv2.resize(seen.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32),
        shadow_rect,
        shadow,
    )


def _colours(eye: Eye, lamp: Lamp, pose: Pose, slopes: npt.NDArray[np.float32]) -> tuple[Linear, Mask]:
    """What each line of sight meets, as a share of white paper's light, and whether it meets anything."""
    c, s = math.cos(math.radians(pose.facing_deg)), math.sin(math.radians(pose.facing_deg))
    turn = np.array([[c, -s], [s, c]])  # columns: ahead, left
    run = slopes @ turn.astype(np.float32)
    start = (eye.centre[:2] - (pose.x_in, pose.y_in)) @ turn
    height = float(eye.centre[2])
    at_in = np.array([pose.x_in, pose.y_in, pose.z_in])
    light = np.zeros((*slopes.shape[:2], 3), np.float32)
    seen = np.zeros(slopes.shape[:2], bool)

    def meet(z: npt.NDArray[np.float32] | float) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        return start[0] + (height - z) * run[..., 0], start[1] + (height - z) * run[..., 1]

    def put(where: Mask, ink: npt.NDArray[np.float32] | tuple[float, float, float]) -> None:
        light[where] = ink
        seen[where] = True

    for n in range(PENNY_RINGS + 1):
        ahead, left = meet(pose.z_in + PENNY_THICKNESS_IN * n / PENNY_RINGS)
        put(np.hypot(ahead, left) <= PENNY_DIAMETER_IN / 2, COPPER if n == PENNY_RINGS else COPPER_EDGE)

    feet, fold = pose.z_in + PENNY_THICKNESS_IN, pose.z_in + FOLD_HEIGHT_IN
    lean = FEET_APART_IN / 2 / (fold - feet)  # run of a face for each inch of height
    met = np.full(slopes.shape[:2], -np.inf, np.float32)
    for side in (1, -1):  # the front, then the back
        z = (side * lean * fold - start[0] - height * run[..., 0]) / (side * lean - run[..., 0])
        _, left = meet(z)
        hit = (z >= feet) & (z <= fold) & (np.abs(left) <= FOLD_LENGTH_IN / 2) & (z > met)
        met[hit] = z[hit]
        normal = np.array([side * c, side * s, lean]) / math.hypot(1, lean)
        outside = hit & (side * run[..., 0] < lean)
        share = np.float32(lamp.on_face(normal, at_in))
        up = (z - feet) / (fold - feet)
        put(outside, share * _face(side, pose, left[outside], up[outside]))
        put(hit & ~outside, INSIDE)

    if pose.capped:
        ahead, left = meet(fold)
        on_cap = np.hypot(ahead, left) <= CAP_DIAMETER_IN / 2
        put(on_cap, _cap(pose, ahead[on_cap], left[on_cap]))
    if pose.hat:
        off = np.hypot(*meet(fold + HAT_OVER_FOLD_IN))
        on_hat = off <= HAT_DIAMETER_IN / 2
        put(on_hat, _hat(*pose.hat, off[on_hat]))
    return light, seen


def _face(
    side: int, pose: Pose, left: npt.NDArray[np.float32], up: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    """A face's print at `left` inches from its middle line and `up` of the way from its foot to the fold."""
    colour = np.array(ink_light(pose.srgb or FACTION_SRGB[pose.faction]))
    tall = math.hypot(FOLD_HEIGHT_IN - PENNY_THICKNESS_IN, FEET_APART_IN / 2)
    high = up * tall
    if side < 0:
        stripe = np.sin((left + high) * 24) > 0.4
        return np.where(stripe[:, None], 0.42 * colour, 0.26 * colour).astype(np.float32)
    print_ = np.tile(np.array(PAPER, np.float32), (len(left), 1))
    body = (np.abs(left) < 0.12 + 0.12 * (1.05 - high)) & (high > 0.22) & (high < 1.05)
    head = np.hypot(left, high - 1.2) < 0.15
    print_[body | head] = 0.5 * colour
    print_[(np.abs(left) < 0.3) & (high > 0.11) & (high < 0.17)] = BLACK_INK
    frame = (np.abs(left) > FOLD_LENGTH_IN / 2 - FRAME_IN) | (high < FRAME_IN) | (high > tall - FRAME_IN)
    print_[frame] = colour
    return print_


def _cap(
    pose: Pose, ahead: npt.NDArray[np.float32], left: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    """A cap's print: rim, faction ahead, code behind."""
    print_ = np.tile(np.array(ink_light(FACTION_SRGB[pose.faction]), np.float32), (len(ahead), 1))
    angle = np.degrees(np.arctan2(left, ahead)) % 360
    for centre, black in zip(CAP_SECTOR_CENTRES_DEG, CAP_CODES[pose.number], strict=True):
        print_[np.abs(angle - centre) <= CAP_SECTOR_DEG / 2] = BLACK_INK if black else WHITE_INK
    print_[np.hypot(ahead, left) > CAP_DIAMETER_IN / 2 - CAP_RIM_IN] = WHITE_INK
    return print_


def _hat(kind: str, faction: str, off: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """A hat's print at distances from its middle."""
    inks = {"white": WHITE_INK, "black": BLACK_INK, "colour": ink_light(FACTION_SRGB[faction])}
    zones = np.array([inks[ink] for ink in (*HAT_CODES[kind], "colour", "white")], np.float32)
    return zones[np.searchsorted(np.array(HAT_RINGS_IN), off)]


def _hull(pose: Pose) -> Floats:
    """Points round the figure, (N, 3)."""
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    ring = 0.55 * np.stack([np.cos(turn), np.sin(turn)], 1) + (pose.x_in, pose.y_in)
    heights = (pose.z_in, pose.z_in + FOLD_HEIGHT_IN)
    return np.concatenate([np.column_stack([ring, np.full(len(ring), z)]) for z in heights])


def _shadow(eye: Eye, lamp: Lamp, pose: Pose) -> tuple[Rect, npt.NDArray[np.float32]]:
    c, s = math.cos(math.radians(pose.facing_deg)), math.sin(math.radians(pose.facing_deg))
    at = np.array([pose.x_in, pose.y_in, pose.z_in])

    def placed(ahead: Floats, left: Floats, z: Floats) -> Floats:
        return at + np.stack([c * ahead - s * left, s * ahead + c * left, z], 1)

    half = FOLD_LENGTH_IN / 2
    left = np.array([half, -half] * 3)
    ahead = np.repeat([0.0, FEET_APART_IN / 2, -FEET_APART_IN / 2], 2)
    z = np.repeat([FOLD_HEIGHT_IN, PENNY_THICKNESS_IN, PENNY_THICKNESS_IN], 2)
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    disc = (np.cos(turn) * CAP_DIAMETER_IN / 2, np.sin(turn) * CAP_DIAMETER_IN / 2)
    shapes = [placed(ahead, left, z)]
    shapes += [placed(*disc, np.full(24, high)) for high in (FOLD_HEIGHT_IN, PENNY_THICKNESS_IN)]
    fallen = [lamp.shadow(shape) for shape in shapes]
    return soften(eye, fallen, SHADOW_EDGE_IN)


def soften(eye: Eye, fallen: list[Floats], edge_in: float) -> tuple[Rect, npt.NDArray[np.float32]]:
    """The share of light left on the board by shadows with these hulls, (N, 3) each, with a soft edge."""
    edge_px = edge_in * eye.scale(fallen[0].mean(axis=0))
    rect = eye.around(np.concatenate(fallen), math.ceil(3 * edge_px) + 1)
    if rect.empty:
        return rect, np.ones((0, 0), np.float32)
    mask = np.zeros((rect.bottom - rect.top, rect.right - rect.left), np.float32)
    shift = 4
    for hull in fallen:
        pixels = (eye.project(hull) - (rect.left, rect.top)) * (1 << shift)
        convex = cv2.convexHull(np.round(pixels).astype(np.int32))
        cv2.fillConvexPoly(mask, convex, (1.0,), cv2.LINE_AA, shift)
    soft = cv2.GaussianBlur(mask, (0, 0), edge_px)
    return rect, np.asarray(1 - SHADOW_DEPTH * soft, np.float32)
