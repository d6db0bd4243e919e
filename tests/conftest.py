"""What every test may lean on."""

from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of pictures and cases with known answers, kept beside the checkout and not part of it."""
    folder = CHECKOUT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the pictures and cases with known answers (../shared) are not here")
    return folder
