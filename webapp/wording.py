"""How the record puts things into words."""

import math

from pennysight.rules.ruling import Ruling
from pennysight.vision.tracker import Move

STEP_WORTH_SAYING_IN = 0.1
TURN_WORTH_SAYING_DEG = 3.0


def move_text(move: Move) -> str:
    """`marsh-1 moved 3.2 in and turned 90° left`."""
    before, after = move.from_, move.to
    distance_in = math.hypot(after.x_in - before.x_in, after.y_in - before.y_in)
    parts = [f"moved {distance_in:.1f} in"] if distance_in >= STEP_WORTH_SAYING_IN else []
    if before.facing_deg is not None and after.facing_deg is not None:
        turn_deg = (after.facing_deg - before.facing_deg + 180) % 360 - 180
        if abs(turn_deg) >= TURN_WORTH_SAYING_DEG:
            parts.append(f"turned {abs(turn_deg):.0f}° {'left' if turn_deg > 0 else 'right'}")
    elif before.facing_deg is not None and not parts:
        parts.append("was turned, to face nobody knows which way")
    return f"{move.figure} {' and '.join(parts) or 'was nudged'}"


def ruling_text(from_id: str, to_id: str, ruling: Ruling) -> str:
    """`marsh-1 to cult-2: 4.37 in, no melee, at its side +2 (too close to call), partial sight`."""
    zone, known = f"at its {ruling.facing.zone}", ruling.facing.sure
    if ruling.facing.zone == "none":
        zone, known = "no facing" if known else "facing unknown", True
    if ruling.facing.modifier:
        zone += f" +{ruling.facing.modifier}"
    answers = (
        ("melee" if ruling.melee.answer else "no melee", ruling.melee.sure),
        (zone, known),
        (f"{ruling.sight.answer} sight", ruling.sight.sure),
    )
    said = ", ".join(answer if sure else f"{answer} (too close to call)" for answer, sure in answers)
    return f"{from_id} to {to_id}: {ruling.distance_in:.2f} in, {said}"
