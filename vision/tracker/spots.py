"""Spots: what several frames agree on. A figure stands here, facing this way, and its cap reads so.

Whatever moves, turns or is read under another name comes to lie on a new spot, so a change is a spot that
stays, and flicker is one that does not: nothing else in the tracker need tell the two apart.
"""

import math
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from pennysight.vision.naming import faction_and_number
from pennysight.vision.observation import SeenFigure
from pennysight.vision.tracker.averaging import AveragedPose

MOVED_IN = 0.1
MOVED_DEG = 6.0
MOVED_SD = 4.0
"""What counts as a move: inches or degrees, or deviations of a single reading if that is more."""
SPOT_SD = 5.0
"""A reading further off than so many deviations lies elsewhere: noise does that 4 times in a million."""
SPOT_LIMIT_IN = 0.6
SPOT_LIMIT_DEG = 60.0
"""However poor the readings, that is another place: figures stand 0.75 in apart, a front is no back."""
SAME_PLACE_IN = 0.4
"""Bases of 0.75 in never stand so near each other: two spots that do are two readings of one figure."""
NAME_READINGS = 3
NAME_MEMORY = 8
NAME_SHARE = 2.0 / 3.0
"""A cap is believed when it read so this often in so many readings, in this share of those with a name."""
FOLLOWED_IN = 1.5
"""A figure goes no further than this between two frames that show it on its way."""
SPREAD_IN = 0.25
"""Readings of one figure that differ less than this are told apart by name and history, not by distance."""
EPSILON_S = 1e-3
"""Frame times are rounded somewhere on their way."""


def cap_name(seen: SeenFigure) -> str | None:
    """The figure's name where its cap tells it."""
    return seen.id if seen.number is not None else None


class Spot:
    """One figure at rest, as far as single frames can tell."""

    def __init__(self, seen: SeenFigure, frame: int, captured_s: float, needed: int) -> None:
        """Begin with one reading; `needed` readings make a name."""
        self.pose = AveragedPose(
            seen.x_in, seen.y_in, seen.facing_deg, seen.sd_in, seen.sd_deg, seen.axis_deg
        )
        self.headed_s = -math.inf
        """When a frame last showed which way it is turned."""
        self.name: str | None = None
        self.number: int | None = None
        self.faction: str | None = None
        self.capped = seen.capped
        self.first_s = captured_s
        self.last_s = captured_s
        self.last_frame = frame
        self.streak = 0
        self._needed = needed
        self._readings: deque[tuple[int, str | None]] = deque()
        self._names: deque[str | None] = deque(maxlen=NAME_MEMORY)
        self._note(seen, frame, captured_s)

    @property
    def hits(self) -> int:
        """In how many frames of the window it was read."""
        return len(self._readings)

    @property
    def named_hits(self) -> int:
        """In how many frames of the window its cap was read."""
        return sum(name is not None for _, name in self._readings)

    @property
    def undecided(self) -> bool:
        """Whether its cap was read, but not yet often enough to be believed or given up."""
        return self.name is None and any(self._names) and len(self._names) < NAME_MEMORY

    def add(self, seen: SeenFigure, frame: int, captured_s: float) -> None:
        self.pose.add(seen.x_in, seen.y_in, seen.facing_deg, seen.sd_in, seen.sd_deg, seen.axis_deg)
        self._note(seen, frame, captured_s)

    @property
    def cap_read(self) -> bool:
        """Whether its cap was lately read as its name."""
        return self.name is not None and self.name in self._names

    def take_name(self, name: str | None, number: int | None) -> None:
        """Hold a name that is known otherwise than by its cap."""
        self.name, self.number = name, number

    def retell(self, told: Mapping[str, str]) -> None:
        """Have caps been read as who they are now told to be."""

        def anew(name: str | None) -> str | None:
            return None if name is None else told.get(name, name)

        self._readings = deque((frame, anew(name)) for frame, name in self._readings)
        self._names = deque((anew(name) for name in self._names), maxlen=NAME_MEMORY)
        if self.name is not None and self.name in told:
            self.name = told[self.name]
            known = faction_and_number(self.name)
            self.number = known and known[1]

    def forget_before(self, frame: int) -> None:
        while self._readings and self._readings[0][0] < frame:
            self._readings.popleft()

    def distance_in(self, other: "Spot") -> float:
        return self.pose.distance_in(other.pose.x_in, other.pose.y_in)

    def misfit_in(self, seen: SeenFigure) -> float | None:
        """How far a reading lies from this spot; None where it is another place, facing, faction or name."""
        distance = self.pose.distance_in(seen.x_in, seen.y_in)
        if distance > SPOT_LIMIT_IN or seen.capped != self.capped:
            return None
        if distance > max(MOVED_IN, SPOT_SD * math.hypot(seen.sd_in, self.pose.sd_in)):
            return None
        if seen.faction is not None and self.faction is not None and seen.faction != self.faction:
            return None
        if self.name is not None and cap_name(seen) not in (None, self.name):
            return None
        if (turn := self.pose.turn_to_deg(seen.facing_deg, seen.axis_deg)) is not None:
            reach_deg = SPOT_SD * math.hypot(seen.sd_deg, self.pose.sd_deg)
            if abs(turn) > min(max(MOVED_DEG, reach_deg), SPOT_LIMIT_DEG):
                return None
        return distance

    def _note(self, seen: SeenFigure, frame: int, captured_s: float) -> None:
        self.streak = self.streak + 1 if frame == self.last_frame + 1 else 1
        self.last_s, self.last_frame = captured_s, frame
        if seen.facing_deg is not None or seen.axis_deg is not None:
            self.headed_s = captured_s
        self.faction = self.faction or seen.faction
        name = cap_name(seen)
        self._readings.append((frame, name))
        self._names.append(name)
        if self.name is not None or name is None:
            return
        read = Counter(name for name in self._names if name is not None)
        if read[name] >= max(self._needed, NAME_SHARE * read.total()):
            self.name, self.number = name, seen.number


