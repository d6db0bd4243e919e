"""The markers that one picture shows on pieces that lie flat, as arrays.

A piece is a tile, about its centre, or one of the table markers' corner pieces, about its inner corner. Each
carries two markers, whose ids give the piece its number.
"""

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.printspec import (
    TABLE_MARKER_IDS,
    TILE_SIDE_IN,
    marker_corners_in,
    table_marker_offset_in,
    tile_marker_corners_in,
)
from pennysight.calibration.projection import Array

Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class TileMarkers:
    """M markers: `ids` (M,), `corners_px` (M, 4, 2) and their covariance `covariance_px2` (M, 8, 8).

    `corner_scale` is the size of corner pieces, as a share of that of print-spec.
    """

    ids: Indices
    corners_px: Array
    covariance_px2: Array
    corner_scale: float = 1.0

    @functools.cached_property
    def whitening(self) -> Array:
        """What turns each marker's errors (8,) into independent ones of deviation 1, (M, 8, 8)."""
        return np.asarray(np.linalg.inv(np.linalg.cholesky(self.covariance_px2)))

    @functools.cached_property
    def numbers(self) -> Indices:
        """The numbers of the T pieces that they are on, in order."""
        return np.unique(self.ids // 2)

    @functools.cached_property
    def tile(self) -> Indices:
        """Each marker's place (M,) in `numbers`."""
        return np.searchsorted(self.numbers, self.ids // 2)

    @functools.cached_property
    def is_tile(self) -> NDArray[np.bool_]:
        """Which of the pieces (T,) are tiles."""
        return self.numbers < TABLE_MARKER_IDS.start // 2

    @functools.cached_property
    def points_in(self) -> Array:
        """Their corners (M, 4, 2) about the point that tells where their piece lies."""
        return np.array([self._about_piece(int(marker)) for marker in self.ids])

    def _about_piece(self, marker: int) -> Array:
        if marker in TABLE_MARKER_IDS:
            return (marker_corners_in() + table_marker_offset_in(marker)) * self.corner_scale
        return tile_marker_corners_in(marker) - TILE_SIDE_IN / 2

    def arms_in(self, tiles: Array) -> Array:
        """From each piece's own point to the corners (M, 4, 2), with the pieces (T, 3) turned as they lie."""
        turn = tiles[self.tile, 2, None]
        cos, sin = np.cos(turn), np.sin(turn)
        x, y = self.points_in[..., 0], self.points_in[..., 1]
        return np.stack([cos * x - sin * y, sin * x + cos * y], axis=-1)

    def only(self, keep: NDArray[np.bool_]) -> "TileMarkers":
        """Those of the markers to keep."""
        return TileMarkers(
            self.ids[keep], self.corners_px[keep], self.covariance_px2[keep], self.corner_scale
        )
