"""What the pages may have of the camera: the newest picture, drawn over, and reports of wrong readings."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from pennysight.calibration.camera import Camera
from pennysight.gamelog import Entry
from pennysight.webapp.recorder import Recorder
from pennysight.webapp.reporting import Report, ReportError, write_report
from pennysight.webapp.snapshot import Snapshot
from pennysight.webapp.stream import Stream

LOGGED_ENTRIES = 200
PAUSE_S = 5.0
"""Between two reports: whoever taps twice means one."""


class Logged(Protocol):
    """What a report takes from a table."""

    @property
    def stream(self) -> Stream[Snapshot]:
        """What the phones are shown."""

    def newest_entries(self, limit: int) -> list[Entry]:
        """The newest log entries, oldest first."""


class Eyes:
    """One camera's pictures, for any thread."""

    def __init__(
        self,
        recorder: Recorder,
        table: Logged,
        camera: Camera,
        folder: Path,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Reports are written into `folder`."""
        self._recorder = recorder
        self._table = table
        self._camera = camera
        self._folder = folder
        self._clock = clock
        self._writing = threading.Lock()
        self._written_s: float | None = None

    def picture(self) -> bytes | None:
        """The newest picture, drawn over, the board alone, as a JPEG file; None while no table is seen."""
        return self._recorder.picture()

    def report(self, note: str) -> Report:
        """Write a report of a wrong reading; raises ReportError."""
        with self._writing:
            now_s = self._clock()
            if self._written_s is not None and now_s - self._written_s < PAUSE_S:
                raise ReportError("a report was written just now: one is enough, or wait a moment")
            report = write_report(
                self._folder,
                note=note,
                kept=self._recorder.kept(),
                newest=self._recorder.newest,
                table_json=self._table.stream.snapshot_json,
                camera=self._camera,
                entries=self._table.newest_entries(LOGGED_ENTRIES),
            )
            self._written_s = self._clock()
            return report
