"""A whole table in the middle of an evening, for the pictures in the README."""

from pennysight.rules.scene import Board, Figure, Scene, Tile, Token
from pennysight.rules.tile_library import library, place

from tests.webapp.page.tables import figure

LAYOUT = (  # from the north-west corner, across, then down
    ("marsh-home", "lonesome-road", "witch-grove", "cult-home"),
    ("devil-hill", "thuh-mansion", "crossroads", "jacobs-rest"),
    ("judgement-field", "storm-hollow", "old-bishop-place", "mason-lane"),
    ("deghoule-home", "marsh-end", "strange-old-shack", "whateley-home"),
)
TILE_IN = 9.0


def evening() -> Scene:
    """Sixteen tiles laid as people lay them, a hair off and a hair turned, and the four factions at it."""
    tiles = [
        Tile(
            name,
            column * TILE_IN + 0.02 * ((7 * column + 3 * row) % 5 - 2),
            (3 - row) * TILE_IN + 0.02 * ((2 * column + 5 * row) % 5 - 2),
            0.15 * ((3 * column + 2 * row) % 5 - 2),
            0.01,
        )
        for row, names in enumerate(LAYOUT)
        for column, name in enumerate(names)
    ]
    grounds = [place(library()[tile.tile], tile) for tile in tiles]
    return Scene(
        board=Board(4 * TILE_IN, 4 * TILE_IN),
        tiles=tiles,
        obstacles=[obstacle for obstacles, _ in grounds for obstacle in obstacles],
        areas=[area for _, areas in grounds for area in areas],
        figures=_figures(),
        tokens=[Token(133, "item", 14.2, 13.4, 20.0, 0.02), Token(105, "dead", 16.2, 28.4, 65.0, 0.02)],
    )


def _figures() -> list[Figure]:
    return [
        figure("marsh-1", 13.45, 23.4, 270.0),
        figure("marsh-2", 11.4, 23.4, 0.0),
        figure("marsh-3", 4.6, 20.2, 20.0),
        figure("marsh-4", 13.4, 28.2, 270.0),
        figure("marsh-5", 17.6, 25.8, 300.0),
        figure("deghoule-1", 14.4, 17.3, 80.0),
        figure("deghoule-2", 9.9, 13.4, 60.0),
        figure("deghoule-3", 13.2, 11.2, 45.0),
        figure("deghoule-4", 22.9, 15.7, 300.0, hat="stun"),
        figure("deghoule-5", 5.6, 7.9, 60.0),
        figure("deghoule-6", 4.5, 4.5, 45.0),
        figure("whateley-1", 25.0, 16.4, 200.0),
        figure("whateley-2", 22.1, 11.9, 100.0),
        figure("whateley-3", 28.9, 14.7, 180.0),
        figure("whateley-4", 31.4, 4.5, 120.0),
        figure("whateley-5", 21.0, 8.3, 95.0),
        figure("whateley-6", 31.27, 21.97, 45.0),
        figure("cult-1", 13.45, 20.7, 90.0),
        figure("cult-2", 19.6, 22.6, 150.0),
        figure("cult-3", 22.6, 22.4, 265.0),
        figure("cult-4", 32.0, 22.7, 225.0),
        figure("cult-5", 31.4, 31.5, 225.0),
        figure("cult-6", 26.9, 22.9, None),
    ]
