"""What is printed on a tile, as values: whoever prints or simulates it knows nothing of the game."""

import msgspec

Point = tuple[float, float]
Rgb = tuple[int, int, int]


class Ink(msgspec.Struct, frozen=True):
    """One printed shape, in inches in the tile's frame, in sRGB.

    The inside of `points`; or with `width_in`, a line of that width along them, round at corners and ends;
    or with `text`, letters `height_in` high whose middle is the one point.
    """

    rgb: Rgb
    points: list[Point]
    width_in: float = 0.0
    text: str = ""
    height_in: float = 0.0


class TileArt(msgspec.Struct, frozen=True):
    """A printed tile without its markers, which follow from its number; `inks` are laid down in order."""

    name: str
    number: int
    inks: list[Ink]
