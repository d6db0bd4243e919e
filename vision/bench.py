"""One table as it was last seen: what its frames have in common, and what of a new one is looked at again."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import TablePose, TilePose
from pennysight.vision.cells import CellGrid
from pennysight.vision.changes import ChangeWatch
from pennysight.vision.figures.bare import BareFinder, SeenBare
from pennysight.vision.figures.caps import SeenCap, find_caps
from pennysight.vision.figures.hats import find_hats, lies_under
from pennysight.vision.figures.level import LevelPlane
from pennysight.vision.hands import HandFinder, Hands
from pennysight.vision.naming import name_figures
from pennysight.vision.observation import Observation, SeenCard, SeenFigure, SeenHat, SeenToken
from pennysight.vision.shack_cards import ShackCards
from pennysight.vision.shack_patch import Shack
from pennysight.vision.sources import Frame
from pennysight.vision.table import SeenTable
from pennysight.vision.tokens import place_tokens
from pennysight.vision.unmarked import UnmarkedTiles
from pennysight.vision.watch import Finding

NEAR_CHANGE_IN = 1.0
"""A figure this far from anything that changed stands as it stood."""
MOST_SEARCHED = 0.6
"""Where more of the board changes at once it is the light, or the camera."""
THOROUGH_S = 3.0
"""Where something moves all the time, a thorough look is taken this often; else when all is still."""
NO_HANDS = Hands(False, ())


@dataclass(eq=False)
class Bench:
    """One table: what its frames have in common, and what was seen of it so far.

    `doubtful` are the pixels of the plane's rectified picture where no thorough look followed a change yet;
    `figures`, `tokens` and `table` are what is told of what was seen; `table` has the `unmarked` tiles too.
    """

    seen: SeenTable
    plane: LevelPlane
    hand_finder: HandFinder
    cells: CellGrid
    watch: ChangeWatch
    bare_finder: BareFinder
    shacks: Callable[[Iterable[TilePose]], Sequence[Shack]]
    shack_cards: ShackCards
    doubtful: NDArray[np.bool_]
    thorough_s: float
    roster: Collection[str] | None
    unmarked: UnmarkedTiles
    table: TablePose
    edge_hands: Hands = NO_HANDS
    caps: list[SeenCap] = field(default_factory=list)
    bare: list[SeenBare] = field(default_factory=list)
    hats: list[SeenHat] = field(default_factory=list)
    figures: tuple[SeenFigure, ...] = ()
    tokens: tuple[SeenToken, ...] = ()
    cards: tuple[SeenCard, ...] = ()

    def hands(self, captured_s: float) -> Hands:
        """Hands by how they look at the board's edge, and by what has come in over it."""
        came = self.watch.intruders(captured_s)
        covered = self.edge_hands.covered + tuple(self.cells.outline(part) for part in came)
        return Hands(self.edge_hands.present or bool(came), covered)

    def is_due(self, captured_s: float, still: bool) -> bool:
        """Whether it is time for a thorough look: nothing moves, or something has for long."""
        return bool(self.doubtful.any()) and (still or captured_s - self.thorough_s > THOROUGH_S)

    def look(self, frame: Frame, changed: NDArray[np.bool_], thorough: bool) -> None:
        """See the figures again near the cells that changed; elsewhere they stand as they stood.

        Bare figures that were not there before are looked for only in a thorough look: that takes long, and
        one in a hand stands nowhere. Nor is any figure new that shows as the light changes.
        """
        where = self.cells.near(changed, NEAR_CHANGE_IN)
        self.doubtful |= where
        self.shack_cards.changed(where, self.plane)
        look = self.doubtful if thorough else where
        self.hats = find_hats(frame.image, self.plane, look, self.hats, search=thorough)
        caps = find_caps(
            frame.image,
            self.plane,
            self.doubtful,
            self.caps,
            search_in=look if thorough or changed.mean() < MOST_SEARCHED else np.zeros_like(look),
            plain_only=not thorough,
        )
        self.caps = [cap for cap in caps if not lies_under(cap.x_in, cap.y_in, self.hats)]
        bare = self.bare_finder.find(
            frame.image,
            self.seen.markers.everywhere,
            self.plane,
            look,
            self.caps,
            self.bare,
            search=thorough,
        )
        self.bare = [figure for figure in bare if not lies_under(figure.x_in, figure.y_in, self.hats)]
        self.figures = name_figures(self.caps, self.bare, self.roster)
        self.tokens = place_tokens(self.seen.markers.sightings, self.seen.pose.view)
        if thorough:
            self.table = self.unmarked.look(frame.image, self.seen.pose, self.plane, self.doubtful)
            self.shack_cards.lie(self.shacks(self.table.tiles))
            self.doubtful[:] = False
            self.thorough_s = frame.captured_s

    def look_for_cards(self, frame: Frame, most: int | None) -> None:
        """See at most so many of the shacks that changed again; nothing may move in the frame."""
        self.cards = self.shack_cards.find(frame.image, self.figures, most)

    def observation(self, frame: Frame, hands: Hands, findings: tuple[Finding, ...]) -> Observation:
        """What is known of the table by this frame."""
        height, width = frame.image.shape[:2]
        return Observation(
            captured_s=frame.captured_s,
            width_px=width,
            height_px=height,
            table=self.table,
            figures=self.figures,
            tokens=self.tokens,
            hats=tuple(self.hats),
            cards=self.cards,
            markers=tuple(self.seen.markers.sightings),
            hand=hands.present,
            covered=hands.covered,
            findings=findings + self.unmarked.findings,
        )
