"""The page on which players see how exact their table is, and lay a tape measure on it."""

import io
import threading
from collections.abc import Callable

import msgspec
from flask import Blueprint, Response, abort, render_template, request
from pennysight.calibration.board import TablePose
from pennysight.calibration.lengths import LengthError, parse_length
from pennysight.calibration.printspec import PrintSizes
from pennysight.calibration.tape import DISTANCES, Span, Verdict, measured, verdict
from pennysight.vision.observation import Observation
from pennysight.webapp.app import NotNowError
from pennysight.webapp.check_drawing import errors_picture, residuals_picture
from pennysight.webapp.checking import Check, Seen, check
from PIL import Image

PICTURES: dict[str, Callable[[Check], Image.Image]] = {
    "errors": errors_picture,
    "residuals": residuals_picture,
}


class Reading(msgspec.Struct, frozen=True):
    """A distance as the page was told it, and what people read off their tape."""

    distance: Span
    tape: str


class _Readings(msgspec.Struct, frozen=True):
    readings: list[Reading]


class Measured(msgspec.Struct, frozen=True):
    """The distances with their readings, in words too, and what they say together."""

    distances: list[Span]
    verdict: Verdict


class TableCheck:
    """Checks the table that is watched, for any thread; the same table is checked once."""

    def __init__(
        self,
        source: str,
        newest: Callable[[], Observation | None],
        figure_height_in: float,
        sizes: PrintSizes,
    ) -> None:
        """`newest` is what the camera saw last; `sizes` are those of the prints on the table."""
        self._source = source
        self._newest = newest
        self._figure_height_in = figure_height_in
        self.sizes = sizes
        self._lock = threading.Lock()
        self._made: tuple[TablePose, Check] | None = None
        self._drawn: dict[str, bytes] = {}

    def made(self) -> Check:
        """The check; raises NotNowError where no table is seen."""
        with self._lock:
            return self._check()

    def picture(self, name: str) -> bytes:
        """One of `PICTURES` as a PNG file; raises NotNowError where no table is seen."""
        with self._lock:
            made = self._check()
            if name not in self._drawn:
                file = io.BytesIO()
                PICTURES[name](made).save(file, format="PNG")
                self._drawn[name] = file.getvalue()
            return self._drawn[name]

    def _check(self) -> Check:
        observation = self._newest()
        if observation is None or observation.table is None:
            reason = "" if observation is None or observation.problem is None else f": {observation.problem}"
            raise NotNowError(f"no table is in view{reason}")
        if self._made is None or self._made[0] is not observation.table:
            seen = Seen(observation.table, observation.markers)
            self._made = observation.table, check(self._source, seen, self._figure_height_in, self.sizes)
            self._drawn.clear()
        return self._made[1]


def check_pages(table_check: TableCheck) -> Blueprint:
    """The page, its pictures, and what it asks."""
    pages = Blueprint("check", __name__)

    @pages.get("/check")
    def page() -> str:
        return render_template("check.html")

    @pages.get("/api/check")
    def made() -> Response:
        return _json(table_check.made())

    @pages.get("/api/check/<name>.png")
    def picture(name: str) -> Response:
        if name not in PICTURES:
            abort(404, f"there is no picture {name!r}; expected one of {', '.join(PICTURES)}")
        headers = {"Cache-Control": "no-store"}
        return Response(table_check.picture(name), mimetype="image/png", headers=headers)

    @pages.post("/api/check")
    def read() -> Response:
        try:
            asked = msgspec.json.decode(request.get_data(), type=_Readings)
        except msgspec.DecodeError as error:
            abort(400, f"expected distances with readings, as docs/formats.md has them: {error}")
        if len(asked.readings) > DISTANCES:
            abort(400, f"{len(asked.readings)} readings are given, expected at most {DISTANCES}")
        try:
            spans = [
                measured(one.distance, parse_length(one.tape)) if one.tape.strip() else one.distance
                for one in asked.readings
            ]
        except LengthError as error:
            abort(400, str(error))
        return _json(Measured(spans, verdict(spans, table_check.sizes.scale)))

    return pages


def _json(value: object) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(value), mimetype="application/json", headers=headers)
