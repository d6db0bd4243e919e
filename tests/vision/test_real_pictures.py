"""Photographs that were not made for this project: codes are read where some are, and nothing is made up."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.vision.codes import read_codes
from pennysight.vision.markers import find_markers, linear_grey

PICTURES = (".jpg", ".png", ".webp")


def _greys(folder: Path) -> dict[Path, NDArray[np.uint8]]:
    read = {
        path: cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        for path in sorted(folder.iterdir())
        if path.suffix in PICTURES
    }
    return {path: np.asarray(grey, np.uint8) for path, grey in read.items() if grey is not None}


def _words(text: str) -> list[str]:
    return text.split()


@pytest.mark.slow
def test_nearly_all_codes_in_photographs_are_read(shared: Path) -> None:
    greys = _greys(shared / "real-photos" / "qr")
    assert len(greys) == 106
    right = sum(
        _words(path.with_suffix(".txt").read_text(errors="replace"))
        in [_words(code.text) for code in read_codes(grey)]
        for path, grey in greys.items()
    )
    assert right >= 97


@pytest.mark.slow
def test_nothing_is_read_in_photographs_that_show_no_code(shared: Path) -> None:
    greys = _greys(shared / "real-photos" / "no-code")
    greys |= _greys(shared / "real-photos" / "coins")
    assert len(greys) >= 19
    for path, grey in greys.items():
        assert read_codes(grey) == [], path.name
        markers = find_markers(linear_grey(grey))
        assert (markers.sightings, markers.doubled) == ((), ()), path.name
