"""What is taken to have changed on a table, and what for a hand."""

import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.vision.changes import CELL_PX, ChangeWatch

Picture = NDArray[np.uint8]
SIDE = 40 * CELL_PX
RIM = 2 * CELL_PX


def table(noise: float, seed: int) -> Picture:
    rng = np.random.default_rng(seed)
    return np.clip(110 + rng.normal(0, noise, (SIDE, SIDE, 3)), 0, 255).astype(np.uint8)


def watch() -> ChangeWatch:
    beyond = np.ones((SIDE, SIDE), bool)
    beyond[RIM:-RIM, RIM:-RIM] = False
    return ChangeWatch(beyond)


@pytest.mark.parametrize("noise", [0.0, 3.0, 12.0])
def test_noise_is_no_change_and_a_figure_that_moved_is(noise: float) -> None:
    watching = watch()
    assert watching.changed(table(noise, 0), 0.0).all()
    assert not any(watching.changed(table(noise, k), k / 10).any() for k in range(1, 6))
    moved = table(noise, 9)
    moved[140:161, 140:161] = 235
    changed = watching.changed(moved, 1.0)
    rows, columns = np.nonzero(changed)
    assert changed.any()
    assert (abs(rows * CELL_PX - 150) <= 21).all()
    assert (abs(columns * CELL_PX - 150) <= 21).all()
    assert not watching.changed(moved, 1.1).any()


def test_a_change_by_little_and_little_is_noticed_in_the_end() -> None:
    watching = watch()
    watching.changed(table(0, 0), 0.0)
    noticed = []
    for k in range(1, 12):
        picture = table(0, 0)
        picture[100:150, 100:150] += np.uint8(k)
        noticed.append(watching.changed(picture, k / 10).any())
    assert any(noticed)


def test_a_lamp_switched_off_changes_everything() -> None:
    watching = watch()
    watching.changed(table(3, 0), 0.0)
    assert watching.changed(np.zeros((SIDE, SIDE, 3), np.uint8), 0.1).mean() > 0.99


def test_an_arm_from_the_edge_is_an_intruder_until_it_is_gone() -> None:
    watching = watch()
    watching.changed(table(3, 0), 0.0)
    assert watching.intruders(0.0) == []
    arm = table(3, 1)
    arm[:150, 100:150] = 60
    watching.changed(arm, 0.1)
    (covered,) = watching.intruders(0.1)
    assert covered[10, 17]
    assert not covered[35, 35]
    watching.changed(table(3, 2), 0.2)
    assert watching.intruders(0.2) == []


def test_what_changes_in_the_middle_of_the_board_is_no_intruder() -> None:
    watching = watch()
    watching.changed(table(3, 0), 0.0)
    picture = table(3, 1)
    picture[100:180, 100:180] = 60
    watching.changed(picture, 0.1)
    assert watching.intruders(0.1) == []


def test_what_came_in_and_lies_still_is_accepted_as_part_of_the_table() -> None:
    watching = watch()
    watching.changed(table(0, 0), 0.0)
    sheet = table(0, 0)
    sheet[:100, 50:150] = 240
    times = [k / 2 for k in range(1, 12)]
    seen = []
    for time_s in times:
        watching.changed(sheet, time_s)
        seen.append(bool(watching.intruders(time_s)))
    assert seen[0]
    assert not seen[-1]
