"""Who is who: the six characters of each faction, and how one is put together."""

from collections.abc import Callable
from typing import Final, NamedTuple

from pennysight.calibration.printspec import FACTION_SRGB
from pennysight.calibration.sheets.characters import bodies, gear, hats, heads
from pennysight.calibration.sheets.pen import Pen, toned
from pennysight.calibration.tile_art import Point, Rgb

HEAD_AT: Final = (0.0, 0.88)
REACH: Final[dict[str, Point]] = {"low": (0.235, 0.4), "high": (0.235, 0.56)}
OTHER_HAND: Final = (-0.225, 0.37)

Body = Callable[[Pen, Rgb, Rgb], None]
Hat = Callable[[Pen, Rgb], None]
Gear = Callable[[Pen], None]


class Character(NamedTuple):
    """What one is drawn from; `hand` says how high the gear is held, `tone` how dark the clothes are."""

    body: Body
    hat: Hat
    gear: Gear
    hand: str
    tone: float


HEADS: Final = {
    "marsh": heads.fish,
    "deghoule": heads.ghoul,
    "whateley": heads.hillfolk,
    "cult": heads.hooded,
}

CAST: Final[dict[str, tuple[Character, ...]]] = {
    "marsh": (
        Character(bodies.coat, hats.captains_cap, gear.cutlass, "high", 0.75),
        Character(bodies.robe, hats.coral_crown, gear.trident, "low", 1.15),
        Character(bodies.coat, hats.souwester, gear.lantern, "high", 1.4),
        Character(bodies.dress, hats.seaweed, gear.net, "high", 0.9),
        Character(bodies.overalls, hats.woolly_cap, gear.anchor, "low", 0.6),
        Character(bodies.suit, hats.fin_crest, gear.harpoon, "low", 1.0),
    ),
    "deghoule": (
        Character(bodies.suit, hats.top_hat, gear.cane, "low", 0.7),
        Character(bodies.dress, hats.mob_cap, gear.cleaver, "high", 1.2),
        Character(bodies.overalls, hats.wisps, gear.shovel, "low", 0.55),
        Character(bodies.dress, hats.veil, gear.candelabra, "high", 1.5),
        Character(bodies.coat, hats.bowler, gear.sack, "high", 0.85),
        Character(bodies.robe, hats.wild_hair, gear.bone, "high", 1.0),
    ),
    "whateley": (
        Character(bodies.overalls, hats.straw_hat, gear.pitchfork, "low", 0.8),
        Character(bodies.coat, hats.slouch_hat, gear.shotgun, "high", 0.6),
        Character(bodies.dress, hats.sunbonnet, gear.rolling_pin, "high", 1.0),
        Character(bodies.overalls, hats.big_beard, gear.jug, "high", 0.7),
        Character(bodies.dress, hats.pigtails, gear.axe, "low", 0.85),
        Character(bodies.coat, hats.flat_cap, gear.scythe, "low", 0.9),
    ),
    "cult": (
        Character(bodies.robe, hats.mitre, gear.star_staff, "low", 1.0),
        Character(bodies.robe, hats.bare_hood, gear.book, "high", 0.75),
        Character(bodies.robe, hats.horns, gear.dagger, "high", 0.6),
        Character(bodies.robe, hats.golden_mask, gear.candle, "high", 1.25),
        Character(bodies.robe, hats.skull_mask, gear.censer, "high", 0.85),
        Character(bodies.robe, hats.antlers, gear.horn, "high", 1.1),
    ),
}
"""By faction, in the order of their numbers."""


def draw_character(pen: Pen, faction: str, number: int) -> None:
    """A character from the front, the pen standing between the feet; about 1.15 in high and 0.55 in wide."""
    who, colour, skin = CAST[faction][number - 1], FACTION_SRGB[faction], heads.SKIN[faction]
    cloth, trim = toned(colour, who.tone), toned(colour, 1.7)
    who.body(pen, cloth, trim)
    bodies.arm(pen, cloth, skin, OTHER_HAND)
    HEADS[faction](pen.placed(HEAD_AT), cloth if faction == "cult" else skin)
    who.hat(pen.placed(HEAD_AT), colour)
    hand = REACH[who.hand]
    who.gear(pen.placed(hand))
    bodies.arm(pen, cloth, skin, hand)
