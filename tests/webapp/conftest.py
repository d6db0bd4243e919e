"""Tables and logs for the tests of the web side."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pennysight.gamelog import GameLog


@pytest.fixture
def log(tmp_path: Path) -> Iterator[GameLog]:
    """An empty log in a file of its own."""
    with GameLog(str(tmp_path / "log.db"), busy_s=0.2) as opened:
        yield opened
