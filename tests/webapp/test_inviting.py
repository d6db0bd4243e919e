"""People find the table: at an address that a phone can reach, with a code that a phone can read."""

import io
import ipaddress

import cv2
import numpy as np
import pytest
import segno
import zxingcpp
from pennysight.webapp import inviting
from pennysight.webapp.addresses import lan_addresses
from pennysight.webapp.inviting import invite, qr_code

EVERYWHERE = inviting.EVERY_ADDRESS[0]
URL = "http://192.168.178.23:8765/"


def said(host: str, monkeypatch: pytest.MonkeyPatch, addresses: list[str]) -> str:
    monkeypatch.setattr(inviting, "lan_addresses", lambda: addresses)
    lines: list[str] = []
    invite(host, 8765, lines.append)
    return "\n".join(lines)


def test_the_code_in_half_blocks_is_read_back() -> None:
    """Each character is two cells, one above the other; what is drawn is light, as on a dark terminal."""
    light = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    cells = [[light[character] for character in line] for line in qr_code(URL, "utf-8").splitlines()]
    width = min(map(len, cells))
    picture = np.array([[cell[half] for cell in line[:width]] for line in cells for half in (0, 1)], np.uint8)
    enlarged = cv2.resize(picture * 255, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    assert [code.text for code in zxingcpp.read_barcodes(enlarged)] == [URL]


def test_a_terminal_without_blocks_gets_a_code_it_can_print() -> None:
    drawn = qr_code(URL, "ascii")
    drawn.encode("ascii")
    expected = io.StringIO()
    segno.make_qr(URL, error="l").terminal(expected)
    assert drawn == expected.getvalue().rstrip("\n")


def test_the_likeliest_address_gets_the_code_and_the_others_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = said(EVERYWHERE, monkeypatch, ["192.168.178.23", "10.0.0.5"])
    assert "On this computer: http://localhost:8765/" in text
    assert f"On a phone in the same Wi-Fi: {URL}  or http://10.0.0.5:8765/" in text
    assert qr_code(URL, "utf-8") in text or qr_code(URL, "ascii") in text


def test_without_a_network_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    text = said(EVERYWHERE, monkeypatch, [])
    assert "on no network: join the Wi-Fi" in text
    assert "http://localhost:8765/" in text


def test_an_address_that_was_chosen_is_the_one_given(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "http://10.9.8.7:8765/" in said("10.9.8.7", monkeypatch, ["192.168.178.23"])
    assert "http://[fd00::2]:8765/" in said("fd00::2", monkeypatch, [])


def test_a_table_that_keeps_phones_out_invites_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for host in ("127.0.0.1", "127.0.1.1", "::1"):
        text = said(host, monkeypatch, ["192.168.178.23"])
        assert f"Only this computer can open it, for it listens at {host}" in text
        assert "http://localhost:8765/" in text
        assert "phone in" not in text
        assert len(text.splitlines()) == 3, "no code"


def test_addresses_are_such_as_a_phone_can_use() -> None:
    for address in lan_addresses():
        ip = ipaddress.ip_address(address)
        assert ip.version == 4
        assert not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)
