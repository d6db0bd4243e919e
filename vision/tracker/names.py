"""The names that caps are told to read as, by people's word."""

import msgspec
from pennysight.vision.naming import faction_and_number
from pennysight.vision.observation import SeenFigure
from pennysight.vision.tracker.spots import cap_name


class CapNames:
    """What each cap is told to read as; at first what is on it.

    No two caps are told alike: whoever is given another's name gives that cap its own.
    """

    def __init__(self) -> None:
        self._told: dict[str, str] = {}

    def exchange(self, one: str, other: str) -> dict[str, str]:
        """Have the caps told as these two exchange what they are told as; who is now told to be whom."""
        by_name = {told: read for read, told in self._told.items()}
        self._told[by_name.get(one, one)], self._told[by_name.get(other, other)] = other, one
        return {one: other, other: one}

    def told(self, seen: SeenFigure) -> SeenFigure:
        """A figure as its cap is told to read; its faction stays that of its colour."""
        read = cap_name(seen)
        name = None if read is None else self._told.get(read, read)
        if name is None or name == read:
            return seen
        known = faction_and_number(name)
        return msgspec.structs.replace(seen, id=name, number=known and known[1])
