"""QR labels on tiles: each is measured where it is stuck, and its tile is known by it, or it is said why."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
import pytest
import segno
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose, TilePose
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import TILE_CODE_SIDE_IN, TILE_LABEL_SIDE_IN, TILE_NAMES, PrintSizes
from pennysight.calibration.projection import View
from pennysight.vision.figures.level import LevelPlane
from pennysight.vision.label_places import LabelPlace, in_its_corner, lay
from pennysight.vision.simulated.light import srgb
from pennysight.vision.tile_labels import SeenLabel, read_labels
from pennysight.vision.unmarked import UnmarkedTiles

Image = NDArray[np.uint8]
Light = NDArray[np.float32]
Array = NDArray[np.float64]

PX_PER_IN = 45
FINER = 4
SPREAD_PX = 0.75
WIDTH_IN, HEIGHT_IN, AROUND_IN = 18.0, 9.0, 1.0
IN_CORNER = 9.0 - TILE_LABEL_SIDE_IN / 2
WEST, EAST = (0, 0), (1, 0)
MIDDLE_IN = {WEST: np.array([4.5, 4.5]), EAST: np.array([13.5, 4.5])}


class Stuck(NamedTuple):
    """A label on the table: what it says, where its middle is, its turn, and its size, the printed one 1."""

    says: str
    x_in: float
    y_in: float
    turn_deg: float = 0.0
    times: float = 1.0


def label_of(tile: str, cell: tuple[int, int], turn_deg: float = 0.0) -> Stuck:
    """A tile's label in its corner, on a tile that lies in a cell, turned about its middle."""
    arm = turned(np.full(2, IN_CORNER - 4.5), turn_deg)
    x_in, y_in = MIDDLE_IN[cell] + arm
    return Stuck(f"pennysight:tile/{tile}", float(x_in), float(y_in), turn_deg)


def turned(point: Array, turn_deg: float) -> Array:
    cos, sin = np.cos(np.deg2rad(turn_deg)), np.sin(np.deg2rad(turn_deg))
    return np.array([cos * point[0] - sin * point[1], sin * point[0] + cos * point[1]])


def table(*labels: Stuck, px_per_in: float = PX_PER_IN) -> Image:
    """Labels on a grey table from straight above, a little soft and noisy as a camera shows them."""
    width, height = (round((side + 2 * AROUND_IN) * px_per_in) for side in (WIDTH_IN, HEIGHT_IN))
    light = np.full((height, width), 0.2, np.float32)
    for label in labels:
        x, y = (label.x_in + AROUND_IN) * px_per_in, height - (label.y_in + AROUND_IN) * px_per_in
        half = round(1.2 * label.times * px_per_in)
        left, top = round(x) - half, round(y) - half
        lie(label, light[top : top + 2 * half, left : left + 2 * half], (x - left, y - top), px_per_in)
    soft = np.asarray(cv2.GaussianBlur(light, (0, 0), SPREAD_PX), np.float32)
    noisy = srgb(soft) + np.random.default_rng(1).normal(0, 2.0, light.shape)
    return np.asarray(np.clip(noisy, 0, 255).round(), np.uint8)


def lie(label: Stuck, patch: Light, middle_px: tuple[float, float], px_per_in: float) -> None:
    """Draw a label into a patch of a picture, about a place from its outer corner."""
    cells = np.array([list(row) for row in segno.make_qr(label.says, error="m").matrix], bool)
    cell_px = 12
    white = round((TILE_LABEL_SIDE_IN / TILE_CODE_SIDE_IN - 1) / 2 * len(cells) * cell_px)
    inked = 0.85 - 0.8 * np.kron(cells, np.ones((cell_px, cell_px), np.float32))
    print_ = np.pad(inked, white, constant_values=0.85).astype(np.float32)
    scale = FINER * px_per_in * label.times * TILE_CODE_SIDE_IN / len(cells) / cell_px
    middle = (len(print_) - 1) / 2
    shift = np.array([[0, 0, FINER * at - 0.5 - middle] for at in middle_px])
    matrix = cv2.getRotationMatrix2D((middle, middle), label.turn_deg, scale) + shift
    rows, columns = patch.shape
    fine = cv2.resize(patch, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_NEAREST)
    over = cv2.warpAffine(print_, matrix, fine.shape[::-1], borderValue=-1)
    fine = np.where(over > 0, over, fine)
    patch[:] = cv2.resize(fine, (columns, rows), interpolation=cv2.INTER_AREA)


