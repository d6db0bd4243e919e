"""Putting a table on the phones: everything joined, in the order in which things can go wrong."""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
from pennysight.calibration.camera import Camera
from pennysight.gamelog import GameLog, LogError
from pennysight.vision.codes import code_reader
from pennysight.vision.sources import Source, Uploads, controls_of
from pennysight.vision.tracker import SETTLE_S, Tracker
from pennysight.webapp.app import create_app
from pennysight.webapp.check_page import TableCheck, check_pages
from pennysight.webapp.eyes import Eyes
from pennysight.webapp.inviting import invite
from pennysight.webapp.memory import share_one_arena
from pennysight.webapp.print_sizes import sizes_text
from pennysight.webapp.recorder import Recorder
from pennysight.webapp.server import listen, run
from pennysight.webapp.session import TableSession
from pennysight.webapp.settings import data_folder, log_address
from pennysight.webapp.table_facts import TableFacts, pipeline_by
from pennysight.webapp.upload_page import upload_pages
from pennysight.webapp.watching import frames_of

Say = Callable[[str], None]

LOOK_EVERY_S = 0.1
CLOSE_WITHIN_S = 3.0
PATIENCE_S = 10.0
"""How long the first sight of the table may take before it is said why it does."""


class Serving(msgspec.Struct, frozen=True):
    """Where and how a table is served, by the settings of the same names, and what is told of it."""

    host: str
    port: int
    allow_host: tuple[str, ...]
    log: str
    table: str
    facts: TableFacts


def serve_table(serving: Serving, open_camera: Callable[[], tuple[Source, Camera]], say: Say) -> None:
    """Serve until the process is told to end, and say each step.

    Raises ListenError, LogError, CameraError, and what `open_camera` raises, each with a
    sentence.
    """
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    share_one_arena()
    facts = serving.facts
    address = log_address(serving.log)
    if not serving.log:
        _make(data_folder())
    with listen(serving.host, serving.port) as listening, GameLog(address, table=serving.table) as log:
        source, camera = open_camera()
        with closing(source):
            pipeline = pipeline_by(facts, camera, still=source.still)
            recorder = Recorder(facts.figure_height_in)
            see = recorder.watching(pipeline.see)
            tracker = Tracker(settle_s=0.0 if source.still else SETTLE_S)
            frames = source.frames() if isinstance(source, Uploads) else frames_of(source, camera)
            session = TableSession(log, source, frames, see, tracker, facts.roster)
            table_check = TableCheck(
                source.name, lambda: recorder.newest, facts.figure_height_in, facts.sizes
            )
            eyes = Eyes(recorder, session, camera, data_folder() / "reports")
            session.start()
            recorder.start()
            try:
                say(f"Writing the log to {address}")
                if (note := code_reader().note) is not None:
                    say(f"Note: {note}")
                address_taken, port_taken = listening.getsockname()[:2]
                if text := sizes_text(facts.sizes):
                    say(text)
                invite(address_taken, port_taken, say)
                threading.Thread(target=_say_what_is_seen, args=(session, say), daemon=True).start()
                threading.Thread(target=_say_controls, args=(source, say), daemon=True).start()
                pages = [check_pages(table_check)]
                if isinstance(source, Uploads):
                    pages.append(upload_pages(source, camera))
                    say("Pictures are taken by the phone that opens /camera at this address.")
                app = create_app(session, serving.allow_host, eyes, pages)
                run(app, listening, session.stream.close)
            finally:
                session.close()
                recorder.close(CLOSE_WITHIN_S)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"the log's folder {folder} cannot be made: {error.strerror}"
        raise LogError(f"{why}; name another place with --log") from error


def _say_controls(source: Source, say: Say) -> None:
    """Say what became of a camera's focus, exposure and white balance, once they were locked."""
    give_up_s = time.monotonic() + PATIENCE_S
    while not (controls := controls_of(source)) and time.monotonic() < give_up_s:
        time.sleep(LOOK_EVERY_S)
    for control in controls:
        say(f"{source.name}: {control.text}.")


def _say_what_is_seen(session: TableSession, say: Say) -> None:
    """Say when the table is first seen at rest, or why that takes so long."""
    give_up_s = time.monotonic() + PATIENCE_S
    while not (snapshot := session.stream.snapshot).settled and time.monotonic() < give_up_s:
        time.sleep(LOOK_EVERY_S)
    scene = snapshot.scene
    if scene is not None and not snapshot.settled:
        say("The table is in view, but not yet at rest.")
        return
    if scene is not None:
        say(f"The table is in view: {len(scene.tiles)} tiles, {len(scene.figures)} figures.")
        return
    reasons = [snapshot.source.text, *(notice.text for notice in snapshot.notices)]
    say("No table in view yet. " + " ".join(f"{reason}." for reason in reasons if reason))
