"""Photographs that were not made for this project: codes are read where some are, and nothing is made up."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.vision.codes import read_codes
from pennysight.vision.markers import find_markers, linear_grey
from pennysight.vision.observation import Observation
from pennysight.vision.sources import Frame

from tests.vision.test_pipeline import SCENE, drawn, pipeline

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


COIN_PX_PER_IN = 596  # a penny of 0.75 in is 447 pixels wide
LAID_AT_IN = ((4.5, 7.0, 0.0), (12.0, 14.0, 90.0))  # middle and turn of the photograph, twice
SHRUNK = 8


def _with_coins(before: Observation, coins: NDArray[np.uint8], paper: bool) -> NDArray[np.uint8]:
    """The table with the coins lying on it, with the sheet that they lay on or without."""
    assert before.table is not None
    small = cv2.resize(coins, None, fx=1 / SHRUNK, fy=1 / SHRUNK, interpolation=cv2.INTER_AREA)
    mask = np.full(small.shape[:2], 255, np.uint8)
    if not paper:
        dark = (small.min(axis=2) < 0.72 * np.median(small.min(axis=2))).astype(np.uint8)
        outlines, _ = cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        mask[:] = 0
        cv2.drawContours(mask, [one for one in outlines if cv2.contourArea(one) > 500], -1, 255, cv2.FILLED)
    height, width = small.shape[:2]
    half = np.array([width, height]) * SHRUNK / COIN_PX_PER_IN / 2
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - np.float32(0.5)
    image = drawn(0).copy()
    size = (image.shape[1], image.shape[0])
    for x_in, y_in, turn_deg in LAID_AT_IN:
        c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
        square = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half @ np.array([(c, s), (-s, c)])
        laid = np.column_stack([square + np.array([x_in, y_in]), np.zeros(4)])
        way = cv2.getPerspectiveTransform(corners, before.table.view.to_pixels(laid).astype(np.float32))
        share = cv2.warpPerspective(mask, way, size)[..., None] / 255
        image = np.asarray(share * cv2.warpPerspective(small, way, size) + (1 - share) * image, np.uint8)
    return image


@pytest.mark.slow
@pytest.mark.parametrize("paper", [False, True])
def test_loose_coins_on_the_table_are_neither_figures_nor_tokens(shared: Path, paper: bool) -> None:
    coins = cv2.imread(str(shared / "real-photos" / "coins" / "eight-us-coins.jpg"))
    assert coins is not None
    before = pipeline().see(Frame(drawn(0), 0.0, 0))
    image = _with_coins(before, np.asarray(coins, np.uint8), paper)
    seen = pipeline().see(Frame(image, 0.0, 0))
    assert {figure.id for figure in seen.figures} == {pose.id for pose in SCENE.figures}
    assert (seen.tokens, seen.hats) == ((), ())
