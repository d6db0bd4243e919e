"""What turns pixels into inches and back, with the error of each.

It may import numpy, cv2, msgspec and what prints sheets; it knows nothing of the game.
"""

import os

MAX_PICTURE_PIXELS = 120_000_000

# OpenCV reads this once, when it is first imported; a few hundred kB of PNG otherwise unpack to gigabytes.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PICTURE_PIXELS))
