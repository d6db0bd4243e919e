"""Who plays, as people write it down."""

from pathlib import Path

import pytest
from pennysight.webapp.rosters import MOST_FIGURES, RosterError, read_roster


def test_nothing_written_is_everybody() -> None:
    assert read_roster("") is None
    assert read_roster("  ") is None


def test_factions_and_names_may_be_mixed() -> None:
    marsh = {f"marsh-{number}" for number in range(1, 7)}
    assert read_roster("marsh, cult-2") == frozenset(marsh | {"cult-2"})


def test_a_file_may_hold_one_or_several_a_line(tmp_path: Path) -> None:
    path = tmp_path / "tonight.txt"
    path.write_text("# Tonight\nmarsh-1, marsh-2  # the twins\n\ncult-12\n")
    assert read_roster(str(path)) == frozenset({"marsh-1", "marsh-2", "cult-12"})


@pytest.mark.parametrize("written", ["marsh-0", "Marsh-1", "the cult", "-1", "marsh-100", "missing.txt", "#"])
def test_what_names_nobody_is_refused_with_what_was_written(written: str) -> None:
    with pytest.raises(RosterError, match=r"neither a figure such as marsh-1|names 0 figures"):
        read_roster(written)


def test_more_than_a_table_holds_are_refused() -> None:
    names = [f"guest-{number}" for number in range(1, MOST_FIGURES + 2)]
    assert len(read_roster(",".join(names[:-1])) or ()) == MOST_FIGURES
    with pytest.raises(RosterError, match="names 49 figures, expected 1 to 48"):
        read_roster(",".join(names))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "roster.bin"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RosterError, match="neither a figure"):
        read_roster(str(path))
