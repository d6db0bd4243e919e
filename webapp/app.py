"""The HTTP side: the page, the table's state and stream, the players' requests. It holds no state itself."""

import reprlib
from collections.abc import Collection, Sequence
from typing import Any, Protocol

import msgspec
from flask import Blueprint, Flask, Response, abort, render_template, request
from pennysight.gamelog import Entry, LogError
from pennysight.vision.tracker import CorrectionError
from pennysight.webapp.correcting import Intent
from pennysight.webapp.reporting import Report, ReportError
from pennysight.webapp.security import protect
from pennysight.webapp.snapshot import Snapshot
from pennysight.webapp.stream import Stream
from werkzeug.exceptions import HTTPException

MOST_STREAMS = 48
"""Streams at one time; each keeps one of the server's threads."""

MOST_ENTRIES = 500
"""Log entries in one answer."""


class NoSuchFigureError(ValueError):
    """The table shows no figure of that name."""


class NotNowError(ValueError):
    """The table is not in a state in which this could be answered."""


class RulingGiven(msgspec.Struct, frozen=True):
    """A ruling (`pennysight-ruling/1`) and the entry under which it is in the log."""

    ruling: msgspec.Raw
    entry: Entry


class Table(Protocol):
    """What the pages need of a table, callable by any thread; `session.TableSession` is the real one."""

    @property
    def stream(self) -> Stream[Snapshot]:
        """The newest snapshot, and the live stream."""

    def entries(self, after: int, limit: int) -> list[Entry]:
        """Log entries above a `seq`, oldest first."""

    def newest_entries(self, limit: int) -> list[Entry]:
        """The newest log entries, oldest first."""

    @property
    def names(self) -> Sequence[str]:
        """The names that figures may be given by hand."""

    def rule(self, from_id: str, to_id: str) -> RulingGiven:
        """Rule between two figures and log it; or a NoSuchFigureError, NotNowError or LogError."""

    def correct(self, intent: Intent) -> Entry:
        """Take a player's word for something and log it; or a CorrectionError, NotNowError or LogError."""


class Eyes(Protocol):
    """What the pages need of a camera's pictures, callable by any thread; `eyes.Eyes` is the real one."""

    def picture(self) -> bytes | None:
        """The newest picture with what was found, the board alone, as JPEG; None while there is none."""

    def report(self, note: str) -> Report:
        """Write a report of a wrong reading, or a ReportError."""


class _Wrong(msgspec.Struct, forbid_unknown_fields=True):
    note: str = ""


class _Question(msgspec.Struct, forbid_unknown_fields=True):
    from_id: str = msgspec.field(name="from")
    to_id: str = msgspec.field(name="to")


def create_app(
    table: Table,
    own_hosts: Collection[str] = (),
    eyes: Eyes | None = None,
    pages: Collection[Blueprint] = (),
) -> Flask:
    """The application for one table. `own_hosts` are names it answers to beside the local network's.

    Without `eyes` there are no pictures to be seen. `pages` are what else is served beside the table.
    """
    app = Flask(__name__)
    protect(app, own_hosts)
    for blueprint in pages:
        app.register_blueprint(blueprint)

    @app.get("/")
    def page() -> str:
        return render_template("index.html", pages=set(app.blueprints))

    @app.get("/api/table")
    def snapshot() -> Response:
        return _answer(table.stream.snapshot_json)

    @app.get("/api/stream")
    def stream() -> Response:
        # A browser that reconnects says by itself what it had; a page that opens a new stream says `after`.
        after = _whole_number(request.headers.get("Last-Event-ID") or request.args.get("after"), "after")
        return live_stream(table.stream, after)

    @app.post("/api/rulings")
    def ruling() -> Response:
        question = _asked(_Question, 'expected {"from": ID, "to": ID}')
        return _json(table.rule(question.from_id, question.to_id))

    @app.post("/api/corrections")
    def correction() -> Response:
        intent: Intent = _asked(Intent, "expected a correction, as docs/formats.md has them")
        return _json({"entry": table.correct(intent)})

    @app.get("/api/roster")
    def roster() -> Response:
        return _json({"names": table.names})

    @app.get("/api/picture")
    def picture() -> Response:
        jpeg = None if eyes is None else eyes.picture()
        if jpeg is None:
            raise NotNowError("no table is in view, so there is no picture to show")
        return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})

    @app.post("/api/reports")
    def report() -> Response:
        wrong = _asked(_Wrong, 'expected {"note": WORDS}')
        if eyes is None:
            raise NotNowError("no camera is watched here, so there is nothing to report")
        return _json(eyes.report(wrong.note))

    @app.get("/api/log")
    def log() -> Response:
        after = _whole_number(request.args.get("after"), "after")
        limit = _whole_number(request.args.get("limit"), "limit")
        limit = MOST_ENTRIES if limit is None else min(limit, MOST_ENTRIES)
        entries = table.newest_entries(limit) if after is None else table.entries(after, limit)
        return _json({"entries": entries})

    @app.errorhandler(HTTPException)
    def say(error: HTTPException) -> Response:
        return _error(error.description or error.name, error.code or 500)

    @app.errorhandler(NoSuchFigureError)
    def say_no_such_figure(error: NoSuchFigureError) -> Response:
        return _error(str(error), 404)

    @app.errorhandler(NotNowError)
    def say_not_now(error: NotNowError) -> Response:
        return _error(str(error), 409)

    @app.errorhandler(CorrectionError)
    def say_correction_error(error: CorrectionError) -> Response:
        return _error(str(error), 409)

    @app.errorhandler(ReportError)
    def say_report_error(error: ReportError) -> Response:
        return _error(str(error), 503)

    @app.errorhandler(LogError)
    def say_log_error(error: LogError) -> Response:
        return _error(str(error), 503)

    return app


def live_stream(stream: Stream[Any], after: int | None) -> Response:
    """The answer that goes on and on: what a stream shows, and its entries above `after`."""
    events = stream.listen(after, most=MOST_STREAMS)
    return Response(events, mimetype="text/event-stream", headers={"Cache-Control": "no-store"})


def _asked(kind: Any, expected: str) -> Any:
    """What the request's JSON says; refused with what was expected where it says something else."""
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except msgspec.DecodeError as error:
        abort(400, f"{expected}: {error}")


def _json(value: object, status: int = 200) -> Response:
    return _answer(msgspec.json.encode(value), status)


def _answer(body: bytes, status: int = 200) -> Response:
    return Response(body, status, mimetype="application/json", headers={"Cache-Control": "no-store"})


def _error(sentence: str, status: int) -> Response:
    return _json({"error": sentence}, status)


def _whole_number(text: str | None, name: str) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        abort(400, f"{name} is a whole number from 0 up, not {reprlib.repr(text)}")
    return int(text)
