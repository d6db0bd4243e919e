"""Lengths as people read them off a ruler or a tape: in inches with fractions, feet, or metric."""

import re
from typing import Final

IN_PER_UNIT: Final = {
    "": 1.0,
    "in": 1.0,
    '"': 1.0,
    "ft": 12.0,
    "'": 12.0,
    "mm": 1 / 25.4,
    "cm": 1 / 2.54,
}
_NUMBER = r"(?P<whole>\d{1,6}(?:[.,]\d{1,20})?(?![\d/]))?(?:[ -]*(?P<over>\d{1,4})/(?P<under>\d{1,4}))?"
_PART = re.compile(rf"\s*{_NUMBER}\s*(?P<unit>inches|inch|in|ft|mm|cm|[\"'″′]|)\s*", re.IGNORECASE)
_SAME_UNIT = {"inches": "in", "inch": "in", "″": '"', "′": "'"}


class LengthError(ValueError):
    """A text that is no length; the message is one sentence."""


def parse_length(text: str) -> float:
    """Inches: `12.375`, `12 3/8`, `12-3/8"`, `31.4cm`, `314 mm`, `3 ft 5 1/4 in`.

    Raises:
        LengthError: it is no length.
    """
    total_in, rest = 0.0, text
    least_in = float("inf")
    while rest.strip() or total_in == 0.0:
        part = _PART.match(rest)
        number = None if part is None else _number(part["whole"], part["over"], part["under"])
        if part is None or number is None:
            raise _no_length(text)
        unit = part["unit"].lower()
        unit_in = IN_PER_UNIT[_SAME_UNIT.get(unit, unit)]
        if unit_in >= least_in:  # 3 in 5 ft is nobody's way to say it
            raise _no_length(text)
        total_in, least_in, rest = total_in + number * unit_in, unit_in, rest[part.end() :]
    return total_in


def _number(whole: str | None, over: str | None, under: str | None) -> float | None:
    """The number that a text's parts say, None where they say none."""
    if (whole is None and over is None) or (under is not None and int(under) == 0):
        return None
    fraction = 0.0 if over is None or under is None else int(over) / int(under)
    number = fraction + (0.0 if whole is None else float(whole.replace(",", ".")))
    return number or None


def _no_length(text: str) -> LengthError:
    return LengthError(f"'{text}' is no length, expected one like 12 3/8, 12.375, 314mm or 31.4cm")


def fraction_text(length_in: float, parts: int = 32) -> str:
    """Inches to the nearest of so many parts, as a tape shows them: `12 3/8`."""
    count = round(length_in * parts)
    whole, over = divmod(count, parts)
    while over and over % 2 == 0:
        over, parts = over // 2, parts // 2
    return f"{whole}" if not over else f"{over}/{parts}" if not whole else f"{whole} {over}/{parts}"
