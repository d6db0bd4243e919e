"""What is held, by the hand that holds it."""

from pennysight.calibration.sheets.characters.strokes import (
    BONE,
    BRASS,
    FINE,
    FLAME,
    IRON,
    LEATHER,
    NIGHT,
    OUTLINE,
    WOOD,
    bar,
    flame,
    oval,
)
from pennysight.calibration.sheets.marks import INK
from pennysight.calibration.sheets.pen import WHITE, Edge, Pen, box, polar
from pennysight.calibration.tile_art import Point, Rgb

SHAFT_IN = 0.022


def trident(pen: Pen) -> None:
    """Three prongs."""
    bar(pen, WOOD, [(0, -0.44), (0, 0.4)], SHAFT_IN)
    for side in (-1, 0, 1):
        bar(pen, IRON, [(0, 0.4), (side * 0.07, 0.44), (side * 0.07, 0.58)], 0.016)


def harpoon(pen: Pen) -> None:
    """A barbed point, and its rope."""
    bar(pen, WOOD, [(0, -0.42), (0, 0.44)], SHAFT_IN)
    pen.fill(IRON, [(0, 0.6), (0.045, 0.47), (0, 0.49), (-0.045, 0.47)], edge=OUTLINE)
    pen.line(Edge(BONE, 0.014), [(0, 0.36), (0.05, 0.3), (0.03, 0.2), (0.06, 0.12)])


def lantern(pen: Pen) -> None:
    """A storm lantern, lit."""
    pen.line(OUTLINE, [(-0.05, -0.1), (0, 0), (0.05, -0.1)])
    pen.rect(FLAME, -0.05, -0.23, 0.1, 0.12, edge=OUTLINE)
    pen.line(FINE, [(-0.018, -0.23), (-0.018, -0.11)], [(0.018, -0.23), (0.018, -0.11)])
    pen.rect(NIGHT, -0.06, -0.125, 0.12, 0.03, edge=FINE)
    pen.rect(NIGHT, -0.06, -0.25, 0.12, 0.03, edge=FINE)


def anchor(pen: Pen) -> None:
    """A small boat's anchor."""
    bar(pen, IRON, [(0, 0.06), (0, -0.3)], 0.026)
    bar(pen, IRON, [(-0.06, 0.03), (0.06, 0.03)], 0.02)
    bar(pen, IRON, [(-0.11, -0.2), (-0.08, -0.27), (0, -0.31), (0.08, -0.27), (0.11, -0.2)], 0.024)
    pen.disc(None, (0, 0.095), 0.028, OUTLINE)


def net(pen: Pen) -> None:
    """A fishing net with a fish in it."""
    bag: list[Point] = [(0, 0), (-0.1, -0.2), (-0.09, -0.34), (0.07, -0.34), (0.09, -0.2)]
    pen.blob((222, 214, 190), bag, OUTLINE)
    oval(pen, (120, 160, 190), (-0.01, -0.24), 0.12, 0.06, FINE)
    pen.fill((120, 160, 190), [(0.045, -0.24), (0.085, -0.21), (0.085, -0.27)], edge=FINE)
    pen.disc(INK, (-0.05, -0.235), 0.008)
    pen.line(
        Edge((150, 138, 110), 0.007), *([(x, -0.1), (-x * 0.8, -0.34)] for x in (-0.06, -0.02, 0.02, 0.06))
    )


def cutlass(pen: Pen) -> None:
    """A curved blade."""
    blade = [(-0.015, 0.04), (0.025, 0.04), (0.07, 0.22), (0.05, 0.4), (0.03, 0.24)]
    pen.fill(IRON, blade, edge=OUTLINE)
    bar(pen, BRASS, [(-0.05, 0.04), (0.06, 0.04)], 0.016)


def shovel(pen: Pen) -> None:
    """A gravedigger's."""
    bar(pen, WOOD, [(0, 0.36), (0, -0.22)], SHAFT_IN)
    bar(pen, WOOD, [(-0.05, 0.38), (0.05, 0.38)], 0.02)
    pen.blob(IRON, [(-0.09, -0.18), (0.09, -0.18), (0.09, -0.32), (0, -0.46), (-0.09, -0.32)], OUTLINE)


