"""Whether a fitted pose is a bare figure, and whose: a network looks at both faces and what is round them.

A face is seen flat, as if from before it, whichever way it is turned, in colours relative to a faction's own.
One network thus judges every faction, and those whose colours were learnt from a picture.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from pennysight.vision.figures.bare_model import SIDES, BareModel, on_face, visible
from pennysight.vision.figures.bare_net import Net
from pennysight.vision.figures.colour_maps import ColourMaps, relative_to
from pennysight.vision.figures.even_light import sample
from pennysight.vision.figures.level import Array, Floats

ACROSS, DOWN, LOOKS = 12, 14, 3
_GRID = np.stack(
    np.meshgrid(np.linspace(-0.3, 1.3, ACROSS), np.linspace(-0.18, 1.144, DOWN)), axis=-1
).reshape(-1, 2)
"""Where a face is looked at, in face coordinates: as far round it as it is to its neighbours."""
_WITHIN = _GRID[((_GRID > 0) & (_GRID < 1)).all(axis=1)].astype(np.float32)
MOST_FLAT = 0.15
PLAIN_AREA_PX, MOST_SIZE = 400.0, 1.5


def face_looks(model: BareModel, maps: ColourMaps, poses: Array) -> tuple[Floats, Floats]:
    """Looks (N, sides, points, 3) of the faces, 0 for those turned away, and their sizes (N, sides)."""
    corners = model.faces(maps.picture, poses)
    seen = np.zeros((len(poses), len(SIDES), len(_GRID), LOOKS), np.float32)
    size = np.zeros((len(poses), len(SIDES)), np.float32)
    for k, side in enumerate(SIDES):
        shown = visible(corners[side], side)
        if len(shown.index):
            seen[shown.index, k] = sample(maps.fine, on_face(shown.corners, _GRID.astype(np.float32)))
            size[shown.index, k] = np.minimum(np.sqrt(shown.area_px / PLAIN_AREA_PX), MOST_SIZE)
    return seen, size


def lies_flat(model: BareModel, maps: ColourMaps, poses: Array) -> NDArray[np.bool_]:
    """Which of the poses (N, 3) would hide something flat that is known to lie open."""
    hidden = np.zeros(len(poses), bool)
    corners = model.faces(maps.picture, poses)
    for side in SIDES:
        shown = visible(corners[side], side)
        if len(shown.index):
            flat = sample(maps.flat, on_face(shown.corners, _WITHIN)).mean(axis=1)
            hidden[shown.index] |= flat > MOST_FLAT
    return hidden


def for_net(seen: Floats, size: Floats, ink: Array) -> Floats:
    """Looks and sizes as the network takes them (N, features), for figures of one ink."""
    return np.hstack([relative_to(ink, seen).reshape(len(seen), -1), size])


def log_odds(face: Net, model: BareModel, maps: ColourMaps, poses: Array, inks: Mapping[str, Array]) -> Array:
    """For each pose (N, 3) and faction, how much likelier a figure of it than none: (N, factions), in log."""
    seen, size = face_looks(model, maps, poses)
    return np.column_stack([face.answers(for_net(seen, size, ink)) for ink in inks.values()]).astype(float)
