"""A network camera over the simulated table, whose pictures are drawn beforehand, so that it costs little."""

import threading
import time
from collections import deque
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
from pennysight.calibration.camera import Camera
from pennysight.calibration.printspec import FACTIONS
from pennysight.rules.tile_library import library
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Move, Script
from pennysight.vision.simulated.skirmish import LAYOUT
from pennysight.vision.simulated.table import FRAMES_PER_S, SimulatedCamera
from pennysight.webapp.tile_art import tile_art

Jpeg = bytes
QUALITY = 90
FIGURES = 24
MOVERS = 4
NOISES = 8
"""Pictures of the same table with other noise, shown in turn while nothing happens."""
PLACE_APART_IN = 1.2
OUT_S, BACK_S, ACT_S = 2.0, 12.0, 20.0
"""When the hand takes a figure out, when it takes it back, and how long until the next one's turn."""
HELD_S = 2.0
HAND_IN_S = 0.5 * HELD_S
HAND_GONE_S = HELD_S + 0.9


class Scenes:
    """The pictures: all `at_home`; by figure it stands `away`, or a hand takes it `out` or `back`.

    `homes` and `places` are where each of the figures that move stands, (x_in, y_in), at home and away.
    """

    def __init__(self, camera: Camera) -> None:
        """Draw them all, which takes a minute or more."""
        names = [(faction, number) for number in range(1, 7) for faction in FACTIONS][:FIGURES]
        poses = [
            Pose(f"{faction}-{number}", faction, number, 3.6 + 7.2 * (k % 5), 3.6 + 7.2 * (k // 5), 37.0 * k)
            for k, (faction, number) in enumerate(names)
        ]
        movers = poses[:: FIGURES // MOVERS][:MOVERS]
        self.homes = {pose.id: (pose.x_in, pose.y_in) for pose in movers}
        self.places = {name: (x + PLACE_APART_IN, y) for name, (x, y) in self.homes.items()}
        moves = []
        for turn, pose in enumerate(movers):
            for start_s, place in ((OUT_S, self.places[pose.id]), (BACK_S, self.homes[pose.id])):
                start_s += turn * ACT_S
                moves.append(Move(pose.id, start_s, start_s + HELD_S, [place], pose.facing_deg, 270.0))
        script = Script(layout=LAYOUT, figures=poses, moves=moves, length_s=ACT_S * MOVERS)
        art = {design.name: tile_art(design) for design in library().values()}
        self._table = SimulatedCamera(art, script=script, camera=camera, paced=False)
        turns = {pose.id: turn * ACT_S for turn, pose in enumerate(movers)}
        self.at_home = self._still(0.0)
        self.away = {name: self._still(at_s + 0.5 * (OUT_S + BACK_S)) for name, at_s in turns.items()}
        self.out = {name: self._hand(at_s + OUT_S) for name, at_s in turns.items()}
        self.back = {name: self._hand(at_s + BACK_S) for name, at_s in turns.items()}

    def _still(self, at_s: float) -> list[Jpeg]:
        return [self._drawn(at_s + k / FRAMES_PER_S) for k in range(NOISES)]

    def _hand(self, start_s: float) -> list[Jpeg]:
        """From where the hand, which is there at once, is in the middle of moving it, until it is gone."""
        times_s = np.arange(start_s + HAND_IN_S, start_s + HAND_GONE_S, 1.0 / FRAMES_PER_S)
        return [self._drawn(float(at_s)) for at_s in times_s]

    def _drawn(self, at_s: float) -> Jpeg:
        image = self._table.draw(round(at_s * FRAMES_PER_S))
        return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


class Feed:
    """Motion JPEG for one viewer: `per_s` pictures a second, or as many as it takes where that is None."""

    def __init__(self, rest: Sequence[Jpeg], per_s: float | None) -> None:
        """Begin to serve; `rest` is shown in turn while nothing else is to be."""
        self.sent = 0
        self._per_s = per_s
        self._film: deque[Jpeg] = deque()
        self._rest = rest
        self._began = threading.Event()
        self._began_s = 0.0
        feed = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
                self.end_headers()
                try:
                    while True:
                        jpeg = feed._next()
                        head = b"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
                        self.wfile.write(head % len(jpeg) + jpeg + b"\r\n")
                except OSError:
                    return

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._due_s = time.monotonic()
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """Where it is to be seen."""
        return f"http://127.0.0.1:{self._server.server_port}/video"

    def play(self, film: Sequence[Jpeg], rest: Sequence[Jpeg]) -> float:
        """Show a film, then what rests after it; when its first picture was captured, once it was."""
        self._began.clear()
        self._rest = rest
        self._film = deque(film or rest[:1])
        self._began.wait()
        return self._began_s

    def _next(self) -> Jpeg:
        """The next picture, at its time: this is when it is captured."""
        if self._per_s is not None:
            self._due_s = max(self._due_s + 1.0 / self._per_s, time.monotonic() - 1.0)
            time.sleep(max(0.0, self._due_s - time.monotonic()))
        self.sent += 1
        if not self._film:
            return self._rest[self.sent % len(self._rest)]
        jpeg = self._film.popleft()
        if not self._began.is_set():
            self._began_s = time.monotonic()
            self._began.set()
        return jpeg
