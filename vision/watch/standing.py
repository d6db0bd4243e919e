"""What is wrong with tiles and markers as they lie in one picture."""

from collections.abc import Iterator, Mapping

import numpy as np
from pennysight.calibration.board import MarkerSighting, TablePose
from pennysight.calibration.lens import Array
from pennysight.calibration.printspec import TILE_SIDE_IN, is_token, tile_number
from pennysight.vision.marker_size import is_of_its_size, times_as_large
from pennysight.vision.table import SeenTable
from pennysight.vision.watch import findings as say
from pennysight.vision.watch.findings import Finding


def standing_findings(
    seen: SeenTable, reference: TablePose, tile_numbers: Mapping[int, str]
) -> Iterator[Finding]:
    """What to say of the table `seen`, of which `reference` is the pose as it is known."""
    for marker in seen.markers.doubled_ids:
        yield say.doubled(marker, tile_numbers)
    sightings = {sighting.id: sighting for sighting in seen.markers.sightings}
    shown = {tile_numbers.get(marker // 2) for marker in sightings if tile_number(marker) is not None}
    measured = {tile.tile for tile in reference.tiles if tile.tile not in reference.laid}
    tokens = [sighting for sighting in seen.markers.sightings if is_token(sighting.id)]
    for token, times in zip(tokens, times_as_large(tokens, seen.pose.view), strict=True):
        if not is_of_its_size(times):
            yield say.other_size(token.id, times)
    stray = set()
    for marker in seen.pose.left_out:
        tile = tile_numbers.get(marker // 2)
        if tile is None or marker not in sightings:
            continue
        if tile in {tile.tile for tile in seen.pose.tiles}:
            yield say.left_out(marker, tile)
            continue
        scale = seen.pose.tiles[0].side_in / TILE_SIDE_IN if seen.pose.tiles else 1.0
        (times,) = times_as_large([sightings[marker]], seen.pose.view) / scale
        if not is_of_its_size(times):
            yield say.other_size(marker, times)
        elif tile not in stray:
            centre, lean_deg = _place(sightings[marker], seen.pose)
            if (centre > 0).all() and (centre < (reference.width_in, reference.height_in)).all():
                stray.add(tile)
                yield say.astray(tile, lean_deg)
    for tile in sorted(measured - shown - stray):
        yield say.missing(tile)


def _place(sighting: MarkerSighting, pose: TablePose) -> tuple[Array, float]:
    """The centre (2,) of a marker on the board, and its turn from upright in degrees."""
    corners = pose.view.to_plane(sighting.corners_px)
    east = corners[1] - corners[0]
    return corners.mean(axis=0), float(np.rad2deg(np.arctan2(east[1], east[0])))
