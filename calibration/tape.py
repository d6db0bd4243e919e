"""A tape measure as the judge: which distances to measure, and what the readings say.

The marks are corners of the markers' black squares, which people and the camera both find exactly.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec
import numpy as np
from pennysight.calibration.accuracy import Indices, Places
from pennysight.calibration.board import MarkerSighting, TablePose, TilePose
from pennysight.calibration.printspec import (
    BOARD_CORNERS,
    TABLE_MARKER_IDS,
    TILE_SIDE_IN,
    marker_corners_in,
    table_marker_offset_in,
    tile_marker_corners_in,
    tile_number,
)
from pennysight.calibration.projection import Array

DISTANCES = 5
TAPE_SD_IN = 1 / 32
"""How exactly people read a tape that they hold between two marks, one standard deviation."""
WITHIN_SD = 2.5
SURE_SD = 3.0
"""A common scale is believed when it is so many of its deviations from 1."""
LEAST_SCALE = 0.001
LEAST_READINGS = 3
_LEAST_APART = 0.3
"""Of the board's shorter side: what is nearer says little."""
_SAME_DECIMALS = 6

Corner = Literal["top left", "top right", "bottom right", "bottom left"]
CORNERS: Final[tuple[Corner, ...]] = ("top left", "top right", "bottom right", "bottom left")
_SPANS: Final = (
    ((0.0, 0.0), (1.0, 1.0)),
    ((0.0, 1.0), (1.0, 0.0)),
    ((0.0, 0.5), (1.0, 0.5)),
    ((0.5, 0.0), (0.5, 1.0)),
    ((0.25, 0.25), (0.75, 0.75)),
)
"""Where on the board the distances begin and end, in shares of its sides: both ways across, and nearer."""


class Mark(msgspec.Struct, frozen=True):
    """A corner of a marker's black square: `corner` as its tile's title reads, `x_in, y_in` as seen.

    `tile` is None for a table marker. `words` name the mark so that people find it.
    """

    tile: str | None
    marker: int
    corner: Corner
    words: str
    x_in: float
    y_in: float


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """A distance to measure; `sd_in` is one standard deviation of ours.

    `tape_in` is what the tape reads, `off_in` how much more we say, `within` whether that was to be expected.
    """

    start: Mark = msgspec.field(name="from")
    end: Mark = msgspec.field(name="to")
    distance_in: Annotated[float, msgspec.Meta(gt=0, le=1e4)]
    sd_in: Annotated[float, msgspec.Meta(ge=0, le=1e4)]
    tape_in: float | None = None
    off_in: float | None = None
    within: bool | None = None


class Verdict(msgspec.Struct, frozen=True):
    """What the readings say together.

    `code`: `unmeasured`, `good`, `print-scale` (all are off by one factor, as prints of another scale are),
    `one-off` (a single one is, as a slip of the tape is) or `off`. `scale` is true inches in one of ours,
    where enough was measured, and `ruler_reads_in` what a 6 in ruler of prints of that scale reads.
    """

    code: Literal["unmeasured", "good", "print-scale", "one-off", "off"]
    text: str
    scale: float | None = None
    scale_sd: float | None = None
    ruler_reads_in: float | None = None


def spans_to_measure(
    table: TablePose, sightings: Sequence[MarkerSighting], tile_numbers: Mapping[int, str]
) -> list[Span]:
    """Up to five distances, spread well over the board; another picture of the table gives the same."""
    used = []
    for sighting in sightings:
        number = tile_number(sighting.id)
        tile = None if number is None else _named(table, tile_numbers.get(number))
        if (tile is not None or sighting.id in TABLE_MARKER_IDS) and sighting.id not in table.left_out:
            used.append((sighting, tile))
    if not used:
        return []
    marks, places = _marks(table, used)
    ideal_in = np.concatenate([_ideal_corners_in(sighting.id, tile, table) for sighting, tile in used])
    pairs = _pairs(np.array([table.width_in, table.height_in]), [mark.marker for mark in marks], ideal_in)
    return [
        Span(start=marks[a], end=marks[b], distance_in=float(distance_in), sd_in=float(sd_in))
        for (a, b), distance_in, sd_in in zip(
            pairs.tolist(), places.distances_in(pairs), places.distance_sds_in(pairs), strict=True
        )
    ]


def _named(table: TablePose, name: str | None) -> TilePose | None:
    return next((tile for tile in table.tiles if tile.tile == name), None)


def _marks(
    table: TablePose, used: Sequence[tuple[MarkerSighting, TilePose | None]]
) -> tuple[list[Mark], Places]:
    """The corners of the markers, as seen, and how well each is placed."""
    corners_px = np.array([sighting.corners_px for sighting, _ in used]).reshape(-1, 2)
    covariance_px2 = np.array([sighting.covariance_px2 for sighting, _ in used]).reshape(-1, 4, 2, 4, 2)
    own_px2 = np.einsum("ncick->ncik", covariance_px2).reshape(-1, 2, 2)
    by_pixel = table.view.plane_derivatives(corners_px).pixel
    xy_in = table.view.to_plane(corners_px)
    ends = [(sighting.id, tile, corner) for sighting, tile in used for corner in CORNERS]
    marks = [
        Mark(
            None if tile is None else tile.tile,
            marker,
            corner,
            f"{corner} corner of {_square(marker, tile)}",
            float(x),
            float(y),
        )
        for (marker, tile, corner), (x, y) in zip(ends, xy_in, strict=True)
    ]
    return marks, Places(table.view, xy_in, 0.0, by_pixel @ own_px2 @ by_pixel.transpose(0, 2, 1))


