"""Tables laid by hand for the page: scenes with known answers, and the server's side of them."""

from typing import Any

import cv2
import msgspec
import numpy as np
from pennysight.gamelog import Entry, GameLog, iso_time, utc_now
from pennysight.rules.ruling import rule, ruling_json
from pennysight.rules.scene import Board, Figure, Geometry, Obstacle, Scene
from pennysight.vision.tracker import Move, Place
from pennysight.webapp.app import NoSuchFigureError, RulingGiven
from pennysight.webapp.correcting import Intent
from pennysight.webapp.reporting import Report
from pennysight.webapp.snapshot import Snapshot, SourceState, snapshot_json
from pennysight.webapp.stream import Stream
from pennysight.webapp.wording import move_text, ruling_text

LIVE = SourceState("a table laid by hand", "live", "")


class LaidTable:
    """What the web side needs of a table, with every change made by the test."""

    def __init__(self, log: GameLog, scene: Scene | None) -> None:
        self._log = log
        started = log.append("session-started", {"source": LIVE.name}, f"started with {LIVE.name}")
        self.stream = Stream(
            Snapshot(version=1, at=started.at, source=LIVE, settled=True, scene=scene),
            snapshot_json,
            started.seq,
            log.entries,
        )

    @property
    def scene(self) -> Scene:
        scene = self.stream.snapshot.scene
        assert scene is not None
        return scene

    def entries(self, after: int, limit: int) -> list[Entry]:
        return self._log.entries(after, limit)

    def newest_entries(self, limit: int) -> list[Entry]:
        return self._log.newest_entries(limit)

    def rule(self, from_id: str, to_id: str, *, with_figures: bool = False) -> RulingGiven:
        if missing := {from_id, to_id} - {figure.id for figure in self.scene.figures}:
            raise NoSuchFigureError(f"there is no figure {missing.pop()!r} on the table")
        ruling = rule(self.scene, from_id, to_id)
        data: dict[str, Any] = {"ruling": ruling, "settled": True, "held": []}
        if with_figures:  # which logs of before have not
            data["figures"] = self.scene.figures
        entry = self._tell("ruling", data, ruling_text(from_id, to_id, ruling))
        return RulingGiven(msgspec.Raw(ruling_json(ruling)), entry)

    @property
    def names(self) -> list[str]:
        return [figure.id for figure in self.scene.figures]

    def correct(self, intent: Intent) -> Entry:
        return self._tell("correction", intent, "corrected")

    def change(self, **fields: Any) -> None:
        """Show the table with these fields of the snapshot changed."""
        shown = self.stream.snapshot
        self.stream.show(
            msgspec.structs.replace(shown, version=shown.version + 1, at=iso_time(utc_now()), **fields)
        )

    def move(self, figure_id: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """Move a figure, as the camera would report it once the table is settled."""
        figures = {figure.id: figure for figure in self.scene.figures}
        before = figures[figure_id]
        figures[figure_id] = msgspec.structs.replace(before, x_in=x_in, y_in=y_in, facing_deg=facing_deg)
        move = Move(
            figure_id,
            Place(before.x_in, before.y_in, before.facing_deg),
            Place(x_in, y_in, facing_deg),
            start_s=0.0,
            end_s=1.0,
        )
        self._tell("move", move, move_text(move))
        self.change(scene=msgspec.structs.replace(self.scene, figures=list(figures.values())))

    def take_away(self, figure_id: str) -> None:
        """Take a figure off the table."""
        left = [figure for figure in self.scene.figures if figure.id != figure_id]
        self.change(scene=msgspec.structs.replace(self.scene, figures=left))

    def _tell(self, kind: str, data: object, text: str) -> Entry:
        entry = self._log.append(kind, data, text)
        self.stream.tell(entry)
        return entry


class FixedEyes:
    """A camera of which the picture is always the same."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def picture(self) -> bytes:
        _, coded = cv2.imencode(".jpg", np.full((300, 400, 3), (40, 90, 140), np.uint8))
        return coded.tobytes()

    def report(self, note: str) -> Report:
        self.notes.append(note)
        return Report("reports/pennysight-report-1.zip", 1_000_000, 12)


def figure(figure_id: str, x_in: float, y_in: float, facing_deg: float | None = 90.0, **more: Any) -> Figure:
    """A figure whose faction is in its name, as exactly measured as a good camera does."""
    exact = {"sd_in": 0.015, "sd_deg": 1.0}
    return Figure(figure_id, figure_id.rsplit("-", 1)[0], x_in, y_in, facing_deg, **(exact | more))


def line(obstacle_id: str, kind: str, *points: tuple[float, float]) -> Obstacle:
    """An obstacle along a line."""
    return Obstacle(obstacle_id, kind, Geometry("LineString", [list(point) for point in points]))


def yard() -> Scene:
    """A board of 18 x 18 in on which every kind of answer is to be had.

    marsh-1 sees cult-1 clear; cult-2 stands behind a wall, cult-3 behind a fence from marsh-3; cult-4 is
    1.02 in from marsh-4, where no camera can tell whether that is melee; marsh-2 and marsh-3 stand shoulder
    to shoulder.
    """
    return Scene(
        board=Board(18.0, 18.0),
        obstacles=[
            line("yard/wall-1", "wall", (1.0, 12.0), (8.0, 12.0)),
            line("yard/fence-1", "fence", (9.0, 1.0), (9.0, 8.0)),
            Obstacle("yard/tree-1", "tree", Geometry("Point", [15.0, 15.0]), radius_in=0.8),
        ],
        figures=[
            figure("marsh-1", 3.0, 9.0, 0.0),
            figure("cult-1", 9.0, 10.0, 180.0),
            figure("cult-2", 3.0, 15.0, 270.0),
            figure("cult-3", 14.0, 4.0, 0.0, hat="stun"),
            figure("cult-4", 15.02, 9.0, 180.0),
            figure("marsh-2", 4.0, 3.0, 90.0),
            figure("marsh-3", 4.8, 3.0, 90.0),
            figure("marsh-4", 14.0, 9.0, 0.0),
        ],
    )
