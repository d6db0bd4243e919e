"""What became of camera and tiles since the table last lay still, and when it lies still again.

A table at rest is the reference. What is seen next is judged against it; when camera or a tile has moved,
nothing is believed until all lies still again, and then the new table is told in the reference's frame.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import msgspec
import numpy as np
from pennysight.calibration.camera import Camera
from pennysight.vision.markers import MarkersSeen
from pennysight.vision.squares import Light
from pennysight.vision.table import SeenTable
from pennysight.vision.watch import findings as say
from pennysight.vision.watch.alignment import aligned, measured
from pennysight.vision.watch.findings import Finding
from pennysight.vision.watch.focus import edge_spread_px
from pennysight.vision.watch.healing import NUDGED_IN, Known, Solve, heal
from pennysight.vision.watch.lens import zoom_factor
from pennysight.vision.watch.motion import Motion, motion
from pennysight.vision.watch.standing import standing_findings

QUIET_PX = 1.5
"""A camera that has drifted less is followed without a word."""
HEALED_S = 0.3
"""Camera and tiles lie still again when nothing has moved for so long."""
EPSILON_S = 1e-3
"""Frame times are rounded somewhere on their way."""
HELD_S = 0.5
"""A tile that lies elsewhere for so long is judged though a hand seems to be there: it may be the tile itself
that came in over the board's edge."""
SWAY_PX = 0.6
"""What still moves from frame to frame by less lies still."""
BELIEVED_S = 1.0
"""How long after it was found a tile's new place may not yet be that of rulings."""
TOLD_S = 20.0
"""How long it is told what was healed."""
LASTING_S = 1.0
MISSING_S = 3.0
"""What may be a flicker is told when it has lasted so long; a tile may be covered for a while."""
BLURRED, BLURRED_PX = 1.3, 0.15
"""A picture is out of focus when its blur is so many times, and so much more than, the best that was."""

Step = Literal["same", "wait", "anew"]
"""`same`: all lies as it lay. `wait`: something moves. `anew`: the reference is new, see it as a whole."""


@dataclass(eq=False)
class _Unsteady:
    """Since something moved: what to say, what was seen last, and since when that has been still."""

    finding: Finding
    last: SeenTable | None = None
    still_since_s: float = 0.0


