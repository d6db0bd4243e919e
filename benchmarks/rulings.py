"""Rulings beside a plain shapely loop, and how the time grows with the table.

    python -m benchmarks.rulings [--plot FILE]

The tables are those of `benchmarks/scenes.py`. The loop is what people would write: 200 lines from fold to
fold, each asked of shapely's tree of shapes, whether it crosses a total or a partial one. It says who sees
whom and by which line, to within what 200 lines show; nothing of what is exempt, of room to spare, of
certainty or of reasons. `--plot` draws the growth to a file and needs matplotlib (`pip install --group
bench`).
"""

import argparse
import math
import subprocess
import sys
from collections.abc import Iterator

import msgspec
import numpy as np
import shapely
from pennysight.rules.prepared import prepare
from pennysight.rules.ruling import rule, rule_all
from pennysight.rules.scene import Figure, Scene, hinders, is_partial, is_total, scene_json

from benchmarks.growth_plot import plotted
from benchmarks.scenes import edge_count, table
from benchmarks.timing import timed

EDGES = (100, 300, 1000, 3000)
FIGURES = (6, 12, 24, 48)
LINES = 200
SD_IN, SD_DEG = 0.015, 1.0  # as a camera sees them

Grown = dict[
    int, tuple[float, float, float]
]  # edges or figures: all rulings, one ruling, one more after a move


def by_camera(scene: Scene) -> Scene:
    """The table with the deviations that a camera gives."""
    figures = [msgspec.structs.replace(figure, sd_in=SD_IN, sd_deg=SD_DEG) for figure in scene.figures]
    return msgspec.structs.replace(scene, figures=figures)


def one_moved(scene: Scene) -> Scene:
    """The table after its first figure has moved a tenth of an inch."""
    first = msgspec.structs.replace(scene.figures[0], x_in=scene.figures[0].x_in + 0.1)
    return msgspec.structs.replace(scene, figures=[first, *scene.figures[1:]])


def after_a_move(scene: Scene, times: int = 3) -> list[float]:
    """Milliseconds for the table made ready again and one ruling, for rulings from the figure that moved."""
    ready, moved = prepare(scene), one_moved(scene)
    first = scene.figures[0].id
    return [
        timed(lambda target=target: rule(prepare(moved, ready), first, target), times=times)[0]
        for target in (figure.id for figure in scene.figures[1:])
    ]


def shapely_loop(scene: Scene) -> dict[tuple[str, str], str]:
    """Who sees whom, by 200 lines for each ordered pair."""
    shapes: list[shapely.Geometry] = []
    owners: list[str | None] = []  # the figure whose base a shape is
    total: list[bool] = []
    for part in scene.obstacles:
        if is_total(part) or is_partial(part):
            shapes.append(
                shapely.from_geojson(msgspec.json.encode(part.geometry)).buffer(part.radius_in or 0.0)
            )
            if part.radius_in is None:
                shapes[-1] = shapely.from_geojson(msgspec.json.encode(part.geometry))
            owners.append(None)
            total.append(is_total(part))
    for figure in scene.figures:
        if hinders(figure):
            shapes.append(shapely.Point(figure.x_in, figure.y_in).buffer(figure.base_in / 2))
            owners.append(figure.id)
            total.append(True)
    tree = shapely.STRtree(shapes)
    answers = {}
    for attacker in scene.figures:
        for target in scene.figures:
            if attacker is target:
                continue
            kinds = set()
            for line in sampled_lines(attacker, target):
                met = [
                    n
                    for n in tree.query(line, predicate="intersects")
                    if owners[n] not in (attacker.id, target.id)
                ]
                kinds.add("blocked" if any(total[n] for n in met) else "partial" if met else "clear")
            answers[attacker.id, target.id] = min(kinds, key=("clear", "partial", "blocked").index)
    return answers


def sampled_lines(attacker: Figure, target: Figure) -> Iterator[shapely.LineString]:
    """Lines from points along one fold to points along the other."""
    across, along = 10, LINES // 10
    for s in np.linspace(0, 1, across):
        for t in np.linspace(0, 1, along):
            yield shapely.LineString([on_fold(attacker, s), on_fold(target, t)])


