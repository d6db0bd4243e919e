"""Cards on shacks: a mark on the map, a list for those who do not see it."""

from pennysight.vision.observation import SeenCard

from tests.webapp.page.browser import Page
from tests.webapp.page.evening import evening
from tests.webapp.page.tables import LaidTable


def test_a_card_is_marked_and_listed_until_it_is_taken(page: Page, table: LaidTable) -> None:
    taken = "mason-lane/shack-1"
    others = [SeenCard("mason-lane/shack-2", "gone"), SeenCard("storm-hollow/shack-1", "unknown")]
    cards = [SeenCard(taken, "present"), *others]
    table.change(scene=evening(), cards=cards)
    page.until(lambda: len(page.all("#board .card")) == 1, "one card is marked")
    assert page.text("#board .card title") == "a card on shack 1 of Mason Lane"
    told = page.text(".shack-cards")
    assert "shack 1 of Mason Lane: card there" in told
    assert "shack 2 of Mason Lane: card gone" in told
    assert "shack 1 of Storm Hollow: cannot tell" in told
    table.change(cards=[SeenCard(taken, "gone"), *others])
    page.until(lambda: not page.all("#board .card"), "the card's mark is gone")
