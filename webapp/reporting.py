"""The report of a wrong reading: one file with all that is needed to see what the camera saw; no faces."""

import platform
import sys
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from pennysight.calibration.camera import Camera, camera_json
from pennysight.gamelog import Entry
from pennysight.vision.observation import Observation
from pennysight.webapp.detection import Detection, detection_builtins
from pennysight.webapp.recorder import Kept
from pennysight.webapp.scenes import observed_scene

MOST_REPORTS = 50
LONGEST_NOTE = 2_000
LIBRARIES = ("pennysight", "opencv-python", "numpy", "msgspec", "pyzbar", "zxing-cpp")
README = """A report of a wrong reading by Pennysight.

note.txt            what someone at the table wrote of it
frames/             the last minutes, the board alone: faces and the room are cut away
observations.jsonl  what was seen in each frame; x_in, y_in in inches from the board's south-west corner
table.json          what the phones were shown
camera.json         the camera's file
log.jsonl           the newest entries of the log
versions.json       what it ran on
"""


class ReportError(OSError):
    """A report cannot be written; the message is one sentence."""


class Report(msgspec.Struct, frozen=True):
    """A report that was written: its file on the table's computer, its size, and how many pictures it has."""

    file: str
    bytes: int
    frames: int


def write_report(
    folder: Path,
    *,
    note: str,
    kept: Sequence[Kept],
    newest: Observation | None,
    table_json: bytes,
    camera: Camera,
    entries: Sequence[Entry],
) -> Report:
    """Write a report into `folder`, under the time of day as its name.

    Raises:
        ReportError: it cannot be written, or too many lie there already.
    """
    path = folder / f"pennysight-report-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.zip"
    observations = [_observed(one.observation, f"frames/{_frame_name(one)}") for one in kept]
    if newest is not None:
        observations.append(_observed(newest, None))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if len(list(folder.glob("*.zip"))) >= MOST_REPORTS:
            raise ReportError(f"{MOST_REPORTS} reports lie in {folder} already: send them on, or delete some")
        with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as written:
            written.writestr("README.txt", README)
            written.writestr("note.txt", note[:LONGEST_NOTE])
            written.writestr("table.json", table_json)
            written.writestr("camera.json", camera_json(camera))
            written.writestr("versions.json", msgspec.json.encode(_versions()))
            written.writestr("log.jsonl", msgspec.json.Encoder().encode_lines(entries))
            written.writestr("observations.jsonl", msgspec.json.Encoder().encode_lines(observations))
            for one in kept:
                written.writestr(f"frames/{_frame_name(one)}", one.jpeg, zipfile.ZIP_STORED)
    except OSError as error:
        if isinstance(error, ReportError):
            raise
        with suppress(OSError):
            path.unlink()
        raise ReportError(f"the report {path} cannot be written: {error.strerror or error}") from error
    return Report(str(path), path.stat().st_size, len(kept))


def _frame_name(kept: Kept) -> str:
    return f"{kept.number:07d}.jpg"


def _observed(observation: Observation, frame: str | None) -> dict[str, Any]:
    """What was seen in a frame, without what is printed on the tiles."""
    seen: dict[str, Any] = {"frame": frame, "captured_s": observation.captured_s}
    scene = observed_scene(observation)
    if scene is None:
        return seen | {"problem": observation.problem}
    plain = msgspec.structs.replace(scene, obstacles=[], areas=[])
    return seen | detection_builtins(Detection(frame or "", observation, plain))


def _versions() -> dict[str, str]:
    return {name: version(name) for name in LIBRARIES} | {
        "python": sys.version,
        "system": platform.platform(),
    }
