"""How reasons are worded."""

from collections.abc import Sequence


def joined(names: Sequence[str]) -> str:
    """`oak-1`, `oak-1 and fence-2`, `oak-1, fence-2 and wall-3`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def listed(names: Sequence[str]) -> str:
    """`oak-1 stands`, `oak-1 and fence-2 stand`."""
    return f"{joined(names)} {'stands' if len(names) == 1 else 'stand'}"
