"""Lengths are read as people write them, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pennysight.calibration.lengths import LengthError, fraction_text, parse_length


@pytest.mark.parametrize(
    ("text", "length_in"),
    [
        ("12", 12.0),
        ("12.375", 12.375),
        ("12,375", 12.375),
        ("12 3/8", 12.375),
        ('12-3/8"', 12.375),
        (" 12 3/8 in ", 12.375),
        ("3/8", 0.375),
        ("3 ft 5 1/4 in", 41.25),
        ("3'5\"", 41.0),
        ("314mm", 314 / 25.4),
        ("31.4 CM", 31.4 / 2.54),
    ],
)
def test_lengths_as_people_write_them(text: str, length_in: float) -> None:
    assert parse_length(text) == pytest.approx(length_in)


@pytest.mark.parametrize(
    "text",
    ["", " ", "x", "0", "-3", "12 3", "12 3/0", "1/2 1/2", "3 in 5 ft", "nan", "1e3", "12 3/8/2", "5 m"],
)
def test_what_is_no_length_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(LengthError) as refused:
        parse_length(text)
    assert str(refused.value).startswith(f"'{text}' is no length, expected")


@given(st.integers(1, 32 * 60))
def test_a_tapes_fractions_are_read_back(thirty_seconds: int) -> None:
    length_in = thirty_seconds / 32
    assert parse_length(fraction_text(length_in)) == pytest.approx(length_in)
