"""Cells: shapes side by side that are one node, a table, whether or not an outline goes around all of them."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from diagramloop.engines.parse.svg_reader._drawing import TextItem
from diagramloop.engines.parse.svg_reader.region import Region

FULL = 0.95  # of a region: what its cells fill of it at least
OVERLAP = 0.02  # of a cell: what others cover of it at most
ABUT = 0.15  # font sizes between sides that are one
LEAST = 3  # cells of a table without an outline


def are_cells(region: Region, speaking: Sequence[Region]) -> bool:
    """The regions within ``region``, of which those that speak hold nothing else that does, fill it side by side."""
    if len(speaking) < 2 or any(child.outer for child in speaking):
        return False
    areas = [child.area for child in region.children]
    return _fill(areas, region.area)


def with_grids(found: Sequence[Region], texts: Sequence[TextItem], unit: float) -> list[Region]:
    """The regions, with one more around cells that make a table of two columns or more without an outline."""
    said = shapely.STRtree([shapely.Point(t.corners.mean(axis=0)) for t in texts])
    boxes = [r for r in found if r.stroked and _is_box(r.area) and len(said.query(r.area, "contains"))]
    grids = [_grid([boxes[i] for i in group], found) for group in _side_by_side(boxes, ABUT * unit)]
    return [*found, *(grid for grid in grids if grid is not None)]


def _grid(cells: Sequence[Region], found: Sequence[Region]) -> Region | None:
    """The outline around cells, if they fill it, in rows of which one has several, and nothing has that outline yet."""
    if len(cells) < LEAST:
        return None
    around = shapely.box(*shapely.total_bounds([cell.area for cell in cells]))
    columns, rows = (len({round(cell.area.bounds[i], 1) for cell in cells}) for i in (0, 1))
    if min(columns, rows) < 2 or not _fill([cell.area for cell in cells], around):
        return None
    known = any(r.area.intersection(around).area > FULL * r.area.union(around).area for r in found)
    return None if known else Region(around, stroked=True, element=min(cell.element for cell in cells))


def _side_by_side(boxes: Sequence[Region], near: float) -> list[list[int]]:
    """Groups of boxes (numbers), each of which shares the whole of a side with others."""
    import networkx as nx  # slow to import

    tree = shapely.STRtree([box.area for box in boxes])
    touching: nx.Graph[int] = nx.Graph()
    for i, box in enumerate(boxes):
        for j in tree.query(box.area, "dwithin", near).tolist():
            if i < j and _share_a_side(box.area, boxes[j].area, near):
                touching.add_edge(i, j)
    return [sorted(group) for group in nx.connected_components(touching)]


def _share_a_side(one: shapely.Polygon, other: shapely.Polygon, near: float) -> bool:
    """One of them has a side that lies wholly on the other's border; none lies in the other."""
    (a0, b0, a1, b1), (c0, d0, c1, d1) = one.bounds, other.bounds
    across, along = min(a1, c1) - max(a0, c0), min(b1, d1) - max(b0, d0)
    beside = abs(across) <= near and along >= min(b1 - b0, d1 - d0) - near
    above = abs(along) <= near and across >= min(a1 - a0, c1 - c0) - near
    return bool(beside or above)


def _is_box(area: shapely.Polygon) -> bool:
    return bool(area.area >= FULL * area.envelope.area)


def _fill(areas: Sequence[shapely.Polygon], around: shapely.Polygon) -> bool:
    union = shapely.union_all(areas)
    apart = union.area >= (1 - OVERLAP) * sum(area.area for area in areas)
    return bool(apart and union.intersection(around).area >= FULL * around.area)
