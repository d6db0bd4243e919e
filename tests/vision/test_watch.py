"""A camera bumped or zoomed, a tile nudged, a hand: told apart by how the markers move, and healed."""

import dataclasses
from collections.abc import Sequence

import numpy as np
import pytest
from pennysight.calibration.board import MarkerSighting, solve_table
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import TILE_NUMBERS
from pennysight.calibration.projection import View, turn_matrix
from pennysight.vision.markers import MarkersSeen
from pennysight.vision.table import SeenTable
from pennysight.vision.watch import Step, TableWatch
from pennysight.vision.watch.lens import zoomed
from pennysight.vision.watch.table_watch import BELIEVED_S, HEALED_S, LASTING_S, MISSING_S, TOLD_S

from tests.calibration.test_board import CAMERA, Table, _table

NOTHING = np.zeros((4, 4), np.float32)  # a picture in which no marker's edges can be looked at
NOISE_PX = 0.06


class Evening:
    """A table that a test does things to, watched frame by frame, ten a second."""

    def __init__(self, seed: int = 0) -> None:
        self.table = _table(3, 3, seed=seed)
        self.rng = np.random.default_rng(seed)
        self.now_s = 0.0
        self.watch = TableWatch(
            CAMERA, TILE_NUMBERS, lambda markers, lens: solve_table(markers, lens, TILE_NUMBERS)
        )
        assert self.look() == "anew"

    def look(
        self, *, hand: bool = False, only: Sequence[int] | None = None, doubled: int | None = None
    ) -> Step:
        """One frame; `only` are the markers that it shows, `doubled` one that it shows twice."""
        sightings = self.table.sightings(self.rng, NOISE_PX)
        if only is not None:
            sightings = [sighting for sighting in sightings if sighting.id in only]
        twice = [sighting for sighting in sightings if sighting.id == doubled]
        sightings = [sighting for sighting in sightings if sighting.id != doubled]
        pose = solve_table(sightings, self.watch.lens, TILE_NUMBERS, self.table.view)
        self.now_s += 0.1
        markers = MarkersSeen(tuple(sightings), tuple(2 * twice))
        return self.watch.see(SeenTable(pose, markers), NOTHING, self.now_s, hand)

    def wait(self, seconds: float, *, hand: bool = False) -> list[Step]:
        return [self.look(hand=hand) for _ in range(round(seconds * 10))]

    def codes(self) -> list[str]:
        return [finding.code for finding in self.watch.findings(self.now_s)]

    def in_doubt(self) -> bool:
        return any(finding.doubt for finding in self.watch.findings(self.now_s))

    def told(self, code: str) -> str:
        return next(finding.text for finding in self.watch.findings(self.now_s) if finding.code == code)

    def bump(self, shift_in: tuple[float, float, float], turn_deg: tuple[float, float, float]) -> None:
        view = self.table.view
        R = view.R @ turn_matrix(np.deg2rad(np.array(turn_deg)))
        centre = view.centre_in + np.array(shift_in)
        self.table = Table(View(view.camera, R, -R @ centre, view.covariance), self.table.tiles)

    def zoom(self, factor: float) -> None:
        view = self.table.view
        lens: Camera = zoomed(view.camera, factor)
        self.table = Table(View(lens, view.R, view.t, view.covariance), self.table.tiles)

    def nudge(self, number: int, shift_in: tuple[float, float], turn_deg: float = 0.0) -> None:
        x, y, lean = self.table.tiles[number]
        pushed = (x + shift_in[0], y + shift_in[1], lean + turn_deg)
        self.table = Table(self.table.view, self.table.tiles | {number: pushed})

    def lies(self, number: int) -> tuple[float, float]:
        reference = self.watch.reference
        assert reference is not None
        name = TILE_NUMBERS[number]
        return next((tile.x_in, tile.y_in) for tile in reference.pose.tiles if tile.tile == name)


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_table_at_rest_is_the_same_and_nothing_is_told(evening: Evening) -> None:
    assert set(evening.wait(0.6)) == {"same"}
    assert evening.codes() == []


