"""Two taps, and the ruling that is read: on the sheet and on the map."""

import msgspec
import pytest
from pennysight.rules.ruling import rule
from pennysight.rules.scene import Figure, Tile
from pennysight.webapp.app import NoSuchFigureError, RulingGiven

from tests.webapp.page.browser import LAPTOP, PHONE, Page
from tests.webapp.page.serving import Served
from tests.webapp.page.tables import LaidTable, figure, line

pytestmark = pytest.mark.slow


def ask(page: Page, attacker: str, target: str) -> None:
    page.tap(attacker)
    page.tap(target)
    page.one("#distance")


def answer(page: Page, verdict: str) -> str:
    return page.text(f"[data-verdict={verdict}] .answer")


def ends_in(page: Page, css: str) -> list[list[float]]:
    """The ends of a drawn line, in inches."""
    drawn = page.one(css).get_attribute("d") or ""
    numbers = [float(part) for part in drawn.replace("M", "").replace("L", " ").split()]
    return [numbers[:2], numbers[-2:]]


def test_two_taps_read_distance_and_clear_sight_and_draw_the_line(page: Page, table: LaidTable) -> None:
    ask(page, "marsh-1", "cult-1")
    ruling = rule(table.scene, "marsh-1", "cult-1")
    assert page.text("#distance") == f"{ruling.distance_in:.2f} in"
    assert answer(page, "sight") == "Clear"
    assert answer(page, "melee") == "No"
    assert answer(page, "faces") == "Yes"
    assert page.text("[data-verdict=sight] .certainty") == "Sure"
    assert ruling.sight.line is not None
    for drawn, ruled in zip(ends_in(page, "path.sight.clear"), ruling.sight.line, strict=True):
        assert drawn == pytest.approx(list(ruled))
    assert ruling.sight.because in page.text(".reasons")


def test_what_blocks_is_named_and_marked(page: Page) -> None:
    ask(page, "marsh-1", "cult-2")
    assert answer(page, "sight") == "Blocked"
    assert page.all("path.sight.blocked")
    assert [mark.get_attribute("data-in-way") for mark in page.all(".in-way.blocker")] == ["yard/wall-1"]
    assert "yard/wall-1" in page.text(".reasons")


def test_a_fence_in_the_line_is_partial_and_marked(page: Page) -> None:
    ask(page, "marsh-3", "cult-3")
    assert answer(page, "sight") == "Partial"
    assert [mark.get_attribute("data-in-way") for mark in page.all(".in-way.partial")] == ["yard/fence-1"]


def test_too_close_to_call_is_said_with_the_reasons_for_both(page: Page, table: LaidTable) -> None:
    ask(page, "marsh-4", "cult-4")
    ruling = rule(table.scene, "marsh-4", "cult-4")
    assert not ruling.melee.sure
    assert answer(page, "melee") == "Too close to call"
    assert page.all("[data-verdict=melee].close")
    assert "Perhaps no" in page.text("[data-verdict=melee]")
    both = page.text(".reasons .both")
    assert f"For no: {ruling.melee.because}" in both
    assert f"Against: {ruling.melee.doubt}; there is only 0.02 in of room" in both
    assert "too close to call" in page.text("#spoken")


def test_swapping_asks_the_other_way_round(page: Page) -> None:
    ask(page, "marsh-1", "cult-3")
    page.one("#ruling-swap").click()
    page.until_text("#spoken", "cult-3 to marsh-1")
    assert page.all("#board [data-figure='cult-3'].from")
    assert page.all("#board [data-figure='marsh-1'].to")


def test_another_target_keeps_who_acts(page: Page) -> None:
    ask(page, "marsh-1", "cult-1")
    page.run("document.getElementById('ruling-other').click()")
    page.tap("cult-2")
    page.until_text("#spoken", "marsh-1 to cult-2")


def test_clearing_leaves_a_plain_map(page: Page) -> None:
    ask(page, "marsh-1", "cult-1")
    page.one("#ruling-clear").click()
    page.until_text("#pane-ruling", "Tap a figure, then another")
    assert not page.all("#board .sight")


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_the_sheet_never_covers_the_two(page: Page, served: Served, size: tuple[int, int]) -> None:
    page.open(served.url, size)
    page.until_figure("cult-2")
    ask(page, "marsh-2", "cult-2")
    assert page.check("outOfSight('marsh-2', 'cult-2')") == []


def test_the_tape_measure_reading_stands_beside_the_inches(page: Page, table: LaidTable) -> None:
    figures = [figure("marsh-1", 3.0, 3.0, 0.0), figure("cult-1", 7.375, 3.0, 180.0)]
    table.change(scene=msgspec.structs.replace(table.scene, figures=figures))
    page.until(lambda: not page.all("#board [data-figure='cult-2']"), "the table is laid anew")
    ask(page, "marsh-1", "cult-1")
    assert page.text("#distance") == "4.38 in"
    assert page.text(".distance-tape") == "≈ 4 3/8 in"


