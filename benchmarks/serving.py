"""What a whole `pennysight serve` costs, and how soon a phone hears of what the camera saw.

    python -m benchmarks.serving [--size 1080p | 4k] [latency idle hour]

A network camera sends pictures drawn beforehand, with other noise each, ten a second; a phone listens. All
numbers are those of the server's process alone.

latency  from the moment a picture is captured to the event that tells a phone of what changed in it: a
         figure that stands elsewhere, at its new place, and a hand that has come in. Beside it what the
         server's threads worked in that time and how long they waited for a core.
idle     the processor's time for each picture in which nothing changed.
hour     memory over an hour of pictures, sent as fast as they are read, their times 0.1 s apart; a hand
         moves a figure every 30 s of them, and someone asks for a ruling and for the picture.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pennysight.calibration.camera import Camera, camera_json
from pennysight.vision.simulated.table import CAMERA

from benchmarks.feed import FIGURES, Feed, Scenes

SIZES = {"1080p": CAMERA, "4k": CAMERA.for_size(3840, 2160)}
PARTS = ("latency", "idle", "hour")
PROGRAM = str(Path(sys.executable).parent / "pennysight")
NEAR_IN = 0.2
"""A figure is told to be at its new place when it is no further from it."""
PATIENCE_S = 120.0
TOO_LATE_S = 5.0
PAUSES_S = (0.5, 1.5)
PER_S = 10.0
HOUR_FRAMES = 36_000
ACT_FRAMES = 300

Table = dict[str, Any]


class Phone:
    """Listens to the stream, and knows when each table came."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.heard: list[tuple[float, str, Table]] = []
        self._news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        name = ""
        with urllib.request.urlopen(self.url + "api/stream") as lines:  # noqa: S310  # our own address
            for line in lines:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    with self._news:
                        self.heard.append((time.monotonic(), name, json.loads(value)))
                        self._news.notify_all()

    def told(self, so: Callable[[Table], bool], since_s: float, within_s: float) -> float | None:
        """When the first table after `since_s` of which that is so came; None where none did in time."""
        with self._news:
            self._news.wait_for(lambda: self._first(so, since_s) is not None, within_s)
            return self._first(so, since_s)

    def _first(self, so: Callable[[Table], bool], since_s: float) -> float | None:
        times = (at_s for at_s, name, data in self.heard if at_s > since_s and name == "table" and so(data))
        return next(times, None)

    def asks(self, from_id: str, to_id: str) -> None:
        """Ask for a ruling and for the picture with what is seen."""
        question = json.dumps({"from": from_id, "to": to_id}).encode()
        head = {"Content-Type": "application/json"}
        for request in (
            urllib.request.Request(self.url + "api/rulings", question, head),  # noqa: S310  # as above
            urllib.request.Request(self.url + "api/picture"),  # noqa: S310  # as above
        ):
            with urllib.request.urlopen(request) as answer:  # noqa: S310  # as above
                answer.read()


@dataclass(frozen=True)
class Spent:
    """What all threads of a process worked, and how long they were ready and waited for a core, in ms."""

    work_ms: float
    queued_ms: float

    def __sub__(self, other: "Spent") -> "Spent":
        return Spent(self.work_ms - other.work_ms, self.queued_ms - other.queued_ms)


class Server:
    """The process of a `serve` that runs."""

    def __init__(self, pid: int, url: str) -> None:
        self._proc = Path(f"/proc/{pid}")
        self.phone = Phone(url)

    def spent(self) -> Spent:
        work_ns = queued_ns = 0
        for task in self._proc.glob("task/*/schedstat"):
            worked, queued, _ = map(int, task.read_text().split())
            work_ns, queued_ns = work_ns + worked, queued_ns + queued
        return Spent(work_ns / 1e6, queued_ns / 1e6)

    def memory_mb(self) -> tuple[float, float]:
        """Resident now, and the most there was."""
        status = (self._proc / "status").read_text()
        now, most = (re.search(rf"{name}:\s+(\d+)", status) for name in ("VmRSS", "VmHWM"))
        assert now is not None and most is not None
        return int(now[1]) / 1024, int(most[1]) / 1024


