"""What lies flat and is known by its marker: the tiles, the board they make, and the tokens on it."""

import math
import statistics
from collections import Counter
from collections.abc import Sequence

from pennysight.calibration.board import TablePose, TilePose
from pennysight.calibration.printspec import TILE_SIDE_IN
from pennysight.vision.observation import SeenToken
from pennysight.vision.tracker.averaging import AveragedPose, turn_deg
from pennysight.vision.tracker.spots import MOVED_DEG, MOVED_IN, SPOT_SD

READINGS = 3
"""So many readings in a row are believed; fewer are flicker."""
SLIPPED_IN = 1.0
"""Tiles that all lie further off than this, by one and the same way, are told from another corner."""
MARKER_ARM_IN = 0.9
"""A marker's side: its ends' error over it is the error of its heading."""


class Lying:
    """The tiles and tokens as they lie, steadied over the frames."""

    def __init__(self, readings: int, patience_s: float) -> None:
        """Believe `readings` readings in a row; a token not seen for `patience_s` seconds is gone."""
        self.board_in = (0.0, 0.0)
        self._readings = readings
        self._patience_s = patience_s
        self._tiles: dict[str, _Flat] = {}
        self._tile_side_in = TILE_SIDE_IN
        self._tokens: dict[int, _Flat] = {}

    def slip_in(self, table: TablePose) -> tuple[float, float]:
        """How far east and north a frame's places must go to be told from the board's own corner.

        A frame whose southern tiles are all hidden takes the next row's corner for the board's.
        """
        known = [(self._tiles[tile.tile].pose, tile) for tile in table.tiles if tile.tile in self._tiles]
        if not known:
            return 0.0, 0.0
        dx_in = statistics.median(pose.x_in - tile.x_in for pose, tile in known)
        dy_in = statistics.median(pose.y_in - tile.y_in for pose, tile in known)
        return (dx_in, dy_in) if math.hypot(dx_in, dy_in) > SLIPPED_IN else (0.0, 0.0)

    def shift(self, dx_in: float, dy_in: float) -> None:
        """Tell every place from another corner of the board."""
        for flat in (*self._tiles.values(), *self._tokens.values()):
            flat.pose.shift(dx_in, dy_in)
        self.board_in = (0.0, 0.0)

    def add_tiles(self, table: TablePose, slip_in: tuple[float, float]) -> None:
        """Take in a frame's tiles; a tile that is not seen stays where it was."""
        if slip_in == (0.0, 0.0):
            width_in, height_in = self.board_in
            self.board_in = (max(width_in, table.width_in), max(height_in, table.height_in))
        for tile in table.tiles:
            pose = AveragedPose(tile.x_in, tile.y_in, tile.rotation_deg, tile.sd_in, tile.sd_deg)
            pose.shift(*slip_in)
            self._tile_side_in = tile.side_in
            self._tiles[tile.tile] = self._steadied(self._tiles.get(tile.tile), pose)

    def add_tokens(self, tokens: Sequence[SeenToken], slip_in: tuple[float, float], unseen_s: float) -> None:
        """Take in a frame's tokens, `unseen_s` seconds after the last.

        Of a marker seen twice neither is believed.
        """
        seen = Counter(token.marker for token in tokens)
        for token in tokens:
            if seen[token.marker] == 1:
                sd_deg = math.degrees(token.sd_in / MARKER_ARM_IN)
                pose = AveragedPose(token.x_in, token.y_in, token.rotation_deg, token.sd_in, sd_deg)
                pose.shift(*slip_in)
                self._tokens[token.marker] = self._steadied(self._tokens.get(token.marker), pose)
        for marker in self._tokens.keys() - seen.keys():
            flat = self._tokens[marker]
            flat.unseen_s += unseen_s
            if flat.unseen_s >= self._patience_s:
                del self._tokens[marker]

    def tiles(self) -> tuple[TilePose, ...]:
        return tuple(
            TilePose(
                tile=name,
                x_in=flat.pose.x_in,
                y_in=flat.pose.y_in,
                rotation_deg=turn_deg(0.0, flat.pose.facing_deg or 0.0),
                sd_in=flat.pose.sd_in,
                sd_deg=flat.pose.sd_deg,
                side_in=self._tile_side_in,
            )
            for name, flat in sorted(self._tiles.items())
        )

    def tokens(self) -> tuple[SeenToken, ...]:
        return tuple(
            SeenToken(
                marker=marker,
                x_in=flat.pose.x_in,
                y_in=flat.pose.y_in,
                rotation_deg=flat.pose.facing_deg or 0.0,
                sd_in=flat.pose.sd_in,
            )
            for marker, flat in sorted(self._tokens.items())
            if flat.readings >= self._readings
        )

    def _steadied(self, flat: "_Flat | None", pose: AveragedPose) -> "_Flat":
        if flat is None:
            return _Flat(pose)
        flat.add(pose, self._readings)
        return flat


class _Flat:
    """One flat thing."""

    def __init__(self, pose: AveragedPose) -> None:
        self.pose = pose
        self.readings = 1
        self.unseen_s = 0.0
        self._elsewhere = 0

    def add(self, new: AveragedPose, needed: int) -> None:
        """Take in a reading: more of the same place or, the `needed`-th time in a row, another place."""
        self.unseen_s = 0.0
        self.readings += 1
        reach_in = max(MOVED_IN, SPOT_SD * new.reading_sd_in)
        reach_deg = max(MOVED_DEG, SPOT_SD * new.reading_sd_deg)
        turn = turn_deg(self.pose.facing_deg or 0.0, new.facing_deg or 0.0)
        if self.pose.distance_in(new.x_in, new.y_in) <= reach_in and abs(turn) <= reach_deg:
            self._elsewhere = 0
            self.pose.add(new.x_in, new.y_in, new.facing_deg, new.reading_sd_in, new.reading_sd_deg)
            return
        self._elsewhere += 1
        if self._elsewhere >= needed:
            self.pose, self._elsewhere = new, 0
