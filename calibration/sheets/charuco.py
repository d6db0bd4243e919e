"""The ChArUco board that a lens is calibrated with."""

import numpy as np
from pennysight.calibration.charuco_board import CharucoBoard, cv_board
from pennysight.calibration.sheets.book import Book
from pennysight.calibration.sheets.marks import GREY

BOARD = CharucoBoard(columns=9, rows=6)
CELLS = 56  # to a square's side: a marker of 0.75 is then 42, six for each of its seven


def charuco_sheet(book: Book) -> None:
    """The board of 9 by 6 squares of 1 in, markers 0.75 in."""
    page = book.page(
        "Board to calibrate the camera with",
        "Do not cut. Glue the sheet onto something flat and stiff, without a bubble, and keep it flat.",
        landscape=True,
    )
    size = (BOARD.columns * CELLS, BOARD.rows * CELLS)
    black = np.asarray(cv_board(BOARD).generateImage(size)) < 128
    x, y = page.middle - BOARD.columns * BOARD.square_in / 2, page.top - BOARD.rows * BOARD.square_in
    page.pen.cells(black, (x, y), BOARD.square_in / CELLS)
    caption = (
        f"pennysight calibrate --source 0 --board {BOARD.name} --square-in {BOARD.square_in:g} "
        f"--marker-in {BOARD.marker_in:g} -o camera.json"
    )
    page.pen.text(caption, (page.middle, y - 0.22), 0.075, GREY, align="middle")