def _square(marker: int, tile: TilePose | None) -> str:
    """A marker's black square, in words."""
    if tile is not None:
        return f"{tile.tile}'s {'south-east' if marker % 2 else 'north-west'} square"
    corner, second = divmod(marker - TABLE_MARKER_IDS.start, 2)
    north_south, west_east = BOARD_CORNERS[corner].split("-")
    return f"the square beyond the {west_east if second else north_south} edge, {BOARD_CORNERS[corner]}"


def _ideal_corners_in(marker: int, tile: TilePose | None, table: TablePose) -> Array:
    """Where a marker's corners (4, 2) would be if its tile, or corner piece, lay exactly where it belongs."""
    if tile is None:
        name = BOARD_CORNERS[(marker - TABLE_MARKER_IDS.start) // 2]
        corner_in = (table.width_in * ("east" in name), table.height_in * ("north" in name))
        return marker_corners_in() + corner_in + table_marker_offset_in(marker)
    middle = tile.on_board(np.full(2, tile.side_in / 2))
    corners_in = tile_marker_corners_in(marker) * (tile.side_in / TILE_SIDE_IN)
    return np.asarray(np.floor(middle / tile.side_in) * tile.side_in + corners_in)


def _pairs(size_in: Array, markers: Sequence[int], xy_in: Array) -> Indices:
    """The pairs (P, 2) of marks nearest to where the spans should end, then the longest that are left."""
    chosen: list[tuple[int, int]] = []
    joined: set[frozenset[int]] = set()

    def take(a: int, b: int) -> None:
        ends = frozenset((markers[a], markers[b]))
        far = np.linalg.norm(xy_in[a] - xy_in[b]) > _LEAST_APART * size_in.min()
        if len(ends) == 2 and far and ends not in joined and len(chosen) < DISTANCES:
            joined.add(ends)
            chosen.append((a, b))

    for span in _SPANS:
        away = np.linalg.norm(xy_in[:, None] - size_in * np.array(span), axis=2)
        a, b = np.round(away, _SAME_DECIMALS).argmin(axis=0).tolist()
        take(a, b)
    apart = np.round(np.linalg.norm(xy_in[:, None] - xy_in[None], axis=2), _SAME_DECIMALS)
    for index in np.argsort(-apart, axis=None, kind="stable").tolist():
        a, b = divmod(index, len(markers))
        take(min(a, b), max(a, b))
        if len(chosen) == DISTANCES:
            break
    return np.array(chosen, np.intp).reshape(-1, 2)


def measured(span: Span, tape_in: float) -> Span:
    """The span with what the tape reads."""
    off_in = span.distance_in - tape_in
    within = abs(off_in) <= WITHIN_SD * np.hypot(span.sd_in, TAPE_SD_IN)
    return msgspec.structs.replace(span, tape_in=tape_in, off_in=off_in, within=bool(within))


def verdict(spans: Sequence[Span], print_scale: float = 1.0) -> Verdict:
    """What the readings say; `print_scale` is how large the prints are already known to be."""
    read = [span for span in spans if span.tape_in is not None]
    if not read:
        return Verdict("unmeasured", "nothing was measured yet")
    ours = np.array([span.distance_in for span in read])
    tape = np.array([span.tape_in for span in read], float)
    sd = np.hypot([span.sd_in for span in read], TAPE_SD_IN)
    scale = float((ours * tape / sd**2).sum() / (ours**2 / sd**2).sum())
    scale_sd = float(1 / np.sqrt((ours**2 / sd**2).sum()))
    most_in = float(np.abs(ours - tape).max())
    off = [not span.within for span in read]
    enough = len(read) >= LEAST_READINGS
    known = (scale, scale_sd) if enough else (None, None)
    common = abs(scale - 1) > max(SURE_SD * scale_sd, LEAST_SCALE)
    if enough and common and (np.abs(scale * ours - tape) <= WITHIN_SD * sd).all():
        reads_in = 6.0 * print_scale * scale
        longer = "longer" if scale > 1 else "shorter"
        text = (
            f"by the tape all distances are {abs(scale - 1):.2%} {longer}, as they are where prints came out "
            f"so: if a sheet's 6 in ruler reads {reads_in:.3f}, start Pennysight with --ruler-reads "
            f"{reads_in:.3f}"
        )
        return Verdict("print-scale", text, scale, scale_sd, reads_in)
    if not any(off):
        which = "the one distance is" if len(read) == 1 else f"all {len(read)} distances are"
        return Verdict("good", f"{which} within what was to be expected, {most_in:.2f} in at most", *known)
    if sum(off) == 1 and enough:
        worst = next(span for span in read if not span.within)
        text = (
            f"all but one are as expected; measure again from the {worst.start.words} to the "
            f"{worst.end.words}, which is {abs(worst.off_in or 0.0):.2f} in off"
        )
        return Verdict("one-off", text, *known)
    which = "the one distance is" if len(read) == 1 else f"{sum(off)} of {len(read)} are"
    said = f"{which} further off than was to be expected, {most_in:.2f} in at most"
    if not enough:
        return Verdict("off", f"{said}: measure {LEAST_READINGS} or more to tell a print's scale from a slip")
    text = (
        f"{said}, and no common scale explains it: see that the tiles lie flat and their markers are stuck "
        "on straight, and calibrate the camera again if its focus or zoom was changed"
    )
    return Verdict("off", text, *known)
