"""Figures under hats: a hat hides the cap, so who stands there is known from before."""

import math
from collections.abc import Iterable, Sequence

from pennysight.vision.observation import Hat, SeenFigure, SeenHat
from pennysight.vision.tracker.spots import SAME_PLACE_IN
from pennysight.vision.tracker.track import Track

UNKNOWN_SD_DEG = 180.0


def figures_under(hats: Sequence[SeenHat], tracks: Iterable[Track]) -> list[SeenFigure]:
    """What the hats say of where figures stand: there is one under each, without a name or a facing.

    Whether it has a cap, nobody sees; it is taken to be like the figure that was there, or else the nearest.
    """
    tracks = list(tracks)
    return [
        SeenFigure(
            id=f"under-hat-{number}",
            faction=None,
            number=None,
            capped=min(tracks, key=lambda track: _apart_in(hat, track)).capped if tracks else True,
            x_in=hat.x_in,
            y_in=hat.y_in,
            facing_deg=None,
            sd_in=hat.sd_in,
            sd_deg=UNKNOWN_SD_DEG,
            confidence=1.0,
        )
        for number, hat in enumerate(hats, 1)
    ]


class Worn:
    """Which hats the figures wear, as steadily as `needed` frames in a row agree on it."""

    def __init__(self, needed: int) -> None:
        self._needed = needed
        self._lately: dict[str, tuple[Hat | None, int]] = {}

    def see(self, hats: Sequence[SeenHat], seen: Iterable[Track]) -> list[Track]:
        """Take in what a frame shows over the figures that it shows; for whom that ends people's word."""
        ended = []
        for track in seen:
            over = [hat for hat in hats if _apart_in(hat, track) < SAME_PLACE_IN]
            kind = over[0].kind if over else None
            before, frames = self._lately.get(track.id, (None, 0))
            frames = frames + 1 if kind == before else 1
            self._lately[track.id] = kind, frames
            if frames >= self._needed and track.wear(kind):
                ended.append(track)
        return ended


def _apart_in(hat: SeenHat, track: Track) -> float:
    pose = track.shown.pose
    return math.hypot(pose.x_in - hat.x_in, pose.y_in - hat.y_in)
