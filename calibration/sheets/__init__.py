"""What is printed for the table, at exact size: tiles, figures, caps, tokens, markers, ChArUco board, rulers.

A `book.Book` is a PDF in the making; each module draws one kind of sheet into it. None knows of the game:
tiles come as values (`calibration/tile_art.py`).
"""
