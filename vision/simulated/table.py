"""The simulated table as a source of frames: what those without a camera try, and what judges detectors."""

import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import BOARD_CORNERS, TILE_SIDE_IN
from pennysight.calibration.tile_art import TileArt
from pennysight.vision.simulated.board import (
    Flat,
    LaidCorner,
    LaidTile,
    draw_board,
    laid_corner,
    laid_tile,
    make_wood,
)
from pennysight.vision.simulated.cards import Card, draw_card, print_card
from pennysight.vision.simulated.eye import Eye, Floats, above
from pennysight.vision.simulated.figures import Layer, Pose, draw_figure
from pennysight.vision.simulated.hand import draw_hand
from pennysight.vision.simulated.light import Lamp, Noise
from pennysight.vision.simulated.mishaps import Setup, moved, setup_at
from pennysight.vision.simulated.picture import SPREAD_PX, Picture
from pennysight.vision.simulated.printing import CORNER_REACH_IN, print_corner, print_tile
from pennysight.vision.simulated.script import Script
from pennysight.vision.simulated.skirmish import SKIRMISH
from pennysight.vision.sources import Frame, Image, Status

CAMERA = Camera(
    name="simulated table",
    width_px=1920,
    height_px=1080,
    K=((1484.0, 0.0, 961.5), (0.0, 1485.2, 537.0), (0.0, 0.0, 1.0)),
    dist=(-0.085, 0.014, 0.0004, -0.0003, 0.0),
)
FRAMES_PER_S = 10.0
TILE_SHIFT_SD_IN = 0.015
TILE_TURN_SD_DEG = 0.12
CORNER_SHIFT_SD_IN = 0.06
CORNER_TURN_SD_DEG = 1.0
NOISE_SD = 2.0  # levels of 255, in sRGB, where it is nearly the same for dark and light


@dataclass(frozen=True)
class Truth:
    """What is on the table at one moment, exactly."""

    figures: list[Pose]
    tiles: list[LaidTile]
    held: str | None
    hand: bool
    eye: Eye
    corners: list[LaidCorner]
    cards: list[Card]


