"""Pictures of tiles that a person registered, a PNG each, by which tiles without markers are known.

Where a label is stuck on a tile is kept beside its picture, which is too coarse to read it.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.pictures import read_picture
from pennysight.calibration.printspec import TILE_SIDE_IN
from pennysight.calibration.projection import Array
from pennysight.vision.art_matching import ArtBook, art_book, straightened
from pennysight.vision.label_places import LabelPlace, where_registered
from pennysight.vision.tile_labels import read_labels
from pennysight.webapp.settings import data_folder

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LEAST_FEATURES = 100
_MOST_PX = 100_000
_LABEL_FORMAT = "pennysight-label/1"
_LABEL_SUFFIX = ".label.json"


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


class _LabelFile(msgspec.Struct, frozen=True):
    """A label's place on its tile, of which the side is 1; `times` as large as drawn if that is 9 in."""

    x: float
    y: float
    turn_deg: float
    times: float
    sd: float
    sd_deg: float
    format: str = _LABEL_FORMAT


def register(name: str, picture: str, corners: Sequence[tuple[float, float]] | None, folder: Path) -> Path:
    """Keep a picture of a tile, cropped to its edges or by its corners; the file that it is now in.

    Where it shows the tile's label, the place of that is kept as well.

    Raises:
        ArtError: the name cannot be one, the tile is not square, shows too little or another tile's label,
            or it cannot be kept.
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
    label = _label_on(name, image, corners)
    if count < _LEAST_FEATURES and label is None:
        raise ArtError(
            f"'{picture}' shows only {count} things to know the tile by, expected {_LEAST_FEATURES}: take a "
            "sharper picture in even light, or stick its label on"
        )
    path = folder / f"{name}.png"
    data = cv2.imencode(".png", square)[1]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.tobytes())
        _keep_label(label, folder / f"{name}{_LABEL_SUFFIX}")
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


def read_label_places(art: str, side_in: float) -> dict[str, LabelPlace]:
    """Where labels are on the registered tiles, on which they show, in inches of tiles of that side.

    Raises:
        ArtError: a file cannot be read.
    """
    places = {}
    for path in sorted(art_folder(art).glob(f"*{_LABEL_SUFFIX}")):
        try:
            found = msgspec.json.decode(path.read_bytes(), type=_LabelFile)
        except (OSError, msgspec.MsgspecError) as error:
            raise ArtError(f"{path} cannot be read, register the tile again: {error}") from error
        if found.format != _LABEL_FORMAT:
            raise ArtError(f"the label in {path} is {found.format[:40]!r}, expected {_LABEL_FORMAT!r}")
        places[path.name.removesuffix(_LABEL_SUFFIX)] = LabelPlace(
            x_in=found.x * side_in,
            y_in=found.y * side_in,
            turn_deg=found.turn_deg,
            times=found.times * side_in / TILE_SIDE_IN,
            sd_in=found.sd * side_in,
            sd_deg=found.sd_deg,
        )
    return places


def _label_on(
    name: str, image: NDArray[np.uint8], corners: Sequence[tuple[float, float]] | None
) -> LabelPlace | None:
    """Where the tile's label is, as if the tile's side were print-spec's; None where it shows none."""
    height, width = image.shape[:2]
    edges = [(-0.5, -0.5), (width - 0.5, -0.5), (width - 0.5, height - 0.5), (-0.5, height - 0.5)]
    goal = TILE_SIDE_IN * np.array([(0, 1), (1, 1), (1, 0), (0, 0)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners or edges, np.float32), goal)

    def to_plane(points_px: Array) -> Array:
        return np.asarray(cv2.perspectiveTransform(points_px.reshape(-1, 1, 2), matrix).reshape(-1, 2), float)

    labels = [
        label for label in read_labels(image, to_plane) if _on_tile(label.x_in) and _on_tile(label.y_in)
    ]
    if other := next((label.tile for label in labels if label.tile != name), None):
        raise ArtError(
            f"the label on this tile says {other}, not {name}: register it by the name on its label"
        )
    return where_registered(labels[0]) if len(labels) == 1 else None


def _on_tile(place_in: float) -> bool:
    return 0 < place_in < TILE_SIDE_IN


def _keep_label(place: LabelPlace | None, path: Path) -> None:
    if place is None:
        path.unlink(missing_ok=True)
        return
    kept = _LabelFile(
        place.x_in / TILE_SIDE_IN,
        place.y_in / TILE_SIDE_IN,
        place.turn_deg,
        place.times,
        place.sd_in / TILE_SIDE_IN,
        place.sd_deg,
    )
    path.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")
