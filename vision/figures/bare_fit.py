"""The exact place and facing of bare figures: where the edges of their faces are in the picture.

Along each edge the picture is read square to it, from the face outward: how far it is like the face says
where the edge really is, to a fraction of a pixel. The pose that fits these distances follows by least
squares.
"""

from dataclasses import dataclass

import numpy as np
from pennysight.vision.figures.bare_model import (
    SIDES,
    BareModel,
    Faces,
    Side,
    edges,
    inset,
    on_face,
    outward,
    signed_area_px,
)
from pennysight.vision.figures.even_light import EvenPicture, sample
from pennysight.vision.figures.level import Array, Floats

_EDGE, _OUT = edges(14, 9)
_SOLID = np.stack(np.meshgrid(np.linspace(0.1, 0.9, 4), np.linspace(0.056, 0.944, 6)), axis=-1)
_PANEL = np.array(
    [
        *((across, down) for across in (0.15, 0.85) for down in np.linspace(0.12, 0.88, 6)),
        *((across, 0.085) for across in (0.35, 0.65)),
        *((across, 0.925) for across in (0.3, 0.5, 0.7)),
    ]
)
"""Where a back shows its one colour, and a front its card, clear of the drawing: in face coordinates."""
_STEP_PX = 0.5
_ACROSS_PX: dict[Side, Array] = {
    "back": np.arange(-3.0, 3.01, _STEP_PX),
    "front": np.arange(-2.5, 1.01, _STEP_PX),  # no further than the frame: beyond it anything may be
}
_BEYOND: dict[Side, int] = {"back": 3, "front": 2}
_NUDGE = np.array([0.02, 0.02, 0.04])
_LEAST_AREA_PX = 40.0
_LEAST_CONTRAST = 0.35
_UNLIKE_FACE = 0.08
_LEAST_SCALE_PX = 0.5


@dataclass(frozen=True, eq=False)
class EdgeDistances:
    """How far out each of M edge points of N figures lies from where its pose has it, by side.

    `distance_px`, `weight` (N, M), and the derivatives of the points' places along the distance by x, y and
    facing, `by_pose` (N, M, 3).
    """

    distance_px: Floats
    weight: Floats
    by_pose: Floats


def edge_distances(model: BareModel, picture: EvenPicture, poses: Array) -> dict[Side, EdgeDistances]:
    """Where the faces' edges are, against where the poses (N, 3) have them."""
    nudged = [model.faces(picture, poses + step) for step in np.diag(_NUDGE)]
    faces = model.faces(picture, poses)
    return {side: _distances(model, picture, faces, nudged, side) for side in SIDES}


def _distances(
    model: BareModel, picture: EvenPicture, faces: Faces, nudged: list[Faces], side: Side
) -> EdgeDistances:
    margin = model.frame if side == "front" else (0.0, 0.0)
    outline = inset(faces[side], margin)
    points, out = on_face(outline, _EDGE), outward(outline, _OUT)
    by_pose = np.stack(
        [
            ((on_face(inset(other[side], margin), _EDGE) - points) * out).sum(axis=-1) / step
            for other, step in zip(nudged, _NUDGE, strict=True)
        ],
        axis=-1,
    )
    across = _ACROSS_PX[side].astype(np.float32)
    profile = sample(picture.colour, points[:, :, None] + across[:, None] * out[:, :, None])
    face = _face_colour(picture, faces[side], side)[:, None]
    beyond = profile[:, :, -_BEYOND[side] :].mean(axis=2)
    step = face - beyond
    step2 = (step**2).sum(axis=-1)
    like_face = ((profile - beyond[:, :, None]) * step[:, :, None]).sum(axis=-1) / np.maximum(step2, 1e-6)[
        ..., None
    ]
    distance = np.clip(like_face, 0, 1).sum(axis=2) * _STEP_PX + across[0] - _STEP_PX / 2
    level2 = np.maximum(np.maximum((face**2).sum(axis=-1), (beyond**2).sum(axis=-1)), 1e-6)
    contrast = np.minimum(np.sqrt(step2 / level2), 1)
    off_face = ((profile[:, :, :3] - face[:, :, None]) ** 2).sum(axis=-1).mean(axis=-1)
    off_face /= np.maximum((face**2).sum(axis=-1), 1e-6)
    weight = contrast**2 * np.exp(-off_face / _UNLIKE_FACE) * (contrast > _LEAST_CONTRAST)
    weight *= (signed_area_px(faces[side], side) > _LEAST_AREA_PX)[:, None]
    return EdgeDistances(distance, weight, by_pose)


def _face_colour(picture: EvenPicture, corners: Floats, side: Side) -> Floats:
    """The colour (N, 3) up to the edges that are looked for: of the solid back, or of the front's panel."""
    if side == "back":
        return np.asarray(
            np.median(
                sample(picture.colour, on_face(corners, _SOLID.reshape(-1, 2).astype(np.float32))), axis=1
            ),
            np.float32,
        )
    return np.asarray(
        np.percentile(sample(picture.colour, on_face(corners, _PANEL.astype(np.float32))), 60, axis=1),
        np.float32,
    )


def fit_bare(
    model: BareModel, picture: EvenPicture, poses: Array, steps: int, prior_sd: tuple[float, float, float]
) -> tuple[Array, Array]:
    """Poses (N, 3) fitted to their edges, and their covariances (N, 3, 3) in inches and radians.

    `prior_sd` is how far off the given poses may be: edges that do not show leave them where they were.
    """
    start, poses = poses, poses.copy()
    prior = np.diag(1 / np.array(prior_sd) ** 2) * 0.3
    scale_px: Array | float = 1.5
    for _ in range(steps):
        by_side = edge_distances(model, picture, poses)
        distance, weight, by_pose = (
            np.concatenate([getattr(by_side[side], name) for side in SIDES], axis=1).astype(float)
            for name in ("distance_px", "weight", "by_pose")
        )
        weight = weight / (1 + (distance / scale_px) ** 2)
        normal = by_pose.transpose(0, 2, 1) @ (weight[..., None] * by_pose) + prior
        right = (by_pose * (weight * distance)[..., None]).sum(axis=1) + (start - poses) @ prior
        poses = poses + np.clip(np.linalg.solve(normal, right[..., None])[..., 0], -0.08, 0.08)
        scale_px = np.maximum(1.2 * np.median(np.abs(distance), axis=1, keepdims=True), _LEAST_SCALE_PX)
    variance = (weight * distance**2).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-3)
    return poses, np.linalg.inv(normal) * variance[:, None, None]
