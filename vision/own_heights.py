"""Figures placed at their own height: sets are folded to different ones, and each fold is a little off."""

from collections.abc import Mapping

import msgspec
import numpy as np
from pennysight.calibration.projection import View
from pennysight.vision.observation import SeenFigure

OwnHeight = tuple[float, float]
"""How high a fold stands, and one standard deviation of that, in inches."""


def at_own_height(
    figure: SeenFigure, view: View, usual_in: float, heights_in: Mapping[str, OwnHeight]
) -> SeenFigure:
    """A capped figure that was placed as if its fold stood `usual_in` high, where its own height puts it.

    `heights_in` are those measured, by figure or by faction. The line of sight stays the same.
    """
    known = heights_in.get(figure.id) or heights_in.get(figure.faction or "")
    if known is None or not figure.capped:
        return figure
    height_in, sd_in = known
    run = (view.centre_in[:2] - (figure.x_in, figure.y_in)) / (view.height_in - usual_in)
    x_in, y_in = (figure.x_in, figure.y_in) + (height_in - usual_in) * run
    return msgspec.structs.replace(
        figure,
        x_in=float(x_in),
        y_in=float(y_in),
        sd_in=float(np.hypot(figure.sd_in, sd_in * np.linalg.norm(run))),
    )
