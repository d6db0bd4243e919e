"""Colours of bare figures that were learnt, as they are typed and kept: `marsh=#66cc77,cult=#1f64cc`."""

import re
from collections.abc import Mapping

_ONE = re.compile(r"([a-z-]+)=#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", re.IGNORECASE)


class ColoursError(ValueError):
    """Colours that cannot be read; the message is one sentence."""


def parse_colours(written: str) -> dict[str, tuple[int, int, int]]:
    """Factions' colours, as sRGB.

    Raises:
        ColoursError: they are not told as expected, or are no faction's.
    """
    from pennysight.calibration.printspec import FACTIONS  # brings OpenCV, which most commands do without

    colours = {}
    for part in filter(None, re.split(r"[\s,]+", written)):
        found = _ONE.fullmatch(part)
        if found is None or found[1] not in FACTIONS:
            raise ColoursError(
                f"{part[:40]!r} is no faction's colour, expected {', '.join(FACTIONS)} with red, green "
                "and blue, such as marsh=#66cc77"
            )
        colours[found[1]] = (int(found[2], 16), int(found[3], 16), int(found[4], 16))
    return colours


def colours_text(colours: Mapping[str, tuple[int, int, int]]) -> str:
    """The same as `parse_colours` reads it."""
    return ",".join(f"{name}=#{red:02x}{green:02x}{blue:02x}" for name, (red, green, blue) in colours.items())
