"""Closed outlines as the regions of nodes and the frames of groups, with the text that stands in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely

from diagramloop.engines.parse.svg_reader._drawing import Outline, TextItem
from diagramloop.engines.parse.svg_reader._flattening import area_within
from diagramloop.engines.parse.svg_reader.bodies import with_bodies
from diagramloop.engines.parse.svg_reader.cells import are_cells, with_grids
from diagramloop.engines.parse.svg_reader.region import Region, encloses

LEAST_SIDE = 0.4  # font sizes
INSIDE = 0.95  # of a region's area, for it to lie in another
SAME = 0.85  # intersection over union of two outlines of one thing
COVERED = 0.6  # of an outline, by one drawn over it of about the same size: it is the other's shadow
PLATE = 0.8  # font sizes between a text and the edge of a plate behind it
DOUBLE = 0.75  # font sizes between the two lines of a double border
PAGE = 0.9  # of the page's area: a background


def regions(
    outlines: Sequence[Outline], texts: Sequence[TextItem], size: tuple[int, int], unit: float
) -> tuple[list[Region], list[TextItem]]:
    """The regions of a drawing, outer before inner, and the texts that stand in none.

    Args:
        outlines: arrowheads excepted.
        size: of the page.
        unit: the drawing's usual font size.
    """
    found = _distinct([r for r in _closed(outlines) if _large(r.area, unit)])
    found = [r for r in found if r.area.area < PAGE * size[0] * size[1] or _rounder(r.area)]
    found = with_grids(with_bodies(found, texts, unit), texts, unit)
    found.sort(key=lambda r: (-r.area.area, r.element))
    _nest(found)
    free = _settle(found, texts)
    for region in reversed(found):
        _simplify(region, unit)
    kept = _reached([r for r in found if r.parent is None])
    return kept, free


def _closed(outlines: Sequence[Outline]) -> list[Region]:
    by_element: dict[int, list[Outline]] = defaultdict(list)
    for outline in outlines:
        if encloses(outline):
            by_element[outline.element].append(outline)
    found = []
    for element, parts in by_element.items():
        union = shapely.union_all([area_within(part.points) for part in parts])
        faces = [face for face in shapely.get_parts(union) if face.geom_type == "Polygon" and face.area > 0]
        stroked = any(part.stroked for part in parts)
        found += [Region(shapely.Polygon(face.exterior), stroked, element) for face in faces]
    return found


def _large(area: shapely.Polygon, unit: float) -> bool:
    x0, y0, x1, y1 = area.bounds
    return bool(min(x1 - x0, y1 - y0) >= LEAST_SIDE * unit)


def _rounder(area: shapely.Polygon) -> bool:
    """Not a rectangle."""
    return bool(area.area < 0.95 * area.envelope.area)


def _distinct(found: list[Region]) -> list[Region]:
    """Outlines of one thing (its filling and its border, its shadow) once: the one drawn last, or one all around it."""
    tree = shapely.STRtree([r.area for r in found])
    dropped: set[int] = set()
    for number, region in enumerate(found):
        for other in sorted(tree.query(region.area)):
            if (
                other > number
                and other not in dropped
                and _same(region.area, found[other].area, shadow=not region.stroked)
            ):
                last = found[other]
                area = region.area if region.area.contains(last.area) else last.area
                found[other] = replace(last, area=area, stroked=region.stroked or last.stroked)
                dropped.add(number)
                break
    return [region for number, region in enumerate(found) if number not in dropped]


def _same(below: shapely.Polygon, above: shapely.Polygon, *, shadow: bool) -> bool:
    common = below.intersection(above).area
    if common >= SAME * below.union(above).area:
        return True
    size = 0.9 < below.area / above.area < 1.1 and not above.contains(below)
    return bool(shadow and size and common > COVERED * below.area)


def _nest(found: list[Region]) -> None:
    """Sets parents and children; ``found`` has the largest first."""
    tree = shapely.STRtree([r.area for r in found])
    for number, region in enumerate(found):
        around = [
            int(i)
            for i in tree.query(region.area)
            if i < number and found[i].area.intersection(region.area).area >= INSIDE * region.area.area
        ]
        if around:
            region.parent = found[max(around)]
            region.parent.children.append(region)


def _settle(found: list[Region], texts: Sequence[TextItem]) -> list[TextItem]:
    """Gives each text to the smallest region that its middle lies in; the others are returned."""
    tree = shapely.STRtree([r.area for r in found])
    free = []
    for text in texts:
        around = tree.query(shapely.Point(text.corners.mean(axis=0)), predicate="within")
        if len(around):
            found[int(max(around))].texts.append(text)
        else:
            free.append(text)
    return free


def _simplify(region: Region, unit: float) -> None:
    """Takes up children that are parts of the region's own look: plates, second borders, compartments, ornaments."""
    speaking = [child for child in region.children if child.says()]
    only, bare = len(speaking) == 1, not region.texts
    if are_cells(region, speaking):
        for child in speaking:
            _take_up(region, child)
        speaking = []
    for child in speaking:
        if child.outer:
            part = only and _is_body(region, child, unit)
        else:
            part = (only and bare and _lining(region, child, unit)) or _compartment(region, child)
        if part:
            _take_up(region, child)
    region.outer = any(child.says() for child in region.children)
    if not region.outer:
        for child in list(region.children):
            _take_up(region, child)


def _take_up(region: Region, child: Region) -> None:
    region.children.remove(child)
    region.children += child.children
    region.texts += child.texts
    for grandchild in child.children:
        grandchild.parent = region


def _lining(region: Region, child: Region, unit: float) -> bool:
    """The child is a plate behind the text, or the inner line of a double border."""
    if not child.stroked and is_plate(child):
        return True
    outer, inner = np.array(region.area.bounds), np.array(child.area.bounds)
    return bool(np.abs(outer - inner).max() <= DOUBLE * unit)


def is_plate(region: Region) -> bool:
    """It fits tightly around its text."""
    if not region.texts:
        return False
    corners = np.concatenate([text.corners for text in region.texts])
    words = np.array([*corners.min(axis=0), *corners.max(axis=0)])
    size = max(text.font_size for text in region.texts)
    return bool(np.abs(words - np.array(region.area.bounds)).max() <= PLATE * size)


def _compartment(region: Region, child: Region) -> bool:
    """The child takes the whole breadth or height of the region: one of its rows, its heading, a lane's name."""
    outer, inner = np.array(region.area.bounds), np.array(child.area.bounds)
    slack = 0.01 * (outer[2:] - outer[:2])
    aligned = (np.abs(outer - inner) < np.tile(slack, 2)).reshape(2, 2).all(axis=0)
    return bool(aligned.any())


def _is_body(frame: Region, child: Region, unit: float) -> bool:
    """The child takes what a bar with the frame's title leaves of it."""
    outer, inner = np.array(frame.area.bounds), np.array(child.area.bounds)
    return bool(frame.texts) and int((np.abs(outer - inner) <= DOUBLE * unit).sum()) == 3


def _reached(roots: list[Region]) -> list[Region]:
    found = list(roots)
    for region in found:
        found += region.children
    return found
