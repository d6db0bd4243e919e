"""The HTTP side as a phone, a script and a hostile page meet it."""

from itertools import islice

import msgspec
import pytest
from flask.testing import FlaskClient
from pennysight.gamelog import Entry, GameLog, LogError
from pennysight.vision.tracker import CorrectionError
from pennysight.webapp.app import MOST_ENTRIES, NoSuchFigureError, NotNowError, RulingGiven, create_app
from pennysight.webapp.correcting import Intent
from pennysight.webapp.security import HEADERS, MAX_BODY_BYTES, is_local
from pennysight.webapp.snapshot import Snapshot, SourceState, snapshot_json
from pennysight.webapp.stream import Stream


class TableOfAFewWords:
    """A table that knows marsh-1 and cult-2, and rules and corrects without looking."""

    names = ("cult-2", "marsh-1")

    def __init__(self, log: GameLog) -> None:
        self.log = log
        at = "2025-07-01T00:00:00.000Z"
        self.stream = Stream(
            Snapshot(version=1, at=at, source=SourceState("camera 0", "live", "")),
            snapshot_json,
            0,
            log.entries,
        )
        self.trouble: Exception | None = None

    def entries(self, after: int, limit: int) -> list[Entry]:
        return self.log.entries(after, limit)

    def newest_entries(self, limit: int) -> list[Entry]:
        return self.log.newest_entries(limit)

    def rule(self, from_id: str, to_id: str) -> RulingGiven:
        if self.trouble is not None:
            raise self.trouble
        ruling = {"format": "pennysight-ruling/1", "from": from_id, "to": to_id}
        return RulingGiven(
            msgspec.Raw(msgspec.json.encode(ruling)), self.log.append("ruling", ruling, "ruled")
        )

    def correct(self, intent: Intent) -> Entry:
        if self.trouble is not None:
            raise self.trouble
        return self.log.append("correction", intent, type(intent).__name__)


@pytest.fixture
def table(log: GameLog) -> TableOfAFewWords:
    return TableOfAFewWords(log)


@pytest.fixture
def client(table: TableOfAFewWords) -> FlaskClient:
    return create_app(table, ["table.example.org"]).test_client()


QUESTION = {"from": "marsh-1", "to": "cult-2"}


def test_the_table_is_told_as_it_is(client: FlaskClient) -> None:
    answer = client.get("/api/table")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert answer.json == {
        "format": "pennysight-table/1",
        "version": 1,
        "at": "2025-07-01T00:00:00.000Z",
        "source": {"name": "camera 0", "state": "live", "text": ""},
        "settled": False,
        "held": [],
        "hand": False,
        "notices": [],
        "doubt": None,
        "by_hand": [],
        "questions": [],
        "undoable": [],
        "cards": [],
        "scene": None,
    }


def test_a_ruling_is_answered_with_its_entry(client: FlaskClient, log: GameLog) -> None:
    answer = client.post("/api/rulings", json=QUESTION)
    assert answer.status_code == 200
    assert answer.json == {
        "ruling": {"format": "pennysight-ruling/1", **QUESTION},
        "entry": msgspec.to_builtins(log.entries()[0]),
    }


@pytest.mark.parametrize(
    ("trouble", "status"),
    [
        (NoSuchFigureError("there is no figure 'x' on the table"), 404),
        (NotNowError("no table has been seen yet"), 409),
        (LogError("the log cannot be used: the disk is full"), 503),
    ],
)
def test_what_cannot_be_ruled_is_an_error_with_a_sentence(
    client: FlaskClient, table: TableOfAFewWords, trouble: Exception, status: int
) -> None:
    table.trouble = trouble
    answer = client.post("/api/rulings", json=QUESTION)
    assert (answer.status_code, answer.json) == (status, {"error": str(trouble)})


