"""Pictures from which the networks for bare figures learn: given ones, and ones with figures drawn in."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose
from pennysight.calibration.printspec import FACTIONS, FOLD_HEIGHT_IN, TILE_NUMBERS
from pennysight.rules.tile_library import library
from pennysight.vision.figures.bare import PRINTED_INKS
from pennysight.vision.figures.bare_model import SIDES, BareModel, signed_area_px
from pennysight.vision.figures.colour_maps import ColourMaps, colour_maps
from pennysight.vision.figures.even_light import EvenPicture, even_picture
from pennysight.vision.markers import linear_grey
from pennysight.vision.simulated.script import Script
from pennysight.vision.simulated.table import SimulatedCamera
from pennysight.vision.table import see_table
from pennysight.webapp.tile_art import tile_art

from benchmarks.detection import align, tile_corners, true_camera
from benchmarks.drawn_bare import FigureArtist, draw_loose, random_ink, random_light

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
Whole = NDArray[np.intp]

INKS = np.array(list(PRINTED_INKS.values()))
FIGURES, LOOSE = (25, 55), 14
OTHER_INK = 0.25
"""This share of the drawn figures is in colours that no faction here has."""
LEAST_SHOWN = 0.4
"""Figures that show less of themselves are neither right nor wrong to find."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture and what stands on its table: poses (N, 3), inks (N, 3), factions (N), -1 for other inks,
    and the share of each figure that shows; `capped` (M, 2) are capped figures.
    """

    table: TablePose
    model: BareModel
    picture: EvenPicture
    capped: Array
    poses: Array
    inks: Array
    factions: Whole
    shown: Array

    def maps(self) -> ColourMaps:
        return colour_maps(self.picture)


def seen_scene(folder: Path, name: str) -> Scene:
    """A given picture, with its truth laid on the board as it is seen."""
    truth = json.loads((folder / f"{name}.truth.json").read_text())
    image = np.asarray(cv2.imread(str(folder / truth["image"])), np.uint8)
    table = see_table(linear_grey(image), true_camera(truth), TILE_NUMBERS).pose
    tiles = {tile.tile: tile for tile in table.tiles}
    pairs = [(tile, tiles[tile["tile"]]) for tile in truth["tiles"] if tile["tile"] in tiles]
    onto = align(
        np.concatenate([tile_corners(tile["x"], tile["y"], tile["rotation_deg"]) for tile, _ in pairs]),
        np.concatenate([tile_corners(seen.x_in, seen.y_in, seen.rotation_deg) for _, seen in pairs]),
    )
    capped, bare = ([f for f in truth["figures"] if f["capped"] is which] for which in (True, False))
    facings = np.radians([onto.facing_deg(f["facing_deg"]) for f in bare])
    factions = np.array([FACTIONS.index(f["faction"]) for f in bare], np.intp)
    return Scene(
        table=table,
        model=BareModel(table, FOLD_HEIGHT_IN),
        picture=even_picture(image, table),
        capped=onto.places(_places(capped)),
        poses=np.column_stack([onto.places(_places(bare)), facings]),
        inks=INKS[factions],
        factions=factions,
        shown=np.array([f["visible_fraction"] for f in bare], float),
    )


def own_scene(layout: list[list[str]]) -> Scene:
    """A simulated table with tiles of ours, and nothing on it."""
    art = {name: tile_art(design) for name, design in library().items()}
    camera = SimulatedCamera(art, script=Script(layout, [], [], 1.0), paced=False)
    image = camera.draw(0)
    table = see_table(linear_grey(image), camera.camera, TILE_NUMBERS).pose
    nothing, none = np.empty((0, 3)), np.empty(0)
    return Scene(
        table=table,
        model=BareModel(table, FOLD_HEIGHT_IN),
        picture=even_picture(image, table),
        capped=np.empty((0, 2)),
        poses=nothing,
        inks=nothing,
        factions=none.astype(np.intp),
        shown=none,
    )


def _places(figures: Sequence[dict[str, Any]]) -> Array:
    return np.array([(figure["x"], figure["y"]) for figure in figures], float).reshape(-1, 2)


def drawn_scene(scene: Scene, rng: np.random.Generator) -> Scene:
    """The scene in somewhat other light, with figures and loose things drawn into it."""
    colour = scene.picture.colour * np.exp(rng.normal(0, 0.12) + rng.normal(0, 0.03, 3))
    picture = replace(scene.picture, colour=np.ascontiguousarray(colour, np.float32))
    light, view = random_light(picture.colour, rng), scene.table.view
    size = np.array([scene.table.width_in, scene.table.height_in])
    places = _free_places(scene.capped, size, int(rng.integers(*FIGURES)), rng)
    standing = np.concatenate([scene.capped, places])
    for place in rng.uniform(0, size, (LOOSE, 2)):
        if np.linalg.norm(standing - place, axis=1).min() > 1.6:
            draw_loose(picture, view, place, light, rng)
    places = places[np.argsort(-np.linalg.norm(places - view.centre_in[:2], axis=1))]
    poses = np.column_stack([places, rng.uniform(0, 2 * np.pi, len(places))])
    factions = rng.integers(0, len(FACTIONS), len(poses))
    factions[rng.random(len(poses)) < OTHER_INK] = -1
    inks = np.array([INKS[faction] if faction >= 0 else random_ink(rng) for faction in factions])
    artist = FigureArtist(picture, view, scene.model, light)
    for pose, ink in zip(poses, inks, strict=True):
        artist.draw(pose, ink * np.exp(rng.normal(0, 0.06, 3)), rng)
    np.clip(picture.colour, 0, 4, out=picture.colour)
    shown = _shown(scene.model, picture, poses)
    return replace(scene, picture=picture, poses=poses, inks=inks, factions=factions, shown=shown)


def _free_places(capped: Array, size: Array, count: int, rng: np.random.Generator) -> Array:
    """Places for bare figures, half of them next to others."""
    places: list[Array] = []
    for _ in range(100 * count):
        if len(places) == count:
            break
        if places and rng.random() < 0.5:
            turn = rng.uniform(0, 2 * np.pi)
            beside = rng.uniform(0.76, 1.3) * np.array([np.cos(turn), np.sin(turn)])
            place = places[rng.integers(len(places))] + beside
        else:
            place = rng.uniform(-0.3, size + 0.3)
        apart = np.linalg.norm(np.array([*capped, *places]).reshape(-1, 2) - place, axis=1)
        free = (apart[: len(capped)] > 1.1).all() and (apart[len(capped) :] > 0.76).all()
        if free and (place > -0.5).all() and (place < size + 0.5).all():
            places.append(place)
    return np.array(places)


def _shown(model: BareModel, picture: EvenPicture, poses: Array) -> Array:
    """What share of each figure the picture shows, those drawn later being in front."""
    faces, whose = model.faces(picture, poses), np.zeros(picture.colour.shape[:2], np.int32)
    whole = np.zeros(len(poses))
    for index in range(len(poses)):
        for side in SIDES:
            area = float(signed_area_px(faces[side][index : index + 1], side)[0])
            if area > 0:
                whole[index] += area
                cv2.fillConvexPoly(whose, np.rint(faces[side][index]).astype(np.int32), index + 1)
    return np.asarray(np.bincount(whose.ravel(), minlength=len(poses) + 1)[1:] / np.maximum(whole, 1.0))
