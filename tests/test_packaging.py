"""The list of packages in pyproject.toml is the tree: one left out would be missing from the wheel unseen."""

import tomllib
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
FOLDERS = ("calibration", "gamelog", "rules", "vision", "webapp")


def test_every_package_folder_is_listed() -> None:
    setuptools = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["tool"]["setuptools"]
    tree = {
        "pennysight." + ".".join(found.parent.relative_to(CHECKOUT).parts): found.parent
        for folder in FOLDERS
        for found in (CHECKOUT / folder).rglob("__init__.py")
    }
    assert sorted(setuptools["packages"]) == sorted(tree)
    assert {name: CHECKOUT / path for name, path in setuptools["package-dir"].items()} == tree


def test_every_package_says_that_it_is_typed() -> None:
    untyped = [
        str(found.parent.relative_to(CHECKOUT))
        for folder in FOLDERS
        for found in (CHECKOUT / folder).rglob("__init__.py")
        if not (found.parent / "py.typed").exists()
    ]
    assert untyped == []
