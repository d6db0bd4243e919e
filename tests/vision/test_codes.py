"""Tile labels are read by whichever reader a machine has, and which one that is is said."""

import builtins
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import segno
from numpy.typing import NDArray
from pennysight.vision.codes import CodeReader, code_reader, read_tile_labels


@pytest.fixture
def without_zbar(monkeypatch: pytest.MonkeyPatch) -> Iterator[CodeReader]:
    """The reader of a machine on which the zbar library is not installed."""
    load = builtins.__import__

    def fail_for_pyzbar(name: str, *rest: Any) -> Any:
        if name.startswith("pyzbar"):
            raise ImportError("Unable to find zbar shared library")
        return load(name, *rest)

    code_reader.cache_clear()
    with monkeypatch.context() as missing:
        missing.setattr(builtins, "__import__", fail_for_pyzbar)
        reader = code_reader()
    yield reader
    code_reader.cache_clear()


def _label(text: str, scale: int = 6) -> NDArray[np.uint8]:
    dark = np.array([list(row) for row in segno.make_qr(text).matrix], bool)
    return np.kron(np.pad(~dark, 4, constant_values=True), np.ones((scale, scale))).astype(np.uint8) * 255


def _picture(*labels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Labels in a row on a grey table, in colour."""
    picture = np.full((400, 60 + sum(label.shape[1] + 60 for label in labels), 3), 110, np.uint8)
    left = 60
    for label in labels:
        picture[80 : 80 + label.shape[0], left : left + label.shape[1]] = label[..., None]
        left += label.shape[1] + 60
    return picture


def test_tile_labels_are_read_with_their_places() -> None:
    label = _label("pennysight:tile/storm-hollow")
    (found,) = read_tile_labels(_picture(label))
    assert found.tile == "storm-hollow"
    half = label.shape[0] / 2
    assert np.mean(found.corners_px, axis=0) == pytest.approx((60 + half, 80 + half), abs=4)


def test_without_zbar_the_same_labels_are_read_and_it_is_said(without_zbar: CodeReader) -> None:
    assert without_zbar.name == "zxing-cpp"
    assert without_zbar.note is not None
    assert "libzbar0" in without_zbar.note
    picture = _picture(_label("pennysight:tile/crossroads"), _label("pennysight:tile/devil-hill"))
    found = read_tile_labels(picture, without_zbar)
    assert sorted(label.tile for label in found) == ["crossroads", "devil-hill"]


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org",
        "pennysight:tile/",
        "pennysight:tile/../../etc",
        "pennysight:tile/Storm Hollow",
        "x",
    ],
)
def test_codes_that_are_no_tile_labels_are_passed_over(text: str, without_zbar: CodeReader) -> None:
    picture = _picture(_label(text))
    assert read_tile_labels(picture) == []
    assert read_tile_labels(picture, without_zbar) == []


def test_a_picture_without_codes_has_none() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (300, 300), np.uint8)
    assert read_tile_labels(noise) == []
