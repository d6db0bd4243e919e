"""What is true of the tiles: what the rulebook says of them, and that figures can play on them."""

import itertools
import json
import math
from collections import Counter
from collections.abc import Callable
from importlib import resources

import msgspec
import numpy as np
import pytest
import shapely
from pennysight.calibration.printspec import TILE_NAMES, TILE_SIDE_IN, tile_marker_corners_in, tile_marker_ids
from pennysight.rules.scene import Area, Obstacle, Tile
from pennysight.rules.tile_check import clashes, faults
from pennysight.rules.tile_drawing import drawing
from pennysight.rules.tile_file import TileError, read_tile_file, tile_schema
from pennysight.rules.tile_library import TileDesign, design, library, place
from shapely.geometry import shape

BASE_RADIUS_IN = 0.375
TOTAL = ("wall", "tree", "bush")
TILES = list(library().values())
HOMES = ("marsh-home", "deghoule-home", "whateley-home", "cult-home")

every_tile = pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.name)


def solid(part: Obstacle | Area) -> shapely.Geometry:
    geometry = shape({"type": part.geometry.type, "coordinates": part.geometry.coordinates})
    radius = getattr(part, "radius_in", None)
    return geometry if radius is None else geometry.buffer(radius, quad_segs=64)


def parts(obstacles: list[Obstacle], areas: list[Area]) -> list[Obstacle | Area]:
    return [*obstacles, *areas]


def of_kind(tile: TileDesign, *kinds: str) -> list[Obstacle]:
    return [obstacle for obstacle in tile.obstacles if obstacle.kind in kinds]


def shacks(*names: str) -> int:
    return sum(area.kind == "shack" for name in names for area in library()[name].areas)


