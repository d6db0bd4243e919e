"""Where a figure can get to (H-103 to H-124, HA-09 to HA-14).

The ground under the base's centre is what is judged (HA-11): total obstacles and standing figures are kept
clear of by the base's radius, partial obstacles cost 2 in when the centre crosses them, doors and windows
are always wide enough (HA-12), and the board's edge gives room as long as ground shows (H-121). The centre
stays on the board (H-122); the base may hang over its edge.

What a figure may do this turn (stunned, movement spent, in melee) is for the game to say; here is only the
ground.
"""

from typing import Any

import msgspec
import numpy as np
import shapely
from pennysight.rules.moving.footing import no_start, unconscious
from pennysight.rules.moving.ground import ground
from pennysight.rules.moving.questions import check_movement, mover_of, place_of, said
from pennysight.rules.moving.region import region
from pennysight.rules.path import Path, PathAnswer
from pennysight.rules.scene import Figure, Geometry, Scene

FORMAT = "pennysight-reach/1"
_DECIMALS = 4  # of the inches that outlines are told in


class Reach(msgspec.Struct, frozen=True):
    """All places the base's centre can get to with `move_in`: a MultiPolygon in inches, board frame.

    Round outlines are within 0.02 in. `because` says why there is nowhere to go where that is so.
    """

    figure: str
    move_in: float
    region: Geometry
    because: str | None = None


def reach(scene: Scene, figure_id: str, move_in: float) -> Reach:
    """All places that the figure can get to and end at (HA-10, HA-14) with `move_in` inches of movement.

    Raises `ReachError` for a figure that is not there or dead, or a movement that is none or above
    `MOST_MOVE_IN`: no turn gives a figure so much, and all the ways of such length are too many to follow.
    Raises `SceneError` for a senseless shape.
    """
    mover = mover_of(scene, figure_id)
    check_movement(move_in)
    start = place_of(mover)
    land = ground(scene, mover)
    stuck = no_start(scene, mover, land)
    if stuck is not None:
        return Reach(figure_id, move_in, Geometry("MultiPolygon", []), stuck)
    ends = shapely.difference(region(land, start, move_in), _lying_about(scene, mover))
    told = _multipolygon(ends)
    nowhere = f"{figure_id} gets nowhere from {said(start)} with {move_in:g} in of movement [H-103, H-104]"
    return Reach(figure_id, move_in, told, None if told.coordinates else nowhere)


def reach_json(reach: Reach, answer: PathAnswer | None = None) -> bytes:
    """`pennysight-reach/1`, with the path to a place where an answer is given."""
    return msgspec.json.encode(to_builtins(reach, answer))


def to_builtins(reach: Reach, answer: PathAnswer | None = None) -> dict[str, Any]:
    """What `reach_json` writes, as dictionaries and lists."""
    told: dict[str, Any] = {
        "format": FORMAT,
        "figure": reach.figure,
        "move_in": reach.move_in,
        "region": msgspec.to_builtins(reach.region),
    }
    if answer is not None:
        told |= {"to": list(answer.to_in), **_path_builtins(answer.path), "affordable": answer.affordable}
        told |= {"sure": answer.sure, "margin_in": answer.margin_in, "doubt": answer.doubt}
        told["avoiding"] = None if answer.avoiding is None else _path_builtins(answer.avoiding)
    because = reach.because if answer is None else answer.because
    return told if because is None else told | {"because": because}


def _path_builtins(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {"path": None}
    return {
        "path": [list(point) for point in path.points],
        "length_in": path.length_in,
        "partials_crossed": path.partials_crossed,
        "cost_in": path.cost_in,
        "in_range_of": path.in_range_of,
    }


def _multipolygon(shape: shapely.Geometry) -> Geometry:
    """The polygons of a shape with rounded corners, without hairlines that rounding would turn over."""
    return Geometry(
        "MultiPolygon",
        [
            [np.round(ring.coords, _DECIMALS).tolist() for ring in (part.exterior, *part.interiors)]
            for part in shapely.get_parts(shapely.set_precision(shape, 10.0**-_DECIMALS))
            if isinstance(part, shapely.Polygon) and not part.is_empty
        ],
    )


def _lying_about(scene: Scene, mover: Figure) -> shapely.Geometry:
    """Where the base would overlap an unconscious figure, on which it must not end (HA-14)."""
    lying = unconscious(scene, mover)
    radius = [(figure.base_in + mover.base_in) / 2 for figure in lying]
    places = shapely.points([(figure.x_in, figure.y_in) for figure in lying]) if lying else []
    return shapely.union_all(shapely.buffer(places, radius))
