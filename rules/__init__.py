"""The table in inches and what the rules say of it.

Pure values in, values out. Nothing here reads a file, a clock or a camera, or draws a random number.
It may import numpy, shapely and msgspec; it may not import its sister packages.
"""
