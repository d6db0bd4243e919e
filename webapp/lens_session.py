"""Finding a lens live, shown on a page: the one loop that takes frames, and what it tells of each."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

import msgspec
from pennysight.calibration.charuco import Calibration, CalibrationRefused
from pennysight.vision.sources import Source
from pennysight.webapp.lens_guide import LensGuide, Look
from pennysight.webapp.lens_picture import lens_picture
from pennysight.webapp.stream import Stream

LOOK_UP_S = 0.5
"""How often the camera is asked how it is doing."""
LAST_SIGHT_S = 2.0
"""How long the page is served after the end, for the last picture to be fetched."""


class LensShown(msgspec.Struct, frozen=True, kw_only=True):
    """What people are shown while a lens is found.

    `step` is a sentence that says what to do, or what came of it all, `brief` the same in a few words; `note`
    one on what is seen just now, `trouble` whether it says that nothing can be. `progress` goes from 0 to 1.
    """

    version: int = 1
    state: Literal["looking", "found", "refused"] = "looking"
    step: str = "Show the board to the camera."
    brief: str = "show the board"
    note: str = ""
    trouble: bool = False
    progress: float = 0.0
    views: int = 0


class LensSession:
    """Takes a source's frames until the lens is known. Any thread may ask for what is shown."""

    def __init__(self, source: Source, guide: LensGuide, tell: Callable[[LensShown], None]) -> None:
        """Tell `tell`, in the thread that runs, whatever is shown."""
        self._source, self._guide, self._tell = source, guide, tell
        self._shown = LensShown()
        self._showing = threading.Lock()
        self._picture = b""
        self.stream = Stream(self._shown, msgspec.json.encode)

    @property
    def picture(self) -> bytes:
        """The newest frame with what is drawn over it, a JPEG; empty before the first."""
        return self._picture

    def run(self) -> Calibration:
        """Find the lens.

        Raises:
            CalibrationRefused: the frames end, or were enough, and do not support one.
        """
        try:
            with self._watching_the_camera():
                for frame in self._source.frames():
                    look = self._guide.look(frame)
                    self._picture = lens_picture(frame.image, look, self._guide.board)
                    if look.done is not None:
                        return self._found(look.done)
                    self._show_look(look)
            return self._found(self._guide.finish())
        except CalibrationRefused as refused:
            self._show(state="refused", step=f"{refused}.", brief="refused", note="", trouble=True)
            raise

    def end(self) -> None:
        """Give the pages a moment to show what came of it, and end their streams."""
        if self.stream.listeners:
            time.sleep(LAST_SIGHT_S)
        self.stream.close()

    def _found(self, made: Calibration) -> Calibration:
        camera = made.camera
        said = f"Done: the focal length is {camera.K[0][0]:.1f} ± {camera.sd['fx']:.1f} pixels."
        note = f"{len(made.used)} views, {camera.rms_px:.2f} pixels off. You may put the board away."
        self._show(state="found", step=said, brief="done", note=note, trouble=False, progress=1.0)
        return made

    def _show_look(self, look: Look) -> None:
        step, gathered = look.gathered.needs.step, look.gathered
        self._show(
            step=step.text,
            brief=step.brief,
            note=look.note,
            trouble=look.view is None,
            # It asks for more where the focal length needs more; people should not be set back by that.
            progress=max(self._shown.progress, min(gathered.progress, 0.95)),
            views=len(gathered.views),
        )

    def _show(self, **changes: object) -> None:
        with self._showing:
            self._shown = msgspec.structs.replace(self._shown, version=self._shown.version + 1, **changes)
            self.stream.show(self._shown)
        self._tell(self._shown)

    @contextmanager
    def _watching_the_camera(self) -> Iterator[None]:
        """Say it when the camera stalls or is gone, for then no frame comes that could."""
        ended = threading.Event()

        def watch() -> None:
            while not ended.wait(LOOK_UP_S):
                status = self._source.status()
                if status.state in ("stalled", "gone"):
                    self._show(note=f"{status.text}.", trouble=True)

        watching = threading.Thread(target=watch, name="camera", daemon=True)
        watching.start()
        try:
            yield
        finally:
            ended.set()
            watching.join()
