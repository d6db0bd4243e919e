"""Bodies from the feet up to the shoulders, at 0.72 in: what people of the hills wear."""

from pennysight.calibration.sheets.characters.strokes import FINE, LEATHER, NIGHT, OUTLINE, ROPE, bar, oval
from pennysight.calibration.sheets.pen import Edge, Pen, toned
from pennysight.calibration.tile_art import Point, Rgb


def coat(pen: Pen, cloth: Rgb, trim: Rgb) -> None:
    """A long coat over trousers and boots."""
    _legs(pen, toned(cloth, 0.5))
    pen.fill(cloth, [(-0.14, 0.72), (0.14, 0.72), (0.2, 0.2), (-0.2, 0.2)], edge=OUTLINE)
    pen.fill(trim, [(-0.13, 0.72), (0.13, 0.72), (0.0, 0.52)], edge=FINE)
    pen.line(FINE, [(0.0, 0.52), (0.01, 0.2)])
    for y in (0.46, 0.38, 0.3):
        pen.disc(trim, (0.045, y), 0.016, FINE)


def robe(pen: Pen, cloth: Rgb, trim: Rgb) -> None:
    """A robe down to the ground, with a rope for a belt."""
    pen.fill(cloth, [(-0.13, 0.72), (0.13, 0.72), (0.23, 0.02), (-0.23, 0.02)], edge=OUTLINE)
    pen.fill(trim, [(-0.222, 0.08), (0.222, 0.08), (0.23, 0.02), (-0.23, 0.02)], edge=FINE)
    pen.line(FINE, [(-0.07, 0.36), (-0.11, 0.1)], [(0.07, 0.36), (0.11, 0.1)], [(0.0, 0.3), (0.0, 0.1)])
    bar(pen, ROPE, [(0.05, 0.42), (0.08, 0.24)], 0.018)
    bar(pen, ROPE, [(-0.16, 0.42), (0.16, 0.42)], 0.022)


def dress(pen: Pen, cloth: Rgb, trim: Rgb) -> None:
    """A wide dress with an apron and a collar."""
    outline: list[Point] = [
        (-0.13, 0.72),
        (0.13, 0.72),
        (0.1, 0.46),
        (0.24, 0.06),
        (-0.24, 0.06),
        (-0.1, 0.46),
    ]
    for x in (-0.07, 0.07):
        oval(pen, LEATHER, (x, 0.035), 0.1, 0.06)
    pen.fill(cloth, outline, edge=OUTLINE)
    pen.fill(trim, [(-0.07, 0.45), (0.07, 0.45), (0.13, 0.13), (-0.13, 0.13)], edge=FINE)
    pen.line(Edge(trim, 0.035), [(-0.1, 0.46), (0.1, 0.46)])
    oval(pen, trim, (0.0, 0.71), 0.2, 0.07, FINE)


def overalls(pen: Pen, cloth: Rgb, trim: Rgb) -> None:
    """A shirt under overalls with a bib."""
    _legs(pen, cloth, top=0.4)
    pen.fill(trim, [(-0.15, 0.72), (0.15, 0.72), (0.15, 0.36), (-0.15, 0.36)], edge=OUTLINE)
    bib: list[Point] = [(-0.09, 0.6), (0.09, 0.6), (0.1, 0.46), (0.165, 0.44), (0.165, 0.3), (-0.165, 0.3),
                        (-0.165, 0.44), (-0.1, 0.46)]  # fmt: skip
    pen.fill(cloth, bib, edge=OUTLINE)
    pen.line(Edge(cloth, 0.035), [(-0.075, 0.6), (-0.1, 0.72)], [(0.075, 0.6), (0.1, 0.72)])
    pen.line(FINE, [(-0.05, 0.53), (-0.05, 0.47), (0.05, 0.47), (0.05, 0.53)])


def suit(pen: Pen, cloth: Rgb, trim: Rgb) -> None:
    """A tailcoat, worn long ago, over a shirt front."""
    _legs(pen, toned(cloth, 0.6), top=0.4)
    tails: list[Point] = [(-0.14, 0.72), (0.14, 0.72), (0.13, 0.4), (0.2, 0.16), (0.07, 0.3), (0.0, 0.36),
                          (-0.07, 0.3), (-0.2, 0.16), (-0.13, 0.4)]  # fmt: skip
    pen.fill(cloth, tails, edge=OUTLINE)
    pen.fill(trim, [(-0.06, 0.72), (0.06, 0.72), (0.0, 0.42)], edge=FINE)
    pen.fill(NIGHT, [(0.0, 0.68), (-0.05, 0.71), (-0.05, 0.65)], [(0.0, 0.68), (0.05, 0.71), (0.05, 0.65)])


def arm(pen: Pen, cloth: Rgb, skin: Rgb, hand: Point) -> None:
    """An arm from the shoulder on the hand's side, bent at the elbow, with its hand."""
    side = 1 if hand[0] > 0 else -1
    elbow = (side * 0.215, min(0.5, (hand[1] + 0.64) / 2 - 0.04))
    bar(pen, cloth, [(side * 0.125, 0.66), elbow, hand], 0.06)
    pen.disc(skin, hand, 0.042, OUTLINE)


def _legs(pen: Pen, cloth: Rgb, top: float = 0.28) -> None:
    for x in (-0.08, 0.08):
        pen.rect(cloth, x - 0.055, 0.06, 0.11, top - 0.06, edge=OUTLINE)
        oval(pen, LEATHER, (x * 1.15, 0.045), 0.15, 0.085)