def test_a_fault_of_ours_is_an_error_without_its_insides(
    client: FlaskClient, table: TableOfAFewWords
) -> None:
    table.trouble = ZeroDivisionError("insides")
    answer = client.post("/api/rulings", json=QUESTION)
    assert answer.status_code == 500
    assert "insides" not in answer.text
    assert set(answer.json or {}) == {"error"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b'{"from": "a"}',
        b'{"from": 1, "to": "b"}',
        b"\xff\xfe",
        b'{"from":"a","to":"b","x":1}',
    ],
)
def test_a_question_that_is_none_is_refused(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/api/rulings", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert 'expected {"from": ID, "to": ID}' in (answer.json or {})["error"]


@pytest.mark.parametrize(
    ("intent", "kind"),
    [
        ({"kind": "name", "figure": "marsh-a", "name": "marsh-1"}, "Rename"),
        ({"kind": "place", "figure": "marsh-1", "x_in": 3.5, "y_in": 4}, "Put"),
        ({"kind": "facing", "figure": "marsh-1", "facing_deg": -90}, "Turn"),
        ({"kind": "seen", "figure": "marsh-1"}, "Release"),
        ({"kind": "state", "figure": "marsh-1", "dead": False, "hat": "stun"}, "Mark"),
        ({"kind": "gone", "figure": "marsh-1"}, "Remove"),
        ({"kind": "undo", "entry": 3}, "Undo"),
        ({"kind": "answer", "question": 1, "swap": True}, "Answer"),
    ],
)
def test_a_correction_is_answered_with_its_entry(
    client: FlaskClient, log: GameLog, intent: dict[str, object], kind: str
) -> None:
    answer = client.post("/api/corrections", json=intent)
    assert (answer.status_code, answer.json) == (200, {"entry": msgspec.to_builtins(log.entries()[0])})
    assert log.entries()[0].text == kind


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"figure": "marsh-1"}',
        b'{"kind": "teleport", "figure": "marsh-1"}',
        b'{"kind": "place", "figure": "marsh-1", "x_in": NaN, "y_in": 1}',
        b'{"kind": "place", "figure": "marsh-1", "x_in": 1}',
        b'{"kind": "state", "figure": "marsh-1", "hat": "top"}',
        b'{"kind": "gone", "figure": "marsh-1", "x": 1}',
    ],
)
def test_a_correction_that_is_none_is_refused(client: FlaskClient, log: GameLog, body: bytes) -> None:
    answer = client.post("/api/corrections", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert "expected a correction" in (answer.json or {})["error"]
    assert log.entries() == []


def test_a_correction_that_cannot_be_made_says_why(client: FlaskClient, table: TableOfAFewWords) -> None:
    table.trouble = CorrectionError("marsh-1 is marsh-1 already")
    answer = client.post("/api/corrections", json={"kind": "gone", "figure": "marsh-1"})
    assert (answer.status_code, answer.json) == (409, {"error": "marsh-1 is marsh-1 already"})


def test_a_page_from_elsewhere_may_not_correct(client: FlaskClient, log: GameLog) -> None:
    intent = {"kind": "gone", "figure": "marsh-1"}
    answer = client.post("/api/corrections", json=intent, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    assert log.entries() == []


def test_the_names_to_give_are_told(client: FlaskClient) -> None:
    assert client.get("/api/roster").json == {"names": ["cult-2", "marsh-1"]}


def test_the_log_is_read_from_a_number_on_or_from_its_end(client: FlaskClient, log: GameLog) -> None:
    for n in range(5):
        log.append("move", {"n": n}, f"move {n}")

    def texts(query: str) -> list[str]:
        return [entry["text"] for entry in (client.get(f"/api/log{query}").json or {})["entries"]]

    assert texts("") == ["move 0", "move 1", "move 2", "move 3", "move 4"]
    assert texts("?after=3") == ["move 3", "move 4"]
    assert texts("?after=1&limit=2") == ["move 1", "move 2"]
    assert texts("?limit=2") == ["move 3", "move 4"]
    assert texts(f"?after=0&limit={MOST_ENTRIES * 10}") == texts("")


@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "limit=1.5", "limit=", "after=" + "9" * 40, "limit=٣"]
)
def test_a_number_that_is_none_is_refused(client: FlaskClient, query: str) -> None:
    answer = client.get("/api/log", query_string=query)
    assert answer.status_code == 400
    assert "is a whole number from 0 up" in (answer.json or {})["error"]