def on_fold(figure: Figure, share: float) -> tuple[float, float]:
    turn, off = math.radians(figure.facing_deg or 0.0), (share - 0.5) * figure.fold_in
    return figure.x_in - off * math.sin(turn), figure.y_in + off * math.cos(turn)


def whole_process(scene: Scene) -> float:
    """Milliseconds of processor time for `pennysight rule --all` as a process of its own."""
    code = (
        "import atexit, sys, time; from pennysight.webapp.cli import main\n"
        "atexit.register(lambda: print(time.process_time(), file=sys.stderr))\n"
        "main(['rule', '-', '--all', '--json'])"
    )
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, input=scene_json(scene), capture_output=True, check=True)
    return 1000 * float(ran.stderr.split()[-1])


def grown(sizes: dict[int, Scene]) -> Grown:
    """Milliseconds by the size of the table."""
    found = {}
    for size, scene in sizes.items():
        ready = prepare(scene)
        every = timed(rule_all, ready, times=3)[0]
        moved = sorted(after_a_move(scene, times=1))
        found[size] = every, every / (len(scene.figures) * (len(scene.figures) - 1)), moved[len(moved) // 2]
    return found


def told(what: str, found: Grown) -> None:
    print(f"\n{what:>8}{'all rulings':>14}{'each of them':>14}{'one, after a move':>20}   ms")
    for size, (every, each, moved) in found.items():
        print(
            f"{size:8}{every:14.1f}{each:14.3f}{moved:20.2f}   {'#' * round(5 * math.log2(max(every, 1.2)))}"
        )


def compared(scene: Scene) -> None:
    """Print what rulings take, beside the loop."""
    drawn = [shapely.from_geojson(msgspec.json.encode(part.geometry)) for part in scene.obstacles]
    edges, pairs = sum(map(edge_count, drawn)), len(scene.figures) * (len(scene.figures) - 1)
    print(f"{len(scene.tiles)} tiles, {len(scene.figures)} figures, {edges} edges; ms of processor time")
    making, ready = timed(prepare, scene, times=5)
    every, rulings = timed(rule_all, ready, times=7)
    moved = sorted(after_a_move(scene))
    loop, sampled = timed(shapely_loop, scene)
    rows = {
        "table made ready": making,
        f"all {pairs} rulings": every,
        f"all {pairs} rulings, places known to {SD_IN} in": timed(
            rule_all, prepare(by_camera(scene)), times=5
        )[0],
        "one ruling after one figure moved, median": moved[len(moved) // 2],
        "one ruling after one figure moved, worst": moved[-1],
        f"shapely, {LINES} lines a pair": loop,
        "pennysight rule --all, whole process": whole_process(scene),
    }
    for what, taken in rows.items():
        print(f"{what:46}{taken:9.1f}")
    print(f"shapely takes {loop / every:.0f} times as long", end="")
    wrong = [ruling for ruling in rulings if sampled[ruling.from_id, ruling.to_id] != ruling.sight.answer]
    tight = sum(ruling.sight.margin_in < 0.05 for ruling in wrong)
    beside = sum(bool(ruling.sight.exempt) for ruling in wrong)
    print(f", and says otherwise for {len(wrong)} pairs, of which {beside} have something exempt and {tight}")
    print("less than 0.05 in to spare")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--plot", metavar="FILE", help="draw the growth to this file (.png, .svg or .pdf)")
    plot = parser.parse_args().plot
    compared(table())
    growths = {
        "edges": grown({edges: table(edges) for edges in EDGES}),
        "figures": grown({figures: table(figures=figures) for figures in FIGURES}),
    }
    for what, found in growths.items():
        told(what, found)
    if plot:
        plotted(
            plot,
            {
                what: {
                    name: {size: times[n] for size, times in found.items()}
                    for n, name in ((0, "all rulings"), (2, "one ruling after a move"))
                }
                for what, found in growths.items()
            },
        )


if __name__ == "__main__":
    main()
