"""What is printed and put on the table, as constants: inches, degrees, sRGB.

Tile frame: origin at the tile's south-west corner, x east, y north (the top of the lettering).
"""

from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

# Markers of tiles, tokens and table: one dictionary, one size.
MARKER_DICTIONARY: Final = cv2.aruco.DICT_ARUCO_MIP_36h12
MARKER_CELLS: Final = 8  # a side: 6 cells of code within a border of 1
MARKER_SIDE_IN: Final = 0.90
QUIET_ZONE_IN: Final = 0.12

TILE_SIDE_IN: Final = 9.0
NORTH_WEST_MARKER_IN: Final = (0.75, 8.25)
SOUTH_EAST_MARKER_IN: Final = (8.25, 0.75)

TILE_NAMES: Final = (
    "marsh-home",
    "deghoule-home",
    "whateley-home",
    "cult-home",
    "thuh-mansion",
    "marsh-end",
    "storm-hollow",
    "witch-grove",
    "old-oak-road",
    "lonesome-road",
    "judgement-field",
    "mason-lane",
    "devil-hill",
    "old-bishop-place",
    "jacobs-rest",
    "strange-old-shack",
    "crossroads",
    "black-goat-field",
)
TILE_NUMBERS: Final = dict(enumerate(TILE_NAMES))
"""Number k of each published tile -> its name; 18 to 49 are tiles that users make."""
TILE_COUNT: Final = 50


class PrintSizes(msgspec.Struct, frozen=True):
    """How large the prints on a table are, where they are not of the sizes of this module.

    Tiles were drawn for a side of `tile_side_in`, with all that is on them scaled to it; and whatever was
    printed came out `scale` times as large as it was drawn.
    """

    tile_side_in: float = TILE_SIDE_IN
    scale: float = 1.0

    @property
    def side_in(self) -> float:
        """The side of a tile as it lies on the table, in true inches."""
        return self.tile_side_in * self.scale


TILE_CODE_PREFIX: Final = "pennysight:tile/"
TILE_CODE_SIDE_IN: Final = 1.2
TILE_LABEL_SIDE_IN: Final = 1.55
"""A code with the white around it, as it is cut out and stuck into a tile's north-east corner."""

# Figures: a strip of card folded over a penny.
PENNY_DIAMETER_IN: Final = 0.75
PENNY_THICKNESS_IN: Final = 0.06
FOLD_LENGTH_IN: Final = 0.75
FOLD_HEIGHT_IN: Final = 1.75
FEET_APART_IN: Final = 0.75

FACTIONS: Final = ("marsh", "deghoule", "whateley", "cult")
FACTION_SRGB: Final = {
    "marsh": (0, 150, 70),
    "deghoule": (200, 0, 140),
    "whateley": (255, 190, 0),
    "cult": (0, 90, 200),
}

# Caps: a disc level at the fold's height; the half toward the front is in the faction's colour.
CAP_DIAMETER_IN: Final = 0.75
CAP_RIM_IN: Final = 0.05
CAP_SECTOR_DEG: Final = 60.0
CAP_SECTOR_CENTRES_DEG: Final = (120.0, 180.0, 240.0)
"""Centres of the sectors L, M, R, counter-clockwise from the facing."""
CAP_CODES: Final = {1: (0, 0, 1), 2: (0, 1, 0), 3: (0, 1, 1), 4: (1, 0, 0), 5: (1, 0, 1), 6: (1, 1, 0)}
"""Number of a character within its faction -> its sectors (L, M, R), 1 black and 0 white."""
CHARACTERS: Final = len(CAP_CODES)

# Hats: discs that lie level over a fold, or over the cap on it. However turned, their rings read the same.
HAT_DIAMETER_IN: Final = 0.95
HAT_RINGS_IN: Final = (0.16, 0.28, 0.40)
"""Outer radii of the middle, of the ring around it, and of the ring in the colour of the faction that placed
the hat; what is left to the edge is white."""
HAT_CODES: Final = {"stun": ("white", "colour"), "slam": ("black", "white"), "unk": ("black", "black")}
"""What the middle and the ring around it are printed in."""
HATS_OF_A_KIND: Final = 6  # for each faction, as in the published game

# Flat tokens: square cards with a marker in the middle, by marker id.
TOKEN_SIDE_IN: Final = 1.1
TOKEN_THICKNESS_IN: Final = 0.02
DEAD_FIGURE_IDS: Final = range(100, 124)
ITEM_IDS: Final = range(130, 145)
FLAG_IDS: Final = range(150, 154)

# Table markers: two beside each corner of a board whose tiles carry none, on a piece that lies against it.
TABLE_MARKER_IDS: Final = range(240, 248)
TABLE_MARKER_OFFSET_IN: Final = 0.75
"""How far a table marker's centre is from the lines of both edges that meet in its corner."""
BOARD_CORNERS: Final = ("north-west", "north-east", "south-west", "south-east")
"""In the order of the table markers' ids."""


def tile_marker_ids(number: int) -> tuple[int, int]:
    """Marker ids of tile `number`: the north-west one, the south-east one."""
    return 2 * number, 2 * number + 1


def tile_number(marker_id: int) -> int | None:
    """The number of the tile that a marker is printed on, None for a marker that is on no tile."""
    return marker_id // 2 if 0 <= marker_id < 2 * TILE_COUNT else None


def is_token(marker_id: int) -> bool:
    """Whether a marker is one of a flat token's: a dead figure, an item or a flag."""
    return marker_id in DEAD_FIGURE_IDS or marker_id in ITEM_IDS or marker_id in FLAG_IDS


def table_marker_offset_in(marker_id: int) -> tuple[float, float]:
    """From the board's corner to a table marker's centre (x, y).

    The even one of a corner's two lies beyond the north or south edge, the odd one beyond the west or east.
    """
    corner, second = divmod(marker_id - TABLE_MARKER_IDS.start, 2)
    name = BOARD_CORNERS[corner]
    east, north = (1 if "east" in name else -1), (1 if "north" in name else -1)
    x, y = (east, -north) if second else (-east, north)
    return x * TABLE_MARKER_OFFSET_IN, y * TABLE_MARKER_OFFSET_IN


def marker_corners_in() -> NDArray[np.float64]:
    """Corners of a marker's black square about its centre, (4, 2): top left, then clockwise as printed."""
    half = MARKER_SIDE_IN / 2
    return np.array([(-half, half), (half, half), (half, -half), (-half, -half)])


def tile_marker_corners_in(marker_id: int) -> NDArray[np.float64]:
    """Corners of a tile's marker in the tile frame, (4, 2), in the order of `marker_corners_in`."""
    centre = SOUTH_EAST_MARKER_IN if marker_id % 2 else NORTH_WEST_MARKER_IN
    return np.asarray(marker_corners_in() + centre)
