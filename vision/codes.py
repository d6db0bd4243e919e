"""The QR labels of tiles: for registering a tile, and for cameras that see them well.

pyzbar reads them, and zxing-cpp what pyzbar does not; where the zbar library is not installed, zxing-cpp does
alone.
"""

import functools
import re
from collections.abc import Callable

import cv2
import msgspec
import numpy as np
import zxingcpp
from numpy.typing import NDArray
from pennysight.calibration.printspec import TILE_CODE_PREFIX

Grey = NDArray[np.uint8]

_TILE_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


Corners = tuple[tuple[float, float], ...]


class Code(msgspec.Struct, frozen=True):
    """A QR code: what it says, and where its four corners are in the picture, to about a cell.

    They go round from the printed top left one, clockwise as printed, if zxing-cpp read it; pyzbar does not
    tell which is which.
    """

    text: str
    corners_px: Corners


class TileLabel(msgspec.Struct, frozen=True):
    """The label of a tile, by the tile's name, and its corners as in `Code`."""

    tile: str
    corners_px: Corners


class CodeReader(msgspec.Struct, frozen=True):
    """What reads the codes on this machine; `note` is a sentence for people when it is not pyzbar."""

    name: str
    read: Callable[[Grey], list[Code]]
    note: str | None = None


@functools.cache
def code_reader() -> CodeReader:
    """The reader that this machine has."""
    try:
        from pyzbar import pyzbar  # loads the zbar library, and fails where that is not installed
    except ImportError:
        return CodeReader(
            "zxing-cpp",
            _read_with_zxing,
            "the zbar library is not installed, so zxing-cpp reads the codes: install it (Debian: libzbar0) "
            "if tile labels are not recognised",
        )

    def read(grey: Grey) -> list[Code]:
        found = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
        return [
            Code(symbol.data.decode("utf-8", "replace"), tuple((p.x, p.y) for p in symbol.polygon))
            for symbol in found
        ]

    return CodeReader("pyzbar", read)


def read_codes(grey: Grey) -> list[Code]:
    """Every QR code that any of this machine's readers reads in a grey picture."""
    found = code_reader().read(grey)
    texts = {code.text for code in found}
    return found + [code for code in _read_with_zxing(grey) if code.text not in texts]


def read_tile_labels(image: NDArray[np.uint8], reader: CodeReader | None = None) -> list[TileLabel]:
    """The tile labels in a picture (BGR or grey); codes that are not ours are passed over."""
    grey = np.asarray(image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    labels = []
    for code in read_codes(grey) if reader is None else reader.read(grey):
        name = code.text.removeprefix(TILE_CODE_PREFIX)
        if name != code.text and _TILE_NAME.fullmatch(name):
            labels.append(TileLabel(name, code.corners_px))
    return labels


def _read_with_zxing(grey: Grey) -> list[Code]:
    found = zxingcpp.read_barcodes(grey, formats=zxingcpp.barcode_formats_from_str("QRCode"))
    return [
        Code(
            symbol.text,
            tuple(
                (corner.x, corner.y)
                for corner in (
                    symbol.position.top_left,
                    symbol.position.top_right,
                    symbol.position.bottom_right,
                    symbol.position.bottom_left,
                )
            ),
        )
        for symbol in found
    ]


ZXING = CodeReader("zxing-cpp", _read_with_zxing)
"""Many times as quick as pyzbar, and better with small codes: for tables, where most places have none."""
