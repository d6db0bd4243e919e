"""A camera file holds what was calibrated, serves the sizes it can, and is refused where it cannot."""

from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pennysight.calibration.camera import Camera, CameraError, camera_json, load_camera, parse_camera
from pennysight.calibration.projection import Array

CAMERA = Camera(
    name="desk",
    width_px=1920,
    height_px=1080,
    K=((1500.0, 0.0, 960.0), (0.0, 1502.0, 540.0), (0.0, 0.0, 1.0)),
    dist=(-0.08, 0.012, 0.0004, -0.0003, 0.0),
    rms_px=0.4,
    sd={"fx": 1.0, "k1": 0.001},
    made="2026-01-31",
)


def test_a_file_gives_back_the_camera(tmp_path: Path) -> None:
    path = tmp_path / "camera.json"
    path.write_bytes(camera_json(CAMERA))
    assert load_camera(path) == CAMERA


def test_the_file_has_the_fields_that_others_rely_on() -> None:
    fields = msgspec.json.decode(camera_json(CAMERA))
    assert fields["format"] == "pennysight-camera/1"
    assert set(fields) == {"format", "name", "width_px", "height_px", "K", "dist", "rms_px", "sd", "made"}


@given(x=st.floats(-0.6, 0.6), y=st.floats(-0.4, 0.4))
def test_at_another_size_of_the_same_shape_every_ray_meets_the_same_place_in_the_picture(
    x: float, y: float
) -> None:
    small = CAMERA.for_size(1280, 720)

    def place(camera: Camera) -> Array:
        px = camera.matrix @ (x, y, 1.0)
        return (px[:2] + 0.5) / (camera.width_px, camera.height_px)  # from edge to edge

    np.testing.assert_allclose(place(small), place(CAMERA), atol=1e-12)


def test_deviations_in_pixels_scale_with_the_picture_and_those_without_a_unit_do_not() -> None:
    small = CAMERA.for_size(960, 540)
    assert small.sd == {"fx": 0.5, "k1": 0.001}
    assert small.rms_px == 0.2


def test_a_height_rounded_to_whole_pixels_is_still_the_same_shape() -> None:
    assert CAMERA.for_size(1366, 768).width_px == 1366


@pytest.mark.parametrize("size", [(1440, 1080), (1080, 1920), (1920, 1200), (0, 0)])
def test_another_shape_is_refused_with_both_sizes(size: tuple[int, int]) -> None:
    with pytest.raises(CameraError, match=f"{size[0]}x{size[1]}.*1920x1080"):
        CAMERA.for_size(*size)


def _file(**changes: object) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(camera_json(CAMERA)) | changes)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not a camera file"),
        (b"\xff\xfe", "not a camera file"),
        (b"[1, 2]", "not a camera file"),
        (_file(format="pennysight-camera/2"), "expected 'pennysight-camera/1'"),
        (_file(K=[[1500, 0], [0, 1500]]), "not a camera file"),
        (_file(K=[[0, 0, 960], [0, 1500, 540], [0, 0, 1]]), "focal lengths are 0 and 1500 pixels"),
        (_file(K=[[1500, 0, 960], [0, 1500, 540], [0, 0, 2]]), "expected finite numbers"),
        (_file(dist=[0, 0, 0, 0]), "not a camera file"),
        (_file(width_px=0), "size is 0x1080"),
        (_file(width_px=10**15, height_px=10**15), r"size is 1e\+15x1e\+15 pixels, expected sides from 1"),
        (_file(K=[[1e-9, 0, 960], [0, 1e-9, 540], [0, 0, 1]]), "focal lengths are 1e-09 and 1e-09 pixels"),
        (_file(K=[[1.5e308, 0, 960], [0, 1500, 540], [0, 0, 1]]), r"are 1.5e\+308 .*expected 192 to 192000"),
        (_file(K=[[1500, 0, 960], [0, 15000, 540], [0, 0, 1]]), "are 1500 and 15000 .*both about the same"),
        (_file(K=[[1500, 0, 1e9], [0, 1500, 540], [0, 0, 1]]), r"middle is at \(1e\+09, 540\)"),
        (_file(K=[[1500, 1e9, 960], [0, 1500, 540], [0, 0, 1]]), r"skew 1e\+09"),
        (_file(dist=[1e200] * 5), r"distortion k1 is 1e\+200, expected at most"),
        (_file(dist=[0, 0, 0, 0, -1e4]), "distortion k3 is -10000"),
        (_file(rms_px=-1), "rms_px is -1, expected a deviation of 0 or more"),
        (_file(sd={"fx": -2}), "fx is -2"),
        (b"{} trailing", "not a camera file: JSON is malformed"),
        (camera_json(CAMERA).decode().encode("utf-16"), "its text is in UTF-16, expected UTF-8"),
        (camera_json(CAMERA).decode().encode("utf-8-sig"), "its text is in UTF-8-SIG, expected UTF-8"),
        (b"[" * 100_000, "nested too deeply|not a camera file"),
        (b'{"a":' * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_camera_is_refused_in_one_sentence(data: bytes, says: str) -> None:
    with pytest.raises(CameraError, match=says) as refusal:
        parse_camera(data)
    assert "\n" not in str(refusal.value)


def test_a_missing_file_is_named_with_what_makes_one(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"no camera file '.*nowhere.json'.*pennysight calibrate"):
        load_camera(tmp_path / "nowhere.json")


def test_a_file_far_too_long_is_no_camera_file(tmp_path: Path) -> None:
    path = tmp_path / "film.json"
    path.write_bytes(bytes(1_000_001))
    with pytest.raises(CameraError, match=r"film.json': this is not a camera file: it has more than"):
        load_camera(path)


def test_a_folder_is_no_camera_file(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="cannot be read"):
        load_camera(tmp_path)
