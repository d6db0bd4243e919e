"""The program itself, started as people start it, and what a phone does with it."""

import json
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = str(Path(sys.executable).parent / "pennysight")
PATIENCE_S = 60.0


class Running:
    """A `pennysight serve` or `demo` that has printed its address."""

    def __init__(self, process: "subprocess.Popen[str]", url: str, said: list[str]) -> None:
        self.process = process
        self.url = url
        self.said = said

    def get(self, path: str) -> Any:
        with self._open(path) as answer:
            return json.load(answer)

    def ask(self, from_id: str, to_id: str) -> Any:
        """A ruling asked for, as the page does it."""
        question = json.dumps({"from": from_id, "to": to_id}).encode()
        headers = {"Content-Type": "application/json", "Origin": self.url.rstrip("/")}
        with self._open("api/rulings", question, headers) as answer:
            return json.load(answer)

    @contextmanager
    def stream(self, after: int | None = None) -> Iterator[Iterator[tuple[str, Any]]]:
        """The live stream: names of events, and their data."""
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        with self._open("api/stream", None, headers) as answer:
            yield events(answer)

    def _open(self, path: str, data: bytes | None = None, headers: dict[str, str] | None = None) -> Any:
        request = urllib.request.Request(self.url + path, data, headers or {})  # noqa: S310  # our own address
        return urllib.request.urlopen(request, timeout=PATIENCE_S)  # noqa: S310  # our own address

    def table(self, figures: int = 1) -> Any:
        """The table as soon as it is settled with so many figures on it, or more."""
        with self.stream() as happening:
            tables = (data for name, data in happening if name == "table" and data["settled"])
            return next(table for table in tables if len(table["scene"]["figures"]) >= figures)

    def kill(self) -> None:
        """What a pulled plug does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> int:
        """What Ctrl+C does; the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE_S)


def events(lines: Any) -> Iterator[tuple[str, Any]]:
    """The events in a stream of server-sent events."""
    name = ""
    for line in lines:
        field, _, value = line.decode().rstrip("\n").partition(": ")
        if field == "retry":
            yield "retry", int(value)
        elif field == "event":
            name = value
        elif field == "data":
            yield name, json.loads(value)


@contextmanager
def running(*arguments: str | Path) -> Iterator[Running]:
    """The program with these arguments, on a free port, ended when the test is."""
    command = [PROGRAM, *map(str, arguments), "--port", "0"]
    said: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        listening = threading.Thread(target=said.extend, args=(process.stdout,))
        try:
            for line in process.stdout:
                said.append(line)
                if found := re.match(r"On this computer: (http://localhost:\d+/)", line):
                    listening.start()
                    yield Running(process, found[1], said)
                    return
            raise AssertionError("it ended before it served:\n" + "".join(said))
        finally:
            process.kill()
            if listening.ident is not None:
                listening.join()
