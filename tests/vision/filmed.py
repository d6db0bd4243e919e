"""A table filmed for the tracker: figures whose truth is known, observed with noise and faults."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from pennysight.calibration.board import TablePose, TilePose
from pennysight.calibration.camera import Camera
from pennysight.calibration.projection import View
from pennysight.vision.observation import Observation, SeenFigure, SeenToken
from pennysight.vision.tracker import Move, TrackedTable, Tracker

FPS = 10.0
LENS = Camera(
    name="any",
    width_px=1920,
    height_px=1080,
    K=((1400.0, 0.0, 960.0), (0.0, 1400.0, 540.0), (0.0, 0.0, 1.0)),
    dist=(0.0, 0.0, 0.0, 0.0, 0.0),
)
VIEW = View(LENS, np.diag([1.0, -1.0, -1.0]), np.array([-18.0, 18.0, 48.0]), np.zeros((6, 6)))


def table_of(names: Sequence[str] = ("north-west", "north-east", "south-west", "south-east")) -> TablePose:
    """Four tiles, two by two, of which only `names` are seen; the corner is that of the ones seen."""
    places = {
        "south-west": (0.0, 0.0),
        "south-east": (9.0, 0.0),
        "north-west": (0.0, 9.0),
        "north-east": (9.0, 9.0),
    }
    west, south = (min(places[name][axis] for name in names) for axis in (0, 1))
    east, north = (max(places[name][axis] for name in names) + 9.0 for axis in (0, 1))
    tiles = [
        TilePose(name, places[name][0] - west, places[name][1] - south, 0.0, 0.01, 0.1) for name in names
    ]
    return TablePose(VIEW, tuple(tiles), east - west, north - south, 0.2)


@dataclass(frozen=True)
class Standing:
    """A figure where it truly is; `reads` is what its cap shows, None for a cap not read or none.

    `confused`: what it shows does not tell its front from its back; `faction` None: nor whose it is.
    """

    x_in: float
    y_in: float
    facing_deg: float | None
    faction: str | None = "marsh"
    reads: int | None = None
    capped: bool = True
    confused: bool = False


@dataclass
class Film:
    """A table filmed ten times a second: each `show` is one frame of what is in `figures` at that moment."""

    figures: dict[str, Standing]
    noise_in: float = 0.0
    sd_in: float = 0.02
    sd_deg: float = 1.0
    settle_s: float = 0.5
    fps: float = FPS
    seed: int = 1
    tables: list[TrackedTable] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tracker = Tracker(settle_s=self.settle_s)
        self.now_s = 0.0
        self.random = np.random.default_rng(self.seed)

    def show(
        self,
        frames: int = 1,
        *,
        hand: bool = False,
        unseen: Iterable[str] = (),
        covered: Iterable[tuple[tuple[float, float], ...]] = (),
        table: TablePose | None = None,
        tokens: Iterable[SeenToken] = (),
    ) -> TrackedTable:
        for _ in range(frames):
            seen = [self._seen(name, at) for name, at in self.figures.items() if name not in set(unseen)]
            self.tables.append(
                self.tracker.update(
                    Observation(
                        captured_s=self.now_s,
                        width_px=1920,
                        height_px=1080,
                        table=table or table_of(),
                        figures=tuple(seen),
                        tokens=tuple(tokens),
                        hand=hand,
                        covered=tuple(covered),
                    )
                )
            )
            self.now_s += 1.0 / self.fps
        return self.tables[-1]

    def blind(self, frames: int) -> TrackedTable:
        for _ in range(frames):
            dark = Observation(captured_s=self.now_s, width_px=1920, height_px=1080, problem="too dark")
            self.tables.append(self.tracker.update(dark))
            self.now_s += 1.0 / self.fps
        return self.tables[-1]

    def put(self, name: str, **changes: Any) -> None:
        self.figures[name] = replace(self.figures[name], **changes)

    def _seen(self, name: str, at: Standing) -> SeenFigure:
        dx, dy = self.random.normal(0.0, self.noise_in, 2)
        turned = self.random.normal(0.0, self.sd_deg) if self.noise_in else 0.0
        heading_deg = None if at.facing_deg is None else at.facing_deg + float(turned)
        return SeenFigure(
            id=f"{at.faction}-{at.reads}" if at.reads is not None else f"{at.faction}-unnamed-{name}",
            faction=at.faction,
            number=at.reads,
            capped=at.capped,
            x_in=at.x_in + float(dx),
            y_in=at.y_in + float(dy),
            facing_deg=None if at.confused else heading_deg,
            axis_deg=None if heading_deg is None or not at.confused else (heading_deg + 180.0) % 360.0,
            sd_in=self.sd_in,
            sd_deg=self.sd_deg,
            confidence=0.9,
        )

    @property
    def moves(self) -> list[Move]:
        return [move for table in self.tables for move in table.moves]

    @property
    def notes(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(note.code, note.figures) for table in self.tables for note in table.notes]


def two_and_two() -> dict[str, Standing]:
    """Two figures whose caps are read and two bare ones of a faction."""
    return {
        "marsh-1": Standing(3.0, 3.0, 90.0, reads=1),
        "cult-2": Standing(12.0, 4.0, 180.0, "cult", reads=2),
        "west": Standing(5.0, 12.0, 0.0, "deghoule", capped=False),
        "east": Standing(12.0, 13.0, 270.0, "deghoule", capped=False),
    }


def place_of(table: TrackedTable, name: str) -> tuple[float, float]:
    place = next(figure.place for figure in table.figures if figure.id == name)
    return place.x_in, place.y_in


def state_of(table: TrackedTable, name: str) -> str:
    return next(figure.state for figure in table.figures if figure.id == name)


def ids(table: TrackedTable) -> list[str]:
    return [figure.id for figure in table.figures]