def bone(pen: Pen) -> None:
    """A thigh bone."""
    for end in (-0.16, 0.24):
        for side in (-1, 1):
            pen.disc(BONE, (side * 0.03, end), 0.036, OUTLINE)
    bar(pen, BONE, [(0, -0.15), (0, 0.23)], 0.032)
    for end in (-0.155, 0.235):
        pen.disc(BONE, (0, end), 0.026)


def candelabra(pen: Pen) -> None:
    """Three candles."""
    bar(pen, BRASS, [(0, -0.1), (0, 0.16)], 0.018)
    bar(pen, BRASS, [(-0.09, 0.18), (-0.07, 0.11), (0.07, 0.11), (0.09, 0.18)], 0.014)
    oval(pen, BRASS, (0, -0.11), 0.12, 0.04)
    for x, foot in ((-0.09, 0.18), (0.0, 0.17), (0.09, 0.18)):
        pen.rect(WHITE, x - 0.016, foot, 0.032, 0.1, edge=FINE)
        flame(pen, (x, foot + 0.1))


def cane(pen: Pen) -> None:
    """A gentleman's, with a silver knob."""
    bar(pen, NIGHT, [(0, 0.02), (0, -0.42)], 0.018)
    pen.disc(IRON, (0, 0.04), 0.032, OUTLINE)


def sack(pen: Pen) -> None:
    """Something in a sack."""
    pen.blob((178, 150, 108), [(-0.05, 0.08), (0.05, 0.07), (0.03, -0.05), (-0.03, -0.05)], OUTLINE)
    pen.blob(
        (178, 150, 108),
        [(-0.03, 0.0), (-0.13, -0.16), (-0.11, -0.33), (0.11, -0.33), (0.13, -0.16), (0.03, 0.0)],
        OUTLINE,
    )
    pen.line(FINE, [(-0.04, -0.1), (-0.06, -0.24)], [(0.03, -0.08), (0.05, -0.2)])
    pen.line(Edge(LEATHER, 0.018), [(-0.035, -0.035), (0.035, -0.035)])


def cleaver(pen: Pen) -> None:
    """For the kitchen."""
    pen.fill(IRON, [(-0.03, 0.08), (0.1, 0.08), (0.1, 0.28), (-0.03, 0.28)], edge=OUTLINE)
    pen.disc(NIGHT, (0.075, 0.255), 0.012)
    bar(pen, WOOD, [(0, -0.06), (0, 0.08)], 0.026)


def pitchfork(pen: Pen) -> None:
    """For hay, mostly."""
    bar(pen, WOOD, [(0, -0.42), (0, 0.36)], SHAFT_IN)
    for x in (-0.06, -0.02, 0.02, 0.06):
        bar(pen, IRON, [(0, 0.36), (x, 0.4), (x * 1.1, 0.56)], 0.01)


def shotgun(pen: Pen) -> None:
    """Two barrels, held upright."""
    bar(pen, WOOD, [(0.02, -0.22), (0, -0.04)], 0.05)
    bar(pen, (96, 100, 108), [(0, 0.0), (-0.01, 0.42)], 0.03)
    pen.line(FINE, [(0, 0.02), (-0.01, 0.42)])


def jug(pen: Pen) -> None:
    """Of something strong."""
    pen.disc(None, (0, 0.0), 0.03, Edge(INK, 0.018))
    pen.blob(
        (196, 140, 92),
        [(-0.03, -0.02), (-0.1, -0.1), (-0.1, -0.26), (0.1, -0.26), (0.1, -0.1), (0.03, -0.02)],
        OUTLINE,
    )
    pen.rect((196, 140, 92), -0.025, -0.05, 0.05, 0.05, edge=FINE)
    pen.line(Edge(INK, 0.012), [(-0.045, -0.13), (0.045, -0.21)], [(0.045, -0.13), (-0.045, -0.21)])


