"""Corners of dark squares on white, far finer than a pixel: lines along their edges, fitted in linear light.

Blur, focus and the sensor spread light before the camera turns it into sRGB; sought in sRGB values a black
square looks a third of a pixel smaller on each side than it is. In linear light the spread is even on both
sides of an edge, and the area under its profile says where the edge is, however soft it is.

The four corners of a square are fitted together: each sample of an edge says how far the line between two
corners has to move. Where a square is partly hidden, what is known of its shape holds the hidden corners.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Light = NDArray[np.float32]
"""A picture (H, W) in linear light, 0 to 1."""

CELLS = 8
"""A square's side in cells; the border within it and the quiet zone around it are one cell wide each."""

_ALONG = np.linspace(0.08, 0.92, 22)  # along a side, clear of the corners that blur rounds off
_SIDES, _AFTER, _BEFORE = (
    (0, 1, 2, 3),
    (1, 2, 3, 0),
    (3, 0, 1, 2),
)  # corners, or sides, and those next to each
_SHARES = np.stack([1 - _ALONG, _ALONG], axis=1)  # in which a sample moves with the corners of its side
_SHARES_OF_PAIRS = np.stack([_SHARES[:, 0] ** 2, _SHARES[:, 0] * _SHARES[:, 1], _SHARES[:, 1] ** 2], axis=1)
_ACROSS = np.linspace(-1.0, 1.0, 13)  # across an edge, in units of the reach
_STEP = _ACROSS[1] - _ACROSS[0]
_SEARCH_CELLS = 1.5
_REACH_CELLS, _REACH_PX = 0.5, 1.6  # a wider reach would take in the glow of whites farther off
_FADE_SEARCH_PX, _FADE_PX = 0.8, 0.3  # where a sample's pull begins to fade as an outlier's
_SETTLED_PX = 0.1  # corners that moved no further are where another pass would leave them
_REWEIGHTINGS = 4
_LEAST_SPREAD_PX = 0.05
_FLOOR_PX = 0.043  # what sampling, sharpening and compression leave however many samples there are
_CORRELATED = 1.7  # neighbouring samples share pixels, so their errors average out this much less


@dataclass(frozen=True)
class Slack:
    """How far a square may be from what is expected of it, one standard deviation each, in pixels.

    `shift_px` of the whole square, `turn_px` of a corner by a turn about the middle, `shape_px` of each
    corner by itself.
    """

    shift_px: float
    turn_px: float
    shape_px: float


LOOSE = Slack(shift_px=0.0, turn_px=0.0, shape_px=5.0)
"""Nothing is known of the square: each corner goes where its two edges meet."""


@dataclass(frozen=True, eq=False)
class Squares:
    """N fitted squares.

    `corners_px` (N, 4, 2); `covariance_px2` (N, 8, 8) of their coordinates, x and y in turn; `seen` (N, 4)
    the share of each side that shows an edge where the fit has it.
    """

    corners_px: Array
    covariance_px2: Array
    seen: Array


def fit_squares(light: Light, expected_px: Array, slack: Slack = LOOSE, search: bool = True) -> Squares:
    """Fit dark squares on white near `expected_px` (N, 4, 2), clockwise in the picture.

    They are found within about a cell, or without the `search` within half a cell.
    """
    expected = np.asarray(expected_px, float).reshape(-1, 4, 2)
    if not len(expected):
        return Squares(expected, np.empty((0, 8, 8)), np.empty((0, 4)))
    cell_px = np.linalg.norm(expected[:, _AFTER] - expected, axis=2).mean(1) / CELLS
    stiffness = _stiffness(expected, slack)
    corners = expected
    passes = [(_locate_edges, _FADE_PX)] * 2
    if search:
        passes.insert(0, (_search_edges, _FADE_SEARCH_PX))
    for find, fade_px in passes:
        outward = outward_normals(corners)
        offsets, trust = find(light, corners, outward, cell_px)
        back = (expected - corners).reshape(-1, 8)
        move, covariance, seen = _move(offsets, trust, outward, fade_px, stiffness, back)
        corners = corners + move
        if find is _locate_edges and np.abs(move).max() < _SETTLED_PX:
            break
    return Squares(corners, covariance + _FLOOR_PX**2 * np.eye(8), seen)