def source(name: str) -> dict[str, object]:
    data = resources.files("pennysight.rules").joinpath(f"tiles/{name}.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, object])


def test_there_are_the_eighteen_published_tiles_with_the_numbers_their_markers_carry() -> None:
    assert [(tile.number, tile.name) for tile in TILES] == list(enumerate(TILE_NAMES))
    assert {tile.size_in for tile in TILES} == {TILE_SIDE_IN}


def test_shacks_are_as_many_as_the_deck_is_dealt_on() -> None:
    """H-030 to H-033."""
    assert shacks(*TILE_NAMES) == 12
    assert shacks(*HOMES, "black-goat-field", "witch-grove", "judgement-field", "thuh-mansion") == 0
    assert shacks("mason-lane", "lonesome-road") == 3
    assert shacks("strange-old-shack", "old-oak-road") == 3
    assert shacks("marsh-end", "jacobs-rest", "devil-hill") == 3
    assert shacks("crossroads", "storm-hollow", "old-bishop-place") == 3
    assert max(shacks(name) for name in TILE_NAMES) <= 2


def test_a_shack_is_a_small_square_building() -> None:
    """H-030."""
    for area in (area for tile in TILES for area in tile.areas if area.kind == "shack"):
        corners = area.geometry.coordinates[0]
        sides = [math.dist(a, b) for a, b in itertools.pairwise(corners)]
        assert len(sides) == 4
        assert max(sides) / min(sides) < 1.1
        assert max(sides) < 3.0


def test_the_mansion_has_four_rooms_in_its_corners_one_hallway_and_two_doors_shut() -> None:
    """H-034, H-226."""
    mansion = library()["thuh-mansion"]
    assert Counter(area.kind for area in mansion.areas) == {"mansion-room": 4, "mansion-hallway": 1}
    assert [door.open for door in of_kind(mansion, "mansion-door")] == [False, False]
    middles = [solid(area).centroid for area in mansion.areas if area.kind == "mansion-room"]
    assert len({(middle.x > 4.5, middle.y > 4.14) for middle in middles}) == 4
    assert not of_kind(mansion, "window")


def test_only_home_tiles_have_a_summoning_circle_and_it_lies_in_the_middle() -> None:
    """H-036: the innermost ring holds a whole base (H-228)."""
    for tile in TILES:
        circles = {area.id: solid(area) for area in tile.areas if area.kind == "summoning-circle"}
        assert sorted(circles) == (["innermost-ring", "summoning-circle"] if tile.name in HOMES else [])
        for circle in circles.values():
            assert circle.centroid.distance(shapely.Point(4.5, 4.5)) < 1e-9
            assert circle.contains(shapely.Point(4.5, 4.5).buffer(BASE_RADIUS_IN))


@every_tile
def test_a_tile_of_ours_has_no_faults(tile: TileDesign) -> None:
    assert faults(tile) == []


@every_tile
def test_nothing_that_counts_lies_under_a_marker(tile: TileDesign) -> None:
    for marker in tile_marker_ids(tile.number):
        black = shapely.Polygon(tile_marker_corners_in(marker))
        quiet = black.buffer(0.12, join_style="mitre")
        assert all(solid(part).distance(quiet) > 0 for part in parts(tile.obstacles, tile.areas))


@every_tile
def test_doors_and_windows_fill_their_openings_to_the_last_bit(tile: TileDesign) -> None:
    """No ray leaks beside a window, wherever the tile lies."""
    obstacles, _ = place(tile, Tile(tile.name, 9.017, 18.003, rotation_deg=0.317))
    corners = {
        tuple(corner)
        for wall in obstacles
        if wall.kind == "wall"
        for ring in wall.geometry.coordinates
        for corner in ring
    }
    for opening in obstacles:
        if opening.kind in ("door", "window", "mansion-door"):
            assert {tuple(corner) for corner in opening.geometry.coordinates[0]} <= corners, opening.id


@every_tile
def test_walls_stand_between_floors_and_the_ground_and_never_on_a_floor(tile: TileDesign) -> None:
    """H-124."""
    kinds = ("wall", "door", "window", "mansion-door")
    walls = shapely.union_all([solid(part) for part in of_kind(tile, *kinds)])
    for area in tile.areas:
        if area.kind != "summoning-circle":
            floor = solid(area)
            assert floor.intersection(walls).area < 1e-9
            assert floor.buffer(0.17, join_style="mitre").difference(floor.union(walls)).area < 1e-3


@every_tile
def test_a_base_walks_from_every_place_to_every_other(tile: TileDesign) -> None:
    """Ground that is shut in would be no ground (H-114, H-120); the mansion's doors are open here."""
    board = shapely.box(-2, -2, tile.size_in + 2, tile.size_in + 2)  # neighbours keep their edges free too
    total = shapely.union_all([solid(part) for part in of_kind(tile, *TOTAL)])
    ground = board.difference(total.buffer(BASE_RADIUS_IN, quad_segs=16))
    assert all(ground.intersects(solid(door)) for door in of_kind(tile, "door", "mansion-door"))
    pieces = [part for part in shapely.get_parts(ground) if part.area > 1e-6]
    assert len(pieces) == 1
    for area in tile.areas:
        if area.kind != "summoning-circle":
            assert solid(area).buffer(-BASE_RADIUS_IN).intersects(pieces[0])


def test_tiles_differ() -> None:
    outlines = [shapely.union_all([solid(part) for part in tile.obstacles]) for tile in TILES]
    for a, b in itertools.combinations(outlines, 2):
        assert a.symmetric_difference(b).area > 0.5 * max(a.area, b.area)


def test_a_placed_tile_keeps_its_shapes_and_carries_its_name() -> None:
    tile = library()["strange-old-shack"]
    obstacles, areas = place(tile, Tile(tile.name, 9.0, 18.0, rotation_deg=90.0))
    assert [obstacle.id for obstacle in obstacles] == [f"{tile.name}/{part.id}" for part in tile.obstacles]
    assert areas[0].id == "strange-old-shack/shack-1"
    for before, after in zip(parts(tile.obstacles, tile.areas), parts(obstacles, areas), strict=True):
        a, b = solid(before), solid(after)
        assert b.area == pytest.approx(a.area, abs=1e-9)
        x, y = a.centroid.coords[0]
        assert b.centroid.coords[0] == pytest.approx((9.0 - y, 18.0 + x), abs=1e-9)


@every_tile
def test_the_drawing_shows_what_hinders_where_it_hinders(tile: TileDesign) -> None:
    shapes = drawing(tile)
    for kind in ("wall", "window", "door", "mansion-door", "tree", "bush", "tombstone"):
        drawn = [shapely.Polygon(ink.points) for ink in shapes if ink.role == kind and not ink.width_in]
        hinders = [solid(part) for part in of_kind(tile, kind)]
        apart = shapely.union_all(drawn).symmetric_difference(shapely.union_all(hinders))
        assert apart.area < 0.01 * max(1, len(hinders)), kind


@every_tile
def test_doors_are_red_windows_light_blue_and_the_title_is_at_the_bottom(tile: TileDesign) -> None:
    """H-022, H-024."""
    shapes = drawing(tile)
    bars = [ink.rgb for ink in shapes if ink.role in ("door", "mansion-door") and len(ink.points) < 8]
    assert all(red > 3 * max(green, blue) for red, green, blue in bars)
    panes = [ink.rgb for ink in shapes if ink.role == "window"]
    assert all(blue > green > red for red, green, blue in panes)
    (title,) = [ink for ink in shapes if ink.text == tile.title]
    assert title.points[0][1] < 0.75


def broken(name: str, change: Callable[[dict[str, object]], object]) -> bytes:
    written = source(name)
    change(written)
    return json.dumps(written).encode()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda w: w.update(format="pennysight-tile/9"), "unknown tile format 'pennysight-tile/9'"),
        (lambda w: w.update(treees=[]), "unknown field `treees`"),
        (lambda w: w.pop("title"), "missing required field `title`"),
        (lambda w: w.update(trees=[{"at": [1, "2"], "radius_in": 0.5}]), "$.trees[0].at[1]"),
        (lambda w: w["buildings"][0]["doors"].append([[1, 1], [2, 2]]), "door from [1.0, 1.0] to [2.0, 2.0]"),
        (
            lambda w: w["buildings"][0]["rooms"][0].update(floor=[[1, 1], [2, 2], [2, 1], [1, 2]]),
            "ring of corners",
        ),
        (lambda w: w["buildings"][0]["rooms"][0].update(floor=[[1, 1], [2, 2]]), "rooms[0].floor`"),
        (lambda w: w["buildings"][0]["doors"].append([[5.6, 6], [5.6, 6]]), "two ends that differ"),
        (
            lambda w: w.update(walls=[[[1, 1], [3, 1], [3, 3], [1, 3], [1, 1]]]),
            "[1.0, 3.0], [1.0, 1.0]] closes on itself",
        ),
        (lambda w: w.update(walls=[[[3, 3]]]), "of length >= 2 - at `$.walls[0]`"),
        (
            lambda w: w.update(trees=[{"at": [1e300, 2], "radius_in": 0.5}]),
            "<= 100.0 - at `$.trees[0].at[0]`",
        ),
        (lambda w: w.update(trees=[{"at": [1, 2], "radius_in": 0}]), "> 0.0 - at `$.trees[0].radius_in`"),
        (lambda w: w.update(wall_in=0), "> 0.0 - at `$.wall_in`"),
        (lambda w: w.update(ground="moon"), "'moon' - at `$.ground`"),
    ],
)
def test_a_tile_that_makes_no_sense_is_refused(change: Callable[..., object], says: str) -> None:
    with pytest.raises(TileError) as refusal:
        design(read_tile_file(broken("storm-hollow", change)))
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_tile_that_is_not_json_says_so() -> None:
    for written, says in (
        ("{,", "this is not a tile file: JSON is malformed"),
        (b"\xff", "this is not a tile file: JSON is malformed"),
        ("", "this is not a tile file: input data was truncated"),
        ("[" * 100_000, "this is not a tile file: expected `object`, got `array`"),
    ):
        with pytest.raises(TileError, match=says):
            read_tile_file(written)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda w: w.update(name="Storm Hollow"), "the name is 'Storm Hollow'"),
        (lambda w: w.update(number=50), "the number is 50"),
        (lambda w: w.update(size_in=8.5), "size_in is 8.5"),
        (lambda w: w.update(title=" "), "the title is ' '"),
        (lambda w: w.update(title="The Place Where Nobody Has Been"), "expected 1 to 29 letters"),
        (lambda w: w.update(title="Łódź"), "has the letter 'Ł'"),
        (lambda w: w.update(walls=[[[3, 3], [3, 3]]]), "has no size"),
        (lambda w: w.update(fences=[[[3, 3], [3, 3]]]), "fence-1 has no size"),
        (
            lambda w: w.update(patches=[{"kind": "mud", "outline": [[1, 1], [2, 2], [2, 1], [1, 2]]}]),
            "patch 1 (mud) has an outline that crosses itself",
        ),
        (
            lambda w: w.update(
                summoning_circle={"at": [3, 3], "radius_in": 1, "innermost_in": 1, "rgb": [0, 0, 0]}
            ),
            "expected less than its radius, 1 in",
        ),
        (lambda w: w["trees"].append({"at": [0.9, 8.0], "radius_in": 0.4}), "north-west corner"),
        (
            lambda w: w["trees"].append({"at": [8.5, 4.0], "radius_in": 0.4}),
            "nearer than 0.45 in to the tile's edge",
        ),
        (lambda w: w["bushes"].append({"at": [4.5, 0.8], "radius_in": 0.3}), "title's"),
        (lambda w: w["bushes"].append({"at": [4.3, 6.0], "radius_in": 0.3}), "leave a gap of 0.8"),
        (lambda w: w["buildings"][0].update(doors=[]), "shack-1 has no door"),
        (
            lambda w: w["buildings"][0].update(doors=[], windows=[]),
            "shack-1 is shut to a base of 0.75 in",
        ),
        (
            lambda w: w.update(
                trees=[],
                bushes=[],
                walls=[[[1.2, 3.4], [1.2, 1.2], [3.2, 1.2]], [[1.2, 3.4], [3.2, 3.4], [3.2, 1.2]]],
            ),
            "is shut in, expected a way for a base",
        ),
        (lambda w: w["buildings"][0].update(windows=[[[6.4, 8.1], [6.9, 8.1]]]), "window-1 is 0.50 in wide"),
    ],
)
def test_a_tile_that_does_not_play_is_told_why(change: Callable[..., object], says: str) -> None:
    found = faults(design(read_tile_file(broken("storm-hollow", change))))
    assert any(says in fault for fault in found), found


