"""What is worn on the head, or grows there; by the head's middle."""

from pennysight.calibration.sheets.characters.strokes import BONE, BRASS, FINE, NIGHT, OUTLINE, bar, oval
from pennysight.calibration.sheets.marks import INK
from pennysight.calibration.sheets.pen import WHITE, Edge, Pen, polar, toned
from pennysight.calibration.tile_art import Rgb

STRAW: Rgb = (226, 196, 120)
GREY_HAIR: Rgb = (206, 204, 200)
BROWN_HAIR: Rgb = (110, 74, 48)
RED_HAIR: Rgb = (176, 92, 50)
WEED: Rgb = (70, 108, 72)


def captains_cap(pen: Pen, cloth: Rgb) -> None:
    """A peaked cap with a badge."""
    pen.blob(WHITE, [(-0.16, 0.13), (-0.2, 0.24), (0.0, 0.27), (0.2, 0.24), (0.16, 0.13)], OUTLINE)
    pen.rect(toned(cloth, 0.5), -0.15, 0.11, 0.3, 0.05, edge=OUTLINE)
    pen.blob(NIGHT, [(-0.15, 0.115), (0.15, 0.115), (0.1, 0.075), (-0.1, 0.075)], FINE)
    pen.disc(BRASS, (0.0, 0.16), 0.032, FINE)


def souwester(pen: Pen, _cloth: Rgb) -> None:
    """An oilskin hat against the spray."""
    pen.blob((232, 196, 72), [(-0.15, 0.1), (-0.13, 0.25), (0.13, 0.25), (0.15, 0.1)], OUTLINE)
    pen.blob((232, 196, 72), [(-0.26, 0.06), (0.0, 0.15), (0.26, 0.06), (0.2, 0.13), (-0.2, 0.13)], OUTLINE)


def woolly_cap(pen: Pen, cloth: Rgb) -> None:
    """A knitted cap with a bobble."""
    pen.blob(toned(cloth, 0.8), [(-0.17, 0.09), (-0.15, 0.24), (0.15, 0.24), (0.17, 0.09)], OUTLINE)
    pen.rect(toned(cloth, 1.4), -0.16, 0.09, 0.32, 0.055, edge=OUTLINE)
    pen.disc(WHITE, (0.0, 0.24), 0.04, OUTLINE)


def fin_crest(pen: Pen, cloth: Rgb) -> None:
    """A crest of fins, from ear to ear."""
    tips = [(-0.2, 0.14), (-0.11, 0.24), (0.0, 0.28), (0.11, 0.24), (0.2, 0.14)]
    web = [(-0.15, 0.1), tips[0], (-0.13, 0.15), tips[1], (-0.045, 0.19), tips[2], (0.045, 0.19), tips[3],
           (0.13, 0.15), tips[4], (0.15, 0.1), (0.0, 0.13)]  # fmt: skip
    pen.fill(toned(cloth, 0.9), web, edge=OUTLINE)
    pen.line(FINE, *([(x * 0.5, 0.13), (x, y)] for x, y in tips))


def seaweed(pen: Pen, _cloth: Rgb) -> None:
    """Long hair of weed, with a shell."""
    for side in (-1, 1):
        for n in range(3):
            x = side * (0.16 + 0.028 * n)
            bar(
                pen,
                WEED,
                [(side * 0.04 * n, 0.15), (x, 0.1 - 0.02 * n), (x + side * 0.02, -0.16 + 0.04 * n)],
                0.022,
            )
    pen.blob(WEED, [(-0.18, 0.06), (-0.1, 0.2), (0.1, 0.2), (0.18, 0.06), (0.0, 0.13)], OUTLINE)
    pen.fill((240, 210, 196), [(0.09, 0.1), *polar((0.09, 0.1), 0.07, range(40, 141, 20))], edge=FINE)


def coral_crown(pen: Pen, _cloth: Rgb) -> None:
    """A crown that was never made on land."""
    for x, lean in ((-0.12, -0.03), (-0.04, -0.01), (0.04, 0.01), (0.12, 0.03)):
        bar(pen, (226, 120, 104), [(x, 0.13), (x + lean, 0.25)], 0.022)
        bar(pen, (226, 120, 104), [(x + lean * 0.5, 0.19), (x + lean + 0.035, 0.22)], 0.014)
    pen.rect(BRASS, -0.16, 0.1, 0.32, 0.055, edge=OUTLINE)


def top_hat(pen: Pen, cloth: Rgb) -> None:
    """A tall hat with a band."""
    pen.fill(NIGHT, [(-0.12, 0.13), (0.12, 0.13), (0.14, 0.33), (-0.14, 0.33)], edge=OUTLINE)
    pen.fill(toned(cloth, 0.85), [(-0.121, 0.14), (0.121, 0.14), (0.126, 0.19), (-0.126, 0.19)])
    pen.rect(NIGHT, -0.21, 0.11, 0.42, 0.035, edge=OUTLINE)


