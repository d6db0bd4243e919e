"""What should not lie on a table: a tile upside down or turned about, a screen that shows a marker."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose, TilePose
from pennysight.vision.observation import Observation
from pennysight.vision.simulated.printing import print_marker
from pennysight.vision.sources import Frame

from tests.vision.test_pipeline import SCENE, Image, drawn, pipeline

EVERY_S = 1.0
NAMES = {pose.id for pose in SCENE.figures}
BACK_OF_CARD = (205, 215, 220)
TILE = "marsh-home"


@dataclass(frozen=True)
class Screen:
    """A marker on something that lies, or hangs, over the middle of the board's south half."""

    marker: int
    side_in: float  # with its white
    z_in: float = 0.0


def watched(*shown: tuple[Image, float]) -> list[Observation]:
    """What one pipeline makes of pictures, each shown for some seconds: the last of each."""
    by, number, last = pipeline(), 0, []
    for image, seconds in shown:
        for _ in range(round(seconds / EVERY_S)):
            seen = by.see(Frame(image, number * EVERY_S, number))
            number += 1
        last.append(seen)
    return last


@cache
def true_table() -> TablePose:
    """The table as it is without anything bad."""
    (seen,) = watched((drawn(0), EVERY_S))
    return table_of(seen)


def table_of(seen: Observation) -> TablePose:
    assert seen.table is not None
    return seen.table


def tile_px(table: TablePose) -> NDArray[np.float64]:
    """The corners (4, 2) of the tile that things are done to, in the picture."""
    tile = next(tile for tile in table.tiles if tile.tile == TILE)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * tile.side_in
    return table.view.to_pixels(np.column_stack([tile.on_board(square), np.zeros(4)]))


def masked(image: Image, corners_px: NDArray[np.float64]) -> NDArray[np.bool_]:
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners_px).astype(int), 255)
    return mask > 0


def upside_down(image: Image, table: TablePose) -> Image:
    blank = image.copy()
    blank[masked(image, tile_px(table))] = BACK_OF_CARD
    return blank


def turned_about(image: Image, table: TablePose) -> Image:
    corners_px = tile_px(table)
    corners = corners_px.astype(np.float32)
    half_turn = cv2.getPerspectiveTransform(corners, np.roll(corners, 2, axis=0))
    turned = image.copy()
    size = (image.shape[1], image.shape[0])
    inside = masked(image, corners_px)
    turned[inside] = cv2.warpPerspective(image, half_turn, size, flags=cv2.INTER_CUBIC)[inside]
    return turned


def with_screen(image: Image, table: TablePose, screen: Screen) -> Image:
    marker = print_marker(screen.marker)
    side_px = len(marker)
    half = screen.side_in / 2
    square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    on_board = square + np.array([9.0, 4.5])
    corners_px = table.view.to_pixels(np.column_stack([on_board, np.full(4, screen.z_in)]))
    printed = np.array([(0, 0), (side_px, 0), (side_px, side_px), (0, side_px)], np.float32) - np.float32(0.5)
    way = cv2.getPerspectiveTransform(printed, corners_px.astype(np.float32))
    size = (image.shape[1], image.shape[0])
    laid = cv2.GaussianBlur(cv2.warpPerspective(marker, way, size, flags=cv2.INTER_AREA), (3, 3), 0)
    shown = image.copy()
    inside = masked(image, corners_px)
    shown[inside] = laid[inside][:, None]
    return shown


def told(seen: Observation, code: str) -> str:
    return next(finding.text for finding in seen.findings if finding.code == code)


def without_tile(table: TablePose) -> dict[str, TilePose]:
    return {tile.tile: tile for tile in table.tiles if tile.tile != TILE}


def lie_alike(one: TablePose, other: TablePose) -> bool:
    """Whether all tiles but that one lie in both where they lie in the other."""
    lain, lying = without_tile(one), without_tile(other)
    return lain.keys() == lying.keys() and all(
        np.hypot(tile.x_in - lying[name].x_in, tile.y_in - lying[name].y_in) < 0.05
        for name, tile in lain.items()
    )


@pytest.mark.slow
def test_a_tile_upside_down_is_said_to_be_missing_and_counts_where_it_lay() -> None:
    true = true_table()
    before, after = watched((drawn(0), 1.0), (upside_down(drawn(0), true), 10.0))
    assert TILE in told(after, "tile-missing")
    assert lie_alike(table_of(after), table_of(before))
    (kept,) = (tile for tile in table_of(after).tiles if tile.tile == TILE)
    (lay,) = (tile for tile in table_of(before).tiles if tile.tile == TILE)
    assert (kept.x_in, kept.y_in) == pytest.approx((lay.x_in, lay.y_in), abs=0.05)
    assert {figure.id for figure in after.figures if figure.number} < NAMES

    (never,) = watched((upside_down(drawn(0), true), 1.0))
    assert {tile.tile for tile in table_of(never).tiles} == without_tile(true).keys()


@pytest.mark.slow
@pytest.mark.parametrize("from_the_start", [True, False])
def test_a_tile_turned_about_is_said_and_no_wall_of_it_counts_the_wrong_way_round(
    from_the_start: bool,
) -> None:
    true = true_table()
    bad = (turned_about(drawn(0), true), 4.0)
    after = watched(bad)[-1] if from_the_start else watched((drawn(0), 1.0), bad)[-1]
    text = told(after, "tile-astray")
    assert TILE in text
    assert any(f"turned by {degrees}°" in text for degrees in (179, 180))
    assert any(finding.doubt for finding in after.findings)
    assert TILE not in {tile.tile for tile in table_of(after).tiles}
    assert lie_alike(table_of(after), true)


@pytest.mark.slow
@pytest.mark.parametrize(
    "screen",
    [
        Screen(marker=19, side_in=2.6, z_in=0.5),
        Screen(marker=131, side_in=2.6, z_in=0.5),
        Screen(marker=131, side_in=1.14, z_in=12.0),
    ],
    ids=["tile", "token", "floating token"],
)
def test_a_screen_that_shows_a_marker_is_said_and_changes_nothing_on_the_table(screen: Screen) -> None:
    (seen,) = watched((with_screen(drawn(0), true_table(), screen), 3.0))
    assert f"marker {screen.marker} " in told(seen, "marker-left-out")
    assert {figure.id for figure in seen.figures} == NAMES
    lies_as_without(seen)


@pytest.mark.slow
def test_a_screen_that_shows_the_marker_of_a_tile_that_lies_here_moves_no_tile_and_names_nobody() -> None:
    screen = Screen(marker=0, side_in=2.6, z_in=0.5)
    (seen,) = watched((with_screen(drawn(0), true_table(), screen), 3.0))
    assert "marker 0 " in told(seen, "marker-doubled")
    assert {figure.id for figure in seen.figures} == NAMES
    lies_as_without(seen)


def lies_as_without(seen: Observation) -> None:
    assert (seen.tokens, seen.hats) == ((), ())
    assert {tile.tile for tile in table_of(seen).tiles} == {tile.tile for tile in true_table().tiles}
    assert lie_alike(table_of(seen), true_table())
