"""The picture that a person is shown while a lens is found: where the board was, is, and should be."""

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray
from pennysight.calibration.charuco_board import CharucoBoard
from pennysight.webapp.lens_guide import Look

SHOWN_WIDTH_PX = 960
JPEG_QUALITY = 75
COVERED, SEEN, ASKED = (169, 207, 88), (255, 255, 255), (77, 189, 245)  # blue, green, red
COVER_SHARE = 0.35
DASH_PX, THIN_PX, THICK_PX = 18, 3, 7


def lens_picture(image: NDArray[np.uint8], look: Look, board: CharucoBoard) -> bytes:
    """A frame as a JPEG, with the views taken laid over it, the board's corners, and the outline to fill.

    The outline's near side is drawn thick, its far one thin.
    """
    scale = SHOWN_WIDTH_PX / image.shape[1]
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    tinted = small.copy()
    for view in look.gathered.views:
        cv2.fillConvexPoly(
            tinted, _pixels(cv2.convexHull(view.corners_px.astype(np.float32)), scale), COVERED
        )
    shown = np.asarray(cv2.addWeighted(tinted, COVER_SHARE, small, 1 - COVER_SHARE, 0), np.uint8)
    if look.view is not None:
        for x, y in _pixels(look.view.corners_px, scale).tolist():
            cv2.circle(shown, (x, y), 6, COVERED if look.taken else SEEN, -1, cv2.LINE_AA)
            cv2.circle(shown, (x, y), 6, (0, 0, 0), 1, cv2.LINE_AA)
    if look.done is None:
        outline = _pixels(look.gathered.outline(look.gathered.needs.step, board), scale)
        sides = list(zip(outline, np.roll(outline, -1, axis=0), strict=True))
        lengths = [float(np.linalg.norm(b - a)) for a, b in sides]
        for n, (a, b) in enumerate(sides):
            nearer = lengths[n] > 0.97 * lengths[n - 2]  # than the side across from it
            _dashed(shown, a, b, THICK_PX if nearer else THIN_PX)
    done, data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    assert done  # noqa: S101  # a picture in memory can always be written
    return data.tobytes()


def _pixels(points_px: ArrayLike, scale: float) -> NDArray[np.int32]:
    """Points (N, 2) of the frame in the picture shown."""
    return np.asarray(
        ((np.reshape(np.asarray(points_px, float), (-1, 2)) + 0.5) * scale - 0.5).round(), np.int32
    )


def _dashed(
    picture: NDArray[np.uint8], start: NDArray[np.int32], end: NDArray[np.int32], width_px: int
) -> None:
    """A dashed line, dark below so that it shows on any ground."""
    dashes = max(1, round(float(np.linalg.norm(end - start)) / DASH_PX))
    steps = start + np.linspace(0, 1, 2 * dashes)[:, None] * (end - start)
    ends = steps.round().astype(int).tolist()
    for colour, wider in (((0, 0, 0), 2), (ASKED, 0)):
        for a, b in zip(ends[::2], ends[1::2], strict=True):
            cv2.line(picture, a, b, colour, width_px + wider, cv2.LINE_AA)