def test_the_stream_begins_with_the_snapshot_and_replays_what_was_missed(
    client: FlaskClient, table: TableOfAFewWords, log: GameLog
) -> None:
    for n in range(3):
        table.stream.tell(log.append("move", {}, f"move {n}"))

    def first(count: int, path: str, **headers: str) -> list[bytes]:
        answer = client.get(path, headers=headers)
        assert answer.mimetype == "text/event-stream"
        assert answer.headers["Cache-Control"] == "no-store"
        events = list(islice(answer.iter_encoded(), count))
        answer.close()
        return events

    assert first(2, "/api/stream")[1].startswith(b"event: table")
    assert [event.split(b"\n")[1] for event in first(4, "/api/stream?after=1")[2:]] == [b"id: 2", b"id: 3"]
    reconnected = first(3, "/api/stream?after=0", **{"Last-Event-ID": "2"})
    assert reconnected[2].split(b"\n")[1] == b"id: 3", (
        "what the browser had counts, not what the page began with"
    )
    assert table.stream.listeners == 0


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.7:8765",
        "127.0.0.1",
        "localhost:8765",
        "[fe80::1]:8765",
        "raspberrypi",
        "laptop.local",
        "table.example.org",
    ],
)
def test_it_answers_to_what_people_at_the_table_call_it(client: FlaskClient, host: str) -> None:
    assert client.get("/api/table", headers={"Host": host}).status_code == 200
    answer = client.post("/api/rulings", json=QUESTION, headers={"Host": host, "Origin": f"http://{host}"})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example.com",
        "evil.example.com:8765",
        "local.evil.com",
        "192.168.1.7.evil.com",
        "evil.local.com",
        "[::1",
        "a b.c",
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/table", "/api/stream", "/api/log", "/static/page.js"])
def test_it_does_not_answer_to_a_name_that_someone_else_may_own(
    client: FlaskClient, host: str, path: str
) -> None:
    answer = client.get(path, headers={"Host": host})
    assert answer.status_code == 400
    assert "does not answer to" in (answer.json or {})["error"]


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example.com",
        "null",
        "http://localhost:9999",
        "https://localhost.evil.com",
        "file://",
        "http://[bad",
        "",
    ],
)
def test_a_page_from_elsewhere_may_not_act(client: FlaskClient, log: GameLog, origin: str) -> None:
    answer = client.post("/api/rulings", json=QUESTION, headers={"Host": "localhost:8765", "Origin": origin})
    assert answer.status_code == 403
    assert log.entries() == []


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_what_a_foreign_form_could_send_is_refused(
    client: FlaskClient, log: GameLog, content_type: str
) -> None:
    answer = client.post("/api/rulings", data=b'{"from":"marsh-1","to":"cult-2"}', content_type=content_type)
    assert answer.status_code == 415
    assert log.entries() == []


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/api/table"), ("PUT", "/api/rulings")])
def test_what_cannot_be_done_to_a_thing_is_said_so_whatever_is_sent(
    client: FlaskClient, method: str, path: str
) -> None:
    assert client.open(path, method=method).status_code == 405
    assert client.open(path, method=method, data=b"x", content_type="text/plain").status_code == 405


def test_what_is_too_long_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/rulings", data=b" " * (MAX_BODY_BYTES + 1), content_type="application/json")
    assert answer.status_code == 413
    assert set(answer.json or {}) == {"error"}


@pytest.mark.parametrize(
    ("path", "status"), [("/", 200), ("/api/table", 200), ("/nowhere", 404), ("/api/rulings", 405)]
)
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "http" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "host", ["", "a.b", "example.com", "localhost.com", "lan", "x.lan.com", "1.2.3", "1.2.3.4.5"]
)
def test_a_dot_without_a_local_ending_is_a_foreign_name(host: str) -> None:
    assert is_local(host) == (host == "lan")
