"""Bare figures, as in the published game: a folded card on a penny, seen in perspective.

One network suggests poses from the whole board; another looks at the two faces, puts the pose right and
judges what they show; a fit to the faces' edges makes it exact.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import MarkerSighting, TablePose
from pennysight.calibration.printspec import FACTION_SRGB, FACTIONS, PENNY_DIAMETER_IN
from pennysight.vision.figures.bare_judge import judged
from pennysight.vision.figures.bare_model import BareModel
from pennysight.vision.figures.bare_net import BareNets, learnt
from pennysight.vision.figures.bare_search import exact_poses
from pennysight.vision.figures.bare_site import grid, suggested
from pennysight.vision.figures.caps import SeenCap
from pennysight.vision.figures.colour_maps import ColourMaps, colour_maps
from pennysight.vision.figures.even_light import even_picture, open_markers
from pennysight.vision.figures.level import Array, LevelPlane
from pennysight.vision.figures.light import linear

PRINTED_INKS = {faction: linear(FACTION_SRGB[faction]) for faction in FACTIONS}
"""The factions' colours in linear light, as printed with this project."""
APART_IN = 0.82 * PENNY_DIAMETER_IN
"""Two pennies cannot overlap; some room is left for errors."""
LEAST_LOG_ODDS, PLAIN_LOG_ODDS = 2.5, 6.5
"""A table has bare figures or none: before any is believed, one must be as plain as the second says."""
STOOD_LOG_ODDS = 2.0
"""Where a figure stood a moment ago, one is by so much likelier than not, before it is looked at."""
LEAST_FACTION_LEAD = 1.0
LEAST_FACING_LEAD = 3.0
"""By how much a pose's odds must be ahead of the same figure turned round, to say which way it faces."""

HEIGHT_SD_IN = 0.0125
PRINT_SD_IN, PRINT_SD_DEG = 0.01, 1.5
"""How truly a card is folded, set on its penny and modelled."""


@dataclass(frozen=True, eq=False)
class SeenBare:
    """A bare figure: the midpoint of its fold, its facing, the covariance (3, 3) of x, y (in), facing (deg).

    `faction` and `facing_deg` are None where the picture does not say surely.
    """

    x_in: float
    y_in: float
    facing_deg: float | None
    covariance: Array
    faction: str | None
    confidence: float
    pose: Array
    """x, y (in) and facing (radians) as fitted, sure or not: where to look for it the next time."""


@dataclass(frozen=True, eq=False)
class Weighed:
    """What may be bare figures: poses (N, 3), their covariances (N, 3, 3), and how much likelier a figure is
    than none, in log: as the faces look, of each faction (N, factions), and as the place looks, (N,).
    """

    poses: Array
    covariance: Array
    of_faces: Array
    of_place: Array

    @property
    def by_faction(self) -> Array:
        """The log odds (N, factions) of a figure of each."""
        return self.of_faces + self.of_place[:, None]

    @functools.cached_property
    def odds(self) -> Array:
        """The log odds (N,) that there is a figure, of whichever faction."""
        return np.asarray(np.logaddexp.reduce(self.by_faction, axis=1))

    def standing(self, known_in: Array) -> list[int]:
        """Indices of those that do stand there: likely, none on another, nor on those at places (M, 2)."""
        kept: list[int] = []
        for index in np.argsort(-self.odds):
            others = np.concatenate([known_in, self.poses[kept, :2]])
            apart = np.linalg.norm(others - self.poses[index, :2], axis=1).min(initial=np.inf)
            if self.odds[index] > LEAST_LOG_ODDS and apart > APART_IN:
                kept.append(int(index))
        return kept


