"""How the process takes memory from the system."""

import ctypes
import sys

M_ARENA_MAX = -8
"""From glibc's malloc.h; see mallopt(3)."""


def share_one_arena() -> None:
    """Have all threads take memory from one place, and what one of them freed be taken by another.

    glibc gives each thread an arena of its own. Pictures are made in one thread and freed in another, so
    each arena keeps the room of several large arrays that nobody uses; a server of a 1080p camera holds a
    third less without. Python's lock lets hardly two threads ask for memory at once. C libraries that have
    no arenas are left as they are.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_ARENA_MAX, 1)
