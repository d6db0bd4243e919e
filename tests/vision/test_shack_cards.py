"""On path-traced pictures: cards on shacks are seen, cards elsewhere are on none, and doubt is said (H-089).

Cards are laid onto the pictures by the true camera, through OpenCV's own projection.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pennysight.calibration.board import TilePose
from pennysight.calibration.camera import Camera
from pennysight.calibration.pictures import read_picture
from pennysight.calibration.projection import View
from pennysight.vision.art_matching import straightened
from pennysight.vision.observation import CardState, SeenCard, SeenFigure
from pennysight.vision.shack_cards import CARD_SIZE_IN, ShackCards
from pennysight.vision.shack_patch import Shack
from pennysight.vision.tracker.cards import Cards

Truth = dict[str, Any]
Image = NDArray[np.uint8]

HEIGHT_IN = 1.75
LARGEST_IN = 3.3
DISTRACTED = ["A-01", "A-02"]
PLAIN = ["A-05", "B-04"]
CALM = "A-03"
WHITE_BORDER, BLACK = ((0.8, 0.8, 0.8), (0.25, 0.2, 0.55)), ((0.02, 0.02, 0.02), (0.05, 0.03, 0.02))
"""Cards' border and back: reflection in blue, green, red."""


def shacks_of(truth: Truth, art: list[dict[str, Any]]) -> list[Shack]:
    """The small buildings of one room (H-030) where they lie."""
    tiles = {tile["tile"]: tile for tile in truth["tiles"]}
    found = []
    for printed in art:
        tile = tiles.get(printed["tile"])
        for number, (west, south, east, north) in enumerate(printed["buildings"] if tile else ()):
            rooms = any(
                west + 0.3 < x < east - 0.3 and south + 0.3 < y < north - 0.3 for x, y, _ in printed["doors"]
            )
            if tile is None or rooms or max(east - west, north - south) > LARGEST_IN:
                continue
            turn = np.radians(tile["rotation_deg"])
            c, s = np.cos(turn), np.sin(turn)
            corners = np.array([(west, south), (east, south), (east, north), (west, north)])
            placed = corners @ np.array([[c, s], [-s, c]]) + (tile["x"], tile["y"])
            pose = TilePose(tile["tile"], tile["x"], tile["y"], tile["rotation_deg"], 0.01, 0.05)
            name = f"{tile['tile']}/shack-{number}"
            found.append(Shack(name, tuple((x, y) for x, y in placed.tolist()), pose))
    return found


def figures_of(truth: Truth) -> list[SeenFigure]:
    return [
        SeenFigure(
            id=figure["id"],
            faction=figure["faction"],
            number=None,
            capped=figure["capped"],
            x_in=figure["x"],
            y_in=figure["y"],
            facing_deg=None,
            sd_in=0.02,
            sd_deg=180.0,
            confidence=1.0,
        )
        for figure in truth["figures"]
    ]


def pixels(truth: Truth, points_in: NDArray[np.float64]) -> NDArray[np.float64]:
    lens = truth["camera"]
    turn, shift = cv2.Rodrigues(np.array(lens["R"]))[0], np.array(lens["t"])
    points = np.column_stack([points_in, np.full(len(points_in), 0.01)])
    seen, _ = cv2.projectPoints(points, turn, shift, np.array(lens["K"]), np.array(lens["dist"]))
    return np.asarray(seen.reshape(-1, 2), float)


