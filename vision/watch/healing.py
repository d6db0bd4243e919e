"""From a table that lies still again to what had become of it, told in the frame that it had before."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from pennysight.calibration.board import MarkerSighting, TablePose, TilePose
from pennysight.calibration.camera import Camera
from pennysight.calibration.lens import Array
from pennysight.calibration.printspec import tile_number
from pennysight.vision.table import SeenTable
from pennysight.vision.watch import findings as say
from pennysight.vision.watch.alignment import aligned, common_tiles, tile_corners_in
from pennysight.vision.watch.findings import Finding
from pennysight.vision.watch.lens import focal_factor, zoom_factor, zoomed
from pennysight.vision.watch.motion import Motion

NUDGED_IN = 0.05
NUDGED_SD = 4.0
LEAST_POINTS = 16  # corners of four markers
ZOOM_SD = 4.0
ZOOM_LEAST = 0.004
"""A focal length is not believed to have changed by less: autofocus and warmth do as much."""
AS_CALIBRATED = 0.003

Solve = Callable[[Sequence[MarkerSighting], Camera], TablePose]
"""Where camera and tiles are by the markers of one picture, for a lens."""


@dataclass(frozen=True, eq=False)
class Known:
    """What stays known of a table whatever moves: the camera as it is on file, the tiles (number -> name)."""

    camera: Camera
    tile_numbers: Mapping[int, str]
    solve: Solve


@dataclass(frozen=True, eq=False)
class Healed:
    """The table as it is now, with its lens, and what there is to tell of what happened."""

    seen: SeenTable
    lens: Camera
    findings: tuple[Finding, ...]


def heal(seen: SeenTable, before: SeenTable, way: Motion, lens: Camera, known: Known) -> Healed:
    """What happened between two pictures of one table, both at rest.

    `way` is how the markers moved, `lens` the camera as it was zoomed before.

    Raises:
        TableNotSeenError: the markers fit no table through the lens as it is now.
    """
    now = _lens_now(seen, before.pose, way, lens, known)
    pose = seen.pose if now == lens else known.solve(seen.markers.sightings, now)
    told = aligned(pose, before.pose)
    common = common_tiles(told, before.pose)
    pushed = [(tile, old) for tile, old in common if _was_pushed(tile, old)]
    if len(common) - len(pushed) < max(1, len(pushed)):
        return Healed(replace(seen, pose=pose), now, (say.RELAID,))
    findings = [_nudge(tile, old) for tile, old in pushed]
    if now != lens and now == known.camera:
        findings.append(say.UNZOOMED)
    elif way.kind == "moved":
        findings.append(_bump(told, before.pose))
    return Healed(replace(seen, pose=told), now, tuple(findings))


def _lens_now(seen: SeenTable, before: TablePose, way: Motion, lens: Camera, known: Known) -> Camera:
    """The lens, if it was zoomed between the two pictures, as it is now."""
    if way.kind == "zoomed":
        now = zoomed(lens, way.factor, way.middle_px)
    elif way.kind == "moved":
        points, pixels = _known_points(seen, before, known.tile_numbers)
        found = focal_factor(lens, points, pixels) if len(points) >= LEAST_POINTS else None
        if found is None or abs(found[0] - 1) < max(ZOOM_LEAST, ZOOM_SD * found[1]):
            return lens
        now = zoomed(lens, found[0])
    else:
        return lens
    return known.camera if abs(zoom_factor(now, known.camera) - 1) < AS_CALIBRATED else now


def _known_points(seen: SeenTable, before: TablePose, tile_numbers: Mapping[int, str]) -> tuple[Array, Array]:
    """Corners of tiles' markers where they lay on the board (N, 2), and where they are seen now (N, 2)."""
    tiles = {tile.tile: tile for tile in before.tiles if tile.tile not in before.laid}
    pairs = [
        (tiles[name].marker_corners_in(sighting.id), sighting.corners_px)
        for sighting in seen.markers.sightings
        if tile_number(sighting.id) is not None and (name := tile_numbers.get(sighting.id // 2)) in tiles
    ]
    both = np.array(pairs, float).reshape(-1, 2, 4, 2)
    return both[:, 0].reshape(-1, 2), both[:, 1].reshape(-1, 2)


def _was_pushed(tile: TilePose, old: TilePose) -> bool:
    away_in = np.linalg.norm(tile_corners_in(tile) - tile_corners_in(old), axis=1).max()
    return bool(away_in > max(NUDGED_IN, NUDGED_SD * np.hypot(tile.sd_in, old.sd_in)))


def _nudge(tile: TilePose, old: TilePose) -> Finding:
    away_in = np.linalg.norm(tile_corners_in(tile).mean(axis=0) - tile_corners_in(old).mean(axis=0))
    return say.nudged(tile.tile, float(away_in), tile.rotation_deg - old.rotation_deg)


def _bump(now: TablePose, before: TablePose) -> Finding:
    away_in = float(np.linalg.norm(now.view.centre_in - before.view.centre_in))
    turn = now.view.R @ before.view.R.T
    turned_deg = float(np.rad2deg(np.arccos(np.clip((np.trace(turn) - 1) / 2, -1, 1))))
    return say.bumped(away_in, turned_deg, 1 - now.view.height_in / before.view.height_in)
