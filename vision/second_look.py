"""Finding tile markers that were missed, where the board's grid says they must be.

Its shape and place known, a marker half under a figure still shows enough of its edges and of its code. The
two markers of a tile that nobody knows yet are weighed together, against all tiles of the game.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from pennysight.calibration.board import MarkerSighting, TablePose
from pennysight.calibration.printspec import (
    TILE_SIDE_IN,
    tile_marker_corners_in,
    tile_marker_ids,
)
from pennysight.vision.hidden_marker import weigh
from pennysight.vision.marker_code import read_shades
from pennysight.vision.squares import Array, Light, Slack, fit_squares, within

_SHIFT_IN, _TURN_IN, _SHAPE_IN = 0.1, 0.006, 0.004  # of a marker's corner: how a tile may lie in its cell
_LOG_ELSEWHERE = np.log(
    1e-3
)  # that a marker is of another tile than its place says, or of one placed already
_LOG_FOREIGN = np.log(1e-6)  # that it is upright in its place on the grid, but of no tile of the game
_LEAST_SURE = 0.99
_LEAST_SEEN = 8.0  # logarithm of how much likelier than nothing a marker must be to measure by it
_MOST_SD_PX = 0.35


@dataclass(frozen=True, eq=False)
class _Cell:
    """A cell of the grid with markers to look for: `tile` is the number of its tile where that is known."""

    tile: int | None
    marks: tuple[int, ...]  # 0 the north-west marker, 1 the south-east one
    corners_in: tuple[Array, ...]


def marker_slack(pose: TablePose) -> Slack:
    """How far markers may be from where the grid has them, at the scale of this picture."""
    x, y = pose.width_in / 2, pose.height_in / 2
    one, other = pose.view.to_pixels([(x, y, 0), (x + 1, y, 0)])
    px_per_in = float(np.linalg.norm(other - one))
    return Slack(_SHIFT_IN * px_per_in, _TURN_IN * px_per_in, _SHAPE_IN * px_per_in)


def second_look(
    light: Light, pose: TablePose, read: Collection[int], tile_numbers: Mapping[int, str]
) -> tuple[MarkerSighting, ...]:
    """Markers of tiles on the board that are not among the ids `read`."""
    numbers = np.array(list(tile_numbers))
    number_of = {name: number for number, name in tile_numbers.items()}
    cells = list(_cells(pose, number_of, read))
    corners_in = np.array([corners for cell in cells for corners in cell.corners_in]).reshape(-1, 2)
    expected_px = pose.view.to_pixels(np.pad(corners_in, ((0, 0), (0, 1)))).reshape(-1, 4, 2)
    squares = fit_squares(light, expected_px, marker_slack(pose))
    shades, _ = read_shades(light, squares.corners_px)
    usable = within(light, squares.corners_px)

    placed = np.isin(numbers, [number_of[tile.tile] for tile in pose.tiles])
    named: dict[int, list[MarkerSighting]] = {}
    first = 0
    for cell in cells:
        of_cell = range(first, first + len(cell.marks))
        first += len(cell.marks)
        weights = [
            weigh(shades[index], [tile_marker_ids(number)[mark] for number in numbers])
            for index, mark in zip(of_cell, cell.marks, strict=True)
        ]
        usual = ~placed if cell.tile is None else numbers == cell.tile
        best = _most_likely(
            sum(of_tiles for of_tiles, _ in weights) + np.where(usual, 0, _LOG_ELSEWHERE),
            sum(foreign for _, foreign in weights) + _LOG_FOREIGN,
        )
        if best is None or not usual[best]:
            continue
        number = int(numbers[best])
        sightings = [
            MarkerSighting(
                tile_marker_ids(number)[mark], squares.corners_px[index], squares.covariance_px2[index]
            )
            for index, mark, (of_tiles, _) in zip(of_cell, cell.marks, weights, strict=True)
            if usable[index] and of_tiles[best] >= max(_LEAST_SEEN, of_tiles.max())
        ]
        # The same tile in two cells: neither is believed.
        named[number] = [] if number in named else [s for s in sightings if s.sd_px <= _MOST_SD_PX]
    return tuple(sighting for sightings in named.values() for sighting in sightings)


def _cells(pose: TablePose, number_of: Mapping[str, int], read: Collection[int]) -> Iterator[_Cell]:
    tiles = {
        (
            int((tile.x_in + TILE_SIDE_IN / 2) // TILE_SIDE_IN),
            int((tile.y_in + TILE_SIDE_IN / 2) // TILE_SIDE_IN),
        ): tile
        for tile in pose.tiles
    }
    for column in range(round(pose.width_in / TILE_SIDE_IN)):
        for row in range(round(pose.height_in / TILE_SIDE_IN)):
            tile = tiles.get((column, row))
            if tile is None:
                yield _cell(None, (0, 1), column * TILE_SIDE_IN, row * TILE_SIDE_IN, 0.0)
                continue
            number = number_of[tile.tile]
            missing = tuple(mark for mark, marker in enumerate(tile_marker_ids(number)) if marker not in read)
            if missing:
                yield _cell(number, missing, tile.x_in, tile.y_in, tile.rotation_deg)


def _cell(tile: int | None, marks: tuple[int, ...], x_in: float, y_in: float, rotation_deg: float) -> _Cell:
    cos, sin = np.cos(np.deg2rad(rotation_deg)), np.sin(np.deg2rad(rotation_deg))
    turn = np.array([[cos, -sin], [sin, cos]])
    # Every tile's markers lie alike, so tile 0 stands for one that is not known.
    corners = (tile_marker_corners_in(tile_marker_ids(tile or 0)[mark]) for mark in marks)
    return _Cell(tile, marks, tuple(points @ turn.T + (x_in, y_in) for points in corners))


def _most_likely(of_tiles: Array, foreign: float) -> int | None:
    """The index of the tile that it is, if one is sure enough."""
    best = int(of_tiles.argmax())
    others = np.exp(np.delete(of_tiles, best) - of_tiles[best]).sum()
    sure = 1 / (1 + others + np.exp(foreign - of_tiles[best]))
    return best if sure >= _LEAST_SURE else None
