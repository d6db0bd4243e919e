"""How time is taken."""

import time
from collections.abc import Callable
from typing import Any

Clock = Callable[[], float]
"""Seconds: of the processor, all threads together, or by the clock on the wall."""


def timed(
    work: Callable[..., Any], *given: Any, times: int = 1, clock: Clock = time.process_time
) -> tuple[float, Any]:
    """The fewest milliseconds in a few goes, so that nothing else counts; the answer."""
    taken = []
    for _ in range(times):
        started = clock()
        answer = work(*given)
        taken.append(1000 * (clock() - started))
    return min(taken), answer
