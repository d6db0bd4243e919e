"""Figures and caps on paper are as the print facts describe them."""

import cv2
import numpy as np
import pytest
from pennysight.calibration.printspec import (
    CAP_CODES,
    FACTION_SRGB,
    FACTIONS,
)
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.caps import cap_sheet, draw_cap
from pennysight.calibration.sheets.figures import figure_sheets
from pennysight.calibration.sheets.pictures import DPI

from tests.calibration.rendered import PAPER, Picture, book, pages


def test_caps_are_as_the_print_facts_describe_them() -> None:
    """The colour in front, sectors at facing + 120, 180 and 240 degrees, a white rim; facing up the page."""
    all_ = {
        (faction, number): (1.0 + number, 2.0 + k)
        for k, faction in enumerate(FACTIONS)
        for number in CAP_CODES
    }

    def draw(made: Book) -> None:
        pen = made.page("", "").pen
        for (faction, number), place in all_.items():
            draw_cap(pen.placed(place), faction, number)

    (page,) = pages(book(draw))
    for (faction, number), (x, y) in all_.items():

        def at(radius_in: float, turn_deg: float, x: float = x, y: float = y) -> tuple[int, ...]:
            turn = np.radians(90 + turn_deg)
            column, row = x + radius_in * np.cos(turn), 11 - y - radius_in * np.sin(turn)
            return tuple(page[int(row * DPI), int(column * DPI)].tolist())

        for turn in (-80, -40, 0, 40, 80):
            assert at(0.2, turn) == FACTION_SRGB[faction]
        for centre, black in zip((120, 180, 240), CAP_CODES[number], strict=True):
            for turn in (centre - 25, centre, centre + 25):
                assert at(0.2, turn) == ((0, 0, 0) if black else (255, 255, 255))
        for turn in range(0, 360, 15):
            assert at(0.35, turn) == (255, 255, 255)
            assert max(at(0.375, turn)) < 250, "a line to cut along"
        assert at(0.32, 0) == FACTION_SRGB[faction]


@PAPER
def test_the_cap_sheet_has_each_cap_once(paper: str) -> None:
    (page,) = pages(book(cap_sheet, paper))
    for colour in FACTION_SRGB.values():
        mask = (page == colour).all(axis=2).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
        halves = [stat for stat in stats[1:count] if stat[cv2.CC_STAT_AREA] > 1000]
        assert len(halves) == 6
        for stat in halves:
            assert stat[cv2.CC_STAT_WIDTH] / DPI == pytest.approx(0.65, abs=0.01)
            assert stat[cv2.CC_STAT_HEIGHT] / DPI == pytest.approx(0.325, abs=0.01)


@pytest.mark.slow
@PAPER
def test_six_figures_of_each_faction_fold_to_the_height_that_is_measured(paper: str) -> None:
    """Frame and back are as long as a face that leans from its foot on the penny to a fold 1.75 in up."""
    face_in = float(np.hypot(1.75 - 0.06, 0.375))
    sheets = pages(book(figure_sheets, paper))
    assert len(sheets) == 4
    for page, colour in zip(sheets, FACTION_SRGB.values(), strict=True):
        frames = boxes(page, colour)
        sizes = np.array(frames)[:, 2:]
        assert sizes == pytest.approx(np.tile([0.75, face_in], (6, 1)), abs=0.01)
        dark = page[round((frames[0][1] - 0.04) * DPI), round((frames[0][0] + 0.375) * DPI)]
        assert dark.astype(int).sum() < 0.7 * sum(colour), "the back is darker"
        backs = np.array(boxes(page, tuple(dark.tolist())))
        assert backs[:, 2:] == pytest.approx(sizes, abs=0.01)
        assert backs[:, 0] == pytest.approx(np.array(frames)[:, 0], abs=0.01)
        assert backs[:, 1] + backs[:, 3] == pytest.approx(np.array(frames)[:, 1], abs=0.01), (
            "they meet in the fold"
        )


def boxes(page: Picture, colour: tuple[int, ...]) -> list[tuple[float, ...]]:
    """What is large and in one piece of that colour, from the left: x, y, width, height in inches."""
    mask = (page == colour).all(axis=2).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    large = stats[1:][(stats[1:, cv2.CC_STAT_WIDTH] > 0.7 * DPI) & (stats[1:, cv2.CC_STAT_HEIGHT] > DPI)]
    return sorted(tuple((stat[:4] / DPI).tolist()) for stat in large)
