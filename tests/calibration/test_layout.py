"""What users tell of their board is taken as they mean it, or refused in a sentence."""

import pytest
from pennysight.calibration.layout import LayoutError, parse_board, parse_layout


@pytest.mark.parametrize("size", ["36x27", " 36 x 27 in", "36.0×27.0"])
def test_a_boards_size_is_its_width_by_its_height(size: str) -> None:
    board = parse_board(size)
    assert (board.columns, board.rows, board.tiles) == (4.0, 3.0, {})


def test_on_smaller_tiles_the_same_inches_are_more_cells() -> None:
    assert parse_board("36x36", tile_side_in=7.2).columns == pytest.approx(5.0)


@pytest.mark.parametrize("size", ["", "36", "36x", "axb", "1x36", "36x1000", "nanx36", "1.2.3x4", "-36x36"])
def test_what_is_no_boards_size_is_refused(size: str) -> None:
    with pytest.raises(LayoutError, match="such as 36x36"):
        parse_board(size)


def test_tiles_are_listed_from_the_north_west_corner_across_then_down() -> None:
    layout = parse_layout("""
        marsh-home, storm-hollow  -
        mason-lane  thuh-mansion, crossroads
    """)
    assert (layout.columns, layout.rows) == (3, 2)
    assert layout.tiles == {
        "marsh-home": (0, 1),
        "storm-hollow": (1, 1),
        "mason-lane": (0, 0),
        "thuh-mansion": (1, 0),
        "crossroads": (2, 0),
    }


@pytest.mark.parametrize(
    ("text", "says"), [("", "is empty"), ("a b\nc", "row 2 .* has 1 tiles"), ("a b\na c", "'a' twice")]
)
def test_a_layout_that_cannot_be_is_refused(text: str, says: str) -> None:
    with pytest.raises(LayoutError, match=says):
        parse_layout(text)
