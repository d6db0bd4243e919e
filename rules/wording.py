"""How reasons are worded."""

import re
from collections.abc import Sequence

MOST_DIGITS = 6


def inches(length_in: float, border_in: float | None = None) -> str:
    """`4.37 in`, and as exactly as it takes to tell it from a border: `1.002 in`."""
    digits = 2
    if border_in is not None and length_in != border_in:
        while digits < MOST_DIGITS and round(length_in, digits) == border_in:
            digits += 1
    return f"{length_in:.{digits}f} in"


def mid_sentence(sentence: str) -> str:
    """The sentence with a small first letter, unless an abbreviation such as JSON begins it."""
    return re.sub("^[A-Z](?=[a-z])", lambda first: first[0].lower(), sentence)


def joined(names: Sequence[str]) -> str:
    """`oak-1`, `oak-1 and fence-2`, `oak-1, fence-2 and wall-3`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def listed(names: Sequence[str]) -> str:
    """`oak-1 stands`, `oak-1 and fence-2 stand`."""
    return f"{joined(names)} {'stands' if len(names) == 1 else 'stand'}"
