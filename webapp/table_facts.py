"""What people tell of the things on their table, and the pipeline that sees by it."""

from collections.abc import Mapping
from functools import partial

import msgspec
import numpy as np
from numpy.typing import NDArray
from pennysight.calibration.camera import Camera
from pennysight.calibration.layout import BoardLayout, LayoutError
from pennysight.calibration.printspec import PrintSizes
from pennysight.calibration.sheets.paper import SheetError
from pennysight.vision.art_matching import ArtBook
from pennysight.vision.figures.ink import Srgb
from pennysight.vision.label_places import LabelPlace
from pennysight.vision.own_heights import OwnHeight
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.shack_cards import CARD_SIZE_IN
from pennysight.webapp.layouts import board_layout
from pennysight.webapp.print_sizes import print_sizes
from pennysight.webapp.registered_art import ArtError, read_art, read_label_places
from pennysight.webapp.rosters import RosterError, read_roster
from pennysight.webapp.scenes import shacks, tile_numbers
from pennysight.webapp.tile_art import tile_picture

FACTS_ERRORS = (ArtError, LayoutError, RosterError, SheetError)
"""What `read_facts` raises, each with a sentence."""


class TableFacts(msgspec.Struct, frozen=True):
    """`roster` are the only names to be given, None: any; `sizes` those of the prints on the table; `layout`
    is what is known of the board besides; `art` are the registered pictures of tiles, `label_places`
    where labels are on these; `heights` those of folds that were measured, by figure or faction, `colours`
    those of bare figures that were learnt; `card_size_in` is that of the cards on shacks.
    """

    figure_height_in: float
    roster: frozenset[str] | None = None
    sizes: PrintSizes = PrintSizes()
    layout: BoardLayout | None = None
    art: ArtBook | None = None
    label_places: Mapping[str, LabelPlace] = {}
    heights: Mapping[str, OwnHeight] = {}
    colours: Mapping[str, Srgb] = {}
    card_size_in: tuple[float, float] = CARD_SIZE_IN


def read_facts(
    *,
    roster: str,
    figure_height_in: float,
    heights: Mapping[str, OwnHeight],
    colours: Mapping[str, Srgb],
    board: str,
    layout: str,
    art: str,
    tile_size_in: float,
    ruler_reads: float,
    card_size: tuple[float, float],
) -> TableFacts:
    """What the settings of these names tell, with the files that they name read.

    Raises:
        ArtError, LayoutError, RosterError, SheetError: a setting or its file cannot be.
    """
    sizes = print_sizes(tile_size_in, ruler_reads)
    return TableFacts(
        figure_height_in,
        read_roster(roster),
        sizes,
        board_layout(board, layout, sizes),
        read_art(art, sizes.side_in),
        read_label_places(art, sizes.side_in),
        heights,
        colours,
        card_size,
    )


def pipeline_by(facts: TableFacts, camera: Camera, *, still: bool) -> Pipeline:
    """What sees such a table with this camera; with `still` every frame is a table of its own."""
    return Pipeline(
        camera,
        tile_numbers(),
        facts.figure_height_in,
        facts.sizes,
        facts.roster,
        layout=facts.layout,
        art=facts.art,
        label_places=facts.label_places,
        heights_in=facts.heights,
        faction_srgb=facts.colours,
        still=still,
        shacks=shacks,
        card_size_in=facts.card_size_in,
        tile_picture=partial(_tile_picture, facts.art),
    )


def _tile_picture(art: ArtBook | None, name: str) -> NDArray[np.uint8] | None:
    """What is printed on a tile: as it was registered, else as it is printed here."""
    registered = None if art is None else art.pictures.get(name)
    return tile_picture(name) if registered is None else registered
