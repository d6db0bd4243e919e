"""A hand and its arm over the table: rounded limbs between joints, shaded as if round, with a soft shadow."""

import math
from dataclasses import dataclass

import cv2
import msgspec
import numpy as np
import numpy.typing as npt
from pennysight.vision.simulated.board import brightness
from pennysight.vision.simulated.eye import Eye, Floats, Rect
from pennysight.vision.simulated.figures import Layer
from pennysight.vision.simulated.light import Lamp, ink_light

SKIN = ink_light((214, 160, 128))
SLEEVE = ink_light((58, 66, 84))
CUFF = ink_light((206, 204, 198))
SHADOW_EDGE_IN = 0.5
SHADOW_DEPTH = 0.42


class Reach(msgspec.Struct, frozen=True):
    """A hand whose fingertips close on a point; its arm goes back from there in a direction."""

    x_in: float
    y_in: float
    z_in: float
    arm_deg: float


@dataclass(frozen=True)
class Limb:
    """A round limb from joint to joint: places in the board frame, radii."""

    start_in: Floats
    end_in: Floats
    start_radius_in: float
    end_radius_in: float
    ink: tuple[float, float, float]


def draw_hand(eye: Eye, lamp: Lamp, reach: Reach) -> Layer:
    """The hand's layer."""
    limbs = _limbs(reach)
    rect = _around(eye, limbs)
    size = (max(0, rect.bottom - rect.top), max(0, rect.right - rect.left))
    light, cover = np.zeros((*size, 3), np.float32), np.zeros(size, np.float32)
    for limb in limbs:
        _paint(eye, limb, rect, light, cover)
    if not rect.empty:
        light *= brightness(eye, lamp, rect)[..., None]
    shadow_rect, shadow = _shadow(eye, lamp, limbs)
    return Layer(rect, light, cover, shadow_rect, shadow)


def _limbs(reach: Reach) -> list[Limb]:
    back = np.array([math.cos(math.radians(reach.arm_deg)), math.sin(math.radians(reach.arm_deg)), 0.0])
    side = np.array([-back[1], back[0], 0.0])
    up = np.array([0.0, 0.0, 1.0])
    tip = np.array([reach.x_in, reach.y_in, reach.z_in]) - 0.3 * back  # the fingers close over the cap
    wrist = tip + 4.1 * back + 1.2 * up
    palm = tip + 2.3 * back + 1.3 * up
    limbs = [
        Limb(wrist + 2.2 * back + 0.1 * up, tip + 40 * back + 3 * up, 1.25, 1.9, SLEEVE),
        Limb(wrist + 1.7 * back + 0.1 * up, wrist + 2.3 * back + 0.1 * up, 1.12, 1.2, CUFF),
        Limb(wrist + 1.8 * back, wrist, 0.95, 0.8, SKIN),
        Limb(wrist, palm + 0.35 * side, 0.8, 0.72, SKIN),
        Limb(wrist, palm - 0.45 * side, 0.8, 0.72, SKIN),
    ]
    thumb = tip - 0.42 * side
    limbs += [
        Limb(palm - 0.9 * side - 0.1 * up, tip + 1.0 * back - 0.85 * side + 0.4 * up, 0.42, 0.33, SKIN),
        Limb(tip + 1.0 * back - 0.85 * side + 0.4 * up, thumb, 0.33, 0.27, SKIN),
    ]
    for n, (bend, reaches) in enumerate(((0.28, 0.0), (0.2, 0.12), (0.02, 0.45), (-0.1, 0.85))):
        knuckle = palm + (0.62 - 0.36 * n + 0.2) * side
        middle = tip + (1.15 + reaches) * back + (0.7 - 0.3 * n + 0.1) * side + (1.0 - 0.1 * n) * up
        end = tip + reaches * back + bend * side + 0.12 * n * up
        limbs += [Limb(knuckle, middle, 0.34, 0.3, SKIN), Limb(middle, end, 0.3, 0.24, SKIN)]
    return limbs


