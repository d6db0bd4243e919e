"""A table on the network of this computer, for as long as a test takes."""

import threading
from collections.abc import Sequence

from flask import Blueprint
from pennysight.webapp.app import Eyes, Table, create_app
from werkzeug.serving import make_server


class Served:
    """The real application on a free port; it can be stopped, and started again at the same address."""

    def __init__(self, table: Table, pages: Sequence[Blueprint] = (), eyes: Eyes | None = None) -> None:
        """`pages` are what is served beside the table, `eyes` what shows the camera's pictures."""
        self._port = 0
        self._eyes = eyes
        self._pages = pages
        self.start(table)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/"

    def start(self, table: Table) -> None:
        """Serve this table from now on."""
        self._table = table
        self._server = make_server(
            "127.0.0.1", self._port, create_app(table, eyes=self._eyes, pages=self._pages), threaded=True
        )
        self._port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def stop(self) -> None:
        """End every stream and answer nobody."""
        self._table.stream.close()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