def bowler(pen: Pen, cloth: Rgb) -> None:
    """A round hat."""
    pen.blob(
        toned(cloth, 0.45), [(-0.14, 0.1), (-0.16, 0.24), (0.0, 0.3), (0.16, 0.24), (0.14, 0.1)], OUTLINE
    )
    pen.rect(toned(cloth, 0.45), -0.19, 0.1, 0.38, 0.035, edge=OUTLINE)


def wisps(pen: Pen, _cloth: Rgb) -> None:
    """The last of the hair."""
    pen.line(
        Edge(GREY_HAIR, 0.02),
        [(-0.05, 0.17), (-0.1, 0.23)],
        [(0.0, 0.18), (0.02, 0.25)],
        [(0.06, 0.17), (0.12, 0.2)],
    )
    for side in (-1, 1):
        pen.blob(
            GREY_HAIR,
            [(side * 0.11, 0.12), (side * 0.19, 0.06), (side * 0.15, -0.07), (side * 0.11, 0.0)],
            FINE,
        )


def wild_hair(pen: Pen, cloth: Rgb) -> None:
    """Hair that stands on end."""
    rim = polar((0.0, 0.05), 0.15, range(-10, 191, 40))
    tips = polar((0.0, 0.05), 0.27, range(10, 171, 40))
    spikes = [point for pair in zip(rim, [*tips, rim[-1]], strict=True) for point in pair]
    pen.fill(toned(cloth, 0.4), [*spikes, (0.0, 0.11)], edge=OUTLINE)


def mob_cap(pen: Pen, _cloth: Rgb) -> None:
    """A frilled cap."""
    pen.blob(WHITE, [(-0.16, 0.09), (-0.17, 0.23), (0.0, 0.3), (0.17, 0.23), (0.16, 0.09)], OUTLINE)
    for x in (-0.14, -0.07, 0.0, 0.07, 0.14):
        pen.disc(WHITE, (x, 0.1 + 0.02 * (1 - abs(x) / 0.14)), 0.042, FINE)


def veil(pen: Pen, cloth: Rgb) -> None:
    """A bride's veil, a little moth-eaten, with flowers."""
    for side in (-1, 1):
        pen.blob(
            toned(cloth, 1.75),
            [(0.0, 0.2), (side * 0.17, 0.16), (side * 0.25, -0.24), (side * 0.12, -0.2), (side * 0.12, 0.06)],
            FINE,
        )
    for x, y in ((-0.1, 0.15), (-0.035, 0.18), (0.035, 0.18), (0.1, 0.15)):
        pen.disc((240, 170, 186), (x, y), 0.036, FINE)
        pen.disc(BRASS, (x, y), 0.012)


def straw_hat(pen: Pen, cloth: Rgb) -> None:
    """A farmer's hat with a ribbon."""
    pen.blob(STRAW, [(-0.13, 0.11), (-0.13, 0.27), (0.13, 0.27), (0.13, 0.11)], OUTLINE)
    pen.line(Edge(toned(cloth, 0.55), 0.035), [(-0.11, 0.155), (0.11, 0.155)])
    oval(pen, STRAW, (0.0, 0.115), 0.52, 0.06)


def slouch_hat(pen: Pen, _cloth: Rgb) -> None:
    """A felt hat that has seen rain."""
    pen.blob((126, 98, 72), [(-0.13, 0.1), (-0.14, 0.26), (-0.02, 0.22), (0.1, 0.29), (0.14, 0.1)], OUTLINE)
    pen.blob(
        (126, 98, 72),
        [(-0.3, 0.05), (-0.1, 0.15), (0.12, 0.14), (0.3, 0.09), (0.1, 0.1), (-0.12, 0.09)],
        OUTLINE,
    )


def big_beard(pen: Pen, _cloth: Rgb) -> None:
    """No hat, but a beard down to the belt."""
    beard = [(-0.15, 0.0), (-0.16, -0.14), (-0.05, -0.32), (0.05, -0.32), (0.16, -0.14), (0.15, 0.0),
             (0.05, -0.05), (-0.05, -0.05)]  # fmt: skip
    pen.blob(GREY_HAIR, beard, OUTLINE)
    pen.line(FINE, [(-0.05, -0.12), (-0.03, -0.24)], [(0.05, -0.12), (0.03, -0.24)])
    pen.line(Edge(INK, 0.011), [(-0.035, -0.075), (0.035, -0.075)])
    pen.blob(GREY_HAIR, [(-0.16, 0.05), (-0.14, 0.17), (-0.09, 0.14), (-0.13, 0.02)], FINE)
    pen.blob(GREY_HAIR, [(0.16, 0.05), (0.14, 0.17), (0.09, 0.14), (0.13, 0.02)], FINE)


