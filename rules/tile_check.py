"""What is wrong with a tile that reads well: sentences for whoever draws tiles, none for a good one.

A tile must leave its markers and title free, and let a base of 0.75 in through every gap that looks like
one, beside any neighbour.
"""

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence

import shapely
from pennysight.rules.scene import Area, Obstacle
from pennysight.rules.tile_library import TileDesign
from shapely.geometry import shape

NUMBERS = range(50)
MARKER_CORNERS_IN = {"north-west": (0.15, 7.65), "south-east": (7.65, 0.15)}  # south-west ones
MARKER_SPAN_IN = 1.2
TITLE_BAND_IN = 0.75
TITLE_LETTERS = 29  # as many as fit between the markers
GAP_IN = 0.9
EDGE_IN = GAP_IN / 2
BASE_IN = 0.75
SHACKS = 2  # H-030
OPENINGS = ("door", "mansion-door", "window")
STANDING = ("wall", "tree", "bush")
SLACK_IN = 1e-6
SLIVER_IN2 = 0.01  # less ground than that is a rounding of the base's outline


def faults(design: TileDesign) -> list[str]:
    """One sentence for each thing that is wrong with the tile."""
    return [f"tile {design.name}: {fault}" for check in CHECKS for fault in check(design)]


def clashes(designs: Sequence[TileDesign], library: Mapping[str, TileDesign]) -> list[str]:
    """One sentence for each tile that has the number or the name of another, or of another in the library."""
    found = []
    taken = dict(library)
    for design in designs:
        for other in taken.values():
            same_name, same_number = other.name == design.name, other.number == design.number
            if same_name and not same_number:
                found.append(f"tile {design.name}: tile {other.number} has that name, expected another")
            elif same_number and not same_name:
                found.append(
                    f"tile {design.name}: {other.name} has the number {design.number}, expected one "
                    f"from {len(library)} up"
                )
        taken[design.name] = design
    return found


def _labels(design: TileDesign) -> Iterator[str]:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", design.name):
        yield f"the name is {design.name!r}, expected lower-case words joined by hyphens"
    if design.number not in NUMBERS:
        yield f"the number is {design.number}, expected one from {NUMBERS.start} to {NUMBERS.stop - 1}"
    if not 1 <= len(design.title.strip()) <= TITLE_LETTERS:
        yield f"the title is {design.title!r}, expected 1 to {TITLE_LETTERS} letters to print (H-022)"
    for words in (design.title, design.written.faction or ""):
        for letter in sorted(set(words) - set(words.encode("cp1252", "ignore").decode("cp1252"))):
            yield f"{words!r} has the letter {letter!r}, expected those of western Europe, to be printed"
    if design.size_in != 9.0:
        yield f"size_in is {design.size_in:g}, expected 9: another size is chosen when the tile is printed"


def _inside(design: TileDesign) -> Iterator[str]:
    size = design.size_in
    for part in _parts(design):
        bounds = outline(part).bounds
        if not all(map(math.isfinite, bounds)) or outline(part).length == 0:
            yield f"{part.id} has no size, expected points that differ"
        elif min(bounds[:2]) < EDGE_IN - SLACK_IN or max(bounds[2:]) > size - EDGE_IN + SLACK_IN:
            yield f"{part.id} is nearer than {EDGE_IN} in to the tile's edge, so no figure may pass beside it"


def _free_places(design: TileDesign) -> Iterator[str]:
    for part in _parts(design):
        for corner, (x, y) in MARKER_CORNERS_IN.items():
            if outline(part).intersects(shapely.box(x, y, x + MARKER_SPAN_IN, y + MARKER_SPAN_IN)):
                yield f"{part.id} reaches into the {corner} corner, which is the marker's"
        if outline(part).intersects(shapely.box(1.5, 0.0, 7.5, TITLE_BAND_IN)):
            yield f"{part.id} reaches into the lowest {TITLE_BAND_IN} in, which are the title's (H-022)"


def _gaps(design: TileDesign) -> Iterator[str]:
    standing = [part for part in design.obstacles if part.kind not in OPENINGS]
    for a, b in itertools.combinations(standing, 2):
        gap = outline(a).distance(outline(b))
        if SLACK_IN < gap < GAP_IN - SLACK_IN:
            yield f"{a.id} and {b.id} leave a gap of {gap:.2f} in, expected none or at least {GAP_IN} (H-120)"
    for opening in (part for part in design.obstacles if part.kind in OPENINGS):
        corners = opening.geometry.coordinates[0]
        width = max(math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2]))
        if width < GAP_IN - SLACK_IN:
            yield f"{opening.id} is {width:.2f} in wide, expected at least {GAP_IN}"


def _rooms(design: TileDesign) -> Iterator[str]:
    doors = [outline(part) for part in design.obstacles if part.kind in ("door", "mansion-door")]
    for area in design.areas:
        if area.kind == "summoning-circle":
            if outline(area).bounds[2] - outline(area).bounds[0] < BASE_IN:
                yield f"{area.id} is narrower than a base of {BASE_IN} in (H-228)"
        elif not any(door.distance(outline(area)) < SLACK_IN for door in doors):
            yield f"{area.id} has no door (H-025)"
    circle = design.written.summoning_circle
    if circle is not None and circle.innermost_in >= circle.radius_in:
        yield (
            f"the summoning circle's innermost ring is {circle.innermost_in:g} in, expected less than its "
            f"radius, {circle.radius_in:g} in (H-036)"
        )
    shacks = sum(area.kind == "shack" for area in design.areas)
    if shacks > SHACKS:
        yield f"there are {shacks} shacks, expected at most {SHACKS} (H-030)"


def _ways(design: TileDesign) -> Iterator[str]:
    """Whether a base gets into every room and onto all ground, the mansion's doors being open."""
    standing = shapely.union_all([outline(part) for part in design.obstacles if part.kind in STANDING])
    around = shapely.box(-BASE_IN, -BASE_IN, design.size_in + BASE_IN, design.size_in + BASE_IN)
    pieces = shapely.get_parts(around.difference(standing.buffer(BASE_IN / 2, quad_segs=16)))
    outdoors, *shut = sorted(pieces, key=lambda piece: -piece.area)
    rooms = [area for area in design.areas if area.kind != "summoning-circle"]
    for room in rooms:
        if not outline(room).buffer(-BASE_IN / 2).intersects(outdoors):
            yield f"{room.id} is shut to a base of {BASE_IN} in, expected a way in from outdoors (H-025)"
    for piece in shut:
        inside = piece.representative_point()
        if piece.area > SLIVER_IN2 and not any(outline(room).contains(inside) for room in rooms):
            yield (
                f"the ground at ({inside.x:.1f}, {inside.y:.1f}) is shut in, expected a way for a base of "
                f"{BASE_IN} in (H-120)"
            )


def _patches(design: TileDesign) -> Iterator[str]:
    for n, patch in enumerate(design.written.patches, 1):
        if not shapely.Polygon(patch.outline).is_valid:
            yield f"patch {n} ({patch.kind}) has an outline that crosses itself"


CHECKS = (_labels, _inside, _free_places, _gaps, _rooms, _ways, _patches)


def _parts(design: TileDesign) -> list[Obstacle | Area]:
    return [*design.obstacles, *design.areas]


def outline(part: Obstacle | Area) -> shapely.Geometry:
    """The part's geometry as shapely has it; a disc to within 0.001 in."""
    geometry = shape({"type": part.geometry.type, "coordinates": part.geometry.coordinates})
    radius_in = part.radius_in if isinstance(part, Obstacle) else None
    return geometry if radius_in is None else geometry.buffer(radius_in, quad_segs=32)
