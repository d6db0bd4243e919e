"""Watching camera and tiles themselves: what was bumped, zoomed, blurred or nudged, and healing it."""

from pennysight.vision.watch.findings import Finding
from pennysight.vision.watch.table_watch import Step, TableWatch

__all__ = ["Finding", "Step", "TableWatch"]
