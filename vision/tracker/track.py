"""One figure over time: where it stands, where it last stood settled, and how long nothing has shown it."""

from pennysight.vision.tracker.averaging import turn_deg
from pennysight.vision.tracker.spots import MOVED_DEG, MOVED_IN, MOVED_SD, Spot
from pennysight.vision.tracker.values import Move, Place, State, TrackedFigure


class Track:
    """A figure by its lasting name; never deleted, only hidden."""

    def __init__(self, figure_id: str, spot: Spot) -> None:
        """Begin where it is first seen at rest."""
        self.id = figure_id
        self.faction, self.number, self.capped = spot.faction, spot.number, spot.capped
        self.state: State = "seen"
        self.spot = spot
        self.shown = spot
        """The spot it is on now, on its way too; who is who among bare figures hangs on it."""
        self.astray = 0
        """Frames in a row that show it somewhere else than at its spot."""
        self.unseen_s = 0.0
        self._settled: Place | None = None
        self._settled_s = spot.first_s

    @property
    def named(self) -> bool:
        return self.number is not None

    def take_name(self, spot: Spot) -> None:
        """Be the figure that the cap on that spot names."""
        self.id, self.faction, self.number = spot.name or self.id, spot.faction, spot.number

    def stay(self) -> None:
        """A frame shows it at its spot."""
        self.astray, self.unseen_s = 0, 0.0
        self.shown = self.spot

    def stray(self, spot: Spot) -> None:
        """A frame shows it elsewhere; one such frame is no more than a doubt."""
        self.astray += 1
        self.unseen_s = 0.0
        if self.astray > 1:
            self.shown = spot

    def settle(self, spot: Spot) -> Move | None:
        """Take a spot of the settled scene as its place; the move, if it came here by one."""
        left = self.spot
        if spot is not left:
            self.spot = spot
            self.stay()
        self.faction = self.faction or spot.faction
        if self.named and spot.name is None:
            spot.take_name(self.id, self.number)
        return self._moved(left)

    def _moved(self, left: Spot) -> Move | None:
        pose, before = self.spot.pose, self._settled
        if before is None:
            self._settled = _place(self.spot)
            return None
        distance = pose.distance_in(before.x_in, before.y_in)
        turn = 0.0
        if before.facing_deg is not None and pose.facing_deg is not None:
            turn = abs(turn_deg(before.facing_deg, pose.facing_deg))
        elsewhere = distance > max(MOVED_IN, MOVED_SD * pose.reading_sd_in)
        turned = turn > max(MOVED_DEG, MOVED_SD * pose.reading_sd_deg)
        if not elsewhere and not turned:
            if before.facing_deg is None:
                self._settled = _place(self.spot)
            return None
        # Within one spot it crept here; otherwise the old spot knows best where it stood and when it left.
        crept = left is self.spot
        start_s = self._settled_s if crept else left.last_s
        end_s = self.spot.last_s if crept else self.spot.first_s
        self._settled, self._settled_s = _place(self.spot), self.spot.last_s
        return Move(self.id, before if crept else _place(left), self._settled, min(start_s, end_s), end_s)

    def shift(self, dx_in: float, dy_in: float) -> None:
        """Tell where it stood settled in a frame whose origin lies elsewhere; its spots are told apart."""
        if (old := self._settled) is not None:
            self._settled = Place(old.x_in + dx_in, old.y_in + dy_in, old.facing_deg)

    def could_be(self, spot: Spot) -> bool:
        """Whether name, faction and cap allow that this figure stands on that spot."""
        if spot.name is not None:
            return spot.name == self.id
        return spot.capped == self.capped and (
            self.faction == spot.faction or None in (self.faction, spot.faction)
        )

    def figure(self) -> TrackedFigure:
        pose = self.shown.pose
        return TrackedFigure(
            id=self.id,
            faction=self.faction,
            number=self.number,
            capped=self.capped,
            place=_place(self.shown),
            sd_in=pose.sd_in,
            sd_deg=pose.sd_deg,
            state=self.state,
        )


def _place(spot: Spot) -> Place:
    return Place(spot.pose.x_in, spot.pose.y_in, spot.pose.facing_deg)
