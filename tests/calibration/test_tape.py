"""A tape measure judges what the camera says: by well chosen distances, and with a fitting verdict."""

import math
import re

import msgspec
import numpy as np
import pytest
from pennysight.calibration.board import MarkerSighting, TablePose, solve_table
from pennysight.calibration.layout import BoardLayout
from pennysight.calibration.planned_camera import planned_camera
from pennysight.calibration.planner import Board, aimed, hung
from pennysight.calibration.printspec import TILE_NUMBERS
from pennysight.calibration.tape import (
    DISTANCES,
    TAPE_SD_IN,
    Span,
    Verdict,
    measured,
    spans_to_measure,
    verdict,
)


def _spans(board: Board, noise_px: float = 0.0) -> list[Span]:
    rng = np.random.default_rng(2)
    view = hung(planned_camera((1920, 1080), 65.0), board, aimed(56.0, 4.0, None))
    sightings = []
    for marker, corners in board.markers_in():
        corners_px = view.to_pixels(np.pad(corners, ((0, 0), (0, 1)))) + rng.normal(0, 1, (4, 2)) * noise_px
        sightings.append(MarkerSighting(marker, corners_px, 0.07**2 * np.eye(8)))
    table: TablePose = solve_table(sightings, view.camera, TILE_NUMBERS, view)
    return spans_to_measure(table, sightings, TILE_NUMBERS)


SPANS = _spans(Board(4, 4))


def _read(
    factor: float, sd_in: float, seed: int, slip: int | None = None, spans: list[Span] = SPANS
) -> Verdict:
    rng = np.random.default_rng(seed)
    read = [measured(span, factor * span.distance_in + rng.normal() * sd_in) for span in spans]
    if slip is not None:
        read[slip] = measured(spans[slip], spans[slip].distance_in + 1.0)
    return verdict(read)


def test_five_distances_cross_the_board_between_different_markers() -> None:
    assert len(SPANS) == DISTANCES
    assert len({frozenset((span.start.marker, span.end.marker)) for span in SPANS}) == DISTANCES
    lengths = sorted(span.distance_in for span in SPANS)
    assert lengths[0] > 18
    assert lengths[-1] > 45
    angles = {
        round(math.degrees(math.atan2(span.end.y_in - span.start.y_in, span.end.x_in - span.start.x_in)) / 20)
        % 9
        for span in SPANS
    }
    assert len(angles) >= 4  # they run in different directions


@pytest.mark.parametrize("board", [Board(1, 1), Board(2, 1), Board(3, 3), Board(5, 3), Board(2, 4)])
def test_small_and_long_boards_have_distances_too(board: Board) -> None:
    spans = _spans(board)
    assert len(spans) == (1 if board == Board(1, 1) else DISTANCES)


def test_distances_are_those_of_the_table_and_as_uncertain_as_claimed() -> None:
    errors = [
        (a.distance_in - b.distance_in) / b.sd_in
        for a, b in zip(_spans(Board(4, 4), noise_px=0.07), SPANS, strict=True)
    ]
    assert max(map(abs, errors)) < 4
    for span in SPANS:
        assert 0 < span.sd_in < 0.02
        ends = [(mark.x_in, mark.y_in) for mark in (span.start, span.end)]
        assert span.distance_in == pytest.approx(math.dist(*ends))


def test_marks_are_named_by_the_corner_of_their_tile() -> None:
    first = SPANS[1].start  # from the north-west of the board
    assert first.corner == "top left"
    assert first.words == f"top left corner of {first.tile}'s north-west square"
    assert (first.x_in, first.y_in) == pytest.approx((0.3, 35.7), abs=0.02)


def test_table_markers_are_marks_too_where_no_tile_carries_any() -> None:
    board = Board(4, 4)
    view = hung(planned_camera((1920, 1080), 65.0), board, aimed(58.0, 4.0, None))
    sightings = [
        MarkerSighting(marker, view.to_pixels(np.pad(corners, ((0, 0), (0, 1)))), 0.07**2 * np.eye(8))
        for marker, corners in board.table_markers_in()
    ]
    table = solve_table(sightings, view.camera, TILE_NUMBERS, view, layout=BoardLayout(4, 4))
    spans = spans_to_measure(table, sightings, TILE_NUMBERS)
    assert len(spans) == DISTANCES
    first = spans[0].start
    assert first.tile is None
    assert re.search("corner of the square beyond the (south|west) edge, south-west", first.words)


def test_an_exact_table_is_good() -> None:
    for seed in range(20):
        said = _read(1.0, TAPE_SD_IN, seed)
        assert said.code in ("good", "one-off")
    assert _read(1.0, 0.0, 0).code == "good"


@pytest.mark.parametrize("factor", [0.97, 0.99, 1.005, 1.03])
def test_a_print_of_another_scale_is_told_with_what_its_ruler_reads(factor: float) -> None:
    said = _read(factor, 0.01, 1)
    assert said.code == "print-scale"
    assert said.scale == pytest.approx(factor, abs=0.001)
    assert said.ruler_reads_in == pytest.approx(6 * factor, abs=0.006)
    assert f"--ruler-reads {said.ruler_reads_in:.3f}" in said.text


def test_a_print_already_corrected_is_corrected_further() -> None:
    read = [measured(span, 1.01 * span.distance_in) for span in SPANS]
    assert verdict(read, print_scale=0.98).ruler_reads_in == pytest.approx(6 * 0.98 * 1.01, abs=0.006)


def test_one_slip_of_the_tape_is_named_and_not_taken_for_a_scale() -> None:
    said = _read(1.0, 0.01, 3, slip=2)
    assert said.code == "one-off"
    assert SPANS[2].start.words in said.text


def test_errors_without_a_common_scale_are_told_as_such() -> None:
    read = [measured(span, span.distance_in + (-1) ** n * 0.4) for n, span in enumerate(SPANS)]
    said = verdict(read)
    assert said.code == "off"
    assert "no common scale" in said.text


def test_two_readings_are_too_few_for_a_scale() -> None:
    read = [measured(span, 1.02 * span.distance_in) for span in SPANS[:2]]
    said = verdict([*read, *SPANS[2:]])
    assert (said.code, said.scale) == ("off", None)
    assert verdict(SPANS).code == "unmeasured"


def test_what_is_told_to_programs_names_both_ends() -> None:
    told = msgspec.to_builtins(measured(SPANS[0], 40.0))
    assert {"from", "to", "distance_in", "sd_in", "tape_in", "off_in", "within"} == told.keys()
    assert told["from"].keys() == {"tile", "marker", "corner", "words", "x_in", "y_in"}
