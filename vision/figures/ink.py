"""A faction's colour, learnt from one picture of its bare figures.

The figures are found without knowing it: their colour is tried all round the colour circle. Then it is taken
from their backs, which are printed in it all over, against the white of the markers near them.
"""

import colorsys
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import MarkerSighting, TablePose
from pennysight.calibration.printspec import FACTIONS
from pennysight.vision.figures.bare import BareFinder
from pennysight.vision.figures.bare_model import BareModel, on_face, signed_area_px
from pennysight.vision.figures.bare_site import grid
from pennysight.vision.figures.colour_maps import ColourMaps, colour_maps, ink_chroma
from pennysight.vision.figures.even_light import even_picture, open_markers, sample
from pennysight.vision.figures.level import Array
from pennysight.vision.figures.light import linear

Srgb = tuple[int, int, int]

NEAR_IN = 0.5
"""A figure said to stand at a place stands this near to it; pennies are wider than that."""
LEAST_BACK_PX = 100.0
VIVID_SHARE = 0.4
"""The patterned back's colour is that of this share of it, the most vivid."""
BACK_VIVID = 0.75
"""How vivid a back looks, blur and pattern included, against its ink."""
LEAST_VIVID = 0.25
ALIKE_DEG, LEAST_ALIKE = 25.0, 0.75
"""Backs of one faction lie this near to their median on the colour circle, but for a few that are covered."""
LEAST_APART_DEG = 45.0
"""Of figures whose colours lie this far apart, about one in sixty is taken for one of the other faction."""
_WHEEL_HUES, _FINE_HUES = 24, 180
_WHEEL_VIVID, _FINE_VIVID = (0.5, 0.9), tuple(np.linspace(0.2, 1.0, 17))
_BACK_AT = np.stack(np.meshgrid(np.linspace(0.05, 0.95, 14), np.linspace(0.05, 0.95, 20)), axis=-1)


class InkRefused(ValueError):  # noqa: N818  # like CalibrationRefused: the input is no error, the answer is no
    """The picture does not tell the colour; the message is one sentence with a next step."""


@dataclass(frozen=True, eq=False)
class LearntInk:
    """A faction's colour, of how many backs, and how far these lie from it on the colour circle (rms)."""

    srgb: Srgb
    backs: int
    spread_deg: float


def learn_ink(
    image: NDArray[np.uint8],
    table: TablePose,
    markers: Sequence[MarkerSighting],
    figure_height_in: float,
    at_in: Sequence[tuple[float, float]] = (),
) -> LearntInk:
    """The colour of the figures in a BGR image of one faction's, or of those that stand at some places.

    Raises:
        InkRefused: there are none, or no backs are seen, or they are of several colours or of none.
    """
    wheel = _wheel(_WHEEL_HUES, _WHEEL_VIVID)
    finder = BareFinder(table, figure_height_in, {str(srgb): linear(srgb) for srgb in wheel})
    picture = even_picture(image, table)
    maps = colour_maps(picture, open_markers(picture, markers))
    weighed = finder.weigh(maps, _places(table, at_in), ())
    # Each of the many colours is a chance to be wrong: figures must be plainer by as much.
    chances = np.log(len(wheel) / len(FACTIONS))
    weighed = replace(weighed, of_place=weighed.of_place - chances)
    kept = weighed.standing(np.empty((0, 2)))
    if at_in:
        kept = [n for n in kept if _apart_in(weighed.poses[n : n + 1, :2], at_in) < NEAR_IN]
    if not kept:
        where = "stands at these places" if at_in else "can be found in the picture"
        raise InkRefused(
            f"no bare figure {where}: stand some without caps apart from each other, their backs to the "
            "camera, on a board whose markers show"
        )
    likely_deg = np.array([hue_deg(wheel[n]) for n in weighed.by_faction[kept].argmax(axis=1)])
    chroma = _of_backs(finder.model, maps, weighed.poses[kept])
    agreed = np.abs(_turn_deg(_hues_deg(chroma), likely_deg)) < ALIKE_DEG + 180 / _WHEEL_HUES
    if not agreed.any():
        raise InkRefused(
            f"{len(kept)} bare figure{'s' * (len(kept) > 1)} can be found, but of no back the colour: turn "
            "their backs to the camera, near enough to fill some hundred pixels, and light them evenly"
        )
    return _agreed(chroma[agreed])


