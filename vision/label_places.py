"""Where labels are stuck on their tiles, and where a tile lies by its label."""

import msgspec
import numpy as np
from pennysight.calibration.board import TilePose
from pennysight.calibration.frame import TILE_SD
from pennysight.calibration.printspec import TILE_LABEL_SIDE_IN, PrintSizes
from pennysight.calibration.projection import Array, View
from pennysight.vision.tile_labels import SeenLabel

_MOST_AWAY_IN = 1.0
_LIES_STRAIGHT_SD = 4.0
_ASKEW_SD = np.array([1.0, 1.0, np.deg2rad(15.0)])


class LabelPlace(msgspec.Struct, frozen=True):
    """Where the middle of a label's code is on its tile, told from the south-west corner, and its turn there.

    `times` is how many times as large as drawn it is; `sd_in` and `sd_deg` how well all that is known.
    """

    x_in: float
    y_in: float
    turn_deg: float
    times: float
    sd_in: float
    sd_deg: float


def in_its_corner(sizes: PrintSizes) -> LabelPlace:
    """A label that was cut out square and stuck into its tile's north-east corner, as people do that."""
    middle_in = sizes.side_in - sizes.scale * TILE_LABEL_SIDE_IN / 2
    return LabelPlace(middle_in, middle_in, 0.0, sizes.scale, sd_in=0.03, sd_deg=1.0)


def where_registered(label: SeenLabel) -> LabelPlace:
    """A label as it is seen on its tile, whose corners people tell about so well."""
    return LabelPlace(label.x_in, label.y_in, label.turn_deg, label.times, sd_in=0.02, sd_deg=0.3)


def lay(
    label: SeenLabel, place: LabelPlace, view: View, side_in: float, cell_centre_in: Array
) -> TilePose | None:
    """The tile that lies about a cell's centre, by where its label is; None where it would lie elsewhere.

    A tile lies about straight in its cell, and so near its middle, as people lay tiles: that holds its turn
    better than a label stuck on by hand does. One that plainly lies askew is not held.
    """
    seen_in, seen_rad = np.array([label.x_in, label.y_in]), np.deg2rad(label.turn_deg - place.turn_deg)
    arm_in = np.array([place.x_in, place.y_in]) - side_in / 2
    if np.linalg.norm(seen_in - _turned(arm_in, seen_rad) - cell_centre_in) > _MOST_AWAY_IN:
        return None
    straight_rad = np.round(seen_rad / (np.pi / 2)) * np.pi / 2
    about = _turned(arm_in, straight_rad)
    by_state = np.array([(1.0, 0.0, -about[1]), (0.0, 1.0, about[0]), (0.0, 0.0, 1.0)])
    noise = _noise(label, place, view)
    away = np.append(seen_in - cell_centre_in - about, seen_rad - straight_rad)
    held = np.diag(TILE_SD**2)
    off = away @ np.linalg.solve(by_state @ held @ by_state.T + noise, away)
    if off > _LIES_STRAIGHT_SD**2:
        held = np.diag(_ASKEW_SD**2)
    gain = held @ by_state.T @ np.linalg.inv(by_state @ held @ by_state.T + noise)
    lies, covariance = gain @ away, held - gain @ by_state @ held
    turn_rad = straight_rad + lies[2]
    corner_in = cell_centre_in + lies[:2] - _turned(np.full(2, side_in / 2), turn_rad)
    spread_in2 = side_in**2 / 6
    return TilePose(
        tile=label.tile,
        x_in=float(corner_in[0]),
        y_in=float(corner_in[1]),
        rotation_deg=float(np.rad2deg(turn_rad)),
        sd_in=float(np.sqrt((covariance[0, 0] + covariance[1, 1] + spread_in2 * covariance[2, 2]) / 2)),
        sd_deg=float(np.rad2deg(np.sqrt(covariance[2, 2]))),
        side_in=side_in,
    )


def _noise(label: SeenLabel, place: LabelPlace, view: View) -> Array:
    """Covariance (3, 3) of a label's place and turn as they tell of its tile: inches, inches, radians."""
    noise = np.zeros((3, 3))
    place_px = view.to_pixels([(label.x_in, label.y_in, 0.0)])
    noise[:2, :2] = view.plane_covariance_in2(place_px)[0] + (label.sd_in**2 + place.sd_in**2) * np.eye(2)
    noise[2, 2] = np.deg2rad(np.hypot(label.sd_deg, place.sd_deg)) ** 2
    return noise


def _turned(point_in: Array, turn_rad: float) -> Array:
    cos, sin = np.cos(turn_rad), np.sin(turn_rad)
    return np.array([cos * point_in[0] - sin * point_in[1], sin * point_in[0] + cos * point_in[1]])
