"""Bodies: what is drawn of one node beside its face. Copies behind it, sides that give it a depth, edges of sheets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from diagramloop.engines.parse.svg_reader._drawing import TextItem
from diagramloop.engines.parse.svg_reader._flattening import area_within
from diagramloop.engines.parse.svg_reader.connectors import Connector
from diagramloop.engines.parse.svg_reader.region import Region

BEHIND = 0.3  # of a copy's area: what the body in front of it covers at least
ALIKE = 0.1  # of a side, by which that of a copy may differ from the face's
ABUT = 0.15  # font sizes between borders that are one
SHARED = 0.8  # of the face's shorter side: how much of its border a side shares at least
DEPTH = 0.75  # of the face's shorter side: how far a side goes back at most
APART = 0.1  # of a side's area: what lies over the face at most
SHEET = 1.0  # font sizes between a body and the edge of a sheet behind it


def with_bodies(found: Sequence[Region], texts: Sequence[TextItem], unit: float) -> list[Region]:
    """The regions, those that make one body as one: the face with text, and the area of all.

    Args:
        found: in the order of drawing.
        unit: the drawing's usual font size.
    """
    faces, silent = _faces(found, texts)
    waiting = [region for region in found if id(region) not in faces]
    while taken := _belonging(waiting, list(faces.values()), silent, unit):
        for part, face in taken:
            face.face = face.face or face.area
            face.area, face.stroked = whole(face.area, part.area, ABUT * unit), face.stroked or part.stroked
        gone = {id(part) for part, _ in taken}
        waiting = [region for region in waiting if id(region) not in gone]
    kept = {id(region) for region in waiting} | set(faces)
    return [region for region in found if id(region) in kept]


def without_sheets(lines: Sequence[Connector], nodes: Sequence[Region], unit: float) -> list[Connector]:
    """The lines without those that are edges of sheets behind a node, which becomes larger by them.

    Such a line has no head, begins and ends at one node, and runs beside it.
    """
    kept, changed = list(lines), True
    while changed:
        tree = shapely.STRtree([node.area for node in nodes])
        owners = [_sheet_of(line, nodes, tree, unit) for line in kept]
        changed = any(owner is not None for owner in owners)
        for line, owner in zip(kept, owners, strict=True):
            if owner is not None:
                owner.face = owner.face or owner.area
                owner.area = whole(owner.area, area_within(line.points), ABUT * unit)
        kept = [line for line, owner in zip(kept, owners, strict=True) if owner is None]
    return kept


def without_rules(lines: Sequence[Connector], frames: Sequence[Region], unit: float) -> list[Connector]:
    """The lines without those that part a frame: without a head, from border to border of one frame, and within it."""
    return [line for line in lines if line.heads != ["none", "none"] or not _parts(line, frames, ABUT * unit)]


def _parts(line: Connector, frames: Sequence[Region], near: float) -> bool:
    ends = shapely.MultiPoint([line.tip(0), line.tip(1)])
    return any(
        frame.area.exterior.buffer(near).contains(ends) and frame.area.buffer(near).contains(line.line)
        for frame in frames
    )


def _faces(found: Sequence[Region], texts: Sequence[TextItem]) -> tuple[dict[int, Region], set[int]]:
    """By identity, regions that are the smallest around a text, or the last of those of its size; and the silent."""
    tree = shapely.STRtree([region.area for region in found])
    faces: dict[int, Region] = {}
    speaking: set[int] = set()
    for text in texts:
        around = [int(i) for i in tree.query(shapely.Point(text.corners.mean(axis=0)), predicate="within")]
        speaking |= set(around)
        if around:
            least = min(found[i].area.area for i in around)
            face = max(i for i in around if found[i].area.area <= (1 + ALIKE) * least)
            faces[id(found[face])] = found[face]
    return faces, {id(region) for i, region in enumerate(found) if i not in speaking}


def _belonging(
    waiting: Sequence[Region], faces: Sequence[Region], silent: set[int], unit: float
) -> list[tuple[Region, Region]]:
    """Parts with the one body that each belongs to."""
    if not faces:
        return []
    tree = shapely.STRtree([face.area for face in faces])
    taken = []
    for part in waiting:
        near = [faces[i] for i in sorted(tree.query(part.area, predicate="dwithin", distance=ABUT * unit))]
        owners = [f for f in near if _copy_behind(part, f) or (id(part) in silent and _side_of(part, f, unit))]
        if len(owners) == 1:
            taken.append((part, owners[0]))
    return taken


def _copy_behind(part: Region, body: Region) -> bool:
    """A shape with a border, as large as the face, drawn before it and partly covered by the body."""
    if not part.stroked or part.element >= body.element or body.area.contains(part.area):
        return False
    sides, own = (np.ptp(np.reshape(area.bounds, (2, 2)), axis=0) for area in (part.area, body.face or body.area))
    alike = bool((np.abs(sides - own) <= ALIKE * own).all())
    return alike and part.area.intersection(body.area).area >= BEHIND * part.area.area


def _side_of(part: Region, body: Region, unit: float) -> bool:
    """A shape that shares a side of the face and goes back from there, not far."""
    face = body.face or body.area
    x0, y0, x1, y1 = face.bounds
    shorter = min(x1 - x0, y1 - y0)
    shared = part.area.exterior.intersection(face.exterior.buffer(ABUT * unit)).length
    if shared < SHARED * shorter or part.area.area > DEPTH * shorter * shared:
        return False
    return bool(part.area.intersection(face).area <= APART * part.area.area)


def whole(one: shapely.Polygon, other: shapely.Polygon, gap: float) -> shapely.Polygon:
    """Both areas and what lies between them, where that is no broader than ``gap`` (px), without holes."""
    both = one.union(other)
    if both.geom_type != "Polygon":
        both = both.buffer(gap, join_style="mitre").buffer(-gap, join_style="mitre")
    return shapely.Polygon(max(shapely.get_parts(both), key=lambda part: part.area).exterior)


def _sheet_of(line: Connector, nodes: Sequence[Region], tree: shapely.STRtree, unit: float) -> Region | None:
    if line.heads != ["none", "none"]:
        return None
    at = [tree.query(shapely.Point(line.tip(end)), "dwithin", ABUT * unit).tolist() for end in (0, 1)]
    for node in (nodes[number] for number in sorted({*at[0]} & {*at[1]})):
        inside, reach = node.area.buffer(ABUT * unit), node.area.buffer(SHEET * unit)
        if reach.contains(line.line) and not inside.contains(line.line):
            return node
    return None
