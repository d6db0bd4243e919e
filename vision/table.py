"""The table in one picture: markers found, camera and tiles solved, and a second look at what was missed."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from pennysight.calibration.board import TableNotSeenError, TablePose, solve_table
from pennysight.calibration.camera import Camera
from pennysight.calibration.layout import BoardLayout
from pennysight.calibration.printspec import TILE_SIDE_IN, tile_number
from pennysight.vision.markers import MarkersSeen, find_markers, find_markers_near
from pennysight.vision.second_look import marker_slack, second_look
from pennysight.vision.squares import Light

_STILL_THERE = 0.6  # of the markers known: when fewer are, the camera has moved


@dataclass(frozen=True, eq=False)
class SeenTable:
    """The table as one picture shows it: its pose, and all markers that were read, those of tokens too.

    `whole` tells whether the whole picture was searched for markers.
    """

    pose: TablePose
    markers: MarkersSeen
    whole: bool = True


def see_table(
    light: Light,
    camera: Camera,
    tile_numbers: Mapping[int, str],
    tile_side_in: float = TILE_SIDE_IN,
    layout: BoardLayout | None = None,
) -> SeenTable:
    """The table in a picture in linear light (`linear_grey`) that `camera`, calibrated at its size, took.

    `tile_side_in` is the true side of the tiles, `layout` what is known of the board besides.

    Raises:
        TableNotSeenError: there is no board to be seen.
    """
    markers = find_markers(light)
    if not markers.sightings and find_markers(np.ascontiguousarray(light[:, ::-1])).sightings:
        raise TableNotSeenError("the picture is mirrored: switch off mirroring in the camera's settings")
    pose = solve_table(markers.sightings, camera, tile_numbers, None, tile_side_in, layout)
    read = {sighting.id for sighting in markers.everywhere}
    missed = second_look(light, pose, read, tile_numbers)
    if missed:
        markers = MarkersSeen(markers.sightings + missed, markers.doubled)
        pose = solve_table(markers.sightings, camera, tile_numbers, pose.view, tile_side_in, layout)
    return SeenTable(pose, markers)


def follow_table(light: Light, before: SeenTable) -> SeenTable | None:
    """The table in a picture of which the same camera saw the one `before` a moment ago.

    `light` is needed only near its markers (`linear_grey_near`): they are looked for where they were, and the
    pose is the one it had. That is much quicker, but tokens laid down since are not found. None where too few
    markers are there, or none of some tile's: then everything is to be searched.
    """
    expected = before.markers.sightings
    found = find_markers_near(light, expected, marker_slack(before.pose))
    if len(found.sightings) < _STILL_THERE * len(expected):
        return None
    tiles, shown = (
        {sighting.id // 2 for sighting in sightings if tile_number(sighting.id) is not None}
        for sightings in (expected, found.sightings)
    )
    return SeenTable(before.pose, found, whole=False) if tiles == shown else None
