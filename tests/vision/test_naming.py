"""A name only where one cap, and no other, says so."""

import numpy as np
from pennysight.vision.figures.bare import SeenBare
from pennysight.vision.figures.caps import SeenCap
from pennysight.vision.naming import name_figures

SD = np.diag([0.01**2, 0.02**2, 1.5**2])


def cap(faction: str | None, number: int | None, x_in: float = 0.0) -> SeenCap:
    return SeenCap(x_in, 2.0, 90.0, SD, faction, number, 0.9, np.eye(3))


def bare(faction: str | None, facing_deg: float | None) -> SeenBare:
    return SeenBare(5.0, 6.0, facing_deg, SD, faction, 0.8, np.array([5.0, 6.0, 1.0]))


def test_a_cap_that_is_read_names_its_figure() -> None:
    (figure,) = name_figures([cap("marsh", 3)], [])
    assert (figure.id, figure.faction, figure.number, figure.capped) == ("marsh-3", "marsh", 3, True)
    assert (figure.sd_in, figure.sd_deg) == (0.02, 1.5)


def test_what_cannot_be_read_has_no_name_but_one_of_its_own_in_the_frame() -> None:
    figures = name_figures([cap("cult", None), cap("cult", None), cap(None, None)], [bare("cult", 10.0)])
    assert [figure.id for figure in figures] == [
        "cult-unnamed-1",
        "cult-unnamed-2",
        "unnamed-1",
        "cult-unnamed-3",
    ]
    assert all(figure.number is None for figure in figures)


def test_of_two_caps_that_read_the_same_neither_is_believed() -> None:
    figures = name_figures([cap("marsh", 1, 1.0), cap("marsh", 1, 9.0), cap("marsh", 2, 4.0)], [])
    assert [figure.id for figure in figures] == ["marsh-unnamed-1", "marsh-unnamed-2", "marsh-2"]


def test_who_is_not_in_the_roster_is_never_named() -> None:
    figures = name_figures([cap("marsh", 1), cap("marsh", 2)], [], roster={"marsh-1", "cult-2"})
    assert [(figure.id, figure.faction, figure.number) for figure in figures] == [
        ("marsh-1", "marsh", 1),
        ("marsh-unnamed-1", "marsh", None),
    ]


def test_a_bare_figure_keeps_what_is_not_known_unknown() -> None:
    (figure,) = name_figures([], [bare(None, None)])
    assert (figure.faction, figure.facing_deg, figure.capped, figure.id) == (None, None, False, "unnamed-1")
