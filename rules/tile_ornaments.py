"""Small things drawn on a tile that no rule knows of: flowers, furniture, what is told of a place (H-029)."""

import math

from pennysight.rules.ink import Shape, around, disc, tinted
from pennysight.rules.tile_file import Ornament, Point, Rgb
from pennysight.rules.walls import turned

INK: Rgb = (52, 42, 38)
STONE: Rgb = (176, 172, 160)
REED: Rgb = (84, 104, 62)
PETALS: tuple[Rgb, ...] = ((222, 190, 92), (206, 132, 150), (228, 222, 206))
CLOTH: Rgb = (138, 56, 52)
TIMBER: Rgb = (122, 84, 52)
LINEN: Rgb = (216, 206, 184)
BONE: Rgb = (222, 214, 192)


def ornament(written: Ornament) -> list[Shape]:
    """The shapes of one ornament where it stands on the tile."""
    shapes = DRAWN[written.kind]()
    return [
        Shape(shape.role, shape.rgb, turned(shape.points, written.at, written.turn_deg), shape.width_in)
        for shape in shapes
    ]


def _fill(rgb: Rgb, points: list[Point]) -> Shape:
    return Shape("ornament", rgb, points)


def _stroke(rgb: Rgb, width_in: float, *points: Point) -> Shape:
    return Shape("ornament", rgb, list(points), width_in)


def _block(rgb: Rgb, width_in: float, height_in: float, at: Point = (0.0, 0.0)) -> Shape:
    (x, y), w, h = at, width_in / 2, height_in / 2
    return _fill(rgb, [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)])


def _flowers() -> list[Shape]:
    places = [(-0.28, 0.05), (-0.08, 0.24), (0.12, 0.02), (0.3, 0.2), (-0.14, -0.2), (0.24, -0.22)]
    shapes = []
    for n, place in enumerate(places):
        shapes += [_fill(PETALS[n % 3], disc(petal, 0.045, 10)) for petal in around(place, 0.05, 5)]
        shapes.append(_fill((120, 84, 44), disc(place, 0.03, 10)))
    return shapes


def _stones() -> list[Shape]:
    places = [((-0.2, 0.0), 0.15), ((0.08, 0.1), 0.11), ((0.06, -0.14), 0.08), ((0.27, -0.04), 0.07)]
    shapes = []
    for place, radius in places:
        shapes += [
            _fill(tinted(STONE, 0.62), disc(place, radius, 7)),
            _fill(STONE, disc(place, radius * 0.78, 7)),
        ]
    return shapes


def _reeds() -> list[Shape]:
    shapes = []
    for x, height, lean in [
        (-0.24, 0.4, -0.06),
        (-0.12, 0.56, 0.02),
        (0.0, 0.46, -0.03),
        (0.12, 0.6, 0.06),
        (0.24, 0.4, 0.1),
    ]:
        top = (x + lean, height - 0.25)
        shapes += [
            _stroke(REED, 0.035, (x, -0.25), top),
            _stroke((112, 78, 46), 0.07, top, (top[0], top[1] - 0.12)),
        ]
    return shapes


def _rug() -> list[Shape]:
    return [
        _block(tinted(CLOTH, 0.75), 1.5, 0.95),
        _block((196, 158, 96), 1.38, 0.83),
        _block(CLOTH, 1.28, 0.73),
        _fill((196, 158, 96), [(-0.45, 0.0), (0.0, -0.25), (0.45, 0.0), (0.0, 0.25)]),
        _fill(tinted(CLOTH, 0.8), [(-0.3, 0.0), (0.0, -0.165), (0.3, 0.0), (0.0, 0.165)]),
    ]


def _table() -> list[Shape]:
    return [
        _block(INK, 0.86, 0.5),
        _block(TIMBER, 0.8, 0.44),
        _stroke(tinted(TIMBER, 0.75), 0.02, (-0.38, 0.07), (0.38, 0.07)),
        _stroke(tinted(TIMBER, 0.75), 0.02, (-0.38, -0.08), (0.38, -0.08)),
        _fill(LINEN, disc((0.22, 0.02), 0.1, 16)),
        _block((188, 178, 150), 0.2, 0.14, (-0.2, 0.02)),
    ]


def _bed() -> list[Shape]:
    return [
        _block(INK, 0.66, 1.06),
        _block(LINEN, 0.6, 1.0),
        _block((108, 122, 138), 0.6, 0.66, (0.0, -0.17)),
        _block(tinted(LINEN, 1.08), 0.44, 0.2, (0.0, 0.36)),
        _stroke((84, 96, 112), 0.025, (-0.3, 0.1), (0.3, 0.1)),
    ]


