"""A plan as a drawing (SVG): the set-up from the side, and what the picture shows from above."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from pennysight.calibration.planner import board_corners_in, hung
from pennysight.calibration.projection import Array, View
from pennysight.webapp.planning import Plan, Question, plan_points

WIDTH, HEIGHT = 960, 600
PANEL = 400
TOP = 96
INK, SOFT, PAPER = "#2b211b", "#6b5d50", "#fbf6ec"
WOOD, CARD, LIGHT, LENS = "#c9a77c", "#e9dcc0", "#f5c56b", "#0b5fa5"

Point = tuple[float, float]


@dataclass(frozen=True)
class _Frame:
    """Where inches lie in the drawing: `origin` is that of the place (0, 0), `scale` pixels an inch, y up."""

    origin: Point
    scale: float

    def at(self, x_in: float, y_in: float) -> Point:
        return round(self.origin[0] + x_in * self.scale, 1), round(self.origin[1] - y_in * self.scale, 1)

    def path(self, points_in: Sequence[Point] | Array) -> str:
        return " ".join(f"{x},{y}" for x, y in (self.at(float(x), float(y)) for x, y in points_in))


def plan_svg(question: Question, planned: Plan) -> str:
    """The drawing; its texts are those of the plan."""
    view = hung(question.camera, question.in_view.board, planned.hang)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        "<title>Where to hang the camera</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        _text((40, 44), f"Lens {planned.hang.height_in:g} in above the tiles", size=24, weight="bold"),
        _text(
            (40, 70),
            f"{planned.camera.width_px} x {planned.camera.height_px}, {planned.camera.fov_deg:.0f} degrees "
            f"across, over a board of {planned.board.width_in:g} x {planned.board.height_in:g} in",
            colour=SOFT,
            size=16,
        ),
        *_from_the_side(view, question, planned),
        *_from_above(view, question, planned),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _from_the_side(view: View, question: Question, planned: Plan) -> list[str]:
    """Across the table along the picture's short side, lens on top."""
    camera, board = view.camera, question.in_view.board
    up = -view.R[1, :2] / np.linalg.norm(view.R[1, :2])
    middle = np.array([board.width_in, board.height_in]) / 2
    half_in = float(np.abs(up @ middle))
    edges_px = [(camera.K[0][2], -0.5), (camera.K[0][2], camera.height_px - 0.5)]
    far_in, near_in = (float(up @ (place - middle)) for place in view.to_plane(edges_px))
    lens = (float(up @ (view.centre_in[:2] - middle)), view.height_in)
    reach_in = max(half_in + 3, abs(far_in), abs(near_in), abs(lens[0])) * 1.06
    frame = _Frame(
        (40 + PANEL / 2, TOP + PANEL + 24), min(PANEL / (2 * reach_in), (PANEL - 10) / (view.height_in + 3))
    )
    figure_in = planned.figure_height_in
    edge = half_in if lens[0] <= 0 else -half_in
    fold = (edge, figure_in)
    lean = fold[0] + (fold[0] - lens[0]) * figure_in / (lens[1] - figure_in)
    x, y = frame.at(*lens)
    left = frame.at(-reach_in, 0)
    right = frame.at(reach_in, 0)
    middle_y = (y + frame.at(0, 0)[1]) / 2
    height_x = frame.at(-reach_in, 0)[0] + 10
    return [
        _beam(frame.path([lens, (near_in, 0), (far_in, 0)])),
        f'<rect x="{left[0]}" y="{left[1]}" width="{right[0] - left[0]:.1f}" height="10" fill="{WOOD}"/>',
        f'<polyline points="{frame.path([(-half_in, 0), (half_in, 0)])}" stroke="{CARD}" stroke-width="6"/>',
        f'<polyline points="{frame.path([lens, (lean, 0)])}" stroke="{SOFT}" stroke-dasharray="5 4"/>',
        f'<polygon points="{frame.path([(edge - 0.375, 0), (edge + 0.375, 0), fold])}" fill="{LENS}"/>',
        f'<rect x="{x - 16:.1f}" y="{y - 22:.1f}" width="32" height="20" rx="4" fill="{INK}"/>',
        f'<rect x="{x - 7:.1f}" y="{y - 4:.1f}" width="14" height="6" rx="2" fill="{LENS}"/>',
        f'<path d="M{height_x} {y}V{left[1]}m-5 0h10M{height_x - 5} {y}h10" stroke="{SOFT}" fill="none"/>',
        _text((height_x + 8, middle_y), f"{view.height_in:g} in", size=16, weight="bold"),
        _text((height_x + 8, middle_y + 20), f"{view.height_in * 2.54:.0f} cm", colour=SOFT),
        _text(
            (40 + PANEL / 2, TOP + PANEL + 62),
            f"From the side: a figure in the corner leans {planned.lean_in:.1f} in outward",
            anchor="middle",
        ),
    ]


