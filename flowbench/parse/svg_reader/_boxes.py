"""Boxes whose sides are lines of their own: drawn with letters, by plotters, and by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely

from flowbench.parse.svg_reader._drawing import Outline, TextItem

RIGHT = 0.98  # of the area of the rectangle around it that a box fills


def with_boxes(outlines: Sequence[Outline], texts: Sequence[TextItem]) -> list[Outline]:
    """The outlines, with straight lines that meet at their ends in a rectangle around a text as its outline.

    A line that merely touches a side on its way is none of them: where three or more end in one point, ways may part.
    """
    sides = [i for i, outline in enumerate(outlines) if _may_be_side(outline)]
    lines = [shapely.LineString(outlines[i].points) for i in sides]
    said = shapely.STRtree(shapely.points(np.array([t.corners.mean(axis=0) for t in texts]).reshape(-1, 2)))
    found: dict[int, Outline] = {}
    used: set[int] = set()
    tree = shapely.STRtree(lines)
    for face in shapely.get_parts(shapely.polygonize(lines)):
        if face.area < RIGHT * face.envelope.area or not len(said.query(face, predicate="contains")):
            continue
        around = [sides[i] for i in sorted(tree.query(face.exterior, predicate="covers"))]
        found[around[0]] = replace(outlines[around[0]], points=shapely.get_coordinates(face.exterior)[:-1], closed=True)
        used |= set(around)
    return [found.get(i, outline) for i, outline in enumerate(outlines) if i in found or i not in used]


def _may_be_side(outline: Outline) -> bool:
    return outline.stroked and not outline.closed and len(outline.points) == 2 and not any(outline.marks)
