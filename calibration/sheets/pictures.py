"""Sheets as pictures, for print shops that take no PDF: a PDF's pages, drawn at 300 dots to the inch."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pypdfium2

if TYPE_CHECKING:
    from PIL.Image import Image

DPI: Final = 300


def page_pictures(pdf: bytes) -> Iterator["Image"]:
    """Each page, to be saved with `dpi=(DPI, DPI)`."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            yield page.render(scale=DPI / 72).to_pil()
    finally:
        document.close()
