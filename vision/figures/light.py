"""Pictures in linear light: blur, shadow and the mixing of colours add up there, and only there."""

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float32]


def linear(srgb: ArrayLike) -> NDArray[np.float64]:
    """sRGB values 0 to 255 -> linear light 0 to 1 (IEC 61966-2-1), channel by channel."""
    value = np.asarray(srgb, float) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


_OF_BYTE = linear(np.arange(256)).astype(np.float32)


def linear_image(image: NDArray[np.uint8]) -> Floats:
    """An 8-bit sRGB picture, or any part of one, in linear light 0 to 1."""
    if not image.size:
        return np.empty(image.shape, np.float32)
    return np.asarray(cv2.LUT(image, _OF_BYTE), np.float32).reshape(image.shape)
