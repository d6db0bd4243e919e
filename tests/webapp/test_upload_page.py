"""A phone that is the camera: its pictures reach the table, and what is none of that camera does not."""

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from pennysight.gamelog import GameLog
from pennysight.vision.simulated.table import CAMERA
from pennysight.vision.sources import Uploads
from pennysight.webapp.app import create_app
from pennysight.webapp.security import MAX_BODY_BYTES
from pennysight.webapp.upload_page import upload_pages

from tests.webapp.page.tables import LaidTable, yard


@pytest.fixture
def phone() -> Uploads:
    return Uploads()


@pytest.fixture
def client(log: GameLog, phone: Uploads) -> FlaskClient:
    return create_app(LaidTable(log, yard()), pages=[upload_pages(phone, CAMERA)]).test_client()


def jpeg(width_px: int, height_px: int) -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (height_px, width_px, 3), np.uint8)
    _, coded = cv2.imencode(".jpg", noise)
    return coded.tobytes()


def test_a_picture_reaches_the_table_however_large_it_is(client: FlaskClient, phone: Uploads) -> None:
    picture = jpeg(CAMERA.width_px, CAMERA.height_px)
    assert len(picture) > 4 * MAX_BODY_BYTES
    answer = client.post("/api/pictures", data=picture, content_type="image/jpeg")
    assert (answer.status_code, answer.data) == (204, b"")
    assert next(phone.frames()).image.shape == (CAMERA.height_px, CAMERA.width_px, 3)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "the picture' is empty"),
        (b"not a picture", "is not a picture"),
        (jpeg(1920, 1080)[:2000], "is cut off"),
        (jpeg(1080, 1920), "1080"),
    ],
    ids=["empty", "words", "cut off", "upright"],
)
def test_what_is_no_picture_of_that_camera_is_refused_with_a_sentence(
    client: FlaskClient, phone: Uploads, body: bytes, why: str
) -> None:
    answer = client.post("/api/pictures", data=body, content_type="image/jpeg")
    assert answer.status_code == 400
    assert why in (answer.json or {})["error"]
    assert phone.status().text == "no picture was sent yet"


def test_a_page_from_elsewhere_and_a_form_may_send_nothing(client: FlaskClient) -> None:
    foreign = {"Origin": "http://evil.example"}
    assert (
        client.post("/api/pictures", data=b"x", content_type="image/jpeg", headers=foreign).status_code == 403
    )
    assert client.post("/api/pictures", data={"file": "x"}).status_code == 415
    assert (
        client.post("/api/rulings", data=b"x" * (MAX_BODY_BYTES + 1), content_type="image/jpeg").status_code
        == 413
    )


def test_the_page_is_there_and_the_map_leads_to_it(client: FlaskClient) -> None:
    assert b'capture="environment"' in client.get("/camera").data
    assert b'href="/camera"' in client.get("/").data
