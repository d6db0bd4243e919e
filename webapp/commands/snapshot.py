"""`pennysight snapshot`: report a wrong reading of a table that is being served."""

import click
from pennysight.webapp.commands.answers import NoAnswer, write_out
from pennysight.webapp.settings import setting

ANSWER_WITHIN_S = 60.0


@click.command(short_help="Write a report of a wrong reading.")
@click.option("--note", default="", metavar="WORDS", help="What is read wrongly, and how it truly is.")
@setting("port")
def snapshot(note: str, port: int) -> None:
    """Have the table that is served on this computer write down the last minutes of what it saw.

    The report is one file: pictures of the board with the room cut away, what was seen in them, the camera's
    file and the end of the log. Nothing is sent anywhere.

    \b
    Example:
      pennysight snapshot
      pennysight snapshot --note "marsh-2 was read as marsh-3" --port 9000
    """
    import urllib.error
    import urllib.request

    import msgspec
    from pennysight.webapp.reporting import Report

    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/reports",
        data=msgspec.json.encode({"note": note}),
        headers={"Content-Type": "application/json"},
        method="POST",
    )
    # A proxy that is set for the internet knows nothing of this computer.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=ANSWER_WITHIN_S) as answer:
            report = msgspec.json.decode(answer.read(), type=Report)
    except urllib.error.HTTPError as error:
        raise NoAnswer(_said(error.read()) or f"the server at port {port} answered {error.code}") from error
    except (OSError, msgspec.DecodeError) as error:
        raise NoAnswer(
            f"no Pennysight answers at port {port}: start `pennysight serve` or `demo`, or give its --port"
        ) from error
    write_out(f"{report.file}: {report.frames} pictures, {report.bytes / 1e6:.1f} MB")


def _said(body: bytes) -> str | None:
    """The sentence of a refusal, if it is one of ours."""
    import msgspec

    try:
        return str(msgspec.json.decode(body)["error"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return None
