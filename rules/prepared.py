"""A scene made ready for rulings: figures and obstacles as arrays, made once and used for every ruling.

Obstacles and bases are alike to whoever looks: edges (radius 0) and discs (both ends alike), here called
pieces.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from pennysight.rules.outlines import outlines
from pennysight.rules.plane import Bools, Floats, Ints, Points, segment_distance
from pennysight.rules.scene import (
    Figure,
    Obstacle,
    Scene,
    Tile,
    check_figures,
    check_names_and_numbers,
    hinders,
    is_partial,
    is_total,
)

SURE_SD = 3.0  # a ruling is sure if it holds for every placement within so many standard deviations
JOINED_IN = 1e-6  # fences nearer to one another than this are one run


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
class Pieces:
    """All that can stand in the way.

    `body` numbers what moves as one: a tile's obstacles, a figure's base.
    """

    a: Points  # (n,)
    b: Points  # (n,)
    radius_in: Floats  # (n,)
    total: Bools  # (n,)
    partial: Bools  # (n,)
    slack_in: Floats  # (n,) how far it may be from where it is said to be
    body: Ints  # (n,)
    owner: Ints  # (n,) indexes Prepared.names
    hub: Points  # (n,) the middle of the whole obstacle that it is part of
    spread_in: Floats  # (n,) how far that obstacle reaches from its hub


@dataclass(frozen=True)
class Runs:
    """For each obstacle a number, the same for fences that touch: a run of fences is one (HA-07).

    And that for fences which touch for certain, and for those that may touch.
    """

    said: Ints  # (obstacles,)
    surely: Ints
    perhaps: Ints


@dataclass(frozen=True)
class Prepared:
    """A checked scene with its arrays. `pieces` ends with one base for each figure, in the figures' order."""

    scene: Scene
    names: tuple[str, ...]  # of obstacles, then of figures
    runs: Runs
    figure_of: dict[str, int]
    folds: Folds
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
        fixed, runs = _first(previous.pieces, previous.bases_from), previous.runs
    else:
        check_names_and_numbers(scene)  # and of shapes what `outlines` says
        fixed, runs = _obstacle_pieces(scene.obstacles, scene.tiles)
    return Prepared(
        scene=scene,
        names=(*(obstacle.id for obstacle in scene.obstacles), *(figure.id for figure in scene.figures)),
        runs=runs,
        figure_of={figure.id: index for index, figure in enumerate(scene.figures)},
        folds=folds(scene.figures),
        pieces=_joined(fixed, _bases(scene.figures, len(scene.obstacles))),
    )


def _first(pieces: Pieces, count: int) -> Pieces:
    return Pieces(*(getattr(pieces, name)[:count] for name in Pieces.__dataclass_fields__))


def _joined(one: Pieces, other: Pieces) -> Pieces:
    fields = Pieces.__dataclass_fields__
    return Pieces(*(np.concatenate([getattr(one, name), getattr(other, name)]) for name in fields))


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


def _bases(figures: Sequence[Figure], first_owner: int) -> Pieces:
    """One disc for each figure; those who hinder nobody are neither total nor partial (H-118, H-181)."""
    centre = np.array([complex(figure.x_in, figure.y_in) for figure in figures], dtype=np.complex128)
    number = np.arange(len(figures), dtype=np.int64)
    return Pieces(
        a=centre,
        b=centre,
        radius_in=np.array([figure.base_in / 2 for figure in figures], dtype=np.float64),
        total=np.array([hinders(figure) for figure in figures], dtype=np.bool_),
        partial=np.zeros(len(figures), dtype=np.bool_),
        slack_in=np.array([place_slack_in(figure.sd_in) for figure in figures], dtype=np.float64),
        body=-1 - number,
        owner=first_owner + number,
        hub=centre,
        spread_in=np.array([figure.base_in / 2 for figure in figures], dtype=np.float64),
    )


def _obstacle_pieces(obstacles: Sequence[Obstacle], tiles: Sequence[Tile]) -> tuple[Pieces, Runs]:
    """The edges and discs of total and partial obstacles, and the runs of fences."""
    drawn = outlines(obstacles)
    total = np.array([is_total(obstacle) for obstacle in obstacles], dtype=np.bool_)
    partial = np.array([is_partial(obstacle) for obstacle in obstacles], dtype=np.bool_)
    body_of = {tile.tile: number for number, tile in enumerate(tiles, 1)}
    body = np.array([body_of.get(obstacle.id.partition("/")[0], 0) for obstacle in obstacles], dtype=np.int64)
    slack = np.array([0.0, *(place_slack_in(tile.sd_in) for tile in tiles)])
    owner = np.concatenate([drawn.owner, drawn.disc_owner])
    disc = _complex(drawn.disc_at)
    a, b = np.concatenate([_complex(drawn.a), disc]), np.concatenate([_complex(drawn.b), disc])
    radius = np.concatenate([np.zeros(len(drawn.a)), drawn.disc_radius])
    parts = np.maximum(np.bincount(owner, minlength=len(obstacles)), 1)
    middle = (
        np.bincount(owner, (a + b).real, len(parts)) + 1j * np.bincount(owner, (a + b).imag, len(parts))
    ) / (2 * parts)
    hub = middle[owner]
    reach = np.maximum(np.abs(a - hub), np.abs(b - hub)) + radius
    spread = np.zeros(len(obstacles))
    np.maximum.at(spread, owner, reach)
    pieces = Pieces(
        a=a,
        b=b,
        radius_in=radius,
        total=total[owner],
        partial=partial[owner],
        slack_in=slack[body[owner]],
        body=body[owner],
        owner=owner,
        hub=hub,
        spread_in=spread[owner],
    )
    hindering = pieces.total | pieces.partial
    pieces = Pieces(*(getattr(pieces, name)[hindering] for name in Pieces.__dataclass_fields__))
    return pieces, _runs(obstacles, pieces)


def _complex(points: Floats) -> Points:
    return np.asarray(points[:, 0] + 1j * points[:, 1], dtype=np.complex128)


def _runs(obstacles: Sequence[Obstacle], pieces: Pieces) -> Runs:
    """Which fences hang together, directly or through others."""
    fence = np.array([obstacle.kind == "fence" for obstacle in obstacles], dtype=np.bool_)
    index = np.flatnonzero(fence[pieces.owner])
    a, b, owner, body = pieces.a[index], pieces.b[index], pieces.owner[index], pieces.body[index]
    apart = segment_distance(a[:, None], b[:, None], a, b)
    slack = np.where(body[:, None] == body, 0.0, pieces.slack_in[index][:, None] + pieces.slack_in[index])
    touching = apart <= JOINED_IN
    return Runs(
        said=_hanging_together(len(obstacles), owner, touching),
        surely=_hanging_together(len(obstacles), owner, touching & (slack == 0)),
        perhaps=_hanging_together(len(obstacles), owner, apart <= JOINED_IN + slack),
    )


def _hanging_together(count: int, owner: Ints, touching: Bools) -> Ints:
    run = np.arange(count, dtype=np.int64)
    for one, other in zip(*np.nonzero(touching), strict=True):
        low, high = sorted((run[owner[one]], run[owner[other]]))
        if low != high:
            run[run == high] = low
    return run
