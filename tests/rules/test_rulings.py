"""Rulings as a whole: their fields, who gets one, and that one is like all."""

import msgspec
import pytest
from pennysight.rules.prepared import prepare
from pennysight.rules.ruling import RulingError, rule, rule_all, ruling_json
from pennysight.rules.scene import Tile
from pennysight.rules.tile_library import library, place

from tests.rules.laying import figure, line, scene


def test_the_json_has_the_fields_that_others_rely_on() -> None:
    ruling = msgspec.json.decode(
        ruling_json(rule(scene(figure("a", 5, 5), figure("b", 8, 5, 180)), "a", "b"))
    )
    verdicts = ["melee", "facing", "faces_target", "sight"]
    assert list(ruling) == ["format", "from", "to", "distance_in", "sd_in", *verdicts]
    assert ruling["format"] == "pennysight-ruling/1"
    verdict = {"answer", "sure", "because", "doubt"}
    assert set(ruling["melee"]) == verdict | {"margin_in"}
    facing = {"zone", "modifier", "sure", "bearing_deg", "margin_deg", "because", "doubt"}
    assert set(ruling["facing"]) == facing
    assert set(ruling["faces_target"]) == verdict | {"margin_deg"}
    lines = {"line", "length_in", "shortest", "partials", "exempt", "blockers"}
    assert set(ruling["sight"]) == verdict | {"margin_in"} | lines
    assert ruling["sight"]["line"] == [[5.0, 4.625], [8.0, 4.625]]
    assert ruling["sight"]["shortest"]["partial"] is None


def test_a_ruling_needs_two_living_figures_that_are_on_the_board() -> None:
    table = scene(figure("a", 5, 5), figure("b", 40.5, 5), figure("c", 8, 5, dead=True))
    for one, other, sentence in (
        ("a", "a", "a ruling is between two figures, and both are 'a'"),
        ("a", "z", "there is no figure 'z' in the scene, expected one of: a, b, c"),
        ("a", "b", r"figure 'b' stands off the board, at \(40.5, 5\) in: the board is 36 x 36 in"),
        ("a", "c", "figure 'c' is dead, and rulings are between the living"),
        ("c", "a", "figure 'c' is dead, and rulings are between the living"),
    ):
        with pytest.raises(RulingError, match=sentence):
            rule(table, one, other)
    assert rule_all(table) == []


def test_all_rulings_are_those_of_each_pair_of_the_living() -> None:
    fence = line("fence", (5.5, 0), (5.5, 9))
    table = scene(figure("a", 5, 5), figure("b", 8, 5), figure("c", 6, 7, hat="unk"), fence)
    table = msgspec.structs.replace(table, figures=[*table.figures, figure("d", 20, 20, dead=True)])
    everything = rule_all(table)
    assert [ruling.from_id + ruling.to_id for ruling in everything] == ["ab", "ac", "ba", "bc", "ca", "cb"]
    assert everything == [rule(table, ruling.from_id, ruling.to_id) for ruling in everything]
    assert rule_all(scene()) == rule_all(scene(figure("a", 5, 5))) == []


def test_figures_whose_bases_overlap_are_ruled_on_all_the_same() -> None:
    table = scene(figure("a", 5, 5), figure("b", 5.2, 5.1, 77), figure("c", 5.0, 5.0, 33))
    assert all(ruling.melee.answer for ruling in rule_all(table))


def test_one_figure_moved_leaves_the_obstacles_prepared() -> None:
    table = scene(figure("a", 5, 5), figure("b", 8, 5), line("wall", (6, 0), (6, 9)))
    ready = prepare(table)
    moved = msgspec.structs.replace(table, figures=[figure("a", 7, 5), table.figures[1]])
    again = prepare(moved, ready)
    assert again.runs is ready.runs
    assert rule(again, "a", "b") == rule(moved, "a", "b")
    assert rule(again, "a", "b") != rule(ready, "a", "b")


def test_on_printed_tiles_who_is_hidden_is_hidden_both_ways() -> None:
    tiles = [
        Tile(name, 9.0 * (number % 4), 9.0 * (number // 4), 0.3 * number, 0.01)
        for number, name in enumerate(list(library())[:16])
    ]
    obstacles = [part for tile in tiles for part in place(library()[tile.tile], tile)[0]]
    figures = [
        figure(f"marsh-{n}", 3 + 7.3 * (n % 5), 4 + 6.1 * (n // 5), 50.0 * n, sd_in=0.015) for n in range(15)
    ]
    table = msgspec.structs.replace(scene(*figures, tiles=tiles), obstacles=obstacles)
    ruled = {(ruling.from_id, ruling.to_id): ruling for ruling in rule_all(table)}
    assert len(ruled) == 15 * 14
    for (one, other), ruling in ruled.items():
        back = ruled[other, one]
        assert (ruling.sight.answer == "blocked") == (back.sight.answer == "blocked")
        assert ruling.melee.answer == back.melee.answer
        assert ruling.distance_in == pytest.approx(back.distance_in)
    assert {ruling.sight.answer for ruling in ruled.values()} == {"clear", "partial", "blocked"}
