"""A lens comes out of pictures of a board as it is, and pictures that do not support one are refused."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.calibration.camera import Camera
from pennysight.calibration.charuco import CalibrationRefused, calibrate
from pennysight.calibration.charuco_board import BoardError, CharucoBoard, parse_board
from pennysight.calibration.lens import distort, undistort
from pennysight.calibration.pictures import read_picture
from pennysight.calibration.projection import turn_matrix

Picture = tuple[str, NDArray[np.uint8]]

BOARD = parse_board("charuco-9x6", 1.0, 0.75)
WIDTH, HEIGHT = 960, 540
K = np.array([(760.0, 0.0, 486.0), (0.0, 757.0, 266.0), (0.0, 0.0, 1.0)])
DIST = np.array([-0.09, 0.02, 0.0005, -0.0004, 0.0])
TRUE = Camera(
    name="true",
    width_px=WIDTH,
    height_px=HEIGHT,
    K=((760.0, 0.0, 486.0), (0.0, 757.0, 266.0), (0.0, 0.0, 1.0)),
    dist=(-0.09, 0.02, 0.0005, -0.0004, 0.0),
)

# Where the board's middle is seen (shares of the picture), how far off it is, and its turns about x, y and z.
POSES = [
    (0.30, 0.30, 11.0, 25, 20, 5),
    (0.70, 0.30, 11.0, -25, 25, -8),
    (0.30, 0.70, 11.0, 30, -20, 90),
    (0.70, 0.70, 11.0, -20, -30, 170),
    (0.50, 0.50, 9.0, 35, 0, 45),
    (0.50, 0.50, 10.0, 0, 40, 0),
    (0.18, 0.50, 13.0, -35, 10, 90),
    (0.82, 0.50, 13.0, 10, -40, -90),
    (0.50, 0.22, 12.0, -30, -15, 0),
    (0.50, 0.78, 12.0, 20, 35, 180),
]


@pytest.fixture(scope="module")
def pictures() -> list[Picture]:
    """Ten pictures of the board through a known lens."""
    corner = np.stack(np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT)), -1).reshape(-1, 1, 2).astype(float)
    slopes = cv2.undistortPoints(corner, K, DIST).reshape(-1, 2)
    rays = np.column_stack([slopes, np.ones(len(slopes))]).astype(float)
    px_per_in = 90
    printed = _printed(BOARD, px_per_in)
    return [
        (f"{number}.jpg", _photographed(printed, px_per_in, rays, pose)) for number, pose in enumerate(POSES)
    ]


def _printed(board: CharucoBoard, px_per_in: int) -> NDArray[np.uint8]:
    """The board on white card with a margin of one square."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    drawing = cv2.aruco.CharucoBoard(
        (board.columns, board.rows), board.square_in, board.marker_in, dictionary
    ).generateImage((board.columns * px_per_in, board.rows * px_per_in))
    return np.pad(np.asarray(drawing, np.uint8), px_per_in, constant_values=255)