def view(px_per_in: float = PX_PER_IN) -> View:
    """The camera that takes such pictures, from 48 in up."""
    width, height = (round((side + 2 * AROUND_IN) * px_per_in) for side in (WIDTH_IN, HEIGHT_IN))
    focal = 48.0 * px_per_in
    camera = Camera(
        name="from above",
        width_px=width,
        height_px=height,
        K=((focal, 0.0, (width - 1) / 2), (0.0, focal, (height - 1) / 2), (0.0, 0.0, 1.0)),
        dist=(0.0, 0.0, 0.0, 0.0, 0.0),
    )
    t = np.array([-WIDTH_IN / 2, HEIGHT_IN / 2, 48.0])
    return View(camera, np.diag([1.0, -1.0, -1.0]), t, np.zeros((6, 6)))


class Evening:
    """One table, looked at again and again."""

    def __init__(self, *marked: TilePose, places: dict[str, LabelPlace] | None = None) -> None:
        self.tiles = UnmarkedTiles(TILE_NAMES, PrintSizes(), None, places)
        self.marked = marked

    def shows(self, *labels: Stuck, px_per_in: float = PX_PER_IN) -> dict[str, TilePose]:
        """The tiles that are known when all of the table may have changed and it shows these labels."""
        seen_by = view(px_per_in)
        plane = LevelPlane(seen_by, 0.0, -1.0, -1.0, WIDTH_IN + 2, HEIGHT_IN + 2, 10.0)
        pose = TablePose(seen_by, self.marked, WIDTH_IN, HEIGHT_IN, 0.2)
        changed = np.ones(plane.map_px.shape[:2], bool)
        found = self.tiles.look(table(*labels, px_per_in=px_per_in), pose, plane, changed)
        return {tile.tile: tile for tile in found.tiles}

    def told(self) -> list[str]:
        return [finding.text for finding in self.tiles.findings]


def middle_of(tile: TilePose) -> Array:
    return tile.on_board(np.full(2, 4.5))


@pytest.mark.parametrize("tile", ["devil-hill", "strange-old-shack"])
@pytest.mark.parametrize("turn_deg", [0.0, 90.0, 180.0, -33.0])
def test_a_label_is_measured_to_thousandths_of_an_inch(tile: str, turn_deg: float) -> None:
    picture = table(Stuck(f"pennysight:tile/{tile}", 3.21, 5.67, turn_deg, 0.98))
    (found,) = read_labels(picture, view().to_plane)
    assert found.tile == tile
    assert (found.x_in, found.y_in) == pytest.approx((3.21, 5.67), abs=0.004)
    assert found.turn_deg == pytest.approx(turn_deg, abs=0.3) or abs(found.turn_deg) == pytest.approx(
        abs(turn_deg), abs=0.3
    )
    assert found.times == pytest.approx(0.98, abs=0.01)
    assert max(abs(found.x_in - 3.21), abs(found.y_in - 5.67)) < 2.5 * found.sd_in


@pytest.mark.parametrize("turn_deg", [0.0, 90.0, 180.0, 270.0, 1.0])
def test_a_tile_is_named_and_placed_by_its_label_however_it_lies(turn_deg: float) -> None:
    evening = Evening()
    tiles = evening.shows(label_of("storm-hollow", WEST, turn_deg), label_of("crossroads", EAST))
    assert tiles.keys() == {"storm-hollow", "crossroads"}
    assert evening.told() == []
    lies = tiles["storm-hollow"]
    assert middle_of(lies) == pytest.approx(MIDDLE_IN[WEST], abs=0.05)
    assert (lies.rotation_deg - turn_deg + 180) % 360 - 180 == pytest.approx(0, abs=1.0)


