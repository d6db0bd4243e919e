"""How high something stands, from where the camera sees its top while its foot stands on known places.

A raised point is seen displaced, away from the point below the camera, by its height times the slope of its
viewing ray. Whoever knows where it stands knows from that how high it is; straight below the camera nothing
can be told, and where the rays are slanting most.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from pennysight.calibration.projection import Array, View

_FEWEST = 2
_MOST_SD_IN = 0.06


class HeightRefused(ValueError):  # noqa: N818  # like CalibrationRefused: the input is no error, the answer is no
    """The stands do not tell a height; the message is one sentence with a next step."""


@dataclass(frozen=True, eq=False)
class Stand:
    """Where a top is seen (2,) in a picture, and at which place of the board (2,) its foot stands then.

    `sd_px` and `foot_covariance_in2` (2, 2) are how well these are known.
    """

    view: View
    top_px: Array
    sd_px: float
    foot_in: Array
    foot_covariance_in2: Array


@dataclass(frozen=True, eq=False)
class SolvedHeight:
    """A height and one standard deviation; `misfit` (N,) of each stand in units of its own deviation."""

    height_in: float
    sd_in: float
    misfit: Array


def solve_height(stands: Sequence[Stand]) -> SolvedHeight:
    """The height that explains the stands best.

    Raises:
        HeightRefused: they are too few, or too near to the point below the camera.
    """
    if len(stands) < _FEWEST:
        raise HeightRefused(
            f"{len(stands) or 'no'} stand{'s' * (len(stands) != 1)} of a figure on a known place can be "
            f"seen, expected {_FEWEST} or more: stand it on marked places, its coin in the middle of each"
        )
    ground, slope, weight = (np.array(part) for part in zip(*(_ray(stand) for stand in stands), strict=True))
    away = np.array([stand.foot_in for stand in stands]) - ground
    gains = (slope[:, None] @ weight @ slope[..., None])[:, 0, 0]
    if gains.sum() <= 0:
        raise HeightRefused(_too_steep())
    height = float((slope[:, None] @ weight @ away[..., None])[:, 0, 0].sum() / gains.sum())
    left = away - height * slope
    squares = (left[:, None] @ weight @ left[..., None])[:, 0, 0]
    scale = max(1.0, float(squares.sum()) / (2 * len(stands) - 1))
    sd = float(np.sqrt(scale / gains.sum()))
    if sd > _MOST_SD_IN:
        raise HeightRefused(_too_steep())
    return SolvedHeight(height, sd, np.sqrt(squares / 2))


def _too_steep() -> str:
    return (
        "the camera sees these places too steeply to tell a height from them: use places farther out, at "
        "opposite sides of the board, and more of them"
    )


def _ray(stand: Stand) -> tuple[Array, Array, Array]:
    """Where a top's ray meets the board (2,), how far it runs for each inch up (2,), and how much to trust it
    (2, 2): the inverse covariance of foot, pixel and pose together.
    """
    (ground,) = stand.view.to_plane(stand.top_px)
    centre = stand.view.centre_in
    slope = (centre[:2] - ground) / centre[2]
    seen = stand.view.plane_covariance_in2(stand.top_px, 0.0, stand.sd_px)[0]
    return ground, slope, np.linalg.inv(seen + stand.foot_covariance_in2)
