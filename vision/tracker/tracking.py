"""From what single frames show to the table as it stands."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import cv2
import msgspec
import numpy as np
from pennysight.calibration.board import TablePose
from pennysight.vision.observation import Observation, SeenFigure, SeenHat
from pennysight.vision.tracker.cards import Cards
from pennysight.vision.tracker.corrections import (
    Correction,
    CorrectionError,
    Put,
    Rename,
    Restore,
    check_on_board,
    never_seen,
    taken,
)
from pennysight.vision.tracker.hats import Worn, figures_under
from pennysight.vision.tracker.identity import match
from pennysight.vision.tracker.lying import READINGS, Lying
from pennysight.vision.tracker.memory import Memory
from pennysight.vision.tracker.names import CapNames, GivenNames
from pennysight.vision.tracker.senses import told_by_history
from pennysight.vision.tracker.spots import EPSILON_S, FOLLOWED_IN, Spot, Window, overlap
from pennysight.vision.tracker.track import Track
from pennysight.vision.tracker.values import Move, Note, NoteCode, TrackedTable

SETTLE_S = 0.5
"""The scene is settled when nothing has moved, and no hand has been over it, for so long."""
HAND_GONE = 0.5
"""A hand is believed gone when it was not seen for this share of the time to settle."""
PATIENCE = 10.0
"""A figure that nothing covers is lost when settled scenes have not shown it for so many times the time to
settle: longer than a hand that goes unnoticed takes to move it."""
GROWN = 4.0
"""A board is believed to have grown when it was seen so for so many times the time to settle."""
COVER_MARGIN_IN = 0.5
"""Covered parts of the board are known to this; what stands up is hidden by more than what lies flat."""

Standing = TypeVar("Standing", SeenFigure, SeenHat)


class Tracker:
    """Who stands where, steadily, from the observations of one source in the order of their times.

    A scene is settled when nothing in view has moved for `settle_s` seconds of capture time and any hand is
    gone; with 0, for pictures, every observation is settled by itself. Moves come out once, when the scene is
    settled; a place is averaged over the frames for which it rested. Tracks are never deleted, only hidden.
    """

    def __init__(self, *, settle_s: float = SETTLE_S) -> None:
        """Begin with an empty table."""
        readings = READINGS if settle_s else 1
        self._settle_s = settle_s
        self._patience_s = PATIENCE * settle_s
        self._window = Window(settle_s, readings)
        self._lying = Lying(readings, self._patience_s)
        self._tracks: dict[str, Track] = {}
        self._given = GivenNames()
        self._twins: set[str] = set()
        self._caps = CapNames()
        self._recalled = Memory()
        self._worn = Worn(readings)
        self._cards = Cards()
        self._now_s = 0.0
        self._hand = False
        self._problem: str | None = None
        self._frame = 0
        self._last_s: float | None = None
        self._quiet_since_s: float | None = None
        self._slipped_s = 0.0
        self._settled = False
        self._moves: list[Move] = []
        self._notes: list[Note] = []

    def update(self, observation: Observation) -> TrackedTable:
        """The table after one more observation; one that shows no table leaves everything as it was."""
        self._moves, self._notes = [], []
        self._now_s, self._hand, self._problem = observation.captured_s, observation.hand, observation.problem
        self._lay_recalled()
        if observation.table is None:
            self._last_s = self._quiet_since_s = None
            self._settled = False
        else:
            self._see(observation, observation.table)
        return replace(self.table(), moves=tuple(self._moves), notes=tuple(self._notes))

    def correct(self, correction: Correction | Restore) -> Rename | Restore:
        """Take people's word for something; the correction that undoes it.

        Raises:
            CorrectionError: there is no such figure, name or place.
        """
        if isinstance(correction, Rename):
            spots = {*self._window.spots, *(track.spot for track in self._tracks.values())}
            return self._caps.rename(correction, self._tracks, spots, self._given.all)
        if isinstance(correction, Put):
            check_on_board(correction, self._lying.board_in)
        track = self._tracks.get(correction.figure)
        if track is None and isinstance(correction, Put):
            capped = any(track.capped for track in self._tracks.values())
            spot = Spot(never_seen(correction, capped=capped), self._frame - 1, self._now_s, needed=1)
            self._window.spots.append(spot)
            track = self._tracks[correction.figure] = Track(correction.figure, spot)
            track.named_by_hand = not capped
        if track is None:
            raise CorrectionError(f"there is no figure {correction.figure!r:.60} on the table")
        undo = Restore(track.id, track.by_hand)
        track.by_hand = taken(correction, track.by_hand)
        if isinstance(correction, Put) and not self._reads(track.spot):
            track.state, track.unseen_s, track.put_unseen = "held", 0.0, True
        return undo

    def memory(self) -> Memory:
        """What people said and still holds, for a tracker that goes on after a restart."""
        told = {name: track.remembered() for name, track in self._tracks.items()}
        figures = {name: figure for name, figure in told.items() if figure is not None}
        return Memory(figures, self._caps.otherwise, frozenset(self._given.all))

    def recall(self, memory: Memory) -> None:
        """Go on, before the first frame, from what held before a restart.

        A figure is known again by its cap, or where it stood. One that stands there no longer is lost.
        """
        self._recalled = memory
        self._caps.recall(memory.caps)
        self._given.all.update(memory.names)

    def _lay_recalled(self) -> None:
        for name, was in self._recalled.figures.items():
            track = self._tracks[name] = Track.recall(name, was, self._frame - 1, self._now_s)
            self._window.spots.append(track.spot)
        self._recalled = Memory()

    def table(self) -> TrackedTable:
        """The table as it holds now."""
        width_in, height_in = self._lying.board_in
        figures = tuple(track.figure() for _, track in sorted(self._tracks.items()))
        return TrackedTable(
            captured_s=self._now_s,
            board_width_in=width_in,
            board_height_in=height_in,
            tiles=self._lying.tiles(),
            figures=figures,
            tokens=self._lying.tokens(),
            cards=self._cards.all(),
            settled=self._settled,
            hand=self._hand,
            held=tuple(figure.id for figure in figures if figure.state == "held"),
            problem=self._problem,
        )

    def _see(self, observation: Observation, table: TablePose) -> None:
        now_s = observation.captured_s
        # A source that stalled showed nothing meanwhile: a pause is no time for which something was missed.
        passed_s = 0.0 if self._last_s is None else min(max(now_s - self._last_s, 0.0), self._settle_s)
        self._last_s = now_s
        self._frame += 1
        if observation.hand:
            self._quiet_since_s = None
        elif self._quiet_since_s is None:
            self._quiet_since_s = now_s

        slip_in = self._slip_in(table, 0.0 if observation.hand else passed_s)
        self._lying.add_tiles(table, slip_in)
        self._lying.add_tokens(observation.tokens, slip_in, 0.0 if observation.hand else passed_s)
        shown = [track.shown for track in self._tracks.values()]
        self._window.kept = {track.spot for track in self._tracks.values()}
        self._window.kept.update(spot for spot in shown if self._window.lasted(spot))
        figures = [self._caps.told(_shifted(seen, slip_in)) for seen in observation.figures]
        hats = [_shifted(hat, slip_in) for hat in observation.hats]
        figures = told_by_history(figures, self._window.spots, self._frame, now_s)
        figures += figures_under(hats, self._tracks.values())
        self._window.add(figures, self._frame, now_s)
        self._follow()
        for track in self._worn.see(
            hats, (each for each in self._tracks.values() if self._reads(each.shown))
        ):
            wears = "no hat" if track.hat is None else f"the {track.hat} hat"
            self._note("hat-seen", (track.id,), now_s, f"{track.id} is seen to wear {wears} now")
        covered = self._covered(observation, slip_in)
        established = self._window.established()
        self._settled = self._is_settled(now_s)
        if self._settled:
            self._settle(established, covered, now_s)
            for shack in self._cards.settle(observation.cards):
                self._note("card-gone", (), now_s, f"the card on {shack} is gone")
        else:
            self._welcome(established)
        self._tell_who_is_missing(established, covered, passed_s, now_s)

    def _slip_in(self, table: TablePose, passed_s: float) -> tuple[float, float]:
        """How far this frame's places are to be shifted; a slip that lasts is a board that has grown."""
        slip_in = self._lying.slip_in(table)
        if slip_in == (0.0, 0.0):
            self._slipped_s = 0.0
            return slip_in
        self._slipped_s += passed_s
        if self._slipped_s < GROWN * self._settle_s:
            return slip_in
        dx_in, dy_in = -slip_in[0], -slip_in[1]
        self._lying.shift(dx_in, dy_in)
        for spot in {*self._window.spots, *(track.shown for track in self._tracks.values())}:
            spot.pose.shift(dx_in, dy_in)
        for track in self._tracks.values():
            track.shift(dx_in, dy_in)
        return 0.0, 0.0

    def _follow(self) -> None:
        """Keep every track on what this frame shows of it."""
        unread = set()
        for track in self._tracks.values():
            if self._reads(track.spot):
                track.stay()
            else:
                unread.add(track)
        owned = {track.spot for track in self._tracks.values()}
        strays = {spot for spot in self._window.spots if self._reads(spot)} - owned
        ways = [
            (spot.distance_in(track.shown), track, spot)
            for track in unread
            for spot in strays
            if track.could_be(spot) and not (track.recalled and spot.name != track.id)
        ]
        for distance_in, track, spot in sorted(ways, key=lambda way: (way[0], way[1].id)):
            near = distance_in <= FOLLOWED_IN or spot.name == track.id
            if near and track in unread and spot in strays:
                track.stray(spot)
                unread.remove(track)
                strays.remove(spot)

    def _reads(self, spot: Spot) -> bool:
        """Whether this frame shows it."""
        return spot.last_frame == self._frame

    def _covered(self, observation: Observation, slip_in: tuple[float, float]) -> set[Track]:
        """The tracks that something may hide: a hand can be over any of them."""
        if observation.hand:
            return set(self._tracks.values())
        polygons = [np.asarray(polygon, np.float32) for polygon in observation.covered]
        covered = set()
        for track in self._tracks.values():
            place = (track.shown.pose.x_in - slip_in[0], track.shown.pose.y_in - slip_in[1])
            if any(cv2.pointPolygonTest(polygon, place, True) >= -COVER_MARGIN_IN for polygon in polygons):
                covered.add(track)
        return covered

    def _is_settled(self, now_s: float) -> bool:
        if not self._settle_s:
            return True
        hand_gone_s = HAND_GONE * self._settle_s - EPSILON_S
        if self._quiet_since_s is None or now_s - self._quiet_since_s < hand_gone_s:
            return False
        young = [spot for spot in self._window.spots if self._reads(spot) and not self._window.lasted(spot)]
        if any(track.astray > 1 and track.shown in young for track in self._tracks.values()):
            return False
        at_rest = [track.spot for track in self._tracks.values() if self._reads(track.spot)]
        return not any(spot.streak > 1 and not overlap(spot, at_rest) for spot in young)

    def _settle(self, established: Sequence[Spot], covered: set[Track], now_s: float) -> None:
        """Take the places of a settled scene as final."""
        matching = match(established, list(self._tracks.values()), covered)
        for track, name in matching.merged.items():
            self._note("named", (track.id, name), now_s, f"{track.id} is {name}")
            del self._tracks[track.id]
        was_unnamed = {name: track for track, name in matching.merged.items()}
        for name, spot in matching.new.items():
            track = was_unnamed.get(name) or Track(name, spot)
            track.take_name(spot)
            self._tracks[name] = matching.tracks[spot] = track
        for spot in matching.nameless:
            track = Track(self._given.give(spot.faction), spot)
            track.number = None
            self._tracks[track.id] = matching.tracks[spot] = track
        for spot, track in matching.tracks.items():
            if move := track.settle(spot):
                self._moves.append(move)
        self._moves.sort(key=lambda move: (move.end_s, move.figure))
        for name in sorted(matching.twins - self._twins):
            self._note("twins", (name,), now_s, f"two figures show the name {name}: check their caps")
        self._twins = matching.twins
        for one, other in matching.either:
            text = f"{one.id} and {other.id} moved at the same time: check which is which"
            self._note("either", (one.id, other.id), now_s, text)

    def _welcome(self, established: Sequence[Spot]) -> None:
        """Show figures new to the table at once where caps name them; all else waits for a settled scene."""
        shown = Counter(spot.name for spot in established)
        homes = [track.spot for track in self._tracks.values()]
        for spot in established:
            name = spot.name
            if name and name not in self._tracks and shown[name] == 1 and not overlap(spot, homes):
                self._tracks[name] = Track(name, spot)

    def _tell_who_is_missing(
        self, established: Sequence[Spot], covered: set[Track], passed_s: float, now_s: float
    ) -> None:
        owners = {track.spot: track for track in self._tracks.values()}
        for track in self._tracks.values():
            followed = self._reads(track.shown) and owners.get(track.shown, track) is track
            missing = not self._reads(track.spot) and not followed
            if missing and self._settled and track not in covered:
                track.unseen_s += passed_s
            if track.state == "hidden":
                if track.spot in established:
                    track.state = "seen"
                    track.by_hand = msgspec.structs.replace(track.by_hand, gone=False)
                    self._note("found", (track.id,), now_s, f"{track.id} is seen again")
            elif not missing:
                track.state = "seen"
            elif track in covered or track.held_by_hand:
                track.state = "held"
            elif track.unseen_s >= self._patience_s:
                track.state = "hidden"
                if not track.by_hand.gone:
                    where = "where it stood before the restart" if track.recalled else "for a while"
                    self._note("lost", (track.id,), now_s, f"{track.id} has not been seen {where}")

    def _note(self, code: NoteCode, figures: tuple[str, ...], at_s: float, text: str) -> None:
        self._notes.append(Note(code, figures, at_s, text))


def _shifted(seen: Standing, slip_in: tuple[float, float]) -> Standing:
    if slip_in == (0.0, 0.0):
        return seen
    return msgspec.structs.replace(seen, x_in=seen.x_in + slip_in[0], y_in=seen.y_in + slip_in[1])
