"""From what was fitted in a frame to figures with names: a name only where one cap, and no other, says so."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from pennysight.vision.figures.caps import SeenCap
from pennysight.vision.observation import SeenFigure


def name_caps(caps: Sequence[SeenCap]) -> tuple[SeenFigure, ...]:
    """The capped figures of a frame.

    A cap that cannot be read whole, and each of two caps that read the same, is a figure without a name.
    """
    said = Counter((cap.faction, cap.number) for cap in caps)
    unnamed: Counter[str] = Counter()
    figures = []
    for cap in caps:
        number = cap.number if said[cap.faction, cap.number] == 1 else None
        if cap.faction and number:
            name = f"{cap.faction}-{number}"
        else:
            kind = f"{cap.faction}-unnamed" if cap.faction else "unnamed"
            unnamed[kind] += 1
            name = f"{kind}-{unnamed[kind]}"
        sd = np.sqrt(np.diag(cap.covariance))
        figures.append(
            SeenFigure(
                id=name,
                faction=cap.faction,
                number=number,
                capped=True,
                x_in=cap.x_in,
                y_in=cap.y_in,
                facing_deg=cap.facing_deg,
                sd_in=float(max(sd[0], sd[1])),
                sd_deg=float(sd[2]),
                confidence=cap.confidence,
            )
        )
    return tuple(figures)