@pytest.mark.parametrize(
    ("shift_in", "turn_deg"),
    [
        ((0.3, -0.2, 0.1), (0.4, 0.3, 0.5)),
        ((0.0, 0.0, 0.0), (0.2, 0.0, 0.0)),
        ((0.15, 0.0, 0.0), (0.0, 0.0, 0.0)),
        ((0.0, 0.0, 0.0), (0.0, 0.0, 5.0)),
    ],
)
def test_a_bump_is_told_at_once_and_healed_within_a_second_of_rest(
    evening: Evening, shift_in: tuple[float, float, float], turn_deg: tuple[float, float, float]
) -> None:
    before = {number: evening.lies(number) for number in evening.table.tiles}
    for _ in range(4):  # it swings
        evening.bump(shift_in, turn_deg)
        assert evening.look() == "wait"
        assert (evening.codes(), evening.in_doubt()) == (["camera-moving"], True)
    steps = evening.wait(0.6)
    assert steps.index("anew") * 0.1 <= HEALED_S + 0.1
    assert (evening.codes(), evening.in_doubt()) == (["camera-bumped"], False)
    assert "the camera was bumped: it hangs" in evening.told("camera-bumped")
    # All that lies on the table is told where it was told before.
    for number, place in before.items():
        assert evening.lies(number) == pytest.approx(place, abs=0.01)
    reference = evening.watch.reference
    assert reference is not None
    assert reference.pose.view.height_in == pytest.approx(evening.table.view.height_in, abs=0.05)
    evening.now_s += TOLD_S
    assert evening.codes() == []


def test_a_camera_that_comes_back_to_where_it_was_heals_without_a_word(evening: Evening) -> None:
    home = evening.table
    evening.bump((0.5, 0.0, 0.0), (0.0, 0.0, 0.0))
    evening.wait(0.2)
    evening.table = home
    assert "anew" in evening.wait(0.6)
    assert evening.codes() == []


@pytest.mark.parametrize("factor", [0.97, 1.01, 1.05])
def test_a_zoom_is_told_from_a_bump_and_reckoned_with(evening: Evening, factor: float) -> None:
    height_in = evening.table.view.height_in
    evening.zoom(factor)
    assert "anew" in evening.wait(0.6)
    assert (evening.codes(), evening.in_doubt()) == (["camera-zoomed"], False)
    assert f"{abs(factor - 1):.1%}" in evening.told("camera-zoomed")
    assert evening.watch.lens.K[0][0] == pytest.approx(factor * CAMERA.K[0][0], rel=1e-3)
    reference = evening.watch.reference
    assert reference is not None
    assert reference.pose.view.height_in == pytest.approx(height_in, abs=0.06)
    # As long as it is so, it is told; set back, it is as it was.
    evening.now_s += 2 * TOLD_S
    assert evening.codes() == ["camera-zoomed"]
    evening.zoom(1 / factor)
    evening.wait(0.6)
    assert evening.watch.lens == CAMERA
    assert "calibrated" in evening.told("camera-bumped")


def test_a_zoom_with_a_bump_is_found_out_by_the_perspective(evening: Evening) -> None:
    evening.bump((0.4, 0.3, 0.2), (0.3, 0.2, 1.0))
    evening.zoom(1.06)
    evening.wait(0.6)
    assert "camera-zoomed" in evening.codes()
    assert evening.watch.lens.K[0][0] == pytest.approx(1.06 * CAMERA.K[0][0], rel=0.01)


def test_a_nudged_tile_is_named_and_counts_where_it_lies_while_all_else_stays(evening: Evening) -> None:
    number, *others = evening.table.tiles
    before = {other: evening.lies(other) for other in others}
    evening.nudge(number, (0.3, -0.2), 1.5)
    assert evening.look() == "wait"
    assert (evening.codes(), evening.in_doubt()) == (["tile-moving"], True)
    assert "anew" in evening.wait(0.6)
    assert (evening.codes(), evening.in_doubt()) == (
        ["tile-nudged"],
        True,
    )  # the tracker still has the old place
    evening.now_s += BELIEVED_S
    assert (evening.codes(), evening.in_doubt()) == (["tile-nudged"], False)
    assert TILE_NUMBERS[number] in evening.told("tile-nudged")
    assert "turned by 1.5°" in evening.told("tile-nudged")
    x, y, _ = evening.table.tiles[number]
    mean = np.mean(
        [np.subtract(evening.lies(other), evening.table.tiles[other][:2]) for other in others], axis=0
    )
    assert evening.lies(number) == pytest.approx(tuple(mean + np.array([x, y])), abs=0.03)
    for other, place in before.items():
        assert evening.lies(other) == pytest.approx(place, abs=0.01)


def test_a_bump_with_a_nudge_tells_both(evening: Evening) -> None:
    number = next(iter(evening.table.tiles))
    evening.bump((0.3, 0.3, 0.0), (0.3, 0.0, 0.0))
    evening.nudge(number, (0.0, 0.4))
    evening.wait(0.6)
    assert sorted(evening.codes()) == ["camera-bumped", "tile-nudged"]
    assert TILE_NUMBERS[number] in evening.told("tile-nudged")