def axe(pen: Pen) -> None:
    """For wood, mostly."""
    bar(pen, WOOD, [(0, -0.3), (0, 0.36)], SHAFT_IN)
    pen.fill(IRON, [(-0.02, 0.22), (-0.02, 0.33), (0.1, 0.38), (0.12, 0.28), (0.1, 0.18)], edge=OUTLINE)


def rolling_pin(pen: Pen) -> None:
    """For pastry, mostly."""
    bar(pen, WOOD, [(0, -0.08), (0, 0.36)], 0.02)
    bar(pen, (224, 188, 140), [(0, 0.06), (0, 0.27)], 0.06)


def scythe(pen: Pen) -> None:
    """For the late harvest."""
    bar(pen, WOOD, [(0.02, -0.42), (0, 0.72)], SHAFT_IN)
    blade = [(0.01, 0.76), (-0.16, 0.8), (-0.34, 0.68), (-0.16, 0.74), (0.0, 0.7)]
    pen.fill(IRON, blade, edge=OUTLINE)


def book(pen: Pen) -> None:
    """A heavy book with a clasp."""
    leather: Rgb = (98, 44, 52)
    pen.fill(BONE, [(-0.09, -0.13), (0.11, -0.13), (0.11, 0.1), (-0.09, 0.1)], edge=OUTLINE)
    pen.fill(leather, box(-0.11, -0.12, 0.2, 0.23), edge=OUTLINE)
    pen.disc(None, (-0.01, 0.0), 0.05, Edge(BRASS, 0.012))
    pen.line(Edge(BRASS, 0.012), [(-0.06, 0.0), (0.04, 0.0)], [(-0.01, -0.05), (-0.01, 0.05)])


def dagger(pen: Pen) -> None:
    """With a wavy blade."""
    pen.fill(
        IRON,
        [
            (-0.022, 0.05),
            (0.022, 0.05),
            (0.012, 0.12),
            (0.026, 0.19),
            (0, 0.3),
            (-0.01, 0.19),
            (-0.026, 0.12),
        ],
        edge=OUTLINE,
    )
    bar(pen, BRASS, [(-0.055, 0.05), (0.055, 0.05)], 0.016)


def star_staff(pen: Pen) -> None:
    """A staff with a star in a ring."""
    bar(pen, WOOD, [(0, -0.44), (0, 0.42)], SHAFT_IN)
    pen.disc(NIGHT, (0, 0.5), 0.085, OUTLINE)
    pen.disc(None, (0, 0.5), 0.07, Edge(BRASS, 0.014))
    pen.line(Edge(BRASS, 0.012), polar((0, 0.5), 0.06, (90 + 72 * (2 * n % 5) for n in range(6))))


def candle(pen: Pen) -> None:
    """A candle that has burned all night."""
    pen.rect(WHITE, -0.03, 0.02, 0.06, 0.16, edge=OUTLINE)
    pen.blob(WHITE, [(-0.03, 0.12), (-0.045, 0.05), (-0.02, 0.05), (-0.01, 0.12)], FINE)
    flame(pen, (0, 0.18))
    oval(pen, BRASS, (0, 0.01), 0.14, 0.04)


def censer(pen: Pen) -> None:
    """A smoking censer on its chains."""
    pen.line(FINE, [(-0.055, -0.2), (0, 0), (0.055, -0.2)], [(0, 0), (0, -0.2)])
    pen.blob(BRASS, [(-0.07, -0.2), (0.07, -0.2), (0.05, -0.31), (-0.05, -0.31)], OUTLINE)
    for n, (x, y) in enumerate(((0.03, -0.15), (0.08, -0.1), (0.06, -0.03))):
        pen.disc((222, 222, 226), (x, y), 0.022 + 0.008 * n, FINE)


def horn(pen: Pen) -> None:
    """A horn to call with."""
    pen.blob(
        BONE, [(-0.02, -0.04), (0.03, 0.08), (0.02, 0.2), (0.13, 0.22), (0.1, 0.06), (0.02, -0.06)], OUTLINE
    )
    bar(pen, BRASS, [(0.015, 0.2), (0.125, 0.2)], 0.014)
