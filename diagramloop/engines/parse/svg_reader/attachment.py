"""Which node an end of a line belongs to: the one that it touches, enters or points at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import shapely

from diagramloop.engines.parse.svg_reader._flattening import Points

NEAR = 1.5  # font sizes between an end and its node at most
POINTED = 3.0  # font sizes, where the end points at the node and nothing nearer was found
TOUCHING = 0.25  # font sizes: an end this near to a node is at it
SLACK = 0.1  # font sizes by which what lies within a shape may leave it
_AHEAD = 0.5  # how much less a distance straight ahead counts than one to the side
_FRAME = 0.15  # font sizes by which a node is preferred to a frame, and
_TEXT = 0.3  # to a text without a shape


@dataclass(frozen=True)
class Anchor:
    """A thing that a line can end at.

    Attributes:
        area: px.
        kind: a node's shape, a group's frame, which counts only along its border, or a text without a shape, which
            counts only for lines that point at it.
    """

    area: shapely.Polygon
    kind: Literal["shape", "frame", "text"]


class Attachment:
    """Finds the anchor of an end.

    Args:
        unit: the drawing's usual font size.
    """

    def __init__(self, anchors: Sequence[Anchor], unit: float) -> None:
        self.anchors, self.unit = anchors, unit
        self._solid = np.array([a.area.boundary if a.kind == "frame" else a.area for a in anchors], dtype=object)
        self._extra = np.array([{"shape": 0.0, "frame": _FRAME, "text": _TEXT}[a.kind] * unit for a in anchors])
        self._shape = np.array([a.kind == "shape" for a in anchors], dtype=bool)
        grown = [a.area.buffer(SLACK * unit) for a in anchors if a.kind == "shape"]
        self._tree = shapely.STRtree(self._solid)
        self._within = shapely.STRtree(grown)
        self._text = np.array([a.kind == "text" for a in anchors], dtype=bool)

    def cost(self, point: Points, outward: Points) -> Points:
        """Distance of each anchor from an end, in px; infinite where it is out of reach."""
        if not self.anchors:
            return np.zeros(0)
        unit, spot = self.unit, shapely.Point(point)
        ray = shapely.LineString([point, point + outward * POINTED * unit])
        around = np.sort(self._tree.query(shapely.box(*(point - POINTED * unit), *(point + POINTED * unit))))
        solid = self._solid[around]
        distance = shapely.distance(solid, spot)
        near = np.where(distance <= NEAR * unit, distance, np.inf)
        near[self._text[around] & (distance > TOUCHING * unit)] = np.inf
        ahead = np.full(len(around), np.inf)
        hit = shapely.intersects(solid, ray)
        ahead[hit] = shapely.distance(shapely.intersection(solid[hit], ray), spot)
        cost = np.full(len(self.anchors), np.inf)
        cost[around] = np.minimum(near, _AHEAD * ahead) + self._extra[around]
        return cost

    def holds(self, line: shapely.LineString) -> bool:
        """The whole line lies within one node's shape."""
        return bool(len(self._within.query(line, predicate="within")))

    def touches(self, point: Points, *, shapes: bool = False) -> bool:
        """The end is at an anchor; with ``shapes``, at a node's shape."""
        at = self._tree.query(shapely.Point(point), predicate="dwithin", distance=TOUCHING * self.unit)
        return bool((self._shape[at] | (not shapes)).any())
