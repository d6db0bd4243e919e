"""What people say by hand of a figure, and how long it holds against what the camera sees.

A name holds from then on. A place, a facing and being off the table hold until the figure is seen to move.
Dead or alive and the hat are the players' to say at any time.
"""

import msgspec
from pennysight.vision.naming import faction_and_number
from pennysight.vision.observation import Hat, SeenFigure
from pennysight.vision.tracker.values import Place

PLACED_SD_IN = 0.1
TURNED_SD_DEG = 5.0
"""How exactly a finger on a map of the table says a place, and a button a facing: one standard deviation."""
BEYOND_BOARD_IN = 2.0
"""Figures may be put so far off the board."""


class CorrectionError(ValueError):
    """A correction that cannot be made; the message is one sentence."""


class _OfFigure(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    figure: str


class Rename(_OfFigure, frozen=True, tag="name", forbid_unknown_fields=True):
    """The figure is `name`; if another has that name, the two exchange theirs."""

    name: str


class Put(_OfFigure, frozen=True, tag="place", forbid_unknown_fields=True):
    """The figure stands here. One that nobody has seen comes to the table by this."""

    x_in: float
    y_in: float


class Turn(_OfFigure, frozen=True, tag="facing", forbid_unknown_fields=True):
    """The figure's front points there."""

    facing_deg: float


class Release(_OfFigure, frozen=True, tag="seen", forbid_unknown_fields=True):
    """The figure stands as the camera sees it after all."""


class Mark(_OfFigure, frozen=True, tag="state", forbid_unknown_fields=True):
    """The figure is dead or not, and wears this hat or none."""

    dead: bool = False
    hat: Hat | None = None


class Remove(_OfFigure, frozen=True, tag="gone", forbid_unknown_fields=True):
    """The figure is off the table, or after all not."""

    gone: bool = True


class ByHand(msgspec.Struct, frozen=True):
    """What holds of a figure by people's word; `place_in` and `facing_deg` None: as the camera sees it.

    `hat_said` says whether the hat is by people's word: none is one too.
    """

    place_in: tuple[float, float] | None = None
    facing_deg: float | None = None
    gone: bool = False
    dead: bool = False
    hat: Hat | None = None
    hat_said: bool = False

    @property
    def stands(self) -> bool:
        """Whether people said where it stands or which way it faces."""
        return self.place_in is not None or self.facing_deg is not None

    def over(self, seen: Place) -> Place:
        """The place as it holds, given what is seen."""
        x_in, y_in = self.place_in or (seen.x_in, seen.y_in)
        return Place(x_in, y_in, seen.facing_deg if self.facing_deg is None else self.facing_deg)

    def after_a_move(self) -> "ByHand":
        """What still holds once the figure was seen to move."""
        return ByHand(dead=self.dead, hat=self.hat, hat_said=self.hat_said)

    def after_a_hat(self) -> "ByHand":
        """What still holds once another hat is seen on the figure, or none any more."""
        return msgspec.structs.replace(self, hat=None, hat_said=False)

    def shifted(self, dx_in: float, dy_in: float) -> "ByHand":
        """The same in a frame whose origin lies elsewhere."""
        if self.place_in is None:
            return self
        x_in, y_in = self.place_in
        return msgspec.structs.replace(self, place_in=(x_in + dx_in, y_in + dy_in))


class Restore(_OfFigure, frozen=True, tag="restore", forbid_unknown_fields=True):
    """What held before holds again: what undoes every correction but of a name."""

    by_hand: ByHand


Correction = Rename | Put | Turn | Release | Mark | Remove
"""What people may say."""


def taken(correction: Put | Turn | Release | Mark | Remove | Restore, before: ByHand) -> ByHand:
    """What holds after a correction."""
    replace = msgspec.structs.replace
    match correction:
        case Put(x_in=x_in, y_in=y_in):
            return replace(before, place_in=(x_in, y_in), gone=False)
        case Turn(facing_deg=facing_deg):
            return replace(before, facing_deg=facing_deg % 360.0, gone=False)
        case Release():
            return before.after_a_move()
        case Mark(dead=dead, hat=hat):
            return replace(before, dead=dead, hat=hat, hat_said=True)
        case Remove(gone=gone):
            return replace(before, gone=gone)
        case Restore(by_hand=by_hand):
            return by_hand


def check_on_board(put: Put, board_in: tuple[float, float]) -> None:
    """Raise a CorrectionError for a place that is not on the board, nor near it."""
    for at_in, side_in in zip((put.x_in, put.y_in), board_in, strict=True):
        if not -BEYOND_BOARD_IN <= at_in <= side_in + BEYOND_BOARD_IN:
            raise CorrectionError(
                f"({put.x_in:g}, {put.y_in:g}) is not on the board of {board_in[0]:g} x {board_in[1]:g} in"
            )


def never_seen(put: Put, *, capped: bool) -> SeenFigure:
    """What a figure looks like that no camera has seen and people say stands there.

    Raises:
        CorrectionError: it is called by no name of a figure.
    """
    known = faction_and_number(put.figure)
    if known is None:
        raise CorrectionError(no_name(put.figure))
    return SeenFigure(
        id=put.figure,
        faction=known[0],
        number=known[1],
        capped=capped,
        x_in=put.x_in,
        y_in=put.y_in,
        facing_deg=None,
        sd_in=PLACED_SD_IN,
        sd_deg=0.0,
        confidence=0.0,
    )


def no_name(name: str) -> str:
    """The sentence about what is no name."""
    return f"{name!r:.60} is no name for a figure, expected one such as marsh-1"
