"""The web server: one process, a thread for each phone's stream."""

import errno
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from flask import Flask
from waitress import create_server
from waitress.server import BaseWSGIServer, MultiSocketServer

THREADS = 64
CONNECTIONS = 1000
LARGEST_UNSENT_BYTES = 256 * 1024
"""What may wait for one slow phone; beyond this its stream pauses, then goes on with the newest snapshot."""

LARGEST_REQUEST_BYTES = 32 * 1024 * 1024
"""A phone's picture; what is no picture is refused when it is much smaller."""

GIVE_UP_AFTER_MS = 30_000
"""How long a phone may leave what it is sent unacknowledged before it counts as gone."""


class ListenError(OSError):
    """The server cannot listen there; the message is one sentence that says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Take the port, which is done before anything slow so that a taken one is said at once.

    Raises:
        ListenError: it is taken, not allowed, or not an address of this computer.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise ListenError(
            f"{host!r} is no address of this computer; 0.0.0.0 stands for all of them"
        ) from None
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere this option would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":  # accepted connections inherit it
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GIVE_UP_AFTER_MS)
        listening.bind(address)
        listening.listen(1024)  # from here on the port is ours, and phones that come early wait
    except OSError as error:
        listening.close()
        raise ListenError(_why_not(host, port, error)) from None
    return listening


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} is taken, perhaps by another Pennysight that still runs: stop that one, "
            f"or choose another port with --port {port + 1}"
        )
    if error.errno == errno.EACCES:
        return f"port {port} may not be used by this user; choose one above 1023 with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"this computer does not have the address {host}; 0.0.0.0 stands for all it has"
    return f"port {port} at {host} cannot be used: {error.strerror}"


def run(app: Flask, listening: socket.socket, before_end: Callable[[], None]) -> None:
    """Serve until the process is told to end; `before_end` must end every stream that is open."""
    server = _server(app, listening)

    def end(_signal: int, _frame: FrameType | None) -> NoReturn:
        before_end()
        raise SystemExit(0)

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    server.run()


@contextmanager
def serving(app: Flask, listening: socket.socket, before_end: Callable[[], None]) -> Iterator[None]:
    """Serve beside what else is done; `before_end` must end every stream that is open."""
    server = _server(app, listening)
    threading.Thread(target=server.run, name="server", daemon=True).start()
    try:
        yield
    finally:
        before_end()


def _server(app: Flask, listening: socket.socket) -> BaseWSGIServer | MultiSocketServer:
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a burst of phones is not worth a warning
    return create_server(
        app,
        sockets=[listening],
        threads=THREADS,
        connection_limit=CONNECTIONS,
        asyncore_use_poll=True,
        # A phone that goes away is then noticed at once, and not when it is next sent something.
        channel_request_lookahead=1,
        outbuf_high_watermark=LARGEST_UNSENT_BYTES,
        max_request_header_size=32 * 1024,
        max_request_body_size=LARGEST_REQUEST_BYTES,
        ident=None,
        log_socket_errors=False,  # a phone that walks out of the Wi-Fi is no error
    )
