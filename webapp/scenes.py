"""From what vision knows of the table, and the tile library, to the scene that the rules read."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec
from pennysight.calibration import printspec
from pennysight.calibration.board import TilePose
from pennysight.rules.scene import Area, Board, Figure, Obstacle, Scene, Tile, Token
from pennysight.rules.tile_library import library, place
from pennysight.vision.observation import Hat, Observation, SeenFigure, SeenToken
from pennysight.vision.shack_patch import Shack
from pennysight.vision.tracker import Place, TrackedFigure, TrackedTable, figures_under

UNKNOWN_FACTION = "unknown"


def tracked_scene(table: TrackedTable) -> Scene | None:
    """The scene of a tracked table, None while none has been seen.

    A held figure stands where it was last seen. A hidden one may have left the table, and one
    that people say is gone has: they are not in the scene.
    """
    if not table.board_width_in:
        return None
    figures = [
        msgspec.structs.replace(_figure(figure, figure.place), hat=figure.hat, dead=figure.dead)
        for figure in table.figures
        if figure.state not in ("hidden", "gone")
    ]
    board = Board(table.board_width_in, table.board_height_in)
    return _scene(board, table.tiles, figures, table.tokens)


def shown_figures(observation: Observation) -> list[tuple[SeenFigure, Hat | None]]:
    """The figures of a picture's scene, in its order, with their hats: last those that only a hat shows.

    Nobody knows the faction of such a one: a hat's colour is that of whoever placed it (H-014).
    """
    hatted = zip(figures_under(observation.hats, ()), observation.hats, strict=True)
    bareheaded: list[tuple[SeenFigure, Hat | None]] = [(figure, None) for figure in observation.figures]
    return bareheaded + [(figure, hat.kind) for figure, hat in hatted]


def observed_scene(observation: Observation) -> Scene | None:
    """The scene that one picture shows, None when it shows no table."""
    table = observation.table
    if table is None:
        return None
    return _scene(
        Board(table.width_in, table.height_in),
        table.tiles,
        [msgspec.structs.replace(_figure(seen, seen), hat=hat) for seen, hat in shown_figures(observation)],
        observation.tokens,
    )


def tile_numbers() -> dict[int, str]:
    """The tiles that may lie on the table, by the number that their markers carry."""
    return printspec.TILE_NUMBERS | {design.number: design.name for design in library().values()}


def shacks(poses: Iterable[TilePose]) -> list[Shack]:
    """The shacks on tiles that lie so, by the ids that their areas have in a scene."""
    areas = [(area, pose) for pose in poses for area in _ground(_tile(pose))[1] if area.kind == "shack"]
    # A polygon's last corner is its first again.
    return [
        Shack(area.id, tuple((x, y) for x, y in area.geometry.coordinates[0][:-1]), pose)
        for area, pose in areas
    ]


def unknown_tiles(scene: Scene) -> list[str]:
    """The tiles of a scene whose walls nobody knows, for they are not in the library."""
    return sorted({tile.tile for tile in scene.tiles} - library().keys())


def _scene(
    board: Board, poses: Iterable[TilePose], figures: list[Figure], tokens: Iterable[SeenToken]
) -> Scene:
    tiles = [_tile(pose) for pose in poses]
    grounds = [_ground(tile) for tile in tiles]
    return Scene(
        board=board,
        tiles=tiles,
        obstacles=[obstacle for obstacles, _ in grounds for obstacle in obstacles],
        areas=[area for _, areas in grounds for area in areas],
        figures=figures,
        tokens=[
            Token(
                token.marker,
                _token_kind(token.marker),
                token.x_in,
                token.y_in,
                token.rotation_deg,
                token.sd_in,
            )
            for token in tokens
        ],
    )


def _figure(seen: SeenFigure | TrackedFigure, place: SeenFigure | Place) -> Figure:
    return Figure(
        id=seen.id,
        faction=seen.faction or UNKNOWN_FACTION,
        x_in=place.x_in,
        y_in=place.y_in,
        facing_deg=place.facing_deg,
        sd_in=seen.sd_in,
        sd_deg=seen.sd_deg,
    )


@lru_cache(maxsize=256)
def _ground(tile: Tile) -> tuple[list[Obstacle], list[Area]]:
    """What is printed on a tile, where it lies. Tiles mostly lie where they lay in the last frame."""
    design = library().get(tile.tile)
    return ([], []) if design is None else place(design, tile)


def _tile(pose: TilePose) -> Tile:
    return Tile(pose.tile, pose.x_in, pose.y_in, pose.rotation_deg, pose.sd_in, pose.side_in)


def _token_kind(marker: int) -> str:
    if marker in printspec.DEAD_FIGURE_IDS:
        return "dead"
    return "flag" if marker in printspec.FLAG_IDS else "item"
