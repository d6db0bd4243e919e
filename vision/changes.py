"""Where a picture of the table differs from the one before: what has not changed need not be seen again."""

import cv2
import numpy as np
from numpy.typing import NDArray

CELL_PX = 6
LEAST_CHANGE = 3.0
"""Of 255: a cell that changes by less is still; a cap that moves 0.03 in changes some cell by more."""
NOISE_FACTOR = 6.0


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
        noise = float(np.median(change))
        different = np.asarray(change > max(LEAST_CHANGE, NOISE_FACTOR * noise), bool)
        if different.any():
            self._reference = cells
        return different