def test_a_hand_that_hides_half_the_board_is_neither(evening: Evening) -> None:
    ids = [sighting.id for sighting in evening.table.sightings(evening.rng, 0.0)]
    for hidden in range(0, len(ids) - 4, 3):
        steps = {evening.look(hand=True, only=ids[:hidden] + ids[hidden + 9 :]) for _ in range(2)}
        assert steps == {"same"}
    assert evening.codes() == []


def test_under_a_hand_a_tile_that_moves_is_in_doubt_and_judged_when_the_hand_is_gone(
    evening: Evening,
) -> None:
    number = next(iter(evening.table.tiles))
    evening.nudge(number, (0.3, 0.0))
    assert "anew" not in evening.wait(1.5, hand=True)
    assert (evening.codes(), evening.in_doubt()) == (["tile-moving"], True)
    assert "anew" in evening.wait(0.6)
    assert evening.codes() == ["tile-nudged"]


def test_a_slow_drift_is_followed_without_a_word(evening: Evening) -> None:
    for _ in range(20):
        evening.bump((0.016, 0.0, 0.0), (0.0, 0.0, 0.0))
        assert evening.look() in ("same", "anew")
        assert not evening.in_doubt()
    assert evening.codes() == []
    reference = evening.watch.reference
    assert reference is not None
    assert reference.pose.view.centre_in[0] == pytest.approx(evening.table.view.centre_in[0], abs=0.05)


def test_tiles_laid_anew_are_no_bump() -> None:
    evening = Evening()
    laid = list(evening.table.tiles.values())
    shuffled = dict(zip(evening.table.tiles, laid[1:] + laid[:1], strict=True))
    evening.table = Table(evening.table.view, shuffled)
    assert "anew" in evening.wait(0.6)
    assert evening.told("tile-nudged").startswith("the tiles were laid anew")
    assert evening.lies(next(iter(shuffled))) == pytest.approx(laid[1][:2], abs=0.1)


def test_a_tile_that_is_gone_for_long_is_said_and_kept(evening: Evening) -> None:
    number = next(iter(evening.table.tiles))
    place = evening.lies(number)
    ids = [s.id for s in evening.table.sightings(evening.rng, 0.0) if s.id // 2 != number]
    assert evening.look(only=ids) == "same"
    assert evening.codes() == []
    evening.now_s += MISSING_S
    assert evening.look(only=ids) == "same"
    assert evening.codes() == ["tile-missing"]
    assert TILE_NUMBERS[number] in evening.told("tile-missing")
    assert evening.lies(number) == place
    evening.look()
    assert evening.codes() == []


def test_a_tile_that_lies_the_wrong_way_round_is_said(evening: Evening) -> None:
    number = next(iter(evening.table.tiles))
    x, y, lean = evening.table.tiles[number]
    turned = (x + 9.0, y + 9.0, lean + 180.0)
    evening.table = Table(evening.table.view, evening.table.tiles | {number: turned})
    evening.wait(0.6)
    evening.now_s += LASTING_S
    evening.look()
    assert "tile-astray" in evening.codes()
    assert TILE_NUMBERS[number] in evening.told("tile-astray")
    assert "180°" in evening.told("tile-astray")
    assert evening.in_doubt()


def test_a_marker_seen_twice_is_said(evening: Evening) -> None:
    number = next(iter(evening.table.tiles))
    evening.look(doubled=2 * number)
    assert evening.codes() == []  # it may be a flicker
    evening.now_s += LASTING_S
    evening.look(doubled=2 * number)
    assert evening.codes() == ["marker-doubled"]
    assert f"marker {2 * number} of {TILE_NUMBERS[number]} is seen in two places" in evening.told(
        "marker-doubled"
    )


def test_a_bent_marker_is_named(evening: Evening) -> None:
    table = evening.table

    class Bent(Table):
        def sightings(self, rng: np.random.Generator, sd_px: float) -> list[MarkerSighting]:
            first, *rest = super().sightings(rng, sd_px)
            curled = first.corners_px + np.array([(0, 0), (4, 3), (0, 0), (0, 0)])
            return [dataclasses.replace(first, corners_px=curled), *rest]

    evening.table = Bent(table.view, table.tiles)
    evening.look()
    evening.now_s += LASTING_S
    evening.look()
    assert evening.codes() == ["marker-left-out"]


def test_a_frame_without_a_table_says_why_and_puts_rulings_in_doubt(evening: Evening) -> None:
    found = evening.watch.lose("no tile marker can be read", None)
    assert found is not None
    assert (found.code, found.doubt) == ("table-lost", True)
    assert evening.look() == "same"
    assert evening.codes() == []
    evening.bump((0.5, 0.0, 0.0), (0.0, 0.0, 0.0))
    evening.look()
    found = evening.watch.lose("no tile marker can be read", None)
    assert found is not None
    assert found.code == "camera-moving"
    assert "anew" in evening.wait(0.6)