class SimulatedCamera:
    """A camera over a table on which a script is played, by the clock unless `paced` is False.

    `art` holds the script's tiles by name, printed with sides of `tile_side_in`. The same seed gives the
    same pictures.
    """

    name = "simulated table"
    still = False
    waits = False

    def __init__(
        self,
        art: Mapping[str, TileArt],
        *,
        script: Script = SKIRMISH,
        camera: Camera = CAMERA,
        seed: int = 0,
        paced: bool = True,
        tile_side_in: float = TILE_SIDE_IN,
    ) -> None:
        rng = np.random.default_rng(seed)
        rows, columns = len(script.layout), len(script.layout[0])
        self.camera = camera
        self.size_in = (tile_side_in * columns, tile_side_in * rows)
        self.tiles = _laid(script, art, tile_side_in, rng)
        self._script, self._paced, self._started_s = script, paced, 0.0
        self.eye = self._eye()
        self._lamp = Lamp(np.array([0.36 * self.size_in[0], 0.7 * self.size_in[1], 62.0]))
        self._wood = make_wood(self.size_in, rng)
        self._noise = Noise(rng, camera.height_px, camera.width_px, NOISE_SD)
        self.corners = _laid_corners(self.size_in, rng) if script.corner_pieces else []
        self._prints = {tile.art.name: print_tile(tile.art, script.marked) for tile in self.tiles}
        self._prints |= {corner.name: print_corner(corner.name) for corner in self.corners}
        self._card_print = print_card()
        self._show_setup(Setup())
        self._closed = threading.Event()

    def truth_at(self, captured_s: float) -> Truth:
        """What was on the table when a frame was captured."""
        t_s = captured_s - self._started_s
        setup = setup_at(self._script.mishaps, t_s)
        return Truth(
            self._script.figures_at(t_s),
            self._tiles_in(setup),
            self._script.held_at(t_s),
            self._script.hand_at(t_s) is not None,
            moved(self.eye, setup),
            self.corners,
            self._script.cards_at(t_s),
        )

    def status(self) -> Status:
        """Live until it is closed."""
        return Status("ended" if self._closed.is_set() else "live")

    def frames(self) -> Iterator[Frame]:
        """Frames without end; asked for late, it gives the one of that moment, and those between are lost."""
        self._started_s = time.monotonic() if self._paced else 0.0
        number = 0
        while not self._closed.is_set():
            captured_s = self._started_s + number / FRAMES_PER_S
            if self._paced and self._closed.wait(max(0.0, captured_s - time.monotonic())):
                return
            yield Frame(self.draw(number), captured_s, number)
            late = (time.monotonic() - self._started_s) * FRAMES_PER_S if self._paced else 0.0
            number = max(number + 1, int(late))

    def draw(self, number: int) -> Image:
        """The picture of frame `number`."""
        t_s = number / FRAMES_PER_S
        setup = setup_at(self._script.mishaps, t_s)
        if setup != self._setup:
            self._show_setup(setup)
        figures = {pose.id: self._layer(pose) for pose in self._outermost_first(self._script.figures_at(t_s))}
        reach = self._script.hand_at(t_s)
        hand = draw_hand(self._eye_now, self._lamp, reach) if reach else None
        cards = {str(card): self._card_layer(card) for card in self._script.cards_at(t_s)}
        return self._noise.on(self._picture.show(figures, hand, cards), number)

    def close(self) -> None:
        """End `frames`."""
        self._closed.set()

    def _show_setup(self, setup: Setup) -> None:
        """Draw the still part of the picture as it is in a setup."""
        self._setup = setup
        self._eye_now = moved(self.eye, setup)
        flats: list[Flat] = [laid_corner(corner, self._prints[corner.name]) for corner in self.corners]
        flats += [laid_tile(tile, self._prints[tile.art.name]) for tile in self._tiles_in(setup)]
        board = draw_board(self._eye_now, self._lamp, flats, self._wood, self.size_in)
        self._picture = Picture(board, SPREAD_PX if setup.spread_px is None else setup.spread_px)
        self._drawn: dict[str, tuple[Pose, Layer]] = {}
        self._drawn_cards: dict[Card, Layer] = {}

    def _tiles_in(self, setup: Setup) -> list[LaidTile]:
        away = {name: (dx, dy, turn) for name, dx, dy, turn in setup.tiles}
        tiles = []
        for tile in self.tiles:
            dx, dy, turn = away.get(tile.art.name, (0.0, 0.0, 0.0))
            moved_tile = (tile.x_in + dx, tile.y_in + dy, tile.rotation_deg + turn)
            tiles.append(LaidTile(tile.art, *moved_tile, tile.side_in))
        return tiles

    def _layer(self, pose: Pose) -> Layer:
        known = self._drawn.get(pose.id)
        if known is None or known[0] != pose:
            known = (pose, draw_figure(self._eye_now, self._lamp, pose))
            self._drawn[pose.id] = known
        return known[1]

    def _card_layer(self, card: Card) -> Layer:
        if card not in self._drawn_cards:
            self._drawn_cards[card] = draw_card(self._eye_now, self._lamp, card, self._card_print)
        return self._drawn_cards[card]

    def _outermost_first(self, poses: list[Pose]) -> list[Pose]:
        """Figures nearer the point under the eye lean over those behind them; a lifted one is over all."""
        x, y = self._eye_now.centre[:2]
        return sorted(poses, key=lambda pose: (pose.z_in, -np.hypot(pose.x_in - x, pose.y_in - y)))

    def _eye(self) -> Eye:
        """Far enough up to see the whole board, a little off its middle, as a boom arm leaves it."""
        middle = np.array([self.size_in[0] / 2, self.size_in[1] / 2, 0.0])
        rim = 2 * CORNER_REACH_IN if self._script.corner_pieces else 0.0
        height = max(
            (self.size_in[0] + rim) / self.camera.width_px * self.camera.K[0][0],
            (self.size_in[1] + rim) / self.camera.height_px * self.camera.K[1][1],
        )
        offset: Floats = np.array([0.012, -0.055, 1.03]) * height
        return above(self.camera, middle + offset, middle, turn_deg=0.8)


def _laid(
    script: Script, art: Mapping[str, TileArt], side_in: float, rng: np.random.Generator
) -> list[LaidTile]:
    """The tiles as people lay them: nearly on the grid."""
    tiles = []
    for down, row in enumerate(script.layout):
        for across, name in enumerate(row):
            dx, dy, turn = np.clip(rng.standard_normal(3), -2, 2) * (
                TILE_SHIFT_SD_IN,
                TILE_SHIFT_SD_IN,
                TILE_TURN_SD_DEG,
            )
            south = side_in * (len(script.layout) - 1 - down)
            tiles.append(LaidTile(art[name], side_in * across + dx, south + dy, float(turn), side_in))
    return tiles


def _laid_corners(size_in: tuple[float, float], rng: np.random.Generator) -> list[LaidCorner]:
    """The corner pieces as people push them against the board."""
    corners = []
    for name in BOARD_CORNERS:
        dx, dy, turn = np.clip(rng.standard_normal(3), -2, 2) * (
            CORNER_SHIFT_SD_IN,
            CORNER_SHIFT_SD_IN,
            CORNER_TURN_SD_DEG,
        )
        x = size_in[0] if "east" in name else 0.0
        y = size_in[1] if "north" in name else 0.0
        corners.append(LaidCorner(name, x + dx, y + dy, float(turn)))
    return corners
