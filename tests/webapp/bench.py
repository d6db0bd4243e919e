"""A table whose camera and figures a test moves by hand."""

import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from pennysight.calibration.board import TablePose, TilePose
from pennysight.calibration.projection import View
from pennysight.gamelog import GameLog
from pennysight.rules.scene import Figure
from pennysight.vision.observation import Observation, SeenFigure
from pennysight.vision.simulated.table import CAMERA
from pennysight.vision.sources import Frame, Status
from pennysight.vision.tracker import Tracker
from pennysight.webapp.session import TableSession

VIEW = View(CAMERA, np.diag([1.0, -1.0, -1.0]), np.array([-9.0, 9.0, 30.0]), np.zeros((6, 6)))
TABLE = TablePose(
    VIEW,
    tuple(
        TilePose(name, 9.0 * (n % 2), 9.0 * (n // 2), 0.0, 0.01, 0.1)
        for n, name in enumerate(["crossroads", "old-oak-road", "storm-hollow", "marsh-home"])
    ),
    18.0,
    18.0,
    0.1,
)
FRAME_S = 0.1
FRAMES_TO_SETTLE = 8
PATIENCE_S = 20.0

Stand = tuple[float, float, float]
"""x_in, y_in, facing_deg."""


def eventually(is_so: Callable[[], object]) -> None:
    """Wait until something is so; the time allowed is for slow machines, and no test's point."""
    give_up_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < give_up_s, "it never became so"
        time.sleep(0.005)


def observation(
    captured_s: float, stands: dict[str, Stand], *, hand: bool = False, problem: str | None = None
) -> Observation:
    """What a frame shows when these figures stand there."""
    figures = tuple(
        SeenFigure(
            id=name,
            faction=name.split("-")[0],
            number=int(number) if (number := name.split("-")[1]).isdigit() else None,
            capped=number.isdigit(),
            x_in=x_in,
            y_in=y_in,
            facing_deg=facing_deg,
            sd_in=0.02,
            sd_deg=1.0,
            confidence=0.9,
        )
        for name, (x_in, y_in, facing_deg) in stands.items()
    )
    return Observation(
        captured_s=captured_s,
        width_px=1920,
        height_px=1080,
        table=None if problem else TABLE,
        figures=() if problem else figures,
        hand=hand,
        problem=problem,
    )


class HandCamera:
    """A camera whose frames are handed to it one by one."""

    name = "camera 0"
    still = False
    waits = False

    def __init__(self) -> None:
        self.waiting: queue.Queue[Frame | None] = queue.Queue()
        self.doing = Status("live")
        self.closed = False

    def status(self) -> Status:
        return self.doing

    def frames(self) -> Iterator[Frame]:
        while (frame := self.waiting.get()) is not None:
            yield frame

    def send(self, number: int) -> None:
        self.waiting.put(Frame(np.zeros((1, 1, 3), np.uint8), number * FRAME_S, number))

    def close(self) -> None:
        self.closed = True
        self.waiting.put(None)


@dataclass
class Bench:
    """A session over a table whose figures the test moves by hand."""

    log: GameLog
    stands: dict[str, Stand]
    camera: HandCamera = field(default_factory=HandCamera)
    tracker: Tracker = field(default_factory=Tracker)
    showing: dict[int, Callable[[], Observation]] = field(default_factory=dict)
    roster: frozenset[str] | None = None
    read: int = 0
    frame: int = 0

    def __post_init__(self) -> None:
        self.session = TableSession(
            self.log, self.camera, self.camera.frames(), self.see, self.tracker, self.roster
        )

    def see(self, frame: Frame) -> Observation:
        try:
            return self.showing.pop(frame.number)()
        finally:
            self.read += 1

    def show(self, make: Callable[[float], Observation], frames: int = 1) -> None:
        """Let the camera see some frames, each before the next, so that none is dropped."""
        for _ in range(frames):
            captured_s = self.frame * FRAME_S
            self.showing[self.frame] = partial(make, captured_s)
            self.camera.send(self.frame)
            self.frame += 1
            eventually(lambda: self.read == self.frame)

    def settle(self, **stands: Stand) -> None:
        """Move some figures, and let the camera see that all is at rest."""
        self.stands |= {name.replace("_", "-"): stand for name, stand in stands.items()}
        self.show(lambda captured_s: observation(captured_s, self.stands), FRAMES_TO_SETTLE)

    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.log.entries()]

    def notices(self) -> dict[str, str]:
        return {notice.code: notice.text for notice in self.session.stream.snapshot.notices}

    def figures(self) -> dict[str, Figure]:
        """The figures that are shown, by their names."""
        scene = self.session.stream.snapshot.scene
        return {} if scene is None else {figure.id: figure for figure in scene.figures}

    def corrections(self) -> list[str]:
        """What the log says of corrections."""
        return [entry.text for entry in self.log.entries() if entry.kind == "correction"]

    def move_both_bare(self) -> None:
        """Have the two of a kind moved at once under a hand, so that nobody knows which is which."""
        capped = {name: at for name, at in self.stands.items() if not name.startswith("deghoule")}
        self.show(lambda captured_s: observation(captured_s, capped, hand=True), 10)
        self.settle(deghoule_x=(8.0, 9.0, 0.0), deghoule_y=(9.0, 11.0, 0.0))
        self.settle()


def two_and_two(log: GameLog) -> Bench:
    """Two figures with caps and two bare ones of a kind, settled."""
    stands = {
        "marsh-1": (3.0, 9.0, 0.0),
        "cult-2": (14.0, 4.0, 180.0),
        "deghoule-x": (5.0, 14.0, 0.0),
        "deghoule-y": (12.0, 13.0, 270.0),
    }
    made = Bench(log, stands)
    made.session.start()
    made.settle()
    eventually(lambda: len(made.figures()) == 4 and made.session.stream.snapshot.settled)
    return made
