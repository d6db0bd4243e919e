"""Cards on shacks, steadily: what a settled scene said last stays until another says otherwise."""

from collections.abc import Iterable

from pennysight.vision.observation import SeenCard


class Cards:
    """What is known of the card on each shack."""

    def __init__(self) -> None:
        """Begin with no shack."""
        self._known: dict[str, SeenCard] = {}

    def settle(self, seen: Iterable[SeenCard]) -> list[str]:
        """Take in what a settled scene shows; the shacks whose card has gone since it was last sure."""
        gone = []
        for card in seen:
            before = self._known.get(card.shack)
            if before is None or card.state != "unknown":
                self._known[card.shack] = card
            if before is not None and (before.state, card.state) == ("present", "gone"):
                gone.append(card.shack)
        return gone

    def all(self) -> tuple[SeenCard, ...]:
        """Every shack's, by its id."""
        return tuple(self._known[shack] for shack in sorted(self._known))