def overlap(spot: Spot, others: Sequence[Spot]) -> bool:
    """Whether another figure's base stands where this one's would."""
    return any(spot.distance_in(other) < SAME_PLACE_IN for other in others)


class Window:
    """The spots of the last frames: as many as span the time to settle, and at least a few."""

    def __init__(self, settle_s: float, frames: int) -> None:
        """Span `settle_s` seconds and `frames` frames, whichever is more."""
        self.spots: list[Spot] = []
        self.kept: set[Spot] = set()
        self._settle_s = settle_s
        self._least = frames
        self._needed = min(NAME_READINGS, frames)
        self._frames: deque[tuple[int, float]] = deque()

    def add(self, figures: Sequence[SeenFigure], frame: int, captured_s: float) -> None:
        """Lay the figures of one frame on the spots, at most one on each, and drop the spots that faded.

        Spots in `kept` stay however long nothing reads them.
        """
        self._frames.append((frame, captured_s))
        while (
            len(self._frames) > self._least and self._frames[0][1] < captured_s - self._settle_s - EPSILON_S
        ):
            self._frames.popleft()
        fits: list[tuple[tuple[bool, int, int, int], int, Spot]] = []
        for index, spot in self._near(figures):
            misfit = spot.misfit_in(figures[index])
            if misfit is not None:
                other_name = cap_name(figures[index]) not in (None, spot.name)
                rank = (other_name, int(misfit / SPREAD_IN), -spot.named_hits, -spot.hits)
                fits.append((rank, index, spot))
        laid: set[int] = set()
        taken: set[Spot] = set()
        for _, index, spot in sorted(fits, key=lambda fit: fit[0]):
            if index not in laid and spot not in taken:
                spot.add(figures[index], frame, captured_s)
                laid.add(index)
                taken.add(spot)
        new = [
            Spot(seen, frame, captured_s, self._needed)
            for index, seen in enumerate(figures)
            if index not in laid
        ]
        for spot in self.spots:
            spot.forget_before(self._frames[0][0])
        self.spots = [spot for spot in self.spots if spot.hits or spot in self.kept] + new

    def _near(self, figures: Sequence[SeenFigure]) -> Iterator[tuple[int, Spot]]:
        """Which figures, by index, are near enough to which spots to be worth a closer look."""
        if not figures or not self.spots:
            return
        seen = np.array([(figure.x_in, figure.y_in) for figure in figures])
        spots = np.array([(spot.pose.x_in, spot.pose.y_in) for spot in self.spots])
        apart = np.abs(seen[:, None] - spots[None]).max(axis=2)
        for index, place in np.argwhere(apart <= SPOT_LIMIT_IN).tolist():
            yield index, self.spots[place]

    def lasted(self, spot: Spot) -> bool:
        """Whether it has been read over the time to settle."""
        return spot.last_s - spot.first_s >= self._settle_s - EPSILON_S

    def established(self) -> list[Spot]:
        """The spots that lasted, read in at least half of the frames; of two in one place the better read.

        One in `kept` is believed before a newcomer to its place that is read less than twice as often.
        """
        needed = max(0.5 * len(self._frames), min(2, self._least))

        def rank(spot: Spot) -> tuple[int, int, float]:
            return (-spot.hits * (2 if spot in self.kept else 1), -spot.named_hits, spot.first_s)

        chosen: list[Spot] = []
        for spot in sorted((spot for spot in self.spots if spot.hits and self.lasted(spot)), key=rank):
            if not overlap(spot, chosen):
                chosen.append(spot)
        return [spot for spot in chosen if spot.hits >= needed]