def _photographed(
    printed: NDArray[np.uint8], px_per_in: int, rays: NDArray[np.float64], pose: tuple[float, ...]
) -> NDArray[np.uint8]:
    x, y, away_in, *turns = pose
    R = np.eye(3)
    for axis, turn in zip(np.eye(3), turns, strict=True):
        R = turn_matrix(axis * np.deg2rad(turn)) @ R
    middle = away_in * np.linalg.inv(K) @ (x * WIDTH, y * HEIGHT, 1.0)
    t = middle - R @ (BOARD.columns / 2, BOARD.rows / 2, 0)
    # Where each ray meets the board: solve s * ray = R (u, v, 0) + t.
    normal = R[:, 2]
    along = (normal @ t) / (rays @ normal)
    on_board = (rays * along[:, None] - t) @ R[:, :2]
    at = ((on_board + 1) * px_per_in - 0.5).reshape(HEIGHT, WIDTH, 2).astype(np.float32)
    light = cv2.remap(
        cv2.GaussianBlur(printed, (0, 0), 0.4 * px_per_in * away_in / K[0, 0]),
        at[..., 0],
        at[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=90,
    ).astype(float)
    noise = np.random.default_rng(int(away_in * 100)).normal(size=light.shape) * 2
    return np.clip(light * 0.8 + 20 + noise, 0, 255).astype(np.uint8)


def _each(pictures: list[Picture], change: object) -> list[Picture]:
    assert callable(change)
    return [(name, np.ascontiguousarray(change(image))) for name, image in pictures]


def test_the_lens_comes_out_within_its_own_claims(pictures: list[Picture]) -> None:
    found = calibrate(pictures, BOARD, name="desk", made="2026-01-31")
    camera = found.camera
    assert (camera.name, camera.made, camera.width_px, camera.height_px) == (
        "desk",
        "2026-01-31",
        WIDTH,
        HEIGHT,
    )
    assert camera.rms_px < 0.2
    assert found.left_out == ()
    assert found.used == tuple(name for name, _ in pictures)
    truth = dict(zip(("fx", "fy", "cx", "cy"), (K[0, 0], K[1, 1], K[0, 2], K[1, 2]), strict=True))
    got = dict(zip(truth, camera.matrix[[0, 1, 0, 1], [0, 1, 2, 2]], strict=True))
    for key, value in truth.items():
        assert abs(got[key] - value) < 4 * camera.sd[key]
    assert got["fx"] == pytest.approx(K[0, 0], rel=0.003)
    assert set(camera.sd) == {"fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3"}


def test_a_term_of_the_lens_that_cannot_be_told_from_none_is_none(pictures: list[Picture]) -> None:
    """k3 would run away in the corners, where no board ever is."""
    camera = calibrate(pictures, BOARD).camera
    assert (camera.dist[4], camera.sd["k3"]) == (0, 0)
    y, x = np.mgrid[0 : HEIGHT - 1 : 5j, 0 : WIDTH - 1 : 5j]
    everywhere = np.stack([x, y], -1).reshape(-1, 2)
    apart = distort(camera, undistort(TRUE, everywhere)) - everywhere
    assert np.linalg.norm(apart - apart[12], axis=1).max() < 1.5, "of pixels, from corner to corner"


def test_pictures_with_a_lens_that_wobbles_are_refused_for_their_residual(pictures: list[Picture]) -> None:
    """A bent board, or a focus that hunts: no picture is worse than the others, all are bad."""
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    bent = [
        (
            name,
            np.asarray(
                cv2.remap(image, x + 2 * np.sin(y / 60 + n), y + 2 * np.cos(x / 50 + n), cv2.INTER_LINEAR),
                np.uint8,
            ),
        )
        for n, (name, image) in enumerate(pictures)
    ]
    with pytest.raises(
        CalibrationRefused, match=r"pixels off, expected at most 0.48: glue the board"
    ) as refusal:
        calibrate(bent, BOARD)
    assert not refusal.value.more_helps


def test_a_blurred_picture_is_left_out_and_named(pictures: list[Picture]) -> None:
    name, image = pictures[4]
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 2.0), np.uint8)
    found = calibrate([*pictures[:4], (name, blurred), *pictures[5:]], BOARD)
    assert [(left.picture, left.reason[:10]) for left in found.left_out] == [(name, "it is blur")]


def test_a_picture_of_the_bent_board_is_left_out_and_named(pictures: list[Picture]) -> None:
    name, image = pictures[5]
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    bent = cv2.remap(image, x + 3 * np.sin(y / 60), y + 3 * np.cos(x / 50), cv2.INTER_LINEAR)
    found = calibrate([*pictures[:5], (name, np.asarray(bent, np.uint8)), *pictures[6:]], BOARD)
    assert [left.picture for left in found.left_out] == [name]
    assert "was the board bent?" in found.left_out[0].reason
    assert found.camera.K[0][0] == pytest.approx(K[0, 0], rel=0.003)


def test_repeats_of_a_view_are_left_out_so_that_nothing_looks_surer_than_it_is(
    pictures: list[Picture],
) -> None:
    once = calibrate(pictures, BOARD)
    again = calibrate([*pictures, *((f"again-{name}", image) for name, image in pictures)], BOARD)
    assert again.camera.sd == pytest.approx(once.camera.sd, rel=1e-3)
    assert again.left_out[0].reason == "it shows the same view as '0.jpg'"


