"""What turns pixels into inches and back, with the error of each.

It may import numpy, cv2, msgspec and what prints sheets; it knows nothing of the game.
"""
