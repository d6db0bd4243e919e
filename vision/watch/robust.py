"""Weights by which what disagrees with the rest loses its say (Cauchy's)."""

import numpy as np
from pennysight.calibration.lens import Array


def robust_weights(misfit: Array, usual: float) -> Array:
    """Weights (N,) for misfits (N,), of which `usual` is a usual one."""
    return np.asarray(1 / (1 + (misfit / usual) ** 2))