def test_refusals_say_what_is_wrong_and_what_to_do(pictures: list[Picture]) -> None:
    def refused(given: list[Picture], board: CharucoBoard = BOARD) -> str:
        with pytest.raises(CalibrationRefused) as refusal:
            calibrate(given, board)
        assert "\n" not in str(refusal.value)
        assert str(refusal.value) == f"{refusal.value.reason}: {refusal.value.next_step}"
        return str(refusal.value)

    assert "blurred" in refused(_each(pictures, lambda image: cv2.GaussianBlur(image, (0, 0), 2.0)))
    assert "expected at least 6" in refused(pictures[:5])
    assert "expected at least 6" in refused([])
    assert f"of '{pictures[0][0]}': it was given more than once" in refused([pictures[0]] * 12)
    assert "mirrored" in refused(_each(pictures, lambda image: image[:, ::-1]))
    for other in ("charuco-7x5", "charuco-6x9"):
        assert f"do not lie as on a {other}" in refused(pictures, parse_board(other))
    assert "markers of 0.5 in squares of 1" in refused(pictures, parse_board("charuco-9x6", 1.0, 0.5))
    half = _each(pictures[5:], lambda image: cv2.resize(image, (WIDTH // 2, HEIGHT // 2)))
    assert "960x540 but '5.jpg' is 480x270" in refused([*pictures[:5], *half])
    noise = np.random.default_rng(0).integers(0, 255, (6, HEIGHT, WIDTH), np.uint8)
    assert "no charuco-9x6 can be read" in refused([(f"{n}", image) for n, image in enumerate(noise)])


def test_a_part_of_the_view_where_the_board_never_was_is_named(pictures: list[Picture]) -> None:
    def hide_the_right(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        hidden = image.copy()
        hidden[:, WIDTH * 6 // 10 :] = 90
        return hidden

    with pytest.raises(CalibrationRefused, match="never at the top right, right, bottom right of the view"):
        calibrate(_each(pictures, hide_the_right), BOARD)


def test_a_board_never_tilted_leaves_the_focal_length_open() -> None:
    def level(x: float, y: float) -> NDArray[np.uint8]:
        """A board seen straight on is its own drawing."""
        card = cv2.resize(_printed(BOARD, 60), None, fx=0.72, fy=0.72, interpolation=cv2.INTER_AREA)
        grey = np.full((HEIGHT, WIDTH), 90, np.uint8)
        top, left = int(y * (HEIGHT - card.shape[0])), int(x * (WIDTH - card.shape[1]))
        grey[top : top + card.shape[0], left : left + card.shape[1]] = card
        return np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.6), np.uint8)

    places = [(x, y) for x in (0.0, 0.5, 1.0) for y in (0.0, 0.5, 1.0)]
    flat = [(f"{x},{y}", level(x, y)) for x, y in places]
    with pytest.raises(CalibrationRefused, match=r"focal length .*tilted"):
        calibrate(flat, BOARD)


@pytest.mark.parametrize(
    ("text", "square_in", "marker_in", "says"),
    [
        ("9x6", 1.0, 0.75, "expected a board like 'charuco-9x6'"),
        ("charuco-9x", 1.0, 0.75, "got 'charuco-9x'"),
        ("charuco-2x2", 1.0, 0.75, "got 2x2"),
        ("charuco-40x40", 1.0, 0.75, "got 40x40"),
        ("charuco-9x6", 1.0, 1.0, "got 1 in 1"),
        ("charuco-9x6", 1.0, 0.0, "got 0 in 1"),
        ("charuco-9x6", 1e300, 1e299, r"expected a square of 0.02 to 400 in, got 1e\+300"),
        ("charuco-9x6", float("inf"), 0.75, "expected a square of 0.02 to 400 in, got inf"),
        ("charuco-9x6", float("nan"), 0.75, "expected a square of 0.02 to 400 in, got nan"),
        ("charuco-9x6", 1.0, float("nan"), "got nan in 1"),
        ("charuco-9x6", 1.0, 1e-300, "got 1e-300 in 1"),
    ],
)
def test_what_is_no_board_is_refused(text: str, square_in: float, marker_in: float, says: str) -> None:
    with pytest.raises(BoardError, match=says):
        parse_board(text, square_in, marker_in)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["A", "B"])
def test_the_cameras_of_the_pictures_come_out_within_three_thousandths(shared: Path, name: str) -> None:
    files = sorted((shared / "photos" / f"{name}-charuco").glob("*.jpg"))
    truth = json.loads((shared / "photos" / f"{name}-camera.json").read_text())
    camera = calibrate(((file.name, read_picture(file)) for file in files), BOARD, name).camera
    assert camera.rms_px < 0.6
    for axis in (0, 1):
        assert camera.K[axis][axis] == pytest.approx(truth["K"][axis][axis], rel=0.003)