def test_the_titles_are_the_published_ones() -> None:
    """H-020."""
    assert [tile.title for tile in TILES[4:]] == [
        "Thuh Mansion",
        "Marsh End",
        "Storm Hollow",
        "Witch Grove",
        "Old Oak Road",
        "Lonesome Road",
        "Judgement Field",
        "Mason Lane",
        "Devil Hill",
        "Old Bishop Place",
        "Jacob's Rest",
        "The Strange Old Shack",
        "The Crossroads",
        "Black Goat Field",
    ]


@every_tile
def test_home_tiles_alone_carry_a_faction_in_their_lower_right_corner(tile: TileDesign) -> None:
    """H-022."""
    letters = [ink for ink in drawing(tile) if ink.text and ink.text != tile.title]
    assert len(letters) == (tile.name in HOMES)
    for faction in letters:
        (x, y) = faction.points[0]
        assert x > 4.5
        assert y < 0.75
        assert faction.text == tile.written.faction


def test_tiles_play_differently() -> None:
    """By the straight lines that are blocked between places far apart: some are woods, some are fields."""
    rng = np.random.default_rng(3)
    starts, ends = rng.uniform(0.4, 8.6, (2, 4000, 2))
    far = np.hypot(*(starts - ends).T) > 2
    blocked = []
    for tile in TILES:
        total = shapely.union_all([solid(part) for part in of_kind(tile, *TOTAL, "mansion-door")])
        partial = shapely.union_all([solid(part) for part in of_kind(tile, "window", "fence", "tombstone")])
        within = shapely.contains_xy(total, starts) | shapely.contains_xy(total, ends)
        lines = shapely.linestrings(np.stack([starts, ends], axis=1)[far & ~within])
        stopped = shapely.intersects(lines, total)
        blocked.append(float(stopped.mean()))
        hindered = stopped | shapely.intersects(lines, partial)
        assert hindered.mean() > 0.2, f"{tile.name} gives no cover"
        assert shapely.box(0.375, 0.375, 8.625, 8.625).difference(total.buffer(0.375)).area > 0.4 * 68
    assert max(blocked) - min(blocked) > 0.4
    assert np.std(blocked) > 0.1


