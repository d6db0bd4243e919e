"""How exact a table is seen, for those who doubt it: residuals, errors to expect, a tape measure's say."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from pennysight.calibration.accuracy import WITHIN_95, ErrorMap, board_lattice
from pennysight.calibration.board import MarkerSighting, TablePose
from pennysight.calibration.lengths import fraction_text
from pennysight.calibration.planner import squares_px
from pennysight.calibration.printspec import TILE_SIDE_IN, PrintSizes, tile_marker_corners_in, tile_number
from pennysight.calibration.tape import Span, Verdict, measured, spans_to_measure, verdict
from pennysight.webapp.planning import expected_errors
from pennysight.webapp.scenes import tile_numbers

FORMAT = "pennysight-check/1"

SQUARES = "squares are the black markers, corners as the tile's title reads"


@dataclass(frozen=True, eq=False)
class Seen:
    """A table as one picture showed it."""

    table: TablePose
    markers: tuple[MarkerSighting, ...]


class MarkerResidual(msgspec.Struct, frozen=True):
    """How far a marker's corners are seen from where the adjusted table has them.

    `residual_px` (4, 2) in the picture; `x_in, y_in` is its middle on the board, `dx_in, dy_in` the mean
    residual there.
    """

    marker: int
    tile: str
    x_in: float
    y_in: float
    residual_px: list[tuple[float, float]]
    dx_in: float
    dy_in: float


class CheckedTile(msgspec.Struct, frozen=True):
    """A tile where it lies; `rms_px` of its markers' residuals, None where none of its markers was used."""

    tile: str
    x_in: float
    y_in: float
    rotation_deg: float
    sd_in: float
    rms_px: float | None


class ExpectedErrors(msgspec.Struct, frozen=True):
    """One standard deviation of a distance of `apart_in` between capped figures, over the board.

    `sd_in` are rows from the south, each from the west, `step_in` apart; None where the camera does not see.
    """

    apart_in: float
    step_in: float
    sd_in: list[list[float | None]]
    middle_sd_in: float | None
    corner_sd_in: float | None
    across_in: float
    across_sd_in: float | None


class CheckedBoard(msgspec.Struct, frozen=True):
    """The board; `empty` are the columns from the west and rows from the south where no tile is seen."""

    width_in: float
    height_in: float
    tile_side_in: float
    empty: list[tuple[int, int]]


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """`pennysight-check/1`."""

    format: str = FORMAT
    source: str
    board: CheckedBoard
    camera_height_in: float
    camera_x_in: float
    camera_y_in: float
    px_per_in: float
    marker_rms_px: float
    left_out: list[int]
    tiles: list[CheckedTile]
    markers: list[MarkerResidual]
    expected: ExpectedErrors
    distances: list[Span]
    verdict: Verdict


def check(
    source: str, seen: Seen, figure_height_in: float, sizes: PrintSizes, tape_in: Sequence[float | None] = ()
) -> Check:
    """Everything that can be said of a table; `tape_in` are readings of its distances, in their order."""
    table, numbers = seen.table, tile_numbers()
    side_in = sizes.side_in
    residuals = _residuals(seen, numbers)
    spans = spans_to_measure(table, seen.markers, numbers)
    read = dict(enumerate(tape_in))
    spans = [
        span if (reading := read.get(n)) is None else measured(span, reading) for n, span in enumerate(spans)
    ]
    lattice = board_lattice(table.width_in, table.height_in, side_in)
    middle = np.array([[table.width_in / 2, table.height_in / 2]])
    x_in, y_in, _ = table.view.centre_in.tolist()
    return Check(
        source=source,
        board=CheckedBoard(table.width_in, table.height_in, side_in, _empty(table, side_in)),
        camera_height_in=table.view.height_in,
        camera_x_in=x_in,
        camera_y_in=y_in,
        px_per_in=float(squares_px(table.view, middle, 0.0, 1.0)[0]),
        marker_rms_px=table.marker_rms_px,
        left_out=list(table.left_out),
        tiles=[
            CheckedTile(
                tile.tile, tile.x_in, tile.y_in, tile.rotation_deg, tile.sd_in, _rms_px(tile.tile, residuals)
            )
            for tile in table.tiles
        ],
        markers=residuals,
        expected=_told(expected_errors(table.view, lattice, figure_height_in)),
        distances=spans,
        verdict=verdict(spans, sizes.scale),
    )


