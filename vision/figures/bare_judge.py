"""Whether a pose is a bare figure's, whose, and how far off: a network looks at both faces and round them.

A face is seen flat, as if from before it, whichever way it is turned, in colours relative to a faction's own.
One network thus judges every faction, and those whose colours were learnt from a picture.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pennysight.vision.figures.bare_model import SIDES, BareModel, on_face, visible
from pennysight.vision.figures.bare_net import Net
from pennysight.vision.figures.colour_maps import ColourMaps, relative_to
from pennysight.vision.figures.even_light import sample
from pennysight.vision.figures.level import Array, Floats

ACROSS, DOWN, LOOKS = 16, 20, 3
_GRID = np.stack(
    np.meshgrid(np.linspace(-0.3, 1.3, ACROSS), np.linspace(-0.18, 1.144, DOWN)), axis=-1
).reshape(-1, 2)
"""Where a face is looked at, in face coordinates: as far round it as it is to its neighbours."""
_WITHIN = _GRID[((_GRID > 0) & (_GRID < 1)).all(axis=1)].astype(np.float32)
MOST_FLAT = 0.15
NEVER = -50.0
"""The log odds of what cannot be."""
OFF_UNITS = np.array([0.05, 0.05, 0.1])
"""What the network's answers of how far off a pose is are multiples of: in, in, radians."""
LOG_SD_RANGE = (-4.0, 2.0)
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
    """Looks and sizes as the network takes them, for figures of one ink: (N, channels, DOWN, ACROSS)."""
    count, sides = size.shape
    of_ink = relative_to(ink, seen).reshape(count, sides, DOWN, ACROSS, LOOKS)
    of_ink = of_ink.transpose(0, 1, 4, 2, 3).reshape(count, sides * LOOKS, DOWN, ACROSS)
    sizes = np.broadcast_to(size[:, :, None, None], (count, sides, DOWN, ACROSS))
    return np.concatenate([of_ink, sizes], axis=1)


@dataclass(frozen=True, eq=False)
class Judged:
    """What the network makes of poses: by faction, how much likelier a figure of it than none, in log, (N,
    factions), and how far forward, to the left (in) and turned (radians) the likeliest one is, (N, 3), with
    deviations.
    """

    by_faction: Array
    off: Array
    off_sd: Array


def judged(face: Net, model: BareModel, maps: ColourMaps, poses: Array, inks: Mapping[str, Array]) -> Judged:
    """The poses (N, 3), N at least 1, looked at in the inks of all factions."""
    seen, size = face_looks(model, maps, poses)
    answers = face.answers(np.concatenate([for_net(seen, size, ink) for ink in inks.values()]))
    by_ink: Array = answers.reshape(len(inks), len(poses), -1).transpose(1, 0, 2).astype(float)
    by_faction = by_ink[..., 0].copy()
    likeliest = by_ink[np.arange(len(poses)), by_faction.argmax(axis=1)]
    by_faction[lies_flat(model, maps, poses)] = NEVER
    off_sd = np.exp(np.clip(likeliest[:, 4:], *LOG_SD_RANGE)) * OFF_UNITS
    return Judged(by_faction, likeliest[:, 1:4] * OFF_UNITS, off_sd)
