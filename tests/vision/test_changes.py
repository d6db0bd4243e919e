"""What is taken to have changed on a table, and what for a hand."""

import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.vision.cells import Cells
from pennysight.vision.changes import ChangeWatch

Picture = NDArray[np.uint8]
CELL_PX = 7
SIDE = 40 * CELL_PX
RIM = 2


def table(noise: float, seed: int) -> Picture:
    rng = np.random.default_rng(seed)
    return np.clip(110 + rng.normal(0, noise, (SIDE, SIDE, 3)), 0, 255).astype(np.uint8)


def watch() -> ChangeWatch:
    beyond = np.ones((SIDE // CELL_PX, SIDE // CELL_PX), bool)
    beyond[RIM:-RIM, RIM:-RIM] = False
    return ChangeWatch(beyond)


def cells(picture: Picture) -> Cells:
    side = SIDE // CELL_PX
    means = picture.reshape(side, CELL_PX, side, CELL_PX, 3).mean(axis=(1, 3))
    return np.asarray(means, np.float32)


@pytest.mark.parametrize("noise", [0.0, 3.0, 12.0])
def test_noise_is_no_change_and_a_figure_that_moved_is(noise: float) -> None:
    watching = watch()
    assert watching.changed(cells(table(noise, 0)), 0.0).all()
    assert not any(watching.changed(cells(table(noise, k)), k / 10).any() for k in range(1, 6))
    moved = table(noise, 9)
    moved[140:161, 140:161] = 235
    changed = watching.changed(cells(moved), 1.0)
    rows, columns = np.nonzero(changed)
    assert changed.any()
    assert (abs(rows * CELL_PX - 150) <= 21).all()
    assert (abs(columns * CELL_PX - 150) <= 21).all()
    assert not watching.changed(cells(moved), 1.1).any()


def test_a_change_by_little_and_little_is_noticed_in_the_end() -> None:
    watching = watch()
    watching.changed(cells(table(0, 0)), 0.0)
    noticed = []
    for k in range(1, 12):
        picture = table(0, 0)
        picture[100:150, 100:150] += np.uint8(k)
        noticed.append(watching.changed(cells(picture), k / 10).any())
    assert any(noticed)


def test_a_lamp_switched_off_changes_everything() -> None:
    watching = watch()
    watching.changed(cells(table(3, 0)), 0.0)
    assert watching.changed(cells(np.zeros((SIDE, SIDE, 3), np.uint8)), 0.1).mean() > 0.99


def test_an_arm_from_the_edge_is_an_intruder_until_it_is_gone() -> None:
    watching = watch()
    watching.changed(cells(table(3, 0)), 0.0)
    assert watching.intruders(0.0) == []
    arm = table(3, 1)
    arm[:150, 100:150] = 60
    watching.changed(cells(arm), 0.1)
    (covered,) = watching.intruders(0.1)
    assert covered[10, 17]
    assert not covered[35, 35]
    watching.changed(cells(table(3, 2)), 0.2)
    assert watching.intruders(0.2) == []


def test_what_changes_in_the_middle_of_the_board_is_no_intruder() -> None:
    watching = watch()
    watching.changed(cells(table(3, 0)), 0.0)
    picture = table(3, 1)
    picture[100:180, 100:180] = 60
    watching.changed(cells(picture), 0.1)
    assert watching.intruders(0.1) == []


def test_what_came_in_and_lies_still_is_accepted_as_part_of_the_table() -> None:
    watching = watch()
    watching.changed(cells(table(0, 0)), 0.0)
    sheet = table(0, 0)
    sheet[:100, 50:150] = 240
    times = [k / 2 for k in range(1, 12)]
    seen = []
    for time_s in times:
        watching.changed(cells(sheet), time_s)
        seen.append(bool(watching.intruders(time_s)))
    assert seen[0]
    assert not seen[-1]