def _empty(table: TablePose, side_in: float) -> list[tuple[int, int]]:
    """The cells of the board's grid in which no tile lies."""
    middles_in = [tile.on_board(np.full(2, side_in / 2)) for tile in table.tiles]
    taken = {(int(x // side_in), int(y // side_in)) for x, y in middles_in}
    columns, rows = round(table.width_in / side_in), round(table.height_in / side_in)
    return [(column, row) for row in range(rows) for column in range(columns) if (column, row) not in taken]


def _residuals(seen: Seen, numbers: dict[int, str]) -> list[MarkerResidual]:
    """Those of the tile markers that the table was placed by."""
    table = seen.table
    tiles = {tile.tile: tile for tile in table.tiles}
    found = []
    for sighting in seen.markers:
        number = tile_number(sighting.id)
        tile = None if number is None else tiles.get(numbers.get(number, ""))
        if tile is None or sighting.id in table.left_out:
            continue
        corners_in = tile.on_board(tile_marker_corners_in(sighting.id) * (tile.side_in / TILE_SIDE_IN))
        residual_px = sighting.corners_px - table.view.to_pixels(np.pad(corners_in, ((0, 0), (0, 1))))
        on_board_in = table.view.to_plane(sighting.corners_px) - corners_in
        (x_in, y_in), (dx_in, dy_in) = corners_in.mean(axis=0), on_board_in.mean(axis=0)
        corners = [(float(x), float(y)) for x, y in residual_px]
        found.append(
            MarkerResidual(
                sighting.id, tile.tile, float(x_in), float(y_in), corners, float(dx_in), float(dy_in)
            )
        )
    return found


def _rms_px(tile: str, residuals: Sequence[MarkerResidual]) -> float | None:
    corners = np.array([one.residual_px for one in residuals if one.tile == tile]).reshape(-1, 2)
    return float(np.sqrt((corners**2).sum(axis=1).mean())) if len(corners) else None


def _told(errors: ErrorMap) -> ExpectedErrors:
    return ExpectedErrors(
        apart_in=errors.apart_in,
        step_in=errors.lattice.step_in,
        sd_in=[[_number(value) for value in row] for row in errors.sd_in.tolist()],
        middle_sd_in=_number(errors.middle_sd_in),
        corner_sd_in=_number(errors.corner_sd_in),
        across_in=errors.across_in,
        across_sd_in=_number(errors.across_sd_in),
    )


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def check_text(made: Check) -> str:
    """The check for people, without what a tape says."""
    board = made.board
    cells = len(made.tiles) + len(board.empty)
    size = f"{board.width_in:.4g} x {board.height_in:.4g} in"
    lines = [
        f"{made.source}: board {size}, {len(made.tiles)} of {cells} tiles seen",
        f"Lens {made.camera_height_in:.1f} in above the tiles, {made.px_per_in:.0f} pixels to the inch.",
        f"Markers are seen within {made.marker_rms_px:.2f} pixels (rms) of where a flat board has them.",
    ]
    if made.left_out:
        ids = ", ".join(map(str, made.left_out))
        lines.append(f"Left out, because they contradict the others: markers {ids}.")
    fits = [(tile.rms_px, tile.tile) for tile in made.tiles if tile.rms_px is not None]
    if fits:
        rms_px, worst = max(fits)
        lines.append(f"The tile that fits worst is {worst}, with {rms_px:.2f} pixels.")
    expected = made.expected
    lines += ["", "Expected error of a distance between two capped figures (95 of 100 are within)"]
    for name, sd_in in (
        (f"{expected.apart_in:.3g} in, in the middle", expected.middle_sd_in),
        (f"{expected.apart_in:.3g} in, in the worst corner", expected.corner_sd_in),
        (f"{expected.across_in:.0f} in, corner to corner", expected.across_sd_in),
    ):
        lines.append(f"  {name:<26} {'not seen' if sd_in is None else f'{WITHIN_95 * sd_in:.3f} in'}")
    if made.distances:
        lines += ["", f"Measure these with a tape ({SQUARES}):"]
        lines += [f"  {n}. {span_text(span)}" for n, span in enumerate(made.distances, 1)]
    return "\n".join(lines)


def span_text(span: Span) -> str:
    """A distance to measure, in words, with what we say it is."""
    return (
        f"from the {span.start.words} to the {span.end.words}: {span.distance_in:.2f} in "
        f"({fraction_text(span.distance_in)})"
    )


def reading_text(n: int, span: Span) -> str:
    """What a reading says of a distance."""
    if span.tape_in is None or span.off_in is None:
        return f"  {n}. not measured"
    how = "as expected" if span.within else "FURTHER OFF THAN EXPECTED"
    return f"  {n}. ours {span.distance_in:.2f} in, tape {span.tape_in:.2f} in: {span.off_in:+.2f} in, {how}"


def verdict_text(made: Check) -> str:
    """What the tape says, for people."""
    lines = [reading_text(n, span) for n, span in enumerate(made.distances, 1)]
    said = made.verdict.text
    return "\n".join(["By the tape:", *lines, said[:1].upper() + said[1:] + "."])
