"""Bare figures, as in the published game: a folded card on a penny, seen in perspective.

Poses are tried where rare colours show, fitted to their edges, and judged by what their faces show.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import MarkerSighting, TablePose
from pennysight.calibration.printspec import FACTIONS, MARKER_SIDE_IN, PENNY_DIAMETER_IN, QUIET_ZONE_IN
from pennysight.vision.figures.bare_judge import log_odds
from pennysight.vision.figures.bare_model import BareModel
from pennysight.vision.figures.bare_search import find_poses, fit_poses, score_poses
from pennysight.vision.figures.caps import SeenCap
from pennysight.vision.figures.colour_maps import ColourMaps, colour_maps
from pennysight.vision.figures.even_light import EvenPicture, even_picture, sample
from pennysight.vision.figures.level import Array, Floats, LevelPlane

APART_IN = 0.82 * PENNY_DIAMETER_IN
"""Two pennies cannot overlap; some room is left for errors."""
LEAST_LOG_ODDS, PLAIN_LOG_ODDS = 1.5, 4.5
"""A table has bare figures or none: before any is believed, one must be as plain as the second says."""
LEAST_FACTION_LEAD = 1.0
LEAST_FACING_LEAD = 3.0
"""By how much a pose's score must be ahead of the same figure turned round, to say which way it faces."""
PLAIN_WHITE, PLAIN_SHARE = 0.5, 0.97
"""A marker lies open if this share of its quiet zone is at least that bright, against its median."""

HEIGHT_SD_IN = 0.0125
PRINT_SD_IN, PRINT_SD_DEG = 0.01, 1.5
"""How truly a card is folded, set on its penny and modelled."""
NOISE_FACTOR = 2.0
"""Neighbouring points of an edge are not independent."""


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


class BareFinder:
    """Finds bare figures on one table, whose pose says how they would look."""

    def __init__(self, table: TablePose, figure_height_in: float) -> None:
        self._table = table
        self._figure_height_in = figure_height_in
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

        `markers` are those that were read and `caps` the capped figures; bare figures seen `before` elsewhere
        are taken to stand as they stood. Without `search`, only those seen before are looked for.
        """
        still = [figure for figure in before if not look[plane.pixel(figure.x_in, figure.y_in)]]
        known: list[SeenCap | SeenBare] = [*caps, *still]
        known_in = np.array([(figure.x_in, figure.y_in) for figure in known]).reshape(-1, 2)
        tried = [figure.pose for figure in before if figure not in still]
        if not search and not tried:
            return still
        maps = self.maps(image, markers)
        if search:
            tried += list(find_poses(self.model, maps, self._table, plane, look, (known_in, APART_IN)))
        if not tried:
            return still
        poses, covariance, scores = fit_poses(self.model, maps, np.array(tried))
        odds = log_odds(self.model, maps, poses, scores)
        if not before and odds.max() < PLAIN_LOG_ODDS:
            return []
        kept: list[int] = []
        for index in np.argsort(-odds):
            others = np.concatenate([known_in, poses[kept, :2]])
            if odds[index] > LEAST_LOG_ODDS and (
                np.linalg.norm(others - poses[index, :2], axis=1).min(initial=np.inf) > APART_IN
            ):
                kept.append(int(index))
        if not kept:
            return still
        return still + self._told(maps, poses[kept], covariance[kept], scores[kept], odds[kept])

    def maps(self, image: NDArray[np.uint8], markers: Sequence[MarkerSighting]) -> ColourMaps:
        """What the colours of the board say in a BGR image."""
        picture = even_picture(image, self._table)
        board, flat = (np.zeros(picture.colour.shape[:2], np.uint8) for _ in range(2))
        width, height = self._table.width_in, self._table.height_in
        corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
        _fill(board, picture.here(self._table.view.to_pixels(corners).astype(np.float32)))
        for quad in _open_markers(picture, markers):
            _fill(flat, quad)
        return colour_maps(picture, board.astype(bool), flat.astype(bool))

    def _told(
        self, maps: ColourMaps, poses: Array, covariance: Array, scores: Array, odds: Array
    ) -> list[SeenBare]:
        """The figures with what of them is sure."""
        turned = score_poses(self.model, maps, poses + np.array([0, 0, np.pi])).max(axis=1)
        ranked = np.sort(scores, axis=1)
        covariance = self._covariance(poses, covariance)
        figures = []
        for k, (x, y, facing) in enumerate(poses):
            sure_faction = ranked[k, -1] - ranked[k, -2] > LEAST_FACTION_LEAD
            sure_facing = ranked[k, -1] - turned[k] > LEAST_FACING_LEAD
            figures.append(
                SeenBare(
                    x_in=float(x),
                    y_in=float(y),
                    facing_deg=float(np.degrees(facing) % 360) if sure_facing else None,
                    covariance=covariance[k],
                    faction=FACTIONS[int(scores[k].argmax())] if sure_faction else None,
                    confidence=float(1 / (1 + np.exp(-odds[k]))),
                    pose=poses[k],
                )
            )
        return figures

    def _covariance(self, poses: Array, of_edges: Array) -> Array:
        """Covariance (N, 3, 3) of x, y (in), facing (deg): edges, making, fold's height, camera's pose."""
        units = np.array([1, 1, 180 / np.pi])
        total = of_edges * NOISE_FACTOR**2 * np.outer(units, units)
        total += np.diag([PRINT_SD_IN**2, PRINT_SD_IN**2, PRINT_SD_DEG**2])
        view, height = self._table.view, self._figure_height_in
        points = np.column_stack([poses[:, :2], np.full(len(poses), height)])
        total[:, :2, :2] += view.plane_covariance_in2(view.to_pixels(points), height, z_sd_in=HEIGHT_SD_IN)
        return total


def _fill(mask: NDArray[np.uint8], corners: Floats) -> None:
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)


def _open_markers(picture: EvenPicture, markers: Sequence[MarkerSighting]) -> list[Floats]:
    """Corners (4, 2), with the quiet zone, of the markers on which nothing stands or lies."""
    if not markers:
        return []
    corners = picture.here(np.array([sighting.corners_px for sighting in markers], np.float32))
    middle = corners.mean(axis=1, keepdims=True)
    along = np.linspace(0, 1, 12, endpoint=False, dtype=np.float32)[:, None]
    sides = corners[:, :, None] * (1 - along) + np.roll(corners, -1, axis=1)[:, :, None] * along
    zone = middle[:, None] + (sides - middle[:, None]) * np.float32(1 + QUIET_ZONE_IN / MARKER_SIDE_IN)
    white = sample(picture.colour, zone.reshape(len(corners), -1, 2)).min(axis=2)
    bright = white > PLAIN_WHITE * np.median(white, axis=1, keepdims=True)
    whole = middle + (corners - middle) * np.float32(1 + 2 * QUIET_ZONE_IN / MARKER_SIDE_IN)
    return list(whole[bright.mean(axis=1) >= PLAIN_SHARE])
