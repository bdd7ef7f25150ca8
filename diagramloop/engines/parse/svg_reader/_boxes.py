"""Boxes whose sides are lines of their own: drawn with letters, by plotters, and by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely

from diagramloop.engines.parse.svg_reader._drawing import Outline, TextItem

RIGHT = 0.98  # of the area of the rectangle around it that a box fills


def with_boxes(outlines: Sequence[Outline], texts: Sequence[TextItem]) -> list[Outline]:
    """The outlines, with straight lines that meet at their ends in a rectangle around a text as its outline.

    A line that begins on its way along a side is none of them, and boxes side by side may share one.
    """
    sides = [i for i, outline in enumerate(outlines) if _may_be_side(outline)]
    lines = [shapely.LineString(outlines[i].points) for i in sides]
    tree = shapely.STRtree(lines)
    said = shapely.STRtree(shapely.points(np.array([t.corners.mean(axis=0) for t in texts]).reshape(-1, 2)))
    boxes: dict[int, list[Outline]] = defaultdict(list)
    used: set[int] = set()
    for face in shapely.get_parts(shapely.polygonize(lines)):
        box = shapely.Polygon(face.exterior)
        if box.area >= RIGHT * box.envelope.area and len(said.query(box, predicate="contains")):
            around = [sides[i] for i in sorted(tree.query(box.exterior, predicate="covers"))]
            points = shapely.get_coordinates(box.exterior)[:-1]
            boxes[around[0]].append(replace(outlines[around[0]], points=points, closed=True))
            used |= set(around)
    kept: list[Outline] = []
    for i, outline in enumerate(outlines):
        kept += boxes.get(i, [] if i in used else [outline])
    return kept


def _may_be_side(outline: Outline) -> bool:
    return outline.stroked and not outline.closed and len(outline.points) == 2 and not any(outline.marks)
