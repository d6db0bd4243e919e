"""The place of one thing at rest, averaged over the frames that show it."""

import math

MEMORY_FRAMES = 30
"""Older readings fade, so that a nudge too small to be a move is still followed within seconds."""
LASTING_SHARE = 0.8
"""Of a reading's deviation, what every frame shares (lens, pose of the camera, blur, slop of the card) and
averaging leaves; measured on a filmed table with exact truth."""
NUDGED_SD = 4.0
NUDGED_READINGS = 3
"""So many readings in a row, each so many deviations off, are a nudge: the average begins anew."""
HALF_TURN_DEG = 180.0
LEAST_SD = 1e-4
"""A reading that claims to be exact weighs no more than one of this deviation, in inches or degrees."""


def turn_deg(from_deg: float, to_deg: float) -> float:
    """The turn from one heading to another, -180 to 180, counter-clockwise positive."""
    return (to_deg - from_deg + 180.0) % 360.0 - 180.0


class AveragedPose:
    """A pose at rest: its inverse-variance average, and the deviations of a single reading.

    A heading is which way the thing is turned. Until a reading tells front from back it is known but for half
    a turn, and `facing_deg` is None.
    """

    def __init__(
        self,
        x_in: float,
        y_in: float,
        facing_deg: float | None,
        sd_in: float,
        sd_deg: float,
        axis_deg: float | None = None,
    ) -> None:
        """Begin with one reading; `axis_deg` is its heading where its facing is not known.

        `sd_deg` means nothing where neither is.
        """
        self._begin(x_in, y_in, facing_deg, axis_deg, sd_in, sd_deg)

    def _begin(
        self,
        x_in: float,
        y_in: float,
        facing_deg: float | None,
        axis_deg: float | None,
        sd_in: float,
        sd_deg: float,
    ) -> None:
        heading_deg = axis_deg if facing_deg is None else facing_deg
        self.x_in, self.y_in = x_in, y_in
        self._heading_deg, self._sensed = heading_deg, facing_deg is not None
        self._place, self._turn = _Weight(), _Weight()
        self._place.add(sd_in, copy=False)
        if heading_deg is not None:
            self._turn.add(sd_deg, copy=False)
        self._last = (x_in, y_in, heading_deg)
        self._nudged = 0

    @property
    def facing_deg(self) -> float | None:
        return self._heading_deg if self._sensed else None

    @property
    def sd_in(self) -> float:
        return self._place.averaged_sd

    @property
    def sd_deg(self) -> float:
        """0 while no heading is known."""
        return self._turn.averaged_sd

    @property
    def reading_sd_in(self) -> float:
        return self._place.reading_sd

    @property
    def reading_sd_deg(self) -> float:
        return self._turn.reading_sd

    def add(
        self,
        x_in: float,
        y_in: float,
        facing_deg: float | None,
        sd_in: float,
        sd_deg: float,
        axis_deg: float | None = None,
    ) -> None:
        """Take in one more reading; without a facing or an axis it leaves the heading as it is.

        The very same numbers again are a copy, made where a picture did not change, and make it no surer.
        """
        heading_deg = axis_deg if facing_deg is None else facing_deg
        reading = (x_in, y_in, heading_deg)
        copy, self._last = reading == self._last, reading
        off = self.distance_in(x_in, y_in) > NUDGED_SD * math.hypot(sd_in, self.sd_in)
        turn = self.turn_to_deg(facing_deg, axis_deg)
        if turn is not None:
            off = off or abs(turn) > NUDGED_SD * math.hypot(sd_deg, self.sd_deg)
        self._nudged = self._nudged + 1 if off else 0
        if self._nudged >= NUDGED_READINGS:
            self._begin(x_in, y_in, facing_deg, axis_deg, sd_in, sd_deg)
        if off:
            return
        share = self._place.add(sd_in, copy=copy)
        self.x_in += share * (x_in - self.x_in)
        self.y_in += share * (y_in - self.y_in)
        if heading_deg is None:
            return
        share = self._turn.add(sd_deg, copy=copy)
        before_deg = heading_deg if self._heading_deg is None else self._heading_deg
        self._heading_deg = (before_deg + share * (turn or 0.0)) % 360.0
        if facing_deg is not None and not self._sensed:
            self._sensed = True
            if abs(turn_deg(self._heading_deg, facing_deg)) > HALF_TURN_DEG / 2:
                self._heading_deg = (self._heading_deg + HALF_TURN_DEG) % 360.0

    def turn_to_deg(self, facing_deg: float | None, axis_deg: float | None = None) -> float | None:
        """The turn from here to a facing or else an axis; None where either heading is unknown.

        Where one of the two is known but for half a turn, so is this: it is the smaller of both.
        """
        heading_deg = axis_deg if facing_deg is None else facing_deg
        if heading_deg is None or self._heading_deg is None:
            return None
        turn = turn_deg(self._heading_deg, heading_deg)
        if facing_deg is not None and self._sensed:
            return turn
        return (turn + HALF_TURN_DEG / 2) % HALF_TURN_DEG - HALF_TURN_DEG / 2

    def forget_sense(self) -> None:
        """Know the heading from now on but for half a turn."""
        self._sensed = False

    def shift(self, dx_in: float, dy_in: float) -> None:
        """Tell the same place in a frame whose origin lies elsewhere."""
        self.x_in += dx_in
        self.y_in += dy_in

    def distance_in(self, x_in: float, y_in: float) -> float:
        return math.hypot(x_in - self.x_in, y_in - self.y_in)


class _Weight:
    """How much the readings so far weigh together, by their inverse variances."""

    def __init__(self) -> None:
        self._readings = 0.0
        self._weight = 0.0
        self._run = 0.0
        """The weight of the newest reading with its copies."""
        self._squares = 0.0
        """The sum of the squared weights of the others, each with its copies."""

    @property
    def reading_sd(self) -> float:
        """The deviation of a single reading, the better ones counting for more; 0 without any."""
        return math.sqrt(self._readings / self._weight) if self._readings else 0.0

    @property
    def averaged_sd(self) -> float:
        """The deviation of the average; 0 without any reading."""
        if not self._readings:
            return 0.0
        independent = self._weight**2 / (self._squares + self._run**2)
        lasting = LASTING_SHARE**2
        return self.reading_sd * math.sqrt(lasting + (1.0 - lasting) / independent)

    def add(self, sd: float, *, copy: bool) -> float:
        """Take in a reading of this deviation, or a copy of the last; its share in the average."""
        fade = 1.0 - 1.0 / MEMORY_FRAMES
        own = max(sd, LEAST_SD) ** -2
        self._readings = self._readings * fade + 1.0
        self._weight = self._weight * fade + own
        run = self._run * fade
        self._squares *= fade**2
        if copy:
            self._run = run + own
        else:
            self._squares += run**2
            self._run = own
        return own / self._weight
