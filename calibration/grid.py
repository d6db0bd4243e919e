"""Which cell of the board's grid each tile lies in, and the board frame that this fixes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.adjustment import TILE_SPREAD_IN2
from pennysight.calibration.printspec import TILE_SIDE_IN
from pennysight.calibration.projection import Array

_MOST_SHIFT_IN = 1.0  # a tile farther from its cell than that lies beside the board, not on it
_MOST_TURN_RAD = np.deg2rad(10.0)
_REACH_CELLS = 2  # from tile to tile of one board; the cell between them may be hidden by an arm

Cells = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Grid:
    """`cells` (T, 2): column from the west and row from the south of each tile, -1 for one not on the board.

    A point p of the frame that the tiles were given in lies at `turn` (2, 2) @ p + `shift` (2,) in the board
    frame, which is the one in which the tiles lie about their cells best.
    """

    cells: Cells
    columns: int
    rows: int
    turn: Array
    shift: Array

    @property
    def on_board(self) -> NDArray[np.bool_]:
        """Which tiles lie in a cell, (T,)."""
        return self.cells[:, 0] >= 0


def cell_centres_in(cells: Cells) -> Array:
    """The middles (T, 2) of cells in the board frame."""
    return np.asarray((cells + 0.5) * TILE_SIDE_IN, float)


def find_grid(tiles: Array) -> Grid:
    """The grid of tiles given by centre and turn (T, 3: inches, inches, radians) in any one frame."""
    lean = float(np.median(tiles[:, 2]))
    straight = np.abs(tiles[:, 2] - lean) < _MOST_TURN_RAD
    upright = tiles[:, :2] @ _rotation(lean)  # turned back
    cells, fits = _best_cells(upright, straight)
    fits &= _one_a_cell(cells, _away(upright, cells, fits)) & _connected(cells, fits)
    cells = np.where(fits[:, None], cells - cells[fits].min(axis=0), -1)
    columns, rows = (int(count) for count in cells.max(axis=0) + 1)
    turn, shift = fit_frame(tiles[fits], cell_centres_in(cells[fits]), TILE_SPREAD_IN2)
    return Grid(cells, columns, rows, turn, shift)


def _best_cells(upright: Array, straight: NDArray[np.bool_]) -> tuple[Cells, NDArray[np.bool_]]:
    """The cells counted from the tile that most others agree with, and which tiles agree."""
    best: tuple[float, float] = (-1.0, 0.0)
    for anchor in np.flatnonzero(straight):
        steps = (upright - upright[anchor]) / TILE_SIDE_IN
        cells = np.rint(steps).astype(np.intp)
        away = np.abs(steps - cells).max(axis=1) * TILE_SIDE_IN
        fits = straight & (away < _MOST_SHIFT_IN)
        score = (float(fits.sum()), -float(away[fits].sum()))
        if score > best:
            best, found = score, (cells, fits)
    return found


def _away(upright: Array, cells: Cells, fits: NDArray[np.bool_]) -> Array:
    """How far (T,) each tile lies from its cell, the cells lying as the fitting tiles do on the whole."""
    from_cell = upright - cells * TILE_SIDE_IN
    return np.asarray(np.linalg.norm(from_cell - np.median(from_cell[fits], axis=0), axis=1))


def _one_a_cell(cells: Cells, away: Array) -> NDArray[np.bool_]:
    """Of tiles in the same cell, the one that lies in it best."""
    keep = np.zeros(len(cells), bool)
    taken = set()
    for index in np.argsort(away):
        cell = tuple(cells[index])
        keep[index] = cell not in taken
        taken.add(cell)
    return keep


def _connected(cells: Cells, fits: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest group of fitting tiles in reach of each other; a spare tile far off is not on the board."""
    near = (np.abs(cells[:, None] - cells[None]).max(axis=2) <= _REACH_CELLS) & fits & fits[:, None]
    reach = near
    while True:
        wider = (reach.astype(int) @ near.astype(int)) > 0
        if (wider == reach).all():
            break
        reach = wider
    return np.asarray(reach[reach.sum(axis=1).argmax()])


def fit_frame(pieces: Array, goals_in: Array, spread_in2: float) -> tuple[Array, Array]:
    """The turn (2, 2) and shift (2,) that lay pieces (T, 3) about their goals (T, 2), upright, best.

    A piece's own turn counts as that of points whose mean squared distance from it is `spread_in2`.
    """
    middle, goal = pieces[:, :2].mean(axis=0), goals_in.mean(axis=0)
    arms, goals = pieces[:, :2] - middle, goals_in - goal
    lean = pieces[:, 2]
    cos = (arms * goals).sum() + spread_in2 * np.cos(lean).sum()
    sin = (arms[:, 0] * goals[:, 1] - arms[:, 1] * goals[:, 0]).sum() - spread_in2 * np.sin(lean).sum()
    turn = _rotation(float(np.arctan2(sin, cos)))
    return turn, goal - turn @ middle


def _rotation(angle_rad: float) -> Array:
    cos, sin = np.cos(angle_rad), np.sin(angle_rad)
    return np.array([[cos, -sin], [sin, cos]])