def hue_deg(srgb: Srgb) -> float:
    """Where a colour lies on the circle of colours as the finder of bare figures sees them."""
    return float(_hues_deg(ink_chroma(linear(srgb))))


def nearest(srgb: Srgb, others: Mapping[str, Srgb]) -> tuple[str, float]:
    """Which of the other factions' colours lies nearest on the colour circle, and how far off, in degrees."""
    apart = {name: abs(float(_turn_deg(hue_deg(srgb), hue_deg(other)))) for name, other in others.items()}
    name = min(apart, key=lambda name: apart[name])
    return name, apart[name]


def _places(table: TablePose, at_in: Sequence[tuple[float, float]]) -> Array:
    places = grid(table)
    if not at_in:
        return places
    return places[_apart_in(places, at_in) < NEAR_IN]


def _apart_in(places: Array, at_in: Sequence[tuple[float, float]]) -> Array:
    """How far places (N, 2) are from the nearest of those said (N,)."""
    return np.asarray(np.linalg.norm(places[:, None] - np.array(at_in), axis=2).min(axis=1))


def _of_backs(model: BareModel, maps: ColourMaps, poses: Array) -> Array:
    """The chroma (N, 2) of the backs of figures in poses (N, 3); not a number where one is hardly seen."""
    corners = model.faces(maps.picture, poses)["back"]
    seen = sample(maps.fine, on_face(corners, _BACK_AT.reshape(-1, 2).astype(np.float32)))[..., 1:]
    vivid = np.hypot(seen[..., 0], seen[..., 1])
    plain = vivid >= np.quantile(vivid, 1 - VIVID_SHARE, axis=1, keepdims=True)
    chroma = np.array([np.median(some[of], axis=0) for some, of in zip(seen, plain, strict=True)], float)
    chroma[signed_area_px(corners, "back") < LEAST_BACK_PX] = np.nan
    return chroma


def _agreed(chroma: Array) -> LearntInk:
    """The colour of backs (N, 2) of one faction."""
    middle = np.median(chroma, axis=0)
    off_deg = _turn_deg(_hues_deg(chroma), _hues_deg(middle))
    alike = np.abs(off_deg) < ALIKE_DEG
    if alike.mean() < LEAST_ALIKE:
        raise InkRefused(
            f"the backs of {len(chroma)} figures are of several colours: leave those of one faction only on "
            "the board, or say where one stands with --at"
        )
    middle = np.median(chroma[alike], axis=0)
    if np.hypot(*middle) < LEAST_VIVID:
        raise InkRefused(
            "the figures' backs are nearly grey, and greys cannot be told from stone and shadow: print that "
            "faction in a colour, or use caps"
        )
    colours = _wheel(_FINE_HUES, _FINE_VIVID)
    off = np.linalg.norm(_wheel_chroma(_FINE_HUES, _FINE_VIVID) - middle / BACK_VIVID, axis=1)
    return LearntInk(
        colours[int(off.argmin())], int(alike.sum()), float(np.sqrt((off_deg[alike] ** 2).mean()))
    )


def _hues_deg(chroma: Array) -> Array:
    return np.asarray(np.degrees(np.arctan2(chroma[..., 1], chroma[..., 0])))


def _turn_deg(one: Array | float, other: Array | float) -> Array:
    return np.asarray((np.asarray(one) - other + 180) % 360 - 180)


@functools.cache
def _wheel(hues: int, vivid: tuple[float, ...]) -> list[Srgb]:
    """Colours all round the circle, paler and more vivid."""
    found = []
    for hue in range(hues):
        for share in vivid:
            red, green, blue = colorsys.hsv_to_rgb(hue / hues, share, 0.8)
            found.append((round(255 * red), round(255 * green), round(255 * blue)))
    return found


@functools.cache
def _wheel_chroma(hues: int, vivid: tuple[float, ...]) -> Array:
    return np.array([ink_chroma(linear(srgb)) for srgb in _wheel(hues, vivid)])
