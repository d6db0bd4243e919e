"""How far tiles are off that were placed without markers, as their benchmarks print it."""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class TileErrors:
    """Errors of corners and turns, of whole tiles in claimed deviations (`sd`), and what it took in `ms`."""

    corners_in: list[float] = field(default_factory=list)
    turn_deg: list[float] = field(default_factory=list)
    sd: list[float] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def lines(self) -> list[str]:
        """A line for each that was measured."""
        return [
            f"  {what:20} median {median:8.3f}   95 % {most:8.3f}   worst {worst:8.3f}"
            for what, values in (
                ("corner off, in", self.corners_in),
                ("turn off, deg", self.turn_deg),
                ("error in claimed sd", self.sd),
                ("CPU ms", self.ms),
            )
            if values
            for median, most, worst in [np.percentile(values, [50, 95, 100])]
        ]
