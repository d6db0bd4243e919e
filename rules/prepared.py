"""A scene made ready for rulings: figures and obstacles as arrays, made once and used for every ruling."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from pennysight.rules.pieces import Pieces, Runs, about_folds_inside, bases, joined, obstacle_pieces
from pennysight.rules.plane import Floats, Ints, Points
from pennysight.rules.scene import (
    Figure,
    Obstacle,
    Scene,
    Tile,
    check_figures,
    check_names_and_numbers,
)

SURE_SD = 3.0  # a ruling is sure if it holds for every placement within so many standard deviations


@dataclass(frozen=True)
class Folds:
    """The folds of figures; where the facing is unknown, only the fold's middle is known, and that is the
    fold here.

    `inner_in` is how far a point of this fold may be from where it is said to be, `outer_in` how far any
    point of the true fold may be from this fold, both within three deviations.
    """

    centre: Points  # (n,)
    ends: Points  # (n, 2)
    inner_in: Floats  # (n,)
    outer_in: Floats  # (n,)
    sd_in: Floats  # (n,) one deviation of the place, the unknown turn of a fold included
    sd_rad: Floats  # (n,) one deviation of the facing


@dataclass(frozen=True)
class Prepared:
    """A checked scene with its arrays. `pieces` ends with one base for each figure, in the figures' order."""

    scene: Scene
    names: tuple[str, ...]  # of obstacles, then of figures
    runs: Runs
    figure_of: dict[str, int]
    folds: Folds
    fixed: Pieces  # those of obstacles
    pieces: Pieces

    @property
    def bases_from(self) -> int:
        """The index of the first base in `pieces`."""
        return len(self.pieces.a) - len(self.scene.figures)


def prepare(scene: Scene, previous: Prepared | None = None) -> Prepared:
    """The scene made ready; what `previous` shares with it is not made again. Raises `SceneError`."""
    kept = (
        previous is not None
        and previous.scene.obstacles == scene.obstacles
        and previous.scene.tiles == scene.tiles
        and previous.scene.board == scene.board
    )
    if previous is not None and kept:
        known = {id(figure) for figure in previous.scene.figures}
        check_figures(scene.figures, [figure for figure in scene.figures if id(figure) not in known])
        fixed, runs = previous.fixed, previous.runs
    else:
        check_names_and_numbers(scene)  # and of shapes what `outlines` says
        fixed, runs = obstacle_pieces(scene.obstacles, *_tile_of(scene.obstacles, scene.tiles))
    standing = folds(scene.figures)
    inside = about_folds_inside(fixed, standing.ends[:, 0], standing.ends[:, 1], standing.outer_in)
    slack = np.array([place_slack_in(figure.sd_in) for figure in scene.figures], dtype=np.float64)
    return Prepared(
        scene=scene,
        names=(*(obstacle.id for obstacle in scene.obstacles), *(figure.id for figure in scene.figures)),
        runs=runs,
        figure_of={figure.id: index for index, figure in enumerate(scene.figures)},
        folds=standing,
        fixed=fixed,
        pieces=joined([fixed, inside, bases(scene.figures, len(scene.obstacles), slack)]),
    )


def _tile_of(obstacles: Sequence[Obstacle], tiles: Sequence[Tile]) -> tuple[Ints, Floats]:
    """For each obstacle the number of its tile, 0 for none, and how far that may be off."""
    number = {tile.tile: n for n, tile in enumerate(tiles, 1)}
    of = np.array([number.get(obstacle.id.partition("/")[0], 0) for obstacle in obstacles], dtype=np.int64)
    return of, np.array([0.0, *(place_slack_in(tile.sd_in) for tile in tiles)])[of]


def place_slack_in(sd_in: float) -> float:
    """How far off a place may be, each of its two coordinates being off by three deviations."""
    return math.sqrt(2.0) * SURE_SD * sd_in


def folds(figures: Sequence[Figure]) -> Folds:
    """The folds where the figures stand, each perpendicular to its facing and centred on the figure
    (H-063).
    """
    known = np.array([figure.facing_deg is not None for figure in figures], dtype=np.bool_)
    facing = np.radians([figure.facing_deg or 0.0 for figure in figures])
    half = np.array([figure.fold_in / 2 for figure in figures], dtype=np.float64)
    centre = np.array([complex(figure.x_in, figure.y_in) for figure in figures], dtype=np.complex128)
    side = np.where(known, half, 0.0) * 1j * np.exp(1j * facing)
    moved = np.array([place_slack_in(figure.sd_in) for figure in figures], dtype=np.float64)
    sd_rad = np.where(known, np.radians([figure.sd_deg for figure in figures]), 0.0)
    turned = np.minimum(SURE_SD * sd_rad, np.pi)
    inner = moved + np.where(known, 2 * half * np.sin(turned / 2), 0.0)
    return Folds(
        centre=centre,
        ends=np.stack([centre - side, centre + side], axis=1),
        inner_in=inner,
        outer_in=np.where(known, inner, moved + half),
        sd_in=np.hypot([figure.sd_in for figure in figures], np.where(known, 0.0, half / SURE_SD)),
        sd_rad=sd_rad,
    )
