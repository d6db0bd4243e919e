"""Where frames come from: cameras, streams, recordings and pictures."""

from pennysight.vision.sources.controls import Control
from pennysight.vision.sources.frame import Frame, Image, Source, SourceError, State, Status
from pennysight.vision.sources.live import controls_of
from pennysight.vision.sources.opening import open_source
from pennysight.vision.sources.recording import Recording
from pennysight.vision.sources.uploads import Uploads

__all__ = [
    "Control",
    "Frame",
    "Image",
    "Recording",
    "Source",
    "SourceError",
    "State",
    "Status",
    "Uploads",
    "controls_of",
    "open_source",
]
