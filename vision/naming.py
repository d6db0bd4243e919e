"""From what was fitted in a frame to figures with names: a name only where one cap, and no other, says so."""

import re
from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np
from pennysight.vision.figures.bare import SeenBare
from pennysight.vision.figures.caps import SeenCap
from pennysight.vision.observation import SeenFigure

NAME = re.compile(r"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)-([1-9][0-9]?)", re.ASCII)


def faction_and_number(name: str) -> tuple[str, int] | None:
    """What a character's name consists of, `marsh-1`; None for what is no such name."""
    found = NAME.fullmatch(name)
    return None if found is None else (found[1], int(found[2]))


def name_figures(
    caps: Sequence[SeenCap], bare: Sequence[SeenBare], roster: Collection[str] | None = None
) -> tuple[SeenFigure, ...]:
    """The figures of a frame, capped ones first.

    A cap that cannot be read whole, each of two caps that read the same, one that reads a name that is not in
    the `roster` (None: everybody plays), and every bare figure has no name.
    """
    said = Counter((cap.faction, cap.number) for cap in caps)
    unnamed: Counter[str] = Counter()

    def without_name(faction: str | None) -> str:
        kind = f"{faction}-unnamed" if faction else "unnamed"
        unnamed[kind] += 1
        return f"{kind}-{unnamed[kind]}"

    figures = []
    for cap in caps:
        number = cap.number if cap.faction and said[cap.faction, cap.number] == 1 else None
        if roster is not None and f"{cap.faction}-{number}" not in roster:
            number = None
        name = f"{cap.faction}-{number}" if number else without_name(cap.faction)
        figures.append(_figure(name, cap, number))
    return (*figures, *(_figure(without_name(figure.faction), figure, None) for figure in bare))


def _figure(name: str, seen: SeenCap | SeenBare, number: int | None) -> SeenFigure:
    sd = np.sqrt(np.diag(seen.covariance))
    return SeenFigure(
        id=name,
        faction=seen.faction,
        number=number,
        capped=isinstance(seen, SeenCap),
        x_in=seen.x_in,
        y_in=seen.y_in,
        facing_deg=seen.facing_deg,
        sd_in=float(max(sd[0], sd[1])),
        sd_deg=float(sd[2]),
        confidence=seen.confidence,
        axis_deg=_axis_deg(seen),
    )


def _axis_deg(seen: SeenCap | SeenBare) -> float | None:
    if isinstance(seen, SeenCap) or seen.facing_deg is not None:
        return None
    return float(np.degrees(seen.pose[2]) % 360.0)
