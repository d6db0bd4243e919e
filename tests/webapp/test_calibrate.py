"""`pennysight calibrate` on the command line: what it takes, what it refuses, and how far it says it is."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from pennysight.webapp.cli import main
from pennysight.webapp.lens_progress import lens_progress
from pennysight.webapp.lens_session import LensShown

LOOKING = LensShown(step="Hold the board here.", brief="here", progress=0.25, views=3)


class Terminal(io.StringIO):
    """Something that a bar can be drawn on."""

    def isatty(self) -> bool:
        return True


def pennysight(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["calibrate", *map(str, arguments)])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "expected either pictures of the board or --source"),
        (("one.jpg", "--source", "0"), "expected either pictures of the board or --source"),
        (("--source", "0", "--size", "4K"), "'4K' is no size, expected WIDTHxHEIGHT"),
        (("--source", "0", "--board", "9x6"), "expected a board like 'charuco-9x6'"),
        (("--source", "0", "--marker-in", "2"), "expected a marker smaller than its square"),
    ],
)
def test_wrong_usage_has_its_own_status(arguments: tuple[str, ...], says: str) -> None:
    refused = pennysight(*arguments)
    assert refused.exit_code == 2
    assert says in refused.stderr
    assert refused.stdout == ""


def test_a_source_that_is_not_there_is_refused(tmp_path: Path) -> None:
    refused = pennysight("--source", tmp_path / "film.mp4", "--port", "0", "-o", tmp_path / "camera.json")
    assert refused.exit_code == 1
    assert "there is no '" in refused.stderr
    assert refused.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("notes.jpg", b"the hills rise wild", "notes.jpg' is not a picture"),
        ("cut.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF", "cut.jpg' is cut off"),
        ("empty.jpg", b"", "empty.jpg' is empty"),
    ],
)
def test_what_is_no_picture_is_refused_before_anything_is_made_of_the_others(
    tmp_path: Path, name: str, data: bytes, says: str
) -> None:
    (tmp_path / name).write_bytes(data)
    refused = pennysight(tmp_path / name, "-o", tmp_path / "camera.json")
    assert refused.exit_code == 1
    assert says in refused.stderr.splitlines()[-1]
    assert not (tmp_path / "camera.json").exists()


def test_pictures_without_a_board_end_in_a_sentence_and_name_what_was_left_out(tmp_path: Path) -> None:
    files = [tmp_path / f"{n}.png" for n in range(3)]
    for file in files:
        cv2.imwrite(str(file), np.full((480, 640), 90, np.uint8))
    refused = pennysight(*files)
    assert refused.exit_code == 1
    assert refused.stdout == ""
    assert f"Left out {files[2]}: no charuco-9x6 can be read in it" in refused.stderr
    assert "0 of 3 pictures can be used, expected at least 6" in refused.stderr.splitlines()[-1]


def test_a_terminal_shows_a_bar_with_what_to_do_and_rings_for_each_view() -> None:
    terminal = Terminal()
    with lens_progress(terminal) as tell:
        tell(LOOKING)
        tell(
            LensShown(
                step=LOOKING.step, note="it is mirrored: switch it off", trouble=True, progress=0.25, views=3
            )
        )
        tell(LensShown(step="Done.", brief="done", progress=1.0, views=4))
    drawn = terminal.getvalue()
    assert "25%" in drawn
    assert "here" in drawn
    assert "25%  it is mirrored" in drawn
    assert "100%  done" in drawn
    assert drawn.count("\a") == 2


def test_where_there_is_no_terminal_each_new_step_is_a_line() -> None:
    lines = io.StringIO()
    with lens_progress(lines) as tell:
        tell(LOOKING)
        tell(LOOKING)
        tell(LensShown(step="Done.", progress=1.0))
    assert lines.getvalue() == " 25%  Hold the board here.\n100%  Done.\n"
