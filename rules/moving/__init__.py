"""Moving a base over the table: what is in its way, the cheapest way round it, and all it can get to.

Public answers are in `pennysight.rules.reach`; these are its parts, from the ground up: `outlines` (in the
folder above) tell shapes as lines; `doorways` and `terrain` make of them what a base of one size meets;
`ground` adds the figures that stand about; `board_edge` says where the edge gives room; `rays`, `arcs` and
`tangents` find the ways that are open; `search` finds the cheapest; `course` tells one as a line, `fans`
and `region` all of them as ground.
"""
