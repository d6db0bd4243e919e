"""Camera and tiles come out where they are, with the deviations that many tries show, whatever lies askew."""

import dataclasses

import msgspec
import numpy as np
import pytest
from pennysight.calibration.board import MarkerSighting, TableNotSeenError, TablePose, solve_table
from pennysight.calibration.camera import Camera
from pennysight.calibration.layout import BoardLayout
from pennysight.calibration.printspec import (
    BOARD_CORNERS,
    TABLE_MARKER_IDS,
    TILE_NUMBERS,
    marker_corners_in,
    table_marker_offset_in,
    tile_marker_corners_in,
    tile_marker_ids,
)
from pennysight.calibration.projection import Array, View, turn_matrix

CAMERA = Camera(
    name="desk",
    width_px=1920,
    height_px=1080,
    K=((1500.0, 0.0, 970.0), (0.0, 1505.0, 530.0), (0.0, 0.0, 1.0)),
    dist=(-0.08, 0.012, 0.0004, -0.0003, 0.0),
)
NAMES = {name: number for number, name in TILE_NUMBERS.items()}


@dataclasses.dataclass(frozen=True)
class Table:
    """A table whose truth is known: the camera, and by number each tile's south-west corner and turn."""

    view: View
    tiles: dict[int, tuple[float, float, float]]

    def sightings(self, rng: np.random.Generator, sd_px: float) -> list[MarkerSighting]:
        found = []
        for number, (x, y, turn_deg) in self.tiles.items():
            for marker in tile_marker_ids(number):
                corners = tile_marker_corners_in(marker) @ _turn(turn_deg).T + (x, y)
                pixels = self.view.to_pixels(np.pad(corners, ((0, 0), (0, 1))))
                noise = rng.normal(size=(4, 2)) * sd_px
                claimed = max(sd_px, 1e-3)
                found.append(MarkerSighting(marker, pixels + noise, claimed**2 * np.eye(8)))
        return found


def _turn(angle_deg: float) -> Array:
    cos, sin = np.cos(np.deg2rad(angle_deg)), np.sin(np.deg2rad(angle_deg))
    return np.array([[cos, -sin], [sin, cos]])


def _table(
    columns: int = 4,
    rows: int = 4,
    *,
    tilt_deg: float = 12.0,
    turn_deg: float = 20.0,
    slop_in: float = 0.03,
    slop_deg: float = 0.3,
    seed: int = 0,
) -> Table:
    rng = np.random.default_rng(seed)
    numbers = rng.permutation(len(TILE_NUMBERS))[: columns * rows]
    tiles = {}
    for index, number in enumerate(numbers):
        x, y = np.array([index % columns, index // columns]) * 9.0 + rng.normal(size=2) * slop_in
        tiles[int(number)] = (float(x), float(y), float(rng.normal() * slop_deg))
    middle = np.array([columns, rows, 0]) * 4.5
    R = (
        turn_matrix(np.array([np.deg2rad(tilt_deg), 0, 0]))
        @ np.diag([1.0, -1.0, -1.0])
        @ turn_matrix(np.array([0, 0, np.deg2rad(turn_deg)]))
    )
    centre = middle - R[2] * 56.0  # the middle of the board in the middle of the view
    return Table(View(CAMERA, R, -R @ centre, np.zeros((6, 6))), tiles)


def _centres(tiles: dict[int, tuple[float, float, float]]) -> Array:
    return np.array(
        [np.array([x, y]) + _turn(turn) @ (4.5, 4.5) for _, (x, y, turn) in sorted(tiles.items())]
    )


def _found(pose: TablePose) -> dict[int, tuple[float, float, float]]:
    return {NAMES[tile.tile]: (tile.x_in, tile.y_in, tile.rotation_deg) for tile in pose.tiles}


def _errors(pose: TablePose, table: Table) -> tuple[Array, Array]:
    """Errors of the tiles' centres (T, 2) and turns (T,), the two board frames laid over each other."""
    found = _found(pose)
    truth = {number: table.tiles[number] for number in found}
    seen, real = _centres(found), _centres(truth)
    arms, goals = seen - seen.mean(axis=0), real - real.mean(axis=0)
    lean = np.arctan2((arms[:, 0] * goals[:, 1] - arms[:, 1] * goals[:, 0]).sum(), (arms * goals).sum())
    turns = np.array([found[n][2] - truth[n][2] for n in sorted(found)]) + np.rad2deg(lean)
    return arms @ _turn(float(np.rad2deg(lean))).T - goals, turns


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (3, 3), (5, 3), (3, 5), (2, 2), (1, 2)])
@pytest.mark.parametrize("tilt_deg", [0.0, 12.0, 30.0])
def test_perfect_pixels_give_back_every_tile_and_the_board(columns: int, rows: int, tilt_deg: float) -> None:
    table = _table(columns, rows, tilt_deg=tilt_deg)
    pose = solve_table(table.sightings(np.random.default_rng(0), 0.0), CAMERA, TILE_NUMBERS)
    assert (pose.width_in, pose.height_in) == (9 * columns, 9 * rows)
    assert set(_found(pose)) == set(table.tiles)
    away, turns = _errors(pose, table)
    np.testing.assert_allclose(away, 0, atol=1e-5)
    np.testing.assert_allclose(turns, 0, atol=1e-4)
    assert pose.marker_rms_px < 1e-4
    assert pose.view.height_in == pytest.approx(table.view.height_in, abs=1e-3)


