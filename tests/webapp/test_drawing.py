"""Where drawings go, and what is refused before anything is overwritten."""

from pathlib import Path

import pytest
from pennysight.rules.scene import Board, Geometry, Obstacle, Scene
from pennysight.webapp.drawing import DrawingError, targets, walls_in


def test_one_picture_goes_to_the_file_named() -> None:
    assert targets("seen.jpg", ["table.jpg"]) == [Path("seen.jpg")]


def test_several_are_numbered() -> None:
    assert targets("out/seen.png", ["a.jpg", "b.jpg"]) == [Path("out/seen-1.png"), Path("out/seen-2.png")]


def test_a_folder_takes_each_under_its_own_name(tmp_path: Path) -> None:
    assert targets(str(tmp_path), ["x/a.png", "y/b.jpg"]) == [
        tmp_path / "a-seen.jpg",
        tmp_path / "b-seen.jpg",
    ]


def test_two_of_one_name_do_not_go_into_one_folder(tmp_path: Path) -> None:
    with pytest.raises(DrawingError, match=r"two pictures would be drawn on .*a-seen\.jpg"):
        targets(str(tmp_path), ["x/a.png", "y/a.jpg"])


@pytest.mark.parametrize("out", ["seen", "seen.gif", "missing/folder/"])
def test_what_is_neither_a_folder_nor_a_picture_is_refused(out: str) -> None:
    with pytest.raises(DrawingError, match="is no folder that is there, nor a file's name that ends in"):
        targets(out, ["table.jpg"])


def test_a_picture_is_not_drawn_over() -> None:
    with pytest.raises(DrawingError, match="is a picture itself, and is not drawn over"):
        targets("./table.jpg", ["table.jpg"])
    with pytest.raises(DrawingError, match="is a picture itself"):
        targets("table.jpg", ["a.jpg", "table-2.jpg"])


def test_walls_fences_and_trees_become_lines() -> None:
    scene = Scene(
        board=Board(18.0, 18.0),
        obstacles=[
            Obstacle("a/fence-1", "fence", Geometry("LineString", [[1, 1], [2, 1], [2, 2]])),
            Obstacle("a/wall-1", "wall", Geometry("Polygon", [[[4, 4], [5, 4], [5, 5], [4, 4]]])),
            Obstacle("a/tree-1", "tree", Geometry("Point", [9, 9]), radius_in=0.5),
        ],
    )
    fence_1, fence_2, wall, tree = walls_in(scene)
    assert (fence_1.tolist(), fence_2.tolist()) == ([[1, 1], [2, 1]], [[2, 1], [2, 2]])
    assert wall.tolist() == [[4, 4], [5, 4], [5, 5], [4, 4]]
    assert ((tree - [9, 9]) ** 2).sum(axis=1) == pytest.approx(0.25)
