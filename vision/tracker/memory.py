"""What people said of figures, as it outlasts a restart: who they were, where they stood and what held."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from pennysight.vision.observation import Hat
from pennysight.vision.tracker.corrections import ByHand

Inches = Annotated[float, msgspec.Meta(ge=-240.0, le=240.0)]


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of which people said something.

    Place and facing are as the camera saw them at rest, with the deviations of a single reading; `colour` is
    the faction that it looks like, `hat` the one that it was seen to wear. `cap_told`: its name is what its
    cap is told to read as. `named_by_hand`: people said who it is. `put_unseen`: nothing showed it there.
    """

    faction: str | None
    number: int | None
    colour: str | None
    capped: bool
    cap_told: bool
    named_by_hand: bool
    x_in: Inches
    y_in: Inches
    facing_deg: float | None
    sd_in: float
    sd_deg: float
    hat: Hat | None
    by_hand: ByHand
    put_unseen: bool

    @property
    def holds(self) -> bool:
        """Whether anything that people said holds beside what the cap says."""
        return self.named_by_hand or self.by_hand != ByHand()


class Memory(msgspec.Struct, frozen=True):
    """`figures` by their names; `caps` are told to read as another name than the one on them.

    `names` were given to figures of unknown name, and are given to no other.
    """

    figures: Mapping[str, Remembered] = {}
    caps: Mapping[str, str] = {}
    names: frozenset[str] = frozenset()