def test_where_tiles_lie_by_labels_is_within_what_is_claimed() -> None:
    """Labels stuck on by hand, tiles laid by hand: nine in ten corners within twice the claim, each way."""
    rng = np.random.default_rng(5)
    place, above = in_its_corner(PrintSizes()), view()
    off = []
    for _ in range(100):
        stick, lies = rng.normal(size=3) * (0.03, 0.03, 1.0), rng.normal(size=3) * (0.04, 0.04, 0.3)
        centre = MIDDLE_IN[WEST] + lies[:2]
        at = centre + turned(np.array([place.x_in, place.y_in]) + stick[:2] - 4.5, lies[2])
        turn_deg = float(lies[2] + stick[2])
        label = SeenLabel("crossroads", float(at[0]), float(at[1]), turn_deg, 1.0, 0.002, 0.1)
        tile = lay(label, place, above, 9.0, MIDDLE_IN[WEST])
        assert tile is not None
        for corner in np.array([(0, 0), (9, 0), (9, 9), (0, 9)], float):
            true = centre + turned(corner - 4.5, lies[2])
            off += ((tile.on_board(corner) - true) / tile.sd_in).tolist()
    assert 0.6 < np.sqrt(np.mean(np.square(off))) < 1.4
    assert np.mean(np.abs(off) < 2.5) > 0.95


def test_where_labels_are_is_what_registering_said() -> None:
    place = LabelPlace(2.0, 3.0, 45.0, 0.8, 0.02, 0.3)
    label = Stuck("pennysight:tile/crossroads", 11.0, 3.0, 45.0, 0.8)
    assert Evening().shows(label) == {}
    tile = Evening(places={"crossroads": place}).shows(label)["crossroads"]
    assert middle_of(tile) == pytest.approx(MIDDLE_IN[EAST], abs=0.02)
    assert tile.rotation_deg == pytest.approx(0, abs=0.2)
    assert tile.sd_in < 0.05


@pytest.mark.parametrize(
    ("labels", "named", "said"),
    [
        ([Stuck("https://example.org/a", 3.0, 3.0)], set(), None),
        ([label_of("no-such-tile", WEST), label_of("crossroads", EAST)], {"crossroads"}, "says no-such-tile"),
        ([label_of("crossroads", WEST)._replace(times=0.8)], set(), "0.81 times as large"),
        (
            [label_of("crossroads", WEST), label_of("crossroads", EAST)],
            set(),
            "crossroads is seen in two places",
        ),
        ([label_of("crossroads", WEST), Stuck("pennysight:tile/mason-lane", 3.0, 3.0)], set(), "on one tile"),
        ([Stuck("pennysight:tile/mason-lane", 3.0, 3.0)], set(), "not in the north-east corner"),
        (
            [label_of("crossroads", WEST), Stuck("pennysight:tile/mason-lane", 3.0, 3.0, 0.0, 1.3)],
            {"crossroads"},
            "mason-lane is 1.3",
        ),
    ],
)
def test_no_label_is_believed_that_may_be_wrong(
    labels: Sequence[Stuck], named: set[str], said: str | None
) -> None:
    evening = Evening()
    assert evening.shows(*labels).keys() == named
    assert len(evening.told()) == (said is not None)
    assert said is None or said in evening.told()[0]


def test_a_label_that_contradicts_the_markers_is_said_and_the_markers_are_believed() -> None:
    marked = TilePose("mason-lane", 0.0, 0.0, 0.0, 0.01, 0.1)
    evening = Evening(marked)
    tiles = evening.shows(label_of("crossroads", WEST))
    assert tiles == {"mason-lane": marked}
    assert "says crossroads where mason-lane lies" in evening.told()[0]
    assert Evening(marked).shows(label_of("mason-lane", EAST)) == {"mason-lane": marked}
    assert Evening(marked).shows(label_of("mason-lane", WEST)) == {"mason-lane": marked}


def test_a_tile_whose_label_is_covered_lies_where_it_lay_until_it_shows_elsewhere() -> None:
    evening = Evening()
    first = evening.shows(label_of("crossroads", WEST))
    assert evening.shows() == first
    moved = evening.shows(label_of("crossroads", EAST))["crossroads"]
    assert middle_of(moved) == pytest.approx(MIDDLE_IN[EAST], abs=0.05)


def test_when_one_of_two_labels_of_a_tile_is_taken_away_the_other_is_believed() -> None:
    evening = Evening()
    assert evening.shows(label_of("crossroads", WEST), label_of("crossroads", EAST)) == {}
    assert evening.shows(label_of("crossroads", EAST)).keys() == {"crossroads"}
    assert evening.told() == []


def test_pictures_too_coarse_for_labels_name_nothing() -> None:
    evening = Evening()
    assert evening.shows(label_of("crossroads", WEST), px_per_in=27.0) == {}
    assert evening.told() == []
