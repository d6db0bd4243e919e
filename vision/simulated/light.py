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
