"""The board frame that a picture's pieces fix: the tiles by their grid, else the corner pieces."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.adjustment import Belonging
from pennysight.calibration.grid import cell_centres_in, find_grid, fit_frame
from pennysight.calibration.layout import BoardLayout
from pennysight.calibration.printspec import BOARD_CORNERS, TABLE_MARKER_IDS, TILE_SIDE_IN
from pennysight.calibration.projection import Array
from pennysight.calibration.tile_markers import TileMarkers

CORNER_SD = np.array([0.08, 0.08, np.deg2rad(1.5)])
"""How people push a corner piece against the board: inches, inches, radians."""
TILE_SD = np.array([0.05, 0.05, np.deg2rad(0.4)])
"""How people lay a tile beside the others."""
_LEAST_TILES = 6
_LIKE_THE_OTHERS = 1.5
_STRAY_SD = 4.0
"""From so many tiles on it shows how straight a board is laid. Each is held to lie like the others, give or
take so many times their spread; one that shows to lie so many deviations further off is not held at all."""
_MOST_CORNER_OFF_IN = 1.5
_MOST_CORNER_TURN_RAD = np.deg2rad(15.0)
_FIRST_CORNER = TABLE_MARKER_IDS.start // 2


@dataclass(frozen=True, eq=False)
class BoardFrame:
    """Where the T pieces belong, all as if tiles had the side of print-spec.

    A point p of the frame that they were given in lies at `turn` (2, 2) @ p + `shift` (2,) in this one.
    `on_board` (T,) are those that lie about where they belong. The board is `columns` by `rows` cells.
    """

    belonging: Belonging
    on_board: NDArray[np.bool_]
    columns: float
    rows: float
    turn: Array
    shift: Array

    def like_the_others(self, pieces: Array, sd: Array) -> Belonging | None:
        """Where the pieces belong, once it shows how straight the tiles are laid: a tile whose markers hardly
        show is as unlikely to lie askew as those beside it. None where that makes no difference.

        `pieces` (T, 3) are as they were measured, `sd` (T, 3) how well.
        """
        tiles = self.belonging.holds & ~np.isfinite(self.belonging.sd).any(axis=1)
        if tiles.sum() < _LEAST_TILES:
            return None
        away = np.abs(pieces - np.column_stack([self.belonging.places_in, np.zeros(len(pieces))]))
        spread = np.maximum(1.4826 * np.median(away[tiles], axis=0), TILE_SD / 5) * _LIKE_THE_OTHERS
        like = tiles[:, None] & (away < _STRAY_SD * np.hypot(spread, sd)).all(axis=1, keepdims=True)
        if not (like & (sd > spread / 2)).any():
            return None
        return replace(self.belonging, sd=np.where(like, spread, self.belonging.sd))

    def laid_sd_in2(self, place_in: Array) -> tuple[float, float]:
        """Variances of where something laid at a place (2,) of the board lies: in x or y, and of its turn.

        The frame is off as those who hold it were laid, and what is laid in it is off by as much again.
        """
        holds, sd = self.belonging.holds, self.belonging.sd
        own = np.where(np.isfinite(sd), sd, TILE_SD)[holds]
        places = self.belonging.places_in[holds]
        arms = places - places.mean(axis=0)
        turn = 1 / ((arms**2).sum(axis=1) / own[:, 0] ** 2 / 2 + 1 / own[:, 2] ** 2).sum()
        place = (own[:, 0] ** 2).mean() / len(own) + turn * ((place_in - places.mean(axis=0)) ** 2).sum() / 2
        return float(place + TILE_SD[0] ** 2), float(turn + TILE_SD[2] ** 2)


def find_frame(
    pieces: Array, markers: TileMarkers, tile_numbers: Mapping[int, str], layout: BoardLayout | None
) -> BoardFrame | None:
    """The frame of pieces (T, 3: inches, inches, radians) given in any one; None where nothing fixes it."""
    is_tile = markers.is_tile
    if is_tile.any():
        return _by_tiles(pieces, markers, tile_numbers, layout)
    if layout is None:
        return None
    corners = _corners_in(markers.numbers, layout.columns, layout.rows)
    on_board = np.ones(len(pieces), bool)
    while True:
        spread_in2 = (CORNER_SD[0] / CORNER_SD[2]) ** 2
        turn, shift = fit_frame(pieces[on_board], corners[on_board], spread_in2)
        fits = _near(pieces, corners, turn, shift)
        if (fits | ~on_board).all() or not fits.any():
            break
        on_board &= fits
    belonging = Belonging(corners, np.tile(CORNER_SD, (len(pieces), 1)), on_board)
    return BoardFrame(belonging, on_board, layout.columns, layout.rows, turn, shift)


def _by_tiles(
    pieces: Array, markers: TileMarkers, tile_numbers: Mapping[int, str], layout: BoardLayout | None
) -> BoardFrame:
    is_tile = markers.is_tile
    grid = find_grid(pieces[is_tile])
    cells, columns, rows, shift = grid.cells, float(grid.columns), float(grid.rows), grid.shift
    if layout is not None:
        columns, rows = layout.columns, layout.rows
        steps = _steps(cells, markers, tile_numbers, layout, pieces, grid.turn, shift)
        cells = np.where(grid.on_board[:, None], cells + steps, -1)
        shift = shift + steps * TILE_SIDE_IN
    places = _corners_in(markers.numbers, columns, rows)
    places[is_tile] = cell_centres_in(cells)
    on_board = _near(pieces, places, grid.turn, shift)
    on_board[is_tile] = grid.on_board
    sd = np.where(is_tile[:, None], np.inf, CORNER_SD)
    return BoardFrame(Belonging(places, sd, on_board & is_tile), on_board, columns, rows, grid.turn, shift)


def _steps(
    cells: NDArray[np.intp],
    markers: TileMarkers,
    tile_numbers: Mapping[int, str],
    layout: BoardLayout,
    pieces: Array,
    turn: Array,
    shift: Array,
) -> NDArray[np.intp]:
    """How many cells (2,) the tiles seen lie further than counted from the first of them."""
    numbers = markers.numbers
    votes = Counter(
        tuple(np.subtract(layout.tiles[name], cell).tolist())
        for number, cell in zip(numbers[markers.is_tile], cells, strict=True)
        if cell[0] >= 0 and (name := tile_numbers.get(int(number))) in layout.tiles
    )
    if not votes:
        corners = _corners_in(numbers, layout.columns, layout.rows)
        away = (corners - (pieces[:, :2] @ turn.T + shift))[~markers.is_tile]
        votes = Counter(tuple(step) for step in np.rint(away / TILE_SIDE_IN).astype(int).tolist())
    return np.array(max(votes, key=lambda step: votes[step]) if votes else (0, 0), np.intp)


def _corners_in(numbers: NDArray[np.intp], columns: float, rows: float) -> Array:
    """The board's corners (T, 2) at which the corner pieces among the numbers belong; (0, 0) for a tile."""
    names = [BOARD_CORNERS[number - _FIRST_CORNER] if number >= _FIRST_CORNER else "" for number in numbers]
    across = [columns * TILE_SIDE_IN * ("east" in name) for name in names]
    return np.column_stack([across, [rows * TILE_SIDE_IN * ("north" in name) for name in names]])


def _near(pieces: Array, places: Array, turn: Array, shift: Array) -> NDArray[np.bool_]:
    lean = pieces[:, 2] + np.arctan2(turn[1, 0], turn[0, 0])
    away = np.linalg.norm(pieces[:, :2] @ turn.T + shift - places, axis=1)
    upright = np.abs((lean + np.pi) % (2 * np.pi) - np.pi) < _MOST_CORNER_TURN_RAD
    return np.asarray((away < _MOST_CORNER_OFF_IN) & upright)
