"""A picture is read whole and as the sensor read it, or one sentence says why not."""

import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.calibration.pictures import PictureError, read_picture

NOISE = np.random.default_rng(1).integers(0, 255, (90, 120, 3), np.uint8)


def _encoded(ending: str, image: NDArray[np.uint8] = NOISE) -> bytes:
    _, data = cv2.imencode(ending, image)
    return data.tobytes()


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".bmp"])
def test_pictures_are_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"table{ending}"
    path.write_bytes(_encoded(ending))
    assert read_picture(path).shape == NOISE.shape


def test_grey_pictures_come_as_colour(tmp_path: Path) -> None:
    path = tmp_path / "grey.png"
    path.write_bytes(_encoded(".png", NOISE[..., 0]))
    assert read_picture(path).shape == NOISE.shape


def test_a_phones_note_on_which_way_up_it_was_held_is_ignored(tmp_path: Path) -> None:
    note = bytes.fromhex("ffe1002245786966000049492a00080000000100120103000100000006000000000000000000")[:36]
    data = _encoded(".jpg")
    path = tmp_path / "held.jpg"
    path.write_bytes(data[:2] + note + data[2:])
    assert read_picture(path).shape == NOISE.shape


@pytest.mark.parametrize("ending", [".png", ".jpg"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.99])
def test_a_cut_off_picture_is_refused_not_filled_with_grey(tmp_path: Path, ending: str, share: float) -> None:
    path = tmp_path / f"cut{ending}"
    data = _encoded(ending)
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(PictureError, match=r"cut.* is cut off"):
        read_picture(path)


def test_what_a_phone_appends_to_a_picture_does_not_make_it_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "motion.jpg"
    path.write_bytes(_encoded(".jpg") + b"a film of a second" * 100)
    assert read_picture(path).shape == NOISE.shape


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"", "is empty"), (b"the hills rise wild", "is not a picture"), (b"\xff\xd8\xff", "is cut off")],
)
def test_what_is_no_picture_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "notes.jpg"
    path.write_bytes(data)
    with pytest.raises(PictureError, match=f"notes.jpg' {says}"):
        read_picture(path)


def test_a_picture_of_200_megapixels_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    head = struct.pack(">2I5B", 14_300, 14_000, 8, 0, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(1_000_000))), (b"IEND", b"")]
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in parts
        )
    )
    # In a program of its own: OpenCV takes its limit when it is first imported, here perhaps by another test.
    code = f"""
import resource
from pennysight.calibration.pictures import PictureError, read_picture
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    read_picture({str(path)!r})
except PictureError as error:
    print(error)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    said, mb_taken = done.stdout.splitlines()
    assert "too large, expected at most 120 megapixels" in said
    assert int(mb_taken) < 50, "it would be 600 MB"


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"there is no file '.*nowhere.jpg'"):
        read_picture(tmp_path / "nowhere.jpg")
    with pytest.raises(PictureError, match="cannot be read"):
        read_picture(tmp_path)
    with pytest.raises(PictureError, match="'' cannot be read as a picture, expected a file"):
        read_picture("")
    with pytest.raises(PictureError, match=r"there is no file 'http://phone[.]local/shot"):
        read_picture("http://phone.local/shot.jpg")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero here")
def test_a_device_without_end_is_not_read() -> None:
    with pytest.raises(PictureError, match="'/dev/zero' cannot be read as a picture, expected a file"):
        read_picture("/dev/zero")


def test_a_file_too_large_for_a_picture_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "evening.jpg"
    with path.open("wb") as film:
        film.truncate(200_000_001)
    with pytest.raises(PictureError, match=r"evening.jpg' cannot be read .* at most 200 MB"):
        read_picture(path)
