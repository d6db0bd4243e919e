"""The page that shows, while a lens is found, what the camera sees and what it still wants to see."""

from collections.abc import Collection

from flask import Flask, Response, render_template
from pennysight.webapp.app import live_stream
from pennysight.webapp.lens_session import LensSession
from pennysight.webapp.security import protect


def create_lens_app(session: LensSession, own_hosts: Collection[str] = ()) -> Flask:
    """The application for one camera. `own_hosts` are names it answers to beside the local network's."""
    app = Flask(__name__)
    protect(app, own_hosts)

    @app.get("/")
    def page() -> str:
        return render_template("lens.html")

    @app.get("/api/stream")
    def stream() -> Response:
        return live_stream(session.stream, None)

    @app.get("/api/picture")
    def picture() -> Response:
        headers = {"Cache-Control": "no-store"}
        if not session.picture:
            return Response(status=204, headers=headers)
        return Response(session.picture, mimetype="image/jpeg", headers=headers)

    return app
