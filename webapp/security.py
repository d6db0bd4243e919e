"""What keeps other web sites, and other people's pages, out of the table.

There is no account and no password: whoever is on the Wi-Fi may play. What is kept out is a web page from
elsewhere that a player happens to have open. Pages travel over plain HTTP, where browsers send no Sec-Fetch
headers and keep no secure cookies, so the checks rest on Host and Origin alone.
"""

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

MAX_BODY_BYTES = 64 * 1024

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}

NOT_OF_FORMS = frozenset({"application/json", "image/jpeg", "image/png"})

LOCAL_ENDINGS = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain", ".localhost")
"""Endings under which nobody on the internet can own a name."""


def protect(app: Flask, own_hosts: Collection[str] = ()) -> None:
    """Check every request to the app, and put the headers on every answer.

    It answers to addresses, names of the local network, and `own_hosts`.
    """
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    own = {name.lower() for name in own_hosts}

    @app.before_request
    def check() -> None:
        # A foreign name that resolves to this machine is how a web site gets past the browser's same-origin
        # rule (DNS rebinding). Flask's TRUSTED_HOSTS wants a fixed list, but addresses change with the Wi-Fi.
        host = hostname(request.host)
        if not is_local(host) and host not in own:
            abort(
                400, f"this table does not answer to {host!r}; use its address, or start it with --allow-host"
            )
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        # A browser names the page that a POST comes from; programs that are no browser send no Origin.
        origin = request.headers.get("Origin")
        if origin is not None and origin.lower().partition("://")[2] != request.host.lower():
            abort(403, f"a page of {origin} may not act at this table")
        # A form on another site can send none of these: the browser would first have to be told that it may.
        if request.routing_exception is None and request.mimetype not in NOT_OF_FORMS:
            abort(415, f"expected Content-Type application/json, not {request.mimetype or 'none'}")

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


def hostname(host: str) -> str:
    """The name or address in a Host header, without port and brackets, in lower case."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:  # an address that is none, in brackets
        return ""


def is_local(host: str) -> bool:
    """Whether a host can only mean a machine at hand: an address, a bare name, a local network's name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(host) and ("." not in host or host.endswith(LOCAL_ENDINGS))
    return True
