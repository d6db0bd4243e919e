"""All the places that a base's centre can get to with a given movement."""

import numpy as np
import shapely
from pennysight.rules.moving.board_edge import Strip, as_drawn, in_strip, joined, strips
from pennysight.rules.moving.fans import Fan, look, swept
from pennysight.rules.moving.ground import Ground, near
from pennysight.rules.moving.overlaps import let_out
from pennysight.rules.moving.search import Settled, settle
from pennysight.rules.moving.tangents import Tangents

_GIVE_IN = 5e-4  # barriers are drawn so much smaller, to take off no more than what fans cut off of them
_QUARTER = 16  # sides in a quarter of a round barrier
_SPECK_IN2 = 1e-5


def region(ground: Ground, start: complex, move_in: float) -> shapely.MultiPolygon:
    """Where the centre can get to, in the board frame, round outlines within 0.02 in."""
    local = near(ground, start, start, 2 * move_in)
    points = [start]
    links = joined(local, points) + let_out(local, points)
    tangents = Tangents(local, np.array(points), links, move_in)
    first, count = tangents.points_from, len(tangents.at)
    tangents.find([(turn, 1) for turn in range(count)] + [(turn, -1) for turn in range(first)])
    settled = list(settle(tangents, first, move_in))
    fans = [_fan(tangents, one, move_in) for one in settled if tangents.is_free(one.arrival.turn)]
    swept_by = shapely.union_all(swept(fans, local.barriers, local.borders))
    free = shapely.difference(swept_by, _blocked(local))
    ends = [
        (complex(tangents.at[one.arrival.turn]), move_in - one.arrival.cost_in)
        for one in settled
        if one.arrival.turn >= first
    ]
    board = shapely.box(0, 0, ground.corner.real, ground.corner.imag)
    whole = shapely.intersection(shapely.union_all([free, *_along_the_edge(local, ends)]), board)
    return shapely.MultiPolygon([part for part in shapely.get_parts(whole) if part.area > _SPECK_IN2])


def _along_the_edge(ground: Ground, ends: list[tuple[complex, float]]) -> list[shapely.Geometry]:
    """What H-121 adds, from those of the `ends` (place, movement left) that a strip gives room to."""
    bare = as_drawn(ground, 0.0)
    return [
        shapely.intersection(_band(strip, ground.radius_in), polygon)
        for strip in strips(ground)
        for end, left_in in ends
        if end in (strip.low, strip.high) or in_strip(ground, strip, end)
        for polygon in swept([look(end, left_in, bare)], bare, ground.borders)
    ]


def _band(strip: Strip, deep_in: float) -> shapely.Polygon:
    """The ground of a strip, as far in as a base's radius."""
    inward = 1j * (strip.high - strip.low) / abs(strip.high - strip.low) * deep_in
    corners = np.array([strip.low, strip.high, strip.high + inward, strip.low + inward])
    return shapely.Polygon(np.column_stack([corners.real, corners.imag]))


def _blocked(ground: Ground) -> shapely.Geometry:
    """Where the centre must not be."""
    barriers = ground.barriers
    ends = np.stack([barriers.edge_a, barriers.edge_b], axis=1)
    lines = shapely.linestrings(np.stack([ends.real, ends.imag], axis=2))
    discs = shapely.points(barriers.disc_at.real, barriers.disc_at.imag)
    return shapely.union_all(
        [
            *shapely.buffer(lines, barriers.edge_radius - _GIVE_IN, quad_segs=1, cap_style="flat"),
            *shapely.buffer(discs, barriers.disc_radius - _GIVE_IN, quad_segs=_QUARTER),
        ]
    )


def _fan(tangents: Tangents, settled: Settled, move_in: float) -> Fan:
    came = settled.arrival
    radius = float(tangents.radius[came.turn])
    left_in = move_in - came.cost_in
    turned = min(settled.room, 2 * np.pi, left_in / radius if radius else np.inf)
    ways = tangents.ways(came.turn, came.side)
    corners = (came.side * (ways.leaves - came.angle)) % (2 * np.pi)
    tolls = [at for at, _ in tangents.tolls_round(came.turn, came.side, came.angle)]
    return Fan(
        middle=complex(tangents.at[came.turn]),
        radius=radius,
        side=came.side,
        angle=came.angle,
        turned=turned,
        left_in=left_in,
        corners=corners[corners <= turned],
        tolls=tolls,
    )
