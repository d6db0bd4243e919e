"""Where frames come from: cameras, streams, recordings and pictures."""

from pennysight.vision.sources.frame import Frame, Image, Source, SourceError, State, Status

__all__ = ["Frame", "Image", "Source", "SourceError", "State", "Status"]
