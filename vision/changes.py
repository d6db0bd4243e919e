"""Where a picture of the table differs from the one before, and from how it last lay still.

What has not changed need not be seen again. And what has come in over the board's edge since it last lay
still, and is as large as a hand, is taken for one, whatever it looks like.
"""

import cv2
import numpy as np
from pennysight.vision.cells import Cells, Mask

LEAST_CHANGE, MOST_NOISE = 3.0, 12.0
"""Of 255: a cell that changes by less is still (a cap that moves 0.03 in changes some cell by more), and one
that changes by more is not, however noisy the picture."""
NOISE_FACTOR = 6.0
SURE_CHANGE = 2.0

SETTLED_S = 0.5
ACCEPTED_S = 3.0
"""What has come in and lies still for so long lies on the table: a card, a sheet of rules."""
LEAST_INTRUDER_CELLS = 20
MOST_INTRUDED = 0.6
"""A change of more of the board than this is the light's."""


class ChangeWatch:
    """Watches the cells of one table; `beyond` (rows, columns) says which of them reach beyond the board."""

    def __init__(self, beyond: Mask) -> None:
        self._entrance = cv2.dilate(beyond.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
        self._looked_at: Cells | None = None
        self._settled: Cells | None = None
        self._now: Cells | None = None
        self._still_since_s = 0.0

    def changed(self, cells: Cells, captured_s: float) -> Mask:
        """Which cells (rows, columns, 3) are not as they were when last looked at; the first time all."""
        self._now = cells
        if self._looked_at is None:
            self._looked_at, self._settled, self._still_since_s = cells.copy(), cells, captured_s
            return np.ones(cells.shape[:2], bool)
        changed = _differing(cells, self._looked_at)
        # Elsewhere the old picture stays, so that what changes little by little is noticed in the end.
        self._looked_at[changed] = cells[changed]
        if changed.any():
            self._still_since_s = captured_s
        return changed

    def intruders(self, captured_s: float) -> list[Mask]:
        """The cells of each thing as large as a hand that has come in since the table last lay still."""
        if self._now is None or self._settled is None:
            return []
        different = _differing(self._now, self._settled)
        count, parts = cv2.connectedComponents(different.astype(np.uint8), connectivity=8)
        found = [parts == k for k in range(1, count) if self._entrance[parts == k].any()]
        found = [part for part in found if part.sum() >= LEAST_INTRUDER_CELLS]
        still_s = captured_s - self._still_since_s
        if different.mean() > MOST_INTRUDED or still_s >= (ACCEPTED_S if found else SETTLED_S):
            self._settled = self._now
            return []
        return found


def _differing(cells: Cells, before: Cells) -> Mask:
    change = np.abs(cells - before)
    change = np.maximum(np.maximum(change[..., 0], change[..., 1]), change[..., 2])
    least = min(max(LEAST_CHANGE, NOISE_FACTOR * float(np.median(change))), MOST_NOISE)
    different = (change > least).astype(np.uint8)
    # What really moves changes several cells, or one of them much; a lone cell just over is noise.
    about = cv2.boxFilter(different, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray((different > 0) & ((about > 1) | (change > SURE_CHANGE * least)))