@pytest.mark.parametrize("turn_deg", [-180.0, -90.0, 45.0, 133.0])
def test_the_board_frame_goes_with_the_tiles_however_the_camera_is_turned(turn_deg: float) -> None:
    table = _table(turn_deg=turn_deg)
    pose = solve_table(table.sightings(np.random.default_rng(0), 0.0), CAMERA, TILE_NUMBERS)
    for number, (x, y, turn) in _found(pose).items():
        real_x, real_y, real_turn = table.tiles[number]
        # The grid that fits best differs from the nominal one by the tiles' mean slop only.
        assert (x, y) == pytest.approx((real_x, real_y), abs=0.05)
        assert turn == pytest.approx(real_turn, abs=0.2)


def test_tiles_lie_about_their_cells_on_the_whole() -> None:
    pose = solve_table(_table().sightings(np.random.default_rng(0), 0.05), CAMERA, TILE_NUMBERS)
    centres = _centres(_found(pose))
    cells = (np.floor(centres / 9) + 0.5) * 9
    np.testing.assert_allclose((centres - cells).mean(axis=0), 0, atol=1e-6)


@pytest.mark.parametrize("sd_px", [0.05, 0.3])
def test_claimed_deviations_are_those_that_many_tries_show(sd_px: float) -> None:
    table = _table()
    rng = np.random.default_rng(7)
    away, turns, claimed, claimed_deg, heights, claimed_height = [], [], [], [], [], []
    for _ in range(40):
        pose = solve_table(table.sightings(rng, sd_px), CAMERA, TILE_NUMBERS)
        error, turn = _errors(pose, table)
        away.append(error)
        turns.append(turn)
        tiles = sorted(pose.tiles, key=lambda tile: NAMES[tile.tile])
        claimed.append([tile.sd_in for tile in tiles])
        claimed_deg.append([tile.sd_deg for tile in tiles])
        heights.append(pose.view.height_in)
        # The centre is -R' t: its deviation by the pose's covariance.
        R, t = pose.view.R, pose.view.t
        by_turn = R.T @ np.cross(np.eye(3), t).T
        by_pose = np.hstack([by_turn, -R.T])[2]
        claimed_height.append(np.sqrt(by_pose @ pose.view.covariance @ by_pose))
    ratio = np.linalg.norm(away, axis=2) / np.array(claimed)
    assert 0.93 < (ratio < 2.5).mean() <= 1.0
    assert np.percentile(ratio, 95) > 2.45 / 2  # not larger than twice what is needed
    assert np.std(turns) == pytest.approx(np.mean(claimed_deg), rel=0.15)
    assert np.std(heights) == pytest.approx(np.mean(claimed_height), rel=0.3)


def test_claims_grow_with_the_noise_that_the_markers_show_even_if_they_deny_it() -> None:
    table, rng = _table(), np.random.default_rng(2)
    noisy = [dataclasses.replace(s, covariance_px2=0.05**2 * np.eye(8)) for s in table.sightings(rng, 0.3)]
    honest = table.sightings(np.random.default_rng(2), 0.3)
    claims = [
        np.mean([tile.sd_in for tile in solve_table(seen, CAMERA, TILE_NUMBERS).tiles])
        for seen in (noisy, honest)
    ]
    assert claims[0] == pytest.approx(claims[1], rel=0.35)