def _bones() -> list[Shape]:
    shapes = []
    for a, b in [((-0.26, -0.2), (0.2, 0.02)), ((-0.2, 0.04), (0.26, -0.2))]:
        shapes += [_stroke(tinted(BONE, 0.55), 0.1, a, b), _stroke(BONE, 0.06, a, b)]
    shapes += [
        _fill(tinted(BONE, 0.55), disc((0.0, 0.12), 0.17, 18)),
        _fill(BONE, disc((0.0, 0.12), 0.14, 18)),
    ]
    shapes += [_fill(INK, disc((x, 0.1), 0.04, 10)) for x in (-0.055, 0.055)]
    return shapes


def _signpost() -> list[Shape]:
    """Where roads meet: two boards that point apart."""
    board: list[Point] = [(-0.05, -0.08), (0.34, -0.08), (0.46, 0.0), (0.34, 0.08), (-0.05, 0.08)]
    shapes = [
        _fill(tinted(TIMBER, 0.7), disc((0.0, -0.5), 0.12, 14)),
        _stroke(INK, 0.12, (0, -0.5), (0, 0.5)),
    ]
    shapes.append(_stroke(TIMBER, 0.075, (0, -0.5), (0, 0.5)))
    for side, height in ((1, 0.32), (-1, 0.1)):
        points = [(side * x, y + height) for x, y in board]
        inside = [(side * (0.04 + 0.86 * (x - 0.04)), 0.7 * y + height) for x, y in board]
        shapes += [_fill(INK, points), _fill(LINEN, inside)]
        shapes.append(_stroke(tinted(TIMBER, 0.8), 0.025, (side * 0.06, height), (side * 0.3, height)))
    return shapes


def _gallows() -> list[Shape]:
    """A post, a beam and a rope that nobody has used for long."""
    beams: list[list[Point]] = [
        [(-0.35, -0.55), (-0.35, 0.55), (0.32, 0.55)],
        [(-0.35, 0.28), (-0.08, 0.55)],
        [(-0.6, -0.55), (-0.1, -0.55)],
    ]
    shapes = [_stroke(INK, 0.14, *beam) for beam in beams]
    shapes += [_stroke(TIMBER, 0.09, *beam) for beam in beams]
    loop = disc((0.24, 0.08), 0.1, 16)
    rope: Rgb = (198, 172, 120)
    return [*shapes, _stroke(rope, 0.035, (0.24, 0.5), (0.24, 0.18)), _stroke(rope, 0.035, *loop, loop[0])]


def _cauldron() -> list[Shape]:
    """From above, over a fire of four logs."""
    shapes = []
    for end in around((0.0, 0.0), 0.46, 4, start_rad=0.5):
        shapes += [_stroke(INK, 0.13, (0, 0), end), _stroke(TIMBER, 0.08, (0, 0), end)]
    shapes += [_fill((226, 140, 58), disc(ember, 0.09, 10)) for ember in around((0.0, 0.0), 0.34, 7)]
    for rgb, radius in ((INK, 0.33), ((84, 80, 82), 0.3), ((104, 150, 74), 0.24)):
        shapes.append(_fill(rgb, disc((0.0, 0.0), radius, 28)))
    for place, radius in (((-0.08, 0.06), 0.06), ((0.09, 0.03), 0.045), ((0.0, -0.11), 0.035)):
        shapes.append(_fill((156, 196, 112), disc(place, radius, 12)))
    return shapes


def _boat() -> list[Shape]:
    """From above, its bow up."""
    side: list[Point] = [(0.0, 0.62), (0.2, 0.35), (0.27, 0.0), (0.24, -0.35), (0.15, -0.55)]
    hull = [*side, *((-x, y) for x, y in reversed(side[1:]))]
    inside = [(0.8 * x, 0.86 * y) for x, y in hull]
    shapes = [_fill(INK, hull), _fill(TIMBER, [(0.92 * x, 0.95 * y) for x, y in hull])]
    shapes.append(_fill(tinted(TIMBER, 0.62), inside))
    shapes += [_stroke((176, 134, 88), 0.1, (-0.17, y), (0.17, y)) for y in (-0.22, 0.16)]
    return [*shapes, _stroke(LINEN, 0.04, (-0.34, -0.42), (0.3, 0.3))]


def _sigil() -> list[Shape]:
    """A star within a ring, drawn on the ground in something dark."""
    ring, tips = disc((0.0, 0.0), 0.5, 40), around((0.0, 0.0), 0.47, 5, start_rad=math.pi / 2)
    star = [tips[(2 * n) % 5] for n in range(6)]
    dark = tinted(CLOTH, 0.8)
    candles = [_fill(LINEN, disc(tip, 0.06, 12)) for tip in tips]
    flames = [_fill((226, 140, 58), disc(tip, 0.025, 8)) for tip in tips]
    return [_stroke(dark, 0.05, *ring, ring[0]), _stroke(dark, 0.04, *star), *candles, *flames]


DRAWN = {
    "flowers": _flowers,
    "stones": _stones,
    "reeds": _reeds,
    "rug": _rug,
    "table": _table,
    "bed": _bed,
    "bones": _bones,
    "signpost": _signpost,
    "gallows": _gallows,
    "cauldron": _cauldron,
    "boat": _boat,
    "sigil": _sigil,
}
