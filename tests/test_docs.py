"""The documents cannot drift from what there is: their links, commands and files are tried."""

import re
import shlex
from pathlib import Path

import click
import pytest
from pennysight.webapp.cli import main

CHECKOUT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/**/*.md")])


def spoken_commands(document: Path) -> list[list[str]]:
    """The `pennysight …` lines of a document's shell blocks, as words."""
    blocks = re.findall(r"```sh\n(.*?)```", document.read_text(), re.DOTALL)
    lines = [line.partition(" #")[0] for block in blocks for line in block.splitlines()]
    words = [shlex.split(line.partition(" >")[0]) for line in lines]
    return [line[1:] for line in words if line and line[0].endswith("pennysight")]


def commands(group: click.Command, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], click.Command]:
    if not isinstance(group, click.Group):
        return {path: group}
    return {
        name: found
        for child in group.commands.values()
        for name, found in commands(child, (*path, str(child.name))).items()
    }


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text())
    assert [target for target in targets if not (document.parent / target).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_commands_are_ones_that_exist(document: Path) -> None:
    for words in spoken_commands(document):
        command: click.Command = main
        while isinstance(command, click.Group):
            command = command.commands[words.pop(0)]
        options = {name for parameter in command.params for name in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= options | {"--help"}, words


def test_every_command_is_in_the_documents_and_has_an_example() -> None:
    text = "\n".join(document.read_text() for document in DOCUMENTS)
    for path, command in commands(main).items():
        name = " ".join(("pennysight", *path))
        assert name in text, f"no document shows {name}"
        assert "Example" in (command.help or ""), f"{name} --help has no example"
