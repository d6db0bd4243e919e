"""Hats are read from above, and whoever wears one keeps the name (H-014, H-015)."""

from functools import cache

import msgspec
import numpy as np
import pytest
from pennysight.calibration.board import TablePose, TilePose
from pennysight.calibration.printspec import FACTIONS, HAT_CODES, TILE_NUMBERS
from pennysight.calibration.tile_art import Ink, TileArt
from pennysight.rules.tile_drawing import drawing
from pennysight.rules.tile_library import library
from pennysight.vision.observation import Hat, Observation, SeenFigure, SeenHat
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Script
from pennysight.vision.simulated.table import CAMERA, SimulatedCamera
from pennysight.vision.sources import Frame
from pennysight.vision.tracker import TrackedFigure, Tracker

HATS = [(kind, faction) for kind in HAT_CODES for faction in FACTIONS]


def _figures() -> list[Pose]:
    """One under each hat, and one without."""
    figures = [
        Pose(
            f"{FACTIONS[k % 4]}-{k // 4 + 1}",
            FACTIONS[k % 4],
            k // 4 + 1,
            2.5 + 3.3 * (k % 4),
            4.0 + 3.4 * (k // 4),
            47.0 * k,
        )
        for k in range(len(HATS))
    ]
    figures = [msgspec.structs.replace(pose, hat=hat) for pose, hat in zip(figures, HATS, strict=True)]
    return [*figures, Pose("cult-6", "cult", 6, 15.8, 9.0, 30.0)]


@cache
def _seen() -> Observation:
    names = [["crossroads", "marsh-home"], ["storm-hollow", "cult-home"]]
    art = {
        name: TileArt(name, design.number, msgspec.convert(drawing(design), list[Ink], from_attributes=True))
        for name, design in library().items()
    }
    camera = SimulatedCamera(
        art, script=Script(layout=names, figures=_figures(), moves=[], length_s=9.0), paced=False
    )
    return Pipeline(CAMERA, TILE_NUMBERS).see(Frame(camera.draw(0), 0.0, 0))


@pytest.mark.slow
def test_every_hat_is_read_with_the_faction_that_placed_it_and_nothing_else_is_seen_there() -> None:
    seen = _seen()
    worn = {f"{hat.kind} {hat.faction}": hat for hat in seen.hats}
    assert len(seen.hats) == len(HATS)
    for pose in _figures()[:-1]:
        hat = worn[" ".join(pose.hat or ())]
        assert np.hypot(hat.x_in - pose.x_in, hat.y_in - pose.y_in) < 0.05
    assert [figure.id for figure in seen.figures if figure.capped] == ["cult-6"]
    for hat in seen.hats:
        assert all(np.hypot(hat.x_in - other.x_in, hat.y_in - other.y_in) > 0.6 for other in seen.figures)


def _watched(*shown: tuple[list[SeenFigure], list[SeenHat]]) -> TrackedFigure:
    """The one figure on a table that shows each of these for two seconds."""
    view = _seen().table
    assert view is not None
    tile = TilePose("crossroads", 0.0, 0.0, 0.0, 0.01, 0.1)
    table = TablePose(view.view, (tile,), 9.0, 9.0, 0.1)
    tracker = Tracker()
    times = iter(np.arange(0.0, 60.0, 0.1))
    for figures, hats in shown:
        for _ in range(20):
            tracked = tracker.update(
                Observation(
                    captured_s=float(next(times)),
                    width_px=1,
                    height_px=1,
                    table=table,
                    figures=tuple(figures),
                    hats=tuple(hats),
                )
            )
    (figure,) = tracked.figures
    assert tracked.moves == ()
    assert tracked.settled
    return figure


def _marsh(x_in: float = 4.0) -> SeenFigure:
    return SeenFigure(
        id="marsh-1",
        faction="marsh",
        number=1,
        capped=True,
        x_in=x_in,
        y_in=5.0,
        facing_deg=30.0,
        sd_in=0.01,
        sd_deg=1.0,
        confidence=1.0,
    )


def _hat(kind: Hat = "slam", x_in: float = 4.02) -> SeenHat:
    return SeenHat(kind, "cult", x_in, 5.01, 0.02)


@pytest.mark.slow
def test_a_figure_under_a_hat_keeps_its_name_its_place_and_its_facing() -> None:
    figure = _watched(([_marsh()], []), ([], [_hat()]))
    assert (figure.id, figure.hat, figure.state) == ("marsh-1", "slam", "seen")
    assert figure.place.facing_deg == pytest.approx(30.0)
    assert figure.place.x_in == pytest.approx(4.0, abs=0.03)


@pytest.mark.slow
def test_a_worse_hat_takes_the_place_of_a_lesser_and_one_taken_off_is_gone() -> None:
    assert _watched(([_marsh()], []), ([], [_hat("stun")]), ([], [_hat("unk")])).hat == "unk"
    figure = _watched(([_marsh()], []), ([], [_hat()]), ([_marsh()], []))
    assert (figure.id, figure.hat) == ("marsh-1", None)


@pytest.mark.slow
def test_a_figure_that_is_moved_with_its_hat_on_keeps_both() -> None:
    figure = _watched(([_marsh()], []), ([], [_hat()]), ([], [_hat(x_in=6.0)]))
    assert (figure.id, figure.hat) == ("marsh-1", "slam")
    assert figure.place.x_in == pytest.approx(6.0, abs=0.03)
