"""`pennysight print` and `pennysight tiles`: sheets to cut out, and tiles of one's own."""

import json
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import click
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner, Result
from pennysight.calibration.sheets.paper import PAPERS
from pennysight.calibration.sheets.pictures import DPI, page_pictures
from pennysight.rules.tile_file import TileFile
from pennysight.rules.tile_library import library
from pennysight.vision.codes import read_tile_labels
from pennysight.vision.markers import find_markers, linear_grey
from pennysight.webapp import printing
from pennysight.webapp.cli import main
from pennysight.webapp.commands.print import print_
from pennysight.webapp.tile_files import LARGEST_FILE_BYTES
from PIL import Image


def pennysight(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def own(tmp_path: Path) -> Callable[..., Path]:
    """Writes a tile of one's own: Storm Hollow, but for what is given."""

    def write(**changes: Any) -> Path:
        file = resources.files("pennysight.rules").joinpath("tiles/storm-hollow.json")
        tile = json.loads(file.read_bytes()) | {"number": 18, "name": "my-tile", "title": "My Tile"} | changes
        path = tmp_path / f"{tile['name']}.json"
        path.write_text(json.dumps(tile))
        return path

    return write


def choices(name: str) -> set[str]:
    (parameter,) = (parameter for parameter in print_.params if parameter.name == name)
    assert isinstance(parameter.type, click.Choice)
    return set(parameter.type.choices)


def test_every_sheet_and_paper_can_be_asked_for() -> None:
    assert choices("sheets") == {*printing.SHEETS, "all"}
    assert choices("paper") == set(PAPERS)


def test_a_printed_tile_of_ones_own_is_found_by_the_camera(own: Callable[..., Path], tmp_path: Path) -> None:
    made = pennysight(
        "print", "tiles", own(), "storm-hollow", "--paper", "tabloid", "-o", tmp_path / "sheet.pdf"
    )
    assert made.exit_code == 0, made.stderr
    assert "2 pages" in made.stdout
    assert "actual size" in made.stdout
    for page, (name, ids) in zip(
        page_pictures((tmp_path / "sheet.pdf").read_bytes()),
        [("my-tile", [36, 37]), ("storm-hollow", [12, 13])],
        strict=True,
    ):
        seen = find_markers(linear_grey(np.asarray(page.convert("L").reduce(DPI // 60), np.uint8)))
        assert sorted(sighting.id for sighting in seen.sightings) == ids
        labels = read_tile_labels(np.asarray(page.convert("L").reduce(2), np.uint8))
        assert [label.tile for label in labels] == [name]


def test_pictures_for_a_print_shop_say_how_large_they_are(tmp_path: Path) -> None:
    made = pennysight("print", "tiles", "witch-grove", "--paper", "a4", "--png", "-o", tmp_path / "tile.png")
    assert made.exit_code == 0, made.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tile-01.png", "tile-02.png"]
    with Image.open(tmp_path / "tile-01.png") as picture:
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
        assert picture.size == (3508, 2481)


def test_a_correction_is_said_and_made(tmp_path: Path) -> None:
    plain, larger = tmp_path / "plain.pdf", tmp_path / "larger.pdf"
    assert "nothing to correct" in pennysight("print", "ruler", "--ruler-reads", "6.005", "-o", plain).stdout
    corrected = pennysight("print", "ruler", "--ruler-reads", "151.6mm", "-o", larger)
    assert "reads 5.969 in for 6: everything is drawn at 100.53 percent" in corrected.stdout

    def last_tick(path: Path) -> int:
        (page,) = page_pictures(path.read_bytes())
        row = np.asarray(page.convert("L"))[page.height - round(0.675 * DPI)]
        return int(np.flatnonzero(row < 128)[-1])

    assert last_tick(larger) / last_tick(plain) == pytest.approx(1.0053, abs=0.0005)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["posters"], "'posters' is not one of"),
        (["caps", "storm-hollow"], "tiles can be chosen for tiles, markers, all, not for caps"),
        (["ruler", "--ruler-reads", "six"], "expected what the ruler reads, like 5.97 or 151.6mm, got 'six'"),
        (["tiles", "--paper", "napkin"], "'napkin' is not one of"),
    ],
)
def test_wrong_usage_is_told(arguments: list[str], says: str) -> None:
    told = pennysight("print", *arguments)
    assert told.exit_code == 2
    assert says in told.stderr
    assert told.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["tiles", "atlantis"], "there is no tile 'atlantis', expected a file or one of marsh-home, "),
        (["tiles", "no-such.json"], "no-such.json cannot be read: no such file"),
        (
            ["tiles", "--tile-size-in", "11"],
            "does not fit Letter paper, even in two halves: expected at most 10",
        ),
        (["markers", "--tile-size-in", "1"], "a tile's side is 1 in, expected 4 or more"),
        (["ruler", "--ruler-reads", "5.5"], "was printed to fit the page: choose 'actual size'"),
        (["ruler", "-o", "no/such/folder.pdf"], "folder.pdf cannot be written: no such file or directory"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_a_sentence(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = pennysight("print", *arguments)
    assert told.exit_code == 1
    assert says in told.stderr
    assert told.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_tile_with_faults_is_not_printed(own: Callable[..., Path], tmp_path: Path) -> None:
    told = pennysight("print", "tiles", own(number=6), "-o", tmp_path / "sheet.pdf")
    assert told.exit_code == 1
    assert "storm-hollow has the number 6" in told.stderr
    assert not (tmp_path / "sheet.pdf").exists()


def test_a_good_tile_passes_the_check(own: Callable[..., Path]) -> None:
    passed = pennysight("tiles", "check", own())
    assert passed.exit_code == 0, passed.stderr
    assert "tile my-tile is as it should be" in passed.stdout
    assert re.search(r"18  my-tile +markers 36 and 37 +shack 1", passed.stdout)


def test_all_that_is_wrong_is_named_at_once(own: Callable[..., Path], tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "pennysight-tile/1", "number": ')
    tight = own(name="one", fences=[[[0.1, 4], [1, 4]]], trees=[{"at": [1, 8], "radius_in": 0.3}])
    told = pennysight("tiles", "check", broken, tmp_path / "none.json", tight, own(name="two"))
    assert told.exit_code == 1
    assert told.stdout == ""
    lines = told.stderr.splitlines()
    for line, says in zip(lines, [
        "broken.json: this is not a tile file: input data was truncated",
        "none.json cannot be read: no such file or directory",
        "fence-1 is nearer than 0.45 in",
        "tree-1 reaches into the north-west corner",
        "tile two: one has the number 18",
    ], strict=True):  # fmt: skip
        assert says in line


def test_a_tile_file_without_end_is_refused(tmp_path: Path) -> None:
    endless = tmp_path / "endless.json"
    endless.write_bytes(b" " * (LARGEST_FILE_BYTES + 1))
    told = pennysight("tiles", "check", endless)
    assert told.exit_code == 1
    assert "endless.json: it has more than 1 MB" in told.stderr


def test_the_tiles_are_listed_by_number() -> None:
    listed = pennysight("tiles", "list").stdout.splitlines()
    assert [int(line.split()[0]) for line in listed] == list(range(18))
    assert [line.split()[1] for line in listed] == list(library())
    assert re.search(r"markers 14 and 15 +tree 7, bush 2, tombstone 3$", listed[7])


FORMATS = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text()


def test_the_documents_tile_passes_the_check(tmp_path: Path) -> None:
    (example,) = re.findall(r"```json\n(\{\n  \"format\": \"pennysight-tile/1\".*?)```", FORMATS, re.DOTALL)
    (tmp_path / "mill-pond.json").write_text(example)
    passed = pennysight("tiles", "check", tmp_path / "mill-pond.json")
    assert passed.exit_code == 0, passed.stderr


def test_the_documents_name_every_field_and_kind_of_a_tile() -> None:
    chapter = FORMATS.partition("## `pennysight-tile/1`")[2].partition("\n## ")[0]
    schema = msgspec.json.schema(TileFile)["$defs"]
    words = {name for part in schema.values() for name in part.get("properties", ())}
    words |= {
        str(kind)
        for part in schema.values()
        for field in part["properties"].values()
        for kind in field.get("enum", ())
    }
    assert "mansion-hallway" in words
    assert {word for word in words if not re.search(rf"[`\"]{word}[`\"]", chapter)} == set()