def _around(eye: Eye, limbs: list[Limb]) -> Rect:
    rims = []
    for limb in limbs:
        a, b, a_px, b_px = _seen(eye, limb)
        rims += [a - a_px, a + a_px, b - b_px, b + b_px]
    left, top = np.floor(np.min(rims, axis=0)).astype(int)
    right, bottom = np.ceil(np.max(rims, axis=0)).astype(int)
    return Rect(int(left), int(top), int(right), int(bottom)).grown(2).within(eye.picture)


def _seen(eye: Eye, limb: Limb) -> tuple[Floats, Floats, float, float]:
    a, b = eye.project(np.stack([limb.start_in, limb.end_in]))
    return (
        a,
        b,
        limb.start_radius_in * eye.scale(limb.start_in),
        limb.end_radius_in * eye.scale(limb.end_in),
    )


def _paint(
    eye: Eye, limb: Limb, rect: Rect, light: npt.NDArray[np.float32], cover: npt.NDArray[np.float32]
) -> None:
    """Lay one limb over what is there."""
    a, b, a_px, b_px = _seen(eye, limb)
    low = np.floor(np.minimum(a - a_px, b - b_px)).astype(int) - 1
    high = np.ceil(np.maximum(a + a_px, b + b_px)).astype(int) + 2
    piece = Rect(int(low[0]), int(low[1]), int(high[0]), int(high[1])).within(rect)
    if piece.empty:
        return
    x = np.arange(piece.left, piece.right, dtype=np.float32)[None, :]
    y = np.arange(piece.top, piece.bottom, dtype=np.float32)[:, None]
    axis = b - a
    length = max(float(np.hypot(*axis)), 1e-6)
    ux, uy = axis / length
    along = np.clip(((x - a[0]) * ux + (y - a[1]) * uy) / length, 0, 1)
    radius = a_px + (b_px - a_px) * along
    distance = np.hypot(x - a[0] - along * axis[0], y - a[1] - along * axis[1])
    inside = np.clip(radius - distance + 0.5, 0, 1).astype(np.float32)
    rounded = np.sqrt(np.clip(1 - (distance / radius) ** 2, 0, 1))
    shade = (0.45 + 0.55 * rounded).astype(np.float32)
    rows = slice(piece.top - rect.top, piece.bottom - rect.top)
    columns = slice(piece.left - rect.left, piece.right - rect.left)
    ink = np.array(limb.ink, np.float32) * (shade * inside)[..., None]
    light[rows, columns] = light[rows, columns] * (1 - inside)[..., None] + ink
    cover[rows, columns] = cover[rows, columns] * (1 - inside) + inside


def _shadow(eye: Eye, lamp: Lamp, limbs: list[Limb]) -> tuple[Rect, npt.NDArray[np.float32]]:
    """Drawn at a quarter of the size: its edge is wide and soft."""
    fallen = []
    for limb in limbs:
        a, b = lamp.shadow(np.stack([limb.start_in, limb.end_in]))
        fallen.append(Limb(a, b, limb.start_radius_in * 1.05, limb.end_radius_in * 1.05, (1.0, 1.0, 1.0)))
    edge_px = SHADOW_EDGE_IN * eye.scale(fallen[0].start_in)
    rect = _around(eye, fallen).grown(math.ceil(2.5 * edge_px)).within(eye.picture)
    if rect.empty:
        return rect, np.ones((0, 0), np.float32)
    size = (rect.right - rect.left, rect.bottom - rect.top)
    mask = np.zeros((size[1], size[0]), np.float32)
    for limb in fallen:
        a, b, a_px, b_px = _seen(eye, limb)
        ends = np.round(np.stack([a, b]) - (rect.left, rect.top)).astype(int)
        width = max(1, round(a_px + b_px))
        cv2.line(mask, tuple(map(int, ends[0])), tuple(map(int, ends[1])), (1.0,), width)
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), edge_px / 4), size, interpolation=cv2.INTER_LINEAR)
    return rect, np.asarray(1 - SHADOW_DEPTH * soft, np.float32)
