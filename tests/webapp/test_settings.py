"""Settings come from the command line, else from the environment, else from the one table of them."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from pennysight.calibration.sheets.paper import SheetError
from pennysight.gamelog import GameLog
from pennysight.webapp.cli import main
from pennysight.webapp.print_sizes import print_sizes, sizes_text
from pennysight.webapp.settings import SETTINGS, Setting, data_folder, setting


def taken(name: str, *arguments: str, **environment: str) -> object:
    """What a command makes of a setting."""
    got: list[object] = []
    command = click.command()(setting(name)(lambda **values: got.extend(values.values())))
    done = CliRunner().invoke(command, arguments, env=environment)
    return got[0] if done.exit_code == 0 else done.stderr


def test_the_command_line_comes_before_the_environment_and_that_before_the_table() -> None:
    assert taken("port") == 8765
    assert taken("port", PENNYSIGHT_PORT="9000") == 9000
    assert taken("port", "--port", "9001", PENNYSIGHT_PORT="9000") == 9001
    assert taken("allow-host", "--allow-host", "a.example", "--allow-host", "b.example") == (
        "a.example",
        "b.example",
    )
    assert taken("allow-host", PENNYSIGHT_ALLOW_HOST="a.example b.example") == ("a.example", "b.example")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "-1"),
        ("port", "65536"),
        ("port", "http"),
        ("figure-height-in", "0"),
        ("figure-height-in", "nan"),
        ("card-size", "mini"),
        ("card-size", "1.75x2.5x3"),
        ("card-size", "1.7.5x2.5"),
        ("card-size", "44x63"),
    ],
)
def test_a_value_that_cannot_be_is_refused(name: str, value: str) -> None:
    assert f"Invalid value for '--{name}'" in str(taken(name, f"--{name}", value))


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_an_option_of_serve_and_those_of_any_table_of_demo(setting: Setting) -> None:
    assert f"--{setting.name} " in CliRunner().invoke(main, ["serve", "--help"]).stdout
    of_demo = f"--{setting.name} " in CliRunner().invoke(main, ["demo", "--help"]).stdout
    assert of_demo is not setting.real


def test_what_a_ruler_reads_may_be_told_in_inches_or_millimetres() -> None:
    assert taken("ruler-reads") == 6.0
    assert taken("ruler-reads", "--ruler-reads", "5.98") == 5.98
    assert taken("ruler-reads", PENNYSIGHT_RULER_READS="151.9mm") == pytest.approx(151.9 / 25.4)
    assert "expected what the ruler reads" in str(taken("ruler-reads", "--ruler-reads", "six"))


def test_a_cards_size_may_be_told_by_either_side_first() -> None:
    """H-089."""
    assert taken("card-size") == (1.75, 2.5)
    assert taken("card-size", "--card-size", "2.5x1.75 in") == (1.75, 2.5)
    assert taken("card-size", PENNYSIGHT_CARD_SIZE="2.5×3.5") == (2.5, 3.5)
    assert "expected its sides in inches" in str(taken("card-size", "--card-size", "44x63"))


def test_what_is_said_of_prints_of_another_size() -> None:
    assert sizes_text(print_sizes(9.0, 6.004)) == "", "within a thousandth"
    assert sizes_text(print_sizes(9.0, 5.98)) == (
        "A tile is 8.970 in wide, printed at 99.67 percent: distances are in true inches all the same."
    )
    assert sizes_text(print_sizes(8.0, 6.0)).startswith("A tile is 8.000 in wide, as ordered")
    with pytest.raises(SheetError, match="printed to fit the page"):
        print_sizes(9.0, 5.6)


def test_the_log_lies_in_the_user_data_folder_unless_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, **_: tmp_path / name)
    listed = CliRunner().invoke(main, ["log", "list"])
    assert listed.exit_code == 1
    assert f"there is no log at {tmp_path / 'pennysight' / 'log.db'}" in listed.stderr
    assert list(tmp_path.iterdir()) == [], "to look for a log makes none"
    data_folder().mkdir()
    with GameLog(str(data_folder() / "log.db")) as log:
        log.append("notice", {}, "hello")
    assert "notice: hello" in CliRunner().invoke(main, ["log", "list"]).stdout


def test_a_data_folder_that_cannot_be_made_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, **_: tmp_path / "file" / name)
    refused = CliRunner().invoke(main, ["serve", "--source", "0", "--camera", "camera.json", "--port", "0"])
    assert refused.exit_code == 1
    assert "the log's folder" in refused.stderr
    assert "name another place with --log" in refused.stderr
