"""Sheets as pictures, for print shops that take no PDF: a PDF's pages, drawn at 300 dots to the inch."""

import math
from collections.abc import Iterator

import pypdfium2
from PIL.Image import Image

DPI = 300
PX_PER_PT = DPI / 72
_ROUNDING_PX = 0.001


def page_pictures(pdf: bytes) -> Iterator[Image]:
    """Each page, to be saved with `dpi=(DPI, DPI)`; it may be a pixel wider and higher than the paper."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            # pdfium would stretch the page to whole pixels: give it paper that has whole ones.
            across, up = (math.ceil(side * PX_PER_PT - 2 * _ROUNDING_PX) for side in page.get_size())
            page.set_mediabox(0, 0, (across - _ROUNDING_PX) / PX_PER_PT, (up - _ROUNDING_PX) / PX_PER_PT)
            yield page.render(scale=PX_PER_PT).to_pil()
    finally:
        document.close()
