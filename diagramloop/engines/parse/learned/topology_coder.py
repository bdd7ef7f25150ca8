"""Topology Coder on what a network sees: lines traced from their heads along learned ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import Blackboard, Coded, Environment
from diagramloop.engines.parse.ink_maps import InkMaps, Map
from diagramloop.engines.parse.learned.cell_graph import NOWHERE, Labels
from diagramloop.engines.parse.learned.frame_ends import FrameEnds
from diagramloop.engines.parse.learned.line_tracing import LineTracer, Way
from diagramloop.engines.parse.lines.drawn_edges import NO_END, DrawnLine
from diagramloop.engines.parse.lines.ports import Port
from diagramloop.engines.parse.lines.topology_coder import coded
from diagramloop.graph import Head

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Tracing of lines on the maps; a cell is two pixels of the picture that the network is shown.
_DOUBTFUL_WAY = 5.0  # price per cell of a line that is as likely wrong as right
_DOTTED_SHARE = 0.7  # of a line that is ink: less is a dotted one


@dataclass(frozen=True)
class LearnedTopologyCoder:
    """Writes the lines that are traced on the maps of the environment."""

    def code(self, board: Blackboard) -> Coded:
        """Mermaid over the ids on the board, each edge named e1, e2, ... in reading order of its source.

        Raises:
            ValueError: no network has looked at the picture.
        """
        return coded(board, lambda environment: self._lines(board, environment))

    def _lines(self, board: Blackboard, environment: Environment) -> Sequence[DrawnLine]:
        if environment.ink is None:
            raise ValueError("no network has looked at the picture")
        maps = environment.ink
        ways = LineTracer(maps, _nodes(board, maps), _frames(board, maps)).ways()
        likely, cell = maps.at_cells("connector", "head"), maps.cell_px(maps.inside)
        lines = [self._line(way, likely, cell) for way in ways]
        return sorted(lines, key=lambda line: (line.tail.anchor, line.head.anchor, line.path))

    def _line(self, way: Way, likely: Map, cell: NDArray[np.float64]) -> DrawnLine:
        head: Head = "arrow" if way.headed else "none"
        path = shapely.LineString((way.points + 0.5) * cell).simplify(float(cell.max()))
        columns, rows = way.points.round().astype(int).T
        share = float(likely[rows, columns].mean())
        return DrawnLine(
            tail=Port(NO_END, way.ends[0], "none", 0.0),
            head=Port(NO_END, way.ends[1], head, 0.0),
            path=tuple((round(float(x), 2), round(float(y), 2)) for x, y in path.coords),
            line="dotted" if share < _DOTTED_SHARE else "solid",
            confidence=1 / (1 + (way.cost / _DOUBTFUL_WAY) ** 2),
        )


def _nodes(board: Blackboard, maps: InkMaps) -> Labels:
    """Number of the node that covers each cell, smaller nodes over larger ones."""
    height, width = maps.inside.shape
    covered = np.full((height, width), NOWHERE, np.int32)
    rings = [np.array(node.shape.polygon) / maps.cell_px(maps.inside) for node in board.nodes]
    for number in sorted(range(len(rings)), key=lambda n: -cv2.contourArea(rings[n].astype(np.float32))):
        cv2.fillPoly(covered, [rings[number].round().astype(np.int32)], number)
    return covered


def _frames(board: Blackboard, maps: InkMaps) -> FrameEnds:
    boxes = np.array([group.shape.box for group in board.groups]).reshape(-1, 4)
    return FrameEnds(boxes / np.tile(maps.cell_px(maps.inside), 2), len(board.nodes))
