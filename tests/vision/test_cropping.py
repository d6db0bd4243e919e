"""Of a picture that is kept or shown, the board is left and the room is not."""

import numpy as np
import pytest
from pennysight.calibration.board import TablePose
from pennysight.calibration.printspec import FOLD_HEIGHT_IN
from pennysight.calibration.projection import View
from pennysight.vision.cropping import BEYOND, board_cut
from pennysight.vision.simulated.table import CAMERA

TILTED = np.array([[1.0, 0.0, 0.0], [0.0, -0.94, -0.34], [0.0, 0.34, -0.94]])


def table(turn: np.ndarray[tuple[int, int], np.dtype[np.float64]], height_in: float = 40.0) -> TablePose:
    centre = np.array([9.0, 9.0, height_in])
    view = View(CAMERA, turn, -turn @ centre, np.zeros((6, 6)))
    return TablePose(view, (), 18.0, 18.0, 0.1)


@pytest.mark.parametrize("turn", [np.diag([1.0, -1.0, -1.0]), TILTED], ids=["straight", "tilted"])
def test_all_of_the_board_and_what_stands_on_it_is_left_and_the_rest_is_not(
    turn: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> None:
    seen = table(turn)
    picture = np.full((CAMERA.height_px, CAMERA.width_px, 3), 200, np.uint8)
    cut = board_cut(seen, CAMERA.width_px, CAMERA.height_px)
    assert cut is not None
    left = cut.blackened(picture)
    on_board = [(x, y, z) for x in (0, 9, 18) for y in (0, 9, 18) for z in (0, FOLD_HEIGHT_IN)]
    for x, y in seen.view.to_pixels(on_board):
        if 0 <= x < CAMERA.width_px and 0 <= y < CAMERA.height_px:
            assert left[int(y), int(x)].tolist() == [200, 200, 200]
    for x, y in seen.view.to_pixels([(-4, 9, 0), (22, 9, 0), (9, 22, 0)]):
        if 0 <= x < CAMERA.width_px and 0 <= y < CAMERA.height_px:
            assert left[int(y), int(x)].tolist() == [BEYOND] * 3
    assert (picture == 200).all()
    small = cut.cut(picture)
    assert small.shape == cut.cropped(left).shape
    assert (small == cut.cropped(left)).all()


def test_a_picture_that_shows_nothing_of_the_board_gives_nothing() -> None:
    turn = np.diag([1.0, -1.0, -1.0])
    beside = TablePose(
        View(CAMERA, turn, -turn @ np.array([400.0, 9.0, 40.0]), np.zeros((6, 6))), (), 18.0, 18.0, 0.1
    )
    assert board_cut(beside, CAMERA.width_px, CAMERA.height_px) is None
