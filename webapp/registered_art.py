"""Pictures of tiles that a person registered, a PNG each, by which tiles without markers are known."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.pictures import read_picture
from pennysight.calibration.printspec import TILE_SIDE_IN
from pennysight.vision.art_matching import ArtBook, art_book, straightened
from pennysight.webapp.settings import data_folder

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LEAST_FEATURES = 100
_MOST_PX = 100_000


class ArtError(ValueError):
    """Art that cannot be registered or read; the message is one sentence."""


def art_folder(art: str) -> Path:
    """Where registered pictures are kept, given what was set."""
    return Path(art) if art else data_folder() / "tile-art"


def parse_corners(corners: str) -> list[tuple[float, float]]:
    """Four corners told as `x,y x,y x,y x,y` in pixels: north-west, north-east, south-east, south-west.

    Raises:
        ArtError: they are not.
    """
    try:
        points = [(float(x), float(y)) for x, y in (corner.split(",") for corner in corners.split())]
    except ValueError:
        points = []
    if len(points) != 4 or not _is_quadrangle(np.array(points)):
        raise ArtError(
            f"the corners are four places in pixels, from the north-west one clockwise, such as "
            f"'40,31 980,35 975,990 38,984', not {corners[:60]!r}"
        )
    return points


def _is_quadrangle(points: NDArray[np.float64]) -> bool:
    """Whether four places go round, clockwise in a picture, with a bend at each."""
    if not (np.abs(points) < _MOST_PX).all():
        return False
    sides = np.roll(points, -1, axis=0) - points
    after = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0] > 1).all())


def register(name: str, picture: str, corners: Sequence[tuple[float, float]] | None, folder: Path) -> Path:
    """Keep a picture of a tile, cropped to its edges or by its corners; the file that it is now in.

    Raises:
        ArtError: the name cannot be one, the tile is not square or shows too little, or it cannot be kept.
        PictureError: the picture cannot be read.
    """
    if not _NAME.fullmatch(name):
        raise ArtError(
            f"a tile's name is lower-case words with hyphens, such as storm-hollow, not {name[:40]!r}"
        )
    image = read_picture(picture)
    height, width = image.shape[:2]
    if corners is None and abs(width - height) > 0.03 * max(width, height):
        raise ArtError(
            f"'{picture}' is {width}x{height} pixels, expected a square tile cropped to its edges: crop "
            "it, or tell its --corners"
        )
    square = straightened(image, corners)
    count = len(art_book({name: square}, TILE_SIDE_IN).owner)
    if count < _LEAST_FEATURES:
        raise ArtError(
            f"'{picture}' shows only {count} things to know the tile by, expected {_LEAST_FEATURES}: take a "
            "sharper picture in even light"
        )
    path = folder / f"{name}.png"
    data = cv2.imencode(".png", square)[1]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise ArtError(f"{path} cannot be written: {error.strerror}") from error
    return path


def read_art(art: str, side_in: float) -> ArtBook | None:
    """All registered tiles; None where there are none.

    Raises:
        ArtError: the folder that was told is not there.
        PictureError: a picture in it cannot be read.
    """
    folder = art_folder(art)
    if art and not folder.is_dir():
        raise ArtError(
            f"there is no folder {art!r} of registered tiles: `pennysight tiles register` makes one"
        )
    pictures: dict[str, NDArray[np.uint8]] = {}
    for path in sorted(folder.glob("*.png")):
        pictures[path.stem] = straightened(read_picture(os.fspath(path)), None)
    return art_book(pictures, side_in) if pictures else None