def lay(
    image: Image,
    truth: Truth,
    middle_in: NDArray[np.float64],
    turn_deg: float,
    inks: tuple[tuple[float, float, float], tuple[float, float, float]] = WHITE_BORDER,
    size_in: tuple[float, float] = CARD_SIZE_IN,
) -> None:
    """Put a card into a picture, in the light that the floor beneath it has, and as blurred."""
    width, height = (round(100 * side) for side in size_in)
    card = np.full((height, width, 3), inks[0], np.float32)
    card[12:-12, 12:-12] = inks[1]
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * size_in
    at_px = pixels(truth, corners @ np.array([[c, s], [-s, c]]) + middle_in)
    low, high = np.floor(at_px.min(0)).astype(int) - 4, np.ceil(at_px.max(0)).astype(int) + 5
    fine = 4
    size = ((high - low) * fine).tolist()
    from_px = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    to_px = ((at_px - low + 0.5) * fine - 0.5).astype(np.float32)
    laid = cv2.warpPerspective(
        np.dstack([card, np.ones_like(card[..., 0])]), *(cv2.getPerspectiveTransform(from_px, to_px), size)
    )
    small = cv2.resize(laid, (high - low).tolist(), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 0.6)
    look, share = small[..., :3], small[..., 3:]
    part = image[low[1] : high[1], low[0] : high[0]]
    light = (part / 255.0) ** 2.2
    paper = np.percentile(light.mean(axis=2), 90) / 0.15
    mixed = np.clip(light * (1 - share) + paper * look * share, 0, 1)
    part[...] = np.round(mixed ** (1 / 2.2) * 255)


def with_cards(
    image: Image,
    truth: Truth,
    shacks: list[Shack],
    inks: tuple[tuple[float, float, float], tuple[float, float, float]],
    seed: int,
) -> Image:
    """The picture with a card on each shack, nearly in the middle, at any turn."""
    rng, image = np.random.default_rng(seed), image.copy()
    for shack in shacks:
        middle = np.mean(shack.corners_in, axis=0) + rng.uniform(-0.2, 0.2, 2)
        lay(image, truth, middle, float(rng.uniform(0, 180)), inks)
    return image


def states(
    image: Image,
    truth: Truth,
    shacks: list[Shack],
    size_in: tuple[float, float] = CARD_SIZE_IN,
    tile_picture: Callable[[str], Image | None] = lambda _: None,
) -> dict[str, CardState]:
    lens = truth["camera"]
    camera = Camera(
        name=lens["id"], width_px=lens["width"], height_px=lens["height"], K=lens["K"], dist=lens["dist"]
    )
    view = View(camera, np.array(lens["R"]), np.array(lens["t"]), np.eye(6) * 1e-8)
    cards = ShackCards(view, shacks, HEIGHT_IN, size_in, tile_picture)
    seen = cards.find(image, figures_of(truth))
    return {card.shack: card.state for card in seen}


def free(shacks: list[Shack], truth: Truth) -> list[Shack]:
    """Those about which no figure stands."""
    middles = [(shack, np.mean(shack.corners_in, axis=0)) for shack in shacks]
    return [
        shack
        for shack, middle in middles
        if all(np.hypot(f["x"] - middle[0], f["y"] - middle[1]) > 2.6 for f in truth["figures"])
    ]


@pytest.fixture(scope="module")
def pictures(shared: Path) -> dict[str, tuple[Truth, Image, list[Shack]]]:
    art = json.loads((shared / "photos" / "tiles" / "art.json").read_text())
    found = {}
    for name in [*DISTRACTED, *PLAIN, CALM]:
        truth = json.loads((shared / "photos" / f"{name}.truth.json").read_text())
        image = read_picture(shared / "photos" / truth["image"])
        found[name] = truth, image, shacks_of(truth, art)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", DISTRACTED + PLAIN)
def test_no_card_is_seen_on_a_bare_shack(
    pictures: dict[str, tuple[Truth, Image, list[Shack]]], name: str
) -> None:
    """Nor for the cards, dice, coins and tokens that lie elsewhere on two of the tables."""
    truth, image, shacks = pictures[name]
    seen = states(image, truth, shacks)
    assert "present" not in seen.values()
    assert list(seen.values()).count("gone") >= len(shacks) / 2


@pytest.mark.slow
@pytest.mark.parametrize("inks", [WHITE_BORDER, BLACK])
@pytest.mark.parametrize("name", ["A-01", "B-04"])
def test_cards_on_shacks_are_seen_and_never_missed_unsaid(
    pictures: dict[str, tuple[Truth, Image, list[Shack]]],
    name: str,
    inks: tuple[tuple[float, float, float], tuple[float, float, float]],
) -> None:
    truth, image, shacks = pictures[name]
    shacks = free(shacks, truth)
    image = with_cards(image, truth, shacks, inks, seed=3)
    seen = list(states(image, truth, shacks).values())
    assert "gone" not in seen
    assert seen.count("present") >= 0.75 * len(seen)


