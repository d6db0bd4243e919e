"""Who stands where: the tracks laid on the spots of a settled scene.

A cap tells a name. Without one, who stood there stays there; then who is missing is who has newly appeared,
by faction and by the shortest way. A name known from a cap is never handed on where two could have it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from pennysight.vision.tracker.spots import Spot, overlap
from pennysight.vision.tracker.track import Track

CLEARLY_NEARER = 1.5
CLEARLY_NEARER_IN = 1.0
"""By this factor and these inches the other way round must be longer, or either could be who."""


@dataclass
class Matching:
    """The established spots by whom they belong to; one that is in no list is not believed yet."""

    tracks: dict[Spot, Track] = field(default_factory=dict)
    new: dict[str, Spot] = field(default_factory=dict)
    """Figures that come to the table under a name of their own."""
    nameless: list[Spot] = field(default_factory=list)
    """Spots of figures that nobody accounts for and that show no name, or another's."""
    merged: dict[Track, str] = field(default_factory=dict)
    """Tracks of unknown name that turn out to be someone, and who."""
    twins: set[str] = field(default_factory=set)
    """Names that more than one spot shows."""
    either: list[tuple[Track, Track]] = field(default_factory=list)
    """Who could have been taken for whom."""


def match(spots: Sequence[Spot], tracks: Sequence[Track], covered: Collection[Track]) -> Matching:
    """Lay `tracks` on the established `spots`; those in `covered` may still stand where they stood."""
    matching = Matching()
    waiting = _by_name(matching, spots, {track.id: track for track in tracks})
    for track in tracks:
        if track.spot in spots and track.spot not in matching.tracks and track not in matching.merged:
            matching.tracks[track.spot] = track
    told = {*matching.tracks, *matching.new.values(), *waiting}
    strangers = [spot for spot in spots if spot not in told and not spot.undecided]
    placed = set(matching.tracks.values()) | set(matching.merged)
    missing = [track for track in tracks if track not in placed and track not in covered]
    _by_way(matching, strangers, missing)
    return matching


def _by_name(matching: Matching, spots: Sequence[Spot], tracks: dict[str, Track]) -> list[Spot]:
    """Lay named figures on the spots that show their names.

    The spots to wait with come back: their names are still read in the old places.
    """
    claims: dict[str, list[Spot]] = defaultdict(list)
    for spot in spots:
        if spot.name is not None:
            claims[spot.name].append(spot)
    unnamed = [
        track
        for track in tracks.values()
        if not track.named and track.state != "hidden" and not track.recalled
    ]
    waiting = []
    for name, shown in claims.items():
        track = tracks.get(name)
        if len(shown) > 1:
            matching.twins.add(name)
            continue
        if track is None:
            matching.new[name] = shown[0]
        elif track.spot.hits and not overlap(track.spot, shown):
            waiting.append(shown[0])
            continue
        else:
            matching.tracks[shown[0]] = track
        matching.merged.update((other, name) for other in unnamed if overlap(other.spot, shown))
    return waiting


def _by_way(matching: Matching, strangers: Sequence[Spot], missing: Sequence[Track]) -> None:
    """Lay the missing on the spots that nobody accounts for: first in place, then by the shortest way."""
    ways = sorted(_ways(strangers, missing), key=lambda way: way.rank)
    chosen: dict[Spot, _Way] = {}
    for way in ways:
        if way.spot not in chosen and way.track not in {taken.track for taken in chosen.values()}:
            chosen[way.spot] = way
    for spot in strangers:
        if spot not in chosen:
            matching.nameless.append(spot)
            continue
        way = chosen[spot]
        rival = None if way.in_place else _rival(way, ways, chosen)
        if rival is not None and way.track.named:
            matching.nameless.append(spot)
            continue
        matching.tracks[spot] = way.track
        if rival is not None and (rival, way.track) not in matching.either:
            matching.either.append((way.track, rival))


@dataclass(frozen=True)
class _Way:
    """A missing figure may have come to this spot."""

    track: Track
    spot: Spot
    in_place: bool
    distance_in: float

    @property
    def rank(self) -> tuple[bool, bool, float]:
        return (not self.in_place, self.track.state == "hidden", self.distance_in)


def _ways(strangers: Sequence[Spot], missing: Sequence[Track]) -> Iterator[_Way]:
    for spot in strangers:
        for track in missing:
            in_place = overlap(spot, [track.spot])
            # What went on while nobody watched is not to be guessed.
            gone = in_place or not (track.spot.hits or track.recalled)
            # A name is handed on only to who appears as its owner vanishes, not to who appears much later.
            recent = in_place or not track.named or track.state != "hidden"
            if gone and recent and track.could_be(spot):
                yield _Way(track, spot, in_place, spot.distance_in(track.shown))


def _rival(way: _Way, ways: Sequence[_Way], chosen: dict[Spot, _Way]) -> Track | None:
    """Who else could have come this way, the other way round being not clearly longer."""
    lengths = {(other.track, other.spot): other.distance_in for other in ways}
    goal = {other.track: other for other in chosen.values()}
    for other in ways:
        if other.spot is not way.spot or other.track is way.track or other.rank[:2] != way.rank[:2]:
            continue
        taken, swapped = way.distance_in, other.distance_in
        if other.track in goal:
            back = lengths.get((way.track, goal[other.track].spot))
            if back is None or goal[other.track].in_place:
                continue
            taken += goal[other.track].distance_in
            swapped += back
        if swapped < CLEARLY_NEARER * taken + CLEARLY_NEARER_IN:
            return other.track
    return None