def sunbonnet(pen: Pen, cloth: Rgb) -> None:
    """A bonnet tied under the chin."""
    brim = [(-0.15, -0.1), (-0.21, 0.06), (-0.14, 0.23), (0.0, 0.28), (0.14, 0.23), (0.21, 0.06),
            (0.15, -0.1), (0.13, 0.05), (0.07, 0.125), (-0.07, 0.125), (-0.13, 0.05)]  # fmt: skip
    pen.fill(toned(cloth, 1.5), brim, edge=OUTLINE)
    pen.fill(
        WHITE,
        [(0.0, -0.17), (-0.07, -0.14), (-0.07, -0.2)],
        [(0.0, -0.17), (0.07, -0.14), (0.07, -0.2)],
        edge=FINE,
    )


def pigtails(pen: Pen, _cloth: Rgb) -> None:
    """Two red plaits."""
    for side in (-1, 1):
        for n in range(4):
            pen.disc(RED_HAIR, (side * (0.17 + 0.012 * n), 0.02 - 0.062 * n), 0.034, FINE)
    pen.blob(
        RED_HAIR,
        [(-0.17, 0.03), (-0.15, 0.2), (0.15, 0.2), (0.17, 0.03), (0.05, 0.11), (0.0, 0.13), (-0.05, 0.11)],
        OUTLINE,
    )


def flat_cap(pen: Pen, cloth: Rgb) -> None:
    """A flat cap, and side whiskers."""
    for side in (-1, 1):
        pen.blob(
            BROWN_HAIR,
            [(side * 0.16, 0.08), (side * 0.17, -0.1), (side * 0.09, -0.14), (side * 0.12, 0.06)],
            FINE,
        )
    pen.blob(
        toned(cloth, 0.6), [(-0.17, 0.1), (-0.18, 0.21), (0.02, 0.26), (0.2, 0.17), (0.18, 0.1)], OUTLINE
    )
    pen.blob(toned(cloth, 0.45), [(-0.02, 0.1), (0.18, 0.12), (0.27, 0.08), (0.1, 0.085)], FINE)


def bare_hood(_pen: Pen, _cloth: Rgb) -> None:
    """Nothing but the hood."""


def horns(pen: Pen, _cloth: Rgb) -> None:
    """A goat's horns through the hood."""
    for side in (-1, 1):
        curve = [(0.07, 0.16), (0.2, 0.14), (0.27, 0.3), (0.2, 0.34), (0.19, 0.22), (0.1, 0.21)]
        pen.blob(BONE, [(side * x, y) for x, y in curve], OUTLINE)


def antlers(pen: Pen, _cloth: Rgb) -> None:
    """A stag's."""
    for side in (-1, 1):
        bar(pen, BONE, [(side * 0.07, 0.18), (side * 0.17, 0.22), (side * 0.19, 0.31)], 0.018)
        bar(pen, BONE, [(side * 0.12, 0.2), (side * 0.1, 0.29)], 0.014)
        bar(pen, BONE, [(side * 0.17, 0.22), (side * 0.25, 0.25)], 0.014)


def golden_mask(pen: Pen, _cloth: Rgb) -> None:
    """A mask with rays, its eyes shut."""
    rays = polar((0, -0.01), 0.155, range(9, 369, 18))
    tips = polar((0, -0.01), 0.2, range(0, 360, 18))
    pen.fill(BRASS, [point for pair in zip(tips, rays, strict=True) for point in pair], edge=FINE)
    oval(pen, toned(BRASS, 1.3), (0.0, -0.01), 0.22, 0.27)
    for side in (-1, 1):
        pen.line(Edge(INK, 0.012), [(side * 0.03, 0.02), (side * 0.055, 0.01), (side * 0.08, 0.02)])
    pen.line(FINE, [(0.0, 0.03), (0.0, -0.04)])
    pen.line(Edge(INK, 0.012), [(-0.03, -0.085), (0.03, -0.085)])


def mitre(pen: Pen, cloth: Rgb) -> None:
    """A tall mitre with a star."""
    pen.fill(WHITE, [(-0.14, 0.14), (-0.16, 0.25), (0.0, 0.38), (0.16, 0.25), (0.14, 0.14)], edge=OUTLINE)
    pen.line(Edge(toned(cloth, 0.8), 0.03), [(-0.135, 0.165), (0.135, 0.165)])
    points = polar((0.0, 0.26), 0.06, (90 + 72 * (2 * n % 5) for n in range(6)))
    pen.line(Edge(toned(cloth, 0.8), 0.014), points)


def skull_mask(pen: Pen, _cloth: Rgb) -> None:
    """A mask that grins."""
    oval(pen, BONE, (0.0, 0.03), 0.22, 0.2)
    pen.fill(BONE, [(-0.06, -0.04), (0.06, -0.04), (0.05, -0.13), (-0.05, -0.13)], edge=OUTLINE)
    for side in (-1, 1):
        oval(pen, NIGHT, (side * 0.05, 0.02), 0.06, 0.065, None)
    pen.fill(NIGHT, [(0.0, -0.015), (-0.016, -0.045), (0.016, -0.045)])
    pen.line(FINE, *([(x, -0.06), (x, -0.125)] for x in (-0.025, 0.0, 0.025)))
