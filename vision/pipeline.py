"""From a frame to an observation: everything that is seen in one picture of the table.

What is kept from frame to frame only saves time: where the board lies, and what did not change since the
last look. A frame that shows no table gives an observation that says so; nothing here raises for what a
camera sends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TableNotSeenError, TablePose
from pennysight.calibration.camera import Camera, CameraError
from pennysight.calibration.printspec import FOLD_HEIGHT_IN
from pennysight.vision.changes import CELL_PX, ChangeWatch
from pennysight.vision.figures.bare import BareFinder, SeenBare
from pennysight.vision.figures.cap_search import SEARCH_PX_PER_IN
from pennysight.vision.figures.caps import CAP_OVER_FOLD_IN, SeenCap, find_caps
from pennysight.vision.figures.level import LevelPlane
from pennysight.vision.hands import HandFinder
from pennysight.vision.markers import linear_grey
from pennysight.vision.naming import name_figures
from pennysight.vision.observation import Observation
from pennysight.vision.sources import Frame, Image
from pennysight.vision.table import SeenTable, see_table
from pennysight.vision.tokens import place_tokens

LEAST_SIDE_PX = 120
BEYOND_BOARD_IN = 1.0
"""Figures may stand this far off the board."""
STILL_PX = 0.3
"""A board whose corners are found within this of where they were has not moved."""
NEAR_CHANGE_IN = 1.0
"""A figure this far from anything that changed stands as it stood."""


@dataclass(eq=False)
class _Bench:
    """What one table's frames have in common, and how it looked the last time."""

    seen: SeenTable
    plane: LevelPlane
    hands: HandFinder
    watch: ChangeWatch
    bare_finder: BareFinder
    caps: list[SeenCap] = field(default_factory=list)
    bare: list[SeenBare] = field(default_factory=list)
    last: Observation = field(init=False)


class Pipeline:
    """Sees frames of one camera, one after the other."""

    def __init__(
        self, camera: Camera, tile_numbers: Mapping[int, str], figure_height_in: float = FOLD_HEIGHT_IN
    ) -> None:
        """`tile_numbers` are the game's tiles, number -> name; `figure_height_in` that of their folds."""
        self._camera = camera
        self._tile_numbers = dict(tile_numbers)
        self._figure_height_in = figure_height_in
        self._bench: _Bench | None = None

    def see(self, frame: Frame) -> Observation:
        """Everything that the frame shows; where it shows no table, `problem` says why."""
        height, width = frame.image.shape[:2]
        try:
            if min(height, width) < LEAST_SIDE_PX:
                raise TableNotSeenError(
                    f"the picture is {width}x{height} pixels, expected at least {LEAST_SIDE_PX} a side"
                )
            return self._see(frame, self._camera.for_size(width, height))
        except (TableNotSeenError, CameraError) as error:
            self._bench = None
            return Observation(
                captured_s=frame.captured_s, width_px=width, height_px=height, problem=str(error)
            )

    def _see(self, frame: Frame, camera: Camera) -> Observation:
        image, bench = frame.image, self._bench
        if bench is not None and bench.seen.pose.view.camera == camera:
            rectified = bench.plane.rectified(image)
            changed = bench.watch.changed(rectified)
            if not changed.any():
                return replace(bench.last, captured_s=frame.captured_s)
            # A hand lays no new token that shows before it is gone; while it is there, known markers do.
            before = bench.seen if bench.last.hand else None
            seen = see_table(linear_grey(image), camera, self._tile_numbers, before)
            if not _has_moved(bench.seen.pose, seen.pose):
                bench.seen = replace(seen, pose=bench.seen.pose)
                return self._look(frame, bench, rectified, changed)
        else:
            seen = see_table(linear_grey(image), camera, self._tile_numbers)
        self._bench = bench = self._set_up(seen)
        rectified = bench.plane.rectified(image)
        return self._look(frame, bench, rectified, bench.watch.changed(rectified))

    def _set_up(self, seen: SeenTable) -> _Bench:
        pose = seen.pose
        plane = LevelPlane(
            view=pose.view,
            z_in=self._figure_height_in + CAP_OVER_FOLD_IN,
            west_in=-BEYOND_BOARD_IN,
            south_in=-BEYOND_BOARD_IN,
            width_in=pose.width_in + 2 * BEYOND_BOARD_IN,
            height_in=pose.height_in + 2 * BEYOND_BOARD_IN,
            px_per_in=SEARCH_PX_PER_IN,
        )
        bare_finder = BareFinder(pose, self._figure_height_in)
        return _Bench(seen, plane, HandFinder(pose), ChangeWatch(), bare_finder)

    def _look(self, frame: Frame, bench: _Bench, rectified: Image, changed: NDArray[np.bool_]) -> Observation:
        """What the frame shows where something changed, and what was seen before elsewhere."""
        look = _near_change(changed, rectified.shape[:2])
        bench.caps = find_caps(frame.image, bench.plane, rectified, look, bench.caps)
        hands = bench.hands.find(frame.image)
        # A bare figure in a hand stands nowhere yet; once the hand is gone, it is looked for.
        search = bool(changed.all()) or not hands.present
        bench.bare = bench.bare_finder.find(
            frame.image,
            bench.seen.markers.sightings,
            bench.plane,
            look,
            bench.caps,
            bench.bare,
            search=search,
        )
        height, width = frame.image.shape[:2]
        bench.last = Observation(
            captured_s=frame.captured_s,
            width_px=width,
            height_px=height,
            table=bench.seen.pose,
            figures=name_figures(bench.caps, bench.bare),
            tokens=place_tokens(bench.seen.markers.sightings, bench.seen.pose.view),
            hand=hands.present,
            covered=hands.covered,
        )
        return bench.last


def _has_moved(before: TablePose, now: TablePose) -> bool:
    """Whether the board's corners are found elsewhere in the picture, or other tiles on it."""
    if [tile.tile for tile in before.tiles] != [tile.tile for tile in now.tiles]:
        return True
    east, north = before.width_in, before.height_in
    corners = np.array([(0, 0, 0), (east, 0, 0), (east, north, 0), (0, north, 0)], float)
    return bool(np.abs(before.view.to_pixels(corners) - now.view.to_pixels(corners)).max() > STILL_PX)


def _near_change(changed: NDArray[np.bool_], shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Which pixels of the rectified picture are near a cell that changed."""
    reach = 2 * round(NEAR_CHANGE_IN * SEARCH_PX_PER_IN / CELL_PX) + 1
    near = cv2.dilate(changed.astype(np.uint8), np.ones((reach, reach), np.uint8))
    return np.asarray(cv2.resize(near, shape[::-1], interpolation=cv2.INTER_NEAREST), bool)
