"""The QR labels that lie in the cells of one board, and which of them are believed."""

from collections import Counter
from collections.abc import Collection, Mapping

import numpy as np
from pennysight.calibration.printspec import PrintSizes
from pennysight.calibration.projection import Array, View
from pennysight.vision.figures.level import Image
from pennysight.vision.label_places import LabelPlace, in_its_corner
from pennysight.vision.tile_labels import SeenLabel, read_labels
from pennysight.vision.watch import findings as say
from pennysight.vision.watch.findings import Finding

LEAST_PX_PER_IN = 30.0
"""In coarser pictures hardly a label can be read, and none is looked for."""
LEAST_TIMES, MOST_TIMES = 0.9, 1.1
"""A label of another size lies higher or lower than the board, or is on a screen."""
BEYOND_CELL_IN = 0.3

Cell = tuple[int, int]


class CellLabels:
    """What was read in each cell when it was last looked at, and what follows from all of it together."""

    def __init__(self, names: Collection[str], sizes: PrintSizes, places: Mapping[str, LabelPlace]) -> None:
        """`names` are the game's tiles; `places` are where labels are that are not in their tile's corner."""
        self.findings: tuple[Finding, ...] = ()
        """What is wrong with labels on the table."""
        self.doubled: frozenset[str] = frozenset()
        """The tiles of which two labels lie here, or one where the tile itself does not."""
        self._names, self._side_in = names, sizes.side_in
        self._places, self._usual = places, in_its_corner(sizes)
        self._read: dict[Cell, list[SeenLabel]] = {}

    def place(self, tile: str) -> LabelPlace:
        """Where a tile's label is stuck."""
        return self._places.get(tile, self._usual)

    def look(
        self, image: Image, view: View, cells: Collection[Cell], taken: Mapping[Cell, str]
    ) -> dict[Cell, SeenLabel]:
        """Read the labels in some cells again; the label that is believed, by its cell, of all cells.

        `taken` are the tiles that are known by other means, by the cell in which they lie: there nothing is
        learnt from a label, but one that names another tile is told.
        """
        self._read |= {cell: self._labels_in(image, view, cell) for cell in cells}
        findings: list[Finding] = []
        good: dict[Cell, list[SeenLabel]] = {}
        for cell, labels in self._read.items():
            good[cell] = []
            for label in labels:
                wrong = self._wrong(label, taken.get(cell))
                if wrong is None:
                    good[cell].append(label)
                else:
                    findings.append(wrong)
        free = {cell: labels for cell, labels in good.items() if cell not in taken}
        times = Counter([label.tile for labels in free.values() for label in labels])
        times.update(taken.values())
        self.doubled = frozenset(name for name in times if times[name] > 1)
        findings += [say.label_doubled(tile) for tile in sorted(self.doubled)]
        single = {
            cell: [label for label in labels if label.tile not in self.doubled]
            for cell, labels in free.items()
        }
        findings += [
            say.labels_together([label.tile for label in labels])
            for labels in single.values()
            if len(labels) > 1
        ]
        self.findings = tuple(findings)
        return {cell: labels[0] for cell, labels in single.items() if len(labels) == 1}

    def _wrong(self, label: SeenLabel, tile: str | None) -> Finding | None:
        """What speaks against a label by itself, where `tile` is known to lie."""
        if label.tile not in self._names:
            return say.label_of_no_tile(label.tile)
        times = label.times / self.place(label.tile).times
        if not LEAST_TIMES < times < MOST_TIMES:
            return say.label_of_other_size(label.tile, times)
        return say.label_contradicts(label.tile, tile) if tile not in (None, label.tile) else None

    def _labels_in(self, image: Image, view: View, cell: Cell) -> list[SeenLabel]:
        corners_in = self._side_in * np.add(cell, [(0, 0), (1, 0), (1, 1), (0, 1)])
        corners_px = view.to_pixels(np.pad(corners_in, ((0, 0), (0, 1))))
        px_per_in = np.linalg.norm(corners_px - np.roll(corners_px, 1, axis=0), axis=1).mean() / self._side_in
        if not px_per_in >= LEAST_PX_PER_IN:
            return []
        first = np.maximum(np.floor(corners_px.min(axis=0) - BEYOND_CELL_IN * px_per_in), 0).astype(int)
        last = np.maximum(np.ceil(corners_px.max(axis=0) + BEYOND_CELL_IN * px_per_in), 0).astype(int)
        part = image[first[1] : last[1], first[0] : last[0]]
        if not part.size:
            return []

        def to_plane(points_px: Array) -> Array:
            return view.to_plane(points_px + first)

        return [label for label in read_labels(part, to_plane) if self._cell_of(label) == cell]

    def _cell_of(self, label: SeenLabel) -> Cell:
        return int(label.x_in // self._side_in), int(label.y_in // self._side_in)
