"""The command line: what each command promises, and what it says when it cannot keep it."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from pennysight.gamelog import GameLog
from pennysight.webapp.cli import main

from tests.webapp.running import PROGRAM


def pennysight(*arguments: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], stdin)


def commands(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, group
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


COMMANDS = dict(commands(main))


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_explains_itself_with_an_example(path: tuple[str, ...]) -> None:
    shown = pennysight(*path, "--help")
    assert shown.exit_code == 0
    example = shown.stdout.partition("Example")[2]
    assert " ".join(("pennysight", *path)) in example
    command = COMMANDS[path]
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.name} says nothing of itself"


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_an_example_gives_options_that_there_are(path: tuple[str, ...]) -> None:
    """Each line of an example is a command that would at least be understood."""
    for line in pennysight(*path, "--help").stdout.partition("Example")[2].splitlines():
        words = line.split()
        if words[:1] != ["pennysight"]:
            continue
        words = words[1 : words.index(">") if ">" in words else None]
        command: click.Command = main
        while isinstance(command, click.Group) and words:
            command = command.commands[words.pop(0)]
        known = {name for parameter in command.params for name in parameter.opts}
        assert {word for word in words if word.startswith("-")} <= known


SCENE = {
    "format": "pennysight-scene/1",
    "board": {"width_in": 36, "height_in": 36},
    "figures": [
        {"id": "marsh-1", "faction": "marsh", "x_in": 10, "y_in": 10, "facing_deg": 0},
        {"id": "cult-2", "faction": "cult", "x_in": 14, "y_in": 10, "facing_deg": 180},
        {"id": "cult-3", "faction": "cult", "x_in": 20, "y_in": 20, "facing_deg": None, "dead": True},
    ],
}


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(SCENE))
    return path


def test_a_ruling_from_a_file_and_from_standard_input_is_the_same(scene: Path) -> None:
    asked = ("--from", "marsh-1", "--to", "cult-2", "--json")
    from_file = pennysight("rule", scene, *asked)
    assert from_file.exit_code == 0
    ruling = json.loads(from_file.stdout)
    assert (ruling["format"], ruling["from"], ruling["to"]) == ("pennysight-ruling/1", "marsh-1", "cult-2")
    assert ruling["distance_in"] == pytest.approx(4.0)
    assert pennysight("rule", "-", *asked, stdin=json.dumps(SCENE)).stdout == from_file.stdout


def test_a_ruling_for_people_gives_each_answer_with_its_reason(scene: Path) -> None:
    said = pennysight("rule", scene, "--from", "marsh-1", "--to", "cult-2")
    assert said.exit_code == 0
    for word in ("4.00 in", "melee", "facing", "sight"):
        assert word in said.stdout


def test_all_rulings_are_one_for_every_ordered_pair_of_the_living(scene: Path) -> None:
    everything = pennysight("rule", scene, "--all")
    assert everything.exit_code == 0
    pairs = [(ruling["from"], ruling["to"]) for ruling in json.loads(everything.stdout)]
    assert pairs == [("marsh-1", "cult-2"), ("cult-2", "marsh-1")]


@pytest.mark.parametrize(
    "arguments",
    [(), ("--from", "marsh-1"), ("--to", "cult-2"), ("--all", "--from", "marsh-1"), ("--nonsense",)],
)
def test_a_question_without_its_two_figures_is_wrong_usage(scene: Path, arguments: tuple[str, ...]) -> None:
    refused = pennysight("rule", scene, *arguments)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "Error: " in refused.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "Error: "),
        ("[]", "Error: "),
        ('{"format": "pennysight-scene/9"}', "pennysight-scene/9"),
        ("", "Error: "),
    ],
)
def test_a_scene_that_is_none_is_refused_with_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "scene.json"
    path.write_text(text)
    refused = pennysight("rule", path, "--all")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert sentence in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [("rule", "/dev/zero", "--all"), ("reach", "/dev/zero", "--figure", "a", "--move", "5")]
)
def test_a_file_without_end_is_not_read_to_it(arguments: tuple[str, ...]) -> None:
    refused = pennysight(*arguments)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == "Error: /dev/zero has more than 10 MB, and no scene is so long\n"


@pytest.mark.parametrize("there", ["marsh-7", "cult-3"], ids=["nobody", "dead"])
def test_a_figure_that_is_not_there_or_dead_is_refused(scene: Path, there: str) -> None:
    for arguments in (
        ("rule", scene, "--from", "marsh-1", "--to", there),
        ("rule", scene, "--from", there, "--to", "marsh-1"),
        ("reach", scene, "--figure", there, "--move", "5"),
    ):
        refused = pennysight(*arguments)
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert there in refused.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("rule", "nowhere.json", "--all"),
        ("reach", "nowhere.json", "--figure", "marsh-1", "--move", "5"),
        ("detect", "nowhere.jpg", "--camera", "nowhere.json"),
        ("calibrate", "nowhere.jpg"),
        ("log", "list", "--log", "nowhere.db"),
        ("log", "export", "--log", "nowhere.db"),
        ("serve", "--source", "nowhere.mp4", "--camera", "nowhere.json", "--port", "0", "--log", "log.db"),
    ],
)
def test_a_file_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = pennysight(*arguments)
    assert refused.exit_code == 1
    assert "nowhere." in refused.stderr
    assert refused.stderr.splitlines()[-1].startswith("Error: ")


def test_where_a_figure_can_get_to_is_a_region_and_a_way(scene: Path) -> None:
    asked = ("reach", scene, "--figure", "marsh-1", "--move", "5")
    alone = json.loads(pennysight(*asked, "--json").stdout)
    assert (alone["format"], alone["figure"], alone["move_in"]) == ("pennysight-reach/1", "marsh-1", 5)
    assert alone["region"]["type"] == "MultiPolygon"
    way = json.loads(pennysight(*asked, "--to", "10,13", "--json").stdout)
    assert way["region"] == alone["region"]
    assert way["path"] == [[10, 10], [10, 13]]
    assert (way["cost_in"], way["affordable"]) == (pytest.approx(3.0), True)
    assert "square inches with 5 in" in pennysight(*asked).stdout
    assert "10,13: 3.00 in cost 3.00 in" in pennysight(*asked, "--to", "10,13").stdout


def test_a_place_that_is_none_is_wrong_usage_and_a_movement_that_is_none_is_refused(scene: Path) -> None:
    for place in ("10", "10,x", "1,2,3"):
        assert pennysight("reach", scene, "--figure", "marsh-1", "--move", "5", "--to", place).exit_code == 2
    refused = pennysight("reach", scene, "--figure", "marsh-1", "--move", "-5")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "-5" in refused.stderr


def test_serving_without_a_camera_file_says_how_to_make_one() -> None:
    refused = pennysight("serve", "--source", "0")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--camera CAMERA.json is missing" in refused.stderr
    assert "pennysight calibrate --source 0" in refused.stderr


def test_the_log_is_listed_for_people_and_exported_for_programs(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with GameLog(str(path), table="kitchen") as kitchen, GameLog(str(path), table="attic") as attic:
        entries = [
            kitchen.append("move", {"n": 1}, "marsh-1 moved 3.2 in"),
            attic.append("notice", {}, "ünïcode"),
        ]
    listed = pennysight("log", "list", "--log", path)
    assert listed.exit_code == 0
    assert [line.strip().split("  ", 3)[2:] for line in listed.stdout.splitlines()] == [
        ["kitchen", "move: marsh-1 moved 3.2 in"],
        ["attic", "notice: ünïcode"],
    ]
    assert len(pennysight("log", "list", "--log", path, "--table", "attic").stdout.splitlines()) == 1
    exported = [json.loads(line) for line in pennysight("log", "export", "--log", path).stdout.splitlines()]
    assert [(one["format"], one["seq"], one["text"]) for one in exported] == [
        ("pennysight-log/1", entry.seq, entry.text) for entry in entries
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_an_answer_that_finds_no_room_is_said_in_one_sentence(scene: Path, tmp_path: Path) -> None:
    with GameLog(str(tmp_path / "log.db")) as log:
        log.append("move", {}, "a")
    for arguments in (
        ["rule", str(scene), "--all"],
        ["rule", str(scene), "--from", "marsh-1", "--to", "cult-2"],
        ["reach", str(scene), "--figure", "marsh-1", "--move", "1"],
        ["tiles", "list"],
        ["log", "list", "--log", str(tmp_path / "log.db")],
        ["log", "export", "--log", str(tmp_path / "log.db")],
    ):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
        sentence = b"Error: the answer cannot be written: no space left on device\n"
        assert (done.returncode, done.stderr) == (1, sentence)


def test_a_ruling_from_the_command_line_loads_nothing_it_does_not_need(scene: Path) -> None:
    heavy = ["cv2", "flask", "sqlalchemy", "waitress", "segno", "pyzbar", "zxingcpp", "ifaddr"]
    code = (
        "import sys; from pennysight.webapp.cli import main\n"
        f"main(['rule', {str(scene)!r}, '--all'], standalone_mode=False)\n"
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_wrong_usage_has_its_own_status() -> None:
    for arguments in (["nonsense"], ["log", "nonsense"], ["serve"], ["detect"], ["demo", "--port", "many"]):
        assert pennysight(*arguments).exit_code == 2


def test_a_table_that_cannot_be_served_leaves_standard_output_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    at_folder = ("--port", "0", "--log", tmp_path)
    for arguments in (
        ("serve", "--source", "0", "--camera", "nowhere.json", *at_folder),
        ("demo", *at_folder),
    ):
        refused = pennysight(*arguments)
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert "is a folder" in refused.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_is_told_to_end_while_starting_ends_well(tmp_path: Path, number: signal.Signals) -> None:
    command = [PROGRAM, "demo", "--port", "0", "--log", str(tmp_path / "log.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "Laying a table ...\n"
        process.send_signal(number)
        said, complained = process.communicate()
    assert (process.returncode, said, complained) == (0, "", "")