class BareFinder:
    """Finds bare figures on one table, whose pose says how they would look."""

    def __init__(
        self,
        table: TablePose,
        figure_height_in: float,
        inks: Mapping[str, Array] = PRINTED_INKS,
        nets: BareNets | None = None,
    ) -> None:
        """`inks` are the factions' colours in linear light, (3,) each; `nets` are those learnt."""
        self._table = table
        self._figure_height_in = figure_height_in
        self._inks = dict(inks)
        self._nets = nets or learnt()
        self._grid = grid(table)
        self.model = BareModel(table, figure_height_in)

    def find(
        self,
        image: NDArray[np.uint8],
        markers: Sequence[MarkerSighting],
        plane: LevelPlane,
        look: NDArray[np.bool_],
        caps: Sequence[SeenCap],
        before: Sequence[SeenBare],
        *,
        search: bool,
    ) -> list[SeenBare]:
        """The bare figures in a BGR image, where `look` says so of the pixels of `plane`.

        `markers` are those that were read: nothing stands on one that lies open. `caps` are the capped
        figures; bare figures seen `before` elsewhere are taken to stand as they stood.
        Without `search`, only those seen before are looked for.
        """
        still = [figure for figure in before if not look[plane.pixel(figure.x_in, figure.y_in)]]
        known: list[SeenCap | SeenBare] = [*caps, *still]
        known_in = np.array([(figure.x_in, figure.y_in) for figure in known]).reshape(-1, 2)
        tried = [figure.pose for figure in before if figure not in still]
        places = self._free(plane, look, known_in) if search else np.empty((0, 2))
        if not len(places) and not tried:
            return still
        looked_at = np.array([*places, *(pose[:2] for pose in tried)])
        picture = even_picture(image, self._table, looked_at)
        maps = colour_maps(picture, open_markers(picture, markers))
        weighed = self.weigh(maps, places, tried)
        if not before and weighed.odds.max(initial=-np.inf) < PLAIN_LOG_ODDS:
            return []
        return still + self._told(maps, weighed, weighed.standing(known_in))

    def weigh(self, maps: ColourMaps, places: Array, tried: Sequence[Array]) -> Weighed:
        """What may be figures near places (M, 2), and in the poses that are to be tried in any case."""
        rough = suggested(self._nets.site, self.model, maps.picture, places)
        poses = np.concatenate([np.reshape(np.array(tried), (-1, 3)), rough.poses])
        if not len(poses):
            return Weighed(poses, np.empty((0, 3, 3)), np.empty((0, len(self._inks))), np.empty(0))
        of_place = np.concatenate([np.full(len(tried), STOOD_LOG_ODDS), rough.log_odds])
        poses, covariance = exact_poses(self._nets.face, self.model, maps, poses, self._inks)
        return Weighed(poses, covariance, self._of_faces(maps, poses), of_place)

    def _free(self, plane: LevelPlane, look: NDArray[np.bool_], known_in: Array) -> Array:
        """Places of the grid where `look` says so, on which no known figure stands."""
        places = self._grid[look[plane.nearest_pixels(self._grid)]]
        for known in known_in:
            places = places[np.linalg.norm(places - known, axis=1) > APART_IN]
        return places

    def _of_faces(self, maps: ColourMaps, poses: Array) -> Array:
        return judged(self._nets.face, self.model, maps, poses, self._inks).by_faction

    def _told(self, maps: ColourMaps, weighed: Weighed, kept: Sequence[int]) -> list[SeenBare]:
        """The figures with what of them is sure."""
        if not kept:
            return []
        poses, of_faces = weighed.poses[kept], weighed.of_faces[kept]
        turned = self._of_faces(maps, poses + np.array([0, 0, np.pi]))
        facing_lead = np.logaddexp.reduce(of_faces, axis=1) - np.logaddexp.reduce(turned, axis=1)
        ranked = np.sort(of_faces, axis=1)
        covariance = self._covariance(poses, weighed.covariance[kept])
        factions = list(self._inks)
        figures = []
        for k, (x, y, facing) in enumerate(poses):
            sure_faction = ranked[k, -1] - ranked[k, -2] > LEAST_FACTION_LEAD
            sure_facing = facing_lead[k] > LEAST_FACING_LEAD
            figures.append(
                SeenBare(
                    x_in=float(x),
                    y_in=float(y),
                    facing_deg=float(np.degrees(facing) % 360) if sure_facing else None,
                    covariance=covariance[k],
                    faction=factions[int(of_faces[k].argmax())] if sure_faction else None,
                    confidence=float(1 / (1 + np.exp(-weighed.odds[kept[k]]))),
                    pose=poses[k],
                )
            )
        return figures

    def _covariance(self, poses: Array, of_poses: Array) -> Array:
        """Covariance (N, 3, 3) of x, y (in), facing (deg): search, making, fold's height, camera's pose."""
        units = np.array([1, 1, 180 / np.pi])
        total = of_poses * np.outer(units, units)
        total += np.diag([PRINT_SD_IN**2, PRINT_SD_IN**2, PRINT_SD_DEG**2])
        view, height = self._table.view, self._figure_height_in
        points = np.column_stack([poses[:, :2], np.full(len(poses), height)])
        total[:, :2, :2] += view.plane_covariance_in2(view.to_pixels(points), height, z_sd_in=HEIGHT_SD_IN)
        return total
