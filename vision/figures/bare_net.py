"""Small neural networks that tell bare figures, learnt beforehand and run by OpenCV.

`bare_site.onnx` and `bare_face.onnx` beside this module hold them; `python -m benchmarks.learn_bare` makes
these files.
"""

import functools
import threading
from dataclasses import dataclass
from importlib import resources

import cv2
import numpy as np
from pennysight.vision.figures.level import Floats

SITE_FILE, FACE_FILE = "bare_site.onnx", "bare_face.onnx"


class Net:
    """One network: float images (N, channels, rows, columns) in, its answers out."""

    def __init__(self, onnx: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))
        self._busy = threading.Lock()

    def answers(self, seen: Floats) -> Floats:
        with self._busy:
            self._net.setInput(seen)
            return np.asarray(self._net.forward(), np.float32)


@dataclass(frozen=True, eq=False)
class BareNets:
    """`site` tells whether a figure stands near a place, and how; `face` whether one stands in a pose."""

    site: Net
    face: Net


@functools.cache
def learnt() -> BareNets:
    """The networks in the package's files."""
    here = resources.files(__package__)
    return BareNets(Net(here.joinpath(SITE_FILE).read_bytes()), Net(here.joinpath(FACE_FILE).read_bytes()))