@pytest.fixture(scope="module")
def printed(shared: Path) -> Callable[[str], Image]:
    """What is printed on the tiles of the pictures, as a person would register it."""

    @cache
    def picture(name: str) -> Image:
        (path,) = (shared / "photos" / "tiles").glob(f"*-{name}.png")
        return straightened(read_picture(path), None)

    return picture


@pytest.mark.slow
@pytest.mark.parametrize("name", [CALM, "A-05"])
def test_by_the_print_of_the_tile_a_bare_floor_is_known(
    pictures: dict[str, tuple[Truth, Image, list[Shack]]], printed: Callable[[str], Image], name: str
) -> None:
    truth, image, shacks = pictures[name]
    shacks = free(shacks, truth)
    seen = list(states(image, truth, shacks, tile_picture=printed).values())
    assert "present" not in seen
    assert seen.count("gone") >= 0.75 * len(seen)


@pytest.mark.slow
@pytest.mark.parametrize("inks", [WHITE_BORDER, BLACK])
def test_by_the_print_of_the_tile_a_card_is_known(
    pictures: dict[str, tuple[Truth, Image, list[Shack]]],
    printed: Callable[[str], Image],
    inks: tuple[tuple[float, float, float], tuple[float, float, float]],
) -> None:
    truth, image, shacks = pictures[CALM]
    shacks = free(shacks, truth)
    image = with_cards(image, truth, shacks, inks, seed=4)
    seen = list(states(image, truth, shacks, tile_picture=printed).values())
    assert "gone" not in seen
    assert seen.count("present") >= 0.75 * len(seen)


@pytest.mark.slow
def test_a_card_as_brown_as_the_floor_is_not_taken_for_none_where_the_print_is_known(
    pictures: dict[str, tuple[Truth, Image, list[Shack]]], printed: Callable[[str], Image]
) -> None:
    """It has no outline, but it hides the boards."""
    truth, image, shacks = pictures[CALM]
    image, shacks = image.copy(), free(shacks, truth)
    for shack in shacks:
        middle = np.mean(shack.corners_in, axis=0)
        column, row = pixels(truth, middle[None])[0].astype(int)
        floor = np.median(image[row - 20 : row + 20, column - 20 : column + 20], axis=(0, 1))
        corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * CARD_SIZE_IN
        at_px = pixels(truth, corners + middle)
        cv2.fillConvexPoly(image, np.round(at_px).astype(np.int32), floor.tolist(), cv2.LINE_AA)
    assert "gone" not in states(image, truth, shacks, tile_picture=printed).values()


@pytest.mark.slow
def test_a_card_of_another_size_or_beside_a_shack_is_not_on_it(
    pictures: dict[str, tuple[Truth, Image, list[Shack]]],
) -> None:
    truth, image, shacks = pictures["A-05"]
    image = image.copy()
    one, *others = free(shacks, truth)
    lay(image, truth, np.mean(one.corners_in, axis=0), 20.0, size_in=(1.2, 1.6))
    middle = np.mean(others[0].corners_in, axis=0)
    lay(image, truth, middle + np.array([3.3, 0.0]), 5.0)
    assert "present" not in states(image, truth, [one, others[0]]).values()


@pytest.mark.slow
def test_in_the_dark_nothing_is_told(pictures: dict[str, tuple[Truth, Image, list[Shack]]]) -> None:
    truth, image, shacks = pictures["A-05"]
    assert set(states(image // 32, truth, shacks[:3]).values()) == {"unknown"}


def test_a_card_is_gone_once_and_a_doubt_changes_nothing() -> None:
    cards, shack = Cards(), "storm-hollow/shack-1"
    told: list[CardState] = ["unknown", "gone", "unknown", "present", "unknown", "gone", "gone", "unknown"]
    gone = [cards.settle([SeenCard(shack, state)]) for state in told]
    assert gone == [[], [], [], [], [], [shack], [], []]
    assert cards.all() == (SeenCard(shack, "gone"),)