def _from_above(view: View, question: Question, planned: Plan) -> list[str]:
    """The board, and round it what the picture shows of the table."""
    board = question.in_view.board
    shown = view.to_plane(_border_px(view))
    corners = board_corners_in(board)
    every = np.concatenate([shown[np.isfinite(shown).all(axis=1)], corners])
    low, high = every.min(axis=0), every.max(axis=0)
    scale = PANEL / float((high - low).max()) * 1.06
    middle = (low + high) / 2
    centre = (520 + 200.0, TOP + 24 + PANEL / 2)
    frame = _Frame((centre[0] - middle[0] * scale, centre[1] + middle[1] * scale), scale)
    tiles = []
    for column in range(board.columns):
        for row in range(board.rows):
            side = board.width_in / board.columns
            x, y = frame.at(column * side, (row + 1) * side)
            tiles.append(
                f'<rect x="{x}" y="{y}" width="{side * scale:.1f}" height="{side * scale:.1f}" fill="{CARD}" '
                f'stroke="{WOOD}"/>'
            )
    markers = [f'<polygon points="{frame.path(square)}" fill="{INK}"/>' for _, square in board.markers_in()]
    foot = frame.at(*(float(value) for value in view.centre_in[:2]))
    lines = [f"{planned.px_per_in.middle:.0f} pixels to the inch"]
    errors = []
    for place, name, one in plan_points(planned):
        x, y = frame.at(*place)
        errors.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{LENS}" stroke="{PAPER}" stroke-width="1.5"/>')
        lines.append(f"± {one.within_95_in:.3f} in {name}")
    return [
        _beam(frame.path(shown)),
        *tiles,
        *markers,
        f'<path d="M{foot[0] - 8} {foot[1]}h16m-8 -8v16" stroke="{LENS}" stroke-width="2"/>',
        *errors,
        _text((centre[0], TOP + PANEL + 62), "From above: what the picture shows", anchor="middle"),
        _text((centre[0], TOP + PANEL + 84), "; ".join(lines), anchor="middle", colour=SOFT),
    ]


def _beam(points: str) -> str:
    return f'<polygon points="{points}" fill="{LIGHT}" fill-opacity="0.35" stroke="{LIGHT}"/>'


def _border_px(view: View) -> Array:
    """Points along the picture's border, clockwise."""
    x, y = view.camera.width_px - 0.5, view.camera.height_px - 0.5
    corners = np.array([(-0.5, -0.5), (x, -0.5), (x, y), (-0.5, y)])
    along = np.linspace(0, 1, 12, endpoint=False)[:, None]
    return np.concatenate(
        [a + (b - a) * along for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
    )


def _text(
    at: Point, text: str, *, anchor: str = "start", colour: str = INK, size: int = 14, weight: str = "normal"
) -> str:
    return (
        f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" text-anchor="{anchor}" fill="{colour}" font-size="{size}" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )
