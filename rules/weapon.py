"""What a weapon changes about reach and sight (H-062, H-182), as entered from the character's sheet."""

from typing import Literal

import msgspec

MELEE_IN = 1.0  # H-126


class Weapon(msgspec.Struct, frozen=True):
    """How a weapon sees, and how far it reaches in melee.

    One that ignores sight is hindered by neither kind of obstacle. One that bends its line of sight is not
    bound to a straight line, and how it bends is for the players to trace.
    """

    sight: Literal["straight", "bends", "ignores"] = "straight"
    melee_reach_in: float = MELEE_IN


PLAIN = Weapon()
