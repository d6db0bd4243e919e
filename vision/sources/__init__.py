"""Where frames come from: cameras, streams, recordings and pictures."""

from pennysight.vision.sources.frame import Frame, Image, Source, SourceError, State, Status
from pennysight.vision.sources.opening import open_source

__all__ = ["Frame", "Image", "Source", "SourceError", "State", "Status", "open_source"]
