"""From a frame to an observation: everything that is seen in one picture of the table.

What is kept from frame to frame only saves time: where the board lies, and what did not change since the
last look. A frame that shows no table gives an observation that says so; nothing here raises for what a
camera sends.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.board import (
    MarkerSighting,
    TableNotSeenError,
    TablePose,
    TilePose,
    solve_table,
)
from pennysight.calibration.camera import Camera, CameraError
from pennysight.calibration.layout import BoardLayout
from pennysight.calibration.printspec import FOLD_HEIGHT_IN, PrintSizes
from pennysight.vision.art_matching import ArtBook
from pennysight.vision.bench import Bench
from pennysight.vision.cells import CellGrid
from pennysight.vision.changes import ChangeWatch
from pennysight.vision.figures.bare import PRINTED_INKS, BareFinder
from pennysight.vision.figures.cap_search import SEARCH_PX_PER_IN
from pennysight.vision.figures.caps import CAP_OVER_FOLD_IN
from pennysight.vision.figures.ink import Srgb
from pennysight.vision.figures.level import Image, LevelPlane
from pennysight.vision.figures.light import linear
from pennysight.vision.hands import HandFinder
from pennysight.vision.label_places import LabelPlace
from pennysight.vision.markers import linear_grey, linear_grey_near
from pennysight.vision.observation import Observation
from pennysight.vision.own_heights import OwnHeight, at_own_height
from pennysight.vision.shack_cards import CARD_SIZE_IN, ShackCards
from pennysight.vision.shack_patch import Shack
from pennysight.vision.sources import Frame
from pennysight.vision.squares import Light
from pennysight.vision.table import SeenTable, follow_table, see_table
from pennysight.vision.unmarked import UnmarkedTiles
from pennysight.vision.watch import Finding, Step, TableWatch

LEAST_SIDE_PX = 120
BEYOND_BOARD_IN = 1.0
"""Figures may stand this far off the board."""
SHACKS_A_FRAME = 1
"""Cards are looked for on so many shacks in a frame: one takes longer than the rest of a still frame."""


class Pipeline:
    """Sees frames of one camera, one after the other."""

    def __init__(
        self,
        camera: Camera,
        tile_numbers: Mapping[int, str],
        figure_height_in: float = FOLD_HEIGHT_IN,
        sizes: PrintSizes = PrintSizes(),  # noqa: B008  # frozen
        roster: Collection[str] | None = None,
        *,
        layout: BoardLayout | None = None,
        heights_in: Mapping[str, OwnHeight] | None = None,
        art: ArtBook | None = None,
        label_places: Mapping[str, LabelPlace] | None = None,
        faction_srgb: Mapping[str, Srgb] | None = None,
        still: bool = False,
        shacks: Callable[[Iterable[TilePose]], Sequence[Shack]] = lambda _: (),
        card_size_in: tuple[float, float] = CARD_SIZE_IN,
        tile_picture: Callable[[str], Image | None] = lambda _: None,
    ) -> None:
        """`tile_numbers` are the game's tiles, number -> name; `figure_height_in` that of the figures' folds.

        `shacks` says which shacks are on tiles that lie so; cards of `card_size_in` are looked for on them,
        by `tile_picture`, what is printed on a tile of some name, where that is known.

        `sizes` are those of the prints on the table; `roster` the only names that are given, None: any;
        `layout` what is known of the board besides; `art` the registered pictures by which tiles without
        markers are known, and `label_places` where labels are that are not in their tile's corner;
        `heights_in` the heights of folds that were measured, by figure or faction; `faction_srgb` the
        colours of bare figures that were learnt, by faction. With `still` every frame is a table of its own.
        """
        self._camera = camera
        self._tile_numbers = dict(tile_numbers)
        self._figure_height_in = figure_height_in
        self._tile_side_in = sizes.side_in
        self._roster = roster
        self._layout = layout
        self._heights_in = dict(heights_in or {})
        self._inks = PRINTED_INKS | {name: linear(srgb) for name, srgb in (faction_srgb or {}).items()}
        self._still = still
        self._shacks = shacks
        self._card_size_in = card_size_in
        self._tile_picture = tile_picture
        self._new_unmarked = partial(
            UnmarkedTiles, frozenset(tile_numbers.values()), sizes, art, label_places
        )
        self._unmarked = self._new_unmarked()
        self._watch: TableWatch | None = None
        self._bench: Bench | None = None

    def see(self, frame: Frame) -> Observation:
        """Everything that the frame shows; where it shows no table, `problem` says why."""
        height, width = frame.image.shape[:2]
        try:
            if min(height, width) < LEAST_SIDE_PX:
                raise TableNotSeenError(
                    f"the picture is {width}x{height} pixels, expected at least {LEAST_SIDE_PX} a side"
                )
            watch = self._watch_of(self._camera.for_size(width, height))
        except (TableNotSeenError, CameraError) as error:
            self._bench = None
            return self._unseen(frame, str(error))
        try:
            return self._at_own_heights(self._see(frame, watch))
        except TableNotSeenError as error:
            self._bench = None
            found = watch.lose(str(error), linear_grey(frame.image))
            problem = str(error) if found is None or found.code == "table-lost" else found.text
            return self._unseen(frame, problem, watch.findings(frame.captured_s))

    def _at_own_heights(self, seen: Observation) -> Observation:
        if seen.table is None or not self._heights_in:
            return seen
        placed = (
            at_own_height(figure, seen.table.view, self._figure_height_in, self._heights_in)
            for figure in seen.figures
        )
        return replace(seen, figures=tuple(placed))

    def _watch_of(self, camera: Camera) -> TableWatch:
        """The watch over what this camera shows."""
        if self._watch is None or self._watch.camera != camera or self._still:
            self._bench = None
            self._unmarked = self._new_unmarked()
            self._watch = TableWatch(camera, self._tile_numbers, self._solve)
        return self._watch

    def _unseen(self, frame: Frame, problem: str, findings: tuple[Finding, ...] = ()) -> Observation:
        height, width = frame.image.shape[:2]
        return Observation(
            captured_s=frame.captured_s,
            width_px=width,
            height_px=height,
            problem=problem,
            findings=findings,
        )

    def _see(self, frame: Frame, watch: TableWatch) -> Observation:
        image, bench, now_s = frame.image, self._bench, frame.captured_s
        if bench is None:
            return self._see_afresh(frame, watch)
        changed = bench.watch.changed(bench.cells.shades(image), now_s)
        if changed.any():
            bench.edge_hands = bench.hand_finder.find(image)
        hands = bench.hands(now_s)
        thorough = not hands.present and bench.is_due(now_s, still=not changed.any())
        if changed.any() or thorough or watch.pending:
            seen, light = self._table(image, watch.lens, None if thorough else bench.seen)
            step = watch.see(seen, light, now_s, hands.present)
            if step != "same":
                return self._follow(frame, watch, step)
            bench.seen = replace(seen, pose=bench.seen.pose)
            bench.look(frame, changed, thorough)
        if not changed.any() and not hands.present:
            bench.look_for_cards(frame, SHACKS_A_FRAME)
        return bench.observation(frame, hands, watch.findings(now_s))

    def _table(
        self, image: NDArray[np.uint8], lens: Camera, before: SeenTable | None = None
    ) -> tuple[SeenTable, Light]:
        """The table, as it was `before` if most of it is still there; and the light where its markers are."""
        if before is not None:
            light = linear_grey_near(image, before.markers.sightings)
            followed = follow_table(light, before)
            if followed is not None:
                return followed, light
        light = linear_grey(image)
        return see_table(light, lens, self._tile_numbers, self._tile_side_in, self._layout), light

    def _solve(self, markers: Sequence[MarkerSighting], camera: Camera) -> TablePose:
        return solve_table(markers, camera, self._tile_numbers, None, self._tile_side_in, self._layout)

    def _see_afresh(self, frame: Frame, watch: TableWatch) -> Observation:
        """A table of which nothing is known from the frame before."""
        seen, light = self._table(frame.image, watch.lens)
        hand = HandFinder(seen.pose).find(frame.image).present
        return self._follow(frame, watch, watch.see(seen, light, frame.captured_s, hand))

    def _follow(self, frame: Frame, watch: TableWatch, step: Step) -> Observation:
        """What comes of the watch's judgement: a wait, or another table than the bench's."""
        if step == "wait" or watch.reference is None:
            self._bench = None
            findings = watch.findings(frame.captured_s)
            return self._unseen(frame, findings[0].text, findings)
        seen = watch.reference
        pose = seen.pose
        plane = LevelPlane(
            view=pose.view,
            z_in=self._figure_height_in + CAP_OVER_FOLD_IN,
            west_in=-BEYOND_BOARD_IN,
            south_in=-BEYOND_BOARD_IN,
            width_in=pose.width_in + 2 * BEYOND_BOARD_IN,
            height_in=pose.height_in + 2 * BEYOND_BOARD_IN,
            px_per_in=SEARCH_PX_PER_IN,
        )
        cells = CellGrid(plane)
        self._bench = bench = Bench(
            seen=seen,
            plane=plane,
            hand_finder=HandFinder(pose),
            cells=cells,
            watch=ChangeWatch(cells.beyond(pose.width_in, pose.height_in)),
            bare_finder=BareFinder(pose, self._figure_height_in, self._inks),
            shacks=self._shacks,
            shack_cards=ShackCards(
                pose.view,
                self._shacks(pose.tiles),
                self._figure_height_in,
                self._card_size_in,
                self._tile_picture,
            ),
            doubtful=np.ones(plane.map_px.shape[:2], bool),
            thorough_s=frame.captured_s,
            roster=self._roster,
            unmarked=self._unmarked,
            table=pose,
        )
        everything = bench.watch.changed(cells.shades(frame.image), frame.captured_s)
        bench.edge_hands = bench.hand_finder.find(frame.image)
        bench.look(frame, everything, thorough=True)
        hands = bench.hands(frame.captured_s)
        if self._still and not hands.present:
            bench.look_for_cards(frame, None)
        return bench.observation(frame, hands, watch.findings(frame.captured_s))
