"""The tile markers that one picture shows, as arrays."""

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import TILE_SIDE_IN, tile_marker_corners_in
from pennysight.calibration.projection import Array

Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class TileMarkers:
    """M markers: `ids` (M,), `corners_px` (M, 4, 2) and their covariance `covariance_px2` (M, 8, 8)."""

    ids: Indices
    corners_px: Array
    covariance_px2: Array

    @functools.cached_property
    def whitening(self) -> Array:
        """What turns each marker's errors (8,) into independent ones of deviation 1, (M, 8, 8)."""
        return np.asarray(np.linalg.inv(np.linalg.cholesky(self.covariance_px2)))

    @functools.cached_property
    def numbers(self) -> Indices:
        """The numbers of the T tiles that they are on, in order."""
        return np.unique(self.ids // 2)

    @functools.cached_property
    def tile(self) -> Indices:
        """Each marker's place (M,) in `numbers`."""
        return np.searchsorted(self.numbers, self.ids // 2)

    @functools.cached_property
    def points_in(self) -> Array:
        """Their corners (M, 4, 2) about the centre of the tile that they are on."""
        return np.array([tile_marker_corners_in(marker) for marker in self.ids]) - TILE_SIDE_IN / 2

    def arms_in(self, tiles: Array) -> Array:
        """From each tile's centre to the corners (M, 4, 2), with the tiles (T, 3) turned as they lie."""
        turn = tiles[self.tile, 2, None]
        cos, sin = np.cos(turn), np.sin(turn)
        x, y = self.points_in[..., 0], self.points_in[..., 1]
        return np.stack([cos * x - sin * y, sin * x + cos * y], axis=-1)

    def only(self, keep: NDArray[np.bool_]) -> "TileMarkers":
        """Those of the markers to keep."""
        return TileMarkers(self.ids[keep], self.corners_px[keep], self.covariance_px2[keep])
