"""What `pennysight detect --draw` writes: pictures with what was found drawn over them, and where they go."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.pictures import read_picture
from pennysight.rules.scene import Scene, obstacle_shape
from pennysight.vision.overlay import overlay
from pennysight.webapp.detection import Detection

SUFFIXES = (".jpg", ".jpeg", ".png")
JPEG_QUALITY = 92


class DrawingError(ValueError):
    """Where drawings are to go cannot be told, or not be written; the message is one sentence."""


def targets(out: str, pictures: Sequence[str]) -> list[Path]:
    """Where each picture's drawing goes.

    A folder that is there takes all, each under its picture's name with `-seen`; a file's name takes one, and
    for several gets numbers, `out-1.jpg` and so on.

    Raises:
        DrawingError: it is neither, two drawings would have one name, or one the name of a picture.
    """
    path = Path(out)
    if path.is_dir():
        found = [path / f"{Path(picture).stem}-seen.jpg" for picture in pictures]
    elif path.suffix.lower() not in SUFFIXES:
        raise DrawingError(
            f"'{out}' is no folder that is there, nor a file's name that ends in {', '.join(SUFFIXES)}"
        )
    elif len(pictures) == 1:
        found = [path]
    else:
        found = [path.with_stem(f"{path.stem}-{number}") for number in range(1, len(pictures) + 1)]
    for target in found:
        if found.count(target) > 1:
            raise DrawingError(f"two pictures would be drawn on {target}: name a file, and they are numbered")
        if target.resolve() in {Path(picture).resolve() for picture in pictures}:
            raise DrawingError(f"{target} is a picture itself, and is not drawn over: name another file")
    return found


def draw(detection: Detection, target: Path, figure_height_in: float, *, walls: bool) -> None:
    """Draw what was found over its picture.

    Raises:
        DrawingError: it cannot be written.
    """
    drawn = overlay(
        read_picture(detection.picture),
        detection.observation,
        figure_height_in=figure_height_in,
        walls_in=walls_in(detection.scene) if walls else (),
    )
    try:
        options = [] if target.suffix.lower() == ".png" else [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        _, coded = cv2.imencode(target.suffix, drawn, options)
        target.write_bytes(coded.tobytes())
    except OSError as error:
        raise DrawingError(f"{target} cannot be written: {error.strerror}") from error


def walls_in(scene: Scene) -> list[NDArray[np.float64]]:
    """The outlines of all obstacles as lines on the board, each (N, 2)."""
    angles = np.linspace(0.0, 2 * np.pi, 25)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    lines: list[NDArray[np.float64]] = []
    for obstacle in scene.obstacles:
        shape = obstacle_shape(obstacle)
        lines += [ring for rings in shape.polygons for ring in rings] or list(shape.edges)
        lines += [np.array([x, y]) + radius * circle for x, y, radius in shape.discs]
    return lines
