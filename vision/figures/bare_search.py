"""Rough poses of bare figures made exact: as the network that looks at faces says, then by their edges."""

from collections.abc import Mapping

import numpy as np
from pennysight.vision.figures.bare_fit import fit_bare
from pennysight.vision.figures.bare_judge import judged
from pennysight.vision.figures.bare_model import BareModel
from pennysight.vision.figures.bare_net import Net
from pennysight.vision.figures.colour_maps import ColourMaps
from pennysight.vision.figures.level import Array

LOOKS_TAKEN = 3
FURTHEST = np.array([0.2, 0.2, 0.5])
"""No look moves a pose further than this (in, in, radians)."""
EXACT_SD, EXACT_STEPS = (0.04, 0.04, 0.1), 4
"""How far off poses (in, in, radians) are that the network put right, and the steps of the fit after it."""
NOISE_FACTOR = 2.0
"""Neighbouring points of an edge are not independent."""


def exact_poses(
    face: Net, model: BareModel, maps: ColourMaps, poses: Array, inks: Mapping[str, Array]
) -> tuple[Array, Array]:
    """Rough poses (N, 3) made exact, N at least 1: with covariances (N, 3, 3) in inches and radians."""
    for _ in range(LOOKS_TAKEN):
        look = judged(face, model, maps, poses, inks)
        poses = moved(poses, look.off)
    by_edges, of_edges = fit_bare(model, maps.picture, poses, EXACT_STEPS, EXACT_SD)
    return _together(poses, _turned(look.off_sd, poses[:, 2]), by_edges, of_edges * NOISE_FACTOR**2)


def _turned(sd: Array, facing_rad: Array) -> Array:
    """Covariances (N, 3, 3) on the board of deviations (N, 3) forward, to the left and of the turn."""
    cos, sin, none, one = np.cos(facing_rad), np.sin(facing_rad), 0 * facing_rad, 1 + 0 * facing_rad
    turn = np.array([[cos, -sin, none], [sin, cos, none], [none, none, one]]).transpose(2, 0, 1)
    return np.asarray((turn * sd[:, None] ** 2) @ turn.transpose(0, 2, 1))


def _together(poses: Array, covariance: Array, others: Array, of_others: Array) -> tuple[Array, Array]:
    """What poses (N, 3) and others of the same figures tell together, with the covariance (N, 3, 3)."""
    gain = covariance @ np.linalg.inv(covariance + of_others)
    off = (gain @ (others - poses)[..., None])[..., 0]
    return poses + off, covariance - gain @ covariance


def moved(poses: Array, off: Array) -> Array:
    """Poses (N, 3) moved forward, to the left (in), and turned (radians), by `off` (N, 3)."""
    forward, left, turn = np.clip(off, -FURTHEST, FURTHEST).T
    cos, sin = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    step = np.column_stack([forward * cos - left * sin, forward * sin + left * cos, turn])
    return np.asarray(poses + step)
