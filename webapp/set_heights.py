"""Heights of folds that were measured, as they are typed and kept: `marsh=1.743+-0.011,cult-2=1.76`."""

import re
from collections.abc import Mapping

_LEAST_IN, _MOST_IN = 0.25, 6.0
_ONE = re.compile(r"([a-z][a-z0-9-]*)=([0-9.]+)(?:(?:\+-|±)([0-9.]+))?")


class HeightsError(ValueError):
    """Heights that cannot be read; the message is one sentence."""


def parse_heights(written: str) -> dict[str, tuple[float, float]]:
    """Heights in inches with their deviations, by figure or by faction.

    Raises:
        HeightsError: they are not told as expected, or are no figure's.
    """
    heights = {}
    for part in filter(None, re.split(r"[\s,]+", written)):
        found = _ONE.fullmatch(part)
        try:
            height, sd = (float(found[2]), float(found[3] or 0)) if found else (0.0, 0.0)
        except ValueError:
            found = None
        if found is None or not _LEAST_IN <= height <= _MOST_IN or not sd <= 1:
            raise HeightsError(
                f"{part[:40]!r} is no figure's height, expected a figure or faction with inches from "
                f"{_LEAST_IN:g} to {_MOST_IN:g}, such as marsh=1.743 or marsh-2=1.76+-0.01"
            )
        heights[found[1]] = (height, sd)
    return heights


def heights_text(heights: Mapping[str, tuple[float, float]]) -> str:
    """The same as `parse_heights` reads it."""
    return ",".join(
        f"{name}={height:.3f}" + (f"+-{sd:.3f}" if sd else "") for name, (height, sd) in heights.items()
    )