def test_a_ruling_says_when_the_table_has_moved_since(page: Page, table: LaidTable) -> None:
    ask(page, "marsh-1", "cult-1")
    before = page.text("#distance")
    table.move("cult-1", 9.0, 6.0, 180.0)
    page.until_text("#pane-ruling", "the table has moved since")
    assert page.text("#distance") == before
    page.one("#ruling-again").click()
    page.until(lambda: page.text("#distance") not in ("", before), "the new distance is read")
    assert "moved since" not in page.text("#pane-ruling")


def test_the_flicker_of_a_measured_place_is_no_move(page: Page, table: LaidTable) -> None:
    ask(page, "marsh-1", "cult-1")
    figures = [msgspec.structs.replace(each, x_in=each.x_in + 0.02) for each in table.scene.figures]
    table.change(scene=msgspec.structs.replace(table.scene, figures=figures), held=["cult-3"])
    page.one("#board [data-figure='cult-3'].held")
    assert "moved since" not in page.text("#pane-ruling")


def test_a_refusal_is_a_sentence(page: Page, table: LaidTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*ids: str) -> RulingGiven:
        raise NoSuchFigureError(f"there is no figure {ids[1]!r} on the table")

    monkeypatch.setattr(table, "rule", gone)
    page.tap("marsh-1")
    page.tap("cult-1")
    page.until_text("#pane-ruling", "there is no figure 'cult-1' on the table")
    assert all("404" in complaint for complaint in page.complaints())


def test_a_tap_that_could_mean_two_goes_closer_instead_of_guessing(page: Page) -> None:
    (x1, y1), (x2, y2) = page.place("marsh-2"), page.place("marsh-3")
    page.tap_at(((x1 + x2) / 2, (y1 + y2) / 2))
    page.until_text("#map-hint", "tap again")
    assert not page.all("#board .from")
    page.tap("marsh-3")
    assert page.all("#board [data-figure='marsh-3'].from")


def test_names_are_words_and_never_markup(page: Page, table: LaidTable) -> None:
    hostile = "<img src=x onerror=document.title='taken'>-1"
    scene = table.scene
    table.change(
        scene=msgspec.structs.replace(
            scene,
            tiles=[Tile("<b>tile</b>", 0.0, 0.0)],
            obstacles=[*scene.obstacles, line("<i>x</i>/wall", "wall", (2.0, 17.0), (5.0, 17.0))],
            figures=[*scene.figures, Figure(hostile, "<script>", 12.0, 12.0, 0.0)],
        )
    )
    page.until(lambda: "onerror" in page.text("#pane-figures"), "the figure is in the list")
    assert not page.all("#pane-figures img, #board b, #board i, #board img")
    assert page.driver.title == "Pennysight"


def test_kinds_never_heard_of_are_drawn_neutral(page: Page, table: LaidTable) -> None:
    scene = table.scene
    table.change(
        scene=msgspec.structs.replace(
            scene,
            obstacles=[*scene.obstacles, line("yard/moat-1", "moat", (2.0, 17.0), (5.0, 17.0))],
            figures=[*scene.figures, figure("bokrug-1", 12.0, 12.0, None)],
        )
    )
    page.until_figure("bokrug-1")
    assert page.all("#board .figure.other[data-figure='bokrug-1']")
    assert page.text("#board [data-figure='bokrug-1'] .figure-name") == "B1?"
    assert page.all("#board .obstacle.other")


def test_a_facing_that_nobody_knows_is_unknown_and_not_a_close_call(page: Page, table: LaidTable) -> None:
    figures = [figure("marsh-1", 3.0, 9.0, None), figure("cult-1", 9.0, 9.0, None)]
    table.change(scene=msgspec.structs.replace(table.scene, figures=figures))
    page.until(lambda: not page.all("#board [data-figure='cult-2']"), "the table is laid anew")
    ask(page, "marsh-1", "cult-1")
    assert answer(page, "facing") == "Unknown"
    assert answer(page, "faces") == "Unknown"
    assert page.text("[data-verdict=faces] .certainty") == "Facing not known"
    assert "nobody knows which way" in page.text(".reasons")


def test_a_ruling_stays_readable_when_its_figure_has_left(page: Page, table: LaidTable) -> None:
    ask(page, "marsh-1", "cult-1")
    table.take_away("cult-1")
    page.until_text("#pane-ruling", "the table has moved since")
    assert page.text(".pair") == "M1Marsh 1Swap the twoC1Cult 1Clear"
