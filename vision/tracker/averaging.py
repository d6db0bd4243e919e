"""The place of one thing at rest, averaged over the frames that show it."""

import math

MEMORY_FRAMES = 30
"""Older readings fade, so that a nudge too small to be a move is still followed within seconds."""
FLOOR_IN = 0.01
FLOOR_DEG = 0.5
"""What averaging cannot remove: lens, pose of the camera and slop of the card are the same in every frame."""


def turn_deg(from_deg: float, to_deg: float) -> float:
    """The turn from one heading to another, -180 to 180, counter-clockwise positive."""
    return (to_deg - from_deg + 180.0) % 360.0 - 180.0


class AveragedPose:
    """A pose at rest: its inverse-variance average, and the deviations of a single reading."""

    def __init__(
        self, x_in: float, y_in: float, facing_deg: float | None, sd_in: float, sd_deg: float
    ) -> None:
        """Begin with one reading; `sd_deg` means nothing where `facing_deg` is None."""
        self.x_in, self.y_in, self.facing_deg = x_in, y_in, facing_deg
        self.reading_sd_in = max(sd_in, FLOOR_IN)
        self.reading_sd_deg = max(sd_deg, FLOOR_DEG)
        self._weight = self.reading_sd_in**-2
        self._turn_weight = 0.0 if facing_deg is None else self.reading_sd_deg**-2

    @property
    def sd_in(self) -> float:
        return max(FLOOR_IN, 1.0 / math.sqrt(self._weight))

    @property
    def sd_deg(self) -> float:
        if not self._turn_weight:
            return self.reading_sd_deg
        return max(FLOOR_DEG, 1.0 / math.sqrt(self._turn_weight))

    def add(self, x_in: float, y_in: float, facing_deg: float | None, sd_in: float, sd_deg: float) -> None:
        """Take in one more reading; a facing of None leaves the facing as it is."""
        fade = 1.0 - 1.0 / MEMORY_FRAMES
        sd_in = max(sd_in, FLOOR_IN)
        self._weight = self._weight * fade + sd_in**-2
        share = sd_in**-2 / self._weight
        self.x_in += share * (x_in - self.x_in)
        self.y_in += share * (y_in - self.y_in)
        self.reading_sd_in += (sd_in - self.reading_sd_in) / MEMORY_FRAMES
        if facing_deg is None:
            return
        sd_deg = max(sd_deg, FLOOR_DEG)
        self._turn_weight = self._turn_weight * fade + sd_deg**-2
        if self.facing_deg is None:
            self.facing_deg, self.reading_sd_deg = facing_deg, sd_deg
            return
        turned = turn_deg(self.facing_deg, facing_deg) * sd_deg**-2 / self._turn_weight
        self.facing_deg = (self.facing_deg + turned) % 360.0
        self.reading_sd_deg += (sd_deg - self.reading_sd_deg) / MEMORY_FRAMES

    def shift(self, dx_in: float, dy_in: float) -> None:
        """Tell the same place in a frame whose origin lies elsewhere."""
        self.x_in += dx_in
        self.y_in += dy_in

    def distance_in(self, x_in: float, y_in: float) -> float:
        return math.hypot(x_in - self.x_in, y_in - self.y_in)
