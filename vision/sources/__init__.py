"""Where frames come from: cameras, streams, recordings and pictures."""

from pennysight.vision.sources.frame import Frame, Image, Source, SourceError, State, Status
from pennysight.vision.sources.opening import open_source
from pennysight.vision.sources.recording import Recording
from pennysight.vision.sources.uploads import Uploads

__all__ = [
    "Frame",
    "Image",
    "Recording",
    "Source",
    "SourceError",
    "State",
    "Status",
    "Uploads",
    "open_source",
]
