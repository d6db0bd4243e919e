"""Moving a base over the table: what is in its way, the cheapest way round it, and all it can get to.

The answers are in `pennysight.rules`: `path`, `reach` and `knock_back`; these are their parts, from the
ground up. `doorways` and `terrain` make of the tiles' print what a base of one size meets; `ground` adds the
figures that stand about, `board_edge` says where the edge gives room, `overlaps` how a base comes clear,
`footing` where a move may begin and end, `melee_zones` where enemies reach. `rays`, `arcs` and `tangents`
find the ways that are open, `search` the cheapest of them. `course` tells one as a line (`paths`),
`certainty` whether that is sure, `fans` all of them as ground (`region`). `contacts` are met straight on.
"""