class TableWatch:
    """Watches one table through one camera."""

    def __init__(self, camera: Camera, tile_numbers: Mapping[int, str], solve: Solve) -> None:
        """`camera` is as calibrated, for these pictures; `tile_numbers` the game's tiles, number -> name."""
        self.lens = camera
        """The camera as it is zoomed now."""
        self.reference: SeenTable | None = None
        """The table as it last lay still."""
        self._known = Known(camera, dict(tile_numbers), solve)
        self._unsteady: _Unsteady | None = None
        self._held: _Unsteady | None = None
        self._sharpest_px: float | None = None
        self._told: list[tuple[float, Finding]] = []
        self._standing: dict[Finding, float] = {}
        self._passing: Finding | None = None

    @property
    def camera(self) -> Camera:
        """The camera as calibrated."""
        return self._known.camera

    @property
    def pending(self) -> bool:
        """Whether the next picture is to be looked at though nothing may have changed in it."""
        return self._held is not None

    def findings(self, now_s: float) -> tuple[Finding, ...]:
        """What is to be told now."""
        self._told = [(at_s, finding) for at_s, finding in self._told if now_s - at_s < TOLD_S]
        found = [] if self._unsteady is None else [self._unsteady.finding]
        found += [] if self._passing is None else [self._passing]
        if self.lens != self._known.camera:
            found.append(say.zoomed(zoom_factor(self.lens, self._known.camera)))
        found += [
            finding
            for finding, since_s in self._standing.items()
            if now_s - since_s >= (MISSING_S if finding.code == "tile-missing" else LASTING_S)
        ]
        return (*found, *(_told(finding, now_s - at_s) for at_s, finding in self._told))

    def see(self, seen: SeenTable, light: Light, now_s: float, hand: bool) -> Step:
        """Judge a table that was seen in a picture (`light`) at a time.

        Raises:
            TableNotSeenError: it lies still, but fits no table through the lens as it is zoomed now.
        """
        self._passing = None
        if self.reference is None:
            self.reference = seen
            self._look_at_focus(seen, light, readable=True)
            if not hand:
                self._keep_standing(seen, seen, now_s)
            return "anew"
        way = motion(
            self.reference.markers.sightings, seen.markers.sightings, self.lens, NUDGED_IN * _px_per_in(seen)
        )
        new = {tile.tile for tile in measured(seen.pose)} - {
            tile.tile for tile in measured(self.reference.pose)
        }
        if self._unsteady is None:
            step = self._judge(self.reference, seen, way, new, now_s, hand)
        else:
            step = self._wait(self._unsteady, self.reference, seen, way, now_s, hand)
        if step != "wait":
            self._look_at_focus(seen, light, readable=True)
            if not hand:
                self._keep_standing(self.reference, seen, now_s)
        return step

    def lose(self, problem: str, light: Light | None) -> Finding | None:
        """A frame shows no table: why, as far as the watch can tell; None while there never was one."""
        if self.reference is None:
            return None
        self._passing = None
        if self._unsteady is not None:
            self._unsteady.last = None
            return self._unsteady.finding
        if light is not None:
            self._look_at_focus(self.reference, light, readable=False)
        self._passing = self._passing or say.lost(problem)
        return self._passing

    def _judge(
        self, reference: SeenTable, seen: SeenTable, way: Motion, new: set[str], now_s: float, hand: bool
    ) -> Step:
        """Whether a table that lay still lies as it lay."""
        if way.displaced or (way.kind == "unknown" and len(new) > 1):
            if hand and not self._is_held(seen, bool(way.displaced), now_s):
                return "same"
            self._unsteady, self._held, self._passing = _Unsteady(say.TILE_MOVING, seen, now_s), None, None
            return "wait"
        self._held = None
        if way.kind in ("moved", "zoomed"):
            if way.shift_px > QUIET_PX:
                self._unsteady = _Unsteady(say.MOVING, seen, now_s)
                return "wait"
            pose = seen.pose if seen.whole else self._known.solve(seen.markers.sightings, self.lens)
            self.reference = replace(seen, pose=aligned(pose, reference.pose))
            return "anew"
        if new and not hand:
            self.reference = replace(seen, pose=aligned(seen.pose, reference.pose))
            return "anew"
        self.reference = replace(reference, markers=_joined(reference.markers, seen.markers))
        return "same"

    def _is_held(self, seen: SeenTable, displaced: bool, now_s: float) -> bool:
        """Whether under a hand, which may move it or hide half of a marker, a tile lies still elsewhere."""
        if not displaced:
            self._held = None
            return False
        self._passing = say.TILE_MOVING
        held = self._held
        last = None if held is None else held.last
        if held is None or last is None or _moves(_from_last(last, seen, self.lens)):
            self._held = _Unsteady(say.TILE_MOVING, seen, now_s)
            return False
        held.last = seen
        return now_s - held.still_since_s >= HELD_S - EPSILON_S

    def _wait(
        self,
        unsteady: _Unsteady,
        reference: SeenTable,
        seen: SeenTable,
        way: Motion,
        now_s: float,
        hand: bool,
    ) -> Step:
        """Whether a table that moved lies still again."""
        last, unsteady.last = unsteady.last, seen
        if way.kind in ("moved", "zoomed"):
            unsteady.finding = say.MOVING
        step = None if last is None else _from_last(last, seen, self.lens)
        if step is None or _moves(step):
            unsteady.still_since_s = now_s
            return "wait"
        if now_s - unsteady.still_since_s < HEALED_S - EPSILON_S or (
            hand and unsteady.finding is say.TILE_MOVING
        ):
            return "wait"
        healed = heal(seen, reference, way, self.lens, self._known)
        self.reference, self.lens, self._unsteady = healed.seen, healed.lens, None
        self._told += [(now_s, finding) for finding in healed.findings]
        return "anew"

    def _look_at_focus(self, seen: SeenTable, light: Light, readable: bool) -> None:
        spread_px = edge_spread_px(light, seen.markers.sightings)
        if spread_px is None:
            return
        sharpest_px = self._sharpest_px = min(spread_px, self._sharpest_px or spread_px)
        if spread_px > max(BLURRED * sharpest_px, sharpest_px + BLURRED_PX):
            self._passing = say.out_of_focus(spread_px / sharpest_px, readable)

    def _keep_standing(self, reference: SeenTable, seen: SeenTable, now_s: float) -> None:
        if seen.whole:
            found = set(standing_findings(seen, reference.pose, self._known.tile_numbers))
            self._standing = {finding: self._standing.get(finding, now_s) for finding in found}


def _told(finding: Finding, since_s: float) -> Finding:
    """What is told of something healed; a tile's new place is believed by the tracker after a few frames."""
    doubt = finding.code == "tile-nudged" and since_s < BELIEVED_S
    return msgspec.structs.replace(finding, doubt=doubt)


def _px_per_in(seen: SeenTable) -> float:
    """Pixels to the inch in the middle of the board."""
    x, y = seen.pose.width_in / 2, seen.pose.height_in / 2
    one, other = seen.pose.view.to_pixels([(x, y, 0), (x + 1, y, 0)])
    return float(np.linalg.norm(other - one))


def _from_last(last: SeenTable, seen: SeenTable, lens: Camera) -> Motion:
    return motion(last.markers.sightings, seen.markers.sightings, lens, NUDGED_IN * _px_per_in(seen), SWAY_PX)


def _moves(step: Motion) -> bool:
    """Whether something moved from one picture to the next."""
    return step.kind != "still" or bool(step.displaced)


def _joined(known: MarkersSeen, seen: MarkersSeen) -> MarkersSeen:
    """The markers of the reference, with those that were hidden then."""
    ids = {sighting.id for sighting in known.sightings}
    new = tuple(sighting for sighting in seen.sightings if sighting.id not in ids)
    return replace(known, sightings=known.sightings + new) if new else known
