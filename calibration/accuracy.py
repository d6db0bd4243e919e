"""How exact a distance between two places on the table is.

Two places that one picture shows share the errors of the camera's pose: what moves both alike is in no
distance between them. What each place has of its own (noise, print, height) adds up.
"""

from dataclasses import dataclass, replace

import msgspec
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.projection import Array, View

Indices = NDArray[np.intp]

STEPS_A_TILE = 3
APART_STEPS = 2
"""Distances are told for two thirds of a tile, 6 in: what a figure moves or shoots in one go."""
WITHIN_95 = 1.96
"""So many standard deviations hold 95 of 100 errors of a distance."""


@dataclass(frozen=True, eq=False)
class Places:
    """N places seen by `view` on the plane at `z_in`: `xy_in` (N, 2), and the covariance `own_in2` (N, 2, 2).

    `own_in2` is what each place's error has beside that of the camera's pose.
    """

    view: View
    xy_in: Array
    z_in: float
    own_in2: Array

    def distances_in(self, pairs: Indices) -> Array:
        """The distances (P,) between pairs (P, 2) of places."""
        return np.asarray(np.linalg.norm(self._apart(pairs), axis=1))

    def distance_sds_in(self, pairs: Indices) -> Array:
        """One standard deviation (P,) of the distance between pairs (P, 2) of different places."""
        apart = self._apart(pairs)
        along = (apart / np.linalg.norm(apart, axis=1, keepdims=True))[:, None, :]
        z_in = np.full((len(self.xy_in), 1), self.z_in)
        points_px = self.view.to_pixels(np.hstack([self.xy_in, z_in]))
        by_pose = self.view.plane_derivatives(points_px, self.z_in).pose
        of_pose = along @ (by_pose[pairs[:, 1]] - by_pose[pairs[:, 0]])
        own = along @ (self.own_in2[pairs[:, 0]] + self.own_in2[pairs[:, 1]]) @ along.transpose(0, 2, 1)
        shared = of_pose @ self.view.covariance @ of_pose.transpose(0, 2, 1)
        return np.asarray(np.sqrt((own + shared)[:, 0, 0]))

    def _apart(self, pairs: Indices) -> Array:
        return np.asarray(self.xy_in[pairs[:, 1]] - self.xy_in[pairs[:, 0]])


def exact(view: View) -> View:
    """The view as if nothing were uncertain of it: what a covariance under it has is each place's own."""
    return replace(view, covariance=np.zeros_like(view.covariance))


class Lattice(msgspec.Struct, frozen=True):
    """Nodes over a board, `step_in` apart in `columns` from its west edge and `rows` from its south edge."""

    columns: int
    rows: int
    step_in: float

    @property
    def xy_in(self) -> Array:
        """Where the nodes lie (rows * columns, 2), row by row from the south."""
        x, y = np.meshgrid(np.arange(self.columns) * self.step_in, np.arange(self.rows) * self.step_in)
        return np.column_stack([x.ravel(), y.ravel()])

    def pairs(self, steps: int) -> Indices:
        """All ordered pairs (P, 2) of nodes that lie `steps` apart in a row or in a column."""
        index = np.arange(self.columns * self.rows).reshape(self.rows, self.columns)
        east = np.stack([index[:, :-steps].ravel(), index[:, steps:].ravel()], axis=1)
        north = np.stack([index[:-steps].ravel(), index[steps:].ravel()], axis=1)
        one_way = np.concatenate([east, north])
        return np.concatenate([one_way, one_way[:, ::-1]])

    def diagonals(self) -> Indices:
        """The two pairs (2, 2) of opposite corners."""
        last = self.columns * self.rows - 1
        return np.array([(0, last), (self.columns - 1, last - self.columns + 1)])


def board_lattice(width_in: float, height_in: float, tile_side_in: float) -> Lattice:
    """The lattice of a board: three steps to a tile."""
    step_in = tile_side_in / STEPS_A_TILE
    return Lattice(round(width_in / step_in) + 1, round(height_in / step_in) + 1, step_in)


@dataclass(frozen=True, eq=False)
class ErrorMap:
    """What to expect of distances between capped figures, in inches; deviations are one standard deviation.

    `sd_in` (rows, columns) is that of distances of `apart_in` from each node of the lattice to the east,
    north, west and south on the board (root mean square). NaN where the camera does not see that.
    `across_sd_in` is that of the distance `across_in` between opposite corners, the worse of the two.
    """

    lattice: Lattice
    apart_in: float
    sd_in: Array
    across_in: float
    across_sd_in: float

    @property
    def middle_sd_in(self) -> float:
        """In the middle of the board."""
        rows, columns = self.sd_in.shape
        return float(self.sd_in[rows // 2, columns // 2])

    @property
    def corner_sd_in(self) -> float:
        """In the worst of the board's corners; NaN where one of them is not seen."""
        return float(np.max(self.sd_in[np.ix_((0, -1), (0, -1))]))


def error_map(lattice: Lattice, places: Places) -> ErrorMap:
    """What to expect over a board whose figures stand at `places`, one a node of the lattice."""
    pairs = lattice.pairs(APART_STEPS)
    sds = places.distance_sds_in(pairs)
    seen = np.isfinite(sds)
    count, total = np.zeros(len(places.xy_in)), np.zeros(len(places.xy_in))
    np.add.at(count, pairs[seen, 0], 1.0)
    np.add.at(total, pairs[seen, 0], sds[seen] ** 2)
    with np.errstate(invalid="ignore"):
        usual = np.sqrt(total / count)  # NaN where none is seen
    diagonals = lattice.diagonals()
    return ErrorMap(
        lattice,
        lattice.step_in * APART_STEPS,
        usual.reshape(lattice.rows, lattice.columns),
        float(places.distances_in(diagonals)[0]),
        float(places.distance_sds_in(diagonals).max()),
    )
