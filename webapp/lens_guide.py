"""A lens found live: the frames of a board that a person shows, until they are enough."""

from dataclasses import dataclass

from pennysight.calibration.charuco import Calibration, CalibrationRefused, NamedView, calibrate_views
from pennysight.calibration.charuco_board import BoardView, CharucoBoard, UnusableView, see_board
from pennysight.calibration.guide import Gathered, Step
from pennysight.vision.sources import Frame

GOOD_FOCAL_SD = 0.001
"""The focal length is known well enough when it is known to this share of it."""
ENOUGH_VIEWS = 25
"""With so many, what they give is taken if it will do at all: arms grow tired."""
MOST_VIEWS = 40
"""If so many will not do, more will not either."""
LOOKS_APART_S = 1.0
"""After a longer pause nobody knows whether the board was held still."""

HAD = "This view was taken already."
NOT_STILL = "Hold it still for a moment."
NOT_WANTED = "Seen well; this part and this tilt are there already."


@dataclass(frozen=True, eq=False)
class Look:
    """What one frame came to.

    `note` is a sentence on this frame, empty where a view was `taken` of it; `view` the board in it, None
    where it cannot be read. `done` is the lens, once there are enough views.
    """

    gathered: Gathered
    note: str
    taken: bool = False
    view: BoardView | None = None
    done: Calibration | None = None


class LensGuide:
    """Takes what views it needs from the frames that it is shown; hands are busy with the board."""

    def __init__(self, board: CharucoBoard, name: str, made: str, still: bool = False) -> None:
        """For a camera called `name`, at an ISO date; `still`: each frame is a picture by itself."""
        self.board = board
        self._name, self._made, self._still = name, made, still
        self._gathered: Gathered | None = None
        self._views: list[NamedView] = []
        self._before: tuple[BoardView, float] | None = None

    @property
    def step(self) -> Step | None:
        """What to show next; None before the first frame."""
        return None if self._gathered is None else self._gathered.needs.step

    def look(self, frame: Frame) -> Look:
        """Take in one frame.

        Raises:
            CalibrationRefused: the pictures changed their size, or what was gathered will not do and more
                would not help.
        """
        size = (frame.image.shape[1], frame.image.shape[0])
        gathered = self._gathered or Gathered(size)
        if gathered.size != size:
            was, now = (f"{width}x{height}" for width, height in (gathered.size, size))
            raise CalibrationRefused(
                f"the pictures were {was} and are {now} now",
                "leave the camera's settings alone, and begin again",
            )
        self._gathered = gathered
        try:
            view = see_board(frame.image, self.board)
        except UnusableView as unusable:
            self._before = None
            return Look(gathered, f"{unusable}: {unusable.next_step}")
        before, self._before = self._before, (view, frame.captured_s)
        if gathered.had(view):
            return Look(gathered, HAD, view=view)
        if not gathered.gains(view):
            return Look(gathered, NOT_WANTED, view=view)
        if not (self._still or self._held(gathered, view, frame.captured_s, before)):
            return Look(gathered, NOT_STILL, view=view)
        return self._take(gathered, view)

    def finish(self) -> Calibration:
        """The lens from what there is, when no more frames come.

        Raises:
            CalibrationRefused: it will not do.
        """
        size = self._gathered.size if self._gathered else (0, 0)
        return calibrate_views(self._views, size, self._name, self._made)

    def _held(
        self, gathered: Gathered, view: BoardView, at_s: float, before: tuple[BoardView, float] | None
    ) -> bool:
        if before is None or not 0 < at_s - before[1] <= LOOKS_APART_S:
            return False
        return gathered.still(view, before[0], at_s - before[1])

    def _take(self, gathered: Gathered, view: BoardView) -> Look:
        self._gathered = gathered = gathered.with_view(view)
        self._views.append(NamedView(f"view {len(self._views) + 1}", view))
        done = None
        if gathered.needs.met:
            try:
                found = self.finish()
            except CalibrationRefused as refused:
                if not refused.more_helps or len(self._views) >= MOST_VIEWS:
                    raise
            else:
                if found.focal_sd <= GOOD_FOCAL_SD or len(self._views) >= ENOUGH_VIEWS:
                    done = found
            if done is None:
                self._gathered = gathered = gathered.with_more_tilts()
        return Look(gathered, "", taken=True, view=view, done=done)
