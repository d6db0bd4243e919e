"""The size of the cards that lie face down on shacks, as it is typed and kept: `1.75x2.5`."""

import re

_LEAST_IN, _MOST_IN = 0.75, 5.0
_SIZE = re.compile(r"\s*([\d.]+)\s*[x×]\s*([\d.]+)\s*(?:in)?\s*")


class CardSizeError(ValueError):
    """A card's size that cannot be read; the message is one sentence."""


def parse_card_size(written: str) -> tuple[float, float]:
    """A card's short and long side in inches.

    Raises:
        CardSizeError: they are not told as expected, or are no card's.
    """
    found = _SIZE.fullmatch(written)
    try:
        short, long = sorted(float(side) for side in found.groups()) if found else (0.0, 0.0)
    except ValueError:
        short = long = 0.0
    if not _LEAST_IN <= short <= long <= _MOST_IN:
        raise CardSizeError(
            f"{written[:40]!r} is no card's size, expected its sides in inches from {_LEAST_IN:g} to "
            f"{_MOST_IN:g}, such as 1.75x2.5"
        )
    return short, long
