"""What the watch tells people: one sentence each, with what to do."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from pennysight.calibration.printspec import TABLE_MARKER_IDS, is_token, tile_number

FindingCode = Literal[
    "camera-moving",
    "camera-bumped",
    "camera-zoomed",
    "out-of-focus",
    "table-lost",
    "tile-moving",
    "tile-nudged",
    "tile-astray",
    "tile-missing",
    "marker-left-out",
    "marker-doubled",
    "label-doubled",
    "label-left-out",
]


NEARER = 0.01
"""Of its height: how much nearer a camera comes, or farther it goes, before its lens is suspected."""


class Finding(msgspec.Struct, frozen=True):
    """Something about camera or tiles that people should know: `text` is a sentence that says what to do.

    While one with `doubt` stands, no ruling is sure.
    """

    code: FindingCode
    text: str
    doubt: bool = False


MOVING = Finding(
    "camera-moving",
    "the camera moves or was bumped: let it hang still, its place is found again by itself",
    True,
)
TILE_MOVING = Finding("tile-moving", "a tile is being moved: it counts again when it lies still", True)
RELAID = Finding("tile-nudged", "the tiles were laid anew: they count where they lie now")
UNZOOMED = Finding("camera-bumped", "the lens is set again as it was calibrated: nothing needs doing")


def bumped(away_in: float, turned_deg: float, nearer: float) -> Finding:
    """A camera that was found again, so far from where it was; `nearer` as a share of its height.

    Seen from straight above, a little nearer and a little zoomed look alike.
    """
    todo = "nothing needs doing"
    if abs(nearer) > NEARER:
        way = "down" if nearer > 0 else "up"
        todo = f"it came {way} by {abs(nearer):.1%}: if its lens was turned instead, calibrate it again"
    return Finding(
        "camera-bumped",
        f"the camera was bumped: it hangs {away_in:.2f} in and {turned_deg:.1f}° from where it was; "
        f"its place is found again, {todo}",
    )


def zoomed(factor: float) -> Finding:
    """A lens whose focal length is `factor` times what it was when it was calibrated."""
    return Finding(
        "camera-zoomed",
        f"the lens was zoomed {'in' if factor > 1 else 'out'} or refocused by {abs(factor - 1):.1%}: that is "
        "reckoned with, but set it back as it was calibrated, or calibrate it as it is now",
    )


def out_of_focus(times: float, readable: bool) -> Finding:
    """A picture so many times as blurred as the best of this table."""
    text = f"the picture is {times:.1f} times as blurred as it was: focus the camera by hand and lock it"
    return Finding("out-of-focus", text if readable else f"{text}; the table cannot be read", not readable)


def lost(problem: str) -> Finding:
    """No table to be seen, and nothing that says why."""
    return Finding("table-lost", f"the table cannot be read just now: {problem}", True)


def nudged(tile: str, away_in: float, turned_deg: float) -> Finding:
    """A tile that was moved by itself."""
    turned = f" and turned by {abs(turned_deg):.1f}°" if abs(turned_deg) >= 0.5 else ""
    return Finding(
        "tile-nudged",
        f"{tile} was pushed {away_in:.2f} in{turned}: it counts where it lies now, with all that is printed "
        "on it; push it back if that was not meant",
    )


def astray(tile: str, turned_deg: float) -> Finding:
    """A tile on the board that lies in no cell of the grid."""
    turned = f", turned by {abs(turned_deg):.0f}°" if abs(turned_deg) >= 10 else ""
    return Finding(
        "tile-astray",
        f"{tile} lies on the board but not in a place of its grid{turned}: lay it straight beside the "
        "others, its title reading as theirs do",
        True,
    )


def missing(tile: str) -> Finding:
    """A tile that lay on the board, and of which no marker is seen."""
    return Finding(
        "tile-missing",
        f"{tile} has not been seen for a while: it is covered, upside down or gone; it still counts where "
        "it lay",
    )


def left_out(marker: int, tile: str) -> Finding:
    """A marker that was read where it cannot be."""
    return Finding(
        "marker-left-out",
        f"marker {marker} on {tile} contradicts the others and is left out: it is bent, loose or half hidden",
    )


def other_size(marker: int, times: float) -> Finding:
    """A marker so many times as large as one that was printed and lies on the board."""
    return Finding(
        "marker-left-out",
        f"marker {marker} is {'larger' if times > 1 else 'smaller'} than a printed one that lies on the "
        "board and is left out: a screen shows it, or it is held up",
    )


def doubled(marker: int, tile_numbers: Mapping[int, str]) -> Finding:
    """One marker in two places."""
    number = tile_number(marker)
    if number is not None:
        on = f" of {tile_numbers.get(number, f'tile {number}')}"
    elif marker in TABLE_MARKER_IDS:
        on = " of the board's corners"
    else:
        on = " of a token" if is_token(marker) else ""
    return Finding(
        "marker-doubled", f"marker {marker}{on} is seen in two places and believed in neither: take one away"
    )


def label_doubled(tile: str) -> Finding:
    """A tile's label in two places, or elsewhere than the tile's markers."""
    return Finding(
        "label-doubled",
        f"the label of {tile} is seen in two places and believed in neither: take one away",
    )


def labels_together(tiles: Sequence[str]) -> Finding:
    """Labels of several tiles in one place."""
    return Finding(
        "label-left-out",
        f"the labels of {' and '.join(sorted(tiles))} lie on one tile and none is believed: take the wrong "
        "one away",
    )


def label_contradicts(label: str, tile: str) -> Finding:
    """A label of one tile where another is known to lie."""
    return Finding(
        "label-left-out",
        f"a label says {label} where {tile} lies by its markers or the layout, and is left out: take it off, "
        "or lay the right tile",
    )


def label_of_other_size(tile: str, times: float) -> Finding:
    """A label so many times as large as it should be."""
    return Finding(
        "label-left-out",
        f"the label of {tile} is {times:.2f} times as large as it was printed and is left out: it is held up "
        "or on a screen, or it was printed at another size (then register its tile)",
    )


def label_of_no_tile(name: str) -> Finding:
    """A label that names no tile of the game."""
    return Finding("label-left-out", f"a label says {name}, which is no tile of this game, and is left out")


def label_astray(tile: str) -> Finding:
    """A label that is not where it is stuck on a tile that lies in a cell of the grid."""
    return Finding(
        "label-left-out",
        f"the label of {tile} is not in the north-east corner of a tile in the grid, and is left out: stick "
        "it there, or register a picture of the tile with its label",
    )
