"""From single frames to a steady table: who stands where, who moved, who is held or hidden."""

from pennysight.vision.tracker.corrections import (
    Correction,
    CorrectionError,
    Mark,
    Put,
    Release,
    Remove,
    Rename,
    Restore,
    Turn,
)
from pennysight.vision.tracker.hats import figures_under
from pennysight.vision.tracker.memory import Memory, Remembered
from pennysight.vision.tracker.tracking import SETTLE_S, Tracker
from pennysight.vision.tracker.values import Move, Note, Place, TrackedFigure, TrackedTable

__all__ = [
    "SETTLE_S",
    "Correction",
    "CorrectionError",
    "Mark",
    "Memory",
    "Move",
    "Note",
    "Place",
    "Put",
    "Release",
    "Remembered",
    "Remove",
    "Rename",
    "Restore",
    "TrackedFigure",
    "TrackedTable",
    "Tracker",
    "Turn",
    "figures_under",
]
