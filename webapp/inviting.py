"""Telling people where the table is to be found."""

import io
import ipaddress
import sys
from collections.abc import Callable

import segno
from pennysight.webapp.addresses import lan_addresses

EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104  # compared with, not listened on


def invite(host: str, port: int, say: Callable[[str], None]) -> None:
    """Say the addresses of a table that listens at the address `host`, with a QR code for the phones."""
    say(f"On this computer: http://localhost:{port}/")
    if ipaddress.ip_address(host).is_loopback:
        say(f"Only this computer can open it, for it listens at {host}: leave out --host to let phones in.")
        say("Ctrl+C ends it.")
        return
    addresses = [host] if host not in EVERY_ADDRESS else lan_addresses()
    if not addresses:
        say("This computer is on no network: join the Wi-Fi that the phones use, and start again.")
        return
    first, *others = [
        f"http://{f'[{address}]' if ':' in address else address}:{port}/" for address in addresses
    ]
    say(f"On a phone in the same Wi-Fi: {first}" + "".join(f"  or {url}" for url in others))
    say(qr_code(first, sys.stdout.encoding or "ascii"))
    say("Ctrl+C ends it.")


def qr_code(url: str, encoding: str) -> str:
    """A QR code as text for a terminal; in half blocks where its encoding has them."""
    code = segno.make_qr(url, error="l")
    drawn = io.StringIO()
    try:
        "█▀▄".encode(encoding)
    except UnicodeEncodeError:
        code.terminal(drawn)
    else:
        code.terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")
