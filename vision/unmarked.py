"""The tiles of one table that carry no markers: known by their labels or their art, cell by cell, and looked
at again when something changed in their cell."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose, TilePose
from pennysight.calibration.printspec import PrintSizes
from pennysight.calibration.projection import View
from pennysight.vision.art_matching import ArtBook, name_cell
from pennysight.vision.cell_labels import Cell, CellLabels
from pennysight.vision.figures.level import Array, Image, LevelPlane
from pennysight.vision.label_places import LabelPlace, lay
from pennysight.vision.tile_labels import SeenLabel
from pennysight.vision.watch import findings as say
from pennysight.vision.watch.findings import Finding

_LAIN_STILL_SD = 3.0


class UnmarkedTiles:
    """What is known of the cells in which no marker names a tile."""

    def __init__(
        self,
        names: Collection[str],
        sizes: PrintSizes,
        art: ArtBook | None = None,
        label_places: Mapping[str, LabelPlace] | None = None,
    ) -> None:
        """`names` are the game's tiles; `art` and `label_places` are what is known of those registered."""
        self.findings: tuple[Finding, ...] = ()
        """What is wrong with labels on the table."""
        self._side_in = sizes.side_in
        self._art = art
        self._labels = CellLabels(names, sizes, label_places or {})
        self._known: dict[Cell, TilePose] = {}

    def look(self, image: Image, pose: TablePose, plane: LevelPlane, changed: NDArray[np.bool_]) -> TablePose:
        """The table with the tiles that labels or art name, as a picture without hands shows it.

        `changed` are the pixels of the plane's rectified picture of which something new may show. A tile
        that cannot be told any more, with figures all over it, lies where it lay, unless it shows elsewhere.
        One that shows in two cells is believed in neither.
        """
        columns, rows = round(pose.width_in / self._side_in), round(pose.height_in / self._side_in)
        cells = {(column, row) for column in range(columns) for row in range(rows)}
        taken = {self._cell_of(tile): tile.tile for tile in pose.tiles}
        free = cells - taken.keys()
        new = {cell: self._pixels(plane, changed, cell) for cell in cells}
        labels = self._labels.look(
            image,
            pose.view,
            # a marked tile's label says nothing that its markers do not: it is read once
            [cell for cell, pixels in new.items() if (pixels.any() if cell in free else pixels.all())],
            taken,
        )
        seen: dict[Cell, TilePose] = {}
        lain: dict[Cell, TilePose] = {}
        astray: list[str] = []
        for cell in sorted(free):
            before, label = self._known.get(cell), labels.get(cell)
            if new[cell].any() or (label is not None and (before is None or before.tile != label.tile)):
                tile = self._seen_in(image, pose.view, cell, label, before)
            else:
                tile = before
            if tile is not None:
                seen[cell] = before if before is not None and _lies_as(before, tile) else tile
            elif before is not None:
                lain[cell] = before
            if tile is None and label is not None:
                astray.append(label.tile)
        shown = {tile.tile for tile in seen.values()}
        self._known = seen | {cell: tile for cell, tile in lain.items() if tile.tile not in shown}
        self.findings = (*self._labels.findings, *map(say.label_astray, astray))
        times = Counter(tile.tile for tile in (*pose.tiles, *self._known.values()))
        named = [
            tile
            for _, tile in sorted(self._known.items())
            if times[tile.tile] == 1 and tile.tile not in self._labels.doubled
        ]
        return replace(pose, tiles=(*pose.tiles, *named), laid=pose.laid | {tile.tile for tile in named})

    def _seen_in(
        self, image: Image, view: View, cell: Cell, label: SeenLabel | None, before: TilePose | None
    ) -> TilePose | None:
        """The tile in a cell: the one of its label, else the one that lay there, else whichever shows."""
        south_west_in = self._side_in * np.array(cell, float)
        if label is not None:
            place, middle_in = self._labels.place(label.tile), south_west_in + self._side_in / 2
            return self._by_art(image, view, south_west_in, label.tile) or lay(
                label, place, view, self._side_in, middle_in
            )
        if before is not None:
            tile = self._by_art(image, view, south_west_in, before.tile)
            if tile is not None:
                return tile
        return None if self._art is None else name_cell(image, view, south_west_in, self._art)

    def _by_art(self, image: Image, view: View, south_west_in: Array, tile: str) -> TilePose | None:
        """A tile in a cell, if it is registered and its art shows there."""
        if self._art is None or tile not in self._art.names:
            return None
        return name_cell(image, view, south_west_in, self._art.only(tile))

    def _cell_of(self, tile: TilePose) -> Cell:
        x, y = tile.on_board(np.full(2, tile.side_in / 2)) // self._side_in
        return int(x), int(y)

    def _pixels(self, plane: LevelPlane, pixels: NDArray[np.bool_], cell: Cell) -> NDArray[np.bool_]:
        """Those pixels of the plane's rectified picture that show a cell."""
        west, south = (self._side_in * index for index in cell)
        top, left = plane.pixel(west, south + self._side_in)
        bottom, right = plane.pixel(west + self._side_in, south)
        return pixels[top : bottom + 1, left : right + 1]


def _lies_as(before: TilePose, tile: TilePose) -> bool:
    """Whether a tile was not moved, as far as can be told: then its walls stand where they stood."""
    corners = tile.side_in * np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
    away_in = np.abs(before.on_board(corners) - tile.on_board(corners)).max()
    return before.tile == tile.tile and bool(away_in < _LAIN_STILL_SD * np.hypot(before.sd_in, tile.sd_in))
