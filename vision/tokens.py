"""Flat tokens on the board: where their cards lie, from their markers."""

from collections.abc import Sequence

import numpy as np
from pennysight.calibration.board import MarkerSighting
from pennysight.calibration.printspec import TOKEN_THICKNESS_IN, is_token
from pennysight.calibration.projection import View
from pennysight.vision.marker_size import is_of_its_size, times_as_large
from pennysight.vision.observation import SeenToken


def place_tokens(markers: Sequence[MarkerSighting], view: View) -> tuple[SeenToken, ...]:
    """The tokens among the markers, on the board: the centre of each card and its turn from east.

    A marker of another size than a token's is none: a screen shows it, or it hangs high over the board.
    """
    seen = [sighting for sighting in markers if is_token(sighting.id)]
    sizes = times_as_large(seen, view, TOKEN_THICKNESS_IN)
    seen = [sighting for sighting, times in zip(seen, sizes, strict=True) if is_of_its_size(times)]
    if not seen:
        return ()
    corners_px = np.array([sighting.corners_px for sighting in seen])
    corners = view.to_plane(corners_px.reshape(-1, 2), TOKEN_THICKNESS_IN).reshape(-1, 4, 2)
    east = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 2
    sd_px = np.array([sighting.sd_px for sighting in seen]) / np.sqrt(4)
    sd_in = view.plane_sd_in(corners_px.mean(axis=1), TOKEN_THICKNESS_IN, sd_px)
    return tuple(
        SeenToken(
            marker=sighting.id,
            x_in=float(x),
            y_in=float(y),
            rotation_deg=float(np.degrees(np.arctan2(toward[1], toward[0])) % 360),
            sd_in=float(sd),
        )
        for sighting, (x, y), toward, sd in zip(seen, corners.mean(axis=1), east, sd_in, strict=True)
    )
