"""Rulings while the camera or a tile moves: those of the table as it last lay still, none of them sure."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec
from pennysight.rules.facing import FacesTarget, Facing
from pennysight.rules.melee import Melee
from pennysight.rules.ruling import Ruling
from pennysight.rules.sight import Sight
from pennysight.vision.watch import Finding

Verdict = TypeVar("Verdict", Melee, Facing, FacesTarget, Sight)


def doubt_of(findings: Sequence[Finding]) -> str | None:
    """Why no ruling is sure just now, None where nothing stands against it."""
    return next((finding.text for finding in findings if finding.doubt), None)


def doubted(ruling: Ruling, why: str) -> Ruling:
    """The ruling with none of its answers sure, each with the reason."""
    return msgspec.structs.replace(
        ruling,
        melee=_doubted(ruling.melee, why),
        facing=_doubted(ruling.facing, why),
        faces_target=_doubted(ruling.faces_target, why),
        sight=_doubted(ruling.sight, why),
    )


def _doubted(verdict: Verdict, why: str) -> Verdict:
    return msgspec.structs.replace(verdict, sure=False, doubt=why)
