"""Heads, by their middle, which is 0.88 in above the feet: one kind to a faction."""

from pennysight.calibration.sheets.characters.strokes import FINE, FLAME, NIGHT, OUTLINE, oval
from pennysight.calibration.sheets.marks import INK
from pennysight.calibration.sheets.pen import WHITE, Edge, Pen, toned
from pennysight.calibration.tile_art import Rgb

SKIN: dict[str, Rgb] = {
    "marsh": (150, 186, 154),
    "deghoule": (214, 204, 212),
    "whateley": (236, 194, 158),
    "cult": (196, 168, 150),
}


def fish(pen: Pen, skin: Rgb) -> None:
    """Of those who came up from the sea: eyes far apart, a wide mouth, gills."""
    oval(pen, skin, (0, 0), 0.38, 0.28)
    for side in (-1, 1):
        gills = ([(side * 0.13, y), (side * 0.165, y + 0.012)] for y in (-0.02, -0.045, -0.07))
        pen.line(FINE, *gills)
        pen.disc(WHITE, (side * 0.115, 0.075), 0.056, OUTLINE)
        pen.disc(INK, (side * 0.105, 0.07), 0.026)
        pen.disc(WHITE, (side * 0.105 - 0.01, 0.08), 0.008)
    pen.line(Edge(INK, 0.012), [(-0.11, -0.05), (-0.06, -0.08), (0.06, -0.08), (0.11, -0.05)])
    pen.line(FINE, [(-0.015, -0.01), (-0.02, -0.025)], [(0.015, -0.01), (0.02, -0.025)])


def ghoul(pen: Pen, skin: Rgb) -> None:
    """Of those who dine underground: pointed ears, sunken eyes, long teeth."""
    for side in (-1, 1):
        pen.fill(skin, [(side * 0.1, 0.06), (side * 0.22, 0.13), (side * 0.12, -0.04)], edge=OUTLINE)
    oval(pen, skin, (0, 0), 0.26, 0.33)
    for side in (-1, 1):
        oval(pen, toned(skin, 0.55), (side * 0.06, 0.03), 0.085, 0.095, None)
        pen.disc(FLAME, (side * 0.055, 0.03), 0.017, FINE)
        pen.fill(WHITE, [(side * 0.02, -0.085), (side * 0.055, -0.08), (side * 0.035, -0.125)], edge=FINE)
    pen.line(Edge(INK, 0.012), [(-0.075, -0.075), (0.0, -0.09), (0.075, -0.075)])
    pen.line(FINE, [(0.0, 0.0), (-0.012, -0.04), (0.012, -0.04)])


def hillfolk(pen: Pen, skin: Rgb) -> None:
    """Of those who never left the farm: ruddy, with a nose to be proud of."""
    for side in (-1, 1):
        pen.disc(skin, (side * 0.145, -0.01), 0.036, OUTLINE)
    oval(pen, skin, (0, 0), 0.3, 0.31)
    for side in (-1, 1):
        pen.disc(toned(skin, 0.88), (side * 0.08, -0.035), 0.03)
        pen.disc(INK, (side * 0.055, 0.035), 0.016)
        pen.line(Edge(INK, 0.012), [(side * 0.03, 0.075), (side * 0.085, 0.08)])
    oval(pen, toned(skin, 0.86), (0.0, -0.01), 0.06, 0.07, FINE)
    pen.line(Edge(INK, 0.011), [(-0.05, -0.085), (0.02, -0.095), (0.06, -0.08)])


def hooded(pen: Pen, cloth: Rgb) -> None:
    """Of those who meet by night: a hood, and eyes in the dark of it."""
    pen.blob(
        cloth,
        [(-0.2, -0.2), (-0.2, 0.06), (-0.12, 0.18), (0.0, 0.27), (0.12, 0.18), (0.2, 0.06), (0.2, -0.2)],
        OUTLINE,
    )
    oval(pen, NIGHT, (0.0, -0.01), 0.23, 0.27)
    for side in (-1, 1):
        oval(pen, FLAME, (side * 0.05, 0.02), 0.045, 0.03, None)
