"""What is drawn over a picture lies where it was found, and only there."""

from dataclasses import replace

import numpy as np
import pytest
from pennysight.calibration.board import MarkerSighting, TablePose, TilePose
from pennysight.calibration.printspec import FOLD_HEIGHT_IN, HAT_DIAMETER_IN
from pennysight.calibration.projection import View
from pennysight.vision.observation import Observation, SeenFigure, SeenHat, SeenToken
from pennysight.vision.overlay import overlay
from pennysight.vision.simulated.table import CAMERA
from pennysight.vision.sources import Image

SIZES = [(1920, 1080), (3840, 2160)]


def bare_table(width_px: int, height_px: int) -> Observation:
    camera = CAMERA.for_size(width_px, height_px)
    view = View(camera, np.diag([1.0, -1.0, -1.0]), np.array([-9.0, 9.0, 30.0]), np.zeros((6, 6)))
    tile = TilePose("crossroads", 4.5, 4.5, 0.0, 0.01, 0.1)
    return Observation(
        captured_s=0.0,
        width_px=width_px,
        height_px=height_px,
        table=TablePose(view, (tile,), 18.0, 18.0, 0.1),
    )


def figure(figure_id: str, x_in: float, y_in: float, facing_deg: float | None = 0.0) -> SeenFigure:
    faction, _, number = figure_id.partition("-")
    return SeenFigure(
        id=figure_id,
        faction=faction,
        number=int(number) if number.isdigit() else None,
        capped=True,
        x_in=x_in,
        y_in=y_in,
        facing_deg=facing_deg,
        sd_in=0.02,
        sd_deg=1.0,
        confidence=0.9,
    )


def grey(observation: Observation) -> Image:
    return np.full((observation.height_px, observation.width_px, 3), 90, np.uint8)


def changed(one: Image, other: Image) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    return np.asarray((one != other).any(axis=2))


def at_px(seen: Observation, x_in: float, y_in: float, z_in: float = 0.0) -> tuple[int, int]:
    assert seen.table is not None
    ((x, y),) = seen.table.view.to_pixels([[x_in, y_in, z_in]])
    return round(x), round(y)


def drawn_near(before: Image, after: Image, place: tuple[int, int], reach_px: int) -> bool:
    x, y = place
    return bool(
        changed(before, after)[y - reach_px : y + reach_px + 1, x - reach_px : x + reach_px + 1].any()
    )


@pytest.mark.parametrize("size", SIZES)
def test_the_picture_itself_is_left_as_it_was(size: tuple[int, int]) -> None:
    seen = replace(bare_table(*size), figures=(figure("marsh-1", 9.0, 9.0),))
    picture = grey(seen)
    drawn = overlay(picture, seen)
    assert (picture == 90).all()
    assert (drawn.shape, drawn.dtype) == (picture.shape, picture.dtype)
    assert changed(picture, drawn).any()


@pytest.mark.parametrize("size", SIZES)
def test_a_figure_is_drawn_at_the_height_of_its_fold(size: tuple[int, int]) -> None:
    seen = bare_table(*size)
    without = overlay(grey(seen), seen)
    assert not drawn_near(without, overlay(grey(seen), replace(seen, figures=())), (0, 0), 10_000)
    drawn = overlay(grey(seen), replace(seen, figures=(figure("marsh-1", 2.0, 15.0),)))
    head = at_px(seen, 2.0, 15.0, FOLD_HEIGHT_IN)
    assert drawn_near(without, drawn, head, 2)
    tip = at_px(seen, 2.95, 15.0, FOLD_HEIGHT_IN)
    assert drawn_near(without, drawn, tip, 2), "the arrow points to its front"
    lower = at_px(seen, 2.0, 15.0, 1.0)
    assert np.hypot(head[0] - lower[0], head[1] - lower[1]) > 5