def sample(light: Light, x_px: Light, y_px: Light) -> Light:
    """The picture's values at columns and rows (N, ...), bilinear; beyond its edge the last pixel goes on."""
    flat = (len(x_px), -1)
    values = cv2.remap(
        light, x_px.reshape(flat), y_px.reshape(flat), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(values, np.float32).reshape(x_px.shape)


def within(light: Light, corners_px: Array) -> NDArray[np.bool_]:
    """Which squares (N, 4, 2) lie in the picture altogether."""
    height, width = light.shape
    return np.asarray(((corners_px >= 0) & (corners_px <= (width - 1, height - 1))).all(axis=(1, 2)))


def _stiffness(corners: Array, slack: Slack) -> Array:
    """Inverse covariance (N, 8, 8) of the corners' moves, x and y in turn."""
    arms = corners - corners.mean(1, keepdims=True)
    arms /= np.linalg.norm(arms, axis=2).mean(1)[:, None, None]
    turn = np.stack([-arms[..., 1], arms[..., 0]], axis=-1).reshape(-1, 8)
    shift = np.tile(np.eye(2), (4, 4))
    covariance = (
        slack.shift_px**2 * shift
        + slack.turn_px**2 * turn[:, :, None] * turn[:, None, :]
        + slack.shape_px**2 * np.eye(8)
    )
    return np.linalg.inv(covariance)


def outward_normals(corners: Array) -> Array:
    """Unit normals (N, 4, 2) of the sides, each from its corner to the next."""
    side = corners[:, _AFTER] - corners
    across = np.stack([side[..., 1], -side[..., 0]], -1)
    return across / np.hypot(side[..., 0], side[..., 1])[..., None]


def edge_profiles(
    light: Light,
    corners: Array,
    outward: Array,
    reach_px: Array,
    along: Array = _ALONG,
    across: Array = _ACROSS,
) -> Light:
    """Light across the sides (N, 4, along, across) of squares (N, 4, 2), from inside to outside.

    `along` are shares of a side, `across` shares of the reach (N, 4) or (N, 1).
    """
    side = corners[:, _AFTER] - corners
    on_side = (corners[:, :, None] + side[:, :, None] * along[:, None]).astype(np.float32)
    off = ((outward * reach_px[..., None])[:, :, None] * across[:, None]).astype(np.float32)
    x, y = (on_side[..., None, axis] + off[:, :, None, :, axis] for axis in (0, 1))
    return sample(light, x, y)


def _search_edges(light: Light, corners: Array, outward: Array, cell_px: Array) -> tuple[Array, Array]:
    """Offsets outward (N, 4, along) of the steepest rise from dark to light, and how far to trust each."""
    reach_px = _SEARCH_CELLS * cell_px
    profiles = edge_profiles(light, corners, outward, reach_px[:, None])
    width = 3
    sums = np.cumsum(np.concatenate([np.zeros((*profiles.shape[:-1], 1)), profiles], -1), -1)
    means = (sums[..., width:] - sums[..., :-width]) / width
    rises = means[..., width:] - means[..., :-width]
    steepest = rises.argmax(-1)
    rise = np.take_along_axis(rises, steepest[..., None], -1)[..., 0]
    offsets = (_ACROSS[0] + (steepest + width - 0.5) * _STEP) * reach_px[:, None, None]
    usual = np.percentile(rise.reshape(len(rise), -1), 60, axis=1)[:, None, None]
    return offsets, np.clip(rise / np.maximum(usual, 1e-6) - 0.3, 0, 1)


def _locate_edges(light: Light, corners: Array, outward: Array, cell_px: Array) -> tuple[Array, Array]:
    """Offsets outward (N, 4, along) by the area under the profiles, and 1 where there is an edge, else 0."""
    reach_px = np.minimum(_REACH_CELLS * cell_px, _REACH_PX)
    profiles = edge_profiles(light, corners, outward, reach_px[:, None])
    ends = np.stack([profiles[..., :2].mean(-1), profiles[..., -2:].mean(-1)], -1)
    dark, white = np.moveaxis(np.median(ends, axis=2), -1, 0)[..., None]
    contrast = np.median(white - dark, axis=1)[:, None]
    step = np.maximum(white - dark, np.maximum(0.3 * contrast, 1e-6))
    shares = (profiles - dark[..., None]) / step[..., None]
    area = (shares.sum(-1) - (shares[..., 0] + shares[..., -1]) / 2) * _STEP
    ends = (ends - dark[..., None]) / step[..., None]
    there = (np.abs(ends[..., 0]) < 0.5) & (np.abs(ends[..., 1] - 1) < 0.5) & (white - dark > 0.4 * contrast)
    return (1 - area) * reach_px[:, None, None], there.astype(float)


def _move(
    offsets: Array, trust: Array, outward: Array, fade_px: float, stiffness: Array, back: Array
) -> tuple[Array, Array, Array]:
    """The corners' moves (N, 4, 2) that fit best, their covariance (N, 8, 8), and `Squares.seen`.

    `back` (N, 8) is the move that would lead to what is expected. Each sample of an edge lies between two
    corners, and moves with both, across the edge, in the shares in which it is near to them.
    """
    weights, variance = trust, np.full(trust.shape[:2], fade_px**2)
    across = outward[..., :, None] * outward[..., None, :]
    pull_back = stiffness @ back[..., None]
    for _ in range(_REWEIGHTINGS):
        # Each side by its own spread: one in a shadow or beside something else counts for less.
        sharpness = weights / variance[..., None]
        inverse = stiffness + _of_sides(sharpness @ _SHARES_OF_PAIRS, across)
        pull = ((sharpness * offsets) @ _SHARES)[..., None] * outward[:, :, None]
        right = pull[:, :, 0] + pull[:, _BEFORE, 1]
        move = np.linalg.solve(inverse, right.reshape(-1, 8, 1) + pull_back).reshape(-1, 4, 2)
        ends = np.stack([(move * outward).sum(2), (move[:, _AFTER] * outward).sum(2)], axis=2)
        residuals = offsets - ends @ _SHARES.T
        weights = trust / (1 + (residuals / fade_px) ** 2)
        total, squares = weights.sum(2), (weights * residuals**2).sum(2)
        variance = _CORRELATED**2 * np.maximum(squares / np.maximum(total, 1), _LEAST_SPREAD_PX**2)
    return np.asarray(move, float), np.asarray(np.linalg.inv(inverse), float), total / len(_ALONG)


def _of_sides(weights: Array, across: Array) -> Array:
    """What the sides' samples say of the corners' moves: inverse covariances (N, 8, 8).

    `weights` (N, 4, 3) are those of a side's first corner, of both its corners together, and of its second;
    `across` (N, 4, 2, 2) is each side's normal times itself.
    """
    first, both, second = (weights[..., k, None, None] * across for k in range(3))
    inverse = np.zeros((len(weights), 4, 2, 4, 2))
    inverse[:, _SIDES, :, _SIDES] = (first + second[:, _BEFORE]).swapaxes(0, 1)
    inverse[:, _SIDES, :, _AFTER] = inverse[:, _AFTER, :, _SIDES] = both.swapaxes(0, 1)
    return inverse.reshape(-1, 8, 8)
