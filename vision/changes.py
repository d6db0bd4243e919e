"""Where a picture of the table differs from the one before: what has not changed need not be seen again."""

import cv2
import numpy as np
from numpy.typing import NDArray

CELL_PX = 7
LEAST_CHANGE, MOST_NOISE = 3.0, 12.0
"""Of 255: a cell that changes by less is still (a cap that moves 0.03 in changes some cell by more), and one
that changes by more is not, however noisy the picture."""
NOISE_FACTOR = 6.0
SURE_CHANGE = 2.0


class ChangeWatch:
    """Compares rectified pictures of one table with the last one that was looked at."""

    def __init__(self) -> None:
        self._reference: NDArray[np.float32] | None = None

    def changed(self, rectified: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """The cells (rows, columns), `CELL_PX` a side, that are not as they were; at first all of them."""
        rows, columns = (size // CELL_PX for size in rectified.shape[:2])
        whole = rectified[: rows * CELL_PX, : columns * CELL_PX]
        cells = cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA).astype(np.float32)
        if self._reference is None:
            self._reference = cells
            return np.ones((rows, columns), bool)
        change = np.abs(cells - self._reference).max(axis=2)
        least = min(max(LEAST_CHANGE, NOISE_FACTOR * float(np.median(change))), MOST_NOISE)
        different = (change > least).astype(np.uint8)
        # What really moves changes several cells, or one of them much; a lone cell just over is noise.
        about = cv2.boxFilter(different, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
        believed = (different > 0) & ((about > 1) | (change > SURE_CHANGE * least))
        # Elsewhere the old picture stays, so that what changes little by little is noticed in the end.
        self._reference[believed] = cells[believed]
        return np.asarray(believed, bool)