def test_what_is_less_sure_is_drawn_with_a_wider_ring() -> None:
    seen = bare_table(1920, 1080)

    def ring(sd_in: float) -> Image:
        one = figure("marsh-1", 9.0, 15.0, None)
        poor = SeenFigure(**{name: getattr(one, name) for name in one.__struct_fields__} | {"sd_in": sd_in})
        return overlay(grey(seen), replace(seen, figures=(poor,)))

    differing = changed(ring(0.02), ring(0.05))
    east = at_px(seen, 9.0 + 10 * 3 * 0.05, 15.0, FOLD_HEIGHT_IN)
    assert differing[east[1] - 3 : east[1] + 4, east[0] - 3 : east[0] + 4].any()


def test_hands_tokens_markers_and_walls_are_drawn_where_they_are() -> None:
    seen = bare_table(1920, 1080)
    without = overlay(grey(seen), seen)
    token = SeenToken(marker=131, x_in=3.0, y_in=3.0, rotation_deg=30.0, sd_in=0.01)
    corners = np.array([(900.0, 700.0), (924.0, 700.0), (924.0, 724.0), (900.0, 724.0)])
    marker = MarkerSighting(8, corners, np.eye(8))
    hand = ((14.0, 14.0), (17.0, 14.0), (17.0, 17.0), (14.0, 17.0))
    for found, place in (
        (replace(seen, tokens=(token,)), at_px(seen, 3.0 + 0.55, 3.0)),
        (replace(seen, markers=(marker,)), (912, 700)),
        (replace(seen, covered=(hand,), hand=True), at_px(seen, 15.5, 15.5)),
    ):
        assert drawn_near(without, overlay(grey(seen), found), place, 4)
    walled = overlay(grey(seen), seen, walls_in=[[(15.0, 2.0), (17.0, 2.0)]])
    assert drawn_near(without, walled, at_px(seen, 16.0, 2.0), 1)


@pytest.mark.parametrize("size", SIZES)
def test_a_hat_is_drawn_where_it_lies_over_the_fold(size: tuple[int, int]) -> None:
    seen = bare_table(*size)
    drawn = overlay(grey(seen), replace(seen, hats=(SeenHat("stun", "cult", 9.0, 15.0, 0.02),)))
    edge = at_px(seen, 9.0 + HAT_DIAMETER_IN / 2, 15.0, FOLD_HEIGHT_IN)
    assert drawn_near(overlay(grey(seen), seen), drawn, edge, 1)


def test_far_from_what_was_found_nothing_is_drawn() -> None:
    seen = bare_table(1920, 1080)
    without = overlay(grey(seen), seen)
    drawn = overlay(grey(seen), replace(seen, figures=(figure("marsh-1", 9.0, 15.0),)))
    differing = changed(without, drawn)
    differing[-120:, :600] = False  # the words in the corner count the figures
    ys, xs = np.nonzero(differing)
    middle = at_px(seen, 9.0, 15.0, FOLD_HEIGHT_IN)
    assert np.hypot(xs - middle[0], ys - middle[1]).max() < 250


def test_labels_of_a_crowd_do_not_hide_each_others_figures() -> None:
    seen = bare_table(1920, 1080)
    crowd = tuple(figure(f"marsh-{n}", 7.0 + 0.8 * (n % 3), 9.0 + 0.8 * (n // 3)) for n in range(1, 7))
    drawn = overlay(grey(seen), replace(seen, figures=crowd))
    for one in crowd:
        x, y = at_px(seen, one.x_in, one.y_in, FOLD_HEIGHT_IN)
        assert (drawn[y - 1 : y + 2, x - 1 : x + 2] > 150).any(), f"the fold of {one.id} is in sight"


def test_a_picture_without_a_table_says_why() -> None:
    picture = np.zeros((480, 640, 3), np.uint8)
    seen = Observation(captured_s=0.0, width_px=640, height_px=480, problem="0 tile markers can be read")
    drawn = overlay(picture, seen)
    assert drawn.shape == picture.shape
    assert (drawn[:60] > 200).any()
