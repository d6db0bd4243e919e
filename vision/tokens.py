"""Flat tokens on the board: where their cards lie, from their markers."""

from collections.abc import Sequence

import numpy as np
from pennysight.calibration.board import MarkerSighting
from pennysight.calibration.printspec import TOKEN_THICKNESS_IN, is_token
from pennysight.calibration.projection import View
from pennysight.vision.observation import SeenToken


def place_tokens(markers: Sequence[MarkerSighting], view: View) -> tuple[SeenToken, ...]:
    """The tokens among the markers, on the board: the centre of each card and its turn from east."""
    return tuple(_place(sighting, view) for sighting in markers if is_token(sighting.id))


def _place(sighting: MarkerSighting, view: View) -> SeenToken:
    corners = view.to_plane(sighting.corners_px, TOKEN_THICKNESS_IN)
    centre = corners.mean(axis=0)
    east = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
    sd_px = sighting.sd_px / np.sqrt(len(corners))
    (sd_in,) = view.plane_sd_in(sighting.corners_px.mean(axis=0), TOKEN_THICKNESS_IN, sd_px)
    return SeenToken(
        marker=sighting.id,
        x_in=float(centre[0]),
        y_in=float(centre[1]),
        rotation_deg=float(np.degrees(np.arctan2(east[1], east[0])) % 360),
        sd_in=float(sd_in),
    )
