"""Names that no cap says: those given here, and who is who by people's word."""

from collections import Counter
from collections.abc import Collection, Mapping
from string import ascii_lowercase

import msgspec
from pennysight.vision.naming import faction_and_number
from pennysight.vision.observation import SeenFigure
from pennysight.vision.tracker.corrections import CorrectionError, Rename, no_name
from pennysight.vision.tracker.spots import Spot, cap_name
from pennysight.vision.tracker.track import Track


class GivenNames:
    """Names for figures of unknown name: marsh-a, marsh-b and so on to marsh-aa, none of them twice."""

    def __init__(self) -> None:
        self.all: set[str] = set()
        self._count: Counter[str] = Counter()

    def give(self, faction: str | None) -> str:
        """A name never given before."""
        kind = faction or "unnamed"
        while (name := f"{kind}-{_letters(self._count[kind])}") in self.all:
            self._count[kind] += 1
        self.all.add(name)
        return name


class CapNames:
    """What each cap is told to read as; at first what is on it.

    No two caps are told alike: whoever is given another's name gives that cap its own.
    """

    def __init__(self) -> None:
        self._told: dict[str, str] = {}

    @property
    def otherwise(self) -> dict[str, str]:
        """The caps that are told to read as another name than the one on them."""
        return {read: told for read, told in self._told.items() if told != read}

    def recall(self, otherwise: Mapping[str, str]) -> None:
        """Have caps be told as before a restart: a permutation of names."""
        self._told = dict(otherwise)

    def told(self, seen: SeenFigure) -> SeenFigure:
        """A figure as its cap is told to read; its faction stays that of its colour."""
        read = cap_name(seen)
        name = None if read is None else self._told.get(read, read)
        if name is None or name == read:
            return seen
        known = faction_and_number(name)
        return msgspec.structs.replace(seen, id=name, number=known and known[1])

    def rename(
        self, correction: Rename, tracks: dict[str, Track], spots: Collection[Spot], given: Collection[str]
    ) -> Rename:
        """Give one of the tracks, by their names, its name, or exchange the names of two; what undoes it.

        A figure of unknown name that is given the name of one who is not seen is that one. Caps that were
        read follow, on the `spots` too. `given` are names for figures of unknown name.

        Raises:
            CorrectionError: there is no such figure, or the name is none.
        """
        figure, name = correction.figure, correction.name
        track, other = tracks.get(figure), tracks.get(name)
        known = faction_and_number(name)
        if track is None:
            raise CorrectionError(f"there is no figure {figure!r:.60} on the table")
        if other is None and known is None and name not in given:
            raise CorrectionError(no_name(name))
        if track is other:
            raise CorrectionError(f"{figure} is {figure} already")
        if other is not None and other.absent and figure in given:
            track.go_on_from(tracks.pop(name))
            other = None
        before = (track.id, track.faction, track.number)
        after = (name, *(known or (None, None))) if other is None else (name, other.faction, other.number)
        if track.cap_told or (other is not None and other.cap_told):
            told = self._exchange(figure, name)
            for spot in {*spots, *(one.shown for one in tracks.values())}:
                spot.retell(told)
        del tracks[figure]
        track.be(*after)
        if other is not None:
            other.be(*before)
            tracks[figure] = other
        tracks[name] = track
        return Rename(name, figure)

    def _exchange(self, one: str, other: str) -> dict[str, str]:
        """Have the caps told as these two exchange what they are told as; who is now told to be whom."""
        by_name = {told: read for read, told in self._told.items()}
        self._told[by_name.get(one, one)], self._told[by_name.get(other, other)] = other, one
        return {one: other, other: one}


def _letters(count: int) -> str:
    letters = ""
    while count >= 0:
        letters = ascii_lowercase[count % 26] + letters
        count = count // 26 - 1
    return letters