def test_the_schema_knows_every_field_and_allows_no_other() -> None:
    schema = json.loads(tile_schema())
    assert schema["$schema"].endswith("2020-12/schema")
    parts = schema["$defs"]
    assert parts["TileFile"]["properties"]["format"]["const"] == "pennysight-tile/1"
    assert all(part["additionalProperties"] is False for part in parts.values())
    for name in TILE_NAMES:
        written = source(name)
        assert written.keys() <= parts["TileFile"]["properties"].keys()
        assert set(parts["TileFile"]["required"]) <= written.keys()
    assert parts["Disc"]["properties"]["radius_in"]["exclusiveMinimum"] == 0


def test_two_tiles_may_not_share_a_number_or_a_name() -> None:
    """Their markers, or what the table calls them, would be the same."""

    def tile(name: str, number: int) -> TileDesign:
        return design(read_tile_file(broken("storm-hollow", lambda w: w.update(name=name, number=number))))

    assert clashes([tile("my-tile", 18), tile("another", 19)], library()) == []
    assert clashes([tile("storm-hollow", 6)], library()) == [], "one's own print of a tile that there is"
    for taken in ([tile("my-tile", 6)], [tile("my-tile", 18), tile("another", 18)]):
        assert "expected one from 18 up" in clashes(taken, library())[0]
    for taken in ([tile("storm-hollow", 18)], [tile("my-tile", 18), tile("my-tile", 19)]):
        assert "has that name" in clashes(taken, library())[0]
