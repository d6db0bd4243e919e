"""Light and what a camera makes of it: linear light to sRGB and back, the sensor's noise."""

import cv2
import numpy as np
import numpy.typing as npt

Linear = npt.NDArray[np.float32]
"""Light (H, W, 3), blue, green, red; 1 is what saturates the camera."""

_STEPS = np.arange(256) / 255
_TO_LINEAR = np.where(_STEPS <= 0.04045, _STEPS / 12.92, ((_STEPS + 0.055) / 1.055) ** 2.4)
_LEVELS = np.arange(4096) / 4095
_TO_SRGB = np.round(
    255 * np.where(_LEVELS <= 0.0031308, 12.92 * _LEVELS, 1.055 * _LEVELS ** (1 / 2.4) - 0.055)
).astype(np.uint8)


def linear(srgb: npt.NDArray[np.uint8]) -> Linear:
    """sRGB values as light from 0 to 1."""
    return _TO_LINEAR.astype(np.float32)[srgb]


def linear16(srgb: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """sRGB values as light from 0 to 65535."""
    return np.round(_TO_LINEAR * 65535).astype(np.uint16)[srgb]


def ink_light(rgb: tuple[int, int, int]) -> tuple[float, float, float]:
    """An sRGB ink as the share of blue, green and red light that it gives back."""
    red, green, blue = (float(_TO_LINEAR[value]) for value in rgb)
    return blue, green, red


def srgb(light: Linear) -> npt.NDArray[np.uint8]:
    """Light as the camera writes it down; more than 1 is 255."""
    return _TO_SRGB[(np.clip(light, 0, 1) * 4095).astype(np.uint16)]


class Lamp:
    """One lamp over the table and some light from all round; a white sheet on the board below it gives 1."""

    AMBIENT = 0.35

    def __init__(self, place_in: npt.NDArray[np.float64]) -> None:
        self.place_in = place_in

    def on_board(
        self, x_in: npt.NDArray[np.float32], y_in: npt.NDArray[np.float32]
    ) -> npt.NDArray[np.float32]:
        """Light on the board at points of it."""
        x, y, z = self.place_in
        away = ((x_in - x) ** 2 + (y_in - y) ** 2) / z**2 + 1
        return np.asarray(self.AMBIENT + (1 - self.AMBIENT) / away**2, np.float32)

    def on_face(self, normal: npt.NDArray[np.float64], at_in: npt.NDArray[np.float64]) -> float:
        """Light on something with this unit normal, as a share of that on the board at the same place."""
        toward = self.place_in - at_in
        share = max(0.0, float(normal @ toward)) / float(toward[2])
        return self.AMBIENT + (1 - self.AMBIENT) * share

    def shadow(self, points_in: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Where on the board the shadows of points (N, 3) fall, (N, 3)."""
        reach = self.place_in[2] / (self.place_in[2] - points_in[:, 2:])
        return np.asarray(self.place_in + (points_in - self.place_in) * reach)


class Noise:
    """A sensor's noise: one field of it, of which each frame sees another piece."""

    SLACK_PX = 64

    def __init__(self, rng: np.random.Generator, height_px: int, width_px: int, sd: float) -> None:
        shape = (height_px + self.SLACK_PX, width_px + self.SLACK_PX, 3)
        self._field = np.clip(np.round(rng.standard_normal(shape, np.float32) * sd), -127, 127).astype(
            np.int8
        )
        self._size = (height_px, width_px)

    def on(self, picture: npt.NDArray[np.uint8], number: int) -> npt.NDArray[np.uint8]:
        """The picture with the noise of frame `number`."""
        down, right = (number * 37) % self.SLACK_PX, (number * 23 + number // self.SLACK_PX) % self.SLACK_PX
        height, width = self._size
        piece = self._field[down : down + height, right : right + width]
        return np.asarray(cv2.add(picture, piece, dtype=cv2.CV_8U), np.uint8)
