"""Finding tile markers that were missed, where the board's grid says they must be.

Its shape and place known, a marker half under a figure still shows enough of its edges and of its code. The
two markers of a tile that nobody knows yet are weighed together, against all tiles of the game.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from pennysight.calibration.board import MarkerSighting, TablePose, TilePose
from pennysight.calibration.printspec import tile_marker_ids
from pennysight.vision.hidden_marker import weigh
from pennysight.vision.marker_code import read_shades
from pennysight.vision.squares import Array, Light, Slack, fit_squares, within

_SHIFT_IN, _TURN_IN, _SHAPE_IN = 0.1, 0.006, 0.004  # of a marker's corner: how a tile may lie in its cell
_ELSEWHERE = 1e-3  # odds that a marker is of another tile than its place says, or of one placed already
_FOREIGN = 1e-6  # odds that it is upright in its place on the grid, but of no tile of the game
_LEAST_SURE = 0.99
_LEAST_SEEN = 8.0  # logarithm of how much likelier than nothing a marker must be to measure by it
_MOST_SD_PX = 0.3


@dataclass(frozen=True, eq=False)
class _Place:
    """Where a marker must be: the first or second (`mark`) of the tile in a cell, numbered if it is known."""

    cell: tuple[int, int]
    tile: int | None
    mark: int
    corners_in: Array


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
    if not pose.tiles:
        return ()
    numbers = np.array(list(tile_numbers))
    number_of = {name: number for number, name in tile_numbers.items()}
    placed = np.isin(numbers, [number_of[tile.tile] for tile in pose.tiles if tile.tile in number_of])
    places = list(_places(pose, number_of, read))
    corners_in = np.array([place.corners_in for place in places]).reshape(-1, 2)
    expected_px = pose.view.to_pixels(np.pad(corners_in, ((0, 0), (0, 1)))).reshape(-1, 4, 2)
    squares = fit_squares(light, expected_px, marker_slack(pose))
    shades, _ = read_shades(light, squares.corners_px)
    weights = [
        weigh(of_place, [tile_marker_ids(number)[place.mark] for number in numbers])
        for of_place, place in zip(shades, places, strict=True)
    ]
    usable = within(light, squares.corners_px)

    found: dict[int, list[MarkerSighting]] = {}
    for _, group in groupby(range(len(places)), key=lambda index: places[index].cell):
        of_cell = list(group)
        tile = places[of_cell[0]].tile
        likely = ~placed if tile is None else numbers == tile
        of_tiles = sum(weights[index][0] for index in of_cell) + np.where(likely, 0, np.log(_ELSEWHERE))
        foreign = sum(weights[index][1] for index in of_cell) + np.log(_FOREIGN)
        best = int(of_tiles.argmax())
        if not likely[best] or _certainty(of_tiles, foreign) < _LEAST_SURE:
            continue
        number = int(numbers[best])
        sightings = [
            MarkerSighting(
                tile_marker_ids(number)[places[index].mark],
                squares.corners_px[index],
                squares.covariance_px2[index],
            )
            for index in of_cell
            if usable[index] and weights[index][0][best] >= max(_LEAST_SEEN, weights[index][0].max())
        ]
        # The same tile in two cells: neither is believed.
        found[number] = [] if number in found else [s for s in sightings if s.sd_px <= _MOST_SD_PX]
    return tuple(sighting for sightings in found.values() for sighting in sightings)


def _places(pose: TablePose, number_of: Mapping[str, int], read: Collection[int]) -> Iterator[_Place]:
    """Where markers must be that were not read, cell by cell."""
    side = pose.tiles[0].side_in
    half = side / 2
    tiles = {
        (int((tile.x_in + half) // side), int((tile.y_in + half) // side)): tile
        for tile in pose.tiles
        if tile.tile in number_of
    }
    columns, rows = round(pose.width_in / side), round(pose.height_in / side)
    for cell in np.ndindex(columns, rows):
        tile = tiles.get((cell[0], cell[1]))
        number = None if tile is None else number_of[tile.tile]
        lies = tile or TilePose("", cell[0] * side, cell[1] * side, 0.0, 0.0, 0.0, side)
        # Every tile's markers lie alike, so tile 0 stands for one that is not known.
        for mark, marker in enumerate(tile_marker_ids(number or 0)):
            if number is None or marker not in read:
                yield _Place((cell[0], cell[1]), number, mark, lies.marker_corners_in(marker))


def _certainty(of_tiles: Array, foreign: float) -> float:
    """The probability (0 to 1) that the likeliest tile is the one, from logarithms of likelihoods."""
    best = of_tiles.max()
    return float(1 / (np.exp(of_tiles - best).sum() + np.exp(foreign - best)))
