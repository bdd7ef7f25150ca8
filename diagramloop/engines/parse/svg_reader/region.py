"""A region of a drawing: an area, what it holds, and what it is a part of."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import shapely

from diagramloop.engines.parse.svg_reader._drawing import Outline, TextItem


@dataclass(eq=False)
class Region:
    """An area with what lies in it.

    Attributes:
        area: px.
        stroked: it has a border.
        element: number of the element that drew it.
        parent: the smallest region around it.
        children: the regions directly in it.
        texts: of which it is the smallest region around.
        outer: it holds other nodes: a group's frame.
        face: the part of a body on which the text stands, where there is more of it (:mod:`.bodies`).
    """

    area: shapely.Polygon
    stroked: bool
    element: int
    parent: Region | None = None
    children: list[Region] = field(default_factory=list)
    texts: list[TextItem] = field(default_factory=list)
    outer: bool = False
    face: shapely.Polygon | None = None

    def says(self) -> bool:
        """Text stands in it, at whatever depth."""
        return bool(self.texts) or any(child.says() for child in self.children)


def encloses(outline: Outline) -> bool:
    """It bounds an area; a line that is merely filled by default does not, when it is marked as a connection."""
    if len(outline.points) < 3 or any(outline.marks):
        return False
    return outline.closed or (outline.filled and not _thin(outline.points))


def _thin(points: np.ndarray) -> bool:
    hull = shapely.MultiPoint(points).convex_hull
    return hull.area < 0.02 * max(hull.length, 1e-9) ** 2
