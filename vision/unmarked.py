"""The tiles of one table that carry no markers: named by their art, cell by cell, and looked at again when
something changed in their cell."""

from collections import Counter
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose, TilePose
from pennysight.vision.art_matching import ArtBook, name_cell
from pennysight.vision.figures.level import Array, Image, LevelPlane

_LAIN_STILL_SD = 3.0

Cell = tuple[int, int]


class UnmarkedTiles:
    """What is known of the cells in which no marker names a tile."""

    def __init__(self, book: ArtBook) -> None:
        """`book` holds the registered tiles."""
        self._book = book
        self._known: dict[Cell, TilePose] = {}

    def look(self, image: Image, pose: TablePose, plane: LevelPlane, changed: NDArray[np.bool_]) -> TablePose:
        """The table with the tiles that their art names, as a picture without hands shows it.

        `changed` are the pixels of the plane's rectified picture of which something new may show. A tile
        that cannot be told any more, with figures all over it, lies where it lay. One that shows in two cells
        is believed in neither.
        """
        side_in = self._book.side_in
        columns, rows = round(pose.width_in / side_in), round(pose.height_in / side_in)
        middles = [tile.on_board(np.full(2, tile.side_in / 2)) for tile in pose.tiles]
        taken = {(int(x // side_in), int(y // side_in)) for x, y in middles}
        free = {(column, row) for column in range(columns) for row in range(rows)} - taken
        known = {cell: tile for cell, tile in self._known.items() if cell in free}
        for cell in sorted(free):
            south_west_in = np.array(cell) * side_in
            if _any_within(plane, changed, south_west_in, side_in):
                tile = self._seen_in(image, pose, south_west_in, known.get(cell))
                if tile is not None:
                    known[cell] = tile
        self._known = known
        times = Counter(tile.tile for tile in (*pose.tiles, *known.values()))
        named = [tile for _, tile in sorted(known.items()) if times[tile.tile] == 1]
        return replace(pose, tiles=(*pose.tiles, *named), laid=pose.laid | {tile.tile for tile in named})

    def _seen_in(
        self, image: Image, pose: TablePose, south_west_in: Array, before: TilePose | None
    ) -> TilePose | None:
        """The tile in a cell: the one that lay there, if it still shows, else whichever does."""
        if before is not None:
            tile = name_cell(image, pose.view, south_west_in, self._book.only(before.tile))
            if tile is not None:
                return before if _lies_as(before, tile) else tile
        return name_cell(image, pose.view, south_west_in, self._book)


def _lies_as(before: TilePose, tile: TilePose) -> bool:
    """Whether a tile was not moved, as far as can be told: then its walls stand where they stood."""
    corners = tile.side_in * np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
    away_in = np.abs(before.on_board(corners) - tile.on_board(corners)).max()
    return bool(away_in < _LAIN_STILL_SD * np.hypot(before.sd_in, tile.sd_in))


def _any_within(plane: LevelPlane, pixels: NDArray[np.bool_], south_west_in: Array, side_in: float) -> bool:
    west, south = south_west_in.tolist()
    top, left = plane.pixel(west, south + side_in)
    bottom, right = plane.pixel(west + side_in, south)
    return bool(pixels[top : bottom + 1, left : right + 1].any())
