"""One figure over time: where it stands, where it last stood settled, and how long nothing has shown it."""

import math

from pennysight.vision.naming import faction_and_number
from pennysight.vision.observation import Hat, SeenFigure
from pennysight.vision.tracker.corrections import PLACED_SD_IN, TURNED_SD_DEG, ByHand
from pennysight.vision.tracker.memory import Remembered
from pennysight.vision.tracker.spots import MOVED_DEG, MOVED_IN, MOVED_SD, Spot
from pennysight.vision.tracker.values import Move, Place, State, TrackedFigure


class Track:
    """A figure by its lasting name; never deleted, only hidden."""

    def __init__(self, figure_id: str, spot: Spot) -> None:
        """Begin where it is first seen at rest."""
        self.id = figure_id
        self.faction, self.number, self.capped = spot.faction, spot.number, spot.capped
        if known := faction_and_number(spot.name or ""):
            self.faction, _ = known
        self.colour = spot.faction
        """The faction that it looks like, whatever people called it."""
        self.cap_told = spot.cap_read
        """Whether its name is what its cap is told to read as."""
        self.named_by_hand = False
        """Whether people said who it is."""
        self.by_hand = ByHand()
        self.put_unseen = False
        """Whether people put it where nothing shows it."""
        self.state: State = "seen"
        self.spot = spot
        self.shown = spot
        """The spot it is on now, on its way too; who is who among bare figures hangs on it."""
        self.astray = 0
        """Frames in a row that show it somewhere else than at its spot."""
        self.unseen_s = 0.0
        self.hat: Hat | None = None
        """The hat that it is seen to wear."""
        self.recalled = False
        """Whether it is known from before a restart and nothing has shown it since."""
        self._settled: Place | None = None
        self._settled_s = spot.first_s

    @classmethod
    def recall(cls, name: str, was: Remembered, frame: int, now_s: float) -> "Track":
        """A figure that stood so before a restart; this is the frame before the first that may show it."""
        seen = SeenFigure(
            id=name,
            faction=was.colour,
            number=was.number if was.cap_told else None,
            capped=was.capped,
            x_in=was.x_in,
            y_in=was.y_in,
            facing_deg=was.facing_deg,
            sd_in=was.sd_in,
            sd_deg=was.sd_deg,
            confidence=1.0,
        )
        track = cls(name, Spot(seen, frame, now_s, needed=1))
        track.spot.headed_s = -math.inf
        if was.named_by_hand:
            track.be(name, was.faction, was.number)
        track.by_hand, track.hat, track.put_unseen = was.by_hand, was.hat, was.put_unseen
        track.state, track.recalled, track._settled = "held", True, _place(track.spot)
        return track

    def remembered(self) -> Remembered | None:
        """What of it is to outlast a restart; None when people said nothing of it that holds."""
        if not self.named_by_hand and self.by_hand == ByHand():
            return None
        pose = self.spot.pose
        return Remembered(
            faction=self.faction,
            number=self.number,
            colour=self.colour,
            capped=self.capped,
            cap_told=self.cap_told,
            named_by_hand=self.named_by_hand,
            x_in=pose.x_in,
            y_in=pose.y_in,
            facing_deg=pose.facing_deg,
            sd_in=pose.reading_sd_in,
            sd_deg=pose.reading_sd_deg,
            hat=self.hat,
            by_hand=self.by_hand,
            put_unseen=self.put_unseen,
        )

    @property
    def named(self) -> bool:
        """Whether its name is its cap's; a bare figure's is only what people call it."""
        return self.capped and self.number is not None

    def take_name(self, spot: Spot) -> None:
        """Be the figure that the cap on that spot names."""
        self.id, self.colour = spot.name or self.id, spot.faction
        self.faction, self.number = faction_and_number(self.id) or (spot.faction, spot.number)

    def be(self, name: str, faction: str | None, number: int | None) -> None:
        """Be who people say it is."""
        self.named_by_hand = True
        self.id, self.faction, self.number = name, faction, number
        for spot in (self.spot, self.shown):
            spot.take_name(name if self.named else None, number)

    @property
    def held_by_hand(self) -> bool:
        """Whether it stands there by nothing but people's word."""
        return self.put_unseen and self.by_hand.place_in is not None

    @property
    def absent(self) -> bool:
        """Whether nothing shows it just now."""
        return self.state != "seen" or self.unseen_s > 0.0

    def go_on_from(self, other: "Track") -> None:
        """Have been, until now, where that one was: the way from there to here is a move."""
        self._settled, self._settled_s = other._settled, other._settled_s

    def wear(self, hat: Hat | None) -> bool:
        """Be seen to wear that hat, or none; when that changes, people's word of a hat is of the past.

        Whether that ended their word.
        """
        ended = hat != self.hat and self.by_hand.hat_said
        if ended:
            self.by_hand = self.by_hand.after_a_hat()
        self.hat = hat
        return ended

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
        left, self.recalled = self.spot, False
        if spot is not left:
            self.spot = spot
            self.stay()
        self.faction = self.faction or spot.faction
        self.colour = self.colour or spot.faction
        self.cap_told = self.cap_told or spot.cap_read
        if self.named and spot.name is None:
            spot.take_name(self.id, self.number)
        move = self._moved(left)
        if self.put_unseen:  # now it is seen, here or elsewhere
            self.put_unseen, self.by_hand = False, self.by_hand.after_a_move()
        return move

    def _moved(self, left: Spot) -> Move | None:
        pose, before = self.spot.pose, self._settled
        if before is None:
            self._settled = _place(self.spot)
            return None
        distance = pose.distance_in(before.x_in, before.y_in)
        turn = abs(pose.turn_to_deg(before.facing_deg) or 0.0)
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
        came_from = self.by_hand.over(before if crept else _place(left))
        self.by_hand = self.by_hand.after_a_move()
        self._settled, self._settled_s = _place(self.spot), self.spot.last_s
        return Move(self.id, came_from, self._settled, min(start_s, end_s), end_s)

    def shift(self, dx_in: float, dy_in: float) -> None:
        """Tell where it stood settled in a frame whose origin lies elsewhere; its spots are told apart."""
        if (old := self._settled) is not None:
            self._settled = Place(old.x_in + dx_in, old.y_in + dy_in, old.facing_deg)
        self.by_hand = self.by_hand.shifted(dx_in, dy_in)

    def could_be(self, spot: Spot) -> bool:
        """Whether name, faction and cap allow that this figure stands on that spot."""
        if spot.name is not None:
            return spot.name == self.id
        return spot.capped == self.capped and (
            self.colour == spot.faction or None in (self.colour, spot.faction)
        )

    def figure(self) -> TrackedFigure:
        pose, hand = self.shown.pose, self.by_hand
        place, sd_in, sd_deg = _place(self.shown), pose.sd_in, pose.sd_deg
        if stands := hand.stands and self.shown is self.spot:
            place = hand.over(place)
            sd_in = sd_in if hand.place_in is None else PLACED_SD_IN
            sd_deg = sd_deg if hand.facing_deg is None else TURNED_SD_DEG
        return TrackedFigure(
            id=self.id,
            faction=self.faction,
            number=self.number,
            capped=self.capped,
            place=place,
            sd_in=sd_in,
            sd_deg=sd_deg,
            state="gone" if hand.gone else self.state,
            hat=hand.hat if hand.hat_said else self.hat,
            dead=hand.dead,
            by_hand=stands,
        )


def _place(spot: Spot) -> Place:
    return Place(spot.pose.x_in, spot.pose.y_in, spot.pose.facing_deg)