def test_one_marker_a_tile_is_enough_and_claims_less() -> None:
    table = _table()
    whole = table.sightings(np.random.default_rng(1), 0.05)
    half = [sighting for sighting in whole if sighting.id % 2 == (sighting.id // 2) % 2]
    pose = solve_table(half, CAMERA, TILE_NUMBERS)
    assert set(_found(pose)) == set(table.tiles)
    away, _ = _errors(pose, table)
    sd = np.array([tile.sd_in for tile in sorted(pose.tiles, key=lambda tile: NAMES[tile.tile])])
    assert (np.linalg.norm(away, axis=1) < 4 * sd).all()
    assert sd.mean() > 2 * np.mean([tile.sd_in for tile in solve_table(whole, CAMERA, TILE_NUMBERS).tiles])


@pytest.mark.parametrize("missing", [5, 15, 0])
def test_a_tile_hidden_altogether_leaves_the_others_where_they_are(missing: int) -> None:
    table = _table()
    number = list(table.tiles)[missing]
    seen = [s for s in table.sightings(np.random.default_rng(0), 0.0) if s.id // 2 != number]
    pose = solve_table(seen, CAMERA, TILE_NUMBERS)
    assert set(_found(pose)) == set(table.tiles) - {number}
    assert (pose.width_in, pose.height_in) == (36.0, 36.0)
    np.testing.assert_allclose(_errors(pose, table)[0], 0, atol=1e-5)


def test_a_tile_that_hardly_shows_is_held_to_lie_as_straight_as_the_others_and_claims_no_more() -> None:
    turns, claimed = [], []
    for seed in range(12):
        table = _table(seed=seed, slop_deg=0.2)
        rng = np.random.default_rng(seed)
        number = sorted(table.tiles)[seed]
        seen = [s for s in table.sightings(rng, 0.06) if s.id != 2 * number]
        index = next(i for i, s in enumerate(seen) if s.id == 2 * number + 1)
        smeared = seen[index].corners_px + 0.3 * rng.normal(size=(4, 2))
        seen[index] = MarkerSighting(2 * number + 1, smeared, 0.3**2 * np.eye(8))
        pose = solve_table(seen, CAMERA, TILE_NUMBERS)
        _, errors = _errors(pose, table)
        turns.append(errors[sorted(table.tiles).index(number)])
        claimed.append(next(tile.sd_deg for tile in pose.tiles if tile.tile == TILE_NUMBERS[number]))
    off = np.array(turns)
    assert np.sqrt((off**2).mean()) < 0.35  # by its marker alone it would be half a degree
    assert (np.abs(off) < 2.5 * np.array(claimed)).all()


def test_a_tile_that_was_pushed_is_not_drawn_back_to_the_others() -> None:
    table = _table(slop_in=0.02, slop_deg=0.1)
    number = sorted(table.tiles)[3]
    x, y, _ = table.tiles[number]
    askew = Table(table.view, table.tiles | {number: (x + 0.4, y, 3.0)})
    seen = [s for s in askew.sightings(np.random.default_rng(0), 0.1) if s.id != 2 * number]
    pose = solve_table(seen, CAMERA, TILE_NUMBERS)
    away, turns = _errors(pose, askew)
    assert abs(turns[3]) < 0.4
    assert np.linalg.norm(away[3]) < 0.06


def test_bent_markers_are_left_out_and_named() -> None:
    table = _table()
    seen = table.sightings(np.random.default_rng(0), 0.05)
    bent = seen[6]
    curled = bent.corners_px + np.array([(0, 0), (4, 3), (0, 0), (0, 0)])
    seen[6] = dataclasses.replace(bent, corners_px=curled)
    pose = solve_table(seen, CAMERA, TILE_NUMBERS)
    assert pose.left_out == (bent.id,)
    assert np.abs(_errors(pose, table)[0]).max() < 0.03


def test_a_marker_that_is_not_where_its_tile_is_does_not_move_the_table() -> None:
    table = _table()
    seen = table.sightings(np.random.default_rng(0), 0.05)
    stray = dataclasses.replace(seen[9], corners_px=seen[20].corners_px + 40.0)
    seen[9] = stray
    pose = solve_table(seen, CAMERA, TILE_NUMBERS)
    assert stray.id in pose.left_out
    assert np.abs(_errors(pose, table)[0]).max() < 0.03


def test_a_spare_tile_beside_the_board_is_not_part_of_it() -> None:
    table = _table(3, 3)
    spare = next(number for number in TILE_NUMBERS if number not in table.tiles)
    beside = Table(table.view, table.tiles | {spare: (31.0, 13.7, 20.0)})
    pose = solve_table(beside.sightings(np.random.default_rng(0), 0.02), CAMERA, TILE_NUMBERS)
    assert set(_found(pose)) == set(table.tiles)
    assert (pose.width_in, pose.height_in) == (27.0, 27.0)
    assert set(pose.left_out) == set(tile_marker_ids(spare))


def test_tiles_that_are_not_of_the_game_and_tokens_are_passed_over() -> None:
    table = _table()
    seen = table.sightings(np.random.default_rng(0), 0.02)
    token = dataclasses.replace(seen[0], id=131)
    of_the_game = {number: TILE_NUMBERS[number] for number in list(table.tiles)[:6]}
    pose = solve_table([*seen, token], CAMERA, of_the_game)
    assert set(_found(pose)) == set(of_the_game)
    assert pose.left_out == ()


def test_a_view_known_beforehand_gives_the_same_table() -> None:
    seen = _table().sightings(np.random.default_rng(4), 0.05)
    cold = solve_table(seen, CAMERA, TILE_NUMBERS)
    again = solve_table(seen, CAMERA, TILE_NUMBERS, start=cold.view)
    for one, other in zip(cold.tiles, again.tiles, strict=True):
        assert (other.x_in, other.y_in) == pytest.approx((one.x_in, one.y_in), abs=1e-6)


@pytest.mark.parametrize(("count", "says"), [(0, "no tile markers"), (1, "1 tile marker of")])
def test_too_few_markers_are_refused(count: int, says: str) -> None:
    seen = _table().sightings(np.random.default_rng(0), 0.0)[:count]
    with pytest.raises(TableNotSeenError, match=f"{says}.*expected at least 2"):
        solve_table(seen, CAMERA, TILE_NUMBERS)


def test_markers_scattered_at_random_are_no_table() -> None:
    rng = np.random.default_rng(5)
    square = np.array([(0, 0), (25, 0), (25, 25), (0, 25)], float)
    seen = [
        MarkerSighting(
            marker, square @ _turn(rng.uniform(0, 360)) + rng.uniform(100, 900, 2), 0.01 * np.eye(8)
        )
        for marker in range(12)
    ]
    with pytest.raises(TableNotSeenError):
        solve_table(seen, CAMERA, TILE_NUMBERS)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(
    "absurd",
    [
        {"dist": (1e200,) * 5},
        {"K": ((1.5e308, 0.0, 960.0), (0.0, 1.5e308, 540.0), (0.0, 0.0, 1.0))},
        {"K": ((1500.0, 0.0, 1e9), (0.0, 1500.0, 540.0), (0.0, 0.0, 1.0))},
    ],
    ids=["distortion", "focal length", "middle"],
)
def test_a_lens_that_no_glass_has_is_refused(absurd: dict[str, object]) -> None:
    seen = _table().sightings(np.random.default_rng(0), 0.0)
    with pytest.raises(TableNotSeenError):
        solve_table(seen, msgspec.structs.replace(CAMERA, **absurd), TILE_NUMBERS)


def test_a_tile_says_where_its_south_west_corner_is() -> None:
    table = _table(2, 2, slop_in=0.0, slop_deg=0.0)
    pose = solve_table(table.sightings(np.random.default_rng(0), 0.0), CAMERA, TILE_NUMBERS)
    first = next(iter(table.tiles))
    tile = next(tile for tile in pose.tiles if tile.tile == TILE_NUMBERS[first])
    assert (tile.x_in, tile.y_in, tile.rotation_deg) == pytest.approx((0, 0, 0), abs=1e-6)


def _corner_pieces(table: Table, rng: np.random.Generator, sd_px: float = 0.06) -> list[MarkerSighting]:
    """The table markers round a board of 36 x 36 in, their pieces pushed against it by hand."""
    found = []
    for index, name in enumerate(BOARD_CORNERS):
        place = np.array([36.0 * ("east" in name), 36.0 * ("north" in name)]) + 0.08 * rng.normal(size=2)
        turn = _turn(1.5 * rng.normal())
        for marker in TABLE_MARKER_IDS[2 * index : 2 * index + 2]:
            corners = (marker_corners_in() + table_marker_offset_in(marker)) @ turn.T + place
            pixels = table.view.to_pixels(np.pad(corners, ((0, 0), (0, 1)))) + sd_px * rng.normal(size=(4, 2))
            found.append(MarkerSighting(marker, pixels, sd_px**2 * np.eye(8)))
    return found


def _layout(table: Table) -> BoardLayout:
    cells = {TILE_NUMBERS[n]: (round(x / 9), round(y / 9)) for n, (x, y, _) in table.tiles.items()}
    return BoardLayout(4, 4, cells)


def test_corner_pieces_alone_show_the_table_to_owners_who_stick_nothing_on_their_tiles() -> None:
    table, rng = _table(slop_in=0.05, slop_deg=0.4), np.random.default_rng(1)
    spots = np.array([(x, y, 0.0) for x in (4, 18, 32) for y in (4, 18, 32)])
    pixels = table.view.to_pixels(spots)
    apart, away, claimed = [], [], []
    for _ in range(15):
        pose = solve_table(_corner_pieces(table, rng), CAMERA, TILE_NUMBERS, layout=_layout(table))
        assert (pose.width_in, pose.height_in, len(pose.laid)) == (36.0, 36.0, 16)
        seen = pose.view.to_plane(pixels)
        distances, truth = (np.linalg.norm(p[:, None] - p[None], axis=2) for p in (seen, spots[:, :2]))
        apart.append(np.abs(distances - truth).max())
        for tile, centre in zip(
            sorted(pose.tiles, key=lambda t: NAMES[t.tile]), _centres(table.tiles), strict=True
        ):
            where_it_is = pose.view.to_plane(table.view.to_pixels([[*centre, 0.0]]))[0]
            away.append(np.linalg.norm(tile.on_board(np.array([4.5, 4.5])) - where_it_is))
            claimed.append(tile.sd_in)
    assert max(apart) < 0.05  # the pieces are put down roughly, yet distances across 40 in are exact
    ratio = np.array(away) / np.array(claimed)
    assert (ratio < 2.5).mean() > 0.95
    assert np.sqrt((ratio**2).mean() / 2) > 0.5


def test_a_corner_piece_pushed_aside_or_hidden_does_no_harm() -> None:
    table = _table(slop_in=0.0, slop_deg=0.0)
    seen = _corner_pieces(table, np.random.default_rng(0))
    seen[:2] = [dataclasses.replace(one, corners_px=one.corners_px + np.array([90, -60])) for one in seen[:2]]
    for pieces in (seen, seen[2:]):
        pose = solve_table(pieces, CAMERA, TILE_NUMBERS, layout=_layout(table))
        middle = pose.view.to_plane(table.view.to_pixels([[18.0, 18.0, 0.0]]))[0]
        assert middle == pytest.approx((18.0, 18.0), abs=0.2)
    assert pose.left_out == ()


def test_tiles_with_markers_hold_the_frame_and_corner_pieces_help_to_see_it() -> None:
    table, rng = _table(slop_in=0.03, slop_deg=0.2), np.random.default_rng(3)
    number = list(table.tiles)[5]
    two = list(table.tiles)[5:11:5]
    seen = [s for s in table.sightings(rng, 0.06) if s.id // 2 in two]
    alone = solve_table(seen, CAMERA, TILE_NUMBERS, layout=_layout(table))
    both = solve_table(seen + _corner_pieces(table, rng), CAMERA, TILE_NUMBERS, layout=_layout(table))
    assert both.laid == {TILE_NUMBERS[n] for n in table.tiles} - {TILE_NUMBERS[n] for n in two}
    assert (both.width_in, both.height_in) == (36.0, 36.0)
    x, y, _ = _found(both)[number]
    assert (x, y) == pytest.approx(table.tiles[number][:2], abs=0.15)  # in its own cell, though two are seen
    assert both.view.plane_sd_in(table.view.to_pixels([[3.0, 3.0, 0.0]])) < 0.8 * alone.view.plane_sd_in(
        table.view.to_pixels([[3.0, 3.0, 0.0]])
    )


def test_corner_pieces_without_the_boards_size_ask_for_it() -> None:
    seen = _corner_pieces(_table(), np.random.default_rng(0))
    with pytest.raises(TableNotSeenError, match="--board 36x36"):
        solve_table(seen, CAMERA, TILE_NUMBERS)