@contextmanager
def serving(feed: Feed, camera: Camera, *, hurried: bool) -> Iterator[Server]:
    """A server that watches the feed; `hurried`, with times of the pictures 0.1 s apart."""
    with tempfile.TemporaryDirectory() as folder:
        lens, log = Path(folder, "camera.json"), Path(folder, "log.db")
        lens.write_bytes(camera_json(camera))
        words = [feed.url, str(lens), str(log)]
        command = [sys.executable, "-m", "benchmarks.hurried_server", *words]
        if not hurried:
            command = [PROGRAM, "serve", "--source", feed.url, "--camera", str(lens), "--log", str(log)]
            command += ["--host", "127.0.0.1", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                found = (re.search(r"http://(localhost|127\.0\.0\.1):\d+/", line) for line in process.stdout)
                url = next((match[0] for match in found if match), None)
                if url is None:
                    raise SystemExit("the server ended before it served")
                server = Server(process.pid, url)
                if not server.phone.told(_all_there, 0.0, PATIENCE_S):
                    raise SystemExit("the table was not seen")
                yield server
            finally:
                process.terminate()


def _all_there(table: Table) -> bool:
    return bool(table["settled"]) and len(table["scene"]["figures"]) == FIGURES


def _stands(name: str, place_in: tuple[float, float]) -> Callable[[Table], bool]:
    def stands(table: Table) -> bool:
        figures = table["scene"]["figures"]
        return any(
            figure["id"] == name
            and np.hypot(figure["x_in"] - place_in[0], figure["y_in"] - place_in[1]) < NEAR_IN
            for figure in figures
        )

    return stands


def _hand(table: Table) -> bool:
    return bool(table["hand"])


def latency(server: Server, feed: Feed, scenes: Scenes, changes: int) -> None:
    """Print how soon a phone hears of changes."""
    rng = np.random.default_rng(0)
    late_ms: dict[str, list[float]] = {"a figure stands elsewhere": [], "a hand has come in": []}
    shares: list[Spent] = []
    missed = 0
    names = list(scenes.places)
    for turn in range((changes + 1) // 2):
        name = names[turn % len(names)]
        by_hand = turn // len(names) % 2 == 1
        films = (scenes.out[name], scenes.back[name]) if by_hand else ([], [])
        ways = ((films[0], scenes.away[name], scenes.places), (films[1], scenes.at_home, scenes.homes))
        for film, rest, places in ways:
            time.sleep(rng.uniform(*PAUSES_S))
            before = server.spent()
            captured_s = feed.play(film, rest)
            told = _hand if film else _stands(name, places[name])
            heard_s = server.phone.told(told, captured_s, TOO_LATE_S)
            after = server.spent()
            if heard_s is None:
                missed += 1
                continue
            late_ms["a hand has come in" if film else "a figure stands elsewhere"].append(
                1000 * (heard_s - captured_s)
            )
            shares.append(after - before)
            server.phone.told(_stands(name, places[name]), captured_s, TOO_LATE_S)
            server.phone.told(_all_there, captured_s + len(film) / PER_S, TOO_LATE_S)
    print(f"{'from capture to phone, ms':<34}{'n':>5}{'median':>9}{'95%':>9}{'worst':>9}")
    late_ms["both"] = [value for values in late_ms.values() for value in values]
    for what, values in late_ms.items():
        median, most, worst = np.percentile(values, [50, 95, 100])
        print(f"{what:<34}{len(values):>5}{median:>9.0f}{most:>9.0f}{worst:>9.0f}")
    for what, parts in (
        ("  work of all threads", [share.work_ms for share in shares]),
        ("  ready, but waiting for a core", [share.queued_ms for share in shares]),
    ):
        median, most, worst = np.percentile(parts, [50, 95, 100])
        print(f"{what:<34}{len(parts):>5}{median:>9.0f}{most:>9.0f}{worst:>9.0f}")
    print(f"never told within {TOO_LATE_S:.0f} s: {missed}; {_load()}", flush=True)


def idle(server: Server, feed: Feed, seconds: int) -> None:
    """Print what a picture costs in which nothing changed."""
    time.sleep(5.0)
    each_ms = []
    for _ in range(seconds):
        before, sent = server.spent(), feed.sent
        time.sleep(1.0)
        each_ms.append((server.spent() - before).work_ms / (feed.sent - sent))
    mean, least = np.mean(each_ms), min(each_ms)
    print(
        f"nothing but noise: {mean:.1f} ms of work a picture, {least:.1f} in the least of {seconds} seconds: "
        f"{mean * PER_S / 1000:.1%} and {least * PER_S / 1000:.1%} of a core at ten a second; {_load()}",
        flush=True,
    )


def hour(server: Server, feed: Feed, scenes: Scenes, frames: int) -> None:
    """Print memory in use, now and then."""
    names = list(scenes.places)
    began_s, before, last, acts = time.monotonic(), server.spent(), feed.sent, 0
    while feed.sent - last < frames:
        if acts % max(1, frames // ACT_FRAMES // 12) == 0:
            now, most = server.memory_mb()
            print(
                f"{feed.sent - last:>7} pictures, {acts:>4} moves: {now:.0f} MB, at most {most:.0f}",
                flush=True,
            )
        name = names[acts // 2 % len(names)]
        if acts % 2:
            feed.play(scenes.back[name], scenes.at_home)
        else:
            feed.play(scenes.out[name], scenes.away[name])
        acts += 1
        due = last + acts * ACT_FRAMES
        while feed.sent < due:
            time.sleep(0.05)
        server.phone.asks(names[0], names[1])
    now, most = server.memory_mb()
    took_s = time.monotonic() - began_s
    work_ms = (server.spent() - before).work_ms
    moves = sum(name == "log" and entry["kind"] == "move" for _, name, entry in server.phone.heard)
    print(f"{frames:>7} pictures, {moves} of {acts} moves told: {now:.0f} MB, at most {most:.0f}")
    print(f"in {took_s:.0f} s, {work_ms / frames:.1f} ms of work a picture; {_load()}", flush=True)


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a whole server.")
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="PART")
    parser.add_argument("--size", choices=SIZES, default="1080p")
    parser.add_argument("--changes", type=int, default=120, help="of which a phone hears")
    parser.add_argument("--seconds", type=int, default=60, help="for which it is idle")
    parser.add_argument("--frames", type=int, default=HOUR_FRAMES, help="of an hour")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"{', '.join(sorted(unknown))}: expected some of {', '.join(PARTS)}")
    camera = SIZES[options.size]
    scenes = Scenes(camera)
    print(
        f"{options.size}, {FIGURES} figures, {len(scenes.at_home[0]) / 1e6:.1f} MB a picture; {_load()}",
        flush=True,
    )
    if set(options.parts) & {"latency", "idle"}:
        feed = Feed(scenes.at_home, per_s=PER_S)
        with serving(feed, camera, hurried=False) as server:
            if "idle" in options.parts:
                idle(server, feed, options.seconds)
            if "latency" in options.parts:
                latency(server, feed, scenes, options.changes)
            now, most = server.memory_mb()
            print(f"resident {now:.0f} MB, at most {most:.0f}", flush=True)
    if "hour" in options.parts:
        feed = Feed(scenes.at_home, per_s=None)
        with serving(feed, camera, hurried=True) as server:
            hour(server, feed, scenes, options.frames)


if __name__ == "__main__":
    main()
